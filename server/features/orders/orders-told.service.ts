import type { NotificationMessage } from '#contract/notification-events.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import type { Change, StoredOrder } from './order-merge.ts';
import { findToldOrder } from './orders-told.db.ts';

export const tellChangeTask = 'orders_tell_change';

type Changed = { stored: Pick<StoredOrder, 'id' | 'payment' | 'lines'>; change: Pick<Change, 'lines'> };

/** Has clients told, once each, of paid orders whose units their shop has changed; in the transaction of the change. */
export async function tellChangesSoon(ctx: Ctx, accountId: string, changes: readonly Changed[]): Promise<void> {
  for (const { stored, change } of changes) {
    if (stored.payment === 'none') continue;
    const before = new Map(stored.lines.map((line) => [line.id, line.current_quantity]));
    const steps = change.lines.map((line) => line.current_quantity - (before.get(line.id ?? '') ?? 0));
    const [less, more] = [steps.some((step) => step < 0), steps.some((step) => step > 0)];
    if (less || more) await enqueue(ctx, tellChangeTask, { account_id: accountId, id: stored.id, less, more });
  }
}

/** Tells of what is still so: units to pay for, or to take the money back for. */
export async function tellChange(
  entry: Entry,
  needs: { notify(ctx: Ctx, message: NotificationMessage): Promise<void> },
  { account_id, id, less, more }: { account_id: string; id: string; less: boolean; more: boolean },
): Promise<void> {
  await entry.run({ account_id }, async (ctx) => {
    const order = await findToldOrder(ctx, account_id, id);
    if (!order) return;
    const { name, store_id, removed, added } = order;
    const about = { account_id, subject: id, store_id, link: `/order/index?order=${id}` };
    const tell = (event: 'order_units_removed' | 'order_units_added', units: number) =>
      needs.notify(ctx, { ...about, event, params: { order: name, units } });
    if (less && removed > 0) await tell('order_units_removed', removed);
    if (more && added > 0) await tell('order_units_added', added);
  });
}
