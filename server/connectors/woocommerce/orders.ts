import { z } from 'zod';
import type { ShopAddress, ShopOrder, ShopOrderLine, ShopPage, ShopSession } from '../connector.ts';
import { toMinor } from '../minor-units.ts';
import { changedSince, type Cursor, nextCursor, pageSize, utc } from './paging.ts';
import { metaSchema, piecesSent, registerOf } from './register.ts';
import type { Rest } from './rest.ts';

const id = z.int().transform(String);
const word = z.string().catch('');

const addressSchema = z.object({
  first_name: word,
  last_name: word,
  company: word,
  address_1: word,
  address_2: word,
  city: word,
  state: word,
  postcode: word,
  country: word,
  phone: word,
  email: word,
});

const lineSchema = z.object({
  id,
  name: z.string(),
  parent_name: z.string().nullish(),
  product_id: z.int(),
  variation_id: z.int(),
  quantity: z.number(),
  total: z.string(),
  sku: z.string().nullish(),
  image: z.object({ src: word }).nullish().catch(null),
  meta_data: z.array(metaSchema).catch([]),
});
type Line = z.infer<typeof lineSchema>;

export const orderSchema = z.object({
  id,
  number: z.string(),
  status: z.string(),
  currency: z.string().length(3),
  total: z.string(),
  total_tax: z.string().nullish().catch(null),
  date_created_gmt: z.string().nullable(),
  date_modified_gmt: z.string().nullable(),
  date_paid_gmt: z.string().nullable(),
  billing: addressSchema,
  shipping: addressSchema,
  customer_note: word,
  line_items: z.array(lineSchema),
  refunds: z.array(z.object({ total: z.string() })).catch([]),
  meta_data: z.array(metaSchema).catch([]),
  needs_processing: z.boolean().nullish().catch(null),
});
export type WooOrder = z.infer<typeof orderSchema>;

const taxed = z.array(z.object({ total_tax: z.string().nullish() })).catch([]);

const refundsSchema = z.array(
  z.object({
    line_items: z.array(
      z.object({
        quantity: z.number(),
        total_tax: z.string().nullish().catch(null),
        meta_data: z.array(metaSchema).catch([]),
      }),
    ),
    shipping_lines: taxed,
    fee_lines: taxed,
  }),
);

/** Carts that were never sent, and drafts of the shop's people. */
const notYet = new Set(['checkout-draft', 'auto-draft', 'draft', 'new']);
const gone = new Set(['cancelled', 'trash']);

function financialOf({ status, date_paid_gmt, refunds }: WooOrder): ShopOrder['financial_status'] {
  if (status === 'refunded') return 'refunded';
  const kept = refunds.length > 0 ? 'partially_refunded' : 'paid';
  // `processing` is the shop's word for "send it", also when the buyer pays at the door.
  if (date_paid_gmt !== null || status === 'processing' || status === 'completed') return kept;
  return gone.has(status) ? 'voided' : 'pending';
}

function fulfillmentOf(order: WooOrder, left: number): ShopOrder['fulfillment_status'] {
  if (order.status === 'completed') return 'fulfilled';
  const sent = piecesSent(registerOf(order.meta_data));
  const partly = sent > 0 || order.meta_data.some((meta) => meta.value === 'partially_fulfilled');
  if (partly) return left > sent ? 'partial' : 'fulfilled';
  // Without payment it waits for the buyer, which the payment state says; paid and on hold, the shop wants it kept back.
  return order.status === 'on-hold' && order.date_paid_gmt !== null ? 'on_hold' : 'unfulfilled';
}

const filled = (text: string) => (text.trim() === '' ? null : text.trim());
const province = /^[A-Z0-9-]{1,6}$/;

function addressOf({ shipping, billing }: WooOrder): ShopAddress | null {
  const given = filled(shipping.address_1) || filled(shipping.city) ? shipping : billing;
  if (!filled(given.address_1) && !filled(given.country)) return null;
  const state = filled(given.state);
  return {
    name: filled(`${given.first_name} ${given.last_name}`),
    company: filled(given.company),
    address1: filled(given.address_1),
    address2: filled(given.address_2),
    city: filled(given.city),
    province: state,
    province_code: state !== null && province.test(state) ? state : null,
    zip: filled(given.postcode),
    country: /^[A-Z]{2}$/.test(given.country) ? given.country : null,
    phone: filled(given.phone) ?? filled(billing.phone),
  };
}

/** The words of a variation stand in the line's details, as the shop shows them. */
function choiceOf(line: Line): string | null {
  if (line.variation_id === 0) return null;
  const shown = line.meta_data
    .filter((meta) => !meta.key.startsWith('_'))
    .map((meta) => meta.display_value ?? (typeof meta.value === 'string' ? meta.value : ''));
  return filled(shown.join(' / '));
}

