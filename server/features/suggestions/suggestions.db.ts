import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import type { OfferedSku } from './catalog-index.ts';
import type { OptionWord } from './option-facts.ts';
import type { Suggestion } from './suggest.ts';

/** The provider's words, then the merchant's own. */
export async function findDictionary(ctx: Ctx, accountId: string): Promise<OptionWord[]> {
  const { rows } = await sql<OptionWord>`
    SELECT kind, word, meaning FROM option_words
    UNION ALL SELECT kind, word, meaning FROM account_option_words WHERE account_id = ${accountId}`.execute(ctx.db);
  return rows;
}

/** What may be suggested to the account: what is offered to it and stays. */
export async function findOffered(ctx: Ctx, accountId: string): Promise<OfferedSku[]> {
  const { rows } = await sql<OfferedSku>`
    SELECT s.id, s.code, s.product_id, p.title AS product_title, s.title, s.attributes, s.picture
    FROM catalog_skus s JOIN catalog_products p ON p.id = s.product_id
    WHERE (s.owner_account_id IS NULL OR s.owner_account_id = ${accountId}) AND s.status <> 'discontinued' AND NOT s.sell_out`.execute(
    ctx.db,
  );
  return rows;
}

export type WaitingVariant = {
  id: string;
  product_id: string;
  product_title: string;
  title: string;
  sku: string;
  sku_shared: boolean;
  known_sku_id: string | null;
  options: { name: string; value: string }[];
  picture: string | null;
  dismissed: string[];
};

/** The next variants that nothing is known of, by id; products that the shop removed do not count. */
export async function findWaiting(
  ctx: Ctx,
  accountId: string,
  after: string,
  limit: number,
): Promise<WaitingVariant[]> {
  const { rows } = await sql<WaitingVariant>`
    SELECT v.id, v.product_id, p.title AS product_title, v.title, v.sku, v.options, p.picture,
      v.sku <> '' AND EXISTS (SELECT 1 FROM store_variants o WHERE o.account_id = v.account_id AND o.store_id = v.store_id AND o.sku = v.sku
        AND o.id <> v.id AND o.removed_at IS NULL) AS sku_shared,
      CASE WHEN v.sku <> '' THEN (${confirmedElsewhere}) END AS known_sku_id,
      ARRAY(SELECT d.catalog_sku_id FROM mapping_suggestions d WHERE d.account_id = v.account_id AND d.variant_id = v.id AND d.state = 'dismissed') AS dismissed
    FROM store_variants v JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
    WHERE v.account_id = ${accountId} AND v.id > ${after} AND v.mapping_state IN ('unmapped', 'suggested')
      AND v.removed_at IS NULL AND v.requires_shipping AND p.removed_at IS NULL
    ORDER BY v.id LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** The one SKU that variants with the same SKU in any store of the account are confirmed to be; none if they differ. */
const confirmedElsewhere: RawBuilder<string> = sql`
  SELECT CASE WHEN count(DISTINCT c.catalog_sku_id) = 1 AND max(c.quantity) = 1 AND max(c.line) = 1 THEN min(c.catalog_sku_id::text)::uuid END
  FROM store_variants o
  JOIN mapping_components c ON c.account_id = o.account_id AND c.variant_id = o.id AND c.version = o.mapping_version
  WHERE o.account_id = v.account_id AND o.sku = v.sku AND o.mapping_state = 'mapped'`;

export type ComputedSuggestion = Suggestion & { variant_id: string };

/** Puts what was computed in the place of what was open before, for all of the variants looked at. */
export async function replaceOpen(
  ctx: Ctx,
  accountId: string,
  variantIds: readonly string[],
  computed: readonly ComputedSuggestion[],
): Promise<void> {
  await sql`
    DELETE FROM mapping_suggestions s WHERE s.account_id = ${accountId} AND s.variant_id = ANY(${variantIds}::uuid[]) AND s.state = 'open'`.execute(
    ctx.db,
  );
  await sql`
    INSERT INTO mapping_suggestions (account_id, variant_id, catalog_sku_id, quantity, confidence, source, reasons, computed_at)
    SELECT ${accountId}, r.variant_id, r.catalog_sku_id, r.quantity, r.confidence, r.source, r.reasons, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(computed)}::json)
      AS r(variant_id uuid, catalog_sku_id uuid, quantity int, confidence real, source text, reasons jsonb)
    ON CONFLICT (account_id, variant_id, catalog_sku_id) DO NOTHING`.execute(ctx.db);
}

/** Gives variants the state that their open suggestion means; answers the products of those that changed. */
export async function markSuggested(ctx: Ctx, accountId: string, variantIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    UPDATE store_variants v SET mapping_state = w.state
    FROM (
      SELECT c.id, CASE WHEN EXISTS (SELECT 1 FROM mapping_suggestions s WHERE s.account_id = c.account_id AND s.variant_id = c.id AND s.state = 'open')
        THEN 'suggested' ELSE 'unmapped' END AS state
      FROM store_variants c WHERE c.account_id = ${accountId} AND c.id = ANY(${variantIds}::uuid[])
    ) w
    WHERE v.account_id = ${accountId} AND v.id = w.id AND v.mapping_state IN ('unmapped', 'suggested') AND v.mapping_state <> w.state
    RETURNING v.product_id`.execute(ctx.db);
  return [...new Set(rows.map((row) => row.product_id))];
}

/** Accounts that have something to be suggested to. */
export async function findAccountsWaiting(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM accounts a WHERE EXISTS (SELECT 1 FROM store_products p
      WHERE p.account_id = a.id AND p.removed_at IS NULL AND p.mapping_state IN ('unmapped', 'suggested', 'needs_review'))`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}
