import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { invoicingModes, maxInvoiceNote, validHours } from './order-invoice-rules.ts';
import { currency, date, done, id, idParams, minor } from './shared.ts';

/** How long the prices of an issued invoice stand. */
export const hours = z.int().min(validHours.least).max(validHours.most);
const reason = z.string().trim().min(3).max(500);
const agents = { kind: 'staff', roles: ['agent', 'finance'] } as const;
const view = { kind: 'merchant', feature: 'invoices', action: 'view' } as const;
const pay = { kind: 'merchant', feature: 'invoices', action: 'pay' } as const;

const sums = z.object({ goods: minor, freight: minor, fees: minor, total: minor });
const line = z.object({
  code: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  /** Quantity and amount as issued and as it would be now; null where the line is not on that side. */
  was: z.object({ quantity: z.int(), amount: minor }).nullable(),
  now: z.object({ quantity: z.int(), amount: minor }).nullable(),
});
/** What an invoice of orders would cost at the prices of now. */
export const refreshedInvoiceSchema = z.object({
  currency,
  was: minor,
  now: minor,
  /** How many orders a new invoice would have. */
  orders_now: z.int(),
  /** How many hours its prices would stand: as many as those of this one. */
  valid_hours: hours,
  orders: z.array(
    z.object({
      order_id: id,
      name: z.string(),
      /** It is not any more what it was billed for, whatever it costs: the invoice is not paid with it. */
      changed: z.boolean(),
      was: sums,
      /** Null where the order cannot be billed any more; `refusal` says why. */
      now: sums.nullable(),
      refusal: z.string().nullable(),
      lines: z.array(line),
    }),
  ),
});

/** Days on which the orders were placed, in the time zone of the client; all days where none is named. */
const placed = { from: date.optional(), to: date.optional() };
/** What invoices may come to: the orders placed first, until the next one would exceed it. */
const upTo = z.coerce.number().pipe(minor.min(1)).optional();

const issued = z.object({ id, number: z.string(), orders: z.int(), total: minor });

/** Invoices that the provider issues for orders, which are paid later than billed. */
export const orderInvoices = endpoints({
  waiting: {
    method: 'GET',
    path: '/api/staff/clients/{id}/order_invoices',
    access: agents,
    summary: 'Add up the orders of a client that an invoice could be issued for now.',
    params: idParams,
    query: z.object({ ...placed, up_to: upTo }),
    answer: z.object({
      orders: z.int(),
      total: minor,
      /** How many more wait on these days that would exceed the amount. */
      beyond: z.int(),
      currency,
      /** What the client pays by itself: samples, and units that came to paid orders. */
      by_client: z.int(),
      invoicing: z.enum(invoicingModes),
      valid_hours: z.int(),
    }),
  },
  issue: {
    method: 'POST',
    path: '/api/staff/clients/{id}/order_invoices',
    seconds: callTimes.many,
    access: agents,
    summary:
      'Issue invoices for orders of a client that wait for payment: all, those of some days, or the first up to an amount.',
    params: idParams,
    body: z.object({
      ...placed,
      up_to: minor.min(1).optional(),
      expected_total: minor,
      valid_hours: hours,
      /** What the client reads on the invoices and their PDFs. */
      note: z.string().trim().max(maxInvoiceNote).optional(),
    }),
    answer: z.object({ invoices: z.array(issued), orders: z.int(), total: minor, currency }),
    idempotent: true,
  },
  void: {
    method: 'POST',
    path: '/api/staff/clients/{account_id}/order_invoices/{id}/void',
    access: agents,
    summary: 'Make an unpaid invoice of orders void; its orders wait for payment again.',
    params: idParams.extend({ account_id: id }),
    body: z.object({ reason }),
    answer: done,
  },
  decline: {
    method: 'POST',
    path: '/api/invoices/{id}/decline',
    access: pay,
    summary: 'Decline an unpaid invoice of orders; its orders wait for payment again.',
    params: idParams,
    body: z.object({ reason }),
    answer: done,
  },
  refreshed: {
    method: 'GET',
    path: '/api/invoices/{id}/refresh',
    access: view,
    summary: 'Compare an unpaid invoice of orders with what its orders cost now.',
    params: idParams,
    answer: refreshedInvoiceSchema,
  },
  refresh: {
    method: 'POST',
    path: '/api/invoices/{id}/refresh',
    seconds: callTimes.many,
    access: pay,
    summary: 'Replace an unpaid invoice of orders by one at the prices of now; refused if the total differs.',
    params: idParams,
    body: z.object({ expected_total: minor }),
    answer: issued,
    idempotent: true,
  },
});
