import { capabilitiesOf } from '../capabilities.ts';
import type { ShopAddress, ShopOrder, ShopOrderLine } from '../connector.ts';
import { currencyDigits, type Read, readCountry, readMoney, readQuantity } from './cell-values.ts';
import { type DateReading, readDate } from './date-readings.ts';
import type { Columns, Field } from './order-columns.ts';
import type { RowProblem } from './file-problem.ts';
import type { TableRow } from './table-rows.ts';

/** What the rows of a file stand for in its store. */
export type Target = {
  platform: string;
  /** For files without a currency column. */
  currency: string;
  /** Which of day and month comes first where a date leaves it open. */
  dates?: DateReading | null;
};

/** Rows of one order, or the sentences that keep it from being one. */
export type FileOrder = { order: ShopOrder; problems: [] } | { order: null; problems: RowProblem[] };

const financialStatuses = [
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'expired',
] as const;
const fulfillmentWords: Record<string, ShopOrder['fulfillment_status']> = {
  '': 'unfulfilled',
  unfulfilled: 'unfulfilled',
  open: 'unfulfilled',
  pending: 'unfulfilled',
  scheduled: 'unfulfilled',
  in_progress: 'unfulfilled',
  pending_fulfillment: 'unfulfilled',
  request_declined: 'unfulfilled',
  partial: 'partial',
  partially_fulfilled: 'partial',
  fulfilled: 'fulfilled',
  on_hold: 'on_hold',
  restocked: 'restocked',
};
const longest: Partial<Record<Field, number>> = {
  order_name: 50,
  order_id: 64,
  line_title: 255,
  line_sku: 100,
  name: 120,
  address1: 200,
  address2: 200,
  city: 100,
  province: 100,
  zip: 20,
  phone: 40,
  email: 254,
};

