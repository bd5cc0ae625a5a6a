import { z } from 'zod';
import { clientSchema, staffParams } from './clients.ts';
import { planActions, promiseStates } from './delivery-planning-rules.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { jobSchema } from './jobs.ts';
import { orderChanges } from './order-change.ts';
import { orderCancels } from './order-cancel.ts';
import { confirmable, stages } from './order-actions.ts';
import { orderDrafts } from './order-drafts.ts';
import { orderEdits } from './order-edits.ts';
import { orderImports, orderImportSchema } from './order-import.ts';
import { quoteSteps } from './order-lacks.ts';
import { orderParts } from './order-parts.ts';
import { blockCodes, buyerRefunds, orderApprovals, orderTabs, paymentStates, unknownFigures } from './order-states.ts';
import { maxExcept } from './list-rules.ts';
import { ofOnePage, staffFileAnswer, staffFileBody } from './staff-files.ts';
import {
  country,
  csv,
  currency,
  date,
  id,
  idParams,
  listMeta,
  listQuery,
  minor,
  storeIds,
  time,
  wordsOf,
} from './shared.ts';
import {
  addressSchema,
  blockSchema,
  costSchema,
  orderDetailSchema,
  orderSchema,
  parcelSchema,
} from './order-schemas.ts';

/** The lines of an order's cost, each with the prices that it was computed from. */
const orderCostsSchema = z.object({
  /** As billed; else as it would be billed now. */
  billed: z.boolean(),
  currency,
  lines: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      sku: z.string().nullable(),
      quantity: z.int(),
      unit_amount: minor,
      amount: minor,
      /** Pieces of the client’s own stock, which cost nothing. */
      own_stock: z.boolean(),
      price_ids: z.array(id),
    }),
  ),
});

export { stages, type Stage } from './order-actions.ts';
export {
  blockCodes,
  orderBlocks,
  financialStatuses,
  fulfillmentStatuses,
  orderTabs,
  paymentStates,
  type BlockCode,
  type OrderTab,
} from './order-states.ts';

const shipLine = z.object({ line_id: id, quantity: z.int().min(1).max(100_000) });
export const shipSchema = z.object({
  channel_id: id,
  tracking_number: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{4,64}$/, 'checks.tracking_number'),
  /** Several orders are in this parcel: without it, a number that another order has is refused as `tracking_number_shared`. */
  shared: z.boolean().default(false),
  /** All that is still open when left out. */
  lines: z.array(shipLine).min(1).max(500).optional(),
  version: z.int(),
});

/** An order as the warehouse packs it, with the client's IOSS number where the label needs it. */
const staffOrderDetail = orderDetailSchema.extend({
  client: clientSchema,
  ioss_number: z.string().nullable(),
  /** What one unit of a line is made of: our own SKUs and how many of each, as the line was mapped. */
  picks: z.array(
    z.object({
      line_id: id,
      code: z.string(),
      title: z.string(),
      picture_url: z.string().nullable(),
      quantity: z.int(),
    }),
  ),
});

const cost = z.coerce.number().min(0).max(10_000_000).optional();
const yes = z.literal('yes').optional();
const tookDays = z.coerce.number().min(0).max(10_000).optional();

