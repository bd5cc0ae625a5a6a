import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { WooRuntime, WooShop } from './woo-records.ts';

export const wooFaultKinds = [
  'strip_authorization',
  'firewall',
  'slow',
  'server_error',
  'too_many',
  'notice',
  'hook_lost',
  'hook_forged',
] as const;
export type WooFaultKind = (typeof wooFaultKinds)[number];

const faultSchema = z.array(
  z.object({ kind: z.enum(wooFaultKinds), left: z.number().nullable(), ms: z.number().default(0) }),
);
export type WooFault = { kind: WooFaultKind; times?: number; ms?: number };

const write = (rt: WooRuntime, shop: string, faults: unknown) =>
  rt.pool.query('update woo_shops set faults = $2 where slug = $1', [shop, JSON.stringify(faults)]);

/** Switches a fault on: for so many requests, or until it is cleared. */
export async function switchWooFault(rt: WooRuntime, shop: WooShop, { kind, times, ms = 0 }: WooFault): Promise<void> {
  const others = faultSchema.parse(shop.faults).filter((fault) => fault.kind !== kind);
  await write(rt, shop.slug, [...others, { kind, left: times ?? null, ms }]);
}

export const clearWooFaults = (rt: WooRuntime, slug: string) => write(rt, slug, []);

/** Whether a fault hits now; counts it. */
export async function wooFault(rt: WooRuntime, shop: WooShop, kind: WooFaultKind): Promise<boolean> {
  const faults = faultSchema.parse(shop.faults);
  const found = faults.find((fault) => fault.kind === kind);
  if (!found || found.left === 0) return false;
  if (found.left !== null) {
    const next = faults.map((fault) => (fault === found ? { ...fault, left: (fault.left ?? 1) - 1 } : fault));
    shop.faults = next;
    await write(rt, shop.slug, next);
  }
  if (found.ms > 0) await pause(found.ms);
  return true;
}

/** What stands between a request and the shop; null when nothing does. */
export async function inTheWay(rt: WooRuntime, shop: WooShop) {
  await wooFault(rt, shop, 'slow');
  if (await wooFault(rt, shop, 'firewall')) return { status: 403, html: '<h1>Sorry, you have been blocked</h1>' };
  if (await wooFault(rt, shop, 'server_error')) return { status: 502, html: '<h1>Bad gateway</h1>' };
  if (await wooFault(rt, shop, 'too_many')) return { status: 429, html: '<h1>Too many requests</h1>' };
  return null;
}