/** Reads the cells of one row and collects what is wrong with them. */
class RowReader {
  readonly problems: RowProblem[] = [];
  private readonly columns: Columns;
  private readonly row: TableRow;
  constructor(columns: Columns, row: TableRow) {
    this.columns = columns;
    this.row = row;
  }
  text(field: Field): string {
    const at = this.columns.at[field];
    // Shopify writes an apostrophe before postcodes, so that spreadsheets keep their zeros.
    const cell = at === undefined ? '' : (this.row.cells[at] ?? '').replace(/^'+/, '');
    const limit = longest[field];
    if (limit && cell.length > limit) this.problem(field, `This is longer than ${limit} characters. Shorten it.`);
    return cell;
  }
  has(field: Field): boolean {
    return this.columns.at[field] !== undefined;
  }
  problem(field: Field | null, message: string): void {
    this.problems.push({ row: this.row.row, column: field ? (this.columns.titles[field] ?? null) : null, message });
  }
  /** What the cell means; an empty one is `otherwise`, or a problem when that is a sentence. Undefined after a problem. */
  read<T>(field: Field, as: (text: string) => Read<T>, empty: { otherwise: T } | { missing: string }): T | undefined {
    const text = this.text(field);
    if (text === '') {
      if ('otherwise' in empty) return empty.otherwise;
      this.problem(field, empty.missing);
      return undefined;
    }
    const read = as(text);
    if ('value' in read) return read.value;
    this.problem(field, read.problem);
    return undefined;
  }
}

/** The rows of each order: one row per line of goods, the first one holds what belongs to the whole order. */
export function groupOrders(
  columns: Columns,
  rows: Iterable<TableRow>,
): { orders: TableRow[][]; nameless: TableRow[]; problems: RowProblem[] } {
  const groups = new Map<string, TableRow[]>();
  const current = new Map<string, string>(); // the order that a name stands for here
  const nameless: TableRow[] = [];
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const reader = new RowReader(columns, row);
    const name = reader.text('order_name');
    if (name === '') {
      reader.problem('order_name', 'This row does not say which order it belongs to. Fill in the order’s name.');
      problems.push(...reader.problems);
      nameless.push(row);
      continue;
    }
    const id = reader.text('order_id');
    const key = id === '' ? (current.get(name) ?? name) : `${name}\n${id}`;
    current.set(name, key);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return { orders: [...groups.values()], nameless, problems };
}

/** Makes an order of its rows. */
export function readOrder(columns: Columns, rows: readonly TableRow[], target: Target): FileOrder {
  const readers = rows.map((row) => new RowReader(columns, row));
  const first = readers[0];
  if (!first) return { order: null, problems: [] };
  const currency = first.text('currency').toUpperCase() || (columns.format === 'mapped' ? target.currency : '');
  const digits = currencyDigits(currency);
  if (digits === null) {
    first.problem(
      'currency',
      currency === ''
        ? 'The order’s first row has no currency. Keep the rows of an order together, the full one first.'
        : `“${currency}” is no currency. Write a three-letter code such as USD.`,
    );
  }
  const lines = readers.map((reader, index) => readLine(reader, index, digits ?? 2, target));
  const order = digits === null ? null : readHead(first, currency, digits, lines, target.dates ?? null);
  const problems = readers.flatMap((reader) => reader.problems);
  return problems.length > 0 || !order ? { order: null, problems } : { order, problems: [] };
}

function readLine(reader: RowReader, index: number, digits: number, target: Target): ShopOrderLine {
  const sku = reader.text('line_sku');
  const title = reader.text('line_title') || sku;
  if (title === '')
    reader.problem(
      reader.has('line_title') ? 'line_title' : 'line_sku',
      'This row names no product. Fill in its title or SKU.',
    );
  const variant_title = reader.text('line_variant') || null;
  const quantity = reader.read('line_quantity', readQuantity, { missing: 'The quantity is missing.' }) ?? 1;
  return {
    external_id: `file:${index + 1}`,
    // A store that only knows files has no other variants than those its files speak of.
    external_variant_id: !capabilitiesOf(target.platform).reads_shop ? variantKey(sku, title, variant_title) : null,
    title,
    variant_title,
    sku,
    quantity,
    current_quantity: quantity,
    unit_price:
      reader.read<number | null>('line_price', (text) => readMoney(text, digits), { otherwise: null }) ?? null,
    requires_shipping: !/^(?:false|no|0)$/i.test(reader.text('requires_shipping')),
    image_url: null,
  };
}

/** The variant that a file's line stands for in a store without a shop. */
export const variantKey = (sku: string, title: string, variantTitle: string | null) =>
  `file:${sku === '' ? [title, variantTitle].filter(Boolean).join('\n') : sku}`.slice(0, 250);

function readHead(
  first: RowReader,
  currency: string,
  digits: number,
  lines: ShopOrderLine[],
  dates: DateReading | null,
): ShopOrder | null {
  const readTime = (text: string) => readDate(text, dates);
  const name = first.text('order_name');
  const placed_at = first.read('placed_at', readTime, {
    missing: 'The order’s date is missing. Keep the rows of an order together, the full one first.',
  });
  const times = (['paid_at', 'fulfilled_at'] as const).map((field) =>
    first.read<Date | null>(field, readTime, { otherwise: null }),
  );
  const cancelled_at = first.read<Date | null>('cancelled_at', readTime, { otherwise: null }) ?? null;
  const financial_status = first.read(
    'financial_status',
    readFinancial,
    first.has('financial_status') ? { missing: 'The payment status is missing.' } : { otherwise: 'paid' as const },
  );
  const fulfillment_status = first.read('fulfillment_status', readFulfillment, { otherwise: 'unfulfilled' as const });
  const address = readAddress(first);
  const sum = lines.reduce((total, line) => total + (line.unit_price ?? 0) * line.quantity, 0);
  const total = first.read<number>('total', (text) => readMoney(text, digits), { otherwise: sum });
  if (!placed_at || !financial_status || !fulfillment_status || total === undefined || !address) return null;
  const moments = [placed_at, cancelled_at, ...times].filter((time) => time instanceof Date);
  return {
    // Shopify's Id column is the id by which its API knows the order: file and API meet in one row (decision 8).
    external_id: first.text('order_id') || name,
    name,
    placed_at,
    // A file does not say when an order changed; its last known moment stands for it.
    updated_at: new Date(Math.max(...moments.map((time) => time.getTime()))),
    cancelled_at,
    financial_status,
    fulfillment_status,
    test: false,
    risk: first.text('risk').toLowerCase() || null,
    tags: first
      .text('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    currency,
    total,
    presentment_currency: null,
    presentment_total: null,
    email: first.text('email') || null,
    note: first.text('notes') || null,
    address: Object.values(address).some((part) => part !== null) ? address : null,
    lines,
  };
}

function readFinancial(text: string): Read<(typeof financialStatuses)[number]> {
  const word = text.toLowerCase().replaceAll(' ', '_');
  const known = financialStatuses.find((status) => status === word);
  return known
    ? { value: known }
    : { problem: `“${text}” is no payment status. Use one of ${financialStatuses.join(', ')}.` };
}

function readFulfillment(text: string): Read<ShopOrder['fulfillment_status']> {
  const known = fulfillmentWords[text.toLowerCase().replaceAll(' ', '_')];
  return known
    ? { value: known }
    : { problem: `“${text}” is no fulfilment status. Use unfulfilled, partial or fulfilled.` };
}

function readAddress(first: RowReader): ShopAddress | null {
  const part = (field: Field) => first.text(field) || null;
  const country = first.read<string | null>('country', readCountry, { otherwise: null });
  if (country === undefined) return null;
  return {
    name: part('name'),
    company: part('company'),
    address1: part('address1'),
    address2: part('address2'),
    city: part('city'),
    province: part('province'),
    province_code: null,
    zip: part('zip'),
    country,
    phone: part('phone'),
  };
}
