import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import { demandProduct } from './products.service.ts';
import * as stock from './stock.service.ts';
import * as rows from './page.db.ts';

const money = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? null : { amount, currency };

/** Prices of the product's items with their history. */
export async function listPrices(ctx: MerchantCtx, id: string) {
  await demandProduct(ctx, id);
  const found = await rows.findPrices(ctx, accountOf(ctx), id);
  return found.map(({ currency, unit_price, ...price }) => ({
    ...price,
    unit_price: { amount: unit_price, currency },
  }));
}

/** The newest orders of the product. */
export async function listOrders(ctx: MerchantCtx, id: string) {
  await demandProduct(ctx, id);
  const found = await rows.findOrders(ctx, accountOf(ctx), id);
  return found.map(({ currency, goods, ...order }) => ({ ...order, goods: money(goods, currency) }));
}

/** Requests for prices of the product. */
export async function listQuotes(ctx: MerchantCtx, id: string) {
  await demandProduct(ctx, id);
  return rows.findQuotes(ctx, accountOf(ctx), id);
}

/** What happened to the product, newest first. */
export async function listTimeline(ctx: MerchantCtx, id: string) {
  await demandProduct(ctx, id);
  return rows.findEvents(ctx, accountOf(ctx), id);
}

/** What there is of each item that the product consists of. */
export async function listStock(ctx: MerchantCtx, id: string) {
  await demandProduct(ctx, id);
  return stock.listStock(ctx, id);
}
