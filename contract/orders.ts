import { z } from 'zod';
import { clientSchema, deskParams } from './clients.ts';
import { endpoints } from './endpoint.ts';
import { orderCostsSchema } from './order-costs.ts';
import { jobSchema } from './jobs.ts';
import { orderChanges } from './order-change.ts';
import { cancelRequestSchema, orderCancels } from './order-cancel.ts';
import { actSchema, nextSchema } from './order-act-schemas.ts';
import { confirmable, stages, fulfilmentSteps } from './order-acts.ts';
import { orderDrafts } from './order-drafts.ts';
import { orderEdits } from './order-edits.ts';
import { orderImports, orderImportSchema } from './order-import.ts';
import { kinSchema, orderParts } from './order-parts.ts';
import { leftSchema, replacedOrderSchema, replacementSchema } from './order-replacements.ts';
import { blockCodes, financialStatuses, fulfillmentStatuses, orderTabs, paymentStates } from './order-states.ts';
import { country, csv, currency, date, id, idParams, listMeta, listQuery, minor, money, time } from './shared.ts';

export { stages, type Stage } from './order-acts.ts';
export {
  blockCodes,
  blockOwners,
  financialStatuses,
  fulfillmentStatuses,
  orderTabs,
  paymentStates,
  type BlockCode,
  type OrderTab,
} from './order-states.ts';

export const blockSchema = z.object({
  code: z.enum(blockCodes),
  owner: z.enum(['merchant', 'provider']),
  since: time,
  detail: z.record(z.string(), z.unknown()),
});

/** What the order costs the merchant, in the wallet's currency; null until every line has a price. */
export const costSchema = z.object({ goods: minor, freight: minor, fees: minor, total: minor, currency });

/** The days between which an order was promised when it was paid. */
export const promiseSchema = z.object({ from: date, by: date });

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
  total: money,
  cost: costSchema.nullable(),
  channel: z.object({ id, name: z.string() }).nullable(),
  days: z.object({ min: z.int(), max: z.int() }).nullable(),
  /** Frozen at payment. */
  promised: promiseSchema.nullable(),
  tracking: z.array(z.object({ carrier: z.string(), number: z.string(), url: z.string().nullable() })),
  /** Sale less cost; null while there is no cost, or when the two are in different currencies. */
  profit: money.nullable(),
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
  claimed: z.boolean(),
  invoice: z.object({ id, number: z.string() }).nullable(),
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
  /** What the shop knows of it. */
  push: z.enum(['none', 'sending', 'sent', 'refused']),
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
export const orderDetailSchema = orderSchema.extend({
  acts: z.array(actSchema),
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
  /** The order that this one replaces, and those that replace it. */
  reship_of: replacedOrderSchema.nullable(),
  reships: z.array(replacementSchema),
  left: leftSchema.nullable(),
  /** Orders that share units with this one. */
  kin: z.array(kinSchema),
  version: z.int(),
});

const shipLine = z.object({ line_id: id, quantity: z.int().min(1).max(100_000) });
export const shipSchema = z.object({
  channel_id: id,
  tracking_number: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{4,64}$/, 'checks.tracking_number'),
  /** All that is still open when left out. */
  lines: z.array(shipLine).min(1).max(500).optional(),
  version: z.int(),
});

/** An order as the warehouse packs it, with the client's IOSS number where the label needs it. */
const deskOrderDetail = orderDetailSchema.extend({ client: clientSchema, ioss_number: z.string().nullable() });

const cost = z.coerce.number().min(0).max(10_000_000).optional();
const yes = z.literal('yes').optional();

/** Tabs and filters of the order list: of the page, its exports and its bulk acts. */
export const orderListQuery = listQuery.extend({
  tab: z.enum(orderTabs).default('all'),
  store_id: id.optional(),
  country: country.optional(),
  stage: z.enum(stages).optional(),
  block: z.enum(blockCodes).optional(),
  payment: z.enum(paymentStates).optional(),
  channel_id: id.optional(),
  sku: z.string().trim().max(120).optional(),
  product_id: id.optional(),
  tag: z.string().trim().max(255).optional(),
  risk: z.enum(['high', 'medium']).optional(),
  /** What the order costs, in units of the wallet's currency. */
  cost_from: cost,
  cost_to: cost,
  claim: yes,
  late: yes,
  /** Days on which orders were placed, paid, shipped. */
  from: date.optional(),
  to: date.optional(),
  paid_from: date.optional(),
  paid_to: date.optional(),
  shipped_from: date.optional(),
  shipped_to: date.optional(),
  ids: csv.pipe(z.array(id)).optional(),
});

