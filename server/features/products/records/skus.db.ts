import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type SkuChoiceRow = {
  id: string;
  code: string;
  title: string;
  weight_g: number;
  lead_days: number;
  moq: number;
  status: 'active' | 'low' | 'discontinued';
  picture_url: string | null;
  attributes: Record<string, string>;
  cost: number | null;
  cost_currency: string | null;
  used_here: number;
};

/**
 * Items that may be chosen for a product: those its variants consist of first, then by how many words of the search (or of
 * the product's title) they have, priced ones before others. An item that is asked for stands before all. Discontinued items only when the search names their code.
 */
export async function findChoices(
  ctx: Ctx,
  accountId: string,
  product: { id: string; title: string },
  asked: { q?: string | undefined; sku?: string | undefined },
  limit: number,
): Promise<SkuChoiceRow[]> {
  const q = asked.q === '' ? undefined : asked.q;
  const wanted = asked.sku ?? null;
  const words = wordsOf(q ?? product.title);
  const { rows } = await sql<SkuChoiceRow>`
    SELECT k.id, k.code, k.title, k.weight_g, k.lead_days, k.moq, k.status, '/api/pictures/' || k.picture AS picture_url, k.attributes,
      x.cost, x.cost_currency, coalesce(u.n, 0) AS used_here
    FROM (
      SELECT s.*, (SELECT count(*)::int FROM unnest(${words}::text[]) AS w(word)
          WHERE strpos(lower(s.title || ' ' || s.code || ' ' || coalesce((SELECT string_agg(a.value, ' ') FROM jsonb_each_text(s.attributes) a), '')), w.word) > 0) AS hits
      FROM catalog_skus s WHERE (s.owner_account_id IS NULL OR s.owner_account_id = ${accountId})
        AND (s.status <> 'discontinued' OR lower(s.code) = ANY(${words}::text[]) OR s.id = ${wanted})
    ) k
    LEFT JOIN (
      SELECT c.catalog_sku_id, count(*)::int AS n FROM store_variants v
      JOIN mapping_components c ON c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version
      WHERE v.account_id = ${accountId} AND v.product_id = ${product.id} GROUP BY 1) u ON u.catalog_sku_id = k.id
    LEFT JOIN LATERAL (
      SELECT min(r.unit_price) AS cost, min(r.currency) AS cost_currency FROM prices r
      WHERE r.account_id = ${accountId} AND r.catalog_sku_id = k.id AND r.valid_to IS NULL) x ON true
    WHERE k.id = ${wanted} OR ${q ? sql`k.hits = ${words.length}` : sql`k.hits > 0 OR u.n > 0 OR x.cost IS NOT NULL`}
    ORDER BY k.id IS NOT DISTINCT FROM ${wanted}::uuid DESC, coalesce(u.n, 0) DESC, k.hits DESC, x.cost IS NULL, k.code LIMIT ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

const wordsOf = (text: string) =>
  [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,/|]+/)
        .filter((word) => word.length > 1),
    ),
  ].slice(0, 12);
