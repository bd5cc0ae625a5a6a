import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

type StoreRef = { account_id: string; id: string };

/** Notes that the shop no longer has these orders; answers those that it had until now. */
export async function markGone(ctx: Ctx, store: StoreRef, externalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE orders SET deleted_in_shop_at = ${ctx.now}, cancelled_at = coalesce(cancelled_at, ${ctx.now}), version = version + 1
    WHERE account_id = ${store.account_id} AND store_id = ${store.id} AND external_id = ANY(${[...externalIds]}::text[])
      AND source = 'api' AND deleted_in_shop_at IS NULL
    RETURNING id`.execute(ctx.db);
  return rows.map((row) => row.id);
}
