import type { OrderEffect } from '#contract/order-effect.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { previewCheckout } from '#server/features/checkout/index.ts';
import { movedOrders } from '#server/features/orders/index.ts';
import { findAccepted } from '../records/detail.db.ts';
import { requireQuoteStore } from '../records/quotes.service.ts';

/** What accepting these quotes did to the orders that wait for them; those of them that are not accepted count for nothing. */
export async function effectOf(ctx: MerchantCtx, ids: readonly string[]): Promise<OrderEffect> {
  const accepted = await findAccepted(ctx, ids);
  for (const quote of accepted) requireQuoteStore(ctx, quote.store_id);
  const which = {
    variantIds: accepted.flatMap(({ variant_ids }) => variant_ids),
    skuIds: [...new Set(accepted.flatMap(({ sku_ids }) => sku_ids))],
  };
  const { payable, waiting } = await movedOrders(
    ctx,
    which,
    accepted.map(({ closed_at }) => closed_at),
  );
  const checkout = await previewCheckout(ctx, payable);
  const { total, currency } = checkout;
  return { payable: { order_ids: checkout.payable.map(({ order_id }) => order_id), total, currency }, waiting };
}
