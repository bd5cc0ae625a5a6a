import type { z } from 'zod';
import type { BulkResult } from '#contract/bulk.ts';
import type { ExportListName, ListName } from '#contract/list-rules.ts';
import type { Action, Feature } from '#contract/rights.ts';
import type { Money } from '#contract/shared.ts';
import type { MerchantCtx } from '../db/context.ts';
import type { Words } from '../lib/file-words.ts';
import type { Phrase } from '../lib/refusal-texts.ts';
import { parseWith } from './validate.ts';

/** Why a record is left out: a stable code and a sentence. */
export type Refusal = { code: string; reason: Phrase };

/** What an action comes to on a record: why it cannot be done, or in which way, and what money it moves. */
export type Outcome = { id: string; refusal: Refusal | null; way?: string; money?: Money | null };

/** What is found out about a record before the action: the same, with its name for people. */
export type Finding = Outcome & { name: string };

/** Ids of the records that match, a batch at a time; `next` is the cursor of the following batch. */
export type IdBatch = { ids: readonly string[]; next: string | null };

/** An action on many records of a list; a feature declares it in a small file and `server/app.ts` registers it. */
export type BulkAction<Input, Query> = {
  list: ListName;
  /** Name of the action on this list, for example `hold`. */
  action: string;
  right: readonly [Feature, Action];
  /** What the action needs beside the records. */
  input: z.ZodType<Input>;
  /** The list's own filters. */
  query: z.ZodType<Query>;
  select(ctx: MerchantCtx, query: Query, after: string | null): Promise<IdBatch>;
  /** Finds out, and changes nothing. Ids that the reader may not see are left out of the answer. */
  check(ctx: MerchantCtx, ids: readonly string[], input: Input): Promise<Finding[]>;
  /**
   * What the action comes to for all of these records together: what it would do (`dry_run`, changes nothing), or did. Left out by
   * actions of which the records' own outcomes say all.
   */
  effect?(ctx: MerchantCtx, ids: readonly string[], mode: BulkResult['mode']): Promise<BulkResult['effect']>;
} & (One<Input> | Many<Input>);

/** Does the action on one record, in a transaction of its own; throws an `AppError` when it cannot be done. */
type One<Input> = { run(ctx: MerchantCtx, id: string, input: Input): Promise<void> };

/**
 * Does the action on a group of records in one transaction. It locks them all first, in the sequence that every action keeps;
 * those that it answers with a refusal it has left unchanged. Answers nothing for records that are not the reader's.
 */
type Many<Input> = {
  runMany(ctx: MerchantCtx, ids: readonly string[], input: Input, shown?: Shown): Promise<Outcome[]>;
};

/** The versions of records that the preview of a run showed: no other is acted on. Absent where there was no preview, or it says none. */
export type Shown = readonly { id: string; version: number }[] | undefined;

/** A bulk action whose input and filters are parsed from what the caller sent. */
export type AnyBulkAction = Pick<
  BulkAction<unknown, unknown>,
  'list' | 'action' | 'right' | 'select' | 'check' | 'effect'
> &
  Many<unknown> & {
    /** How many records share a transaction. */
    group: number;
    /** Throws `invalid_input` for filters or input that the action does not know. */
    demand(selection: { query?: unknown }, input: unknown): void;
  };

/** Large enough that what a transaction costs hardly counts, small enough that nobody waits long for its locks. */
const group = 50;

/** Registers an action: from here on its input and filters are of any shape, and parsed at each use. */
export function bulkAction<Input, Query>(action: BulkAction<Input, Query>): AnyBulkAction {
  const inputOf = (value: unknown) => parseWith(action.input, value);
  const queryOf = (value: unknown) => parseWith(action.query, value);
  return {
    list: action.list,
    action: action.action,
    right: action.right,
    demand({ query }, input) {
      inputOf(input);
      if (query !== undefined) queryOf(query);
    },
    select: (ctx, query, after) => action.select(ctx, queryOf(query), after),
    check: (ctx, ids, input) => action.check(ctx, ids, inputOf(input)),
    ...(action.effect && { effect: action.effect }),
    group: 'runMany' in action ? group : 1,
    async runMany(ctx, ids, input, shown) {
      if ('runMany' in action) return action.runMany(ctx, ids, inputOf(input), shown);
      for (const id of ids) await action.run(ctx, id, inputOf(input));
      return ids.map((id) => ({ id, refusal: null }));
    },
  };
}

