import { ShopError } from '#server/connectors/connector.ts';
import type { Entry } from '#server/db/context.ts';
import {
  callbackUrl,
  loadStore,
  noteSwept,
  ordersSince,
  productsSince,
  readOrders,
  readProducts,
  refreshIdentity,
} from './store-sync.service.ts';
import type { StoreLink } from './stores.db.ts';
import { connectorOf, sessionOf, type StoresKit } from './stores-kit.ts';

export type ImportPayload = { account_id: string; store_id: string; job_id: string };
type Imported = { products: number; orders: number };

const sentences: Record<ShopError['reason'], string> = {
  needs_reauth: 'The shop no longer accepts the app. Authorize the store again.',
  suspended: 'The shop is closed at the moment. We go on by ourselves when it opens again.',
  gone: 'The shop does not exist any more.',
  throttled: 'The shop asked us to slow down. We go on by ourselves within 10 minutes.',
  unreachable: 'The shop did not answer. We go on by ourselves within 10 minutes.',
  refused: 'The shop refused to be read. Contact your agent.',
};

/**
 * Brings a store's products and orders here, with progress that its owner sees: the first time from the chosen start, later
 * from the last look. Webhooks are asked for first, so that nothing falls between. A repeated run goes on where pages ended.
 */
export async function importStore(kit: StoresKit, entry: Entry, payload: ImportPayload): Promise<void> {
  const scope = { account_id: payload.account_id };
  const job = { account_id: payload.account_id, id: payload.job_id };
  const store = await loadStore(entry, { account_id: payload.account_id, id: payload.store_id });
  await entry.run(scope, (ctx) => kit.needs.startJob(ctx, job));
  try {
    if (!store || store.status === 'disconnected') throw new ShopError('gone', 'the store is not connected');
    const result = await readAll(kit, entry, store, job);
    await entry.run(scope, (ctx) => kit.needs.finishJob(ctx, job, result));
  } catch (error) {
    const known = error instanceof ShopError;
    entry.log.warn({ err: error, store: payload.store_id }, 'an import broke off');
    const sentence = known ? sentences[error.reason] : 'Something went wrong on our side. We try again.';
    await entry.run(scope, (ctx) => kit.needs.failJob(ctx, job, sentence));
    if (!known) throw error; // the queue repeats it
  }
}

async function readAll(
  kit: StoresKit,
  entry: Entry,
  store: StoreLink,
  job: { account_id: string; id: string },
): Promise<Imported> {
  const shop = sessionOf(store);
  const connector = connectorOf(kit, store);
  await refreshIdentity(kit, entry, store);
  await connector.subscribe(shop, await callbackUrl(kit, entry, store));
  const from = { products: productsSince(store), orders: ordersSince(store) };
  const expected = {
    products: await connector.countProducts(shop, from.products),
    orders: await connector.countOrders(shop, from.orders),
  };
  const show = (done: number) =>
    entry.run({ account_id: job.account_id }, (ctx) =>
      kit.needs.progressJob(ctx, job, done, Math.max(done, expected.products + expected.orders)),
    );
  await show(0);
  const products = await readProducts(kit, entry, store, from.products, { sweep: true, progress: show });
  const orders = await readOrders(kit, entry, store, from.orders, {
    sweep: true,
    expected: expected.orders,
    progress: (done) => show(products + done),
  });
  await noteSwept(entry, store);
  return { products, orders };
}
