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
  /** The orders of all words are looked up by their ids, however frequent they are. */
  by_ids?: true;
};

/**
 * Up to so many rows a word's orders are looked up first, by their ids. A word of more rows is so frequent that each order
 * is asked for it instead, newest first. The planner is not left to choose: it knows neither words nor row-level security
 * well enough, and reads all that a frequent word finds.
 */
export const mostIds = 25_000;

/** Looking up so many orders by their ids takes no longer than looking through the newest ones. */
const fewIds = 2_500;
/** So many of the newest orders of a list are looked through at first, and so many in all as long as those do not fill the page. */
const newest = [2_500, 5_000, 8_500, 12_500] as const;
/** The same for one word that is frequent: few do as a rule. */
const newestOfFrequent = [300, 2_500, 12_500, 150_000] as const;

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
    ...(titles.length === 0 ? [] : [linesOf(accountId, titles)]), // first: where only some are read, they have more of the other words
    ...(buyer === undefined
      ? []
      : [
          sql`SELECT b.order_id FROM order_buyer_words b WHERE b.account_id = ${accountId} AND ${begins('b.word', buyer)}`,
        ]),
    ...(term === undefined
      ? []
      : [sql`SELECT t.order_id FROM order_terms t WHERE t.account_id = ${accountId} AND ${begins('t.term', term)}`]),
  ];
  return places.length === 0 ? sql`SELECT NULL::uuid` : sql`(${sql.join(places, sql` UNION ALL `)})`;
}

/**
 * The orders among some that have a word, from those orders' own rows. `IS TRUE` keeps the planner from an index of words: it
 * thought that a first name of 2,000 buyers has one, and read all of them for each of 5,500 orders.
 */
function ofOrders(
  accountId: string,
  { term, buyer, titles }: SearchWord,
  isOne: (column: string) => RawBuilder<unknown>,
) {
  return [
    ...(titles.length === 0
      ? []
      : [
          sql`SELECT l.order_id FROM order_lines l
            WHERE l.account_id = ${accountId} AND ${isOne('l.order_id')} AND (l.title_key = ANY(${titles}::uuid[])) IS TRUE`,
        ]),
    ...(buyer === undefined
      ? []
      : [
          sql`SELECT b.order_id FROM order_buyer_words b
            WHERE b.account_id = ${accountId} AND ${isOne('b.order_id')} AND (${begins('b.word', buyer)}) IS TRUE`,
        ]),
    ...(term === undefined
      ? []
      : [
          sql`SELECT t.order_id FROM order_terms t
            WHERE t.account_id = ${accountId} AND ${isOne('t.order_id')} AND (${begins('t.term', term)}) IS TRUE`,
        ]),
  ];
}

/** Whether an order (`o`) has a word: its own rows are asked, one place after the other until one has it. */
function hasWord(accountId: string, word: SearchWord): RawBuilder<unknown> {
  const places = ofOrders(accountId, word, (column) => sql`${sql.ref(column)} = o.id`);
  return sql`coalesce(${sql.join(places.map((place) => sql`(${place} LIMIT 1)`))}) IS NOT NULL`;
}

/** Whether an order (`o`) has each of the words, asked one after the other: most orders lack the first, which is the rarest. */
export const hasEach = (accountId: string, words: readonly SearchWord[]): RawBuilder<unknown> =>
  words
    .map((word) => hasWord(accountId, word))
    .reduceRight((rest, has) => sql`CASE WHEN ${has} THEN ${rest} ELSE false END`);

/**
 * Asks many orders at once for each of the words: `WITH` parts that go after one named `from`, whose rows have an `id`, each of
 * which leaves the orders that have one word more; `has` says whether an `id` is left. Their rows are read in one pass over an
 * index, page by page, where asking order by order descends the index for each.
 */
export function narrowing(accountId: string, words: readonly SearchWord[], from: string) {
  const rarestFirst = words.toSorted((a, b) => a.rows - b.rows);
  const nameOf = (place: number) => sql.raw(place === 0 ? from : `having_${place}`); // names of our own
  const parts = rarestFirst.map((word, place) => {
    const isOne = (column: string) => sql`${sql.ref(column)} = ANY(ARRAY(SELECT id FROM ${nameOf(place)}))`;
    const places = ofOrders(accountId, word, isOne);
    const found = places.length === 0 ? sql`SELECT NULL::uuid` : sql.join(places, sql` UNION ALL `);
    return sql`${nameOf(place + 1)} (id) AS MATERIALIZED (${found})`;
  });
  const has = (id: RawBuilder<unknown>) => sql`(${id} IN (SELECT id FROM ${nameOf(parts.length)})) IS TRUE`;
  return {
    parts: sql.join(
      parts.map((part) => sql`, ${part}`),
      sql``,
    ),
    has,
  };
}

/**
 * Quicker ways to a page of the newest orders that a search finds: among the newest orders of the list alone, which fill a page
 * as a rule, so many at first and more thereafter; and, where all of several words are frequent but may never stand together,
 * by comparing the ids of all, instead of asking each order in vain.
 */
export function quickerWays(search: Search): { newest: readonly number[]; byIds?: Search } {
  if (!('words' in search)) return { newest: [] };
  const rarest = Math.min(...search.words.map(({ rows }) => rows));
  if (rarest <= fewIds) return { newest: [] };
  if (rarest <= mostIds) return { newest };
  return search.words.length === 1 ? { newest: newestOfFrequent } : { newest, byIds: byIds(search) };
}

/** The same search by the ids of its words' orders, however frequent the words are. */
export const byIds = (search: Search): Search => ('words' in search ? { ...search, by_ids: true } : search);

