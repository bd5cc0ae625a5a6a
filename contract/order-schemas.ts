import { z } from 'zod';
import {
  blockCodes,
  cancelStatuses,
  cancelUnits,
  financialStatuses,
  fulfillmentStatuses,
  kinships,
  paymentStates,
} from './order-states.ts';
import { deliveryDaysSchema } from './delivery-days-schema.ts';
import { conversionSchema } from './exchange-rates.ts';
import { country, currency, date, id, minor, money, time } from './shared.ts';
import { fulfilmentSteps, stages } from './order-actions.ts';
import { alertRules } from './parcel-alerts.ts';
import { actionSchema, nextSchema } from './order-action-schemas.ts';

/** The order that this one replaces. */
const replacedOrderSchema = z.object({
  id,
  name: z.string(),
  /** Its units left before: where it is cancelled, they can be claimed again; otherwise the order sends them. */
  had_left: z.boolean(),
  /** It was cancelled itself: units that never left are given back. */
  cancelled_by_us: z.boolean(),
});

/** An order that sends units of this one. */
const replacementSchema = z.object({
  id,
  name: z.string(),
  stage: z.enum(stages),
  /** Units that it sends, and what was paid for them. */
  units: z.int(),
  worth: minor,
  /** It would be cancelled with this order: its units never left, and nobody prepares it. */
  recallable: z.boolean(),
});

/** What can be given back for an order now: neither credited nor paid for units of replacements. */
const leftSchema = z.object({ amount: minor, currency });

export const blockSchema = z.object({
  code: z.enum(blockCodes),
  /** Who has to act next. */
  owner: z.enum(['merchant', 'provider']),
  since: time,
  /** By when the provider has acted; null where it is the client’s turn. */
  due_at: time.nullable(),
  detail: z.record(z.string(), z.unknown()),
});

/**
 * What the order costs the merchant, in the wallet's currency; null until every line has a price. `own_stock` is what the
 * pieces of the merchant's own stock would cost: they are not among the goods.
 */
export const costSchema = z.object({
  goods: minor,
  freight: minor,
  fees: minor,
  total: minor,
  own_stock: minor,
  currency,
});

/** The days between which an order was promised when it was paid. */
export const promiseSchema = z.object({ from: date, by: date });

/** A payment that waits for a colleague's approval, and who requested it. */
export const openPaymentRequestSchema = z.object({ id, requested_by: z.object({ id, name: z.string() }) });

export const orderSchema = z.object({
  id,
  name: z.string(),
  store: z.object({ id, name: z.string(), platform: z.string() }),
  source: z.enum(['api', 'file', 'manual']),
  placed_at: time,
  customer: z.string().nullable(),
  country: country.nullable(),
  items: z.array(
    z.object({
      title: z.string(),
      variant_title: z.string().nullable(),
      quantity: z.int(),
      image_url: z.string().nullable(),
    }),
  ),
  lines: z.int(),
  units: z.int(),
  financial_status: z.enum(financialStatuses),
  fulfillment_status: z.enum(fulfillmentStatuses),
  payment: z.enum(paymentStates),
  stage: z.enum(stages),
  stage_since: time,
  held: z.boolean(),
  blocks: z.array(blockSchema),
  /** What the buyer pays, after discounts and refunds. */
  total: money,
  /** The tax in it, in its currency; null where the store has not told it. */
  tax: minor.nullable(),
  /** The total without the tax: what sales and profit are made of. */
  sale: money,
  cost: costSchema.nullable(),
  /** What paying it costs now: the order, or what came to it after it was paid; null while there is nothing that can be paid. */
  due: minor.nullable(),
  channel: z.object({ id, name: z.string() }).nullable(),
  /** From payment to the door; frozen at payment. */
  days: deliveryDaysSchema.nullable(),
  /** The same as days of the calendar, once it is paid. */
  promised: promiseSchema.nullable(),
  tracking: z.array(z.object({ carrier: z.string(), number: z.string(), url: z.string().nullable() })),
  /** What claims gave back, in the currency of the cost, which it leaves as it is; other refunds lower the cost. */
  credited: minor,
  /**
   * What the store paid back to the buyer, in its currency and in the account's, as statistics count it (null without a rate of the
   * order's date); null where it paid nothing back. It is already taken off the total.
   */
  buyer_refund: z.object({ money, converted: money.nullable(), conversion: conversionSchema.nullable() }).nullable(),
  /**
   * Sale less cost, with what claims gave back, in the currency of the cost; null while there is no cost, or no rate of the order's
   * date. Of a cancelled order what it cost all the same, below zero; null where it cost nothing.
   */
  profit: money.nullable(),
  /** How the sale was converted for it; null where it was not. */
  conversion: conversionSchema.nullable(),
  paid_at: time.nullable(),
  shipped_at: time.nullable(),
  /** Last day of the promise. */
  due_at: time.nullable(),
  weight_g: z.int().nullable(),
  risk: z.enum(['high', 'medium']).nullable(),
  note: z.string().nullable(),
  /** Those of the shop, and the merchant's own. */
  tags: z.array(z.object({ tag: z.string(), own: z.boolean() })),
  /** Of the quote that prices it. */
  sample_of: z.object({ id, number: z.string() }).nullable(),
  watched: z.boolean(),
  /** Why it is among the exceptions, and since when; the oldest first. */
  exceptions: z.array(z.object({ rule: z.enum(alertRules), since: time })),
  claimed: z.boolean(),
  invoice: z.object({ id, number: z.string() }).nullable(),
  /** The open request for the approval of its payment; null where nothing can be paid. */
  payment_request: openPaymentRequestSchema.nullable(),
});

