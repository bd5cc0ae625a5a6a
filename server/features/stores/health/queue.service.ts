import * as rows from '../records/stores.db.ts';
import { type Ctx, forAccount } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { hookQueueOf, type StoreRef, queueOf } from '../records/kit.ts';

/** A shop as deliveries name it. */
export type Sender = { platform: string; shop: string };

/** Has what a shop has reported handled soon. */
export async function enqueueInbox(ctx: Ctx, { platform, shop }: Sender): Promise<void> {
  await enqueue(
    ctx,
    'store_inbox',
    { platform, shop },
    { key: `store_inbox:${platform}:${shop}`, queue: hookQueueOf(shop) },
  );
}

/** Compares a store with its shop soon; once, however often it is asked for. */
export const enqueueReconcile = (ctx: Ctx, { domain, ...store }: StoreRef & { domain: string }): Promise<void> =>
  enqueue(ctx, 'store_reconcile', store, { key: `store_reconcile:${store.id}`, queue: queueOf(domain), attempts: 3 });

export const readOrderTask = 'store_read_order';

/** Has one order read from its shop, in the line of what the shop reports by itself. */
export async function readOrderSoon(ctx: Ctx, store: StoreRef, externalId: string): Promise<void> {
  const link = await rows.findLink(forAccount(ctx, store.account_id), store.id);
  if (!link) return;
  const { account_id, id } = store;
  await enqueue(
    ctx,
    readOrderTask,
    { account_id, id, external_id: externalId },
    { key: `${readOrderTask}:${id}:${externalId}`, queue: hookQueueOf(link.domain), attempts: 5 },
  );
}

export const readProductTask = 'store_read_product';

/** Has one product read from its shop, in the line of what the shop reports by itself. */
export async function readProductSoon(ctx: Ctx, store: StoreRef, externalId: string): Promise<void> {
  const link = await rows.findLink(forAccount(ctx, store.account_id), store.id);
  if (!link) return;
  const { account_id, id } = store;
  await enqueue(
    ctx,
    readProductTask,
    { account_id, id, external_id: externalId },
    { key: `${readProductTask}:${id}:${externalId}`, queue: hookQueueOf(link.domain), attempts: 5 },
  );
}