/** The words of a search whose orders are looked up by their ids, and those that each order is asked for, the rarest first. */
function byFrequency({ words, by_ids }: Words) {
  const isRare = ({ rows }: SearchWord) => by_ids || rows <= mostIds;
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
    ...(asked.length > 0 ? [hasEach(accountId, asked)] : []),
  ];
}

/** A search without its frequent words, and those; null for a search without frequent words. */
export function frequentApart(search: Search): { search: Words; frequent: readonly SearchWord[] } | null {
  if (!('words' in search)) return null;
  const { rare, asked } = byFrequency(search);
  return asked.length === 0 ? null : { search: { words: rare }, frequent: asked };
}

/** How many orders were counted, and whether there are no more. */
export type Counted = { n: number; exact: boolean };
/** How many orders match of the newest ones that a page was looked for among; exact if those are all of the list. */
export type Seen = Counted & { looked: number };

/** Of the orders that rarer words find, a list asks no more than these for its frequent words only to say how many there are. */
export const mostAsked = 1_000;

/**
 * How many orders a search finds, counted no further than `most`, from the indexes of its words alone; null where that tells
 * nothing. Of the orders that have to be asked for a frequent word no more than `asks` are: then there may be more than `n`, as
 * there may where all words are frequent, of which only titles that have all are counted.
 */
export async function countFound(
  ctx: AccountCtx,
  search: Search,
  { most, asks = mostIds }: { most: number; asks?: number | undefined },
): Promise<Counted | null> {
  if (!('words' in search)) return null;
  if (byFrequency(search).rare.length === 0) {
    const [only, ...others] = search.words;
    if (only && others.length === 0) return countFirst(ctx, idsOf(ctx.account, only), most);
    const { ofAll } = splitByTitle(search.words);
    const { n } = ofAll.length === 0 ? { n: 0 } : await countFirst(ctx, idsOf(ctx.account, { titles: ofAll }), most);
    return n === 0 ? null : { n, exact: n >= most };
  }
  const { statement, countedOf } = foundStatement(ctx.account, search, { most, asks });
  const { rows } = await statement.execute(ctx.db);
  return rows[0] ? countedOf(rows[0]) : null;
}

type FoundRow = { whole_read: number; whole: number; read: number; others: number; found: number };

/**
 * Counts the orders of a search with a rarer word. An order with a title that has all words needs no further question; unless
 * those are enough, the others are asked for the frequent words.
 */
export function foundStatement(accountId: string, { words }: Words, { most, asks }: { most: number; asks: number }) {
  const { ofAll, rest } = splitByTitle(words);
  const { rare, asked } = byFrequency({ words: rest });
  const limit = asked.length === 0 ? most : asks;
  const { parts, has } = narrowing(accountId, asked, 'first');
  const unlessEnough = (count: RawBuilder<unknown>) =>
    sql`CASE WHEN (SELECT n FROM counted) >= ${most} THEN 0 ELSE ${count} END`;
  const statement = sql<FoundRow>`
    WITH whole AS MATERIALIZED (SELECT w.id FROM (${idsOf(accountId, { titles: ofAll })}) w(id)
      WHERE w.id IS NOT NULL LIMIT ${rowsOfTitles(most)}),
    counted AS MATERIALIZED (SELECT count(*)::int AS read, count(DISTINCT id)::int AS n FROM whole),
    read AS MATERIALIZED (SELECT r.id FROM (${idsOfAll(accountId, rare)}) r(id)
      WHERE r.id IS NOT NULL AND r.id NOT IN (SELECT id FROM whole) LIMIT ${rowsFor(limit)}),
    others AS MATERIALIZED (SELECT DISTINCT id FROM read LIMIT ${limit + 1}),
    first AS MATERIALIZED (SELECT id FROM others LIMIT ${limit})${parts}
    SELECT c.read AS whole_read, c.n AS whole, ${unlessEnough(sql`(SELECT count(*)::int FROM read)`)} AS read,
      ${unlessEnough(sql`(SELECT count(*)::int FROM others)`)} AS others,
      ${asked.length === 0 ? sql`0` : unlessEnough(sql`(SELECT count(*)::int FROM first WHERE ${has(sql.ref('id'))})`)} AS found
    FROM counted c`;
  const countedOf = ({ whole_read, whole, read, others, found }: FoundRow): Counted => {
    if (whole >= most) return { n: most, exact: true };
    if (whole_read >= rowsOfTitles(most)) return { n: whole, exact: false }; // the others may stand among the titles not read
    return {
      n: Math.min(most, whole + (asked.length === 0 ? others : found)),
      exact: others <= limit && read < rowsFor(limit),
    };
  };
  return { statement, countedOf };
}

/** So many rows of indexes are read to find so many orders: one may stand there twice. */
const rowsFor = (orders: number) => 2 * (orders + 1);
/** The same for rows of titles alone: few orders have several of them. */
const rowsOfTitles = (orders: number) => Math.ceil(1.5 * orders);

/**
 * How many orders are among the first of these ids, of which half as many again as `most` are read: an order may stand there
 * more than once, so that fewer than `most` tell how many there are only if no id is left.
 */
async function countFirst(ctx: AccountCtx, ids: RawBuilder<unknown>, most: number): Promise<Counted> {
  const limit = rowsOfTitles(most);
  const { rows } = await sql<{ n: number; read: number }>`
    SELECT count(*)::int AS n, coalesce(sum(f.times), 0)::int AS read FROM (
      SELECT i.id, count(*) AS times FROM (SELECT w.id FROM (${ids}) w(id) WHERE w.id IS NOT NULL LIMIT ${limit}) i GROUP BY i.id) f`.execute(
    ctx.db,
  );
  const [{ n, read } = { n: 0, read: 0 }] = rows;
  return { n: Math.min(n, most), exact: n >= most || read < limit };
}