const view = { kind: 'merchant', feature: 'orders', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'orders', action: 'edit' } as const;
const warehouse = { kind: 'staff', roles: ['warehouse'] } as const;

export const orders = endpoints({
  ...orderEdits(orderDetailSchema),
  ...orderParts(orderDetailSchema),
  ...orderDrafts({ detail: orderDetailSchema, address: addressSchema, block: blockSchema, cost: costSchema }),
  ...orderImports,
  ...orderChanges(orderDetailSchema),
  list: {
    method: 'GET',
    path: '/api/shopify_orders',
    rollback: true,
    access: view,
    summary: 'List the orders of the account; `meta.counts` holds the tab counts.',
    query: orderListQuery,
    answer: z.array(orderSchema),
    meta: listMeta.extend({
      /** Of a pasted list: what no order of the account is called by. */
      missing: z.array(z.string()).optional(),
    }),
  },
  get: {
    method: 'GET',
    path: '/api/shopify_orders/{id}',
    access: view,
    summary: 'Retrieve an order with lines, parcels, and events.',
    params: idParams,
    answer: orderDetailSchema,
  },
  costs: {
    method: 'GET',
    path: '/api/shopify_orders/{id}/costs',
    access: view,
    summary: 'Retrieve the cost breakdown of an order, each line with the prices behind it.',
    params: idParams,
    answer: orderCostsSchema,
  },
  hold: {
    method: 'POST',
    path: '/api/shopify_orders/{id}/hold',
    access: edit,
    summary: 'Put an order on hold, with an optional reason and end, or release it.',
    params: idParams,
    body: z.object({
      held: z.boolean(),
      reason: z.string().trim().max(300).optional(),
      until: time.optional(),
      version: z.int(),
    }),
    answer: orderDetailSchema,
  },
  confirm: {
    method: 'POST',
    path: '/api/shopify_orders/{id}/confirm',
    access: { kind: 'merchant', feature: 'orders', action: 'pay' },
    summary: 'Accept an order’s risk, or a cost over its store’s price limit.',
    params: idParams,
    body: z.object({ code: z.enum(confirmable), version: z.int() }),
    answer: orderDetailSchema,
  },
  import: {
    method: 'POST',
    path: '/api/shopify_orders/import',
    access: edit,
    summary: 'Import orders from an uploaded CSV or XLSX file into a store, as a dry run or for real.',
    body: orderImportSchema,
    answer: jobSchema,
    idempotent: true,
  },
  ...orderCancels(orderDetailSchema, deskOrderDetail),
  deskList: {
    method: 'GET',
    path: '/api/desk/orders',
    rollback: true,
    access: warehouse,
    summary: 'List paid orders of all clients that wait for the warehouse, oldest first.',
    query: listQuery.extend({ tab: z.enum(['to_ship', 'partly', 'all']).default('to_ship') }),
    answer: z.array(orderSchema.extend({ client: clientSchema, paid_at: time.nullable() })),
    meta: listMeta,
  },
  deskGet: {
    method: 'GET',
    path: '/api/desk/orders/{account_id}/{id}',
    access: warehouse,
    summary: 'Retrieve a client’s order for packing.',
    params: deskParams,
    answer: deskOrderDetail,
  },
  ship: {
    method: 'POST',
    path: '/api/desk/orders/{account_id}/{id}/ship',
    access: warehouse,
    summary: 'Ship a parcel with its lines, shipping method, and tracking number; the store is updated.',
    params: deskParams,
    body: shipSchema,
    answer: deskOrderDetail,
    idempotent: true,
  },
  scanned: {
    method: 'POST',
    path: '/api/desk/parcels/{account_id}/{id}/scan',
    access: warehouse,
    summary: 'Record the first carrier scan of a parcel; stores that wait for it are updated now.',
    params: deskParams,
    answer: parcelSchema,
  },
  correctTracking: {
    method: 'PUT',
    path: '/api/desk/parcels/{account_id}/{id}',
    access: warehouse,
    summary: 'Correct a parcel’s tracking number; the store’s fulfillment is updated, never duplicated.',
    params: deskParams,
    body: shipSchema.pick({ tracking_number: true, version: true }),
    answer: parcelSchema,
  },
  lastMile: {
    method: 'PUT',
    path: '/api/desk/parcels/{account_id}/{id}/last_mile',
    access: warehouse,
    summary: 'Set the last-mile carrier of a parcel; stores that show only the last mile are updated now.',
    params: deskParams,
    body: shipSchema
      .pick({ tracking_number: true, version: true })
      .extend({ carrier: z.string().trim().min(1).max(60) }),
    answer: parcelSchema,
  },
});
