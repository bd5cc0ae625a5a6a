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
    SELECT o.id, o.name, o.store_id, o.stage, o.payment, o.not_ours, o.external_id, s.platform, s.status
    FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    WHERE o.account_id = ${accountId} AND o.id = ANY(${ids}::uuid[]) ${within}`.execute(ctx.db);
  return rows;
}

/** Gives an order a tag; one that it has stays as it is. */
export async function addTag(ctx: Ctx, accountId: string, orderId: string, tag: string): Promise<void> {
  await sql`
    INSERT INTO order_tags (account_id, order_id, key, tag, own) VALUES (${accountId}, ${orderId}, lower(${tag}), ${tag}, true)
    ON CONFLICT DO NOTHING`.execute(ctx.db);
}

/** Takes the merchant's own tag; those of the shop are the shop's. */
export async function removeTag(ctx: Ctx, accountId: string, orderId: string, tag: string): Promise<void> {
  await sql`
    DELETE FROM order_tags WHERE account_id = ${accountId} AND order_id = ${orderId} AND key = lower(${tag}) AND own`.execute(
    ctx.db,
  );
}

export async function countOwnTags(ctx: Ctx, accountId: string, orderId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM order_tags WHERE account_id = ${accountId} AND order_id = ${orderId} AND own`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

export async function setNote(ctx: Ctx, accountId: string, orderId: string, note: string | null): Promise<void> {
  await sql`UPDATE orders SET note = ${note}, version = version + 1 WHERE account_id = ${accountId} AND id = ${orderId}`.execute(
    ctx.db,
  );
}

export async function setNotOurs(ctx: Ctx, accountId: string, orderId: string, notOurs: boolean): Promise<void> {
  await sql`
    UPDATE orders SET not_ours = ${notOurs}, version = version + 1 WHERE account_id = ${accountId} AND id = ${orderId}`.execute(
    ctx.db,
  );
}
