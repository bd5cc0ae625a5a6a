import { sql } from 'kysely';
import type { FreightFormula } from '#contract/shipping.ts';
import type { AccountCtx } from '#server/db/context.ts';

export type PriceInput = {
  /** Where it must be known beforehand. */
  id?: string;
  catalog_sku_id: string;
  destination: string;
  channel_id: string;
  unit_price: number;
  currency: string;
  formula: FreightFormula;
  days_min: number;
  days_max: number;
  tax_mode: string;
  /** How the channel weighs under this price; actual weight to the gram when left out. */
  divisor?: number | null;
  step_g?: number;
  locked_until: Date | null;
  quote_id: string | null;
  quote_version: number | null;
};

export type CurrentPrice = PriceInput & { id: string; valid_from: Date };

/** Makes writers of one account's prices wait for each other: two new prices of the same thing cannot both be current. */
export async function lockPrices(ctx: AccountCtx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`prices:${ctx.account}`}, 0))`.execute(ctx.db);
}

export async function endPrices(ctx: AccountCtx, prices: readonly PriceInput[]): Promise<void> {
  await sql`
    UPDATE prices p SET valid_to = ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(prices)}::json) AS r(catalog_sku_id uuid, destination text, channel_id uuid)
    WHERE p.account_id = ${ctx.account} AND p.valid_to IS NULL
      AND p.catalog_sku_id = r.catalog_sku_id AND p.destination = r.destination AND p.channel_id = r.channel_id`.execute(
    ctx.db,
  );
}

export async function insertPrices(ctx: AccountCtx, prices: readonly (PriceInput & { id: string })[]): Promise<void> {
  await sql`
    INSERT INTO prices (account_id, id, catalog_sku_id, destination, channel_id, unit_price, currency, formula, days_min, days_max,
      tax_mode, divisor, step_g, valid_from, locked_until, quote_id, quote_version, created_at)
    SELECT ${ctx.account}, r.id, r.catalog_sku_id, r.destination, r.channel_id, r.unit_price, r.currency, r.formula, r.days_min, r.days_max,
      r.tax_mode, r.divisor, coalesce(r.step_g, 1), ${ctx.now}, r.locked_until, r.quote_id, r.quote_version, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(prices)}::json)
      AS r(id uuid, catalog_sku_id uuid, destination text, channel_id uuid, unit_price bigint, currency text, formula jsonb, days_min int,
           days_max int, tax_mode text, divisor int, step_g int, locked_until timestamptz, quote_id uuid, quote_version int)`.execute(
    ctx.db,
  );
}

export async function findCurrent(
  ctx: AccountCtx,
  skuIds: readonly string[],
  destination: string,
): Promise<CurrentPrice[]> {
  const { rows } = await sql<CurrentPrice>`
    SELECT id, catalog_sku_id, destination, channel_id, unit_price, currency, formula, days_min, days_max, tax_mode, divisor, step_g, locked_until,
           quote_id, quote_version, valid_from
    FROM prices
    WHERE account_id = ${ctx.account} AND catalog_sku_id = ANY(${skuIds}::uuid[]) AND destination = ${destination} AND valid_to IS NULL
    ORDER BY catalog_sku_id, channel_id`.execute(ctx.db);
  return rows;
}
