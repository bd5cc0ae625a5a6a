import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { id } from './shared.ts';

/** The way of a new account from its first store to its first parcel, in this order. */
export const guidanceSteps = ['store', 'map', 'price', 'recharge', 'pay', 'tracking'] as const;

const steps = z.object({ steps: z.array(z.object({ key: z.enum(guidanceSteps), done: z.boolean() })) });

export const guidance = endpoints({
  shop: {
    method: 'GET',
    path: '/api/guidance/shop',
    access: { kind: 'merchant', feature: 'stores', action: 'view' },
    summary: 'Whether a store is connected, a product mapped and a price there.',
    answer: steps,
  },
  order: {
    method: 'GET',
    path: '/api/guidance/order',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'Whether an order was paid and a parcel has its tracking number.',
    answer: steps,
  },
  invoice: {
    method: 'GET',
    path: '/api/guidance/invoice',
    access: { kind: 'merchant', feature: 'invoices', action: 'view' },
    summary: 'Whether the wallet was recharged, so that invoices can be paid.',
    answer: steps,
  },
  agent: {
    method: 'GET',
    path: '/api/guidance/agent',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'Whether an agent looks after the account, and who.',
    answer: z.object({ agent_exist: z.boolean(), agent: z.object({ id, name: z.string() }).nullable() }),
  },
});
