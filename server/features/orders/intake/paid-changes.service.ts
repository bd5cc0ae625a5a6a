import type { AccountCtx, Entry } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { findNotifiedOrder } from '../records/orders.db.ts';
import { notify } from '#server/features/notifications/index.ts';

export const notifyChangeTask = 'orders_tell_change';

/** By how many units each changed line of an order grew. */
export type Steps = { id: string; paid: boolean; steps: readonly number[] };

/** Has clients told, once each, of paid orders whose units their shop has changed; in the transaction of the change. */
export async function notifyChangesSoon(ctx: AccountCtx, changes: readonly Steps[]): Promise<void> {
  for (const { id, paid, steps } of changes) {
    const [less, more] = [steps.some((step) => step < 0), steps.some((step) => step > 0)];
    if (paid && (less || more)) await enqueue(ctx, notifyChangeTask, { account_id: ctx.account, id, less, more });
  }
}

/** Tells of what is still so: units to pay for, or to take the money back for. */
export async function notifyChange(
  entry: Entry,
  { account_id, id, less, more }: { account_id: string; id: string; less: boolean; more: boolean },
): Promise<void> {
  await entry.run({ account_id }, async (ctx) => {
    const order = await findNotifiedOrder(ctx, id);
    if (!order) return;
    const { name, store_id, removed, added } = order;
    const about = { account_id, subject: id, store_id, link: `/order/index?order=${id}` };
    const notifyOf = (event: 'order_units_removed' | 'order_units_added', units: number) =>
      notify(ctx, { ...about, event, params: { order: name, units } });
    if (less && removed > 0) await notifyOf('order_units_removed', removed);
    if (more && added > 0) await notifyOf('order_units_added', added);
  });
}
