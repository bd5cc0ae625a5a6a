import { type Ctx, forAccount } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { reviewOrders, type Which } from './review/review.service.ts';
import { pinOpenOrders } from './records/pins.db.ts';
import { mappingChanged, mappingChanges } from '#server/features/products/index.ts';
import { ratesKnown } from '#server/features/exchange-rates/index.ts';
import { stockReleased } from '#server/features/stock/index.ts';
import { keepRatesTask } from './review/sale-rates.service.ts';

export function subscribeOrders(): void {
  mappingChanges.on(pinChanging);
  mappingChanged.on(reviewChanged);
  stockReleased.on(reviewChanged);
  ratesKnown.on(keepRates);
}

const reviewChanged = (ctx: Ctx, { accountId, which }: { accountId: string; which: Which }) =>
  reviewOrders(forAccount(ctx, accountId), which);

const pinChanging: Parameters<typeof mappingChanges.on>[0] = (ctx, { accountId, variantIds, kept }) =>
  pinOpenOrders(forAccount(ctx, accountId), variantIds, kept);

/** Orders of these days, and of those after them on which nothing is published, may have their rate now. */
const keepRates = (ctx: Ctx, days: { from: string; to: string }) => enqueue(ctx, keepRatesTask, days);
