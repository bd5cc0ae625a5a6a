import { capabilitiesOf } from '../capabilities.ts';
import type { ShopAddress, ShopOrder, ShopOrderLine } from '../connector.ts';
import { currencyDigits, type Read, readMoney, readQuantity, statedCurrency, unreadable } from './cell-values.ts';
import { readCountry } from './country-names.ts';
import { type DateReading, readDate } from './date-readings.ts';
import type { RowProblem } from './file-problem.ts';
import type { Columns } from './order-columns.ts';
import type { AddressField, Field } from './order-fields.ts';
import type { Group } from './order-groups.ts';
import { RowReader } from './row-reader.ts';
import { financialStatuses } from '#contract/order-states.ts';
import { ownEntry } from '../../lib/own-entry.ts';

type OrderStatus = {
  financial: ShopOrder['financial_status'];
  fulfillment: ShopOrder['fulfillment_status'];
  cancelled: boolean;
};

const fulfillmentWords: Record<string, ShopOrder['fulfillment_status']> = {
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

/** WooCommerce's own states of an order: `processing` means paid and to be sent. */
const orderWords: Record<string, OrderStatus> = {
  pending: { financial: 'pending', fulfillment: 'unfulfilled', cancelled: false },
  pending_payment: { financial: 'pending', fulfillment: 'unfulfilled', cancelled: false },
  on_hold: { financial: 'pending', fulfillment: 'unfulfilled', cancelled: false },
  processing: { financial: 'paid', fulfillment: 'unfulfilled', cancelled: false },
  completed: { financial: 'paid', fulfillment: 'fulfilled', cancelled: false },
  refunded: { financial: 'refunded', fulfillment: 'unfulfilled', cancelled: false },
  failed: { financial: 'pending', fulfillment: 'unfulfilled', cancelled: false },
  cancelled: { financial: 'voided', fulfillment: 'unfulfilled', cancelled: true },
};

const wordOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[\s-]+/g, '_');

function readFinancial(text: string): Read<(typeof financialStatuses)[number]> {
  const known = financialStatuses.find((status) => status === wordOf(text));
  return known ? { value: known } : unreadable('unknown_payment_status', text, { known: financialStatuses.join(', ') });
}

function readFulfillment(text: string): Read<ShopOrder['fulfillment_status']> {
  const known = ownEntry(fulfillmentWords, wordOf(text));
  return known ? { value: known } : unreadable('unknown_fulfillment_status', text);
}

/** Payment and fulfillment in one word, as WooCommerce writes it. */
function readOrderStatus(text: string): Read<OrderStatus> {
  const known = ownEntry(orderWords, wordOf(text));
  return known
    ? { value: known }
    : unreadable('unknown_order_status', text, { known: Object.keys(orderWords).join(', ') });
}

/** What the rows of a file stand for in its store. */
export type Target = {
  platform: string;
  /** For files that name no currency. */
  currency: string;
  /** Which of day and month comes first where a date leaves it open. */
  dates?: DateReading | null;
  /** When the file is read: nothing in it happened later. */
  now?: Date;
};

/** Rows of one order, or what keeps them from being one. */
export type FileOrder = { order: ShopOrder; problems: [] } | { order: null; problems: RowProblem[] };

type Line = ShopOrderLine & { sent: number };

/** Makes an order of its rows. */
export function readOrder(columns: Columns, group: Group, target: Target): FileOrder {
  const readers = group.rows.map((row) => new RowReader(columns, row));
  const head = readers[group.rows.indexOf(group.head)];
  if (!head) return { order: null, problems: group.problems };
  for (const reader of readers) for (const field of ['order_name', 'order_id'] as const) reader.text(field); // may be too long
  const currency = currencyOf(columns, head, readers, target);
  const digits = currencyDigits(currency);
  if (digits === null)
    head.problem(
      'currency',
      currency === '' ? { code: 'no_currency', params: {} } : unreadable('unknown_currency', currency).problem,
    );
  const money = digits === null ? null : { digits, currency };
  const lines = readers.map((reader, index) => readLine(columns, reader, index, money, target));
  const order = money && readHead(columns, head, group, money, lines, target);
  const problems = [...group.problems, ...readers.flatMap((reader) => reader.problems)];
  return problems.length > 0 || !order ? { order: null, problems } : { order, problems: [] };
}

