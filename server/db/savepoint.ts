import { sql } from 'kysely';
import { isDatabaseLost } from './client.ts';
import { forgetSince, type Mark, mark } from './at-end.ts';
import { type Ctx, isRetried } from './context.ts';

/**
 * Does a part of a transaction that may fail by itself: what it changed is undone, and its error thrown, while the rest
 * stays. What must be done again as a whole (a deadlock, a lost database) is thrown as it is. Parts may hold parts.
 */
export async function inSavepoint<T>(ctx: Ctx, part: () => Promise<T>): Promise<T> {
  const before = mark(ctx.atEnd);
  await sql`SAVEPOINT part`.execute(ctx.db);
  try {
    const done = await part();
    await sql`RELEASE SAVEPOINT part`.execute(ctx.db);
    return done;
  } catch (error) {
    if (!isDatabaseLost(error) && !isRetried(error)) await takeBack(ctx, before);
    throw error;
  }
}

/** Finds out what a part of a transaction would come to: does it, takes all of it back, and answers what it answered. */
export async function tryOut<T>(ctx: Ctx, part: () => Promise<T>): Promise<T> {
  const before = mark(ctx.atEnd);
  await sql`SAVEPOINT part`.execute(ctx.db);
  try {
    const found = await part();
    await takeBack(ctx, before);
    return found;
  } catch (error) {
    if (!isDatabaseLost(error) && !isRetried(error)) await takeBack(ctx, before);
    throw error;
  }
}

/** A savepoint that stayed would be in the way of the one around it, which has the same name. */
async function takeBack(ctx: Ctx, before: Mark): Promise<void> {
  forgetSince(ctx.atEnd, before);
  await sql`ROLLBACK TO SAVEPOINT part`.execute(ctx.db);
  await sql`RELEASE SAVEPOINT part`.execute(ctx.db);
}
