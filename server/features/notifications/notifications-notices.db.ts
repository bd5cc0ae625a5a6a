import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { Severity } from '#contract/notification-events.ts';
import type { Ctx } from '#server/db/context.ts';
import { contentFor, ownNotices, type Reader, titleFor, withMarks } from './notifications.db.ts';

export type NoticeState = 'scheduled' | 'live' | 'ended' | 'withdrawn';
export type NoticeRow = {
  id: string;
  kind: 'popup' | 'inbox';
  severity: Severity;
  language: 'en' | 'zh';
  title: string;
  tags: string[];
  content: string;
  other_title: string | null;
  other_content: string | null;
  audience: 'everyone' | 'accounts' | 'domain';
  domain: string | null;
  account_ids: string[];
  state: NoticeState;
  starts_at: Date;
  ended_at: Date | null;
  withdrawn_at: Date | null;
  created_at: Date;
  created_by: string;
  reads: number;
  readers: number | null;
};

type NewNotice = Pick<
  NoticeRow,
  | 'id'
  | 'kind'
  | 'severity'
  | 'language'
  | 'title'
  | 'tags'
  | 'content'
  | 'other_title'
  | 'other_content'
  | 'audience'
  | 'domain'
> & {
  starts_at: Date;
  ended_at: Date | null;
  created_by: string;
};

export async function insertNotice(ctx: Ctx, notice: NewNotice, accountIds: readonly string[]): Promise<void> {
  await ctx.db
    .insertInto('notices')
    .values({ ...notice, created_at: ctx.now })
    .execute();
  if (accountIds.length === 0) return;
  await ctx.db
    .insertInto('notice_accounts')
    .values(accountIds.map((account_id) => ({ notice_id: notice.id, account_id })))
    .execute();
}

export async function countAccounts(ctx: Ctx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM accounts WHERE id = ANY (${ids}::uuid[])`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

const stateOf = (ctx: Ctx) => sql<NoticeState>`CASE WHEN x.withdrawn_at IS NOT NULL THEN 'withdrawn'
  WHEN x.ended_at <= ${ctx.now} THEN 'ended' WHEN x.starts_at > ${ctx.now} THEN 'scheduled' ELSE 'live' END`;

const columns = (ctx: Ctx) => sql`
  x.id, x.kind, x.severity, x.language, x.title, x.tags, x.content, x.other_title, x.other_content, x.audience, x.domain, ${stateOf(ctx)} AS state, x.starts_at, x.ended_at,
  x.withdrawn_at, x.created_at, coalesce(nullif(u.nick_name, ''), u.username) AS created_by,
  (SELECT coalesce(array_agg(c.account_id::text ORDER BY c.account_id), '{}') FROM notice_accounts c WHERE c.notice_id = x.id) AS account_ids,
  (SELECT count(*)::int FROM notice_marks m WHERE m.notice_id = x.id) AS reads,
  CASE x.audience
    WHEN 'everyone' THEN (SELECT count(DISTINCT user_id)::int FROM memberships WHERE status = 'active')
    WHEN 'accounts' THEN (SELECT count(DISTINCT b.user_id)::int FROM notice_accounts c
      JOIN memberships b ON b.account_id = c.account_id AND b.status = 'active' WHERE c.notice_id = x.id) END AS readers`;

const inTab = (ctx: Ctx, tab: NoticeState | 'all') => (tab === 'all' ? sql`true` : sql`${stateOf(ctx)} = ${tab}`);

export async function findNotices(ctx: Ctx, tab: NoticeState | 'all', page: { offset: number; limit: number }) {
  const { rows } = await sql<NoticeRow>`
    SELECT ${columns(ctx)} FROM notices x JOIN users u ON u.id = x.created_by WHERE ${inTab(ctx, tab)}
    ORDER BY x.created_at DESC, x.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

/** How many notices are in each state. */
export async function countStates(ctx: Ctx): Promise<Record<NoticeState | 'all', number>> {
  const { rows } = await sql<{ state: NoticeState; n: number }>`
    SELECT ${stateOf(ctx)} AS state, count(*)::int AS n FROM (SELECT * FROM notices LIMIT ${maxListDepth + 1}) x GROUP BY 1`.execute(
    ctx.db,
  );
  const counts = { all: 0, scheduled: 0, live: 0, ended: 0, withdrawn: 0 };
  for (const { state, n } of rows) {
    counts[state] = n;
    counts.all += n;
  }
  return counts;
}

export async function findNotice(ctx: Ctx, id: string): Promise<NoticeRow | undefined> {
  const { rows } = await sql<NoticeRow>`
    SELECT ${columns(ctx)} FROM notices x JOIN users u ON u.id = x.created_by WHERE x.id = ${id}::uuid`.execute(ctx.db);
  return rows[0];
}

/** Takes a notice back; false when there is none that is still to be taken back. */
export async function withdrawNotice(ctx: Ctx, id: string): Promise<boolean> {
  const done = await ctx.db
    .updateTable('notices')
    .set({ withdrawn_at: ctx.now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

export type PopupRow = Pick<
  NoticeRow,
  'id' | 'kind' | 'severity' | 'title' | 'tags' | 'content' | 'starts_at' | 'ended_at'
>;

/** The popup that has waited longest for this reader. */
export function popupStatement(ctx: Ctx, reader: Reader): RawBuilder<PopupRow> {
  return sql<PopupRow>`
    SELECT x.id, x.kind, x.severity, ${titleFor(reader)} AS title, x.tags, ${contentFor(reader)} AS content, x.starts_at, x.ended_at
    FROM ${withMarks(reader)}
    WHERE ${ownNotices(ctx, reader)} AND x.kind = 'popup' AND m.read_at IS NULL ORDER BY x.starts_at, x.id LIMIT 1`;
}

export async function findPopup(ctx: Ctx, reader: Reader): Promise<PopupRow | undefined> {
  return (await popupStatement(ctx, reader).execute(ctx.db)).rows[0];
}
