import { z } from 'zod';
import { clientSchema, staffParams } from './clients.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { currency, date, done, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';
import { ofOnePage, staffFileAnswer, staffFileBody } from './staff-files.ts';
import { movementKinds, stockRequestKinds, stockRequestStatuses } from './stock-rules.ts';

export const warehouseSchema = z.object({ id, code: z.string(), name: z.string() });
const sku = z.object({ id, code: z.string(), title: z.string(), picture_url: z.string().nullable() });

/** One SKU of the client in one warehouse. */
export const stockLevelSchema = z.object({
  sku,
  warehouse: warehouseSchema,
  on_hand: z.int(),
  /** Held by unpaid orders, for 24 hours each. */
  occupied: z.int(),
  /** Held by paid orders until they leave. */
  committed: z.int(),
  available: z.int(),
  damaged: z.int(),
  /** Paid for and on their way, and when the first of them are expected. */
  incoming: z.int(),
  eta: date.nullable(),
  /** Pieces in orders that were paid in the last days; null where the SKU lies in other warehouses too: sales belong to none. */
  sold_7: z.int().nullable(),
  sold_30: z.int().nullable(),
  /** The same over all warehouses. */
  sold_7_everywhere: z.int(),
  sold_everywhere: z.int(),
  /** Days that what is available of the SKU in all warehouses lasts at the pace of 30 days; null without sales. */
  cover_days: z.int().nullable(),
  /** What the pieces cost when they came. */
  value: minor,
  currency,
  /** Pieces by the time they have been stored: to 30, 60, 90 days, and longer. */
  ages: z.array(z.int()).length(4),
  variants: z.int(),
  /** At or below the client's threshold, in all warehouses together. */
  low: z.boolean(),
  /** Sold out before a refill would be there: it covers fewer days than the client needs for one. */
  running_out: z.boolean(),
  low_threshold: z.int().nullable(),
  lead_days: z.int().nullable(),
});

export const movementSchema = z.object({
  id,
  at: time,
  sku,
  warehouse: warehouseSchema,
  kind: z.enum(movementKinds),
  qty: z.int(),
  damaged_qty: z.int(),
  /** On hand in this warehouse after it, damaged units included. */
  balance_after: z.int(),
  reference: z.string(),
  /** What the reference names, where it has a page of its own. */
  subject: z.object({ kind: z.enum(['orders', 'stock_orders']), id }).nullable(),
  reason: z.string(),
  actor: z.string().nullable(),
});

/** What a client asked the warehouse to do with pieces. */
export const stockRequestSchema = z.object({
  id,
  kind: z.enum(stockRequestKinds),
  sku,
  warehouse: warehouseSchema,
  to_warehouse: warehouseSchema.nullable(),
  quantity: z.int(),
  reason: z.string(),
  status: z.enum(stockRequestStatuses),
  answer: z.string(),
  asked_at: time,
  answered_at: time.nullable(),
  answered_by: z.string().nullable(),
});
const staffMovement = movementSchema.extend({ client: clientSchema });
const movementQuery = listQuery.extend({
  kind: z.enum(movementKinds).optional(),
  sku_id: id.optional(),
  /** The number of the order or stock order, in full. */
  reference: z.string().trim().max(120).optional(),
  from: date.optional(),
  to: date.optional(),
});
const staffRequest = stockRequestSchema.extend({ client: clientSchema });

const view = { kind: 'merchant', feature: 'stock', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'stock', action: 'edit' } as const;

