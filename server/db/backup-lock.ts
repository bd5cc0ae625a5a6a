import { sql } from 'kysely';
import type { Ctx } from './context.ts';

/** The advisory lock that a backup holds alone, and each removal of files holds together with others. */
export const BLOBS_KEPT = 7_305_713;

/** Whether rows that name files may be removed in this transaction: not while a backup still has to copy the files. */
export async function mayRemoveBlobs(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(${BLOBS_KEPT}) AS may`.execute(ctx.db);
  return rows[0]?.may === true;
}
