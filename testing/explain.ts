import { type RawBuilder, sql } from 'kysely';
import { entryFor, type Scope } from '#server/db/context.ts';
import type { TestApp } from './app.ts';

/**
 * The plan of a statement as the application runs it: its role, its row-level security (P37).
 * @param options.fewRows The tables hold few rows, which a whole scan reads sooner; shows the index that many would take.
 */
export async function planOf(
  test: TestApp,
  scope: Scope,
  statement: RawBuilder<unknown>,
  { fewRows = false } = {},
): Promise<string> {
  const entry = entryFor(test.ground, { kind: 'system', name: 'test' }, 'test');
  return entry.run(scope, async (ctx) => {
    if (fewRows) await sql`SET LOCAL enable_seqscan = off`.execute(ctx.db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN (COSTS OFF) ${statement}`.execute(ctx.db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
