import { z } from 'zod';
import { deliveryDaysSchema } from './delivery-days-schema.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { invoiceDetailSchema } from './invoices.ts';
import { currency, id, idParams, minor, time } from './shared.ts';
import { jobSchema } from './jobs.ts';
import { costSchema, openPaymentRequestSchema } from './order-schemas.ts';
import { orderListQuery } from './orders.ts';

/** The limit of the reader that a payment exceeds, what is left of it, and who may approve it. */
export const approvalSchema = z.object({
  limit: z.enum(['per_payment', 'per_day', 'per_month']),
  most: minor,
  left: minor,
  approvers: z.array(z.string()),
});

export const checkoutSchema = z.object({
  /** How many of them can be paid. */
  orders: z.int(),
  payable: z.array(
    z.object({
      order_id: id,
      name: z.string(),
      store: z.string(),
      /** A sample of a quote, or what came to an order after it was paid. */
      kind: z.enum(['order', 'sample', 'addition']),
      cost: costSchema,
      /** Name of the shipping method; null for units that came to a paid order later. */
      channel: z.string().nullable(),
      /** What paying promises; null for units that came to a paid order later. */
      days: deliveryDaysSchema.nullable(),
    }),
  ),
  refused: z.array(z.object({ order_id: id, name: z.string(), reason: z.string() })),
  goods: minor,
  freight: minor,
  fees: minor,
  total: minor,
  /** What own stock covers of the goods: it is not in the total. */
  own_stock: minor,
  currency,
  available: minor,
  missing: minor,
  /** The limit of the reader that paying all of it exceeds, what is left of it, and who may approve; null within all limits. */
  approval: approvalSchema.nullable(),
  /** Open requests for the approval of the payment of some of these orders. */
  requests: z.array(
    openPaymentRequestSchema.extend({
      /** How many of these orders it is for, and the first of them. */
      orders: z.int(),
      first: z.object({ order_id: id, name: z.string() }),
    }),
  ),
});

/** More orders than these are paid by a job (P59). */
export const manyOrders = 500;

const part = z.object({ orders: z.int(), total: minor });

/** How many of the orders that match can be paid now, and what that costs; samples and what came to paid orders are among them. */
export const payableSchema = z.object({
  orders: z.int(),
  total: minor,
  own_stock: minor,
  samples: part,
  additions: part,
  /** Orders that match and are paid with the unpaid invoice that they are on; not counted above. */
  invoiced: z.int(),
  /** Orders that match and wait for a colleague's approval of their payment; not counted above. */
  requested: part,
  currency,
});

/** Orders that match, fixed for 15 minutes. `payable` shows the first of many. */
export const selectionSchema = checkoutSchema.extend({
  /** Names the selection when it is paid. */
  token: id,
  expires_at: time,
  /** Orders that match and cannot be paid. */
  left_out: z.int(),
  /** Of these, those that are paid with the unpaid invoice that they are on. */
  invoiced: z.int(),
  /** They are paid by a job. */
  background: z.boolean(),
});

/** `result` of a job that paid many orders. */
export const paymentResultSchema = z.object({
  invoice: z.object({ id, number: z.string() }),
  orders: z.int(),
  total: minor,
});
export type PaymentResult = z.infer<typeof paymentResultSchema>;

/** What became of a payment of a selection; its invoice says what was paid. */
export const selectionPaidSchema = z.object({
  invoice: z.object({ id, number: z.string(), orders: z.int(), total: minor, currency }).nullable(),
  /** The job that pays it. */
  job: jobSchema.nullable(),
});

/** What became of a payment: its invoice, or the job that pays many orders. */
export const paymentStartedSchema = z.object({
  /** Set once it is paid. */
  invoice: z.object({ id, number: z.string() }).nullable(),
  /** The job that pays it. */
  job: jobSchema.nullable(),
});

const orderIds = z.array(id).min(1).max(1000);

const pay = { kind: 'merchant', feature: 'orders', action: 'pay' } as const;

export const checkout = endpoints({
  preview: {
    method: 'POST',
    path: '/api/invoices/checkout',
    seconds: callTimes.many,
    access: pay,
    summary: 'Preview what paying these orders would cost now; changes nothing.',
    body: z.object({ order_ids: orderIds }),
    answer: checkoutSchema,
  },
  payable: {
    method: 'GET',
    path: '/api/invoices/payable',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'Retrieve how many orders that match can be paid now, and what that costs.',
    query: orderListQuery,
    answer: payableSchema,
  },
  previewMatching: {
    method: 'POST',
    path: '/api/invoices/selections',
    seconds: callTimes.many,
    access: pay,
    summary: 'Preview paying all orders that match a filter, and fix them for 15 minutes.',
    body: z.object({ query: orderListQuery }),
    answer: selectionSchema,
  },
  payMatching: {
    method: 'POST',
    path: '/api/invoices/selections/{id}/pay',
    seconds: callTimes.many,
    access: pay,
    summary: 'Pay a previewed selection with one invoice: all of it or nothing; above 500 orders by a job.',
    params: idParams,
    body: z.object({ expected_total: minor }),
    answer: selectionPaidSchema,
    idempotent: true,
  },
  pay: {
    method: 'POST',
    path: '/api/invoices',
    seconds: callTimes.many,
    access: pay,
    summary: 'Pay orders from the wallet with one invoice; refused if the total differs.',
    body: z.object({
      order_ids: orderIds,
      expected_total: minor,
      /** What each order was shown at: with it, a refusal names what changed. */
      expected_orders: z
        .array(z.object({ order_id: id, goods: minor, freight: minor, fees: minor }))
        .max(1000)
        .optional(),
    }),
    answer: invoiceDetailSchema,
    idempotent: true,
  },
});
