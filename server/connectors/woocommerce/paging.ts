import type { Query } from './rest-call.ts';

/** WooCommerce builds each record in PHP: pages of half the allowed size answer in time on small hosts. */
export const pageSize = 50;

/** Where a list of changes goes on: `since|page`. null at its beginning. */
export type Cursor = string | null;

/** Times of WordPress in GMT come without a sign that they are. */
export function utc(text: string | null): Date {
  return new Date(text === null ? 0 : /[Zz]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
}

function read(since: Date, cursor: Cursor): { from: Date; page: number } {
  const [from = '', page = ''] = cursor?.split('|') ?? [];
  return cursor === null ? { from: since, page: 1 } : { from: new Date(from), page: Number(page) };
}

/** What changed at or after a moment, oldest change first. Whole seconds, and "after" leaves its own second out. */
export function changedSince(since: Date, cursor: Cursor): Query {
  const { from, page } = read(since, cursor);
  const before = new Date(Math.max(0, Math.floor(from.getTime() / 1_000) * 1_000 - 1_000));
  return {
    orderby: 'modified',
    order: 'asc',
    modified_after: before.toISOString().slice(0, 19),
    dates_are_gmt: true,
    per_page: pageSize,
    page,
  };
}

/**
 * Pages are counted from the front, and a record that changes while we read leaves the front for the end: whoever went on
 * to "page 2" would miss one. So reading goes on from the newest change seen, and by pages only within one second.
 */
export function nextCursor(since: Date, cursor: Cursor, changes: readonly Date[], size: number): Cursor {
  const last = changes.at(-1);
  if (last === undefined || changes.length < size) return null;
  const { from, page } = read(since, cursor);
  return last > from ? `${last.toISOString()}|1` : `${from.toISOString()}|${page + 1}`;
}
