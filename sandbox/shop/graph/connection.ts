import { type GraphContext, graphError } from './context.ts';

export type PageArgs = {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
  reverse?: boolean | null;
};

export type Connection<Node> = {
  nodes: Node[];
  edges: { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

const LARGEST_PAGE = 250;
const DEEPEST = 25_000;

/** Position after which a page starts: the sort value and id of its last row, and how many were passed. */
type Cursor = { value: string; id: string; seen: number };

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id, cursor.seen])).toString('base64url');
}

function decode(text: string): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parsed)) {
      const [value, id, seen] = parsed as unknown[];
      if (typeof value === 'string' && typeof id === 'string' && /^\d+$/.test(id) && typeof seen === 'number')
        return { value, id, seen };
    }
  } catch {
    // Falls through to the one refusal below.
  }
  throw graphError('Invalid cursor for current pagination sort.', 'BAD_REQUEST');
}

/** Wanted number of rows; refused above 250 and when neither `first` nor `last` is there. */
function pageSize(ctx: GraphContext, args: PageArgs): number {
  if (ctx.bulk && args.first == null && args.last == null) return Number.MAX_SAFE_INTEGER;
  const size = args.first ?? args.last;
  if (size == null) throw graphError('you must provide one of first or last', 'BAD_USER_INPUT');
  if (args.first != null && args.last != null)
    throw graphError('providing both first and last is not supported', 'BAD_USER_INPUT');
  if (size < 0) throw graphError('first or last cannot be negative', 'BAD_USER_INPUT');
  if (size > LARGEST_PAGE)
    throw graphError(`The requested page size ${size} exceeds the maximum of ${LARGEST_PAGE}`, 'BAD_USER_INPUT');
  return size;
}

/** Whole connection of nodes that are all known. */
export function connectionOf<Node>(nodes: Node[], hasNextPage: boolean, endCursor: string | null): Connection<Node> {
  return { nodes, edges: nodes.map((node) => ({ node })), pageInfo: { hasNextPage, endCursor } };
}

/** Page out of rows that are in memory, ordered; the cursor is the id of the last row. */
export function pageOfList<Row extends { id: string }, Node>(
  ctx: GraphContext,
  all: Row[],
  args: PageArgs,
  toNode: (row: Row) => Node,
): Connection<Node> {
  const size = pageSize(ctx, args);
  let list = args.reverse ? all.toReversed() : all;
  const mark = args.after ?? args.before;
  if (mark != null) {
    const at = list.findIndex((row) => row.id === decode(mark).id);
    if (at < 0) throw graphError('Invalid cursor for current pagination sort.', 'BAD_REQUEST');
    list = args.after != null ? list.slice(at + 1) : list.slice(0, at);
  }
  const page = args.last != null ? list.slice(-size) : list.slice(0, size);
  const last = page.at(-1);
  return connectionOf(
    page.map(toNode),
    page.length < list.length,
    last ? encode({ value: '', id: last.id, seen: 0 }) : null,
  );
}

export type TablePage<Row, Node> = {
  /** Columns and tables up to the word WHERE, with the alias `t`. */
  from: string;
  where: string;
  values: unknown[];
  /** Column of `t` to sort by; the id breaks ties. Trusted text. */
  sort: string;
  /** PostgreSQL type of that column. */
  sortType: string;
  fetch: (text: string, values: unknown[]) => Promise<Row[]>;
  toNode: (row: Row) => Node;
};

/** Page out of a table by keyset: page 400 costs as much as page 1. */
export async function pageOfTable<Row extends { id: string; sort_value: string }, Node>(
  ctx: GraphContext,
  args: PageArgs,
  query: TablePage<Row, Node>,
): Promise<Connection<Node>> {
  const size = Math.min(pageSize(ctx, args), LARGEST_PAGE);
  const backward = args.last != null;
  const descending = Boolean(args.reverse) !== backward;
  const mark = args.after ?? args.before;
  const cursor = mark == null ? null : decode(mark);
  if (cursor && cursor.seen >= DEEPEST && !ctx.bulk)
    throw graphError(`Pagination is limited to ${DEEPEST} objects; use a bulk operation`, 'BAD_REQUEST');
  const values = [...query.values];
  let where = query.where;
  if (cursor) {
    values.push(cursor.value, cursor.id);
    where += ` and (t.${query.sort}, t.id) ${descending ? '<' : '>'} ($${values.length - 1}::${query.sortType}, $${values.length}::bigint)`;
  }
  const order = descending ? 'desc' : 'asc';
  values.push(size + 1);
  const found = await query.fetch(
    `${query.from.replace('select ', `select t.${query.sort}::text as sort_value, `)} where ${where} order by t.${query.sort} ${order}, t.id ${order} limit $${values.length}`,
    values,
  );
  const more = found.length > size;
  const page = found.slice(0, size);
  if (backward) page.reverse();
  const last = page.at(-1);
  const seen = (cursor?.seen ?? 0) + page.length;
  return connectionOf(
    page.map(query.toNode),
    more,
    last ? encode({ value: last.sort_value, id: last.id, seen }) : null,
  );
}