type Money = { digits: number; currency: string };

/** The order's own currency, else the one that its prices name, else the store's; Shopify's export always has one. */
function currencyOf(columns: Columns, head: RowReader, readers: readonly RowReader[], target: Target): string {
  const own = head.text('currency').toUpperCase();
  if (own !== '' || columns.format === 'shopify') return own;
  const stated = readers.flatMap((reader) =>
    (['line_price', 'line_total'] as const).flatMap((field) => statedCurrency(reader.text(field)) ?? []),
  );
  return stated[0] ?? target.currency;
}

function readLine(columns: Columns, reader: RowReader, index: number, money: Money | null, target: Target): Line {
  const sku = reader.text('line_sku');
  const title = reader.text('line_title') || sku;
  if (title === '')
    reader.problem(reader.has('line_title') ? 'line_title' : 'line_sku', { code: 'no_product', params: {} });
  const variant_title = reader.text('line_variant') || null;
  const least = columns.format === 'woocommerce' ? 0 : 1; // its lines may be refunded as a whole
  const count = (text: string) => readQuantity(text, least);
  const quantity = reader.read('line_quantity', count, { missing: 'no_quantity' }) ?? 1;
  const left = reader.read('line_left', (text) => readQuantity(text, 0), { otherwise: quantity }) ?? quantity;
  const sent = reader.read('line_sent', (text) => readQuantity(text, 0), { otherwise: 0 }) ?? 0;
  return {
    external_id: `file:${index + 1}`,
    // A store that only knows files has no other variants than those its files speak of.
    external_variant_id: !capabilitiesOf(target.platform).reads_shop ? variantKey(sku, title, variant_title) : null,
    title,
    variant_title,
    sku,
    quantity,
    current_quantity: Math.min(left, quantity),
    unit_price: money && readPrice(reader, money, quantity),
    requires_shipping: !/^(?:false|no|0)$/i.test(reader.text('requires_shipping')),
    image_url: null,
    sent,
  };
}

/** Minor units that a line may cost: the sum of an order's lines stays a number that can be kept. */
const largestLine = 10 ** 13;

function readPrice(reader: RowReader, { digits, currency }: Money, quantity: number): number | null {
  const read = (field: Field) =>
    reader.read<number | null>(field, (text) => readMoney(text, digits, currency), { otherwise: null }) ?? null;
  const unit = read('line_price');
  const all = read('line_total');
  if ((unit ?? 0) * quantity > largestLine)
    reader.problem('line_price', unreadable('not_an_amount', reader.text('line_price')).problem);
  return unit ?? (all === null || quantity === 0 ? null : Math.round(all / quantity));
}

/** The variant that a file's line stands for in a store without a shop. */
export const variantKey = (sku: string, title: string, variantTitle: string | null) =>
  `file:${sku === '' ? [title, variantTitle].filter(Boolean).join('\n') : sku}`.slice(0, 250);

const day = 86_400_000;

/** A date that is over, in whatever zone it was written: one that lies ahead would make every later word look older. */
function readMoment(text: string, { dates = null, now }: Target): Read<Date> {
  const read = readDate(text, dates);
  const isAhead = 'value' in read && now !== undefined && read.value.getTime() > now.getTime() + day;
  return isAhead ? unreadable('date_in_future', text) : read;
}

