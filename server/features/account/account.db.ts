import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export async function findUser(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'username', 'nick_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function findAccount(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'currency', 'time_zone', 'created_at', 'market_note'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function listContacts(ctx: AccountCtx) {
  return ctx.db
    .selectFrom('account_contacts')
    .select(['id', 'type_of', 'alias', 'url', 'phone_country', 'phone_country_code'])
    .where('account_id', '=', ctx.account)
    .orderBy('id')
    .execute();
}

export type Visit = {
  staff: string;
  kind: 'read' | 'act';
  first_at: Date;
  last_at: Date;
  times: number;
  features: string[];
};

/** Days back that visits are listed: the two logs hold more, but a list that nobody reads to its end need not. */
const visitDays = 90;

function visits(accountId: string, since: Date) {
  return sql<Visit>`
    SELECT staff_user_id, kind, date_trunc('day', at) AS day, min(at) AS first_at, max(at) AS last_at,
      count(*)::int AS times, array_agg(DISTINCT feature ORDER BY feature) AS features
    FROM (
      SELECT staff_user_id, 'read' AS kind, at, feature FROM access_log
      WHERE account_id = ${accountId} AND at > ${since}
      UNION ALL
      SELECT actor_user_id, 'act', at, split_part(action, '.', 1) FROM audit_log
      WHERE account_id = ${accountId} AND at > ${since} AND acting AND actor_user_id IS NOT NULL
    ) seen
    GROUP BY staff_user_id, kind, day`;
}

export async function findVisits(ctx: AccountCtx, page: { offset: number; limit: number }) {
  const { rows } = await sql<Visit>`
    SELECT coalesce(nullif(u.nick_name, ''), u.username) AS staff, v.kind, v.first_at, v.last_at, v.times, v.features
    FROM (${visits(ctx.account, sinceOf(ctx))}) v JOIN users u ON u.id = v.staff_user_id
    ORDER BY v.last_at DESC, u.username, v.kind OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows.map((row) => ({ ...row, features: [...new Set(row.features.map(presentName))].toSorted() }));
}

/** Names that features had when rows of the two logs were written; such rows are never changed. */
const formerNames: Readonly<Record<string, string>> = {
  explain: 'orderHistory',
  promises: 'deliveryPlanning',
  stocking: 'stockOrders',
  talks: 'conversations',
};
const presentName = (feature: string) => formerNames[feature] ?? feature;

export async function countVisits(ctx: AccountCtx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (${visits(ctx.account, sinceOf(ctx))}) v`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

const sinceOf = (ctx: Ctx) => new Date(ctx.now.getTime() - visitDays * 86_400_000);

export async function findBilling(ctx: AccountCtx) {
  const { billing, version } = await ctx.db
    .selectFrom('accounts')
    .select(['billing', 'version'])
    .where('id', '=', ctx.account)
    .executeTakeFirstOrThrow();
  return { billing: billing as Record<string, unknown>, version }; // an object by its default
}

/** Answers false when the version is not the stored one. */
export async function updateBilling(ctx: AccountCtx, billing: object, version: number): Promise<boolean> {
  const changed = await ctx.db
    .updateTable('accounts')
    .set({ billing: sql`billing || ${JSON.stringify(billing)}::jsonb`, version: version + 1 })
    .where('id', '=', ctx.account)
    .where('version', '=', version)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