/** Tabs and filters of the order list: of the page, its exports and its bulk actions. */
export const orderListQuery = listQuery.extend({
  tab: z.enum(orderTabs).default('all'),
  store_id: storeIds,
  country: country.optional(),
  stage: wordsOf(stages),
  block: wordsOf(blockCodes),
  /** What the price that an order lacks waits for. */
  quote: z.enum(quoteSteps).optional(),
  payment: z.enum(paymentStates).optional(),
  channel_id: id.optional(),
  sku: z.string().trim().max(120).optional(),
  product_id: id.optional(),
  tag: z.string().trim().max(255).optional(),
  risk: z.enum(['high', 'medium']).optional(),
  /** What the order costs, in units of the wallet's currency. */
  cost_from: cost,
  cost_to: cost,
  /** Orders that sums of sales leave out: without a cost, or without an exchange rate for their day. */
  unknown: z.enum(unknownFigures).optional(),
  /** Orders that the store refunded to their buyers: all of them, those in full, or those in part. */
  refunded: z.enum(buyerRefunds).optional(),
  /** `evidence`: with a claim that waits for evidence. */
  claim: z.enum(['yes', 'evidence']).optional(),
  /** With messages of the agent that nobody has read. */
  unread: yes,
  /** By whether an open request asks for the approval of its payment. */
  approval: z.enum(orderApprovals).optional(),
  late: yes,
  /** Unpaid orders by whether they make the next cut-off, and those that need this to be done first. */
  cut_off: z.enum(promiseStates).optional(),
  fix: z.enum(planActions).optional(),
  /** Days, in the account's time zone, on which orders were placed, paid, shipped. */
  from: date.optional(),
  to: date.optional(),
  paid_from: date.optional(),
  paid_to: date.optional(),
  shipped_from: date.optional(),
  shipped_to: date.optional(),
  /** Days on which a parcel arrived. */
  delivered_from: date.optional(),
  delivered_to: date.optional(),
  /** Calendar days that a parcel took from payment, and from sending. */
  took_from: tookDays,
  took_to: tookDays,
  transit_from: tookDays,
  transit_to: tookDays,
  ids: csv.pipe(z.array(id)).optional(),
  /** Those that a payment preview fixed. */
  selection_id: id.optional(),
  /** All but these. */
  except: csv.pipe(z.array(id).max(maxExcept)).optional(),
});

const view = { kind: 'merchant', feature: 'orders', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'orders', action: 'edit' } as const;
const warehouse = { kind: 'staff', roles: ['warehouse'] } as const;

const queueQuery = listQuery.extend({ tab: z.enum(['to_ship', 'partly', 'all']).default('to_ship') });

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
  ...orderCancels(orderDetailSchema, staffOrderDetail),
  staffList: {
    method: 'GET',
    path: '/api/staff/orders',
    rollback: true,
    access: warehouse,
    summary: 'List paid orders of all clients that wait for the warehouse, oldest first.',
    query: queueQuery,
    answer: z.array(
      orderSchema.extend({
        client: clientSchema,
        paid_at: time.nullable(),
        /** By when it leaves, as its client is told; null while it is on hold. */
        ship_by: time.nullable(),
        /** Its first item by the name and the SKU of the catalog; by those of the store while it is not mapped. */
        item: z.object({ code: z.string(), title: z.string() }).nullable(),
      }),
    ),
    meta: listMeta,
  },
  staffFile: {
    method: 'POST',
    path: '/api/staff/orders/file',
    seconds: callTimes.bytes,
    access: warehouse,
    summary: 'Export paid orders of all clients that wait for the warehouse to a file.',
    body: queueQuery.omit(ofOnePage).extend(staffFileBody),
    answer: staffFileAnswer,
  },
  staffGet: {
    method: 'GET',
    path: '/api/staff/orders/{account_id}/{id}',
    access: warehouse,
    summary: 'Retrieve a client’s order for packing.',
    params: staffParams,
    answer: staffOrderDetail,
  },
  ship: {
    method: 'POST',
    path: '/api/staff/orders/{account_id}/{id}/ship',
    access: warehouse,
    summary: 'Ship a parcel with its lines, shipping method, and tracking number; the store is updated.',
    params: staffParams,
    body: shipSchema,
    answer: staffOrderDetail,
    idempotent: true,
  },
  scanned: {
    method: 'POST',
    path: '/api/staff/parcels/{account_id}/{id}/scan',
    access: warehouse,
    summary: 'Record the first carrier scan of a parcel; stores that wait for it are updated now.',
    params: staffParams,
    answer: parcelSchema,
  },
  correctTracking: {
    method: 'PUT',
    path: '/api/staff/parcels/{account_id}/{id}',
    access: warehouse,
    summary: 'Correct a parcel’s tracking number; the store’s fulfillment is updated, never duplicated.',
    params: staffParams,
    body: shipSchema.pick({ tracking_number: true, shared: true, version: true }),
    answer: parcelSchema,
  },
  lastMile: {
    method: 'PUT',
    path: '/api/staff/parcels/{account_id}/{id}/last_mile',
    access: warehouse,
    summary: 'Set the last-mile carrier of a parcel; stores that show only the last mile are updated now.',
    params: staffParams,
    body: shipSchema
      .pick({ tracking_number: true, shared: true, version: true })
      .extend({ carrier: z.string().trim().min(1).max(60) }),
    answer: parcelSchema,
  },
});
