import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export async function setChannel(
  ctx: Ctx,
  accountId: string,
  ids: readonly string[],
  channelId: string | null,
): Promise<void> {
  await sql`UPDATE orders SET chosen_channel_id = ${channelId}, version = version + 1
            WHERE account_id = ${accountId} AND id = ANY(${ids}::uuid[])`.execute(ctx.db);
}

export async function setNotDuplicate(ctx: Ctx, accountId: string, id: string): Promise<void> {
  await sql`UPDATE orders SET not_duplicate = true, version = version + 1
            WHERE account_id = ${accountId} AND id = ${id}`.execute(ctx.db);
}

/** A variant of the store that a line may be sent as; undefined for another store's and for removed ones. */
export async function findVariant(ctx: Ctx, accountId: string, storeId: string, id: string) {
  const { rows } = await sql<{ id: string; title: string; sku: string }>`
    SELECT id, title, sku FROM store_variants
    WHERE account_id = ${accountId} AND store_id = ${storeId} AND id = ${id} AND removed_at IS NULL`.execute(ctx.db);
  return rows[0];
}

/** Sends a line as another variant, by that one's newest mapping. */
export async function setVariant(ctx: Ctx, accountId: string, lineId: string, variantId: string): Promise<void> {
  await sql`UPDATE order_lines SET variant_id = ${variantId}, pinned_version = NULL
            WHERE account_id = ${accountId} AND id = ${lineId}`.execute(ctx.db);
}

export async function setAside(ctx: Ctx, accountId: string, lineId: string, aside: boolean): Promise<void> {
  await sql`UPDATE order_lines SET set_aside = ${aside} WHERE account_id = ${accountId} AND id = ${lineId}`.execute(
    ctx.db,
  );
}
