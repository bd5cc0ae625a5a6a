import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { ListQuery } from '#contract/shared.ts';
import type { stock } from '#contract/stock.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import {
  type AccountCtx,
  type Ctx,
  type MerchantCtx,
  notFound,
  type StaffActor,
  type StaffCtx,
} from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { moveStock } from './stock-staff.service.ts';
import { findLevel } from './stock-journal.db.ts';
import { findWarehouses } from './stock-list.db.ts';
import * as rows from './stock-requests.db.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';

type Asked = ParsedOf<typeof stock.request>['body'];

/** What the account asked the warehouse to do, the newest first. */
export async function listRequests(ctx: MerchantCtx, query: ListQuery) {
  const data = await rows.findRequests(ctx, ctx.account, null, pageOf(query));
  return { data, meta: metaOf(query, await rows.countRequests(ctx, ctx.account, null)) };
}

/** Asks the warehouse to move pieces or to write them off; the warehouse hears of it. */
export async function askRequest(ctx: MerchantCtx, asked: Asked) {
  const { kind, sku_id, warehouse_id, quantity, reason } = asked;
  const to_warehouse_id = kind === 'transfer' ? (asked.to_warehouse_id ?? null) : null;
  const refuse = (sentence: Phrase, field: string) => appError('stock_action_invalid', sentence, field);
  const known = new Set((await findWarehouses(ctx)).map((warehouse) => warehouse.id));
  if (kind === 'transfer' && (to_warehouse_id === warehouse_id || !known.has(to_warehouse_id ?? '')))
    throw refuse({ text: 'stock.same_warehouse' }, 'to_warehouse_id');
  const level = await findLevel(ctx, ctx.account, sku_id, warehouse_id);
  if (!level) throw notFound('sku');
  const free = kind === 'transfer' ? level.available : level.available + level.damaged; // broken pieces can be written off
  if (quantity > free) throw appError('stock_short', { text: 'stock.too_many', params: { count: free } }, 'quantity');
  const id = uuid();
  const request = { account_id: ctx.account, id, kind, sku_id, warehouse_id, to_warehouse_id, quantity, reason };
  await rows.insertRequest(ctx, { ...request, asked_by: ctx.actor.user_id });
  const row = await read(ctx, id);
  await recordRequest(ctx, row, 'request');
  await notify(ctx, {
    event: 'staff_stock_requested',
    account_id: ctx.account,
    subject: id,
    params: { client: row.client.name, quantity, code: row.sku.code },
    link: '/staff/stock?tab=requests',
  });
  return row;
}

async function read(ctx: AccountCtx, id: string, lock = false): Promise<rows.RequestRow> {
  const row = await rows.findRequest(ctx, id, lock);
  if (!row) throw notFound('request');
  return row;
}

async function openOne(ctx: AccountCtx, id: string): Promise<rows.RequestRow> {
  const row = await read(ctx, id, true);
  if (row.status !== 'asked') throw appError('stock_action_invalid', { text: 'stock.request_closed' });
  return row;
}

async function recordRequest(ctx: Ctx, row: rows.RequestRow, what: 'request' | 'withdraw' | 'answer'): Promise<void> {
  const { account_id, id, kind, quantity } = row;
  const details = { kind, quantity };
  await audit(ctx, { action: `stock.${what}`, account_id, entity: 'stock_requests', entity_id: id, details });
  for (const account of [account_id, null]) publish(ctx, { account_id: account, kind: 'stock.changed', id });
}

/** Takes a request back that nobody has answered. */
export async function withdrawRequest(ctx: MerchantCtx, id: string) {
  const row = await openOne(ctx, id);
  await rows.answerRequest(ctx, id, 'withdrawn', '');
  await recordRequest(ctx, row, 'withdraw');
  await resolveNotifications(ctx, id, ['staff_stock_requested']);
  return read(ctx, id);
}

/** Requests of all clients; each client shown leaves an access row. */
export async function listForStaff(ctx: StaffCtx, query: ListQuery & { tab: 'open' | 'answered' }) {
  const data = await rows.findRequests(ctx, null, query.tab === 'open', pageOf(query));
  const counts = {
    open: await rows.countRequests(ctx, null, true),
    answered: await rows.countRequests(ctx, null, false),
  };
  await noteAccess(ctx, {
    feature: 'stock',
    route: 'stock.staffRequests',
    accounts: data.map((row) => row.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  return { data, meta: metaOf(query, counts[query.tab], counts) };
}

/** Does what was asked, or says why not; the client hears of it. */
export async function answerRequest(
  ctx: AccountCtx<StaffActor>,
  id: string,
  { decision, answer }: ParsedOf<typeof stock.staffAnswer>['body'],
) {
  const row = await openOne(ctx, id);
  if (decision === 'decline' && answer.length < 3)
    throw appError('stock_action_invalid', { text: 'stock.answer_missing' }, 'answer');
  if (decision === 'accept') {
    const { kind, quantity, reason, sku, warehouse, to_warehouse } = row;
    const place = {
      sku_id: sku.id,
      warehouse_id: warehouse.id,
      ...(to_warehouse && { to_warehouse_id: to_warehouse.id }),
    };
    await moveStock(ctx, { kind, quantity, reason, ...place }, `request:${id}`);
  }
  await rows.answerRequest(ctx, id, decision === 'accept' ? 'done' : 'declined', answer);
  await recordRequest(ctx, row, 'answer');
  await resolveNotifications(ctx, id, ['staff_stock_requested']);
  await notify(ctx, {
    event: 'stock_request_answered',
    account_id: ctx.account,
    subject: id,
    params: { code: row.sku.code, quantity: row.quantity },
    link: '/ProductStock/index?tab=requests',
  });
  return read(ctx, id);
}
