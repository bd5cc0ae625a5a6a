import type { Entry } from '#server/db/context.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { close, findDelivered } from './close.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';

/** Delivered orders stay open to their merchant’s claims for so many days. */
const claimDays = 30;
const atOnce = 500;

/** Closes what was delivered long ago and has no claim, account by account; staff can still open a claim for it. */
export async function closeDelivered(entry: Entry): Promise<void> {
  for (let found = atOnce; found === atOnce; ) {
    const due = await entry.run('desk', (ctx) =>
      findDelivered(ctx, new Date(ctx.now.getTime() - claimDays * 86_400_000), atOnce),
    );
    found = due.length;
    for (const [account_id, orders] of groupBy(due, (order) => order.account_id))
      await entry.run({ account_id }, async (ctx) => {
        const ids = orders.map((order) => order.id);
        const closed = await close(ctx, account_id, ids);
        const events = closed.map((order_id) => ({ order_id, kind: 'closed' as const }));
        await noteEvents(ctx, account_id, events);
        await reviewOrders(ctx, account_id, { orderIds: closed });
      });
  }
}
