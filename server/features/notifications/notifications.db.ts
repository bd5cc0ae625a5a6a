import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { NotificationTab, Severity } from '#contract/notification-events.ts';
import type { Ctx } from '#server/db/context.ts';

/** Whose bell is looked at, and what of it this person may see. */
export type Reader = {
  user_id: string;
  /** The account of a member; null for staff, who hear of all clients. */
  account_id: string | null;
  features: readonly string[];
  /** null: all stores. */
  stores: readonly string[] | null;
  /** The domain by which the reader came. */
  domain: string;
  language: 'en' | 'zh';
};

export type NotificationRow = {
  id: string;
  kind: 'event' | 'popup' | 'inbox';
  event: string | null;
  params: Record<string, string | number>;
  severity: Severity | null;
  waiting: boolean;
  title: string | null;
  tags: string[];
  content: string;
  link: string | null;
  created_at: Date;
  ended_at: Date | null;
  is_read: boolean;
};

type Page = { offset: number; limit: number };

/** Rows of the portal's own telling that this reader may see; the first conditions are those of the partial indexes. */
export function ownEvents(reader: Reader): RawBuilder<boolean> {
  const whose = reader.account_id
    ? sql`n.audience = 'member' AND n.account_id = ${reader.account_id}::uuid AND n.user_id = ${reader.user_id}::uuid
        AND n.feature = ANY (${reader.features}::text[])`
    : sql`n.audience = 'staff' AND n.user_id = ${reader.user_id}::uuid`;
  const where = reader.stores ? sql`AND (n.store_id IS NULL OR n.store_id = ANY (${reader.stores}::uuid[]))` : sql``;
  return sql`${whose} AND n.hidden_at IS NULL ${where}`;
}

/** Notices that reach this reader now; only members are written to. `m` holds what the reader did with them. */
export function ownNotices(ctx: Ctx, reader: Reader): RawBuilder<boolean> {
  return sql`${reader.account_id !== null} AND x.withdrawn_at IS NULL AND x.starts_at <= ${ctx.now}
    AND (x.ended_at IS NULL OR x.ended_at > ${ctx.now}) AND m.hidden_at IS NULL
    AND (x.audience = 'everyone' OR (x.audience = 'domain' AND x.domain = ${reader.domain})
      OR (x.audience = 'accounts' AND EXISTS (SELECT 1 FROM notice_accounts c
        WHERE c.notice_id = x.id AND c.account_id = ${reader.account_id}::uuid)))`;
}

export const withMarks = (reader: Reader) =>
  sql`notices x LEFT JOIN notice_marks m ON m.user_id = ${reader.user_id}::uuid AND m.notice_id = x.id`;

const eventColumns = sql`n.id, 'event' AS kind, n.event, n.params, NULL AS severity, n.waiting, NULL AS title, '{}'::text[] AS tags,
  '' AS content, n.link, n.created_at, NULL::timestamptz AS ended_at, n.read_at IS NOT NULL AS is_read`;
/** A notice (`x`) in the reader's language, else in the one that it was written in. */
const inLanguage = (own: string, other: string) => (reader: Reader) =>
  sql`CASE WHEN x.language = ${reader.language} THEN ${sql.ref(own)} ELSE coalesce(${sql.ref(other)}, ${sql.ref(own)}) END`;
export const titleFor = inLanguage('x.title', 'x.other_title');
export const contentFor = inLanguage('x.content', 'x.other_content');
const noticeColumns = (
  reader: Reader,
) => sql`x.id, x.kind, NULL AS event, '{}'::jsonb AS params, x.severity, false AS waiting,
  ${titleFor(reader)} AS title, x.tags, ${contentFor(reader)} AS content, NULL AS link, x.starts_at AS created_at, x.ended_at, m.read_at IS NOT NULL AS is_read`;

const eventTab = (tab: NotificationTab) =>
  tab === 'all' ? sql`true` : tab === 'unread' ? sql`n.read_at IS NULL` : sql`n.waiting`;
const noticeTab = (tab: NotificationTab) =>
  tab === 'all' ? sql`true` : tab === 'unread' ? sql`m.read_at IS NULL` : sql`false`;

