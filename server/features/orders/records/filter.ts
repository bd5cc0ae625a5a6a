import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { type MerchantCtx, coveredStores } from '#server/db/context.ts';
import { spanOf } from '#server/db/day-span.ts';
import type { IdBatch } from '#server/http/list-actions.ts';
import { ordersByCutOff } from '#server/features/delivery-planning/index.ts';
import { entryTerms, pastedList, termOf, termsOf } from '../rules/search-terms.ts';
import type { Filter } from './filter.db.ts';
import { batchStatement, type Cursor } from './list.db.ts';
import { seesBuyers } from '../rules/buyers.ts';
import { countLines, findTyped, mostIds, type Search, type SearchWord } from './search.db.ts';

/** So many words narrow a search; more only cost time. */
const mostWords = 8;
const nothing: Search = { terms: [] };

/**
 * What a search means for this reader; undefined for one without words. A pasted list, or several words that each name an
 * order, is a list of orders. All else finds the orders that have every word: in their name, SKUs or tracking numbers, in
 * the titles of what was bought, and in the name of the buyer for those who may know it.
 */
async function searchOf(ctx: MerchantCtx, text: string): Promise<Search | undefined> {
  const entries = pastedList(text);
  if (entries) return { terms: termsOf(entries.flatMap(entryTerms)) };
  const tokens = termsOf(text.split(/\s+/)).slice(0, mostWords);
  const whole = termOf(text);
  if (tokens.length === 0) return whole === '' ? undefined : nothing;
  const several = tokens.length > 1;
  const found = await findTyped(ctx, several ? [...tokens, whole] : tokens, seesBuyers(ctx.actor));
  const ofTokens = found.slice(0, tokens.length);
  if (several && ofTokens.every((token) => token.is_term)) return { terms: tokens };
  const named = several ? found.at(-1)?.term_rows : 0;
  if (named) return { words: [{ term: whole, titles: [], rows: named }] }; // a name that holds spaces
  const words = withoutImplied(ofTokens.flatMap(wordsOf).slice(0, mostWords));
  if (words.length === 0) return nothing;
  const lines = await countLines(
    ctx,
    words.map(({ titles, rows }) => (rows > mostIds ? [] : titles)), // frequent already
  );
  return { words: words.map((word, index) => ({ ...word, rows: word.rows + (lines[index] ?? 0) })) };
}

/** The words of a token: itself where orders are called by it, else each of its parts; none of what has only signs. */
function wordsOf({ token, term_rows, words }: Awaited<ReturnType<typeof findTyped>>[number]): SearchWord[] {
  const parts = words.map(({ word, buyer_rows, titles }) => ({
    ...(buyer_rows > 0 && { buyer: word }),
    titles,
    rows: buyer_rows,
  }));
  if (term_rows === 0) return parts;
  const [only = { titles: [], rows: 0 }] = parts.length === 1 ? parts : [];
  return [{ ...only, term: token, rows: only.rows + term_rows }];
}

/** Words without those that stand in every title in which another word does, where that one is looked for in titles alone. */
function withoutImplied(words: readonly SearchWord[]): SearchWord[] {
  const isImplied = (word: SearchWord, at: number) =>
    words.some((other, place) => {
      if (place === at || other.titles.length === 0 || other.term !== undefined || other.buyer !== undefined)
        return false;
      const inEach = other.titles.every((title) => word.titles.includes(title));
      const isSame = inEach && other.titles.length === word.titles.length;
      return isSame ? place < at : inEach;
    });
  return words.filter((word, at) => !isImplied(word, at));
}

export type ListInput = ParsedOf<typeof orders.list>['query'];

/** What the list's filters mean for this reader. */
export async function filterOf(ctx: MerchantCtx, query: ListInput): Promise<Filter> {
  const { q = '', sku, tag, late, cost_from, cost_to, cut_off, fix, ...more } = query;
  const { from, to, paid_from, paid_to, shipped_from, shipped_to, delivered_from, delivered_to, ...others } = more;
  const { took_from, took_to, transit_from, transit_to, ...rest } = others;
  return {
    ...rest,
    placed: await spanOf(ctx, from, to),
    paid: await spanOf(ctx, paid_from, paid_to),
    shipped: await spanOf(ctx, shipped_from, shipped_to),
    delivered: {
      span: await spanOf(ctx, delivered_from, delivered_to),
      took: { from: took_from, to: took_to },
      transit: { from: transit_from, to: transit_to },
    },
    stores: coveredStores(ctx.actor, query.store_id),
    search: await searchOf(ctx, q),
    ...(sku && { sku: termOf(sku) }),
    ...(tag && { tag: tag.toLowerCase() }),
    ...(late && { late_at: ctx.now }),
    ...((cut_off || fix) && { among: await ordersByCutOff(ctx, { cut_off, fix }) }),
    ...(cost_from !== undefined && { cost_from: minorOf(cost_from) }),
    ...(cost_to !== undefined && { cost_to: minorOf(cost_to) }),
  };
}

/** Costs are in the wallet's currency, which has cents. */
const minorOf = (units: number) => Math.round(units * 100);

const counted: ReadonlySet<string> = new Set(['page', 'per_page', 'sort', 'tab', 'store_id', 'country']);

/** Whether more than tab, store and country narrow the list, so that no counter knows how many match. */
export function isNarrowed(query: ListInput): boolean {
  return Object.entries(query).some(
    ([name, value]) => !counted.has(name) && value !== undefined && value !== '' && !isEmptyList(value),
  );
}
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

type Query = ParsedOf<typeof orders.list>['query'];

const batch = 500;
const cursorText = ({ at, id }: Cursor) => `${at}|${id}`;

function cursorOf(text: string | null): Cursor | null {
  const [at = '', id = ''] = text?.split('|') ?? [];
  return id === '' ? null : { at, id };
}

/** Ids of the orders that match, newest first. */
export async function selectOrders(ctx: MerchantCtx, query: Query, after: string | null): Promise<IdBatch> {
  const statement = batchStatement(ctx.account, await filterOf(ctx, query), cursorOf(after), batch);
  const { rows } = await statement.execute(ctx.db);
  const last = rows.length === batch ? rows.at(-1) : undefined;
  const ids = rows.filter(({ matches }) => matches).map(({ id }) => id);
  return { ids, next: last ? cursorText(last) : null };
}
