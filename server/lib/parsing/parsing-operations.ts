import type { TableRow } from './table-limits.ts';

/**
 * What a parsing process does with bytes that others sent, by name. The first word is the lane with its processes and
 * limits. Each loads its libraries when it is first asked. Throws `ParsingRefusal`.
 */
export const operations = {
  /** Rows of a CSV or XLSX file, in batches. */
  async *'files.rows'(bytes: Buffer): AsyncGenerator<TableRow[]> {
    const { readTable } = await import('./table.ts');
    yield* readTable(bytes);
  },
};

type Operations = typeof operations;
type Results = { [Name in keyof Operations]: ReturnType<Operations[Name]> };

/** Operations that answer once. */
export type SingleResults = {
  [Name in keyof Operations as Results[Name] extends Promise<unknown> ? Name : never]: Awaited<Results[Name]>;
};
/** Operations that answer in batches. */
export type Batches = {
  [Name in keyof Operations as Results[Name] extends AsyncGenerator
    ? Name
    : never]: Results[Name] extends AsyncGenerator<infer Batch> ? Batch : never;
};
export type OptionsOf<Name extends keyof Operations> = Parameters<Operations[Name]>[1];
