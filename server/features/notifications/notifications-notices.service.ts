import { v7 as uuid } from 'uuid';
import sanitizeHtml from 'sanitize-html';
import type { ParsedOf, ResultOf } from '#contract/endpoint.ts';
import type { notifications } from '#contract/notifications.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx, StaffCtx } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './notifications-notices.db.ts';
import { markOne, readerOf } from './notifications.service.ts';

type Draft = ParsedOf<typeof notifications.compose>['body'];
type Answer = ResultOf<typeof notifications.compose>;

/** What will be kept of a notice's HTML, and whether something of it was taken out. */
export function previewNotice(html: string): { content: string; changed: boolean } {
  const written = inParagraphs(html);
  return { content: cleanHtml(written), changed: losesSomething(written) };
}

/** Writes a notice to merchants: at once, or when its time has come. */
export async function composeNotice(ctx: StaffCtx, draft: Draft): Promise<Answer> {
  const content = keptContent(draft.content, 'content');
  const { translation } = draft;
  const other_content = translation ? keptContent(translation.content, 'translation.content') : null;
  const starts_at = draft.starts_at ? new Date(draft.starts_at) : ctx.now;
  const ended_at = draft.ended_at ? new Date(draft.ended_at) : null;
  if (ended_at && ended_at <= new Date(Math.max(starts_at.getTime(), ctx.now.getTime()))) {
    throw appError('invalid_input', { text: 'notifications.end_passed' }, 'ended_at');
  }
  const { audience } = draft;
  const accountIds = audience.to === 'accounts' ? [...new Set(audience.account_ids)] : [];
  if ((await rows.countAccounts(ctx, accountIds)) < accountIds.length) {
    throw appError('invalid_input', { text: 'notifications.no_client' }, 'audience');
  }
  const id = uuid();
  const { kind, severity, language, title, tags } = draft;
  const domain = audience.to === 'domain' ? audience.domain : null;
  const notice = {
    id,
    kind,
    severity,
    language,
    title,
    tags: [...new Set(tags)],
    content,
    audience: audience.to,
    domain,
  };
  const other = { other_title: translation?.title ?? null, other_content };
  const times = { starts_at, ended_at };
  await rows.insertNotice(ctx, { ...notice, ...other, ...times, created_by: ctx.actor.user_id }, accountIds);
  await audit(ctx, {
    action: 'notifications.compose',
    entity: 'notices',
    entity_id: id,
    account_id: null,
    details: { kind, audience: audience.to, accounts: accountIds.length, starts_at, ended_at },
  });
  announce(ctx);
  for (const runAt of [starts_at, ended_at])
    if (runAt && runAt > ctx.now) await enqueue(ctx, 'notices_announce', {}, { runAt });
  return getNotice(ctx, id);
}

/** A text as it is kept; refused where nothing of it is left. */
function keptContent(written: string, field: string): string {
  const content = cleanHtml(inParagraphs(written));
  if (content.replace(/<[^>]*>|&nbsp;|\s/g, '')) return content;
  throw appError('invalid_input', { text: 'notifications.content_empty' }, field);
}

/** Open bells and dialogs look again: something has begun or ended for everybody. */
export const announce = (ctx: Ctx): void =>
  publish(ctx, { account_id: null, everyone: true, kind: 'notifications.changed' });

async function getNotice(ctx: Ctx, id: string): Promise<Answer> {
  const row = await rows.findNotice(ctx, id);
  if (!row) throw appError('not_found', { text: 'notifications.no_notice' });
  return asNotice(row);
}

function asNotice({ audience, domain, account_ids, other_title, other_content, ...notice }: rows.NoticeRow): Answer {
  const translation = other_title === null ? null : { title: other_title, content: other_content ?? '' };
  const row = { ...notice, translation };
  if (audience === 'accounts') return { ...row, audience: { to: audience, account_ids } };
  return { ...row, audience: audience === 'domain' ? { to: audience, domain: domain ?? '' } : { to: audience } };
}

/** Administrators take a notice back, at once and for everybody; everybody else hides what is in their own bell. */
export async function withdrawOrHide(ctx: Ctx, id: string, domain: string): Promise<{ done: true }> {
  const admin = ctx.actor.kind === 'staff' && ctx.actor.roles.includes('admin');
  if (!admin || !(await rows.withdrawNotice(ctx, id))) return markOne(ctx, id, 'hidden', domain);
  await audit(ctx, { action: 'notifications.withdraw', entity: 'notices', entity_id: id, account_id: null });
  announce(ctx);
  return { done: true };
}

/** What staff wrote, newest first. */
export async function listNotices(ctx: StaffCtx, query: ParsedOf<typeof notifications.staffList>['query']) {
  const found = await rows.findNotices(ctx, query.tab, pageOf(query));
  const counts = await rows.countStates(ctx);
  return { data: found.map(asNotice), meta: metaOf(query, counts[query.tab], counts) };
}

/** The popup to show now (spec §4): not read, begun, not past its end; the one that has waited longest. */
export async function popupFor(ctx: Ctx, domain: string): Promise<ResultOf<typeof notifications.global>> {
  const reader = readerOf(ctx.actor, domain);
  const row = reader && (await rows.findPopup(ctx, reader));
  if (!row) return null;
  const { kind, severity, starts_at, ...popup } = row;
  return { ...popup, is_read: false, notification: { id: row.id, kind, severity, starts_at } };
}

/** What a notice may hold (P34): words and their order, tables, and links; nothing that acts, loads or styles. */
const allowedTags = 'p br hr h3 h4 blockquote ul ol li strong b em i u s code a table thead tbody tr th td'.split(' ');

/** The page has its own first headings. */
const headings = { h1: 'h3', h2: 'h3' };

/** Text without any markup keeps its paragraphs and lines, which HTML would run together. */
function inParagraphs(text: string): string {
  if (/<\/?[a-z!]/i.test(text)) return text;
  const paragraphs = text.trim().split(/\n\s*\n/);
  return paragraphs.map((words) => `<p>${words.trim().replace(/\n/g, '<br />')}</p>`).join('');
}

/** HTML with everything taken out that is not allowed; links open a new tab and tell the other page nothing. */
function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href', 'target', 'rel'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      ...headings,
      a: (tagName, { href }) => ({
        tagName,
        attribs: href ? { href, target: '_blank', rel: 'noopener noreferrer' } : {},
      }),
    },
  }).trim();
}

/** Whether cleaning takes out more than the way the text is spelled: compared with the same text after a harmless pass. */
function losesSomething(html: string): boolean {
  const whole = sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowedSchemesAppliedToAttributes: [], // every address stays
    allowVulnerableTags: true, // it is compared, never kept
    transformTags: headings,
  });
  const withoutOurs = (text: string) => text.replace(/ (?:target|rel)="[^"]*"/g, '').trim();
  return withoutOurs(whole) !== withoutOurs(cleanHtml(html));
}
