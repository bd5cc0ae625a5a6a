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
    summary: 'Check whether a store is connected, a product is mapped, and a price exists.',
    /** `by_files`: all stores are for order files; `awaits_file`: and none was imported yet. */
    answer: steps.extend({ awaits_file: z.boolean(), by_files: z.boolean() }),
  },
  order: {
    method: 'GET',
    path: '/api/guidance/order',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'Check whether an order is paid and a parcel has a tracking number.',
    answer: steps,
  },
  invoice: {
    method: 'GET',
    path: '/api/guidance/invoice',
    access: { kind: 'merchant', feature: 'invoices', action: 'view' },
    summary: 'Check whether the wallet has funds to pay invoices.',
    answer: steps,
  },
  agent: {
    method: 'GET',
    path: '/api/guidance/agent',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'Check whether the account has an agent, and who it is.',
    answer: z.object({ agent_exist: z.boolean(), agent: z.object({ id, name: z.string() }).nullable() }),
  },
});
