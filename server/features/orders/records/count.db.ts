import { type RawBuilder, sql } from 'kysely';
import { maxListDepth, mostCountedOfSearch } from '#contract/constants.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { additionsToPay, and, conditions, type Filter, isOnlyTagged, showsAdditions, stagesOf } from './filter.db.ts';
import {
  byIds,
  type Counted,
  countFound,
  frequentApart,
  mostAsked,
  narrowing,
  searchConditions,
  type SearchWord,
  type Seen,
} from './search.db.ts';

/** Whether nothing but the search narrows the list. */
function onlySearched(accountId: string, filter: Filter): boolean {
  const { search } = filter;
  if (!search || stagesOf(filter)) return false;
  return conditions(accountId, filter).length === 1 + searchConditions(accountId, search).length; // one is the account
}

/** How many orders match, counted no further than `most`. */
export const countMatching = async (ctx: AccountCtx, filter: Filter, most = maxListDepth + 1): Promise<number> =>
  (await counted(ctx, filter, { most })).n;

/** The same of the newest orders of a tab or a filter, which stand closer together. */
const mostAskedOfList = 2_500;

/**
 * How many orders a list says that it has. What a search finds is counted up to `most`; a search that would have to ask more than
 * `asks` orders says at least how many there are. What was `seen` while its page was looked for is not asked again.
 */
export async function countListed(
  ctx: AccountCtx,
  filter: Filter,
  {
    most = mostCountedOfSearch,
    asks = mostAskedOfList,
    seen,
  }: { most?: number; asks?: number; seen?: Seen | undefined } = {},
): Promise<Counted> {
  if (!filter.search) return counted(ctx, filter, { most: maxListDepth + 1 });
  const { n, exact } = await counted(ctx, filter, { most: most + 1, asks, seen });
  return n > most ? { n: most, exact: false } : { n, exact };
}

type Limits = { most: number; asks?: number | undefined; seen?: Seen | undefined };

async function counted(ctx: AccountCtx, filter: Filter, limits: Limits): Promise<Counted> {
  const { search } = filter;
  const { most, asks, seen } = limits;
  if (!search) return { n: await countAll(ctx, filter, most), exact: true };
  if (seen?.exact) return { n: Math.min(seen.n, most), exact: true };
  const found = onlySearched(ctx.account, filter)
    ? await countFound(ctx, search, { most, asks: amongRare(asks) })
    : null;
  if (found?.exact) return found;
  const apart = frequentApart(search);
  const isKnown = found !== null && (!apart || apart.search.words.length > 0);
  const atLeast = Math.min(most, Math.max(found?.n ?? 0, seen?.n ?? 0));
  if (isKnown) return { n: atLeast, exact: false };
  if (!apart) return { n: await countAll(ctx, filter, most), exact: true };
  const hasRare = apart.search.words.length > 0; // which narrow better than what was seen
  const some = await countSome(ctx, { ...filter, search: apart.search }, apart.frequent, {
    ...limits,
    ...(hasRare && { asks: amongRare(asks), seen: undefined }),
  });
  if (some.exact || asks !== undefined) return { n: Math.min(most, Math.max(some.n, atLeast)), exact: some.exact };
  return { n: await countAll(ctx, { ...filter, search: byIds(search) }, most), exact: true };
}

const amongRare = (asks: number | undefined) => (asks === undefined ? undefined : Math.min(asks, mostAsked));

/** How many of some orders that match have the frequent words too; those that were seen already, if they are enough. */
const countSome = async (ctx: AccountCtx, filter: Filter, frequent: readonly SearchWord[], { asks, seen }: Limits) =>
  asks !== undefined && seen !== undefined && seen.looked >= asks
    ? seen
    : countAsked(ctx, filter, frequent, asks ?? manyAsked);

/** So many orders are asked for frequent words before the ids of the words are compared, to count all. */
const manyAsked = 10_000;

const countAll = (ctx: AccountCtx, filter: Filter, most: number) =>
  countUpTo(
    ctx,
    isOnlyTagged(ctx.account, filter)
      ? taggedStatement(ctx.account, filter)
      : sql`SELECT 1 FROM orders o WHERE ${countedWhere(ctx, filter)}`,
    most,
  );

/** The orders with a tag, counted from the tags: only those sent with another order are looked up, which are few. */
export const taggedStatement = (accountId: string, { tag }: Filter) => sql`
  SELECT 1 FROM order_tags g WHERE g.account_id = ${accountId} AND g.key = ${tag} AND NOT EXISTS (
    SELECT 1 FROM orders o WHERE o.account_id = ${accountId} AND o.id = g.order_id AND o.stage = 'merged')`;

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
  frequent: readonly SearchWord[],
  asks: number,
): Promise<Counted> {
  const { parts, has } = narrowing(ctx.account, frequent, 'matching');
  const { rows } = await sql<{ asked: number; n: number }>`
    WITH matching AS MATERIALIZED (SELECT o.id FROM orders o WHERE ${countedWhere(ctx, filter)} LIMIT ${asks + 1})${parts}
    SELECT count(*)::int AS asked, count(*) FILTER (WHERE ${has(sql.ref('m.id'))})::int AS n FROM matching m`.execute(
    ctx.db,
  );
  const [{ asked, n } = { asked: 0, n: 0 }] = rows;
  return { n, exact: asked <= asks };
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
