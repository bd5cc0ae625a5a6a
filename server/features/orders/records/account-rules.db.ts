import { sql } from 'kysely';
import type { StoreSettings } from '#contract/store-rules.ts';
import { readStoreSettings } from '#contract/store-settings.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

/** The settings of these stores. */
export async function findStoreRules(
  ctx: AccountCtx,
  storeIds: readonly string[],
): Promise<Map<string, StoreSettings>> {
  const { rows } = await sql<{ id: string; settings: unknown }>`${prepared}
    SELECT id, settings FROM stores WHERE account_id = ${ctx.account} AND id = ANY(${[...storeIds]}::uuid[])`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.id, readStoreSettings(row.settings)]));
}

/**
 * Makes these prices the ones that were agreed to last; answers their SKUs. In the sequence of the key, so that two actions cannot
 * wait for each other. Prices `offered` at an earlier moment leave those that were agreed to since.
 */
export async function agreePrices(ctx: AccountCtx, priceIds: readonly string[], offered?: Date): Promise<string[]> {
  if (priceIds.length === 0) return [];
  const { rows } = await sql<{ sku_id: string }>`${prepared}
    WITH agreed AS (
      SELECT DISTINCT ON (catalog_sku_id, destination) catalog_sku_id, destination, id FROM prices
      WHERE account_id = ${ctx.account} AND id = ANY(${[...priceIds]}::uuid[])
      ORDER BY catalog_sku_id, destination, valid_from DESC, id
    ), kept AS (
      INSERT INTO agreed_prices (account_id, catalog_sku_id, destination, price_id, agreed_at)
      SELECT ${ctx.account}, catalog_sku_id, destination, id, ${ctx.now} FROM agreed ORDER BY catalog_sku_id, destination
      ON CONFLICT (account_id, catalog_sku_id, destination) DO UPDATE SET price_id = excluded.price_id, agreed_at = excluded.agreed_at
        WHERE agreed_prices.price_id <> excluded.price_id ${offered ? sql`AND agreed_prices.agreed_at <= ${offered}` : sql``}
    )
    SELECT DISTINCT catalog_sku_id AS sku_id FROM agreed`.execute(ctx.db);
  return rows.map((row) => row.sku_id);
}

export async function acceptRisk(ctx: AccountCtx, id: string): Promise<void> {
  // the yes is to all that is sent with it
  await sql`UPDATE orders SET risk_accepted = risk, version = version + 1
            WHERE account_id = ${ctx.account} AND (id = ${id} OR id IN (
              SELECT g.order_id FROM order_lines h JOIN order_lines g ON g.account_id = h.account_id AND g.id = h.origin_line_id
              WHERE h.account_id = ${ctx.account} AND h.order_id = ${id} AND h.current_quantity > 0))`.execute(ctx.db);
}
