import { sql } from 'kysely';
import type { publicationStates } from '#contract/publishing-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type Item = { catalog_sku_id: string; price: number };
export type StoreRow = {
  id: string;
  name: string;
  platform: string;
  external_domain: string;
  currency: string | null;
  status: string;
  scopes_granted: string[];
};

/** The account's stores, or one of them. */
export async function findStores(ctx: AccountCtx, ids: readonly string[] | null): Promise<StoreRow[]> {
  const all = ctx.db
    .selectFrom('stores')
    .select(['id', 'name', 'platform', 'external_domain', 'currency', 'status', 'scopes_granted'])
    .where('account_id', '=', ctx.account)
    .orderBy('name')
    .orderBy('id');
  if (ids === null) return all.execute();
  return ids.length === 0 ? [] : all.where('id', 'in', [...ids]).execute();
}

export type PublicationRow = {
  id: string;
  store: { id: string; name: string };
  title: string;
  picture_url: string | null;
  state: (typeof publicationStates)[number];
  reason: string | null;
  status: 'active' | 'draft';
  currency: string;
  items: Item[];
  catalog_product_id: string;
  product_id: string | null;
  author: string | null;
  created_at: Date;
  published_at: Date | null;
};
export type Filter = {
  stores: readonly string[] | null;
  state?: (typeof publicationStates)[number] | undefined;
  id?: string | undefined;
};

const removed = sql`(b.state = 'removed' OR (b.state = 'published' AND p.removed_at IS NOT NULL))`;

function matching(accountId: string, { stores, state, id }: Filter) {
  const parts = [sql`b.account_id = ${accountId}`];
  if (stores) parts.push(sql`b.store_id = ANY(${stores}::uuid[])`);
  if (id) parts.push(sql`b.id = ${id}`);
  if (state === 'removed') parts.push(removed);
  else if (state) parts.push(sql`b.state = ${state} AND NOT ${removed}`);
  return sql`
    FROM publications b
    JOIN stores s ON s.account_id = b.account_id AND s.id = b.store_id
    LEFT JOIN store_products p ON p.account_id = b.account_id AND p.id = b.product_id
    WHERE ${sql.join(parts, sql` AND `)}`;
}

