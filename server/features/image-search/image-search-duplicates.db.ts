import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { costOf } from './image-search-results.db.ts';

export type Unchecked = { account_id: string; product_id: string; picture: string; grids: Buffer };
type Money = { amount: number; currency: string };
type Side = {
  id: string;
  title: string;
  picture_url: string;
  store: { id: string; name: string };
  price: Money | null;
};
export type DuplicateRow = { similarity: number; cheaper: Side; other: Side; saving: Money | null };

/** Products of any account that were not yet compared with the others by the picture that they show now. */
export async function findUnchecked(ctx: Ctx, limit: number): Promise<Unchecked[]> {
  const { rows } = await sql<Unchecked>`
    SELECT p.account_id, p.id AS product_id, p.picture, d.grids
    FROM store_products p JOIN picture_descriptors d ON d.sha256 = p.picture AND d.grids IS NOT NULL
    LEFT JOIN product_duplicate_checks c ON c.account_id = p.account_id AND c.product_id = p.id
    WHERE p.removed_at IS NULL AND c.picture IS DISTINCT FROM p.picture
    ORDER BY p.account_id, p.id LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** Products of the account that show one of the pictures, but for the one asked about. */
export async function findShowing(
  ctx: Ctx,
  product: Unchecked,
  pictures: readonly string[],
): Promise<{ id: string; picture: string }[]> {
  const { rows } = await sql<{ id: string; picture: string }>`
    SELECT id, picture FROM store_products
    WHERE account_id = ${product.account_id} AND picture = ANY(${pictures}::text[]) AND removed_at IS NULL AND id <> ${product.product_id}
    ORDER BY id LIMIT 50`.execute(ctx.db);
  return rows;
}

/** Puts a product's duplicates in the place of earlier ones, and notes by which picture they were found. */
export async function keepDuplicates(
  ctx: Ctx,
  product: Unchecked,
  duplicates: readonly { id: string; similarity: number }[],
): Promise<void> {
  const { account_id, product_id, picture } = product;
  await sql`DELETE FROM product_duplicates WHERE account_id = ${account_id} AND (product_id = ${product_id} OR duplicate_id = ${product_id})`.execute(
    ctx.db,
  );
  if (duplicates.length > 0) {
    const pairs = duplicates.map(({ id, similarity }) => ({
      account_id,
      product_id: id < product_id ? id : product_id,
      duplicate_id: id < product_id ? product_id : id,
      similarity,
    }));
    await ctx.db.insertInto('product_duplicates').values(pairs).execute();
  }
  await sql`
    INSERT INTO product_duplicate_checks (account_id, product_id, picture) VALUES (${account_id}, ${product_id}, ${picture})
    ON CONFLICT (account_id, product_id) DO UPDATE SET picture = excluded.picture`.execute(ctx.db);
}

type Filter = { stores: readonly string[] | null; cheaper: boolean };

/** Pairs with what each costs: `a` costs less, or is the older one where costs do not tell. */
const pairs = (accountId: string, { stores, cheaper }: Filter) => sql`
  WITH sides AS (
    SELECT p.id, p.store_id, p.created_at,
      json_build_object('id', p.id, 'title', p.title, 'picture_url', '/api/pictures/' || p.picture,
        'store', json_build_object('id', s.id, 'name', s.name), 'price', k.price) AS side,
      (k.price ->> 'amount')::bigint AS cost, k.price ->> 'currency' AS currency
    FROM store_products p
    JOIN stores s ON s.account_id = p.account_id AND s.id = p.store_id
    CROSS JOIN LATERAL (SELECT ${costOf} AS price) k
    WHERE p.account_id = ${accountId} AND p.removed_at IS NULL AND p.picture IS NOT NULL
      ${stores ? sql`AND p.store_id = ANY(${stores}::uuid[])` : sql``}
      AND p.id IN (SELECT unnest(ARRAY[product_id, duplicate_id]) FROM product_duplicates WHERE account_id = ${accountId})),
  pairs AS (
    SELECT t.similarity, t.product_id, t.duplicate_id, least(a.cost, b.cost) AS low, greatest(a.cost, b.cost) - least(a.cost, b.cost) AS saving,
      a.currency = b.currency AS comparable, a.currency,
      CASE WHEN b.cost < a.cost OR (a.cost IS NULL AND b.cost IS NOT NULL) THEN b.side ELSE a.side END AS cheaper,
      CASE WHEN b.cost < a.cost OR (a.cost IS NULL AND b.cost IS NOT NULL) THEN a.side ELSE b.side END AS other,
      a.cost IS NOT NULL AND b.cost IS NOT NULL AS both_priced
    FROM product_duplicates t
    JOIN sides a ON a.id = t.product_id JOIN sides b ON b.id = t.duplicate_id
    WHERE t.account_id = ${accountId})
  SELECT similarity, cheaper, other, product_id, duplicate_id,
    CASE WHEN both_priced AND comparable THEN json_build_object('amount', saving, 'currency', currency) END AS saving,
    CASE WHEN both_priced AND comparable THEN saving ELSE 0 END AS saved
  FROM pairs ${cheaper ? sql`WHERE both_priced AND comparable AND saving > 0` : sql``}`;

export async function findDuplicates(
  ctx: AccountCtx,
  filter: Filter,
  page: { offset: number; limit: number },
): Promise<DuplicateRow[]> {
  const { rows } = await sql<DuplicateRow>`
    SELECT similarity, cheaper, other, saving FROM (${pairs(ctx.account, filter)}) t
    ORDER BY saved DESC, similarity DESC, product_id, duplicate_id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countDuplicates(ctx: AccountCtx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM (${pairs(ctx.account, filter)}) t`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}
