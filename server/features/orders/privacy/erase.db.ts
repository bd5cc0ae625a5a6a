import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** Ids of a store's orders: of all, or of those that the shop knows by these ids. */
export async function findOrderIds(
  ctx: Ctx,
  accountId: string,
  which: { storeId: string; externalIds: readonly string[] | null },
): Promise<string[]> {
  const named = which.externalIds ? sql`AND external_id = ANY(${[...which.externalIds]}::text[])` : sql``;
  // what replaces an order, or is a part of it, goes to the same buyer
  const { rows } = await sql<{ id: string }>`
    WITH asked AS (SELECT id FROM orders WHERE account_id = ${accountId} AND store_id = ${which.storeId} ${named})
    SELECT id FROM asked
    UNION SELECT r.id FROM asked JOIN orders r ON r.account_id = ${accountId} AND r.reship_of = asked.id
    UNION SELECT p.id FROM asked JOIN orders p ON p.account_id = ${accountId} AND p.split_from = asked.id
    ORDER BY id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Empties the recipients; the country stays for the books. Answers how many had not been emptied before. */
export async function blankRecipients(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<number> {
  const done = await sql`
    UPDATE order_recipients SET name = NULL, company = NULL, address1 = NULL, address2 = NULL, city = NULL, province = NULL,
      province_code = NULL, zip = NULL, phone = NULL, email = NULL, note = NULL, tax_id = NULL,
      original = NULL, later = NULL, same_key = NULL, buyer_key = NULL, redacted_at = ${ctx.now}
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
  await sql`
    UPDATE cancel_requests SET reason = '', answer = ''
    WHERE account_id = ${accountId} AND order_id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
  await sql`
    UPDATE order_messages SET text = ''
    WHERE account_id = ${accountId} AND order_id = ANY(${orderIds}::uuid[]) AND text <> ''`.execute(ctx.db);
  await blankClaims(ctx, accountId, orderIds);
  await forgetAnswers(ctx, orderIds);
}

/** Answers about claims that are kept for repeated calls hold such words as well. */
async function forgetAnswers(ctx: Ctx, orderIds: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM idempotency_keys WHERE route LIKE 'claims.%' AND answer #>> '{order,id}' = ANY(${orderIds}::text[])`.execute(
    ctx.db,
  );
}

/** Claims keep what was decided; words and files about the buyer go. */
async function blankClaims(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<void> {
  const claims = sql`SELECT id FROM claims WHERE account_id = ${accountId} AND order_id = ANY(${orderIds}::uuid[])`;
  await sql`
    UPDATE claims SET note = '', decision_note = ''
    WHERE account_id = ${accountId} AND id IN (${claims}) AND (note <> '' OR decision_note <> '')`.execute(ctx.db);
  await sql`
    UPDATE claim_events SET data = data - 'rejected_because'
    WHERE account_id = ${accountId} AND claim_id IN (${claims}) AND data ? 'rejected_because'`.execute(ctx.db);
  await sql`UPDATE claim_messages SET text = '' WHERE account_id = ${accountId} AND claim_id IN (${claims})`.execute(
    ctx.db,
  );
  await sql`
    WITH shown AS (
      UPDATE claim_evidence e SET file_id = NULL FROM (SELECT id, file_id FROM claim_evidence
        WHERE account_id = ${accountId} AND claim_id IN (${claims}) AND file_id IS NOT NULL) had
      WHERE e.account_id = ${accountId} AND e.id = had.id RETURNING had.file_id)
    UPDATE files SET expires_at = ${ctx.now} WHERE account_id = ${accountId} AND id IN (SELECT file_id FROM shown)`.execute(
    ctx.db,
  );
}