function lineOf(line: Line, order: WooOrder, refunded: number): ShopOrderLine {
  const quantity = Math.max(0, Math.round(line.quantity));
  return {
    external_id: line.id,
    // A simple product is its own and only variant; both kinds of id come from one row of numbers.
    external_variant_id:
      String(line.variation_id || line.product_id) === '0' ? null : String(line.variation_id || line.product_id),
    title: line.parent_name ?? line.name,
    variant_title: choiceOf(line),
    sku: line.sku ?? '',
    quantity,
    current_quantity: order.status === 'refunded' ? 0 : Math.max(0, quantity - refunded),
    unit_price: quantity > 0 ? Math.round(toMinor(line.total, order.currency) / quantity) : null,
    requires_shipping: order.needs_processing !== false,
    image_url: line.image?.src ? line.image.src : null,
  };
}

/** What was paid back: pieces by line, and the tax of lines, shipping and fees. */
type Refunded = { pieces: Map<string, number>; tax: number };

/** The tax after refunds. One that names an amount and no lines does not say its tax: no more of it is left than of the total. */
function taxOf({ total_tax, currency }: WooOrder, total: number, refunded: number): number | null {
  if (typeof total_tax !== 'string') return null;
  return Math.max(0, Math.min(total, toMinor(total_tax, currency) - refunded));
}

/** One order as the portal knows orders; null for what is no order yet. */
export function shopOrderOf(order: WooOrder, refunded: Refunded): ShopOrder | null {
  if (notYet.has(order.status)) return null;
  const updated_at = utc(order.date_modified_gmt ?? order.date_created_gmt);
  const lines = order.line_items.map((line) => lineOf(line, order, refunded.pieces.get(line.id) ?? 0));
  const given = order.refunds.reduce((sum, refund) => sum + toMinor(refund.total, order.currency), 0); // each below zero
  const paidBack = Math.max(0, -given);
  const total = toMinor(order.total, order.currency) - paidBack;
  return {
    external_id: order.id,
    name: `#${order.number}`,
    placed_at: utc(order.date_created_gmt),
    updated_at,
    cancelled_at: gone.has(order.status) ? updated_at : null,
    financial_status: financialOf(order),
    fulfillment_status: fulfillmentOf(
      order,
      lines.reduce((sum, line) => sum + line.current_quantity, 0),
    ),
    test: false,
    risk: null,
    tags: [],
    currency: order.currency,
    total,
    tax: taxOf(order, total, refunded.tax),
    taxes_included: false, // lines are told without it, whatever the shop shows
    refunded: paidBack,
    presentment_currency: null,
    presentment_total: null,
    email: filled(order.billing.email),
    note: filled(order.customer_note),
    address: addressOf(order),
    lines,
  };
}

/** Reads orders, with the pieces that were paid back: an order names its refunds, but not what was in them. */
export function orderReader(rest: Rest) {
  async function refundsOf(shop: ShopSession, order: WooOrder): Promise<Refunded> {
    const pieces = new Map<string, number>();
    if (order.refunds.length === 0) return { pieces, tax: 0 };
    const found = await rest.get(shop, `orders/${order.id}/refunds`, { per_page: 100 }, refundsSchema, {
      orNull: 'record',
    });
    const refunds = found?.data ?? [];
    for (const item of refunds.flatMap((refund) => refund.line_items)) {
      const of = item.meta_data.find((meta) => meta.key === '_refunded_item_id')?.value;
      if (typeof of !== 'string' && typeof of !== 'number') continue;
      pieces.set(String(of), (pieces.get(String(of)) ?? 0) + Math.abs(item.quantity));
    }
    const tax = refunds
      .flatMap(({ line_items, shipping_lines, fee_lines }) => [...line_items, ...shipping_lines, ...fee_lines])
      .reduce((sum, { total_tax }) => sum + Math.abs(toMinor(total_tax ?? '0', order.currency)), 0);
    return { pieces, tax };
  }
  const refundedOf = async (shop: ShopSession, order: WooOrder) => (await refundsOf(shop, order)).pieces;
  const whole = async (shop: ShopSession, order: WooOrder) => shopOrderOf(order, await refundsOf(shop, order));

  async function raw(shop: ShopSession, externalId: string): Promise<WooOrder | null> {
    const found = await rest.get(shop, `orders/${externalId}`, {}, orderSchema, { orNull: 'record', urgent: true });
    return found?.data ?? null;
  }

  return {
    raw,
    refundedOf,
    async changed(shop: ShopSession, since: Date, cursor: Cursor): Promise<ShopPage<ShopOrder>> {
      const found = await rest.get(shop, 'orders', changedSince(since, cursor), z.array(orderSchema));
      const orders = found?.data ?? [];
      const items: ShopOrder[] = [];
      for (const order of orders) {
        const read = await whole(shop, order);
        if (read) items.push(read);
      }
      const changes = orders.map((order) => utc(order.date_modified_gmt ?? order.date_created_gmt));
      return { items, next: nextCursor(since, cursor, changes, pageSize) };
    },
    async one(shop: ShopSession, externalId: string): Promise<ShopOrder | null> {
      const order = await raw(shop, externalId);
      return order && whole(shop, order);
    },
    async count(shop: ShopSession, since: Date): Promise<number> {
      const query = { ...changedSince(since, null), per_page: 1 };
      return (await rest.get(shop, 'orders', query, z.array(z.unknown())))?.total ?? 0;
    },
  };
}
