import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { Ctx } from '#server/db/context.ts';
import { endOfPrefix } from '../rules/search-terms.ts';
import { listColumns, listJoins, type OrderListRow } from './list.db.ts';

export type DeskTab = 'to_ship' | 'partly' | 'all';
const stagesOf: Record<DeskTab, readonly string[]> = {
  to_ship: ['processing', 'ready_to_ship'],
  partly: ['partially_shipped'],
  all: ['processing', 'ready_to_ship', 'partially_shipped'],
};

export type DeskRow = OrderListRow & { client: { id: string; number: number; name: string } };

/** Only orders that wait for the warehouse are searched, so that no index over all accounts is needed. */
function having(terms: readonly string[]): RawBuilder<unknown> {
  if (terms.length === 0) return sql``;
  const ranges = terms.map((term) => sql`(t.term >= ${term} AND t.term < ${endOfPrefix(term)})`);
  return sql`AND EXISTS (SELECT 1 FROM order_terms t WHERE t.account_id = o.account_id AND t.order_id = o.id AND (${sql.join(ranges, sql` OR `)}))`;
}

/** The statement of a page of the fulfilment queue, oldest payment first; each stage is read in the order of its index. */
export function deskStatement(tab: DeskTab, terms: readonly string[], page: { offset: number; limit: number }) {
  const most = page.offset + page.limit;
  const parts = stagesOf[tab].map(
    (stage) =>
      sql`(SELECT o.account_id, o.id, o.paid_at FROM orders o WHERE o.stage = ${sql.lit(stage)} ${having(terms)} ORDER BY o.paid_at, o.id LIMIT ${most})`,
  );
  return sql<DeskRow>`
    SELECT ${listColumns}, json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client
    FROM (SELECT q.account_id, q.id, q.paid_at FROM (${sql.join(parts, sql` UNION ALL `)}) q ORDER BY q.paid_at, q.id OFFSET ${page.offset} LIMIT ${page.limit}) picked
    JOIN orders o ON o.account_id = picked.account_id AND o.id = picked.id
    JOIN accounts a ON a.id = o.account_id ${listJoins}
    ORDER BY o.paid_at, o.id`;
}

export async function findQueue(
  ctx: Ctx,
  tab: DeskTab,
  terms: readonly string[],
  page: { offset: number; limit: number },
): Promise<DeskRow[]> {
  return (await deskStatement(tab, terms, page).execute(ctx.db)).rows;
}

export async function countQueue(ctx: Ctx, tab: DeskTab, terms: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (
      SELECT 1 FROM orders o WHERE o.stage IN (${sql.join(stagesOf[tab].map((stage) => sql.lit(stage)))}) ${having(terms)} LIMIT ${maxListDepth + 1}) found`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

export async function queueCounts(ctx: Ctx): Promise<Record<DeskTab, number>> {
  const { rows } = await sql<{ stage: string; n: number }>`
    SELECT stage, count(*)::int AS n FROM orders
    WHERE stage IN ('processing', 'ready_to_ship', 'partially_shipped') GROUP BY stage`.execute(ctx.db);
  const countOf = (tab: DeskTab) =>
    rows.filter((row) => stagesOf[tab].includes(row.stage)).reduce((sum, row) => sum + row.n, 0);
  return { to_ship: countOf('to_ship'), partly: countOf('partly'), all: countOf('all') };
}