export const orderLineSchema = z.object({
  id,
  title: z.string(),
  variant_title: z.string().nullable(),
  sku: z.string(),
  image_url: z.string().nullable(),
  quantity: z.int(),
  current_quantity: z.int(),
  shipped_quantity: z.int(),
  /** Cancelled here: given back, or never paid. */
  cancelled_quantity: z.int(),
  /** Units that other orders send. */
  moved_quantity: z.int(),
  /** Paid units that never left from here: a replacement sends them instead. */
  replaced_quantity: z.int(),
  /** The order at the shop that its units came from; null for its own. */
  from: z.object({ id, name: z.string() }).nullable(),
  /** Paid, still wanted and not yet sent: what a parcel may hold. */
  open_quantity: z.int(),
  unit_price: minor.nullable(),
  unit_cost: minor.nullable(),
  not_ours: z.boolean(),
  requires_shipping: z.boolean(),
  variant_id: id.nullable(),
  product_id: id.nullable(),
  mapping_version: z.int().nullable(),
});

export const addressSchema = z.object({
  name: z.string().nullable(),
  company: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  zip: z.string().nullable(),
  country: country.nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** The receiver's number for customs, where the country asks for one. */
  tax_id: z.string().nullable(),
});

export const parcelSchema = z.object({
  id,
  carrier: z.string(),
  tracking_number: z.string(),
  tracking_url: z.string().nullable(),
  /** Who brings it to the door, once another carrier does. */
  last_mile: z.object({ carrier: z.string(), tracking_number: z.string() }).nullable(),
  channel: z.string(),
  status: z.string(),
  shipped_at: time,
  delivered_at: time.nullable(),
  lines: z.array(z.object({ line_id: id, quantity: z.int() })),
  /** What the shop knows of it; `reconnect` while its store no longer accepts us. */
  push: z.enum(['none', 'sending', 'sent', 'refused', 'reconnect']),
  push_error: z.string().nullable(),
  version: z.int(),
});

export const orderEventSchema = z.object({
  id,
  at: time,
  kind: z.string(),
  actor: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

/** What the address was at the shop before a correction and after it, and what its channel's carrier asks for. */
export const addressCheckSchema = z.object({
  original: addressSchema.nullable(),
  later: addressSchema.nullable(),
  carrier: z.object({ phone: z.boolean(), latin: z.boolean(), po_boxes: z.boolean(), customs: z.boolean() }),
});

/** A cancellation that was asked for: until when it is answered, and what the answer was. */
export const cancelRequestSchema = z.object({
  id,
  status: z.enum(cancelStatuses),
  /** What it is asked for: all that has not left, or only the units that the shop took away. */
  units: z.enum(cancelUnits),
  reason: z.string(),
  asked_at: time,
  due_at: time,
  /** What is kept of the payment, and what goes back; null until it is accepted. */
  cost: minor.nullable(),
  refund: minor.nullable(),
  answer: z.string(),
  decided_at: time.nullable(),
});

export const relatedOrderSchema = z.object({
  id,
  name: z.string(),
  stage: z.enum(stages),
  /** What it has to send, or of what is taken in: how much of it is here. */
  units: z.int(),
  relation: z.enum(kinships),
});

export const orderDetailSchema = orderSchema.extend({
  actions: z.array(actionSchema),
  fulfilment_step: z.enum(fulfilmentSteps).nullable(),
  hold: z.object({ reason: z.string().nullable(), until: time.nullable() }).nullable(),
  next: nextSchema.nullable(),
  /** The latest cancellation that was asked for. */
  cancel_request: cancelRequestSchema.nullable(),
  address: addressSchema,
  address_check: addressCheckSchema,
  order_lines: z.array(orderLineSchema),
  parcels: z.array(parcelSchema),
  events: z.array(orderEventSchema),
  /** Where the store’s own people see the order; null where the platform has no such page. */
  shop_page: z.url().nullable(),
  /** The order that this one replaces, and those that replace it. */
  reship_of: replacedOrderSchema.nullable(),
  reships: z.array(replacementSchema),
  left: leftSchema.nullable(),
  /** Orders that share units with this one. */
  related: z.array(relatedOrderSchema),
  version: z.int(),
});
