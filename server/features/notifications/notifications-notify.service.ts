import { eventOf, type NotificationEvent, type NotificationMessage } from '#contract/notification-events.ts';
import { allows, merchantRoles, roleRights, type Rights } from '#contract/rights.ts';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { publish, sendLater } from '#server/db/queue.ts';
import { composeMail } from '#server/lib/mail-layout.ts';
import { eventWords } from './notification-texts.ts';
import * as rows from './notifications-notify.db.ts';

/** The same event of the same record within this time is reported once (domain.md §4.17). */
const quiet = 30 * 60_000;
/** Mails about one kind of matter of one account within an hour; of more only the bell tells, so that nobody can be buried in mails. */
const mostMails = 20;
const hour = 60 * 60_000;

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
  if (about.mail) {
    for (const listener of await notFlooded(ctx, message, audience, mailed(message, fresh))) {
      await mail(ctx, message, listener, made.get(listener.user_id) ?? '');
    }
  }
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

async function notFlooded(
  ctx: Ctx,
  message: NotificationMessage,
  audience: 'member' | 'staff',
  listeners: readonly rows.Listener[],
): Promise<readonly rows.Listener[]> {
  const readers = listeners.map(({ user_id }) => user_id);
  const since = new Date(ctx.now.getTime() - hour);
  const flooded = await rows.findFlooded(ctx, message, { audience, readers, most: mostMails, since });
  return listeners.filter(({ user_id }) => !flooded.has(user_id));
}

async function mail(ctx: Ctx, message: NotificationMessage, listener: rows.Listener, rowId: string): Promise<void> {
  const { title, lead, button } = eventWords(listener.locale, message.event, message.params);
  const words = { subject: title, lines: [lead], button, link: `${ctx.app.publicUrl}${message.link}` };
  await sendLater(ctx, {
    kind: 'mail',
    key: `notification:${rowId}`,
    account_id: message.account_id,
    payload: composeMail({ to: listener.email, locale: listener.locale, brand: ctx.app.brand, words }),
  });
}
