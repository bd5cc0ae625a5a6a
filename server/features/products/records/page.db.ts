import { sql } from 'kysely';
import type { Stage } from '#contract/orders.ts';
import type { QuoteStatus } from '#contract/quotes.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { seesStore } from '#server/db/store-scope.ts';

const most = { prices: 200, orders: 50, events: 100 };

export type PriceRow = {
  id: string;
  sku: { id: string; code: string; title: string };
  destination: string;
  channel: string;
  unit_price: number;
  currency: string;
  days_min: number;
  days_max: number;
  tax_mode: string;
  valid_from: Date;
  valid_to: Date | null;
  locked_until: Date | null;
  quote: { id: string; number: string } | null;
};

/** Prices of every item that some variant consists of now, under any rule. */
export async function findPrices(ctx: AccountCtx, productId: string): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    SELECT r.id, json_build_object('id', k.id, 'code', k.code, 'title', k.title) AS sku, r.destination, c.name AS channel, r.unit_price, r.currency,
      r.days_min, r.days_max, r.tax_mode, r.valid_from, r.valid_to, r.locked_until,
      (SELECT json_build_object('id', q.id, 'number', 'Q-' || q.number) FROM quotes q WHERE q.account_id = r.account_id AND q.id = r.quote_id
         AND ${seesStore(ctx.actor, sql`q.store_id`)}) AS quote
    FROM prices r
    JOIN catalog_skus k ON k.id = r.catalog_sku_id
    JOIN channels c ON c.id = r.channel_id
    WHERE r.account_id = ${ctx.account} AND r.catalog_sku_id IN (
      SELECT m.catalog_sku_id FROM store_variants v
      JOIN mapping_components m ON m.account_id = v.account_id AND m.variant_id = v.id AND m.version = v.mapping_version
      WHERE v.account_id = ${ctx.account} AND v.product_id = ${productId})
    ORDER BY r.valid_to IS NOT NULL, r.valid_to DESC, k.code, r.destination, c.name LIMIT ${most.prices}`.execute(
    ctx.db,
  );
  return rows;
}

export type OrderRow = {
  id: string;
  name: string;
  placed_at: Date;
  stage: Stage;
  country: string | null;
  units: number;
  goods: number | null;
  currency: string | null;
  mapping_versions: number[];
};

/** The newest orders of the product; nothing in them is the buyer's personal data (P12). */
export async function findOrders(ctx: AccountCtx, productId: string): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    SELECT o.id, o.name, o.placed_at, o.stage, o.country, sum(l.current_quantity)::int AS units,
      CASE WHEN bool_and(l.unit_cost IS NOT NULL) THEN sum(l.unit_cost * l.current_quantity)::bigint END AS goods, o.cost_currency AS currency,
      coalesce(array_agg(DISTINCT l.mapping_version) FILTER (WHERE l.mapping_version IS NOT NULL), '{}') AS mapping_versions
    FROM store_variants v
    JOIN order_lines l ON l.account_id = v.account_id AND l.variant_id = v.id
    JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
    WHERE v.account_id = ${ctx.account} AND v.product_id = ${productId}
    GROUP BY o.account_id, o.id ORDER BY o.placed_at DESC, o.id DESC LIMIT ${most.orders}`.execute(ctx.db);
  return rows;
}

export type QuoteRow = { id: string; number: string; status: QuoteStatus; created_at: Date };

export async function findQuotes(ctx: AccountCtx, productId: string): Promise<QuoteRow[]> {
  const { rows } = await sql<QuoteRow>`
    SELECT id, 'Q-' || number AS number, status, submitted_at AS created_at FROM quotes
    WHERE account_id = ${ctx.account} AND product_id = ${productId} ORDER BY submitted_at DESC`.execute(ctx.db);
  return rows;
}

export type EventRow = { id: string; at: Date; kind: string; actor: string | null; data: Record<string, unknown> };

export async function findEvents(ctx: AccountCtx, productId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT id, at, kind, actor_name AS actor, data FROM product_events
    WHERE account_id = ${ctx.account} AND product_id = ${productId} ORDER BY at DESC, id DESC LIMIT ${most.events}`.execute(
    ctx.db,
  );
  return rows;
}

type EventInput = { id: string; product_id: string; kind: string; data: Record<string, unknown> };

export async function insertEvents(ctx: AccountCtx, events: readonly EventInput[]): Promise<void> {
  if (events.length === 0) return;
  // Names of jobs mean nothing to a merchant.
  const actor_name = ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff' ? ctx.actor.name : null;
  await sql`
    INSERT INTO product_events (account_id, id, product_id, at, kind, actor_kind, actor_name, data)
    SELECT ${ctx.account}, r.id, r.product_id, ${ctx.now}, r.kind, ${ctx.actor.kind}, ${actor_name}, r.data
    FROM json_to_recordset(${JSON.stringify(events)}::json) AS r(id uuid, product_id uuid, kind text, data jsonb)`.execute(
    ctx.db,
  );
}