/**
 * What a column writes, by kind; money becomes a decimal and its currency beside it, ids stay text. An amount is money without
 * its currency and a day a date without its time, for layouts that other programs prescribe. Hundredths are a number with two
 * decimals, such as percent.
 */
type Cells = {
  text: string;
  id: string;
  int: number;
  hundredths: number;
  money: Money;
  amount: Money;
  date: Date;
  day: Date;
};

type Named = { id: string; of?: string; header: { en: string; zh: string } };

/**
 * A column of a file; `of` names the column of the list that it belongs to, when that has another id. A state is a code,
 * or several, and written in the words that the screen shows for it.
 */
export type ExportColumn<Row> =
  | { [Kind in keyof Cells]: Named & { kind: Kind; value(row: Row): Cells[Kind] | null } }[keyof Cells]
  | (Named & { kind: 'state'; words: Words; value(row: Row): string | readonly string[] | null });

/** A list that can be written into a file. */
export type ExportList<Row, Query> = {
  list: ExportListName;
  columns: readonly ExportColumn<Row>[];
  query: z.ZodType<Query>;
  /** Name of its sheet in a workbook, and the sheets behind it, which take the same filters. */
  sheet?: { en: string; zh: string };
  further?: readonly AnyExportList[];
  /** How many rows match, counted no further than `most`. */
  count(ctx: MerchantCtx, query: Query, most: number): Promise<number>;
  /** The rows that match, a batch at a time. */
  rows(ctx: MerchantCtx, query: Query, after: string | null): Promise<{ rows: readonly Row[]; next: string | null }>;
  /** The list as a plain-text journal, a piece of so many rows at a time; left out by lists without one. */
  journal?(ctx: MerchantCtx, query: Query, after: string | null): Promise<JournalPiece>;
};

export type JournalPiece = { text: string; rows: number; next: string | null };

/** A column as the writers of files see it: its cells by kind, whatever the rows are. */
export type FileColumn = Named & ({ kind: keyof Cells } | { kind: 'state'; words: Words });
export type Cell = string | readonly string[] | number | Money | Date | null;

/** An export list whose filters are parsed from what the caller sent, and whose rows are cells. */
export type AnyExportList = {
  list: ExportListName;
  columns: readonly FileColumn[];
  sheet: { en: string; zh: string };
  further: readonly AnyExportList[];
  demand(query: unknown): void;
  count(ctx: MerchantCtx, query: unknown, most: number): Promise<number>;
  /** Rows as cells of the columns at these places. */
  rows(
    ctx: MerchantCtx,
    query: unknown,
    after: string | null,
    places: readonly number[],
  ): Promise<{ rows: Cell[][]; next: string | null }>;
  journal?(ctx: MerchantCtx, query: unknown, after: string | null): Promise<JournalPiece>;
};

/** Registers a list for exports. */
export function exportList<Row, Query>(list: ExportList<Row, Query>): AnyExportList {
  const queryOf = (value: unknown) => parseWith(list.query, value);
  const { journal } = list;
  return {
    list: list.list,
    columns: list.columns.map(({ value: _value, ...column }) => column),
    sheet: list.sheet ?? { en: 'Export', zh: 'Export' },
    further: list.further ?? [],
    demand: (query) => void queryOf(query),
    count: (ctx, query, most) => list.count(ctx, queryOf(query), most),
    async rows(ctx, query, after, places) {
      const batch = await list.rows(ctx, queryOf(query), after);
      const columns = places.flatMap((place) => list.columns[place] ?? []);
      return { rows: batch.rows.map((row) => columns.map((column) => column.value(row))), next: batch.next };
    },
    ...(journal && { journal: (ctx, query, after) => journal(ctx, queryOf(query), after) }),
  };
}
