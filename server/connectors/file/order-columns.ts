import type { DateReading } from './date-readings.ts';
import { FileProblem } from './file-problem.ts';
import type { AddressField, Field, Format, OrderField } from './order-fields.ts';
import { type Layout, layouts } from './order-layouts.ts';

/** Where each field stands in a row. */
export type Columns = {
  format: Format;
  at: Partial<Record<Field, number>>;
  /** The buyer's own address, for orders without another one. */
  billing: Partial<Record<AddressField, number>>;
  /** Titles by field, for messages. */
  titles: Partial<Record<Field, string>>;
  /** In which sequence day and month stand where a date leaves it open. */
  dates: DateReading | null;
  /** The file holds rows that the portal handed back to be corrected. */
  corrected: boolean;
};
export type Mapping = Partial<Record<OrderField, string | undefined>>;

/** Titles of the column that says what is wrong in the rows to correct, by language; a corrected file may keep it. */
export const wrongColumn = { en: 'What is wrong', zh: '错误说明' } as const;
export const isWrongColumn = (title: string): boolean => Object.values(wrongColumn).some((one) => one === title);

const required = ['order_name', 'line_quantity'] as const satisfies readonly OrderField[];

/** The form in which titles are compared: `ship-postal-code`, `Ship postal_code` and `ship postal code:` are one. */
export const plainTitle = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/^(.*\S)\s*\((shipping|billing)\)$/, '$2 $1')
    .replace(/[\s_-]+/g, ' ')
    .replace(/\s*:$/, '');

function placesOf(head: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  head.forEach((title, index) => {
    if (!places.has(plainTitle(title))) places.set(plainTitle(title), index);
  });
  return places;
}

/** Finds the fields in the head of a table: by the merchant's mapping, else by the layout that it is. Throws `FileProblem`. */
export function findColumns(head: readonly string[], mapping: Mapping | null): Columns {
  const columns = mapping ? mapped(placesOf(head), mapping) : recognized(head);
  if (!columns) throw new FileProblem({ text: 'orders.file_format_unknown' });
  assertNoDuplicates(head, columns.titles);
  return { ...columns, corrected: head.some(isWrongColumn) };
}

/** Two columns of one title may hold different things, and the second would be lost without a word. */
function assertNoDuplicates(head: readonly string[], titles: Columns['titles']): void {
  for (const title of Object.values(titles)) {
    if (head.filter((one) => plainTitle(one) === plainTitle(title)).length < 2) continue;
    throw new FileProblem({ text: 'orders.file_column_twice', params: { title } });
  }
}

/** The columns of a table in a layout that we know; undefined for any other. */
export function recognized(head: readonly string[]): Omit<Columns, 'corrected'> | undefined {
  const places = placesOf(head);
  for (const layout of layouts) {
    const columns = inLayout(layout, head, places);
    if (layout.tells.every((field) => columns.at[field] !== undefined)) return columns;
  }
  return undefined;
}

function inLayout(layout: Layout, head: readonly string[], places: Map<string, number>): Omit<Columns, 'corrected'> {
  const { format, dates } = layout;
  const columns: Omit<Columns, 'corrected'> = { format, at: {}, billing: {}, titles: {}, dates };
  const find = (titles: string) =>
    titles
      .split('|')
      .map((title) => places.get(plainTitle(title)))
      .find((place) => place !== undefined);
  const used = new Set<number>();
  for (const [field, titles] of Object.entries(layout.titles) as [Field, string][]) {
    const at = find(titles);
    if (at === undefined || used.has(at)) continue;
    used.add(at);
    columns.at[field] = at;
    columns.titles[field] = head[at] ?? '';
  }
  for (const [field, titles] of Object.entries(layout.billing ?? {}) as [AddressField, string][]) {
    const at = find(titles);
    if (at !== undefined) columns.billing[field] = at;
  }
  return columns;
}

function mapped(places: Map<string, number>, mapping: Mapping): Omit<Columns, 'corrected'> {
  const columns: Omit<Columns, 'corrected'> = { format: 'mapped', at: {}, billing: {}, titles: {}, dates: null };
  for (const [field, title] of Object.entries(mapping) as [OrderField, string | undefined][]) {
    if (!title) continue;
    const at = places.get(plainTitle(title));
    if (at === undefined) throw new FileProblem({ text: 'orders.file_column_missing', params: { title } });
    columns.at[field] = at;
    columns.titles[field] = title;
  }
  const missing = required.filter((field) => columns.at[field] === undefined);
  if (missing.length > 0)
    throw new FileProblem({
      text: 'orders.file_fields_missing',
      params: { fields: missing.map((field) => ({ text: `orders.field_${field}` })) },
    });
  if (columns.at.line_title === undefined && columns.at.line_sku === undefined) {
    throw new FileProblem({ text: 'orders.file_product_missing' });
  }
  return columns;
}

/** The cells of a row that an order needs, in places of their own: a table may have columns by the hundred. */
export function narrow(columns: Columns): { columns: Columns; pick(cells: readonly string[]): string[] } {
  const places: number[] = [];
  const moved = <F extends string>(at: Partial<Record<F, number>>) =>
    Object.fromEntries(
      (Object.entries(at) as [F, number][]).map(([field, place]) => [field, places.push(place) - 1]),
    ) as Partial<Record<F, number>>;
  const narrowed = { ...columns, at: moved(columns.at), billing: moved(columns.billing) };
  return { columns: narrowed, pick: (cells) => places.map((place) => cells[place] ?? '') };
}
