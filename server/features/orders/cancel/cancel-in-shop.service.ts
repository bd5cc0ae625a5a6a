import type { Ctx, Entry } from '#server/db/context.ts';
import * as rows from './cancel-in-shop.db.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';

type CancelEvent = 'desk_cancel_asked' | 'desk_cancel_overdue' | 'cancel_accepted' | 'cancel_rejected';
type Which = { account_id: string; id: string };

/** Tells the desk that a cancellation is asked for or overdue, or the client what became of it. */
async function tell(
  ctx: Ctx,
  { account_id, id }: Which,
  event: CancelEvent,
  more: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const about = await rows.findAbout(ctx, account_id, id);
  if (!about) return;
  const forDesk = event.startsWith('desk_');
  await notify(ctx, {
    event,
    account_id,
    subject: id,
    store_id: about.store_id,
    asked_by: about.asked_by,
    params: { order: about.order, client: about.client, ...more },
    link: forDesk ? '/desk/cancellations' : `/order/index?order=${about.order_id}`,
  });
}

/** A cancellation waits for the desk. */
export const tellAsked = (ctx: Ctx, which: Which): Promise<void> => tell(ctx, which, 'desk_cancel_asked');

/** It waits no longer. */
export const settleAsked = (ctx: Ctx, { account_id, id }: Which): Promise<void> =>
  resolveNotifications(ctx, account_id, id, ['desk_cancel_asked', 'desk_cancel_overdue']);

/** The client hears what was decided: what goes back; null where nothing is cancelled, and why is read at the order. */
export async function tellDecided(
  ctx: Ctx,
  which: Which,
  decided: { refund: number; currency: string } | null,
): Promise<void> {
  await settleAsked(ctx, which);
  if (decided === null) return tell(ctx, which, 'cancel_rejected');
  return tell(ctx, which, 'cancel_accepted', { amount: decided.refund, currency: decided.currency });
}

const atOnce = 200;

/** Tells the desk of cancellations whose time has passed, of each once. */
export async function tellOverdue(entry: Entry): Promise<void> {
  const overdue = await entry.run('desk', (ctx) => rows.findOverdue(ctx, atOnce));
  for (const which of overdue) {
    await entry.run('desk', async (ctx) => {
      if (await rows.markOverdueTold(ctx, which)) await tell(ctx, which, 'desk_cancel_overdue');
    });
  }
}
