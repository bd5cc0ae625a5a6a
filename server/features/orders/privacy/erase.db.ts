import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';

/** Ids of a store's orders: of all, or of those that the shop knows by these ids. */
export async function findOrderIds(
  ctx: AccountCtx,
  which: { storeId: string; externalIds: readonly string[] | null },
): Promise<string[]> {
  const named = which.externalIds ? sql`AND external_id = ANY(${[...which.externalIds]}::text[])` : sql``;
  // what replaces an order, or is a part of it, goes to the same buyer
  const { rows } = await sql<{ id: string }>`
    WITH asked AS (SELECT id FROM orders WHERE account_id = ${ctx.account} AND store_id = ${which.storeId} ${named})
    SELECT id FROM asked
    UNION SELECT r.id FROM asked JOIN orders r ON r.account_id = ${ctx.account} AND r.reship_of = asked.id
    UNION SELECT p.id FROM asked JOIN orders p ON p.account_id = ${ctx.account} AND p.split_from = asked.id
    ORDER BY id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** The words by which these orders' buyers are found; such short ones as initials are left out. */
export async function findBuyerWords(ctx: AccountCtx, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT DISTINCT word FROM order_buyer_words
    WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[])
      AND (length(word) > 2 OR octet_length(word) > length(word))`.execute(ctx.db); // Chinese is kept as pairs
  return rows.map(({ word }) => word);
}

/** Empties the recipients; the country stays for the books. Answers how many had not been emptied before. */
export async function blankRecipients(ctx: AccountCtx, orderIds: readonly string[]): Promise<number> {
  const done = await sql`
    UPDATE order_recipients SET name = NULL, company = NULL, address1 = NULL, address2 = NULL, city = NULL, province = NULL,
      province_code = NULL, zip = NULL, phone = NULL, email = NULL, note = NULL, tax_id = NULL,
      original = NULL, later = NULL, same_key = NULL, buyer_key = NULL, redacted_at = ${ctx.now}
    WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[]) AND redacted_at IS NULL`.execute(ctx.db);
  return Number(done.numAffectedRows ?? 0n);
}

/** Empties what people wrote about the orders: a reason may name the buyer. */
export async function blankRemarks(ctx: AccountCtx, orderIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE orders SET hold_reason = NULL, note = NULL, version = version + 1
    WHERE account_id = ${ctx.account} AND id = ANY(${orderIds}::uuid[]) AND (hold_reason IS NOT NULL OR note IS NOT NULL)`.execute(
    ctx.db,
  );
  await sql`
    UPDATE order_events SET data = data - 'reason'
    WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[]) AND data ? 'reason'`.execute(ctx.db);
  await sql`
    UPDATE cancel_requests SET reason = '', answer = ''
    WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
}
