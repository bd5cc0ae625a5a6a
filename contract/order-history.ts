import { z } from 'zod';
import { staffParams } from './clients.ts';
import { endpoints } from './endpoint.ts';
import { currency, id, idParams, minor, time } from './shared.ts';

/** Where an entry of an order’s timeline comes from. */
export const timelineSources = ['shop', 'order', 'mapping', 'price', 'freight', 'payment', 'parcel', 'claim'] as const;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const entry = z.object({
  at: time,
  source: z.enum(timelineSources),
  /** What happened, for the reader's sentence. */
  kind: z.string(),
  by: z.string().nullable(),
  /** Seen by staff alone. */
  internal: z.boolean(),
  /** What the sentence names. */
  params: z.record(z.string(), scalar),
  /** What was decided or computed from. */
  inputs: z.array(z.object({ name: z.string(), value: scalar })),
  link: z
    .object({
      to: z.enum(['order', 'product', 'quote', 'invoice', 'claim', 'tracking', 'store']),
      id: z.string(),
      label: z.string(),
    })
    .nullable(),
});

/** One billed line beside what its kept inputs come to. */
const billed = z.object({ code: z.string(), title: z.string(), amount: minor, recomputed: minor });
const timeline = z.object({
  order: z.object({ id, name: z.string() }),
  entries: z.array(entry),
  /** The bill computed again; null before it is paid. */
  cost: z.object({ currency, billed: minor, recomputed: minor, equal: z.boolean(), lines: z.array(billed) }).nullable(),
});

export const orderHistory = endpoints({
  get: {
    method: 'GET',
    path: '/api/shopify_orders/{id}/explain',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'Retrieve the timeline of an order with the data behind each decision, oldest first.',
    params: idParams,
    answer: timeline,
  },
  staffGet: {
    method: 'GET',
    path: '/api/staff/orders/{account_id}/{id}/explain',
    access: { kind: 'staff', roles: ['agent', 'finance', 'warehouse'] },
    summary: 'Retrieve the timeline of a client’s order, including internal events.',
    params: staffParams,
    answer: timeline,
  },
});
