import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { additionsToPay, and, conditions, type Filter, showsAdditions, stagesOf } from './filter.db.ts';
import { byIds, type Counted, countFound, frequentApart, mostAsked, searchConditions } from './search.db.ts';

/** Whether nothing but the search narrows the list. */
function onlySearched(accountId: string, filter: Filter): boolean {
  const { search } = filter;
  if (!search || stagesOf(filter)) return false;
  return conditions(accountId, filter).length === 1 + searchConditions(accountId, search).length; // one is the account
}

/** How many orders match, counted no further than `most`. */
export const countMatching = async (ctx: AccountCtx, filter: Filter, most = maxListDepth + 1): Promise<number> =>
  (await counted(ctx, filter, { most })).n;

/** How many orders a list says that it has: at least so many, where a search would have to ask more than `asks` of them. */
export const countListed = (ctx: AccountCtx, filter: Filter, asks = mostAsked): Promise<Counted> =>
  counted(ctx, filter, { most: maxListDepth + 1, asks });

async function counted(
  ctx: AccountCtx,
  filter: Filter,
  { most, asks }: { most: number; asks?: number },
): Promise<Counted> {
  const { search } = filter;
  if (!search) return { n: await countAll(ctx, filter, most), exact: true };
  const found = onlySearched(ctx.account, filter) ? await countFound(ctx, search, { most, asks }) : null;
  if (found !== null) return found;
  const frequent = frequentApart(ctx.account, search);
  if (!frequent) return { n: await countAll(ctx, filter, most), exact: true };
  const some = await countAsked(ctx, { ...filter, search: frequent.search }, frequent, asks ?? manyAsked);
  if (some.exact || asks !== undefined) return { ...some, n: Math.min(some.n, most) };
  return { n: await countAll(ctx, { ...filter, search: byIds(search) }, most), exact: true };
}

/** So many orders are asked for frequent words before the ids of the words are compared, to count all. */
const manyAsked = 10_000;

const countAll = (ctx: AccountCtx, filter: Filter, most: number) =>
  countUpTo(ctx, sql`SELECT 1 FROM orders o WHERE ${countedWhere(ctx, filter)}`, most);

function countedWhere(ctx: AccountCtx, filter: Filter): RawBuilder<unknown> {
  const stages = stagesOf(filter);
  const where = conditions(ctx.account, { ...filter, counting: true });
  if (stages) {
    const added = showsAdditions(filter) ? sql` OR (${additionsToPay(ctx.account)})` : sql``;
    where.push(sql`(o.stage = ANY(${stages}::text[])${added})`);
  }
  return and(where);
}

/** How many of the orders that match have the frequent words of a search too; no more than `asks` of them are asked. */
async function countAsked(
  ctx: AccountCtx,
  filter: Filter,
  { hasFrequent }: { hasFrequent: RawBuilder<unknown> },
  asks: number,
): Promise<Counted> {
  const { rows } = await sql<{ asked: number; n: number }>`
    SELECT count(*)::int AS asked, count(*) FILTER (WHERE ${hasFrequent})::int AS n
    FROM (SELECT o.id FROM orders o WHERE ${countedWhere(ctx, filter)} LIMIT ${asks + 1}) o`.execute(ctx.db);
  const [{ asked, n } = { asked: 0, n: 0 }] = rows;
  return { n, exact: asked <= asks };
}

/** So many orders are asked for frequent words no slower than the ids of the words are compared. */
const fewOrders = 5_000;

/** Whether all but the search leaves few orders. */
export async function isShort(ctx: AccountCtx, filter: Filter): Promise<boolean> {
  if (onlySearched(ctx.account, filter)) return false;
  const where = countedWhere(ctx, { ...filter, search: undefined });
  return (await countUpTo(ctx, sql`SELECT 1 FROM orders o WHERE ${where}`, fewOrders)) < fewOrders;
}

type TabCount = { all: number; ofCountry: number };

/**
 * Orders per tab, of all countries and of one, from the counters kept by trigger; paid orders to which something came that can
 * be paid now are counted when asked: `additions`, which are among those to pay.
 */
export async function tabCounts(
  ctx: AccountCtx,
  { stores, country }: Pick<Filter, 'stores' | 'country'>,
): Promise<{ tabs: Record<string, TabCount>; additions: number }> {
  const { rows } = await sql<TabCount & { tab: string; additions: number }>`${prepared}
    SELECT tab, sum(n)::int AS "all", coalesce(sum(n) FILTER (WHERE country = ${country ?? null}), 0)::int AS "ofCountry",
      count(*) FILTER (WHERE added)::int AS additions
    FROM (
      SELECT tab, country, n, false AS added FROM order_tab_counts
      WHERE account_id = ${ctx.account} ${stores ? sql`AND store_id = ANY(${stores}::uuid[])` : sql``}
      UNION ALL
      SELECT 'to_pay', o.country, 1, true FROM orders o
      WHERE o.account_id = ${ctx.account} AND ${additionsToPay(ctx.account)} ${stores ? sql`AND o.store_id = ANY(${stores}::uuid[])` : sql``}
    ) counted
    GROUP BY tab`.execute(ctx.db);
  const tabs = Object.fromEntries(rows.map(({ tab, all, ofCountry }) => [tab, { all, ofCountry }]));
  return { tabs, additions: rows.find(({ tab }) => tab === 'to_pay')?.additions ?? 0 };
}

/** Accounts whose counters have many rows more than they need. */
export async function accountsToFold(ctx: Ctx, atLeast: number): Promise<{ account_id: string }[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM order_tab_counts GROUP BY account_id
    HAVING count(*) - count(DISTINCT (store_id, tab, country)) >= ${atLeast}`.execute(ctx.db);
  return rows;
}

/** Replaces the rows of an account's counters by their sums; writers only ever add rows, so nothing is lost. */
export async function foldCounts(ctx: AccountCtx): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM order_tab_counts WHERE account_id = ${ctx.account} RETURNING store_id, tab, country, n)
    INSERT INTO order_tab_counts (account_id, store_id, tab, country, n)
    SELECT ${ctx.account}, store_id, tab, country, sum(n) FROM gone GROUP BY store_id, tab, country HAVING sum(n) <> 0`.execute(
    ctx.db,
  );
}
