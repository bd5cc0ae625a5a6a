import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type Markable = {
  id: string;
  name: string;
  store_id: string;
  stage: string;
  payment: string;
  not_ours: boolean;
  external_id: string;
  platform: string;
  source: string;
  /** The store's connection. */
  status: string;
};

/** What decides whether orders can be marked or read again; those outside the stores are left out. */
export async function findMarkable(
  ctx: Ctx,
  accountId: string,
  ids: readonly string[],
  stores: readonly string[] | null,
): Promise<Markable[]> {
  const within = stores ? sql`AND o.store_id = ANY(${stores}::uuid[])` : sql``;
  const { rows } = await sql<Markable>`
    SELECT o.id, o.name, o.store_id, o.stage, o.payment, o.not_ours, o.external_id, o.source, s.platform, s.status
    FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    WHERE o.account_id = ${accountId} AND o.id = ANY(${ids}::uuid[]) ${within}`.execute(ctx.db);
  return rows;
}

/** Gives orders a tag; one that an order has stays as it is. */
export async function addTag(ctx: Ctx, accountId: string, orderIds: readonly string[], tag: string): Promise<void> {
  await sql`
    INSERT INTO order_tags (account_id, order_id, key, tag, own)
    SELECT ${accountId}, n.id, lower(${tag}), ${tag}, true FROM unnest(${orderIds}::uuid[]) AS n(id)
    ON CONFLICT DO NOTHING`.execute(ctx.db);
}

/** Takes the merchant's own tag; those of the shop are the shop's. */
export async function removeTag(ctx: Ctx, accountId: string, orderIds: readonly string[], tag: string): Promise<void> {
  await sql`
    DELETE FROM order_tags
    WHERE account_id = ${accountId} AND order_id = ANY(${orderIds}::uuid[]) AND key = lower(${tag}) AND own`.execute(
    ctx.db,
  );
}

/** Orders that have so many tags of the merchant's own, and not this one. */
export async function findFull(
  ctx: Ctx,
  accountId: string,
  orderIds: readonly string[],
  tag: string,
  most: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT order_id FROM order_tags WHERE account_id = ${accountId} AND order_id = ANY(${orderIds}::uuid[])
    GROUP BY order_id HAVING count(*) FILTER (WHERE own) >= ${most} AND NOT bool_or(key = lower(${tag}))`.execute(
    ctx.db,
  );
  return new Set(rows.map((row) => row.order_id));
}

export async function setNote(
  ctx: Ctx,
  accountId: string,
  orderIds: readonly string[],
  note: string | null,
): Promise<void> {
  await sql`
    UPDATE orders SET note = ${note}, version = version + 1
    WHERE account_id = ${accountId} AND id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
}

export async function setNotOurs(
  ctx: Ctx,
  accountId: string,
  orderIds: readonly string[],
  notOurs: boolean,
): Promise<void> {
  await sql`
    UPDATE orders SET not_ours = ${notOurs}, version = version + 1
    WHERE account_id = ${accountId} AND id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
}
