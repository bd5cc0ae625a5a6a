import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { OfferedSku } from './catalog-index.ts';
import type { OptionWord } from './option-facts.ts';
import type { Suggestion } from './suggest.ts';

/** The provider's words, then the merchant's own. */
export async function findDictionary(ctx: AccountCtx): Promise<OptionWord[]> {
  const { rows } = await sql<OptionWord>`
    SELECT kind, word, meaning FROM option_words
    UNION ALL SELECT kind, word, meaning FROM account_option_words WHERE account_id = ${ctx.account}`.execute(ctx.db);
  return rows;
}

/** What may be suggested to the account: what is offered to it and stays. */
export async function findOffered(ctx: AccountCtx): Promise<OfferedSku[]> {
  const { rows } = await sql<OfferedSku>`
    SELECT s.id, s.code, s.product_id, p.title AS product_title, s.title, s.attributes, s.picture
    FROM catalog_skus s JOIN catalog_products p ON p.id = s.product_id
    WHERE (s.owner_account_id IS NULL OR s.owner_account_id = ${ctx.account}) AND s.status <> 'discontinued' AND NOT s.sell_out`.execute(
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
export async function findWaiting(ctx: AccountCtx, after: string, limit: number): Promise<WaitingVariant[]> {
  const { rows } = await sql<WaitingVariant>`
    SELECT v.id, v.product_id, p.title AS product_title, v.title, v.sku, v.options, p.picture,
      v.sku <> '' AND EXISTS (SELECT 1 FROM store_variants o WHERE o.account_id = v.account_id AND o.store_id = v.store_id AND o.sku = v.sku
        AND o.id <> v.id AND o.removed_at IS NULL) AS sku_shared,
      CASE WHEN v.sku <> '' THEN (${confirmedElsewhere}) END AS known_sku_id,
      ARRAY(SELECT d.catalog_sku_id FROM mapping_suggestions d WHERE d.account_id = v.account_id AND d.variant_id = v.id AND d.state = 'dismissed') AS dismissed
    FROM store_variants v JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
    WHERE v.account_id = ${ctx.account} AND v.id > ${after} AND v.mapping_state IN ('unmapped', 'suggested')
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
  ctx: AccountCtx,
  variantIds: readonly string[],
  computed: readonly ComputedSuggestion[],
): Promise<void> {
  await sql`
    DELETE FROM mapping_suggestions s WHERE s.account_id = ${ctx.account} AND s.variant_id = ANY(${variantIds}::uuid[]) AND s.state = 'open'`.execute(
    ctx.db,
  );
  await sql`
    INSERT INTO mapping_suggestions (account_id, variant_id, catalog_sku_id, quantity, confidence, source, reasons, computed_at)
    SELECT ${ctx.account}, r.variant_id, r.catalog_sku_id, r.quantity, r.confidence, r.source, r.reasons, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(computed)}::json)
      AS r(variant_id uuid, catalog_sku_id uuid, quantity int, confidence real, source text, reasons jsonb)
    ON CONFLICT (account_id, variant_id, catalog_sku_id) DO NOTHING`.execute(ctx.db);
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

/** How many variants of each of the products have an open suggestion that is at least this sure. */
export async function countSure(
  ctx: AccountCtx,
  productIds: readonly string[],
  confidence: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ product_id: string; n: number }>`
    SELECT v.product_id, count(*)::int AS n FROM store_variants v
    JOIN mapping_suggestions s ON s.account_id = v.account_id AND s.variant_id = v.id AND s.state = 'open' AND s.confidence >= ${confidence}::real
    WHERE v.account_id = ${ctx.account} AND v.product_id = ANY(${[...productIds]}::uuid[]) AND v.mapping_state = 'suggested' AND v.removed_at IS NULL
    GROUP BY 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.product_id, row.n]));
}

type WordRow = OptionWord & { id: string; own: boolean };
export type WordFilter = { kind?: string | undefined; q?: string | undefined };

/** The provider's words, with those of an account when it is named. */
function words(accountId: string | null, { kind, q }: WordFilter): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (kind) parts.push(sql`w.kind = ${kind}`);
  if (q)
    parts.push(
      sql`(strpos(lower(w.word), ${q.toLowerCase()}) > 0 OR strpos(lower(w.meaning), ${q.toLowerCase()}) > 0)`,
    );
  const own = accountId
    ? sql`UNION ALL SELECT id, kind, word, meaning, true FROM account_option_words WHERE account_id = ${accountId}`
    : sql``;
  return sql`FROM (SELECT id, kind, word, meaning, false AS own FROM option_words ${own}) w WHERE ${sql.join(parts, sql` AND `)}`;
}

export async function findWords(
  ctx: Ctx,
  accountId: string | null,
  filter: WordFilter,
  page: { offset: number; limit: number },
): Promise<WordRow[]> {
  const { rows } = await sql<WordRow>`
    SELECT w.id, w.kind, w.word, w.meaning, w.own ${words(accountId, filter)}
    ORDER BY w.own DESC, w.kind, w.meaning, w.word OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countWords(ctx: Ctx, accountId: string | null, filter: WordFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n ${words(accountId, filter)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** Adds a merchant's word; undefined when it means something to him already. */
export async function insertOwn(ctx: Ctx, row: OptionWord & { id: string; account_id: string; created_by: string }) {
  return ctx.db
    .insertInto('account_option_words')
    .values({ ...row, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'word']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Adds a word for everybody; undefined when it means something already. */
export async function insertShared(ctx: Ctx, row: OptionWord & { id: string }) {
  return ctx.db
    .insertInto('option_words')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'word']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

export async function deleteOwn(ctx: AccountCtx, id: string) {
  return ctx.db
    .deleteFrom('account_option_words')
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .returning(['kind', 'word'])
    .executeTakeFirst();
}

export async function deleteShared(ctx: Ctx, id: string) {
  return ctx.db.deleteFrom('option_words').where('id', '=', id).returning(['kind', 'word']).executeTakeFirst();
}
