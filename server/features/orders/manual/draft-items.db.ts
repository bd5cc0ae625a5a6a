import { sql } from 'kysely';
import type { CarrierDemands } from '#contract/address-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type GoodsRow = {
  variant_id: string | null;
  sku_id: string | null;
  title: string;
  variant_title: string | null;
  sku: string;
  picture_url: string | null;
  price: { amount: number; currency: string } | null;
  mapped: boolean;
  stock: number | null;
};

const ownPieces = (accountId: string) => sql`(SELECT coalesce(sum(s.available), 0)::int FROM stock_levels s
  WHERE s.account_id = ${accountId} AND s.sku_id = m.sku_id)`;

/** Which goods: those with all of these words, or these ones. */
export type Wanted = { words: readonly string[] } | { ids: readonly string[] };

const matches = (wanted: Wanted, id: ReturnType<typeof sql>, text: ReturnType<typeof sql>) =>
  'ids' in wanted
    ? sql`${id} = ANY(${[...wanted.ids]}::uuid[])`
    : sql`NOT EXISTS (SELECT 1 FROM unnest(${[...wanted.words]}::text[]) AS w(word) WHERE strpos(lower(${text}), w.word) = 0)`;

/** Variants of a store, with the lowest price of what they are made of and the own pieces of it. */
export async function findVariantGoods(
  ctx: Ctx,
  store: { account_id: string; id: string },
  wanted: Wanted,
  limit: number,
): Promise<GoodsRow[]> {
  const { account_id } = store;
  const text = sql`concat_ws(' ', p.title, v.title, v.sku)`;
  const { rows } = await sql<GoodsRow>`
    SELECT v.id AS variant_id, NULL AS sku_id, v.product_title AS title, v.title AS variant_title, v.sku, v.picture_url,
      v.mapping_state = 'mapped' AS mapped,
      CASE WHEN m.parts > 0 AND m.parts = m.priced THEN json_build_object('amount', m.amount, 'currency', m.currency) END AS price,
      CASE WHEN m.parts = 1 THEN ${ownPieces(account_id)} / m.quantity END AS stock
    FROM (
      SELECT v.account_id, v.id, v.mapping_version, v.mapping_state, p.title AS product_title, v.title, v.sku,
        coalesce('/api/pictures/' || coalesce(v.picture, p.picture), v.image_url, p.image_url) AS picture_url
      FROM store_variants v JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
      WHERE v.account_id = ${account_id} AND v.store_id = ${store.id} AND v.removed_at IS NULL AND v.requires_shipping
        AND ${matches(wanted, sql`v.id`, text)}
      ORDER BY v.mapping_state <> 'mapped', p.title, v.position, v.id LIMIT ${limit}) v
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS parts, count(r.least)::int AS priced, sum(r.least * c.quantity)::int AS amount, min(r.currency) AS currency,
        min(c.catalog_sku_id::text)::uuid AS sku_id, min(c.quantity) AS quantity
      FROM mapping_components c
      LEFT JOIN LATERAL (SELECT min(x.unit_price) AS least, min(x.currency) AS currency FROM prices x
        WHERE x.account_id = c.account_id AND x.catalog_sku_id = c.catalog_sku_id AND x.valid_to IS NULL) r ON true
      WHERE c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version AND c.rule = 0 AND v.mapping_state = 'mapped') m`.execute(
    ctx.db,
  );
  return rows;
}

/** Catalogue items that the account has a price of; those asked for by their ids also without one. */
export async function findSkuGoods(ctx: AccountCtx, wanted: Wanted, limit: number): Promise<GoodsRow[]> {
  const { rows } = await sql<GoodsRow>`
    SELECT NULL AS variant_id, m.sku_id, m.title, NULL AS variant_title, m.code AS sku, '/api/pictures/' || m.picture AS picture_url,
      true AS mapped, CASE WHEN m.least IS NOT NULL THEN json_build_object('amount', m.least, 'currency', m.currency) END AS price,
      ${ownPieces(ctx.account)} AS stock
    FROM (
      SELECT k.id AS sku_id, k.title, k.code, k.picture, r.least, r.currency FROM catalog_skus k
      LEFT JOIN (SELECT catalog_sku_id, min(unit_price)::int AS least, min(currency) AS currency FROM prices
        WHERE account_id = ${ctx.account} AND valid_to IS NULL GROUP BY 1) r ON r.catalog_sku_id = k.id
      WHERE (k.owner_account_id IS NULL OR k.owner_account_id = ${ctx.account}) AND ${matches(wanted, sql`k.id`, sql`concat_ws(' ', k.title, k.code)`)}
        AND ${'ids' in wanted ? sql`true` : sql`r.least IS NOT NULL AND k.status <> 'discontinued'`}
      ORDER BY k.title, k.code LIMIT ${limit}) m`.execute(ctx.db);
  return rows;
}

/** What the carrier of a channel asks for. */
export async function findCarrier(ctx: Ctx, channelId: string): Promise<CarrierDemands | undefined> {
  const { rows } = await sql<CarrierDemands>`
    SELECT needs_phone AS phone, latin_only AS latin, takes_po_boxes AS po_boxes, needs_customs AS customs
    FROM channels WHERE id = ${channelId}`.execute(ctx.db);
  return rows[0];
}
