import { privacyDays } from '#contract/privacy.ts';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { fileDay } from '#server/db/file-day.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import * as rows from './privacy.db.ts';
import { resolveNotifications } from '#server/features/notifications/index.ts';

export { receivePrivacyRequest } from './privacy-receive.service.ts';

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
  const which = { accountId: accountOf(ctx), stores: scopeOf(ctx), storeId: query.store_id };
  const found = await rows.findRequests(ctx, which, pageOf(query));
  return { data: found.map(asRequest), meta: metaOf(query, await rows.countRequests(ctx, which)) };
}

/**
 * A buyer's data as it is kept at this moment. It is put together anew each time and lies in no file, so that there is no
 * copy that an erasure would have to find; who fetched it is kept as evidence.
 */
export async function composeDocument(ctx: MerchantCtx, id: string) {
  const accountId = accountOf(ctx);
  const [request] = await rows.findRequests(ctx, { accountId, stores: scopeOf(ctx), id }, { offset: 0, limit: 1 });
  if (request?.topic !== 'customers/data_request') throw notFound('buyer_data_request');
  if (dueOf(request) < ctx.now)
    throw appError('link_expired', { text: 'privacy.request_expired', params: { days: privacyDays } });
  const store = { account_id: accountId, id: request.store_id };
  const orders = await rows.findBuyerOrders(ctx, store, request.orders);
  const handed_over = [...(request.result?.handed_over ?? []), { at: ctx.now.toISOString(), by: ctx.actor.name }];
  await rows.saveOutcome(ctx, accountId, id, { handed_over });
  await resolveNotifications(ctx, accountId, id, ['buyer_data_requested']);
  await audit(ctx, {
    action: 'privacy.document',
    entity: 'privacy_requests',
    entity_id: id,
    details: { orders: orders.length },
  });
  await publish(ctx, { account_id: accountId, kind: 'stores.privacy', id: request.store_id });
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
