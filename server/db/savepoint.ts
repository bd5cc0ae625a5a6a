import { sql } from 'kysely';
import { isDatabaseLost } from './client.ts';
import { type Ctx, isRetried } from './context.ts';

/**
 * Does a part of a transaction that may fail by itself: what it changed is undone, and its error thrown, while the rest
 * stays. What must be done again as a whole (a deadlock, a lost database) is thrown as it is.
 */
export async function inSavepoint<T>(ctx: Ctx, part: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT part`.execute(ctx.db);
  try {
    const done = await part();
    await sql`RELEASE SAVEPOINT part`.execute(ctx.db);
    return done;
  } catch (error) {
    if (!isDatabaseLost(error) && !isRetried(error)) await sql`ROLLBACK TO SAVEPOINT part`.execute(ctx.db);
    throw error;
  }
}
