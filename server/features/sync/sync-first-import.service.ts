import type { LookResult } from '#contract/stores.ts';
import { ShopError, type ShopOrder } from '#server/connectors/connector.ts';
import type { Entry } from '#server/db/context.ts';
import {
  addSeen,
  nothingSeen,
  noteSwept,
  ordersSince,
  productsSince,
  readOrders,
  readProducts,
  refreshIdentity,
  type Seen,
} from './sync.service.ts';
import {
  type StoreLink,
  connectorOf,
  type DayRange,
  sessionOf,
  type StoresKit,
  callbackUrl,
  loadStore,
} from '#server/features/stores/index.ts';
import { startJob, finishJob, failJob, progressJob } from '#server/features/jobs/index.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

export type ImportPayload = { account_id: string; store_id: string; job_id: string; range?: DayRange | undefined };

const dayMs = 86_400_000;

/**
 * Brings a store's products and orders here, with progress that its owner sees: the first time from the chosen start, later
 * from the last look. Webhooks are asked for first, so that nothing falls between. A repeated run goes on where pages ended.
 */
export async function importStore(kit: StoresKit, entry: Entry, payload: ImportPayload): Promise<void> {
  const scope = { account_id: payload.account_id };
  const job = { account_id: payload.account_id, id: payload.job_id };
  const store = await loadStore(entry, { account_id: payload.account_id, id: payload.store_id });
  await entry.run(scope, (ctx) => startJob(ctx, job));
  try {
    if (!store || store.status === 'disconnected') throw new ShopError('gone', 'the store is not connected');
    const result = await readAll(kit, entry, store, job, payload.range ?? null);
    await entry.run(scope, (ctx) => finishJob(ctx, job, result));
  } catch (error) {
    const known = error instanceof ShopError;
    entry.log.warn({ err: error, store: payload.store_id }, 'an import broke off');
    const sentence: Phrase = { text: known ? `stores.import_${error.reason}` : 'stores.import_broken' };
    await entry.run(scope, (ctx) => failJob(ctx, job, sentence));
    if (!known) throw error; // the queue repeats it
  }
}

/** Every order placed on a day has changed on it or later: all changes since then hold them. */
function placedWithin({ from, to }: DayRange) {
  const since = new Date(`${from}T00:00:00Z`);
  const until = new Date(`${to}T00:00:00Z`).getTime() + dayMs;
  return { since, holds: ({ placed_at }: ShopOrder) => placed_at >= since && placed_at.getTime() < until };
}

const lookOf = <K extends 'products' | 'orders'>(kind: K, { seen, created, updated }: Seen) =>
  // the keys are exactly those that the type names
  ({ [kind]: seen, [`${kind}_new`]: created, [`${kind}_changed`]: updated }) as Record<
    K | `${K}_new` | `${K}_changed`,
    number
  >;

async function readAll(
  kit: StoresKit,
  entry: Entry,
  store: StoreLink,
  job: { account_id: string; id: string },
  range: DayRange | null,
): Promise<LookResult> {
  const shop = sessionOf(store);
  const connector = connectorOf(kit, store);
  await refreshIdentity(kit, entry, store);
  await connector.subscribe(shop, await callbackUrl(kit, entry, store));
  const from = { products: productsSince(store), orders: ordersSince(store) };
  const days = range && placedWithin(range);
  const expected = {
    products: await connector.countProducts(shop, from.products),
    orders: await connector.countOrders(shop, from.orders),
    within: days ? await connector.countOrders(shop, days.since) : 0,
  };
  const total = expected.products + expected.orders + expected.within;
  const show = (done: number) =>
    entry.run({ account_id: job.account_id }, (ctx) => progressJob(ctx, job, done, Math.max(done, total)));
  await show(0);
  const products = await readProducts(kit, entry, store, from.products, { sweep: true, progress: show });
  const orders = await readOrders(kit, entry, store, from.orders, {
    sweep: true,
    expected: expected.orders,
    progress: (done) => show(products.seen + done),
  });
  const within = days
    ? await readOrders(kit, entry, store, days.since, {
        sweep: false,
        expected: expected.within,
        only: days.holds,
        progress: (done) => show(products.seen + orders.seen + done),
      })
    : nothingSeen;
  await noteSwept(entry, store);
  return { ...lookOf('products', products), ...lookOf('orders', addSeen(orders, within)), range };
}
