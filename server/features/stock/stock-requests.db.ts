import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { StockRequestKind, StockRequestStatus } from '#contract/stock-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';

type Place = { id: string; code: string; name: string };
export type RequestRow = {
  id: string;
  account_id: string;
  client: { id: string; number: number; name: string };
  kind: StockRequestKind;
  sku: { id: string; code: string; title: string; picture_url: string | null };
  warehouse: Place;
  to_warehouse: Place | null;
  quantity: number;
  reason: string;
  status: StockRequestStatus;
  answer: string;
  asked_at: Date;
  answered_at: Date | null;
  answered_by: string | null;
};

const matching = (accountId: string | null, open: boolean | null): RawBuilder<unknown> =>
  sql.join(
    [
      accountId ? sql`r.account_id = ${accountId}` : sql`true`,
      open === null ? sql`true` : open ? sql`r.status = 'asked'` : sql`r.status <> 'asked'`,
    ],
    sql` AND `,
  );

const shape = (rows: RawBuilder<unknown>) => sql<RequestRow>`
  SELECT r.account_id, r.id, r.kind, r.quantity, r.reason, r.status, r.answer, r.asked_at, r.answered_at, r.answered_by,
    json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client,
    json_build_object('id', c.id, 'code', c.code, 'title', c.title, 'picture_url', '/api/pictures/' || c.picture) AS sku,
    json_build_object('id', w.id, 'code', w.code, 'name', w.name) AS warehouse,
    CASE WHEN t.id IS NULL THEN NULL ELSE json_build_object('id', t.id, 'code', t.code, 'name', t.name) END AS to_warehouse
  FROM (${rows}) r
  JOIN accounts a ON a.id = r.account_id
  JOIN catalog_skus c ON c.id = r.sku_id
  JOIN warehouses w ON w.id = r.warehouse_id
  LEFT JOIN warehouses t ON t.id = r.to_warehouse_id
  ORDER BY r.id DESC`;

/** Requests of one account, or (for staff) of all; the newest first. */
export async function findRequests(
  ctx: Ctx,
  accountId: string | null,
  open: boolean | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<RequestRow[]> {
  const page = sql`SELECT r.* FROM stock_requests r WHERE ${matching(accountId, open)} ORDER BY r.id DESC OFFSET ${offset} LIMIT ${limit}`;
  return (await shape(page).execute(ctx.db)).rows;
}

export async function countRequests(ctx: Ctx, accountId: string | null, open: boolean | null): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM stock_requests r WHERE ${matching(accountId, open)}`, maxListDepth + 1);
}

/** One request; with `lock` it stays as it is until the transaction ends. */
export async function findRequest(ctx: AccountCtx, id: string, lock = false): Promise<RequestRow | undefined> {
  if (lock)
    await sql`SELECT FROM stock_requests WHERE account_id = ${ctx.account} AND id = ${id} FOR UPDATE`.execute(ctx.db);
  const one = sql`SELECT r.* FROM stock_requests r WHERE r.account_id = ${ctx.account} AND r.id = ${id}`;
  return (await shape(one).execute(ctx.db)).rows[0];
}

export async function insertRequest(
  ctx: Ctx,
  request: {
    account_id: string;
    id: string;
    kind: StockRequestKind;
    sku_id: string;
    warehouse_id: string;
    to_warehouse_id: string | null;
    quantity: number;
    reason: string;
    asked_by: string;
  },
): Promise<void> {
  await ctx.db
    .insertInto('stock_requests')
    .values({ ...request, asked_at: ctx.now })
    .execute();
}

export async function answerRequest(
  ctx: AccountCtx,
  id: string,
  status: Exclude<StockRequestStatus, 'asked'>,
  answer: string,
): Promise<void> {
  await ctx.db
    .updateTable('stock_requests')
    .set({ status, answer, answered_at: ctx.now, answered_by: 'name' in ctx.actor ? ctx.actor.name : null })
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}
