import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** Ids of a store's orders: of all, or of those that the shop knows by these ids. */
export async function findOrderIds(
  ctx: Ctx,
  accountId: string,
  which: { storeId: string; externalIds: readonly string[] | null },
): Promise<string[]> {
  const named = which.externalIds ? sql`AND external_id = ANY(${[...which.externalIds]}::text[])` : sql``;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM orders WHERE account_id = ${accountId} AND store_id = ${which.storeId} ${named} ORDER BY id`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}

/** Empties the recipients; the country stays for the books. Answers how many had not been emptied before. */
export async function blankRecipients(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<number> {
  const done = await sql`
    UPDATE order_recipients SET name = NULL, company = NULL, address1 = NULL, address2 = NULL, city = NULL, province = NULL,
      province_code = NULL, zip = NULL, phone = NULL, email = NULL, note = NULL, tax_id = NULL,
      original = NULL, later = NULL, same_key = NULL, redacted_at = ${ctx.now}
    WHERE account_id = ${accountId} AND order_id = ANY(${orderIds}::uuid[]) AND redacted_at IS NULL`.execute(ctx.db);
  return Number(done.numAffectedRows ?? 0n);
}

/** Empties what people wrote about the orders: a reason may name the buyer. */
export async function blankRemarks(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE orders SET hold_reason = NULL, note = NULL, version = version + 1
    WHERE account_id = ${accountId} AND id = ANY(${orderIds}::uuid[]) AND (hold_reason IS NOT NULL OR note IS NOT NULL)`.execute(
    ctx.db,
  );
  await sql`
    UPDATE order_events SET data = data - 'reason'
    WHERE account_id = ${accountId} AND order_id = ANY(${orderIds}::uuid[]) AND data ? 'reason'`.execute(ctx.db);
}
