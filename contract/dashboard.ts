import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { id, minor, time } from './shared.ts';
import { walletSchema } from './wallet.ts';

/** Everything on the first page, from one moment. */
export const dashboardSchema = z.object({
  as_of: time,
  work: z.object({
    action_needed: z.int(),
    quoting: z.int(),
    to_pay: z.int(),
    to_pay_amount: minor,
    /** Orders that wait for the merchant: to be paid, blocked, or both. */
    orders_waiting: z.int(),
    processing: z.int(),
    shipped: z.int(),
    quotes_to_answer: z.int(),
    unmapped_products: z.int(),
  }),
  blocks: z.array(z.object({ code: z.string(), orders: z.int() })),
  wallet: walletSchema.nullable(),
  stores: z.object({ connected: z.int(), needs_reauth: z.int(), last_reconciled_at: time.nullable() }),
  agent: z.object({ id, name: z.string() }).nullable(),
});

export const dashboard = endpoints({
  get: {
    method: 'GET',
    path: '/api/dashboard',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'Retrieve open work and balances as of one moment.',
    answer: dashboardSchema,
  },
  deskWork: {
    method: 'GET',
    path: '/api/desk/work',
    access: { kind: 'staff', roles: ['agent', 'finance', 'warehouse'] },
    summary: 'Retrieve how much work waits in each area of the caller; null for other areas.',
    answer: z.object({
      quotes: z.int().nullable(),
      recharges: z.int().nullable(),
      orders: z.int().nullable(),
      cancellations: z.int().nullable(),
      claims: z.int().nullable(),
    }),
  },
});