export const stock = endpoints({
  list: {
    method: 'GET',
    path: '/api/stock',
    access: view,
    summary: 'List the account’s stock by SKU and warehouse, now or at the end of a past day.',
    query: listQuery.extend({
      tab: z.enum(['on_hand', 'low']).default('on_hand'),
      /** Levels as the journal has them at the end of this day (UTC); what orders held then is not known. */
      as_of: date.optional(),
    }),
    answer: z.array(stockLevelSchema),
    meta: listMeta,
  },
  movements: {
    method: 'GET',
    path: '/api/stock_movements',
    access: view,
    summary: 'List the stock movements of the account, newest first.',
    /** `as_of`: until the end of that day (UTC), as the levels have it; `from` and `to` are days of the account. */
    query: movementQuery.extend({ as_of: date.optional() }),
    answer: z.array(movementSchema),
    meta: listMeta,
  },
  setAlert: {
    method: 'PUT',
    path: '/api/stock/{id}/alert',
    access: edit,
    summary: 'Set the low-stock threshold and the lead time of a SKU.',
    params: idParams,
    body: z.object({
      low_threshold: z.int().min(0).max(1_000_000).nullable(),
      lead_days: z.int().min(0).max(365).nullable(),
    }),
    answer: done,
  },
  warehouses: {
    method: 'GET',
    path: '/api/warehouses',
    access: { kind: 'user' },
    summary: 'List the provider’s warehouses.',
    answer: z.array(warehouseSchema),
  },
  requests: {
    method: 'GET',
    path: '/api/stock_requests',
    access: view,
    summary: 'List the account’s requests to the warehouse, newest first.',
    query: listQuery,
    answer: z.array(stockRequestSchema),
    meta: listMeta,
  },
  request: {
    method: 'POST',
    path: '/api/stock_requests',
    access: edit,
    summary: 'Request a transfer of units to another warehouse, or a write-off.',
    body: z.object({
      kind: z.enum(stockRequestKinds),
      sku_id: id,
      warehouse_id: id,
      to_warehouse_id: id.optional(),
      quantity: z.int().min(1).max(1_000_000),
      reason: z.string().trim().min(3).max(300),
    }),
    answer: stockRequestSchema,
    idempotent: true,
  },
  withdraw: {
    method: 'POST',
    path: '/api/stock_requests/{id}/withdraw',
    access: edit,
    summary: 'Cancel a request that is not answered yet.',
    params: idParams,
    answer: stockRequestSchema,
  },
  staffRequests: {
    method: 'GET',
    path: '/api/staff/stock_requests',
    access: { kind: 'staff', roles: ['warehouse'] },
    summary: 'List the requests of all clients.',
    query: listQuery.extend({ tab: z.enum(['open', 'answered']).default('open') }),
    answer: z.array(staffRequest),
    meta: listMeta,
  },
  staffAnswer: {
    method: 'POST',
    path: '/api/staff/stock_requests/{account_id}/{id}/answer',
    access: { kind: 'staff', roles: ['warehouse'] },
    summary: 'Complete a request, or decline it with a reason.',
    params: staffParams,
    body: z.object({ decision: z.enum(['accept', 'decline']), answer: z.string().trim().max(300).default('') }),
    answer: staffRequest,
    idempotent: true,
  },
  staffMovements: {
    method: 'GET',
    path: '/api/staff/stock_movements',
    access: { kind: 'staff', roles: ['warehouse'] },
    summary: 'List the stock movements of all clients, or of one, newest first.',
    query: movementQuery.extend({ account_id: id.optional() }),
    answer: z.array(staffMovement),
    meta: listMeta,
  },
  staffMovementsFile: {
    method: 'POST',
    path: '/api/staff/stock_movements/file',
    seconds: callTimes.bytes,
    access: { kind: 'staff', roles: ['warehouse'] },
    summary: 'Export the stock movements of all clients, or of one, to a file.',
    body: movementQuery.omit(ofOnePage).extend({ account_id: id.optional(), ...staffFileBody }),
    answer: staffFileAnswer,
  },
  staffLevel: {
    method: 'GET',
    path: '/api/staff/stock/{id}/levels/{sku_id}/{warehouse_id}',
    access: { kind: 'staff', roles: ['warehouse'] },
    summary: 'Retrieve how many units of a SKU a client has in a warehouse.',
    params: z.object({ id, sku_id: id, warehouse_id: id }),
    answer: stockLevelSchema.pick({ on_hand: true, available: true, damaged: true }),
  },
  staffShipped: {
    method: 'GET',
    path: '/api/staff/stock/{id}/shipped_orders',
    access: { kind: 'staff', roles: ['warehouse'] },
    summary: 'Find orders of a client that left, by the beginning of their name, a tracking number or a SKU.',
    params: idParams,
    query: z.object({ q: z.string().trim().max(120).default('') }),
    answer: z.array(z.object({ id, name: z.string(), store: z.string() })),
  },
  staffReturnable: {
    method: 'GET',
    path: '/api/staff/stock/{account_id}/shipped_orders/{id}',
    access: { kind: 'staff', roles: ['warehouse'] },
    summary: 'List what was in the parcels of a client’s order, with the units that are not returned to stock.',
    params: staffParams,
    answer: z.array(
      z.object({
        parcel_id: id,
        tracking_number: z.string(),
        sku_id: id,
        code: z.string(),
        title: z.string(),
        units: z.int(),
        /** Not in stock again. */
        left: z.int(),
      }),
    ),
  },
  staffMove: {
    method: 'POST',
    path: '/api/staff/stock/{id}/moves',
    access: { kind: 'staff', roles: ['warehouse'] },
    summary: 'Record a stock movement of a client: received, damaged, counted, or written off.',
    params: idParams,
    body: z.object({
      sku_id: id,
      warehouse_id: id,
      kind: z.enum(['receipt', 'return', 'damage', 'adjust', 'write_off', 'transfer']),
      quantity: z.int().min(-1_000_000).max(1_000_000),
      /** Where a transfer goes. */
      to_warehouse_id: id.optional(),
      unit_cost: minor.min(0).optional(),
      /** Whose units came back, where the warehouse knows it. */
      order_id: id.optional(),
      reason: z.string().trim().min(3).max(300),
    }),
    answer: done,
    idempotent: true,
  },
});
