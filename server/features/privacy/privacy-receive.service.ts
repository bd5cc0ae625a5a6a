import { privacyDays } from '#contract/privacy.ts';
import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import * as rows from './privacy.db.ts';
import { eraseRecipients } from '#server/features/orders/index.ts';
import { removeBuyerFiles } from '#server/features/files/index.ts';
import { notify } from '#server/features/notifications/index.ts';

/** What a shop passed on, about one store that it has or had here. */
export type PrivacyRequest = {
  topic: rows.Topic;
  store: { account_id: string; id: string; name: string };
  /** Ids of orders at the shop. */
  orders: readonly string[];
  /** Of the buyer who asks; used to find orders, kept nowhere. */
  email: string | null;
  /** The shop has the app again: its data is needed, and nobody may erase it any more. */
  reinstalled: boolean;
};

const dayMs = 86_400_000;

/** Does at once what a shop passed on, and keeps evidence: an erasure is done, a request for data waits for the merchant. */
export async function receivePrivacyRequest(ctx: Ctx, request: PrivacyRequest): Promise<void> {
  if (request.topic === 'customers/data_request') return askForData(ctx, request);
  const { topic, store, orders } = request;
  const keep = topic === 'shop/redact' && request.reinstalled;
  const which = { storeId: store.id, externalIds: topic === 'shop/redact' ? null : orders };
  const recipients = keep ? 0 : await eraseRecipients(ctx, store.account_id, which);
  if (!keep) await removeBuyerFiles(ctx, store.account_id);
  await rows.insertRequest(ctx, {
    account_id: store.account_id,
    store_id: store.id,
    topic,
    orders,
    finished: true,
    result: keep ? { kept: true } : { recipients },
  });
  await publish(ctx, { account_id: store.account_id, kind: 'stores.privacy', id: store.id });
}

async function askForData(ctx: Ctx, { topic, store, orders, email }: PrivacyRequest) {
  const known = email === null ? [] : await rows.findOrdersOf(ctx, store, email);
  const all = [...new Set([...orders, ...known])];
  const { account_id, id: store_id } = store;
  const id = await rows.insertRequest(ctx, { account_id, store_id, topic, orders: all, finished: false, result: null });
  const due = new Date(ctx.now.getTime() + privacyDays * dayMs).toISOString().slice(0, 10);
  await notify(ctx, {
    event: 'buyer_data_requested',
    account_id,
    subject: id,
    store_id,
    params: { store: store.name, due },
    link: '/my-store/index',
  });
  await publish(ctx, { account_id, kind: 'stores.privacy', id: store_id });
}
