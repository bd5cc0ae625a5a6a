import { type RawBuilder, sql } from 'kysely';
import { searchEntries } from '#contract/list-rules.ts';

/** A search of staff: what `own` finds, or the rows of a client whom it names. */
export const orOfClient = (
  own: readonly RawBuilder<unknown>[],
  account: RawBuilder<unknown>,
  q = '',
): RawBuilder<boolean>[] => own.map((condition) => sql<boolean>`(${condition} OR ${ofNamedClient(account, q)})`);

/** The same for rows that belong to orders: these are found by their whole name, the number of a parcel or their store's name. */
export function orOfOrder(row: { account: RawBuilder<unknown>; order: RawBuilder<unknown> }, q = '') {
  const terms = searchEntries(q).map((entry) => entry.replace(/^#/, '').toLowerCase());
  if (terms.length === 0) return [];
  const named = sql`EXISTS (SELECT 1 FROM order_terms k
    WHERE k.account_id = ${row.account} AND k.order_id = ${row.order} AND k.term = ANY(${terms}::text[]))`;
  return orOfClient([sql`(${named} OR ${ofNamedStore(row, q)})`], row.account, q);
}

/** Whether a row belongs to an order of a store that a search of staff names by any part. Looks only at rows that an index has found already. */
export const ofNamedStore = (row: { account: RawBuilder<unknown>; order: RawBuilder<unknown> }, q: string) =>
  sql<boolean>`EXISTS (SELECT 1 FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    WHERE o.account_id = ${row.account} AND o.id = ${row.order} AND strpos(lower(s.name), ${q.trim().toLowerCase()}) > 0)`;

/**
 * Whether a row is of a client whom a search of staff names, by any part of the name or by the whole number: lists of all clients
 * show both. Looks only at rows that an index has found already.
 */
export function ofNamedClient(account: RawBuilder<unknown>, q: string): RawBuilder<boolean> {
  const text = q.trim().toLowerCase();
  const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  return sql<boolean>`${account} IN (SELECT a.id FROM accounts a WHERE a.number = ${number} OR strpos(lower(a.name), ${text}) > 0)`;
}
