import { eventOf, type NotificationEvent, type NotificationMessage } from '#contract/notification-events.ts';
import { allows, merchantRoles, roleRights, type Rights } from '#contract/rights.ts';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { mailReaders } from './notifications-mail.service.ts';
import * as rows from './notifications-notify.db.ts';

/** The same event of the same record within this time is reported once (domain.md §4.17). */
const quiet = 30 * 60_000;
/**
 * Tells everybody who may know of an event, in the transaction of the action: rows for their bells, a word to their open
 * browsers, and mails for what cannot wait. Nothing is told when the action fails.
 */
export async function notify(ctx: Ctx, message: NotificationMessage): Promise<void> {
  const about = eventOf(message.event);
  const listeners = about.staff
    ? await rows.findStaff(forAccount(ctx, message.account_id), message, about.staff)
    : (await rows.findMembers(forAccount(ctx, message.account_id), message)).filter((member) =>
        allows(rightsOf(member), about.feature, 'view'),
      );
  const received = await rows.refreshRecent(ctx, message, about.needs_action, new Date(ctx.now.getTime() - quiet));
  const own = actorOf(ctx); // who did it knows it
  const fresh = listeners.filter(({ user_id }) => user_id !== own && !received.has(user_id));
  const audience = about.staff ? 'staff' : 'member';
  const made = await rows.insertRows(
    ctx,
    message,
    { feature: about.feature, audience, waiting: about.needs_action },
    fresh,
  );
  if (about.mail) await mailReaders(ctx, message, mailed(message, fresh), made);
  publish(ctx, { account_id: about.staff ? null : message.account_id, kind: 'notifications.changed' });
}

/** The person behind an action; a member whose place staff take is not. */
function actorOf({ actor }: Ctx): string | null {
  if (actor.kind === 'staff') return actor.user_id;
  return actor.kind === 'merchant' && !actor.acting ? actor.user_id : null;
}

/** Says that nobody has to act on these events of a record any more: it was accepted, authorized, reviewed … */
export async function resolveNotifications(
  ctx: AccountCtx,
  subject: string | readonly string[],
  events: readonly NotificationEvent[],
): Promise<void> {
  const audiences = await rows.resolveRows(ctx, [subject].flat(), events);
  if (audiences.has('member')) publish(ctx, { account_id: ctx.account, kind: 'notifications.changed' });
  if (audiences.has('staff')) publish(ctx, { account_id: null, kind: 'notifications.changed' });
}

function rightsOf(member: rows.Listener): Rights {
  return member.rights ?? roleRights[merchantRoles.find((known) => known === member.role) ?? 'viewer'];
}

/** Staff all; of members whoever asked, otherwise those who can act on it. */
function mailed(message: NotificationMessage, listeners: readonly rows.Listener[]): readonly rows.Listener[] {
  const { feature, staff } = eventOf(message.event);
  if (staff) return listeners;
  const asker = listeners.filter(({ user_id }) => user_id === message.asked_by);
  return asker.length > 0 ? asker : listeners.filter((member) => allows(rightsOf(member), feature, 'edit'));
}
