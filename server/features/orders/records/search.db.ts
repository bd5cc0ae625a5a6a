import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { endOfPrefix } from '../rules/search-terms.ts';

/** Where a word of a search occurs. */
export type SearchWord = {
  /** Orders are called by it: their name, SKUs or tracking numbers begin so. */
  term?: string | undefined;
  /** Names of buyers have a word that begins so. */
  buyer?: string | undefined;
  /** Keys of the products' titles that have a word that begins so. */
  titles: readonly string[];
  /** How many rows of the indexes that is, counted no further than one beyond `mostIds`. */
  rows: number;
};

/** What is asked of the orders: to be called exactly by one of the terms, or to have each of the words. */
export type Search = { terms: readonly string[] } | Words;
type Words = {
  words: readonly SearchWord[];
  /** Only the orders placed since then are looked through, each asked for its words. */
  since?: string;
  /** The orders of all words are looked up by their ids, however frequent they are. */
  by_ids?: true;
};

/**
 * Up to so many rows a word's orders are looked up first, by their ids. A word of more rows is so frequent that each order
 * is asked for it instead, newest first. The planner is not left to choose: it knows neither words nor row-level security
 * well enough, and reads all that a frequent word finds.
 */
export const mostIds = 40_000;

/** Looking up so many orders by their ids takes no longer than looking through the newest ones. */
const fewIds = 2_000;
/** How many of the newest orders are looked through before the ids of all are looked up. */
const newest = 10_000;
/** The same where each of them is asked for a frequent word first. */
const fewNewest = 2_000;

type Found = {
  token: string;
  is_term: boolean;
  term_rows: number;
  words: { word: string; buyer_rows: number; titles: string[] }[];
};

const begins = (column: string, word: string) =>
  sql`${sql.ref(column)} >= ${word} AND ${sql.ref(column)} < ${endOfPrefix(word)}`;
const rowsOf = (few: RawBuilder<unknown>) => sql`(SELECT count(*)::int FROM (${few} LIMIT ${mostIds + 1}) few)`;

/** Where what was typed occurs among the account's words, token by token. Names of buyers are left alone unless wanted. */
export async function findTyped(ctx: AccountCtx, tokens: readonly string[], buyers: boolean): Promise<Found[]> {
  const end = endOfPrefix('');
  const { rows } = await sql<Found>`
    SELECT t.token,
      EXISTS (SELECT 1 FROM order_terms k WHERE k.account_id = ${ctx.account} AND k.term = t.token) AS is_term,
      ${rowsOf(sql`SELECT FROM order_terms k WHERE k.account_id = ${ctx.account} AND k.term >= t.token AND k.term < t.token || ${end}`)} AS term_rows,
      (SELECT coalesce(json_agg(json_build_object('word', w.word,
          'buyer_rows', CASE WHEN ${buyers}::boolean THEN ${rowsOf(sql`SELECT FROM order_buyer_words b
            WHERE b.account_id = ${ctx.account} AND b.word >= w.word AND b.word < w.word || ${end}`)} ELSE 0 END,
          'titles', (SELECT coalesce(json_agg(DISTINCT k.title_key), '[]') FROM order_title_words k
            WHERE k.account_id = ${ctx.account} AND k.word >= w.word AND k.word < w.word || ${end}))), '[]')
       FROM unnest(search_words(t.token, true)) AS w(word)) AS words
    FROM unnest(${tokens}::text[]) WITH ORDINALITY AS t(token, place) ORDER BY t.place`.execute(ctx.db);
  return rows;
}

/** How many lines have one of these titles, for each set of titles; counted like `SearchWord.rows`. */
export async function countLines(ctx: AccountCtx, sets: readonly (readonly string[])[]): Promise<number[]> {
  if (sets.every((titles) => titles.length === 0)) return sets.map(() => 0);
  const counts = sets.map((titles) => rowsOf(linesOf(ctx.account, titles)));
  const { rows } = await sql<{ n: number[] }>`SELECT ARRAY[${sql.join(counts)}] AS n`.execute(ctx.db);
  return rows[0]?.n ?? [];
}

const linesOf = (accountId: string, titles: readonly string[]) =>
  sql`SELECT l.order_id FROM order_lines l WHERE l.account_id = ${accountId} AND l.title_key = ANY(${titles}::uuid[])`;

