import { privacyDays } from '#contract/privacy.ts';
import type { NotificationEvent, NotificationMessage } from '#contract/notification-events.ts';
import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import * as rows from './privacy.db.ts';

/** Acts of other features that requests need. */
export type PrivacyNeeds = {
  /** Empties the buyers of a store's orders: of all, or of those with these ids at the shop. */
  eraseRecipients(
    ctx: Ctx,
    accountId: string,
    which: { storeId: string; externalIds: readonly string[] | null },
  ): Promise<number>;
  /** Removes files of the account in which buyers may stand. */
  removeBuyerFiles(ctx: Ctx, accountId: string): Promise<void>;
  notify(ctx: Ctx, message: NotificationMessage): Promise<void>;
  settle(ctx: Ctx, accountId: string, subject: string, events: readonly NotificationEvent[]): Promise<void>;
};

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
export async function receivePrivacyRequest(ctx: Ctx, needs: PrivacyNeeds, request: PrivacyRequest): Promise<void> {
  if (request.topic === 'customers/data_request') return askForData(ctx, needs, request);
  const { topic, store, orders } = request;
  const keep = topic === 'shop/redact' && request.reinstalled;
  const which = { storeId: store.id, externalIds: topic === 'shop/redact' ? null : orders };
  const recipients = keep ? 0 : await needs.eraseRecipients(ctx, store.account_id, which);
  if (!keep) await needs.removeBuyerFiles(ctx, store.account_id);
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

async function askForData(ctx: Ctx, needs: PrivacyNeeds, { topic, store, orders, email }: PrivacyRequest) {
  const known = email === null ? [] : await rows.findOrdersOf(ctx, store, email);
  const all = [...new Set([...orders, ...known])];
  const { account_id, id: store_id } = store;
  const id = await rows.insertRequest(ctx, { account_id, store_id, topic, orders: all, finished: false, result: null });
  const due = new Date(ctx.now.getTime() + privacyDays * dayMs).toISOString().slice(0, 10);
  await needs.notify(ctx, {
    event: 'buyer_data_requested',
    account_id,
    subject: id,
    store_id,
    params: { store: store.name, due },
    link: '/my-store/index',
  });
  await publish(ctx, { account_id, kind: 'stores.privacy', id: store_id });
}
