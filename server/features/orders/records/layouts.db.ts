import { sql } from 'kysely';
import type { DateReading } from '#server/connectors/file/date-readings.ts';
import type { Mapping } from '#server/connectors/file/order-columns.ts';
import type { OrderField } from '#server/connectors/file/order-fields.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

/** How the store's last file with these columns was matched. */
export async function findLayout(ctx: AccountCtx, storeId: string, head: string) {
  const { rows } = await sql<{ mapping: Partial<Record<OrderField, string>>; dates: DateReading | null }>`
    SELECT mapping, dates FROM import_layouts
    WHERE account_id = ${ctx.account} AND store_id = ${storeId} AND head = ${head}`.execute(ctx.db);
  return rows[0];
}

export async function saveLayout(
  ctx: Ctx,
  layout: { account_id: string; store_id: string; head: string; mapping: Mapping; dates: DateReading | null },
): Promise<void> {
  await sql`
    INSERT INTO import_layouts (account_id, store_id, head, mapping, dates, used_at)
    VALUES (${layout.account_id}, ${layout.store_id}, ${layout.head}, ${JSON.stringify(layout.mapping)}::jsonb, ${layout.dates}, ${ctx.now})
    ON CONFLICT (account_id, store_id, head) DO UPDATE SET mapping = excluded.mapping, dates = excluded.dates, used_at = excluded.used_at`.execute(
    ctx.db,
  );
}
