import type { Ctx } from '#server/db/context.ts';
import type { ShopOrder } from '#server/connectors/connector.ts';
import type { Source } from './rules/shop-changes.ts';
import type { Stock } from './rules/stock-demand.ts';
import { applyShopOrders, type LeaveInShop, type StoreRef } from './intake/apply.service.ts';
import { eraseRecipients } from './privacy/erase.service.ts';
import { followParcel, type ParcelProgress } from './ship/parcel-progress.service.ts';
import { removeShopOrders } from './intake/deleted-in-shop.service.ts';
import { agreePrices } from './records/account-rules.db.ts';
import { lockPayable, markPaid, previewPayable, rememberPrices } from './pay/pay.service.ts';
import { reviewOrders, type Which } from './review/review.service.ts';

type Ids = readonly string[];

/** The acts of orders that other features lead to, drawing on this stock. */
export const ordersWith = (stock: Stock) => ({
  reviewOrders: (ctx: Ctx, accountId: string, which: Which) => reviewOrders(ctx, accountId, which, stock),
  applyShopOrders: (ctx: Ctx, store: StoreRef, orders: readonly ShopOrder[], source: Source, leave?: LeaveInShop) =>
    applyShopOrders(ctx, store, orders, source, leave, stock),
  eraseRecipients: (ctx: Ctx, accountId: string, which: { storeId: string; externalIds: Ids | null }) =>
    eraseRecipients(ctx, accountId, which, stock),
  removeShopOrders: (ctx: Ctx, store: StoreRef, externalIds: Ids) => removeShopOrders(ctx, store, externalIds, stock),
  previewPayable: (ctx: Ctx, accountId: string, orderIds: Ids) => previewPayable(ctx, accountId, orderIds, stock),
  lockPayable: (ctx: Ctx, accountId: string, orderIds: Ids) => lockPayable(ctx, accountId, orderIds, stock),
  followParcel: (ctx: Ctx, accountId: string, parcelId: string, state: ParcelProgress) =>
    followParcel(ctx, accountId, parcelId, state, stock),
  rememberPrices,
  agreePrices,
  markPaid: (ctx: Ctx, accountId: string, orderIds: Ids) => markPaid(ctx, accountId, orderIds, stock),
});
