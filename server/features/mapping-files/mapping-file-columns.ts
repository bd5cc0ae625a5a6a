import { FileProblem } from '#server/connectors/file/file-problem.ts';
import type { Locale } from './mapping-file-texts.ts';

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
export type Places = Partial<Record<Column, number>>;

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
export function findPlaces(head: readonly string[]): Places {
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
