import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a row is of a client whom a search of staff names, by any part of the name or by the whole number: lists of all clients
 * show both. Looks only at rows that an index has found already.
 */
export function ofNamedClient(account: RawBuilder<unknown>, q: string): RawBuilder<boolean> {
  const text = q.trim().toLowerCase();
  const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  return sql<boolean>`${account} IN (SELECT a.id FROM accounts a WHERE a.number = ${number} OR strpos(lower(a.name), ${text}) > 0)`;
}