/** The ids of the orders that a word finds, each place of it read from an index of its own. */
function idsOf(accountId: string, { term, buyer, titles }: Omit<SearchWord, 'rows'>): RawBuilder<unknown> {
  const places = [
    ...(term === undefined
      ? []
      : [sql`SELECT t.order_id FROM order_terms t WHERE t.account_id = ${accountId} AND ${begins('t.term', term)}`]),
    ...(buyer === undefined
      ? []
      : [
          sql`SELECT b.order_id FROM order_buyer_words b WHERE b.account_id = ${accountId} AND ${begins('b.word', buyer)}`,
        ]),
    ...(titles.length === 0 ? [] : [linesOf(accountId, titles)]),
  ];
  return places.length === 0 ? sql`SELECT NULL::uuid` : sql`(${sql.join(places, sql` UNION ALL `)})`;
}

/** Whether an order (`o`) has a word: its own rows are asked, one place after the other until one has it. */
function hasWord(accountId: string, { term, buyer, titles }: SearchWord): RawBuilder<unknown> {
  const places = [
    ...(titles.length === 0 ? [] : [sql`(${linesOf(accountId, titles)} AND l.order_id = o.id LIMIT 1)`]),
    ...(buyer === undefined
      ? []
      : [
          sql`(SELECT b.order_id FROM order_buyer_words b WHERE b.account_id = ${accountId} AND b.order_id = o.id AND ${begins('b.word', buyer)} LIMIT 1)`,
        ]),
    ...(term === undefined
      ? []
      : [
          sql`(SELECT t.order_id FROM order_terms t WHERE t.account_id = ${accountId} AND t.order_id = o.id AND ${begins('t.term', term)} LIMIT 1)`,
        ]),
  ];
  return sql`coalesce(${sql.join(places)}) IS NOT NULL`;
}

/** Whether an order (`o`) has each of the words, asked one after the other: most orders lack the first, which is the rarest. */
const hasEach = (accountId: string, words: readonly SearchWord[]): RawBuilder<unknown> =>
  words
    .map((word) => hasWord(accountId, word))
    .reduceRight((rest, has) => sql`CASE WHEN ${has} THEN ${rest} ELSE false END`);

/**
 * Ways to find the newest orders of a search that are quicker than the search itself: among the newest orders alone, which fill
 * a page as a rule; and, where all of several words are frequent but may never stand together, by comparing the ids of all,
 * instead of asking each order in vain.
 */
export async function quickerWays(ctx: AccountCtx, search: Search): Promise<{ amongNewest?: Search; byIds?: Search }> {
  if (!('words' in search)) return {};
  const rarest = Math.min(...search.words.map(({ rows }) => rows));
  if (rarest <= fewIds) return {};
  const amongNewest = async (most: number) => ({ ...search, since: await sinceOfNewest(ctx, most) });
  if (rarest <= mostIds) return { amongNewest: await amongNewest(newest) };
  return search.words.length === 1 ? {} : { amongNewest: await amongNewest(fewNewest), byIds: byIds(search) };
}

