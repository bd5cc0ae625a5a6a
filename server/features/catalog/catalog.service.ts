import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { ListQuery } from '#contract/shared.ts';
import { noteAccess } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, type StaffCtx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import type { catalog } from '#contract/catalog.ts';
import * as rows from './catalog.db.ts';
import * as goods from './catalog-browse.db.ts';

export type { NewSku, OwnedSku } from './catalog.db.ts';

/** The provider's SKUs; those made for one client only when it is named, which leaves an access row (P39). */
export async function listForStaff(ctx: StaffCtx, query: ListQuery & { account_id?: string | undefined }) {
  const data = await rows.findSkus(ctx, query, pageOf(query));
  if (query.account_id) {
    const { user_id: staff_user_id } = ctx.actor;
    await noteAccess(ctx, {
      feature: 'catalog',
      route: 'catalog.staffList',
      accounts: [query.account_id],
      staff_user_id,
    });
  }
  return { data, meta: metaOf(query, await rows.countSkus(ctx, query)) };
}

/** Adds a SKU with the next code; weight in grams. Staff and jobs only: merchants cannot write the catalogue. */
export async function createSku(ctx: Ctx, sku: rows.NewSku): Promise<{ id: string; code: string; title: string }> {
  return rows.insertSku(ctx, { ...sku, id: uuid(), title: sku.title.slice(0, 255) });
}

/** Those of the SKUs that may be offered to the account: shared ones and its own. */
export const skusFor = (ctx: AccountCtx, ids: readonly string[]): Promise<rows.OwnedSku[]> =>
  rows.findForAccount(ctx, ids);

/** Corrects a SKU that nobody was charged for yet. */
export const correctSku = (
  ctx: Ctx,
  id: string,
  change: { weight_g: number; lead_days: number; moq: number },
): Promise<void> => rows.updateSku(ctx, id, change);

/** The catalogue as the merchant may order from it, with his prices. */
export async function browse(ctx: MerchantCtx, query: z.output<typeof catalog.list.query>) {
  const filter = { ...query, accountId: ctx.account };
  const found = await goods.findProducts(ctx, filter, { ...pageOf(query), sort: query.sort });
  const prices = await goods.findPrices(
    ctx,
    found.map((product) => product.id),
  );
  const data = found.map((product) => ({
    ...product,
    ...rangeOf(prices.filter((one) => one.product_id === product.id)),
  }));
  return { data, meta: metaOf(query, await goods.countProducts(ctx, filter)) };
}

function rangeOf(prices: readonly goods.PriceOf[]) {
  const [first] = prices;
  if (!first) return { price_min: null, price_max: null };
  const amounts = prices.map((price) => price.amount);
  const { currency } = first; // an account has one currency
  return {
    price_min: { amount: Math.min(...amounts), currency },
    price_max: { amount: Math.max(...amounts), currency },
  };
}

/** Categories that the merchant can choose from. */
export const listCategories = (ctx: MerchantCtx) => goods.findCategories(ctx);

/** A product with its SKUs, pictures and the merchant's prices; throws 404 for another client's. */
export async function getOffered(ctx: MerchantCtx, id: string) {
  const product = await goods.findProduct(ctx, id, ctx.account);
  if (!product) throw notFound('catalog_product');
  const prices = await goods.findPrices(ctx, [id]);
  const skus = await goods.findSkusOf(ctx, id, ctx.account);
  return {
    ...product,
    ...rangeOf(prices),
    pictures: await goods.findPictures(ctx, id),
    items: skus.map((sku) => {
      const price = prices.find((one) => one.sku_id === sku.id);
      return {
        ...sku,
        price: price ? { amount: price.amount, currency: price.currency } : null,
        destinations: price?.destinations ?? [],
      };
    }),
  };
}
