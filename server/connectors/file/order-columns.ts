import { importFields } from '#contract/order-import.ts';
import { FileProblem } from './file-problem.ts';

export type OrderField = (typeof importFields)[number];
/** Fields that only Shopify's own export has. */
export type ExtraField =
  | 'paid_at'
  | 'fulfilled_at'
  | 'cancelled_at'
  | 'fulfillment_status'
  | 'total'
  | 'notes'
  | 'tags'
  | 'risk'
  | 'requires_shipping';
export type Field = OrderField | ExtraField;

/** Where each field stands in a row. */
export type Columns = {
  format: 'shopify' | 'mapped';
  at: Partial<Record<Field, number>>;
  /** Titles by field, for messages. */
  titles: Partial<Record<Field, string>>;
};
export type Mapping = Partial<Record<OrderField, string | undefined>>;

/** Titles of Shopify's order export, as its help pages document them. */
const shopifyTitles: Record<Field, string> = {
  order_id: 'Id',
  order_name: 'Name',
  placed_at: 'Created at',
  paid_at: 'Paid at',
  fulfilled_at: 'Fulfilled at',
  cancelled_at: 'Cancelled at',
  financial_status: 'Financial Status',
  fulfillment_status: 'Fulfillment Status',
  currency: 'Currency',
  total: 'Total',
  notes: 'Notes',
  tags: 'Tags',
  risk: 'Risk Level',
  line_title: 'Lineitem name',
  line_variant: 'Lineitem variant',
  line_sku: 'Lineitem sku',
  line_quantity: 'Lineitem quantity',
  line_price: 'Lineitem price',
  requires_shipping: 'Lineitem requires shipping',
  name: 'Shipping Name',
  company: 'Shipping Company',
  address1: 'Shipping Address1',
  address2: 'Shipping Address2',
  city: 'Shipping City',
  province: 'Shipping Province',
  zip: 'Shipping Zip',
  country: 'Shipping Country',
  phone: 'Shipping Phone',
  email: 'Email',
};
const tellsShopify: readonly Field[] = [
  'order_name',
  'placed_at',
  'financial_status',
  'currency',
  'line_title',
  'line_quantity',
];
const demanded: readonly OrderField[] = ['order_name', 'placed_at', 'line_quantity'];

const spelt = (title: string) => title.trim().toLowerCase().replace(/\s+/g, ' ');

/** Finds the fields in the head of a table: by the merchant's mapping, else as Shopify's own export. Throws `FileProblem`. */
export function findColumns(head: readonly string[], mapping: Mapping | null): Columns {
  const places = new Map<string, number>();
  head.forEach((title, index) => {
    if (!places.has(spelt(title))) places.set(spelt(title), index);
  });
  return mapping ? mapped(places, mapping) : shopify(places);
}

function shopify(places: Map<string, number>): Columns {
  const columns: Columns = { format: 'shopify', at: {}, titles: shopifyTitles };
  for (const [field, title] of Object.entries(shopifyTitles) as [Field, string][]) {
    const at = places.get(spelt(title));
    if (at !== undefined) columns.at[field] = at;
  }
  const missing = tellsShopify.filter((field) => columns.at[field] === undefined);
  if (missing.length > 0) {
    const titles = missing.map((field) => `“${shopifyTitles[field]}”`).join(', ');
    throw new FileProblem(
      `This is not Shopify’s order export: ${titles} is missing. Say which column holds what, then try again.`,
    );
  }
  return columns;
}

/** Whether a table is Shopify's own export. */
export const isShopifyHead = (head: readonly string[]): boolean => {
  const titles = new Set(head.map(spelt));
  return tellsShopify.every((field) => titles.has(spelt(shopifyTitles[field])));
};

function mapped(places: Map<string, number>, mapping: Mapping): Columns {
  const columns: Columns = { format: 'mapped', at: {}, titles: {} };
  for (const field of importFields) {
    const title = mapping[field];
    if (!title) continue;
    const at = places.get(spelt(title));
    if (at === undefined) throw new FileProblem(`The file has no column “${title}”. Choose another column for it.`);
    columns.at[field] = at;
    columns.titles[field] = title;
  }
  const missing = demanded.filter((field) => columns.at[field] === undefined);
  if (missing.length > 0)
    throw new FileProblem(`Say which column holds ${missing.map((field) => field.replaceAll('_', ' ')).join(', ')}.`);
  if (columns.at.line_title === undefined && columns.at.line_sku === undefined) {
    throw new FileProblem('Say which column holds the product’s title or its SKU.');
  }
  return columns;
}
