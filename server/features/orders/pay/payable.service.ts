import type { MerchantCtx } from '#server/db/context.ts';
import { filterOf, type ListInput } from '../records/filter.ts';
import { findPayable, type MatchingOrder, type Payable, sumPayable } from '../records/payable.db.ts';
import { countMatching } from '../records/count.db.ts';

export type { MatchingOrder } from '../records/payable.db.ts';

/** How many of the orders that match a list's filters can be paid now, and what that costs. */
export const sumMatching = async (ctx: MerchantCtx, query: ListInput): Promise<Payable> =>
  sumPayable(ctx, await filterOf(ctx, query));

/** The orders that match a list's filters and can be paid now, at most `most`, and how many match that cannot, or by an invoice. */
export async function matchingPayable(
  ctx: MerchantCtx,
  query: ListInput,
  most: number,
): Promise<{ orders: MatchingOrder[]; left_out: number; invoiced: number }> {
  const filter = await filterOf(ctx, query);
  const orders = await findPayable(ctx, filter, most);
  const left_out = Math.max(0, (await countMatching(ctx, filter)) - orders.length);
  return { orders, left_out, invoiced: left_out === 0 ? 0 : (await sumPayable(ctx, filter)).invoiced };
}

/** Those of these orders that the reader may see and that can be paid now. */
export const payableAmong = (ctx: MerchantCtx, ids: readonly string[]): Promise<MatchingOrder[]> =>
  findPayable(ctx, { tab: 'all', stores: ctx.actor.stores, ids }, ids.length);
