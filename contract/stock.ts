import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { currency, date, done, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';
import { movementKinds } from './stock-rules.ts';

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
  /** Pieces in orders that were paid in the last days, over all warehouses. */
  sold_7: z.int(),
  sold_30: z.int(),
  /** Days that what is available lasts at the pace of 30 days; null without sales. */
  cover_days: z.int().nullable(),
  /** What the pieces cost when they came. */
  value: minor,
  currency,
  /** Pieces by the time they have been stored: to 30, 60, 90 days, and longer. */
  ages: z.array(z.int()).length(4),
  variants: z.int(),
  low: z.boolean(),
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
  reference: z.string(),
  reason: z.string(),
  actor: z.string().nullable(),
});

const view = { kind: 'merchant', feature: 'stock', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'stock', action: 'edit' } as const;

export const stock = endpoints({
  list: {
    method: 'GET',
    path: '/api/stock',
    access: view,
    summary: 'The account’s own stock by SKU and warehouse, now or at the end of a past day.',
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
    summary: 'The journal of the account’s own stock, newest first.',
    query: listQuery.extend({ kind: z.enum(movementKinds).optional(), sku_id: id.optional(), as_of: date.optional() }),
    answer: z.array(movementSchema),
    meta: listMeta,
  },
  setAlert: {
    method: 'PUT',
    path: '/api/stock/{id}/alert',
    access: edit,
    summary: 'Set from how many free pieces on a SKU counts as low, and how long ordering more takes.',
    params: idParams,
    body: z.object({
      low_threshold: z.int('Use a whole number.').min(0, 'Use 0 or more.').max(1_000_000).nullable(),
      lead_days: z.int('Use whole days.').min(0, 'Use 0 or more.').max(365, 'Use 365 or less.').nullable(),
    }),
    answer: done,
  },
  warehouses: {
    method: 'GET',
    path: '/api/warehouses',
    access: { kind: 'user' },
    summary: 'Warehouses of the provider.',
    answer: z.array(warehouseSchema),
  },
  deskMove: {
    method: 'POST',
    path: '/api/desk/stock/{id}/moves',
    access: { kind: 'staff', roles: ['warehouse'] },
    summary: 'Write a movement of a client’s stock to the journal: pieces came, broke, were counted or written off.',
    params: idParams,
    body: z.object({
      sku_id: id,
      warehouse_id: id,
      kind: z.enum(['receipt', 'return', 'damage', 'adjust', 'write_off', 'transfer']),
      quantity: z.int('Use a whole number.').min(-1_000_000).max(1_000_000),
      /** Where a transfer goes. */
      to_warehouse_id: id.optional(),
      unit_cost: minor.min(0).optional(),
      reason: z.string().trim().min(3, 'Say why, in a few words.').max(300),
    }),
    answer: done,
    idempotent: true,
  },
});
