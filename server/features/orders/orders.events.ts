import type { Ctx } from '#server/db/context.ts';
import { reviewOrders, type Which } from './review/review.service.ts';
import { mappingChanged } from '#server/features/products/index.ts';
import { stockReleased } from '#server/features/stock/index.ts';

export function subscribeOrders(): void {
  mappingChanged.on(reviewChanged);
  stockReleased.on(reviewChanged);
}

const reviewChanged = (ctx: Ctx, { accountId, which }: { accountId: string; which: Which }) =>
  reviewOrders(ctx, accountId, which);
