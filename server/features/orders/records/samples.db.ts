import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { daysOfPrice, measuredDays } from '#server/features/shipping/index.ts';
import type { OfferRow } from '../rules/rows.ts';

/**
 * Until when the prices of a version (`e`) of a quote (`q`) count for samples: while it can be accepted, and once it was,
 * as long as its prices are locked.
 */
const countsUntil = sql`CASE WHEN q.status = 'accepted' AND q.accepted_version = e.version
    THEN greatest(e.valid_until, q.closed_at + e.price_lock_days * interval '1 day')
  WHEN q.status NOT IN ('declined', 'expired', 'cancelled', 'unavailable') THEN e.valid_until END`;

/** What samples cost by the quotes that they are of; nothing of a quote that no longer counts. */
export async function findQuoted(
  ctx: AccountCtx,
  orderIds: readonly string[],
): Promise<(OfferRow & { order_id: string })[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<OfferRow & { order_id: string }>`
    SELECT DISTINCT ON (o.id, l.catalog_sku_id, f.destination, f.channel_id) o.id AS order_id, NULL AS id, l.catalog_sku_id AS sku_id,
      f.destination, f.channel_id, c.name AS channel, l.unit_price, q.currency, f.formula,
      json_build_object('divisor', f.divisor, 'step_g', f.step_g) AS weighing, ${daysOfPrice('f')},
      json_build_object('phone', c.needs_phone, 'latin', c.latin_only, 'po_boxes', c.takes_po_boxes, 'customs', c.needs_customs) AS carrier,
      json_build_object('refuses', f.refuses, 'max_weight_g', f.max_weight_g) AS limits
    FROM orders o
    JOIN quotes q ON q.account_id = o.account_id AND q.id = o.quote_id
    JOIN quote_versions e ON e.account_id = o.account_id AND e.quote_id = o.quote_id AND e.version = o.quote_version
    JOIN quote_lines l ON l.account_id = e.account_id AND l.quote_id = e.quote_id AND l.version = e.version
    JOIN quote_freight f ON f.account_id = e.account_id AND f.quote_id = e.quote_id AND f.version = e.version
    JOIN channels c ON c.id = f.channel_id AND c.active ${measuredDays('f')}
    WHERE o.account_id = ${ctx.account} AND o.id = ANY(${[...orderIds]}::uuid[]) AND ${countsUntil} > ${ctx.now}
    ORDER BY o.id, l.catalog_sku_id, f.destination, f.channel_id, l.line`.execute(ctx.db);
  return rows;
}

/** Until when samples of a version can be ordered at its prices; null when they cannot any more. */
export async function sampleUntil(ctx: AccountCtx, quote: { id: string; version: number }): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT ${countsUntil} AS until FROM quotes q
    JOIN quote_versions e ON e.account_id = q.account_id AND e.quote_id = q.id AND e.version = ${quote.version}
    WHERE q.account_id = ${ctx.account} AND q.id = ${quote.id}`.execute(ctx.db);
  return rows[0]?.until ?? null;
}
