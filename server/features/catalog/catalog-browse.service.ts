import type { z } from 'zod';
import type { catalog } from '#contract/catalog.ts';
import { accountOf, type MerchantCtx, notFound } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import * as rows from './catalog-browse.db.ts';

/** The catalogue as the merchant may order from it, with his prices. */
export async function browse(ctx: MerchantCtx, query: z.output<typeof catalog.list.query>) {
  const accountId = accountOf(ctx);
  const filter = { ...query, accountId };
  const found = await rows.findProducts(ctx, filter, { ...pageOf(query), sort: query.sort });
  const prices = await rows.findPrices(
    ctx,
    accountId,
    found.map((product) => product.id),
  );
  const data = found.map((product) => ({
    ...product,
    ...rangeOf(prices.filter((one) => one.product_id === product.id)),
  }));
  return { data, meta: metaOf(query, await rows.countProducts(ctx, filter)) };
}

function rangeOf(prices: readonly rows.PriceOf[]) {
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
export const listCategories = (ctx: MerchantCtx) => rows.findCategories(ctx, accountOf(ctx));

/** A product with its SKUs, pictures and the merchant's prices; throws 404 for another client's. */
export async function getOffered(ctx: MerchantCtx, id: string) {
  const accountId = accountOf(ctx);
  const product = await rows.findProduct(ctx, id, accountId);
  if (!product) throw notFound('catalog_product');
  const prices = await rows.findPrices(ctx, accountId, [id]);
  const skus = await rows.findSkusOf(ctx, id, accountId);
  return {
    ...product,
    ...rangeOf(prices),
    pictures: await rows.findPictures(ctx, id),
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