function readHead(
  columns: Columns,
  head: RowReader,
  group: Group,
  money: Money,
  lines: Line[],
  target: Target,
): ShopOrder | null {
  const { digits, currency } = money;
  const readTime = (text: string) => readMoment(text, target);
  const undated = target.now !== undefined && columns.at.placed_at === undefined;
  const placed_at = undated ? target.now : head.read('placed_at', readTime, { missing: 'no_date' });
  const optional = (field: Field) => head.read<Date | null>(field, readTime, { otherwise: null }) ?? null;
  const [paid_at, fulfilled_at, cancelled_at] = [
    optional('paid_at'),
    optional('fulfilled_at'),
    optional('cancelled_at'),
  ];
  const status = readStatus(head, lines, fulfilled_at);
  const address = readAddress(columns, head);
  const sum = lines.reduce((total, line) => total + (line.unit_price ?? 0) * line.quantity, 0);
  const total = head.read<number>('total', (text) => readMoney(text, digits, currency), { otherwise: sum });
  const tax = readTax(head, money, total);
  if (!placed_at || !status || total === undefined || !address) return null;
  const moments = [placed_at, paid_at, fulfilled_at, cancelled_at].filter((time) => time !== null);
  return {
    // Shopify's Id column is the id by which its API knows the order: file and API meet in one row (P8).
    external_id: group.id || group.name,
    name: group.name,
    placed_at,
    ...(undated && { undated }),
    // A file does not say when an order changed; its last known moment stands for it.
    updated_at: new Date(Math.max(...moments.map((time) => time.getTime()))),
    cancelled_at: cancelled_at ?? (status.cancelled ? placed_at : null),
    financial_status: status.financial,
    fulfillment_status: status.fulfillment,
    test: false,
    risk: head.text('risk').toLowerCase() || null,
    tags: head
      .text('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    currency,
    total,
    ...tax,
    refunded: readAmount(head, 'refunded', money),
    presentment_currency: null,
    presentment_total: null,
    email: head.text('email') || null,
    note: head.text('notes') || null,
    address: Object.values(address).some((part) => part !== null) ? address : null,
    lines: lines.map(({ sent: _sent, ...line }) => line),
  };
}

/** An amount of the whole order; null where the file does not tell it. */
const readAmount = (head: RowReader, field: Field, { digits, currency }: Money): number | null =>
  head.read<number | null>(field, (text) => readMoney(text, digits, currency), { otherwise: null }) ?? null;

/** The tax in a total that the file tells; prices contain it where they come to the total without it. */
function readTax(head: RowReader, money: Money, total: number | undefined) {
  const read = (field: Field) => readAmount(head, field, money);
  const [tax, subtotal, shipping] = [read('tax'), read('subtotal'), read('shipping')];
  const told = tax !== null && total !== undefined && head.has('total') && tax <= total;
  return { tax: told ? tax : null, taxes_included: told && tax > 0 && (subtotal ?? 0) + (shipping ?? 0) === total };
}

/** Payment and fulfillment as the file tells them; undefined after a problem. */
function readStatus(head: RowReader, lines: readonly Line[], fulfilledAt: Date | null): OrderStatus | undefined {
  if (head.has('order_status')) return head.read('order_status', readOrderStatus, { missing: 'no_payment_status' });
  const financial = head.read(
    'financial_status',
    readFinancial,
    head.has('financial_status') ? { missing: 'no_payment_status' } : { otherwise: 'paid' as const },
  );
  const sent = lines.reduce((sum, line) => sum + line.sent, 0);
  const open = lines.reduce((sum, line) => sum + line.quantity, 0) - sent;
  const reported = head.has('fulfillment_status') || (fulfilledAt === null && sent === 0);
  const otherwise = reported
    ? ('unfulfilled' as const)
    : sent > 0 && open > 0
      ? ('partial' as const)
      : ('fulfilled' as const);
  const fulfillment = head.read('fulfillment_status', readFulfillment, { otherwise });
  return financial && fulfillment && { financial, fulfillment, cancelled: false };
}

const addressFields: readonly AddressField[] = [
  'name',
  'last_name',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'zip',
  'country',
  'phone',
];

/** Where the order goes: to the buyer's own address when the file has no other one. */
function readAddress(columns: Columns, head: RowReader): ShopAddress | null {
  const given = (['address1', 'city', 'zip', 'country'] as const).some((field) => head.text(field) !== '');
  const useBilling = !given && Object.keys(columns.billing).length > 0;
  const texts = Object.fromEntries(
    addressFields.map((field) => [field, useBilling ? head.billing(field) : head.text(field)]),
  ) as Record<AddressField, string>; // made of all address fields
  const country: Read<string | null> = texts.country === '' ? { value: null } : readCountry(texts.country);
  if ('problem' in country) {
    head.problem('country', country.problem);
    return null;
  }
  const filled = (...parts: string[]) => parts.filter((part) => part !== '').join(' ') || null;
  return {
    name: filled(texts.name, texts.last_name),
    company: filled(texts.company),
    address1: filled(texts.address1, head.text('house_number')),
    address2: filled(texts.address2, head.text('address3')),
    city: filled(texts.city),
    province: filled(texts.province),
    province_code: null,
    zip: filled(texts.zip),
    country: country.value,
    phone: filled(texts.phone),
  };
}
