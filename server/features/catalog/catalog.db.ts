import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type SkuRow = {
  id: string;
  code: string;
  title: string;
  weight_g: number;
  lead_days: number;
  moq: number;
  status: 'active' | 'low' | 'discontinued';
  picture_url: string | null;
};
export type OwnedSku = SkuRow & { owner_account_id: string | null; priced: boolean };
export type NewSku = {
  owner_account_id: string | null;
  /** The product it is one of; a product of its own when left out. */
  product_id?: string | undefined;
  title: string;
  weight_g: number;
  lead_days: number;
  moq: number;
  picture: string | null;
  attributes?: Record<string, string>;
};

const columns = sql`s.id, s.code, s.title, s.weight_g, s.lead_days, s.moq, s.status, '/api/pictures/' || s.picture AS picture_url`;

/** SKUs offered to everybody, and those of one client when named; codes by prefix, titles by any part. */
function offered(accountId: string | undefined, q: string | undefined) {
  const owner = accountId
    ? sql`(s.owner_account_id IS NULL OR s.owner_account_id = ${accountId})`
    : sql`s.owner_account_id IS NULL`;
  if (!q) return owner;
  const upper = q.toUpperCase();
  return sql`${owner} AND ((s.code >= ${upper} AND s.code < ${`${upper}\u{10FFFF}`}) OR strpos(lower(s.title), ${q.toLowerCase()}) > 0)`;
}

export async function findSkus(
  ctx: Ctx,
  filter: { account_id?: string | undefined; q?: string | undefined },
  page: { offset: number; limit: number },
): Promise<SkuRow[]> {
  const { rows } = await sql<SkuRow>`
    SELECT ${columns} FROM catalog_skus s
    WHERE ${offered(filter.account_id, filter.q)}
    ORDER BY s.owner_account_id NULLS LAST, s.code DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countSkus(
  ctx: Ctx,
  filter: { account_id?: string | undefined; q?: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM catalog_skus s WHERE ${offered(filter.account_id, filter.q)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** SKUs that this account may be given, with whether it has a price for them already. */
export async function findForAccount(ctx: AccountCtx, ids: readonly string[]): Promise<OwnedSku[]> {
  const { rows } = await sql<OwnedSku>`
    SELECT ${columns}, s.owner_account_id,
           EXISTS (SELECT 1 FROM prices p WHERE p.account_id = ${ctx.account} AND p.catalog_sku_id = s.id AND p.valid_to IS NULL) AS priced
    FROM catalog_skus s
    WHERE s.id = ANY(${ids}::uuid[]) AND (s.owner_account_id IS NULL OR s.owner_account_id = ${ctx.account})`.execute(
    ctx.db,
  );
  return rows;
}

export async function insertSku(ctx: Ctx, sku: NewSku & { id: string }): Promise<SkuRow> {
  const { attributes, ...row } = sku;
  await ctx.db
    .insertInto('catalog_skus')
    .values({ ...row, attributes: JSON.stringify(attributes ?? {}), created_at: ctx.now })
    .execute();
  const { rows } = await sql<SkuRow>`SELECT ${columns} FROM catalog_skus s WHERE s.id = ${sku.id}`.execute(ctx.db);
  return rows[0] as SkuRow; // inserted above, in the same transaction
}

export async function updateSku(
  ctx: Ctx,
  id: string,
  change: { weight_g: number; lead_days: number; moq: number },
): Promise<void> {
  await ctx.db
    .updateTable('catalog_skus')
    .set((set) => ({ ...change, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
