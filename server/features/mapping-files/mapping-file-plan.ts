import { firstOverlap, mappingLimits } from '#contract/mapping-rules.ts';
import type { mappingFileOutcomes } from '#contract/mapping-file-rules.ts';
import { groupBy } from '#server/lib/group-by.ts';
import type { FileRow } from './mapping-file-rows.ts';
import { type Locale, type Note, reportWords } from './mapping-file-texts.ts';
import type { Part, Rule, SkuRow, VariantRow } from './mapping-files.db.ts';

export type Known = {
  stores: readonly { id: string; name: string }[];
  variants: readonly VariantRow[];
  skus: readonly SkuRow[];
};
export type Judged = {
  row: FileRow;
  variant: VariantRow | null;
  outcome: (typeof mappingFileOutcomes)[number];
  note: Note | null;
  from: string | null;
  to: string | null;
};
/** What a variant is from now on by the file. */
export type Change = { variant: VariantRow; target: { components: Part[]; rules: Rule[] } | 'not_ours' };

const plain = (text: string) => text.trim().toLowerCase();

/** Says of each row what becomes of it, and which variants change; a variant with a mistake in one of its rows does not. */
export function judge(rows: readonly FileRow[], known: Known, locale: Locale): { judged: Judged[]; changes: Change[] } {
  const find = finder(known);
  const skus = new Map(known.skus.map((sku) => [sku.code.toUpperCase(), sku]));
  const judged = rows.map((row): Judged => {
    const blank = { row, variant: null, note: null, from: null, to: null };
    if (row.sku === '' && !row.not_ours) return { ...blank, outcome: 'left_out' };
    const found = find(row);
    const variant = 'variant' in found ? found.variant : null;
    const note = row.note ?? ('note' in found ? found.note : skuNote(row, found.variant, skus));
    return { ...blank, variant, note, from: variant && standing(variant, locale), outcome: note ? 'bad' : 'changed' };
  });
  const groups = groupBy(
    judged.filter((one) => one.variant !== null && one.outcome !== 'left_out'),
    (one) => one.variant,
  );
  const changes: Change[] = [];
  for (const [variant, group] of groups) {
    if (variant === null) continue;
    const change = weigh(variant, group, skus);
    if (change && applyChange(variant, group, change, locale)) changes.push(change);
  }
  return { judged, changes };
}

/** The variant that a row names: by the shop's id, else by its SKU, within the store when one is named. */
function finder({ stores, variants }: Known) {
  const byId = groupBy(variants, (variant) => variant.external_id);
  const bySku = groupBy(variants, (variant) => variant.sku);
  return (row: FileRow): { variant: VariantRow } | { note: Note } => {
    const about = row.variant_id || row.store_sku;
    const named = (row.variant_id ? byId.get(row.variant_id) : bySku.get(row.store_sku)) ?? [];
    const store = stores.filter((one) => plain(one.name) === plain(row.store)).map((one) => one.id);
    const inStore = row.store === '' ? named : named.filter((variant) => store.includes(variant.store_id));
    const here = inStore.filter((variant) => !variant.removed);
    const [variant, second] = here.length > 0 ? here : inStore;
    if (!variant) return { note: { code: about === '' ? 'no_variant' : 'unknown_variant', about } };
    if (second) return { note: { code: 'two_variants', about } };
    return variant.removed ? { note: { code: 'variant_gone' } } : { variant };
  };
}

function skuNote(row: FileRow, variant: VariantRow, skus: ReadonlyMap<string, SkuRow>): Note | null {
  if (row.not_ours) return null;
  const sku = skus.get(row.sku);
  if (!sku) return { code: 'unknown_sku', about: row.sku };
  return sku.discontinued && !variant.until_sold_out ? { code: 'discontinued', about: sku.code } : null;
}

