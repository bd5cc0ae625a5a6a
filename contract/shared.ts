import { z } from 'zod';
import { defaultPage, defaultPerPage, maxPerPage, mostStores } from './constants.ts';
import { maxSearchLength } from './list-rules.ts';

/** UUIDv7, made in code (P37). */
export const id = z.uuid();
/** ISO 8601 in UTC. Handlers may return a Date. */
export const time = z.preprocess((value) => (value instanceof Date ? value.toISOString() : value), z.iso.datetime());
/** Calendar date `YYYY-MM-DD`. */
export const date = z.iso.date();
/** ISO 4217 code. */
export const currency = z.string().regex(/^[A-Z]{3}$/, 'checks.currency');
/** Integer minor units of a currency. */
export const minor = z.int();
export const money = z.object({ amount: minor, currency });
export type Money = z.infer<typeof money>;
/** ISO 3166-1 alpha-2. */
export const country = z.string().regex(/^[A-Z]{2}$/, 'checks.country');

/** A whole number forced to at least 1, whatever arrives (spec §5). */
const atLeastOne = (initial: number, highest = Number.MAX_SAFE_INTEGER) =>
  z.preprocess((value) => {
    const n = value === undefined ? initial : Math.trunc(Number(value));
    return Number.isFinite(n) ? Math.min(Math.max(n, 1), highest) : 1;
  }, z.int().min(1).max(highest).default(initial));

/** Query of every list (P26). */
export const listQuery = z.object({
  page: atLeastOne(defaultPage),
  per_page: atLeastOne(defaultPerPage, maxPerPage),
  /** Words, or a pasted list of them. */
  q: z.string().trim().max(maxSearchLength).optional(),
  sort: z.string().max(40).optional(),
});
export type ListQuery = z.output<typeof listQuery>;

/** `meta` of every list; `counts` holds the tab counts where a list has tabs. */
export const listMeta = z.object({
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  total_is_exact: z.boolean(),
  counts: z.record(z.string(), z.int()).optional(),
});
export type ListMeta = z.infer<typeof listMeta>;

export const idParams = z.object({ id });
/** Answer of actions that have nothing more to say. */
export const done = z.object({ done: z.literal(true) });
/** Entry of a searchable picker. */
export const option = z.object({ id, label: z.string() });
/** Comma-separated or repeated query value as a list. */
export const csv = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value),
  z.array(z.string()).max(500),
);

/** Words of an enumeration, separated by commas; any when left out. */
export const wordsOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .string()
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .pipe(z.array(z.enum(words)).max(words.length))
    .optional();

/** Stores, separated by commas; all when left out. */
export const storeIds = z
  .string()
  .transform((text) => text.split(',').filter((one) => one !== ''))
  .pipe(z.array(id).max(mostStores))
  .optional();
