import { accountOf, demandStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { findBilled, findChanged } from './costs.db.ts';
import { findAccountCurrency } from '../records/orders.db.ts';
import { evaluate } from './review.service.ts';

type Inputs = { pools?: { price_id?: string | null }[]; own_stock?: boolean };
type Line = {
  code: string;
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  price_id: string | null;
  inputs: unknown;
};

/** The lines of an order's cost, each with the prices that it was computed from: as billed, else as it would be billed now. */
export async function orderCosts(ctx: MerchantCtx, id: string) {
  const accountId = accountOf(ctx);
  const [order] = await evaluate(ctx, accountId, [id], false);
  if (!order) throw notFound('order');
  demandStore(ctx.actor, order.row.store_id);
  const billed = [...(await findBilled(ctx, accountId, id)), ...(await findChanged(ctx, accountId, id))];
  const lines: readonly Line[] = billed.length > 0 ? billed : (order.cost?.lines ?? []);
  return {
    billed: billed.length > 0,
    currency: order.cost?.currency ?? order.row.cost_currency ?? (await findAccountCurrency(ctx, accountId)),
    lines: lines.map(({ price_id, inputs, ...line }) => {
      const { pools = [], own_stock = false } = inputs as Inputs; // as priceOrder wrote them
      const pooled = pools.flatMap((pool) => pool.price_id ?? []);
      return { ...line, own_stock, price_ids: price_id === null ? [...new Set(pooled)] : [price_id] };
    }),
  };
}
