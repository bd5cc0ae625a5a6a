import { accountOf, demandStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { type ListedProduct, withStock } from './list.service.ts';
import { free } from './stock.service.ts';
import { changedIn } from './components.ts';
import { findChoices } from './skus.db.ts';
import { findVariants, findVersions } from './variants.db.ts';
import * as rows from './products.db.ts';
import { stockOfSkus } from '#server/features/stock/index.ts';

const money = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? null : { amount, currency };

async function findOwn(ctx: MerchantCtx, id: string): Promise<rows.ProductRow> {
  const [product] = await rows.findByIds(ctx, accountOf(ctx), [id], null);
  if (!product) throw notFound('product');
  demandStore(ctx.actor, product.store.id);
  return product;
}

/** One product; throws `not_found` for another account's and for stores outside the member's scope. */
export async function getProduct(ctx: MerchantCtx, id: string) {
  const [product] = await withStock(ctx, [await findOwn(ctx, id)]);
  return product as ListedProduct; // one for the one that went in
}

/** The product's variants in the shop's order, with what they are made of; `retired` adds those that the shop has no more. */
export async function listVariants(ctx: MerchantCtx, id: string, options: { retired: boolean } = { retired: false }) {
  await findOwn(ctx, id);
  const found = await findVariants(ctx, accountOf(ctx), id, options);
  return found.map(({ currency, ...variant }) => ({ ...variant, price: money(variant.price, currency) }));
}

/** Versions of a variant's mapping, newest first, each with what it changed. */
export async function listVersions(ctx: MerchantCtx, id: string, variantId: string) {
  await findOwn(ctx, id);
  const found = await findVersions(ctx, accountOf(ctx), { id: variantId, product_id: id });
  if (!found) throw notFound('variant');
  return found.map((version, index) => ({ ...version, changed: changedIn(version, found[index + 1]) }));
}

const choices = 60;

/** Catalogue items that the product's variants may consist of, likeliest first. */
export async function listSkus(
  ctx: MerchantCtx,
  id: string,
  asked: { q?: string | undefined; sku?: string | undefined },
) {
  const product = await findOwn(ctx, id);
  const accountId = accountOf(ctx);
  const found = await findChoices(ctx, accountId, product, asked, choices);
  const levels = await stockOfSkus(
    ctx,
    accountId,
    found.map((sku) => sku.id),
  );
  const stock = new Map(levels.map((level) => [level.sku_id, { own: free(level.own), shared: free(level.shared) }]));
  return found.map(({ cost_currency, ...sku }) => ({
    ...sku,
    cost: money(sku.cost, cost_currency),
    stock: stock.get(sku.id) ?? null,
  }));
}

/** Throws `not_found` unless the member sees the product. */
export const demandProduct = async (ctx: MerchantCtx, id: string): Promise<void> => void (await findOwn(ctx, id));
