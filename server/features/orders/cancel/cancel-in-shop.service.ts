import { type AccountCtx, type Ctx, type Entry, forAccount } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import * as rows from '../records/cancel.db.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';

type CancelEvent = 'staff_cancel_asked' | 'staff_cancel_overdue' | 'cancel_accepted' | 'cancel_rejected';
type Which = { account_id: string; id: string };

/** Tells staff that a cancellation is asked for or overdue, or the client what became of it. */
async function notifyOf(
  ctx: Ctx,
  { account_id, id }: Which,
  event: CancelEvent,
  more: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const about = await rows.findAbout(forAccount(ctx, account_id), id);
  if (!about) return;
  const forStaff = event.startsWith('staff_');
  await notify(ctx, {
    event,
    account_id,
    subject: id,
    store_id: about.store_id,
    asked_by: about.asked_by,
    params: { order: about.order, client: about.client, ...more },
    link: forStaff ? '/staff/cancellations' : `/order/index?order=${about.order_id}`,
  });
}

/** A cancellation waits for staff. */
export const notifyRequested = (ctx: AccountCtx, id: string): Promise<void> =>
  notifyOf(ctx, { account_id: ctx.account, id }, 'staff_cancel_asked');

/** It waits no longer. */
export const resolveRequested = (ctx: AccountCtx, id: string): Promise<void> =>
  resolveNotifications(ctx, id, ['staff_cancel_asked', 'staff_cancel_overdue']);

/** The client hears what was decided: what goes back; null where nothing is cancelled, and why is read at the order. */
export async function notifyDecided(
  ctx: AccountCtx,
  id: string,
  decided: { refund: number; currency: string } | null,
): Promise<void> {
  await resolveRequested(ctx, id);
  if (decided === null) return notifyOf(ctx, { account_id: ctx.account, id }, 'cancel_rejected');
  return notifyOf(ctx, { account_id: ctx.account, id }, 'cancel_accepted', {
    amount: decided.refund,
    currency: decided.currency,
  });
}

const atOnce = 200;

/** Tells staff of cancellations whose time has passed, of each once. */
export async function notifyOverdue(entry: Entry): Promise<void> {
  const overdue = await entry.run('all_accounts', (ctx) => rows.findOverdue(ctx, atOnce));
  await eachAlone(entry, overdue, 'staff could not be told of an overdue cancellation', (which) =>
    entry.run('all_accounts', async (ctx) => {
      if (await rows.markOverdueNotified(ctx, which)) await notifyOf(ctx, which, 'staff_cancel_overdue');
    }),
  );
}
