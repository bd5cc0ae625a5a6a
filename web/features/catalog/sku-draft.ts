import type { CatalogFlag } from '#contract/catalog-rules.ts';
import { decimalToMinor, minorToDecimal } from '#web/lib/format.ts';
import type { CatalogPicture } from '#web/api/upload.ts';
import type { StaffSku } from './catalog-types.ts';

/** A SKU as its form holds it: numbers that may be empty, options one per line. */
export type SkuDraft = {
  title: string;
  options: string;
  weight_g: number | string;
  length_mm: number | string;
  width_mm: number | string;
  height_mm: number | string;
  flags: CatalogFlag[];
  hs_code: string;
  origin: string | null;
  declared: string;
  lead_days: number | string;
  moq: number | string;
  pictures: CatalogPicture[];
};

const currency = 'USD'; // customs values are kept in US dollars

const blank: SkuDraft = {
  title: '',
  options: '',
  weight_g: '',
  length_mm: '',
  width_mm: '',
  height_mm: '',
  flags: [],
  hs_code: '',
  origin: null,
  declared: '',
  lead_days: 3,
  moq: 1,
  pictures: [],
};

/** The form of another SKU of a product, whose options have these names. */
export function newDraft(title: string, options: readonly string[]): SkuDraft {
  return { ...blank, title, options: options.map((name) => `${name}: `).join('\n') };
}

/** The form of a SKU that is there. */
export function draftOf(sku: StaffSku): SkuDraft {
  const { title, weight_g, length_mm, width_mm, height_mm, flags, hs_code, origin, lead_days, moq } = sku;
  const pairs = Object.entries(sku.attributes).map(([name, value]) => `${name}: ${value}`);
  return {
    title,
    options: pairs.join('\n'),
    weight_g,
    length_mm: length_mm ?? '',
    width_mm: width_mm ?? '',
    height_mm: height_mm ?? '',
    flags,
    hs_code: hs_code ?? '',
    origin,
    declared: sku.declared_value === null ? '' : minorToDecimal(sku.declared_value, currency),
    lead_days,
    moq,
    pictures: pictureOf(sku.picture_url),
  };
}

/** A picture by its address, whose last part is its name. */
function pictureOf(url: string | null): CatalogPicture[] {
  const sha256 = url?.split('/').at(-1);
  return url && sha256 ? [{ sha256, url }] : [];
}

/** `Colour: Red` per line as options; undefined when a line is no option or names one twice. */
export function optionsOf(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => line.split(/[:：](.*)/s).map((part) => part.trim()));
  const whole = pairs.every(([name, value]) => Boolean(name) && Boolean(value));
  const names = new Set(pairs.map(([name]) => name));
  if (!whole || names.size < pairs.length) return undefined;
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

/** The declared value in cents; null for none, undefined for what is no amount. */
export function centsOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const cents = decimalToMinor(text, currency);
  return cents !== undefined && cents >= 0 ? cents : undefined;
}

/** What the server is sent; the form has checked options and value. */
export function bodyOf(draft: SkuDraft) {
  const { options, declared, pictures, ...rest } = draft;
  const size = (value: number | string) => (value === '' ? null : Number(value));
  return {
    ...rest,
    attributes: optionsOf(options) ?? {},
    weight_g: Number(draft.weight_g),
    length_mm: size(draft.length_mm),
    width_mm: size(draft.width_mm),
    height_mm: size(draft.height_mm),
    hs_code: draft.hs_code.trim() === '' ? null : draft.hs_code,
    declared_value: centsOf(declared) ?? null,
    lead_days: Number(draft.lead_days),
    moq: Number(draft.moq),
    picture: pictures[0]?.sha256 ?? null,
  };
}

/** Whether two sets of options say the same. */
export function sameOptions(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
