import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';

export async function findHead(ctx: AccountCtx, orderId: string) {
  const { rows } = await sql<{ id: string; name: string; store_id: string }>`
    SELECT id, name, store_id FROM orders WHERE account_id = ${ctx.account} AND id = ${orderId}`.execute(ctx.db);
  return rows[0];
}

export type TimelineEvent = {
  at: Date;
  kind: string;
  by: string | null;
  internal: boolean;
  data: Record<string, unknown>;
};

export async function findStoryEvents(ctx: AccountCtx, orderId: string): Promise<TimelineEvent[]> {
  const { rows } = await sql<TimelineEvent>`
    SELECT at, kind, actor_name AS by, internal, data FROM order_events
    WHERE account_id = ${ctx.account} AND order_id = ${orderId} ORDER BY at, id`.execute(ctx.db);
  return rows;
}

export type UsedMapping = {
  at: Date;
  line: string;
  version: number;
  source: string;
  by: string | null;
  product_id: string;
  parts: { code: string; quantity: number }[];
};

/** The mapping version by which each line is made up. */
export async function findUsedMappings(ctx: AccountCtx, orderId: string): Promise<UsedMapping[]> {
  const { rows } = await sql<UsedMapping>`
    SELECT m.created_at AS at, l.title AS line, m.version, m.source, m.author_name AS by, v.product_id,
      coalesce((SELECT json_agg(json_build_object('code', c.code, 'quantity', k.quantity) ORDER BY k.line)
        FROM mapping_components k JOIN catalog_skus c ON c.id = k.catalog_sku_id
        WHERE k.account_id = m.account_id AND k.variant_id = m.variant_id AND k.version = m.version AND k.rule = l.mapping_rule), '[]') AS parts
    FROM order_lines l
    JOIN mappings m ON m.account_id = l.account_id AND m.variant_id = l.variant_id AND m.version = l.mapping_version
    JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    WHERE l.account_id = ${ctx.account} AND l.order_id = ${orderId} ORDER BY l.position, l.id`.execute(ctx.db);
  return rows;
}

export type StoryParcel = {
  at: Date;
  tracking_number: string;
  tracking_url: string | null;
  carrier: string;
  channel: string;
  delivered_at: Date | null;
};

export async function findStoryParcels(ctx: AccountCtx, orderId: string): Promise<StoryParcel[]> {
  const { rows } = await sql<StoryParcel>`
    SELECT p.shipped_at AS at, p.tracking_number, p.tracking_url, p.carrier, c.name AS channel, p.delivered_at
    FROM parcels p JOIN channels c ON c.id = p.channel_id
    WHERE p.account_id = ${ctx.account} AND p.order_id = ${orderId} ORDER BY p.shipped_at`.execute(ctx.db);
  return rows;
}
