import { sql } from 'kysely';
import pg from 'pg';
import { enqueue } from '#server/db/queue.ts';
import { systemEntry } from './order-fixtures.ts';
import type { TestApp } from './app.ts';
import type { Place } from './people.ts';

/** Rows of all accounts, read (or written) as a job does; the text comes from the test itself. */
// oxlint-disable-next-line no-explicit-any -- tests look into rows freely
export async function sqlRows<T = Record<string, any>>(test: Pick<Place, 'ground'>, statement: string): Promise<T[]> {
  return systemEntry(test).run('all_accounts', async (ctx) => (await sql.raw<T>(statement).execute(ctx.db)).rows);
}

/** Puts a task into the queue, as the crontab does. */
export const enqueueTask = (test: Pick<Place, 'ground'>, task: string) =>
  systemEntry(test).run('all_accounts', (ctx) => enqueue(ctx, task, {}));

/** Refreshes the planner's statistics as the owner, before a test looks at a plan. */
export async function analyse(test: Pick<TestApp, 'url'>): Promise<void> {
  const owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  await owner.query('ANALYZE');
  await owner.end();
}
