import type { NotificationEvent, NotificationMessage } from '#contract/notification-events.ts';
import type { Ctx } from '#server/db/context.ts';
import type { PriceInput } from './prices.db.ts';

/** Acts of other features that a change of prices leads to; `server/app.ts` hands them in. */
export type Needs = {
  notify(ctx: Ctx, message: NotificationMessage): Promise<void>;
  settle(ctx: Ctx, accountId: string, subject: string, events: readonly NotificationEvent[]): Promise<void>;
  /** Makes these the current prices, with what that means for the figures of products. */
  writePrices(ctx: Ctx, accountId: string, prices: readonly PriceInput[]): Promise<void>;
  /** The merchant has said yes to these prices: a store's price guard measures against them. */
  agreePrices(ctx: Ctx, accountId: string, priceIds: readonly string[]): Promise<unknown>;
  /** Has unpaid orders with the goods priced again by a job; answers how many. */
  repriceSoon(ctx: Ctx, accountId: string, what: { skuIds: readonly string[]; cause: string }): Promise<number>;
  /** Days that clients hear of a rise before it counts. */
  noticeDays: number;
};