/** Publications, newest first; one whose product the shop has removed is told so. */
export async function findPublications(
  ctx: AccountCtx,
  filter: Filter,
  page: { offset: number; limit: number },
): Promise<PublicationRow[]> {
  const { rows } = await sql<PublicationRow>`
    SELECT b.id, json_build_object('id', s.id, 'name', s.name) AS store, b.title, b.reason, b.status, b.currency, b.items,
      CASE WHEN ${removed} THEN 'removed' ELSE b.state END AS state,
      b.catalog_product_id, b.product_id, b.author_name AS author, b.created_at, b.published_at,
      '/api/pictures/' || coalesce(
        (SELECT c.picture FROM catalog_pictures c WHERE c.product_id = b.catalog_product_id ORDER BY c.position LIMIT 1),
        (SELECT k.picture FROM catalog_skus k WHERE k.product_id = b.catalog_product_id AND k.picture IS NOT NULL ORDER BY k.position LIMIT 1)) AS picture_url
    ${matching(ctx.account, filter)}
    ORDER BY b.created_at DESC, b.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countPublications(ctx: AccountCtx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n ${matching(ctx.account, filter)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export type SkuRow = {
  id: string;
  code: string;
  title: string;
  attributes: Record<string, string>;
  weight_g: number;
  picture: string | null;
  discontinued: boolean;
  cost: number | null;
  cost_currency: string | null;
};

/** SKUs of a catalogue product that the account may be given, in their sequence, with its lowest price of each. */
export async function findSkus(ctx: AccountCtx, productId: string): Promise<SkuRow[]> {
  const { rows } = await sql<SkuRow>`
    SELECT k.id, k.code, k.title, k.attributes, k.weight_g, k.picture, k.status = 'discontinued' AS discontinued, x.cost, x.cost_currency
    FROM catalog_skus k
    LEFT JOIN LATERAL (
      SELECT min(r.unit_price) AS cost, min(r.currency) AS cost_currency FROM prices r
      WHERE r.account_id = ${ctx.account} AND r.catalog_sku_id = k.id AND r.valid_to IS NULL) x ON true
    WHERE k.product_id = ${productId} AND (k.owner_account_id IS NULL OR k.owner_account_id = ${ctx.account})
    ORDER BY k.position, k.code`.execute(ctx.db);
  return rows;
}

/** Pictures of a catalogue product, its own before those of its SKUs. */
export async function findPictures(ctx: Ctx, productId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('catalog_pictures')
    .select('picture')
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.picture);
}

/** One whose product the shop has removed gives its place free. */
export async function freePlace(ctx: AccountCtx, storeId: string, catalogProductId: string): Promise<void> {
  await sql`
    UPDATE publications b SET state = 'removed' FROM store_products p
    WHERE b.account_id = ${ctx.account} AND b.store_id = ${storeId} AND b.catalog_product_id = ${catalogProductId} AND b.state = 'published'
      AND p.account_id = b.account_id AND p.id = b.product_id AND p.removed_at IS NOT NULL`.execute(ctx.db);
}

/** Answers false when the product is in the store, or on its way. */
export async function insertPublication(
  ctx: Ctx,
  row: {
    account_id: string;
    id: string;
    store_id: string;
    catalog_product_id: string;
    handle: string;
    title: string;
    description: string;
    status: string;
    currency: string;
    items: string;
    created_by: string | null;
    author_name: string | null;
  },
): Promise<boolean> {
  const made = await ctx.db
    .insertInto('publications')
    .values({ ...row, created_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(made.numInsertedOrUpdatedRows);
}

export type Sending = {
  id: string;
  state: string;
  store_id: string;
  catalog_product_id: string;
  handle: string;
  title: string;
  description: string;
  status: 'active' | 'draft';
  currency: string;
  items: Item[];
};

const sending = sql`b.id, b.state, b.store_id, b.catalog_product_id, b.handle, b.title, b.description, b.status, b.currency, b.items`;

export async function findSending(ctx: AccountCtx, id: string): Promise<Sending | undefined> {
  const { rows } = await sql<Sending>`
    SELECT ${sending} FROM publications b WHERE b.account_id = ${ctx.account} AND b.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Those with one of the handles that have not arrived yet, locked: whoever adopts a product does it alone. */
export async function lockExpected(ctx: AccountCtx, storeId: string, handles: readonly string[]): Promise<Sending[]> {
  const { rows } = await sql<Sending>`
    SELECT ${sending} FROM publications b
    WHERE b.account_id = ${ctx.account} AND b.store_id = ${storeId} AND b.handle = ANY(${handles}::text[]) AND b.state IN ('waiting', 'failed')
    ORDER BY b.id FOR UPDATE`.execute(ctx.db);
  return rows;
}

export type ArrivedVariant = { id: string; product_id: string; sku: string; unmapped: boolean };

/** The mirrored variants of a product of the shop. */
export async function findArrived(ctx: AccountCtx, storeId: string, externalId: string): Promise<ArrivedVariant[]> {
  const { rows } = await sql<ArrivedVariant>`
    SELECT v.id, v.product_id, v.sku, v.mapping_state IN ('unmapped', 'suggested') AS unmapped
    FROM store_products p JOIN store_variants v ON v.account_id = p.account_id AND v.product_id = p.id AND v.removed_at IS NULL
    WHERE p.account_id = ${ctx.account} AND p.store_id = ${storeId} AND p.external_id = ${externalId}`.execute(ctx.db);
  return rows;
}

export async function updatePublication(
  ctx: AccountCtx,
  id: string,
  change: {
    state?: 'waiting' | 'published' | 'failed';
    reason: string | null;
    external_id?: string;
    product_id?: string;
    published_at?: Date;
  },
): Promise<void> {
  await ctx.db
    .updateTable('publications')
    .set(change)
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** Puts a failed one back; false when it is none, or another one took its place. */
export async function waitAgain(ctx: AccountCtx, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE publications b SET state = 'waiting', reason = NULL
    WHERE b.account_id = ${ctx.account} AND b.id = ${id} AND b.state = 'failed' AND NOT EXISTS (
      SELECT 1 FROM publications o WHERE o.account_id = b.account_id AND o.store_id = b.store_id
        AND o.catalog_product_id = b.catalog_product_id AND o.state IN ('waiting', 'published'))
    RETURNING b.id`.execute(ctx.db);
  return rows.length > 0;
}
