import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { ListQuery } from '#contract/shared.ts';
import type { stock } from '#contract/stock.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { moveStock } from './stock-desk.service.ts';
import { findLevel } from './stock-journal.db.ts';
import { findWarehouses } from './stock-list.db.ts';
import * as rows from './stock-requests.db.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';

type Asked = ParsedOf<typeof stock.request>['body'];

/** What the account asked the warehouse to do, the newest first. */
export async function listRequests(ctx: MerchantCtx, query: ListQuery) {
  const account = accountOf(ctx);
  const data = await rows.findRequests(ctx, account, null, pageOf(query));
  return { data, meta: metaOf(query, await rows.countRequests(ctx, account, null)) };
}

/** Asks the warehouse to move pieces or to write them off; the warehouse hears of it. */
export async function askRequest(ctx: MerchantCtx, asked: Asked) {
  const account_id = accountOf(ctx);
  const { kind, sku_id, warehouse_id, quantity, reason } = asked;
  const to_warehouse_id = kind === 'transfer' ? (asked.to_warehouse_id ?? null) : null;
  const refuse = (sentence: Phrase, field: string) => appError('stock_act_invalid', sentence, field);
  const known = new Set((await findWarehouses(ctx)).map((warehouse) => warehouse.id));
  if (kind === 'transfer' && (to_warehouse_id === warehouse_id || !known.has(to_warehouse_id ?? '')))
    throw refuse({ text: 'stock.same_warehouse' }, 'to_warehouse_id');
  const level = await findLevel(ctx, account_id, sku_id, warehouse_id);
  if (!level) throw notFound('sku');
  const free = kind === 'transfer' ? level.available : level.available + level.damaged; // broken pieces can be written off
  if (quantity > free) throw appError('stock_short', { text: 'stock.too_many', params: { count: free } }, 'quantity');
  const id = uuid();
  const request = { account_id, id, kind, sku_id, warehouse_id, to_warehouse_id, quantity, reason };
  await rows.insertRequest(ctx, { ...request, asked_by: ctx.actor.user_id });
  const row = await read(ctx, account_id, id);
  await noted(ctx, row, 'request');
  await notify(ctx, {
    event: 'desk_stock_requested',
    account_id,
    subject: id,
    params: { client: row.client.name, quantity, code: row.sku.code },
    link: '/desk/stock?tab=requests',
  });
  return row;
}

async function read(ctx: Ctx, accountId: string, id: string, lock = false): Promise<rows.RequestRow> {
  const row = await rows.findRequest(ctx, accountId, id, lock);
  if (!row) throw notFound('request');
  return row;
}

async function openOne(ctx: Ctx, accountId: string, id: string): Promise<rows.RequestRow> {
  const row = await read(ctx, accountId, id, true);
  if (row.status !== 'asked') throw appError('stock_act_invalid', { text: 'stock.request_closed' });
  return row;
}

async function noted(ctx: Ctx, row: rows.RequestRow, what: 'request' | 'withdraw' | 'answer'): Promise<void> {
  const { account_id, id, kind, quantity } = row;
  const details = { kind, quantity };
  await audit(ctx, { action: `stock.${what}`, account_id, entity: 'stock_requests', entity_id: id, details });
  for (const account of [account_id, null]) await publish(ctx, { account_id: account, kind: 'stock.changed', id });
}

/** Takes a request back that nobody has answered. */
export async function withdrawRequest(ctx: MerchantCtx, id: string) {
  const account = accountOf(ctx);
  const row = await openOne(ctx, account, id);
  await rows.answerRequest(ctx, account, id, 'withdrawn', '');
  await noted(ctx, row, 'withdraw');
  await resolveNotifications(ctx, account, id, ['desk_stock_requested']);
  return read(ctx, account, id);
}

/** Requests of all clients; each client shown leaves an access row. */
export async function listForDesk(ctx: StaffCtx, query: ListQuery & { tab: 'open' | 'answered' }) {
  const data = await rows.findRequests(ctx, null, query.tab === 'open', pageOf(query));
  const counts = {
    open: await rows.countRequests(ctx, null, true),
    answered: await rows.countRequests(ctx, null, false),
  };
  await noteAccess(ctx, {
    feature: 'stock',
    route: 'stock.deskRequests',
    accounts: data.map((row) => row.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  return { data, meta: metaOf(query, counts[query.tab], counts) };
}

/** Does what was asked, or says why not; the client hears of it. */
export async function answerRequest(
  ctx: StaffCtx,
  { account_id, id }: { account_id: string; id: string },
  { decision, answer }: ParsedOf<typeof stock.deskAnswer>['body'],
) {
  const row = await openOne(ctx, account_id, id);
  if (decision === 'decline' && answer.length < 3)
    throw appError('stock_act_invalid', { text: 'stock.answer_missing' }, 'answer');
  if (decision === 'accept') {
    const { kind, quantity, reason, sku, warehouse, to_warehouse } = row;
    const place = {
      sku_id: sku.id,
      warehouse_id: warehouse.id,
      ...(to_warehouse && { to_warehouse_id: to_warehouse.id }),
    };
    await moveStock(ctx, account_id, { kind, quantity, reason, ...place }, `request:${id}`);
  }
  await rows.answerRequest(ctx, account_id, id, decision === 'accept' ? 'done' : 'declined', answer);
  await noted(ctx, row, 'answer');
  await resolveNotifications(ctx, account_id, id, ['desk_stock_requested']);
  await notify(ctx, {
    event: 'stock_request_answered',
    account_id,
    subject: id,
    params: { code: row.sku.code, quantity: row.quantity },
    link: '/ProductStock/index?tab=requests',
  });
  return read(ctx, account_id, id);
}
