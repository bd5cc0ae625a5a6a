import { z } from 'zod';
import { approvalSchema, checkoutSchema, paymentStartedSchema } from './checkout.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { maxPaidAtOnce } from './invoice-rules.ts';
import { jobSchema } from './jobs.ts';
import { paymentRequestStatuses } from './payment-request-rules.ts';
import { currency, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';

export const paymentRequestSchema = z.object({
  id,
  status: z.enum(paymentRequestStatuses),
  orders: z.int(),
  /** The issued invoices that it is for, such as the deposit of a stock order, at what they cost; empty where it is for orders. */
  pays: z.array(z.object({ id, number: z.string(), stock_order: z.string().nullable(), total: minor })),
  /** What it cost when it was requested. */
  total: minor,
  currency,
  requested_by: z.string(),
  created_at: time,
  decided_by: z.string().nullable(),
  decided_at: time.nullable(),
  /** Why it was declined. */
  reason: z.string().nullable(),
  invoice: z.object({ id, number: z.string() }).nullable(),
  /** What the reader may do with it. */
  may_decide: z.boolean(),
  may_cancel: z.boolean(),
  version: z.int(),
});

const cost = z.object({ goods: minor, freight: minor, fees: minor, total: minor });

export const paymentRequestDetailSchema = paymentRequestSchema.extend({
  /**
   * The orders as they were shown to who asked, of more than 500 the first 100; what an order costs now, null where it cannot be
   * paid any more, and why.
   */
  lines: z.array(
    z.object({
      order_id: id,
      name: z.string(),
      shown: cost,
      now: cost.nullable(),
      refused: z.string().nullable(),
    }),
  ),
  /** Paying what can be paid of them now; null once it is decided. */
  checkout: checkoutSchema.nullable(),
  /** The same for the invoices that it is for: `refused` says why they cannot be paid any more. */
  invoices_now: z
    .object({
      total: minor,
      available: minor,
      missing: minor,
      approval: approvalSchema.nullable(),
      refused: z.string().nullable(),
    })
    .nullable(),
  changed: z.boolean(),
  /** The job that pays its orders. */
  job: jobSchema.nullable(),
});

const invoiceIds = z.array(id).min(1).max(maxPaidAtOnce);

const pay = { kind: 'merchant', feature: 'orders', action: 'pay' } as const;
const decide = { kind: 'merchant', feature: 'wallet', action: 'pay' } as const;

export const paymentRequests = endpoints({
  list: {
    method: 'GET',
    path: '/api/payment_requests',
    access: pay,
    summary: 'List payments that need approval, open ones first: all for who may approve, else the reader’s own.',
    query: listQuery,
    answer: z.array(paymentRequestSchema),
    meta: listMeta,
  },
  get: {
    method: 'GET',
    path: '/api/payment_requests/{id}',
    seconds: callTimes.many,
    access: pay,
    summary: 'Retrieve a payment request with what its orders cost now.',
    params: idParams,
    answer: paymentRequestDetailSchema,
  },
  create: {
    method: 'POST',
    path: '/api/payment_requests',
    seconds: callTimes.many,
    access: pay,
    summary: 'Request approval of a payment above the member’s limits; refused if the total differs.',
    body: z.object({ order_ids: z.array(id).min(1).max(1000), expected_total: minor }),
    answer: paymentRequestSchema,
    idempotent: true,
  },
  createForSelection: {
    method: 'POST',
    path: '/api/payment_requests/selections/{id}',
    seconds: callTimes.many,
    access: pay,
    summary: 'Request approval to pay a previewed selection above the member’s limits; refused if the total differs.',
    params: idParams,
    body: z.object({ expected_total: minor }),
    answer: paymentRequestSchema,
    idempotent: true,
  },
  forInvoices: {
    method: 'POST',
    path: '/api/payment_requests/invoices/preview',
    access: pay,
    summary: 'Preview whether paying issued invoices together needs approval, and the open request for one of them.',
    body: z.object({ ids: invoiceIds }),
    answer: z.object({ approval: approvalSchema.nullable(), request: paymentRequestSchema.nullable() }),
  },
  createForInvoices: {
    method: 'POST',
    path: '/api/payment_requests/invoices',
    seconds: callTimes.many,
    access: pay,
    summary: 'Request approval to pay issued invoices above the member’s limits; refused if their total differs.',
    body: z.object({ ids: invoiceIds, expected_total: minor }),
    answer: paymentRequestSchema,
    idempotent: true,
  },
  approve: {
    method: 'POST',
    path: '/api/payment_requests/{id}/approve',
    seconds: callTimes.many,
    access: decide,
    summary:
      'Approve a payment request and pay what can be paid of it, above 500 orders by a job; refused if the total differs.',
    params: idParams,
    body: z.object({ expected_total: minor, version: z.int() }),
    answer: paymentStartedSchema,
    idempotent: true,
  },
  decline: {
    method: 'POST',
    path: '/api/payment_requests/{id}/decline',
    access: decide,
    summary: 'Decline a payment request with a reason.',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(3).max(300), version: z.int() }),
    answer: paymentRequestSchema,
  },
  cancel: {
    method: 'POST',
    path: '/api/payment_requests/{id}/cancel',
    access: pay,
    summary: 'Cancel one’s own payment request.',
    params: idParams,
    body: z.object({ version: z.int() }),
    answer: paymentRequestSchema,
  },
});
