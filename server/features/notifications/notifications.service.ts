import {
  eventOf,
  notificationEvents,
  type NotificationEvent,
  type NotificationTab,
} from '#contract/notification-events.ts';
import { allows, features } from '#contract/rights.ts';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import { type Actor, type Ctx, readerLanguage } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { keptParams } from '#server/lib/refusal-texts.ts';
import { appError } from '#server/lib/app-error.ts';
import { eventWords } from './notification-texts.ts';
import * as rows from './notifications.db.ts';

/** The domain of a request: without `www.` and port. */
export const domainOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '');

/** Whose bell it is; none for staff who work in a client's place: what they would mark is not theirs. */
export function readerOf(actor: Actor, domain: string): rows.Reader | null {
  const language = readerLanguage({ actor });
  if (actor.kind === 'staff')
    return { user_id: actor.user_id, account_id: null, features: [], stores: null, domain, language };
  if (actor.kind !== 'merchant' || actor.acting) return null;
  const { user_id, account_id, rights, stores } = actor;
  return {
    user_id,
    account_id,
    stores,
    domain,
    language,
    features: features.filter((feature) => allows(rights, feature, 'view')),
  };
}

const isEvent = (key: string | null): key is NotificationEvent => key !== null && key in notificationEvents;

function answerOf(row: rows.NotificationRow, locale: 'en' | 'zh') {
  const event = isEvent(row.event) ? row.event : null;
  return {
    ...row,
    severity: row.severity ?? (event ? eventOf(event).severity : 'info'),
    needs_action: row.waiting,
    params: keptParams(locale, row.params),
    title: row.title ?? (event ? eventWords(locale, event, row.params).title : ''),
  };
}

/** The reader's notifications, newest first, with the numbers of unread and waiting ones. */
export async function listNotifications(ctx: Ctx, query: ListQuery & { tab: NotificationTab }, domain: string) {
  const page = pageOf(query);
  const reader = readerOf(ctx.actor, domain);
  if (!reader) return { data: [], meta: metaOf(query, 0, { unread: 0, action: 0 }) };
  const [unread, action] = [
    await rows.countNotifications(ctx, reader, 'unread'),
    await rows.countNotifications(ctx, reader, 'action'),
  ];
  const total = { all: () => rows.countNotifications(ctx, reader, 'all'), unread: () => unread, action: () => action };
  const locale = await rows.findLocale(ctx, reader.user_id);
  const found = await rows.findNotifications(ctx, reader, query.tab, page);
  return {
    data: found.map((row) => answerOf(row, locale)),
    meta: metaOf(query, await total[query.tab](), { unread, action }),
  };
}

async function requireOwn(ctx: Ctx, reader: rows.Reader | null, id: string): Promise<rows.NotificationRow> {
  const row = reader && (await rows.findNotification(ctx, reader, id));
  if (!row) throw appError('not_found', { text: 'missing.notification' });
  return row;
}

/** One own notification; hidden ones and other people's are 404. */
export async function getNotification(ctx: Ctx, id: string, domain: string) {
  const reader = readerOf(ctx.actor, domain);
  const row = await requireOwn(ctx, reader, id);
  return answerOf(row, reader ? await rows.findLocale(ctx, reader.user_id) : 'en');
}

/** Marks one own notification read or hides it, in all browsers of the reader. */
export async function markOne(ctx: Ctx, id: string, how: 'read' | 'hidden', domain: string): Promise<{ done: true }> {
  const reader = readerOf(ctx.actor, domain);
  const { kind } = await requireOwn(ctx, reader, id);
  if (reader) await (kind === 'event' ? rows.markEvents : rows.markNotices)(ctx, reader, how, id);
  return publishRead(ctx, reader, how, id);
}

/** Marks everything read that the reader has. */
export async function markAll(ctx: Ctx, domain: string): Promise<{ done: true }> {
  const reader = readerOf(ctx.actor, domain);
  if (reader) {
    await rows.markEvents(ctx, reader, 'read', null);
    await rows.markNotices(ctx, reader, 'read', null);
  }
  return publishRead(ctx, reader, 'read', null);
}

async function publishRead(ctx: Ctx, reader: rows.Reader | null, how: 'read' | 'hidden', id: string | null) {
  await audit(ctx, { action: `notifications.${how}`, entity: 'notifications', entity_id: id });
  if (reader) publish(ctx, { account_id: reader.account_id, user_id: reader.user_id, kind: 'notifications.read' });
  return { done: true as const };
}
