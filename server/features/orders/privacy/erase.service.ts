import { audit } from '#server/db/audit.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { forgetSearchesInJobs } from '#server/features/jobs/index.ts';
import { forgetSearchesInViews } from '#server/features/views/index.ts';
import * as rows from './erase.db.ts';
import { buyersErased } from './erase.events.ts';
import { deleteDraftsOfBuyers } from '../manual/drafts.db.ts';
import { lockOrders } from '../records/facts.db.ts';
import { reviewOrders } from '../review/review.service.ts';

const batch = 500;

/**
 * Erases the buyers of a store's orders, of all or of those with these ids at the shop (P12; shopify.md §3.6). Safe
 * to repeat; later news of the shop brings nothing back. Unpaid orders without an address are no longer payable. Answers
 * how many recipients were emptied.
 */
export async function eraseRecipients(
  ctx: AccountCtx,
  which: { storeId: string; externalIds: readonly string[] | null },
): Promise<number> {
  const ids = await rows.findOrderIds(ctx, which);
  await deleteDraftsOfBuyers(ctx, which.storeId, which.externalIds === null ? null : ids);
  let erased = 0;
  for (let at = 0; at < ids.length; at += batch) {
    const part = ids.slice(at, at + batch);
    await lockOrders(ctx, part);
    const words = await rows.findBuyerWords(ctx, part);
    await forgetSearchesInViews(ctx, words);
    await forgetSearchesInJobs(ctx, words);
    erased += await rows.blankRecipients(ctx, part);
    await rows.blankRemarks(ctx, part);
    await buyersErased.emit(ctx, { accountId: ctx.account, orderIds: part });
    await reviewOrders(ctx, { orderIds: part });
  }
  await audit(ctx, {
    action: 'orders.erase',
    account_id: ctx.account,
    entity: 'stores',
    entity_id: which.storeId,
    fields: ['recipient'],
    details: { orders: ids.length, erased },
  });
  if (erased > 0) publish(ctx, { account_id: ctx.account, kind: 'orders.changed' });
  return erased;
}
