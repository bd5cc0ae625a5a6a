import type { Ctx, Entry } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { findAccounts, findUnpaidOnWays, type Way } from '../records/evaluation.db.ts';
import { reviewOrders } from './review.service.ts';

export const promisesTask = 'orders_promises';
const atOnce = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Deliveries on these ways take other days now: unpaid orders on them are to show what they would be promised. */
export const promisesSoon = (ctx: Ctx, ways: readonly Way[]): Promise<void> => enqueue(ctx, promisesTask, { ways });

/** Looks again at unpaid orders on these ways, and at those without a promise: many short transactions, safe to repeat. */
export async function renewPromises(entry: Entry, ways: readonly Way[]): Promise<void> {
  for (const account_id of await entry.run('all_accounts', findAccounts))
    for (let after: string | undefined = firstId; after !== undefined; ) {
      const from: string = after;
      after = await entry.run({ account_id }, async (ctx) => {
        const orderIds = await findUnpaidOnWays(ctx, ways, from, atOnce);
        await reviewOrders(ctx, { orderIds });
        return orderIds.at(-1);
      });
    }
}
