import { privacyDays } from '#contract/privacy.ts';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, type MerchantCtx, notFound, forAccount } from '#server/db/context.ts';
import { fileDay } from '#server/db/file-day.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import * as rows from './privacy.db.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { eraseRecipients } from '#server/features/orders/index.ts';
import { removeBuyerFiles } from '#server/features/files/index.ts';

const dayMs = 86_400_000;
const scopeOf = (ctx: Ctx) => (ctx.actor.kind === 'merchant' ? ctx.actor.stores : null);
const dueOf = (row: rows.RequestRow) => new Date(row.received_at.getTime() + privacyDays * dayMs);

function asRequest(row: rows.RequestRow) {
  const { id, store_id, topic, received_at, finished_at, result } = row;
  return {
    id,
    store_id,
    topic,
    orders: topic === 'shop/redact' ? null : row.orders.length,
    received_at,
    due_at: dueOf(row),
    finished_at,
    erased: result?.recipients ?? null,
    kept: result?.kept ?? false,
    handed_over: result?.handed_over ?? [],
  };
}

/** Requests about buyers' data of the stores that the member may see, newest first. */
export async function listRequests(ctx: MerchantCtx, query: ListQuery & { store_id?: string | undefined }) {
  const which = { accountId: ctx.account, stores: scopeOf(ctx), storeId: query.store_id };
  const found = await rows.findRequests(ctx, which, pageOf(query));
  return { data: found.map(asRequest), meta: metaOf(query, await rows.countRequests(ctx, which)) };
}

/**
 * A buyer's data as it is kept at this moment. It is put together again each time and lies in no file, so that there is no
 * copy that an erasure would have to find; who fetched it is kept as evidence.
 */
export async function composeDocument(ctx: MerchantCtx, id: string) {
  const [request] = await rows.findRequests(
    ctx,
    { accountId: ctx.account, stores: scopeOf(ctx), id },
    { offset: 0, limit: 1 },
  );
  if (request?.topic !== 'customers/data_request') throw notFound('buyer_data_request');
  if (dueOf(request) < ctx.now)
    throw appError('link_expired', { text: 'privacy.request_expired', params: { days: privacyDays } });
  const store = { account_id: ctx.account, id: request.store_id };
  const orders = await rows.findBuyerOrders(ctx, store, request.orders);
  const handed_over = [...(request.result?.handed_over ?? []), { at: ctx.now.toISOString(), by: ctx.actor.name }];
  await rows.saveOutcome(ctx, id, { handed_over });
  await resolveNotifications(ctx, id, ['buyer_data_requested']);
  await audit(ctx, {
    action: 'privacy.document',
    entity: 'privacy_requests',
    entity_id: id,
    details: { orders: orders.length },
  });
  publish(ctx, { account_id: ctx.account, kind: 'stores.privacy', id: request.store_id });
  return {
    file_name: `buyer-data_${await fileDay(ctx)}.json`,
    file: {
      kind: 'data of a buyer' as const,
      store: request.store_name,
      requested_at: request.received_at,
      composed_at: ctx.now,
      orders: orders.map(({ total, currency, ...order }) => ({ ...order, total: moneyText(total, currency) })),
    },
  };
}

/** What a shop passed on, about one store that it has or had here. */
type PrivacyRequest = {
  topic: rows.Topic;
  store: { account_id: string; id: string; name: string };
  /** Ids of orders at the shop. */
  orders: readonly string[];
  /** Of the buyer who asks; used to find orders, kept nowhere. */
  email: string | null;
  /** The shop has the app again: its data is needed, and nobody may erase it any more. */
  reinstalled: boolean;
};

/** Does at once what a shop passed on, and keeps evidence: an erasure is done, a request for data waits for the merchant. */
export async function receivePrivacyRequest(ctx: Ctx, request: PrivacyRequest): Promise<void> {
  if (request.topic === 'customers/data_request') return askForData(ctx, request);
  const { topic, store, orders } = request;
  const keep = topic === 'shop/redact' && request.reinstalled;
  const which = { storeId: store.id, externalIds: topic === 'shop/redact' ? null : orders };
  const recipients = keep ? 0 : await eraseRecipients(forAccount(ctx, store.account_id), which);
  if (!keep) await removeBuyerFiles(forAccount(ctx, store.account_id));
  await rows.insertRequest(ctx, {
    account_id: store.account_id,
    store_id: store.id,
    topic,
    orders,
    finished: true,
    result: keep ? { kept: true } : { recipients },
  });
  publish(ctx, { account_id: store.account_id, kind: 'stores.privacy', id: store.id });
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
  publish(ctx, { account_id, kind: 'stores.privacy', id: store_id });
}
