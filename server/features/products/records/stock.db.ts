import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type PartRow = { product_id: string; variant_id: string; sku_id: string; quantity: number };

/** What the mapped variants of the products consist of where no rule says otherwise. */
export async function findParts(ctx: Ctx, accountId: string, productIds: readonly string[]): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    SELECT v.product_id, v.id AS variant_id, c.catalog_sku_id AS sku_id, sum(c.quantity)::int AS quantity
    FROM store_variants v
    JOIN mapping_components c ON c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version AND c.rule = 0
    WHERE v.account_id = ${accountId} AND v.product_id = ANY(${productIds}::uuid[]) AND v.removed_at IS NULL AND v.requires_shipping
      AND v.mapping_state IN ('mapped', 'needs_review')
    GROUP BY 1, 2, 3`.execute(ctx.db);
  return rows;
}

export type ItemRow = {
  id: string;
  code: string;
  title: string;
  weight_g: number;
  lead_days: number;
  moq: number;
  status: 'active' | 'low' | 'discontinued';
  picture_url: string | null;
};

/** Catalogue items by their ids, in the sequence of their codes. */
export async function findItems(ctx: Ctx, ids: readonly string[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT k.id, k.code, k.title, k.weight_g, k.lead_days, k.moq, k.status, '/api/pictures/' || k.picture AS picture_url
    FROM catalog_skus k WHERE k.id = ANY(${ids}::uuid[]) ORDER BY k.code`.execute(ctx.db);
  return rows;
}
