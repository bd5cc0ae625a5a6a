import type { Problem, RowProblem } from './file-problem.ts';
import type { Columns } from './order-columns.ts';
import type { Field } from './order-fields.ts';
import { isLongId, isShortenedId, lostDigits } from './order-ids.ts';
import { RowReader } from './row-reader.ts';
import type { TableRow } from './table-rows.ts';

/** A row with the cells that an order needs, and a hash of all of its cells. */
export type FileRow = TableRow & {
  hash: string;
  /** What is wrong with the row as such, whatever its cells say. */
  problem?: Problem;
};

/** The rows of one order, the one that describes the order as a whole first among `head`. */
export type Group = { name: string; id: string; rows: FileRow[]; head: FileRow; problems: RowProblem[] };

/** Rows of an order at most; more is a column mapped wrongly. */
export const maxRowsOfOrder = 500;

/** Names are one with `#` and without, in capitals or not. */
export const nameKey = (name: string): string => name.trim().replace(/^#/, '').toLowerCase();

type Named = { row: FileRow; reader: RowReader; name: string; id: string };

/**
 * The rows of each order, in the sequence of the file, however far apart they stand. A row without an ID belongs to the
 * order of its name. What cannot be told apart is refused as a whole, never guessed.
 */
export function groupOrders(columns: Columns, rows: readonly FileRow[]): { groups: Group[]; nameless: RowProblem[][] } {
  const byName = new Map<string, Named[]>();
  const nameless: RowProblem[][] = [];
  for (const row of rows) {
    const reader = new RowReader(columns, row);
    const [name, id] = [reader.text('order_name'), idOf(reader)];
    if (name === '') {
      reader.problem('order_name', { code: 'no_order_name', params: {} });
      nameless.push(reader.problems);
      continue;
    }
    const known = byName.get(nameKey(name));
    if (known) known.push({ row, reader, name, id });
    else byName.set(nameKey(name), [{ row, reader, name, id }]);
  }
  const groups = [...byName.values()].flatMap((named) => ordersOfName(columns, named));
  groups.sort((a, b) => (a.rows[0]?.row ?? 0) - (b.rows[0]?.row ?? 0));
  assertCertainIds(columns, groups);
  for (const group of groups) assertCertainRows(columns, group);
  return { groups, nameless };
}

/** Shopify's API writes an ID as the last part of a longer one. */
const idOf = (reader: RowReader): string => reader.text('order_id').replace(/^gid:\/\/.*\//, '');

/** Orders of one name are told apart by their IDs. */
function ordersOfName(columns: Columns, named: readonly Named[]): Group[] {
  const ids = [...new Set(named.map(({ id }) => id).filter((id) => id !== ''))];
  if (ids.length <= 1) return [groupOf(named, ids[0] ?? '')];
  const bare = named.filter(({ id }) => id === '');
  const groups = ids.map((id, index) =>
    groupOf(
      named.filter((one) => one.id === id || (index === 0 && one.id === '')),
      id,
    ),
  );
  const [first] = bare;
  if (first)
    for (const group of groups)
      refuse(columns, group, first.row, 'order_name', { code: 'name_repeated', params: { name: first.name } });
  return groups;
}

/** Fields of an order as a whole; the row that fills most of them is its head. */
const orderFields: readonly Field[] = [
  'order_id',
  'currency',
  'financial_status',
  'fulfillment_status',
  'order_status',
  'total',
  'placed_at',
  'name',
  'address1',
  'city',
  'zip',
  'country',
];

function groupOf(named: readonly Named[], id: string): Group {
  const filled = ({ reader }: Named) => orderFields.filter((field) => reader.text(field) !== '').length;
  const [first, ...others] = named;
  if (!first) throw new Error('an order has rows');
  let head = { one: first, filled: filled(first) };
  for (const one of others) if (filled(one) > head.filled) head = { one, filled: filled(one) };
  return { name: head.one.name, id, rows: named.map(({ row }) => row), head: head.one.row, problems: [] };
}

function refuse(columns: Columns, group: Group, row: FileRow, field: Field | null, problem: Problem): void {
  const reader = new RowReader(columns, row);
  reader.problem(field, problem);
  group.problems.push(...reader.problems);
}

/** IDs that a spreadsheet shortened, and IDs that more than one order has, say nothing about which order it is. */
function assertCertainIds(columns: Columns, groups: readonly Group[]): void {
  const lost = { id: lostDigits(groups.map(({ id }) => id)), name: lostDigits(groups.map(({ name }) => name)) };
  const owners = new Map<string, Group[]>();
  for (const group of groups) {
    const { id, name } = group;
    if (isShortenedId(id) || (lost.id && isLongId(id)))
      refuse(columns, group, group.head, 'order_id', { code: 'id_shortened', params: { id } });
    if (isShortenedId(name) || (lost.name && isLongId(name)))
      refuse(columns, group, group.head, 'order_name', { code: 'id_shortened', params: { id: name } });
    const key = id || nameKey(name);
    owners.set(key, [...(owners.get(key) ?? []), group]);
  }
  for (const [id, same] of owners) {
    if (same.length < 2) continue;
    const names = same.map(({ name }) => name);
    for (const group of same) {
      if (group.problems.some(({ code }) => code === 'id_shortened')) continue;
      const others = names.filter((name) => name !== group.name).slice(0, 3);
      const params = { id, others: (others.length > 0 ? others : names.slice(0, 1)).join(', ') };
      refuse(columns, group, group.head, group.id ? 'order_id' : 'order_name', { code: 'id_repeated', params });
    }
  }
}

/** What must be the same in all rows of an order that fill it in. */
const shared: readonly Field[] = ['currency', 'name', 'last_name', 'address1', 'zip', 'city', 'country'];

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s.,]+/g, ' ')
    .trim();

/**
 * An order that is in the file twice would be sent twice, and rows of two orders, or of cells in the wrong columns, would go
 * to the wrong address.
 */
function assertCertainRows(columns: Columns, group: Group): void {
  const { rows, head, name } = group;
  if (rows.length > maxRowsOfOrder) {
    refuse(columns, group, head, 'order_name', {
      code: 'too_many_rows',
      params: { rows: rows.length, limit: maxRowsOfOrder },
    });
    return;
  }
  for (const row of rows) if (row.problem) refuse(columns, group, row, null, row.problem);
  const whole = new RowReader(columns, head);
  const lines = new Map<string, number>();
  for (const row of rows) {
    const reader = new RowReader(columns, row);
    if (row !== head && columns.format === 'shopify' && reader.text('financial_status') !== '')
      refuse(columns, group, row, 'order_name', { code: 'order_repeated', params: { name } });
    const line = lineKey(columns, reader, row);
    const earlier = line === null ? undefined : lines.get(line);
    if (earlier !== undefined) refuse(columns, group, row, null, { code: 'row_repeated', params: { row: earlier } });
    else if (line !== null) lines.set(line, row.row);
    const other = shared.find((field) => {
      const [own, here] = [whole.text(field), reader.text(field)];
      return own !== '' && here !== '' && plain(own) !== plain(here);
    });
    if (other)
      refuse(columns, group, row, other, {
        code: 'rows_disagree',
        params: { name, text: reader.text(other), other: whole.text(other) },
      });
  }
}

/** What tells a line of goods apart; Shopify's rows have nothing of the kind, and may be equal. */
function lineKey(columns: Columns, reader: RowReader, row: FileRow): string | null {
  if (columns.format === 'shopify') return null;
  const id = reader.text('line_id');
  return id === '' || isShortenedId(id) ? row.hash : `id ${id}`;
}