/** When the first of the newest orders was placed. Known beforehand, it is where the index is read from; row-level security has a subquery compared with each order. */
async function sinceOfNewest(ctx: AccountCtx, most: number): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    SELECT to_json(n.placed_at) #>> '{}' AS at FROM orders n WHERE n.account_id = ${ctx.account}
    ORDER BY n.placed_at DESC, n.id DESC OFFSET ${most} LIMIT 1`.execute(ctx.db);
  return rows[0]?.at ?? '-infinity';
}

/** The same search by the ids of its words' orders, however frequent the words are. */
export const byIds = (search: Search): Search => ('words' in search ? { ...search, by_ids: true } : search);

/** The words of a search whose orders are looked up by their ids, and those that each order is asked for, the rarest first. */
function byFrequency({ words, since, by_ids }: Words) {
  const isRare = ({ rows }: SearchWord) => by_ids || (since === undefined && rows <= mostIds);
  const sorted = words.toSorted((a, b) => a.rows - b.rows);
  return { rare: sorted.filter(isRare), asked: sorted.filter((word) => !isRare(word)) };
}

/** Titles that have all of the words, and what is left of the words without them. */
function splitByTitle(words: readonly SearchWord[]): { ofAll: string[]; rest: SearchWord[] } {
  const [fewest = [], ...others] = words.map(({ titles }) => titles).toSorted((a, b) => a.length - b.length);
  const sets = others.map((titles) => new Set(titles));
  const ofAll = fewest.filter((title) => sets.every((titles) => titles.has(title)));
  const known = new Set(ofAll);
  return { ofAll, rest: words.map((word) => ({ ...word, titles: word.titles.filter((title) => !known.has(title)) })) };
}

const idsOfAll = (accountId: string, words: readonly SearchWord[]) =>
  sql.join(
    words.map((word) => idsOf(accountId, word)),
    sql` INTERSECT `,
  );

/** The orders that a search finds. A pasted list names its orders: they are looked up first, whatever the planner thinks of a list just imported. */
export function searchConditions(accountId: string, search: Search): RawBuilder<unknown>[] {
  if ('terms' in search)
    return [
      sql`o.id = ANY(ARRAY(SELECT t.order_id FROM order_terms t WHERE t.account_id = ${accountId} AND t.term = ANY(${search.terms}::text[])))`,
    ];
  const { rare, asked } = byFrequency(search);
  return [
    ...(rare.length > 0 ? [sql`o.id = ANY(ARRAY(${idsOfAll(accountId, rare)}))`] : []),
    ...(search.since ? [sql`o.placed_at >= ${search.since}::timestamptz`] : []),
    ...(asked.length > 0 ? [hasEach(accountId, asked)] : []),
  ];
}

/** A search without its frequent words, and the condition that an order (`o`) has those; null for a search without frequent words. */
export function frequentApart(
  accountId: string,
  search: Search,
): { search: Search; hasFrequent: RawBuilder<unknown> } | null {
  if (!('words' in search)) return null;
  const { rare, asked } = byFrequency(search);
  return asked.length === 0 ? null : { search: { words: rare }, hasFrequent: hasEach(accountId, asked) };
}

/** How many orders were counted, and whether there are no more. */
export type Counted = { n: number; exact: boolean };

/** A list asks no more orders than these for its frequent words only to say how many there are. */
export const mostAsked = 1_000;

/**
 * How many orders a search finds, counted no further than `most`, from the indexes of its words alone; null where that is not
 * quicker. Of the orders that have to be asked for a frequent word no more than `asks` are: then there may be more than `n`.
 */
export async function countFound(
  ctx: AccountCtx,
  search: Search,
  { most, asks = mostIds }: { most: number; asks?: number | undefined },
): Promise<Counted | null> {
  if (!('words' in search)) return null;
  if (byFrequency(search).rare.length === 0) {
    const [only, ...others] = search.words;
    const places = others.length === 0 ? only : { titles: splitByTitle(search.words).ofAll };
    const n = places ? await countFirst(ctx, idsOf(ctx.account, places), most) : 0;
    return n >= most ? { n, exact: true } : null;
  }
  const { rows } = await foundStatement(ctx.account, search, { most, asks }).execute(ctx.db);
  const [row = { whole: 0, others: 0, found: 0, limit: 0 }] = rows;
  return { n: Math.min(most, row.whole + row.found), exact: row.others <= row.limit };
}

/**
 * Counts the orders of a search with a rarer word. An order with a title that has all words needs no further question; the others
 * are asked for the frequent ones.
 */
export function foundStatement(accountId: string, { words }: Words, { most, asks }: { most: number; asks: number }) {
  const { ofAll, rest } = splitByTitle(words);
  const { rare, asked } = byFrequency({ words: rest });
  const limit = asked.length === 0 ? most : asks;
  const where = asked.length === 0 ? sql`true` : hasEach(accountId, asked);
  return sql<{ whole: number; others: number; found: number; limit: number }>`
    WITH whole AS MATERIALIZED (SELECT DISTINCT w.id FROM (${idsOf(accountId, { titles: ofAll })}) w(id) WHERE w.id IS NOT NULL LIMIT ${most}),
    others AS MATERIALIZED (SELECT DISTINCT r.id FROM (${idsOfAll(accountId, rare)}) r(id)
      WHERE r.id IS NOT NULL AND r.id NOT IN (SELECT id FROM whole) LIMIT ${limit + 1})
    SELECT (SELECT count(*)::int FROM whole) AS whole, (SELECT count(*)::int FROM others) AS others,
      (SELECT count(*)::int FROM (SELECT FROM others o WHERE ${where} LIMIT ${most}) f) AS found, ${limit}::int AS "limit"`;
}

/** How many orders are among the first of these ids: one may stand there twice, so that fewer than `most` do not tell how many there are. */
async function countFirst(ctx: AccountCtx, ids: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (
      SELECT DISTINCT f.id FROM (SELECT w.id FROM (${ids}) w(id) WHERE w.id IS NOT NULL LIMIT ${2 * most}) f LIMIT ${most}) found`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}
