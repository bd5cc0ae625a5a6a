import { z } from 'zod';
import { clientSchema, staffParams } from './clients.ts';
import { endpoints } from './endpoint.ts';
import { invoiceStatuses } from './invoices.ts';
import { currency, date, done, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';
import { warehouseSchema } from './stock.ts';
import { qcVerdicts, staffStockOrderTabNames, stockOrderStatuses } from './stock-order-rules.ts';

export const stockOrderTabs = ['all', 'to_do', 'to_accept', 'under_way', 'closed'] as const;

const sku = z.object({ id, code: z.string(), title: z.string(), picture_url: z.string().nullable() });
const priceBreak = z.object({
  from: z.int().min(1).max(1_000_000),
  unit_price: minor.positive(),
});
const version = z.int();

/** A stock order in a list. */
export const stockOrderSchema = z.object({
  id,
  number: z.string(), // PO-1001
  status: z.enum(stockOrderStatuses),
  warehouse: warehouseSchema,
  /** Of its first line. */
  sku,
  lines: z.int(),
  pieces: z.int(),
  received: z.int(),
  damaged: z.int(),
  currency,
  /** Null until it is quoted. */
  total: minor.nullable(),
  paid: minor,
  wanted_by: date.nullable(),
  eta: date.nullable(),
  valid_until: date.nullable(),
  requested_at: time,
  version,
});

export const stockOrderLineSchema = z.object({
  line: z.int(),
  sku,
  weight_g: z.int(),
  quantity: z.int(),
  moq: z.int(),
  pack: z.int(),
  breaks: z.array(priceBreak),
  unit_price: minor.nullable(),
  /** What sending one on to a buyer costs from that warehouse, as the agent says. */
  delivery_piece: minor.nullable(),
  /** The lowest price and freight for one piece that is bought when its order is paid; null without a price. */
  today: z.object({ unit_price: minor, freight: minor }).nullable(),
  received: z.int(),
  damaged: z.int(),
});

const receipt = z.object({
  id,
  at: time,
  by: z.string().nullable(),
  verdict: z.enum(qcVerdicts),
  note: z.string(),
  counts: z.array(z.object({ line: z.int(), good_qty: z.int(), damaged_qty: z.int() })),
  pictures: z.array(z.object({ id, name: z.string() })),
});

export const stockOrderDetailSchema = stockOrderSchema.extend({
  branding: z.string(),
  note: z.string(),
  answer: z.string(),
  deposit_percent: z.int().nullable(),
  freight_kg: minor.nullable(),
  branding_fee: minor.nullable(),
  goods: minor.nullable(),
  freight: minor.nullable(),
  fees: minor.nullable(),
  ready_on: date.nullable(),
  tracking: z.string(),
  items: z.array(stockOrderLineSchema),
  invoices: z.array(
    z.object({
      id,
      number: z.string(),
      part: z.enum(['deposit', 'balance']),
      status: z.enum(invoiceStatuses),
      total: minor,
      credited: minor,
      paid_at: time.nullable(),
    }),
  ),
  events: z.array(
    z.object({ status: z.enum(stockOrderStatuses), at: time, by: z.string().nullable(), note: z.string() }),
  ),
  receipts: z.array(receipt),
});
/** Without any money for staff who work in the warehouse alone. */
const ofStaff = { client: clientSchema, paid: minor.nullable() };
const staffStockOrder = stockOrderSchema.extend(ofStaff);
const staffDetail = stockOrderDetailSchema.extend({
  ...ofStaff,
  /** What came short or damaged, at its price. */ owed: minor.nullable(),
});

/** Pieces on their way: one line of a stock order that is paid for. */
export const incomingSchema = z.object({
  stock_order: z.object({ id, number: z.string(), status: z.enum(stockOrderStatuses) }),
  line: z.int(),
  sku,
  warehouse: warehouseSchema,
  pieces: z.int(),
  eta: date.nullable(),
  tracking: z.string(),
});

const quantity = z.int().min(1).max(1_000_000);
const text = (most: number) => z.string().trim().max(most);

const view = { kind: 'merchant', feature: 'stock', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'stock', action: 'edit' } as const;
const staff = { kind: 'staff', roles: ['agent', 'warehouse'] } as const;
const agents = { kind: 'staff', roles: ['agent'] } as const;

export const stockOrders = endpoints({
  list: {
    method: 'GET',
    path: '/api/stock_orders',
    access: view,
    summary: 'List the stock orders of the account, newest first.',
    query: listQuery.extend({ tab: z.enum(stockOrderTabs).default('all') }),
    answer: z.array(stockOrderSchema),
    meta: listMeta,
  },
  get: {
    method: 'GET',
    path: '/api/stock_orders/{id}',
    access: view,
    summary: 'Retrieve a stock order with its lines, invoices, progress, and deliveries.',
    params: idParams,
    answer: stockOrderDetailSchema,
  },
  skus: {
    method: 'GET',
    path: '/api/stock_order_skus',
    rollback: true,
    access: view,
    summary: 'List SKUs that the account can stock: those with a price or in stock, and any by its code.',
    query: listQuery,
    answer: z.array(
      sku.extend({
        weight_g: z.int(),
        moq: z.int(),
        pack: z.int(),
        lead_days: z.int(),
        sold_30: z.int(),
        available: z.int(),
        /** Units of paid stock orders that haven't arrived. */
        incoming: z.int(),
        today: z.object({ unit_price: minor, freight: minor }).nullable(),
      }),
    ),
  },
  incoming: {
    method: 'GET',
    path: '/api/incoming_stock',
    access: view,
    summary: 'List inbound units of paid stock orders, the soonest first.',
    query: listQuery,
    answer: z.array(incomingSchema),
    meta: listMeta,
  },
  ask: {
    method: 'POST',
    path: '/api/stock_orders',
    access: edit,
    summary: 'Request a price for a stock order.',
    body: z.object({
      warehouse_id: id,
      lines: z
        .array(z.object({ sku_id: id, quantity }))
        .min(1)
        .max(50),
      wanted_by: date.nullable().default(null),
      branding: text(1000).default(''),
      note: text(2000).default(''),
    }),
    answer: stockOrderDetailSchema,
    idempotent: true,
  },
  accept: {
    method: 'POST',
    path: '/api/stock_orders/{id}/accept',
    access: edit,
    summary: 'Accept the price, with other quantities if needed; creates the deposit and balance invoices.',
    params: idParams,
    body: z.object({
      version,
      /** What the client was shown; refused when it is not the total. */
      expected_total: minor,
      quantities: z
        .array(z.object({ line: z.int(), quantity }))
        .max(50)
        .default([]),
    }),
    answer: stockOrderDetailSchema,
    idempotent: true,
  },
  cancel: {
    method: 'POST',
    path: '/api/stock_orders/{id}/cancel',
    access: edit,
    summary: 'Cancel a stock order before production; a paid deposit is refunded to the wallet.',
    params: idParams,
    body: z.object({ version }),
    answer: stockOrderDetailSchema,
  },
  staffList: {
    method: 'GET',
    path: '/api/staff/stock_orders',
    access: staff,
    summary: 'List the stock orders of all clients.',
    query: listQuery.extend({ tab: z.enum(staffStockOrderTabNames).default('to_quote') }),
    answer: z.array(staffStockOrder),
    meta: listMeta,
  },
  staffGet: {
    method: 'GET',
    path: '/api/staff/stock_orders/{account_id}/{id}',
    access: staff,
    summary: 'Retrieve a client’s stock order.',
    params: staffParams,
    answer: staffDetail,
  },
  staffQuote: {
    method: 'POST',
    path: '/api/staff/stock_orders/{account_id}/{id}/quote',
    access: agents,
    summary: 'Quote a stock order with prices by quantity, deposit, and dates; can be changed until accepted.',
    params: staffParams,
    body: z.object({
      version,
      lines: z
        .array(
          z.object({
            line: z.int(),
            breaks: z.array(priceBreak).min(1).max(8),
            pack: z.int().min(1).max(100_000),
            moq: z.int().min(1).max(1_000_000),
            delivery_piece: minor.min(0).nullable().default(null),
          }),
        )
        .min(1)
        .max(50),
      deposit_percent: z.int().min(1).max(100),
      freight_kg: minor.min(0),
      branding_fee: minor.min(0).default(0),
      ready_on: date,
      eta: date,
      valid_until: date,
      answer: text(2000).default(''),
    }),
    answer: staffDetail,
    idempotent: true,
  },
  staffMove: {
    method: 'POST',
    path: '/api/staff/stock_orders/{account_id}/{id}/moves',
    access: staff,
    summary: 'Move a stock order on: in production, shipped, completed, or cancelled.',
    params: staffParams,
    body: z.object({
      version,
      action: z.enum(['produce', 'send', 'close', 'cancel']),
      eta: date.optional(),
      tracking: text(120).optional(),
      note: text(500).default(''),
    }),
    answer: staffDetail,
    idempotent: true,
  },
  staffReceive: {
    method: 'POST',
    path: '/api/staff/stock_orders/{account_id}/{id}/receipts',
    access: { kind: 'staff', roles: ['warehouse'] },
    summary: 'Record a delivery: good and damaged units, the result of the quality check, and its images.',
    params: staffParams,
    body: z.object({
      version,
      counts: z
        .array(
          z.object({
            line: z.int(),
            good_qty: z.int().min(0).max(1_000_000),
            damaged_qty: z.int().min(0).max(1_000_000),
          }),
        )
        .min(1)
        .max(50),
      verdict: z.enum(qcVerdicts),
      note: text(2000).default(''),
      file_ids: z.array(id).max(12).default([]),
      /** Nothing more will come. */
      last: z.boolean(),
    }),
    answer: staffDetail,
    idempotent: true,
  },
  staffCredit: {
    method: 'POST',
    path: '/api/staff/stock_orders/{account_id}/{id}/credits',
    access: { kind: 'staff', roles: ['agent', 'finance'] },
    summary: 'Refund missing or damaged units of a stock order.',
    params: staffParams,
    body: z.object({
      version,
      amount: minor.positive(),
      reason: text(300).min(3),
    }),
    answer: done,
    idempotent: true,
  },
});
