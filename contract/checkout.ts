import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { invoiceDetailSchema } from './invoices.ts';
import { currency, id, minor } from './shared.ts';
import { costSchema } from './order-schemas.ts';

export const checkoutSchema = z.object({
  payable: z.array(z.object({ order_id: id, name: z.string(), store: z.string(), cost: costSchema })),
  refused: z.array(z.object({ order_id: id, name: z.string(), reason: z.string() })),
  goods: minor,
  freight: minor,
  fees: minor,
  total: minor,
  currency,
  available: minor,
  missing: minor,
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
