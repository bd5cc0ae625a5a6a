import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import { ofNamedClient } from '#server/db/client-search.ts';
import type { Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { endOfPrefix } from '../rules/search-terms.ts';
import { cutOffOfOrder } from './actions.db.ts';
import { listColumns, listJoins, type OrderListRow } from './list.db.ts';

export type StaffTab = 'to_ship' | 'partly' | 'all';
const stagesOfTab: Record<StaffTab, readonly string[]> = {
  to_ship: ['processing', 'ready_to_ship'],
  partly: ['partially_shipped'],
  all: ['processing', 'ready_to_ship', 'partially_shipped'],
};

export type StaffRow = OrderListRow & {
  client: { id: string; number: number; name: string };
  cut_off: number;
  /** What it is made of, in the sequence of its lines: by the catalog, or by the store where nothing is mapped; with the units still to ship. */
  goods: { code: string; title: string; open: number }[];
};

/** What the warehouse looks for: terms of orders, the name or number of a client, the name of a store, or goods by their name or SKU. */
export type StaffSearch = { terms: readonly string[]; q: string };

/** Lines with what each is made of. */
const lineGoods = sql`order_lines l
    LEFT JOIN mapping_components k ON k.account_id = l.account_id AND k.variant_id = l.variant_id AND k.version = l.mapping_version AND k.rule = l.mapping_rule
    LEFT JOIN catalog_skus c ON c.id = k.catalog_sku_id`;
const ofOrder = sql`l.account_id = o.account_id AND l.order_id = o.id AND l.current_quantity > 0`;
/** `openQuantity` of a line. */
const open = sql`greatest(0, least(l.paid_quantity - l.cancelled_quantity, l.current_quantity) - l.shipped_quantity - l.replaced_quantity)`;
const goods = sql`(SELECT coalesce(json_agg(json_build_object('code', coalesce(c.code, l.sku), 'title', coalesce(c.title, concat_ws(' · ', l.title, l.variant_title)),
    'open', ${open} * coalesce(k.quantity, 1)) ORDER BY l.position, l.id, k.line), '[]') FROM ${lineGoods} WHERE ${ofOrder})`;

/** Only orders that wait for the warehouse are searched, so that no index over all accounts is needed. */
function having({ terms, q }: StaffSearch): RawBuilder<unknown> {
  if (terms.length === 0) return sql``;
  const ranges = terms.map((term) => sql`(t.term >= ${term} AND t.term < ${endOfPrefix(term)})`);
  const word = q.trim().toLowerCase();
  return sql`AND (EXISTS (SELECT 1 FROM order_terms t WHERE t.account_id = o.account_id AND t.order_id = o.id AND (${sql.join(ranges, sql` OR `)}))
    OR ${ofNamedClient(sql`o.account_id`, q)}
    OR (o.account_id, o.store_id) IN (SELECT s.account_id, s.id FROM stores s WHERE strpos(lower(s.name), ${word}) > 0)
    OR EXISTS (SELECT 1 FROM ${lineGoods} WHERE ${ofOrder} AND (strpos(lower(l.title), ${word}) > 0 OR strpos(lower(c.title), ${word}) > 0 OR strpos(lower(c.code), ${word}) = 1)))`;
}

/** The statement of a page of the fulfilment queue, oldest payment first; each stage is read in the order of its index. */
export function staffStatement(tab: StaffTab, search: StaffSearch, page: { offset: number; limit: number }, now: Date) {
  const most = page.offset + page.limit;
  const parts = stagesOfTab[tab].map(
    (stage) =>
      sql`(SELECT o.account_id, o.id, o.paid_at FROM orders o WHERE o.stage = ${sql.lit(stage)} ${having(search)} ORDER BY o.paid_at, o.id LIMIT ${most})`,
  );
  return sql<StaffRow>`
    SELECT ${listColumns}, json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client, ${cutOffOfOrder(now)} AS cut_off, ${goods} AS goods
    FROM (SELECT q.account_id, q.id, q.paid_at FROM (${sql.join(parts, sql` UNION ALL `)}) q ORDER BY q.paid_at, q.id OFFSET ${page.offset} LIMIT ${page.limit}) picked
    JOIN orders o ON o.account_id = picked.account_id AND o.id = picked.id
    JOIN accounts a ON a.id = o.account_id ${listJoins}
    ORDER BY o.paid_at, o.id`;
}

export async function findQueue(
  ctx: Ctx,
  tab: StaffTab,
  search: StaffSearch,
  page: { offset: number; limit: number },
): Promise<StaffRow[]> {
  return (await staffStatement(tab, search, page, ctx.now).execute(ctx.db)).rows;
}

export async function countQueue(ctx: Ctx, tab: StaffTab, search: StaffSearch): Promise<number> {
  return countUpTo(
    ctx,
    sql`SELECT 1 FROM orders o WHERE o.stage IN (${sql.join(stagesOfTab[tab].map((stage) => sql.lit(stage)))}) ${having(search)}`,
    maxListDepth + 1,
  );
}

export async function queueCounts(ctx: Ctx): Promise<Record<StaffTab, number>> {
  const { rows } = await sql<{ stage: string; n: number }>`
    SELECT stage, count(*)::int AS n FROM orders
    WHERE stage IN ('processing', 'ready_to_ship', 'partially_shipped') GROUP BY stage`.execute(ctx.db);
  const countOf = (tab: StaffTab) =>
    rows.filter((row) => stagesOfTab[tab].includes(row.stage)).reduce((sum, row) => sum + row.n, 0);
  return { to_ship: countOf('to_ship'), partly: countOf('partly'), all: countOf('all') };
}
