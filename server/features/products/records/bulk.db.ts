import { sql } from 'kysely';
import type { mappingStates } from '#contract/products.ts';
import type { Ctx } from '#server/db/context.ts';

export type Candidate = {
  id: string;
  title: string;
  external_id: string;
  store: { id: string; status: string; platform: string };
  mapping_state: (typeof mappingStates)[number];
  /** Variants that are shipped, and how many of them are marked as not ours. */
  shipped: number;
  not_ours: number;
  open_quote: string | null;
  /** Where most of its orders go. */
  country: string | null;
};

/** Products with what decides whether an act can be done on them; those outside the stores are left out. */
export async function findCandidates(
  ctx: Ctx,
  accountId: string,
  ids: readonly string[],
  stores: readonly string[] | null,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT p.id, p.title, p.external_id, json_build_object('id', s.id, 'status', s.status, 'platform', s.platform) AS store, p.mapping_state,
      p.variants AS shipped, f.country,
      (SELECT count(*)::int FROM store_variants v WHERE v.account_id = p.account_id AND v.product_id = p.id AND v.removed_at IS NULL
         AND v.requires_shipping AND v.mapping_state = 'not_ours') AS not_ours,
      (SELECT 'Q-' || q.number FROM quotes q WHERE q.account_id = p.account_id AND q.product_id = p.id
         AND q.status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered') LIMIT 1) AS open_quote
    FROM store_products p
    JOIN stores s ON s.account_id = p.account_id AND s.id = p.store_id
    LEFT JOIN product_figures f ON f.account_id = p.account_id AND f.product_id = p.id
    WHERE p.account_id = ${accountId} AND p.id = ANY(${ids}::uuid[]) AND p.removed_at IS NULL
      AND ${stores ? sql`p.store_id = ANY(${stores}::uuid[])` : sql`true`}`.execute(ctx.db);
  return rows;
}
