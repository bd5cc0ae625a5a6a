import type { Entry } from '#server/db/context.ts';
import { findUnpaidOfStore } from '../records/evaluation.db.ts';
import { reviewOrders } from './review.service.ts';

const batch = 200;
const first = '00000000-0000-0000-0000-000000000000';

/** Looks at all unpaid orders of a store again, after its settings changed: many short transactions, safe to repeat. */
export async function reviewStore(entry: Entry, store: { account_id: string; store_id: string }): Promise<void> {
  for (let after: string | undefined = first; after !== undefined; ) {
    const from: string = after;
    after = await entry.run({ account_id: store.account_id }, async (ctx) => {
      const orderIds = await findUnpaidOfStore(ctx, store, from, batch);
      await reviewOrders(ctx, store.account_id, { orderIds });
      return orderIds.at(-1);
    });
  }
}