/** Newest first. Each half brings no more than the page can need, so that both walk their index. */
export function listStatement(ctx: Ctx, reader: Reader, tab: NotificationTab, page: Page): RawBuilder<NotificationRow> {
  const most = page.offset + page.limit;
  return sql<NotificationRow>`
    SELECT * FROM (
      (SELECT ${eventColumns} FROM notifications n WHERE ${ownEvents(reader)} AND ${eventTab(tab)}
        ORDER BY n.created_at DESC, n.id DESC LIMIT ${most})
      UNION ALL
      (SELECT ${noticeColumns(reader)} FROM ${withMarks(reader)} WHERE ${ownNotices(ctx, reader)} AND ${noticeTab(tab)}
        ORDER BY x.starts_at DESC, x.id DESC LIMIT ${most})
    ) found ORDER BY created_at DESC, id DESC OFFSET ${page.offset} LIMIT ${page.limit}`;
}

export async function findNotifications(ctx: Ctx, reader: Reader, tab: NotificationTab, page: Page) {
  return (await listStatement(ctx, reader, tab, page).execute(ctx.db)).rows;
}

/** Exact to 25,000 (P26). */
export function countStatement(ctx: Ctx, reader: Reader, tab: NotificationTab): RawBuilder<{ n: number }> {
  return sql<{ n: number }>`
    SELECT (SELECT count(*)::int FROM (SELECT 1 FROM notifications n WHERE ${ownEvents(reader)} AND ${eventTab(tab)}
        LIMIT ${maxListDepth + 1}) e)
      + (SELECT count(*)::int FROM ${withMarks(reader)} WHERE ${ownNotices(ctx, reader)} AND ${noticeTab(tab)}) AS n`;
}

export async function countNotifications(ctx: Ctx, reader: Reader, tab: NotificationTab): Promise<number> {
  return (await countStatement(ctx, reader, tab).execute(ctx.db)).rows[0]?.n ?? 0;
}

export async function findNotification(ctx: Ctx, reader: Reader, id: string): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    SELECT ${eventColumns} FROM notifications n WHERE ${ownEvents(reader)} AND n.id = ${id}::uuid
    UNION ALL
    SELECT ${noticeColumns(reader)} FROM ${withMarks(reader)} WHERE ${ownNotices(ctx, reader)} AND x.id = ${id}::uuid`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Marks rows of the portal's own telling; of one id, or all. */
export async function markEvents(ctx: Ctx, reader: Reader, how: 'read' | 'hidden', id: string | null): Promise<void> {
  const change =
    how === 'read' ? sql`read_at = ${ctx.now}` : sql`hidden_at = ${ctx.now}, read_at = coalesce(read_at, ${ctx.now})`;
  const which = id ? sql`n.id = ${id}::uuid` : sql`true`;
  await sql`UPDATE notifications n SET ${change} WHERE ${ownEvents(reader)} AND ${which}
    AND ${how === 'read' ? sql`n.read_at IS NULL` : sql`true`}`.execute(ctx.db);
}

/** Marks notices; of one id, or all that reach the reader now. */
export async function markNotices(ctx: Ctx, reader: Reader, how: 'read' | 'hidden', id: string | null): Promise<void> {
  const hidden = how === 'hidden' ? ctx.now : null;
  await sql`INSERT INTO notice_marks (user_id, notice_id, read_at, hidden_at)
    SELECT ${reader.user_id}::uuid, x.id, ${ctx.now}, ${hidden}::timestamptz FROM ${withMarks(reader)}
    WHERE ${ownNotices(ctx, reader)} AND ${id ? sql`x.id = ${id}::uuid` : sql`m.read_at IS NULL`}
    ON CONFLICT (user_id, notice_id) DO UPDATE SET hidden_at = coalesce(excluded.hidden_at, notice_marks.hidden_at)`.execute(
    ctx.db,
  );
}

export async function findLocale(ctx: Ctx, userId: string): Promise<'en' | 'zh'> {
  const row = await ctx.db.selectFrom('users').select('locale').where('id', '=', userId).executeTakeFirst();
  return row?.locale === 'zh' ? 'zh' : 'en';
}

/** Removes what was read 90 days ago, and everything that is a year old. */
export async function purge(ctx: Ctx, limits: { readBefore: Date; before: Date }): Promise<number> {
  const removed = await ctx.db
    .deleteFrom('notifications')
    .where((row) =>
      row.or([
        row('created_at', '<', limits.before),
        row.and([row('created_at', '<', limits.readBefore), row('read_at', '<', limits.readBefore)]),
      ]),
    )
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
