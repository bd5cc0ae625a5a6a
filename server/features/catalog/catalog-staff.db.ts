import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import type { CatalogFlag } from '#contract/catalog-rules.ts';

export type ProductFields = { title: string; description: string; category: string | null };
export type SkuFields = {
  title: string;
  attributes: Record<string, string>;
  weight_g: number;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  flags: CatalogFlag[];
  hs_code: string | null;
  origin: string | null;
  declared_value: number | null;
  lead_days: number;
  moq: number;
  picture: string | null;
};

export async function insertProduct(
  ctx: Ctx,
  product: ProductFields & { id: string; owner_account_id: string | null },
): Promise<void> {
  await ctx.db
    .insertInto('catalog_products')
    .values({ ...product, created_at: ctx.now })
    .execute();
}

/** Adds SKUs with the next codes, in order, behind those that the product has. */
export async function insertSkus(
  ctx: Ctx,
  product: { id: string; owner_account_id: string | null },
  skus: readonly (SkuFields & { id: string })[],
): Promise<void> {
  const last = await ctx.db
    .selectFrom('catalog_skus')
    .select((select) => select.fn.max('position').as('position'))
    .where('product_id', '=', product.id)
    .executeTakeFirst();
  await ctx.db
    .insertInto('catalog_skus')
    .values(
      skus.map(({ attributes, ...sku }, index) => ({
        ...sku,
        attributes: JSON.stringify(attributes),
        product_id: product.id,
        owner_account_id: product.owner_account_id,
        position: (last?.position ?? 0) + index + 1,
        created_at: ctx.now,
      })),
    )
    .execute();
}

export async function lockProduct(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('catalog_products')
    .select(['id', 'owner_account_id', 'title', 'description', 'category', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateProduct(ctx: Ctx, id: string, fields: ProductFields): Promise<void> {
  await ctx.db
    .updateTable('catalog_products')
    .set((set) => ({ ...fields, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function setPictures(ctx: Ctx, productId: string, pictures: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('catalog_pictures').where('product_id', '=', productId).execute();
  if (pictures.length === 0) return;
  await ctx.db
    .insertInto('catalog_pictures')
    .values(pictures.map((picture, index) => ({ product_id: productId, position: index + 1, picture })))
    .execute();
}

/** Those of the hashes that are no stored picture. */
export async function findUnknownPictures(ctx: Ctx, pictures: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    SELECT r.sha256 FROM unnest(${pictures}::text[]) AS r(sha256) WHERE NOT EXISTS (SELECT 1 FROM pictures p WHERE p.sha256 = r.sha256)`.execute(
    ctx.db,
  );
  return rows.map((row) => row.sha256);
}

export async function lockSku(ctx: Ctx, id: string) {
  return ctx.db.selectFrom('catalog_skus').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateSku(ctx: Ctx, id: string, { attributes, ...fields }: SkuFields): Promise<void> {
  await ctx.db
    .updateTable('catalog_skus')
    .set((set) => ({ ...fields, attributes: JSON.stringify(attributes), version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function setStatus(
  ctx: Ctx,
  id: string,
  state: { status: 'active' | 'low' | 'discontinued'; sell_out: boolean },
): Promise<void> {
  await ctx.db
    .updateTable('catalog_skus')
    .set((set) => ({ ...state, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function accountExists(ctx: Ctx, id: string): Promise<boolean> {
  return (await ctx.db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
