import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import type { Reason, Suggestion } from './suggest.ts';

export type Seen = { variant_id: string; catalog_sku_id: string };
export type SuggestionFilter = {
  stores: readonly string[] | null;
  product_ids?: readonly string[] | undefined;
  q?: string | undefined;
  min_confidence?: number | undefined;
};

export type SuggestionRow = {
  variant: { id: string; title: string; sku: string; options: { name: string; value: string }[] };
  product: { id: string; title: string; picture_url: string | null };
  store: { id: string; name: string };
  sku: {
    id: string;
    code: string;
    title: string;
    weight_g: number;
    lead_days: number;
    moq: number;
    status: 'active' | 'low' | 'discontinued';
    picture_url: string | null;
    attributes: Record<string, string>;
  };
  quantity: number;
  price: { amount: number; currency: string } | null;
  confidence: number;
  reasons: Reason[];
};

const picture = (column: string) => sql`'/api/pictures/' || ${sql.ref(column)}`;

const source = sql`
  FROM mapping_suggestions s
  JOIN store_variants v ON v.account_id = s.account_id AND v.id = s.variant_id AND v.mapping_state = 'suggested' AND v.removed_at IS NULL
  JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id AND p.removed_at IS NULL`;

function conditions(accountId: string, filter: SuggestionFilter): RawBuilder<unknown> {
  const parts = [sql`s.account_id = ${accountId}`, sql`s.state = 'open'`];
  if (filter.stores) parts.push(sql`v.store_id = ANY(${filter.stores}::uuid[])`);
  if (filter.product_ids) parts.push(sql`v.product_id = ANY(${filter.product_ids}::uuid[])`);
  if (filter.min_confidence !== undefined) parts.push(sql`s.confidence >= ${filter.min_confidence}::real`);
  if (filter.q) {
    const q = filter.q.toLowerCase();
    parts.push(sql`(strpos(lower(p.title), ${q}) > 0 OR lower(v.sku) = ${q})`);
  }
  return sql.join(parts, sql` AND `);
}

/** Open suggestions, surest first. */
export async function findSuggestions(
  ctx: AccountCtx,
  filter: SuggestionFilter,
  page: { offset: number; limit: number },
): Promise<SuggestionRow[]> {
  const { rows } = await sql<SuggestionRow>`
    SELECT json_build_object('id', v.id, 'title', v.title, 'sku', v.sku, 'options', v.options) AS variant,
      json_build_object('id', p.id, 'title', p.title, 'picture_url', ${picture('p.picture')}) AS product,
      json_build_object('id', t.id, 'name', t.name) AS store,
      json_build_object('id', k.id, 'code', k.code, 'title', k.title, 'weight_g', k.weight_g, 'lead_days', k.lead_days, 'moq', k.moq,
        'status', k.status, 'picture_url', ${picture('k.picture')}, 'attributes', k.attributes) AS sku,
      s.quantity, s.confidence, s.reasons,
      (SELECT json_build_object('amount', min(r.unit_price) * s.quantity, 'currency', min(r.currency)) FROM prices r
       WHERE r.account_id = s.account_id AND r.catalog_sku_id = k.id AND r.valid_to IS NULL HAVING count(*) > 0) AS price
    ${source}
    JOIN stores t ON t.account_id = v.account_id AND t.id = v.store_id
    JOIN catalog_skus k ON k.id = s.catalog_sku_id
    WHERE ${conditions(ctx.account, filter)}
    ORDER BY s.confidence DESC, s.variant_id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countSuggestions(
  ctx: AccountCtx,
  filter: SuggestionFilter,
): Promise<{ variants: number; products: number }> {
  const { rows } = await sql<{ variants: number; products: number }>`
    SELECT count(*)::int AS variants, count(DISTINCT v.product_id)::int AS products ${source} WHERE ${conditions(ctx.account, filter)}`.execute(
    ctx.db,
  );
  return rows[0] ?? { variants: 0, products: 0 };
}

export type Chosen = Seen & Pick<Suggestion, 'quantity' | 'confidence'> & { product_id: string; store_id: string };
const chosen = sql`s.variant_id, s.catalog_sku_id, s.quantity, s.confidence, v.product_id, v.store_id`;

/** The open suggestions among those that were seen, locked. */
export async function lockSeen(ctx: AccountCtx, seen: readonly Seen[]): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`
    SELECT ${chosen} ${source}
    JOIN json_to_recordset(${JSON.stringify(seen)}::json) AS r(variant_id uuid, catalog_sku_id uuid)
      ON r.variant_id = s.variant_id AND r.catalog_sku_id = s.catalog_sku_id
    WHERE ${conditions(ctx.account, { stores: null })} ORDER BY s.variant_id FOR UPDATE OF s`.execute(ctx.db);
  return rows;
}

/** All open suggestions that a filter names, locked. */
export async function lockMatching(ctx: AccountCtx, filter: SuggestionFilter): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`
    SELECT ${chosen} ${source} WHERE ${conditions(ctx.account, filter)} ORDER BY s.variant_id FOR UPDATE OF s`.execute(
    ctx.db,
  );
  return rows;
}

/** Forgets suggestions that were accepted. */
export async function deleteOpen(ctx: AccountCtx, variantIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM mapping_suggestions s WHERE s.account_id = ${ctx.account} AND s.variant_id = ANY(${variantIds}::uuid[]) AND s.state = 'open'`.execute(
    ctx.db,
  );
}

/** Keeps suggestions as wrong. */
export async function markDismissed(ctx: AccountCtx, seen: readonly Seen[], userId: string | null): Promise<void> {
  await sql`
    UPDATE mapping_suggestions s SET state = 'dismissed', dismissed_by = ${userId}
    FROM json_to_recordset(${JSON.stringify(seen)}::json) AS r(variant_id uuid, catalog_sku_id uuid)
    WHERE s.account_id = ${ctx.account} AND s.variant_id = r.variant_id AND s.catalog_sku_id = r.catalog_sku_id AND s.state = 'open'`.execute(
    ctx.db,
  );
}