/** What the rows of one variant come to; null when they have a mistake, which is written beside them. */
function weigh(variant: VariantRow, group: readonly Judged[], skus: ReadonlyMap<string, SkuRow>): Change | null {
  const change = group.some((one) => one.note) ? null : compose(variant, group, skus);
  if (change) return change;
  for (const one of group) Object.assign(one, { outcome: 'bad', note: one.note ?? { code: 'beside' } });
  return null;
}

function compose(variant: VariantRow, group: readonly Judged[], skus: ReadonlyMap<string, SkuRow>): Change | null {
  const spoil = (wrong: readonly Judged[], code: Note['code'], about?: string) => {
    for (const one of wrong) one.note = { code, ...(about !== undefined && { about }) };
    return null;
  };
  if (group.some((one) => one.row.not_ours))
    return group.length > 1 ? spoil(group, 'not_ours_alone') : { variant, target: 'not_ours' };
  const scopes = groupBy(group, (one) => one.row.countries.join());
  for (const list of scopes.values()) {
    const double = list.find((one, at) => list.findIndex((first) => first.row.sku === one.row.sku) < at);
    if (double) return spoil([double], 'doubled', double.row.sku);
    if (list.length > mappingLimits.components) return spoil(list.slice(mappingLimits.components), 'too_many');
  }
  const base = scopes.get('');
  const components = base ? partsOf(base, skus) : variant.components;
  if (components.length === 0) return spoil(group, 'no_base');
  const named = [...scopes].filter(([countries]) => countries !== '');
  const rules = named.map(
    ([, list]): Rule => ({
      countries: list[0]?.row.countries ?? [],
      valid_from: null,
      valid_to: null,
      components: partsOf(list, skus),
    }),
  );
  // A file says nothing of days: rules that have some stay, and all do when it names no country.
  const kept = variant.rules.filter((rule) => named.length === 0 || rule.valid_from !== null || rule.valid_to !== null);
  const all = [...rules, ...kept];
  if (all.length > mappingLimits.rules) return spoil(group, 'too_many_rules');
  if (firstOverlap(all))
    return spoil(
      named.flatMap(([, list]) => list),
      'overlap',
    );
  return { variant, target: { components, rules: all } };
}

const partsOf = (list: readonly Judged[], skus: ReadonlyMap<string, SkuRow>): Part[] =>
  list.flatMap(({ row }) => {
    const sku = skus.get(row.sku);
    return sku ? [{ sku_id: sku.id, code: sku.code, quantity: row.quantity }] : [];
  });

/** Writes beside the rows what changes; false when the variant is so already. */
function applyChange(variant: VariantRow, group: readonly Judged[], { target }: Change, locale: Locale): boolean {
  const to = target === 'not_ours' ? reportWords[locale].notOurs : textOf(target);
  const same = to === standing(variant, locale);
  const waits = same && variant.mapping_state === 'needs_review';
  for (const one of group)
    Object.assign(one, { to, outcome: same ? 'unchanged' : 'changed', note: waits ? { code: 'review' } : null });
  return !same;
}

/** What a variant consists of now, in words; null while that is unknown. */
function standing(variant: VariantRow, locale: Locale): string | null {
  if (variant.mapping_state === 'not_ours') return reportWords[locale].notOurs;
  return variant.components.length > 0 ? textOf(variant) : null;
}

const partsText = (parts: readonly Part[]) =>
  parts
    .map(({ code, quantity }) => (quantity === 1 ? code : `${code} × ${quantity}`))
    .sort((a, b) => (a < b ? -1 : 1))
    .join(' + ');

/** Equal for equal recipes, in whatever sequence they are written. */
function textOf({ components, rules }: { components: readonly Part[]; rules: readonly Rule[] }): string {
  const scoped = rules.map((rule) => {
    const days = rule.valid_from || rule.valid_to ? ` ${rule.valid_from ?? ''}…${rule.valid_to ?? ''}` : '';
    return `${rule.countries.toSorted().join(', ')}${days}: ${partsText(rule.components)}`;
  });
  return [partsText(components), ...scoped.sort()].join('; ');
}
