import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import { last30DaysOf } from '#server/db/last-30-days.ts';

type Page = { offset: number; limit: number };

/** Names and numbers match by prefix; an empty search matches all. */
function matching(q: string | undefined) {
  if (!q) return sql<boolean>`true`;
  return /^\d{1,15}$/.test(q)
    ? sql<boolean>`a.number = ${Number(q)}`
    : sql<boolean>`lower(a.name) LIKE ${`${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`;
}

export async function findOptions(
  ctx: Ctx,
  { q, id }: { q?: string | undefined; id?: string | undefined },
  page: Page,
) {
  const { rows } = await sql<{ id: string; label: string; currency: string }>`
    SELECT a.id, a.name || ' · ' || a.number AS label, a.currency FROM accounts a
    WHERE ${matching(q)} AND ${id === undefined ? sql`true` : sql`a.id = ${id}`} ORDER BY a.name, a.id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(
    ctx.db,
  );
  return rows;
}

export type ClientRow = {
  id: string;
  number: number;
  name: string;
  agent: string | null;
  agent_user_id: string | null;
  currency: string;
  stores: number;
  orders_30d: number;
  balance: number;
  image_identify_enabled: boolean;
  invoicing: 'checkout' | 'daily';
  invoice_valid_hours: number;
  created_at: Date;
};

export async function findClients(ctx: Ctx, q: string | undefined, page: Page): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`
    SELECT a.id, a.number, a.name, a.currency, a.created_at, a.image_identify_enabled, a.invoicing, a.invoice_valid_hours, a.agent_user_id, coalesce(nullif(u.nick_name, ''), u.username) AS agent,
      (SELECT count(*)::int FROM stores s WHERE s.account_id = a.id AND s.status <> 'disconnected') AS stores,
      (SELECT count(*)::int FROM orders o WHERE o.account_id = a.id AND o.placed_at >= ${last30DaysOf(ctx.now)}) AS orders_30d,
      coalesce((SELECT e.balance_after FROM ledger_entries e WHERE e.account_id = a.id AND e.ledger_account = 'cash'
        ORDER BY e.seq DESC, e.line DESC LIMIT 1), 0) AS balance
    FROM (SELECT * FROM accounts a WHERE ${matching(q)} ORDER BY a.created_at DESC, a.id DESC
      OFFSET ${page.offset} LIMIT ${page.limit}) a
    LEFT JOIN users u ON u.id = a.agent_user_id
    ORDER BY a.created_at DESC, a.id DESC`.execute(ctx.db);
  return rows;
}

export async function countClients(ctx: Ctx, q: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM accounts a WHERE ${matching(q)}`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

export const findAgentOf = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('accounts').select('agent_user_id').where('id', '=', id).executeTakeFirst();

/** Staff who look after clients, by name. */
export async function findAgents(ctx: Ctx) {
  const { rows } = await sql<{ id: string; label: string }>`
    SELECT u.id, coalesce(nullif(u.nick_name, ''), u.username) AS label
    FROM staff_roles r JOIN users u ON u.id = r.user_id WHERE r.role = 'agent' ORDER BY label, u.id`.execute(ctx.db);
  return rows;
}
