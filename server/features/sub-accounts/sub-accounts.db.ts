import { sql } from 'kysely';
import type { Rights } from '#contract/rights.ts';
import type { AccountCtx } from '#server/db/context.ts';
import type { Limits } from './sub-accounts-limits.db.ts';

export type Member = {
  user_id: string;
  username: string;
  name: string;
  email: string;
  role: string;
  rights: Rights | null;
  stores: string[] | null;
  status: string;
  last_seen_at: Date | null;
  limits: Limits;
};

/** Names begin with the search; `%` and `_` in it are letters. */
function matching(q: string | undefined) {
  if (!q) return sql<boolean>`true`;
  const like = `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(lower(u.username) LIKE ${like} OR lower(u.nick_name) LIKE ${like} OR u.email LIKE ${like})`;
}

export async function findMembers(
  ctx: AccountCtx,
  q: string | undefined,
  page: { offset: number; limit: number },
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    SELECT m.user_id, u.username, coalesce(nullif(u.nick_name, ''), u.username) AS name, u.email, m.role, m.rights, m.status,
      CASE WHEN m.all_stores THEN NULL ELSE coalesce((SELECT array_agg(s.name ORDER BY s.name) FROM membership_stores ms
        JOIN stores s ON s.account_id = ms.account_id AND s.id = ms.store_id
        WHERE ms.account_id = m.account_id AND ms.user_id = m.user_id), '{}') END AS stores,
      member_last_seen(m.user_id) AS last_seen_at,
      jsonb_build_object('per_payment', l.per_payment, 'per_day', l.per_day, 'per_month', l.per_month, 'version', coalesce(l.version, 0)) AS limits
    FROM memberships m JOIN users u ON u.id = m.user_id
    LEFT JOIN member_limits l ON l.account_id = m.account_id AND l.user_id = m.user_id
    WHERE m.account_id = ${ctx.account} AND m.status <> 'removed' AND ${matching(q)}
    ORDER BY m.role <> 'owner', lower(u.username), m.user_id
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countMembers(ctx: AccountCtx, q: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = ${ctx.account} AND m.status <> 'removed' AND ${matching(q)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}
