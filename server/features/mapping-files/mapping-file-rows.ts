import { mappingFileRows, selfFulfilledEntries } from '#contract/mapping-file-rules.ts';
import { readCountry } from '#server/connectors/file/country-names.ts';
import { FileProblem } from '#server/connectors/file/file-problem.ts';
import { isShortenedId } from '#server/connectors/file/order-ids.ts';
import { type SentFile, tableRows } from '#server/connectors/file/table-rows.ts';
import type { Note, Locale } from './mapping-file-texts.ts';

export type Column =
  | 'store'
  | 'product'
  | 'variant'
  | 'variant_id'
  | 'store_sku'
  | 'suggested'
  | 'sku'
  | 'quantity'
  | 'countries';
type Places = Partial<Record<Column, number>>;

/** Titles as the template writes them; a file may use either language. */
export const titles: Record<Column, Record<Locale, string>> = {
  store: { en: 'Store', zh: '店铺' },
  product: { en: 'Product', zh: '商品' },
  variant: { en: 'Variant', zh: '规格' },
  variant_id: { en: 'Variant ID', zh: '规格 ID' },
  store_sku: { en: 'Store SKU', zh: '店铺 SKU' },
  suggested: { en: 'Suggested SKU', zh: '建议 SKU' },
  sku: { en: 'Catalog SKU', zh: '目录 SKU' },
  quantity: { en: 'Quantity', zh: '数量' },
  countries: { en: 'Countries', zh: '国家' },
};
export const columns = Object.keys(titles) as Column[]; // the record has exactly these keys

/** Other titles that people write. */
const others: Partial<Record<Column, readonly string[]>> = {
  variant_id: ['variant id', 'variantid', 'shopify variant id', 'id'],
  store_sku: ['variant sku', 'shop sku'],
  sku: ['catalogue sku', 'sku', 'our sku'],
  quantity: ['qty', 'pieces', 'pcs'],
  countries: ['country', 'destination', 'ship to'],
};

const spelt = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ');

/** Finds the columns in the head of a table. Throws `FileProblem` when rows could not be told apart. */
function findPlaces(head: readonly string[]): Places {
  const places = new Map<string, number>();
  head.forEach((title, place) => {
    if (!places.has(spelt(title))) places.set(spelt(title), place);
  });
  const found: Places = {};
  for (const column of columns) {
    const names = [titles[column].en, titles[column].zh, ...(others[column] ?? [])].map(spelt);
    const name = names.find((one) => places.has(one));
    const place = name === undefined ? undefined : places.get(name);
    if (place !== undefined) found[column] = place;
  }
  if (found.sku === undefined) throw new FileProblem({ text: 'mapping-files.no_sku_column' });
  if (found.variant_id === undefined && found.store_sku === undefined)
    throw new FileProblem({ text: 'mapping-files.no_variant_column' });
  return found;
}

/** A row as it was written, and what can be told without the database. */
export type FileRow = {
  row: number;
  cells: Partial<Record<Column, string>>;
  store: string;
  variant_id: string;
  store_sku: string;
  /** The item's code in capitals; empty when none is named. */
  sku: string;
  not_ours: boolean;
  quantity: number;
  /** Sorted codes; none for everywhere. */
  countries: string[];
  note: Note | null;
};

const head = 1;

/** Reads a mapping file. Throws `FileProblem` when it is none, or longer than one may be. */
export async function readMappingRows(file: SentFile): Promise<FileRow[]> {
  let places: ReturnType<typeof findPlaces> | undefined;
  const rows: FileRow[] = [];
  for await (const { row, cells } of tableRows(file)) {
    if (!places) {
      places = findPlaces(cells);
      continue;
    }
    if (rows.length === mappingFileRows)
      throw new FileProblem({
        text: 'mapping-files.too_many_rows',
        params: { most: mappingFileRows.toLocaleString('en') },
      });
    const entries = Object.entries(places) as [Column, number][]; // `Places` has columns as keys
    rows.push(readRow(row, Object.fromEntries(entries.map(([column, place]) => [column, textAt(cells, place)]))));
  }
  if (!places || rows.length === 0) throw new FileProblem({ text: 'mapping-files.empty', params: { row: head } });
  return rows;
}

/** A text that a spreadsheet would compute is written with an apostrophe in front. */
const textAt = (cells: readonly string[], place: number) => (cells[place] ?? '').replace(/^'/, '').trim();

function readRow(row: number, cells: Partial<Record<Column, string>>): FileRow {
  const { store = '', variant_id = '', store_sku = '', sku = '' } = cells;
  const quantity = quantityOf(cells.quantity ?? '');
  const countries = countriesOf(cells.countries ?? '');
  const written = { row, cells, store, variant_id: variant_id.replace(/^.*\//, ''), store_sku };
  const not_ours = selfFulfilledEntries.includes(sku.toLowerCase());
  const note = sku === '' ? null : (variantNote(written) ?? quantity.note ?? countries.note);
  return {
    ...written,
    sku: not_ours ? '' : sku.toUpperCase(),
    not_ours,
    quantity: quantity.value,
    countries: countries.value,
    note,
  };
}

function variantNote({ variant_id, store_sku }: Pick<FileRow, 'variant_id' | 'store_sku'>): Note | null {
  if (isShortenedId(variant_id)) return { code: 'id_shortened', about: variant_id };
  return variant_id === '' && store_sku === '' ? { code: 'no_variant' } : null;
}

type Value<T> = { value: T; note: Note | null };

function quantityOf(text: string): Value<number> {
  const plain = text === '' ? '1' : text.replace(/[.,]0+$/, '');
  const value = /^\d{1,3}$/.test(plain) ? Number(plain) : 0;
  return value > 0 ? { value, note: null } : { value: 0, note: { code: 'quantity', about: text } };
}

function countriesOf(text: string): Value<string[]> {
  const found = new Set<string>();
  for (const part of text.split(/[,;|、，；/]+/).map((one) => one.trim())) {
    if (part === '') continue;
    const read = readCountry(part);
    if ('problem' in read) return { value: [], note: { code: 'country', about: part } };
    found.add(read.value);
  }
  return { value: [...found].sort(), note: null };
}
