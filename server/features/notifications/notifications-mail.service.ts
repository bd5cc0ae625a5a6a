import { eventOf, type NotificationEvent, type NotificationMessage } from '#contract/notification-events.ts';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { enqueue, sendLater } from '#server/db/queue.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { composeMail, type MailWords } from '#server/lib/mail-layout.ts';
import { eventWords } from './notification-texts.ts';
import { gatheredWords, isGathered } from './notification-quote-texts.ts';
import * as rows from './notifications-mail.db.ts';
import type { Listener } from './notifications-notify.db.ts';

/** Mails about one kind of matter of one account within an hour; of more only the bell tells, so that nobody can be buried in mails. */
const mostMails = 20;
const hour = 60 * 60_000;
/** A mail of several waits this long for more of them, but not longer than `atMost` for the first. */
const quiet = 5 * 60_000;
const atMost = 15 * 60_000;
/** How many a mail names. */
const named = 30;

export const gatheredTask = 'notifications_mail';

/** Mails these readers, by whose rows the mail is known; at once, or together with more of the same that come soon. */
export async function mailReaders(
  ctx: Ctx,
  message: NotificationMessage,
  readers: readonly Listener[],
  made: ReadonlyMap<string, string>,
): Promise<void> {
  if (isGathered(message.event)) return gather(ctx, message, readers, made);
  const since = new Date(ctx.now.getTime() - hour);
  const audience = eventOf(message.event).staff ? 'staff' : 'member';
  const ids = readers.map(({ user_id }) => user_id);
  const flooded = await rows.findFlooded(ctx, message, { audience, readers: ids, most: mostMails, since });
  for (const reader of readers)
    if (!flooded.has(reader.user_id)) await mail(ctx, reader, message, made.get(reader.user_id) ?? '');
}

async function gather(
  ctx: Ctx,
  { account_id, event }: NotificationMessage,
  readers: readonly Listener[],
  made: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = readers.flatMap(({ user_id }) => made.get(user_id) ?? []);
  if (ids.length === 0) return;
  const first = await rows.markWaiting(forAccount(ctx, account_id), event, ids);
  const runAt = new Date(Math.min(ctx.now.getTime() + quiet, first.getTime() + atMost));
  await enqueue(ctx, gatheredTask, { account_id, event }, { key: `${gatheredTask}:${event}:${account_id}`, runAt });
}

/** Mails what was gathered of an event: one mail per reader, without what is settled or dismissed meanwhile. */
export async function sendGathered(ctx: AccountCtx, event: NotificationEvent): Promise<void> {
  const waiting = await rows.takeWaiting(ctx, event, eventOf(event).needs_action);
  for (const many of groupBy(waiting, ({ user_id }) => user_id).values()) {
    const [one] = many;
    if (!one) continue;
    const about = { event, account_id: ctx.account, params: one.params, link: one.link };
    if (many.length === 1 || !isGathered(event)) await mail(ctx, one, about, one.id);
    else
      await send(
        ctx,
        one,
        one.id,
        gatheredWords(
          one.locale,
          event,
          many.map(({ params }) => params),
          named,
        ),
      );
  }
}

type About = Pick<NotificationMessage, 'event' | 'account_id' | 'params' | 'link'>;

function mail(ctx: Ctx, reader: rows.Reader, { event, account_id, params, link }: About, rowId: string): Promise<void> {
  const { title, lead, button } = eventWords(reader.locale, event, params);
  return send(forAccount(ctx, account_id), reader, rowId, { subject: title, lines: [lead], button, link });
}

async function send(ctx: AccountCtx, { email, locale }: rows.Reader, rowId: string, words: MailWords): Promise<void> {
  const { brand, publicUrl } = ctx.app;
  await sendLater(ctx, {
    kind: 'mail',
    key: `notification:${rowId}`,
    account_id: ctx.account,
    payload: composeMail({ to: email, locale, brand, words: { ...words, link: `${publicUrl}${words.link}` } }),
  });
}
