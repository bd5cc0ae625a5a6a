import type { z } from 'zod';
import type { ListName } from '#contract/list-rules.ts';
import type { Action, Feature } from '#contract/rights.ts';
import type { Money } from '#contract/shared.ts';
import type { MerchantCtx } from '../db/context.ts';
import { parseWith } from './validate.ts';

/** Whether an act can be done on a record: its name for people, and why not. */
export type Finding = { id: string; name: string; refusal: { code: string; reason: string } | null };

/** Ids of the records that match, a batch at a time; `next` is the cursor of the following batch. */
export type IdBatch = { ids: readonly string[]; next: string | null };

/** An act on many records of a list; a feature declares it in a small file and `server/app.ts` registers it. */
export type BulkAct<Input, Query> = {
  list: ListName;
  /** Name of the act on this list, for example `hold`. */
  act: string;
  right: readonly [Feature, Action];
  /** What the act needs beside the records. */
  input: z.ZodType<Input>;
  /** The list's own filters. */
  query: z.ZodType<Query>;
  select(ctx: MerchantCtx, query: Query, after: string | null): Promise<IdBatch>;
  /** Finds out, and changes nothing. Ids that the reader may not see are left out of the answer. */
  check(ctx: MerchantCtx, ids: readonly string[], input: Input): Promise<Finding[]>;
  /** Does the act on one record in its own transaction; throws an `AppError` when it cannot be done. */
  run(ctx: MerchantCtx, id: string, input: Input): Promise<void>;
};

/** A bulk act whose input and filters are parsed from what the caller sent. */
export type AnyBulkAct = Pick<BulkAct<unknown, unknown>, 'list' | 'act' | 'right' | 'select' | 'check' | 'run'> & {
  /** Throws `invalid_input` for filters or input that the act does not know. */
  demand(selection: { query?: unknown }, input: unknown): void;
};

/** Registers an act: from here on its input and filters are of any shape, and parsed at each use. */
export function bulkAct<Input, Query>(act: BulkAct<Input, Query>): AnyBulkAct {
  const inputOf = (value: unknown) => parseWith(act.input, value);
  const queryOf = (value: unknown) => parseWith(act.query, value);
  return {
    list: act.list,
    act: act.act,
    right: act.right,
    demand({ query }, input) {
      inputOf(input);
      if (query !== undefined) queryOf(query);
    },
    select: (ctx, query, after) => act.select(ctx, queryOf(query), after),
    check: (ctx, ids, input) => act.check(ctx, ids, inputOf(input)),
    run: (ctx, id, input) => act.run(ctx, id, inputOf(input)),
  };
}

/** What a column writes, by kind; money becomes a decimal and its currency beside it, ids stay text. */
type Cells = { text: string; id: string; int: number; money: Money; date: Date };

/** A column of a file; `of` names the column of the list that it belongs to, when that has another id. */
export type ExportColumn<Row> = {
  [Kind in keyof Cells]: {
    id: string;
    of?: string;
    header: { en: string; zh: string };
    kind: Kind;
    value(row: Row): Cells[Kind] | null;
  };
}[keyof Cells];

/** A list that can be written into a file. */
export type ExportList<Row, Query> = {
  list: ListName;
  columns: readonly ExportColumn<Row>[];
  query: z.ZodType<Query>;
  /** How many rows match, counted no further than `most`. */
  count(ctx: MerchantCtx, query: Query, most: number): Promise<number>;
  /** The rows that match, a batch at a time. */
  rows(ctx: MerchantCtx, query: Query, after: string | null): Promise<{ rows: readonly Row[]; next: string | null }>;
};

/** A column as the writers of files see it: its cells by kind, whatever the rows are. */
export type FileColumn = Pick<ExportColumn<unknown>, 'id' | 'of' | 'header' | 'kind'>;
export type Cell = string | number | Money | Date | null;

/** An export list whose filters are parsed from what the caller sent, and whose rows are cells. */
export type AnyExportList = {
  list: ListName;
  columns: readonly FileColumn[];
  demand(query: unknown): void;
  count(ctx: MerchantCtx, query: unknown, most: number): Promise<number>;
  /** Rows as cells of the columns at these places. */
  rows(
    ctx: MerchantCtx,
    query: unknown,
    after: string | null,
    places: readonly number[],
  ): Promise<{ rows: Cell[][]; next: string | null }>;
};

/** Registers a list for exports. */
export function exportList<Row, Query>(list: ExportList<Row, Query>): AnyExportList {
  const queryOf = (value: unknown) => parseWith(list.query, value);
  return {
    list: list.list,
    columns: list.columns.map(({ id, of, header, kind }) => ({ id, header, kind, ...(of !== undefined && { of }) })),
    demand: (query) => void queryOf(query),
    count: (ctx, query, most) => list.count(ctx, queryOf(query), most),
    async rows(ctx, query, after, places) {
      const batch = await list.rows(ctx, queryOf(query), after);
      const columns = places.flatMap((place) => list.columns[place] ?? []);
      return { rows: batch.rows.map((row) => columns.map((column) => column.value(row))), next: batch.next };
    },
  };
}
