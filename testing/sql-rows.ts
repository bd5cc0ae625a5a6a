import { sql } from 'kysely';
import pg from 'pg';
import { MIGRATIONS, readMigrations } from '#server/db/migrate.ts';
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

/** Runs statements as the owner of the tables, who alone may change them. */
export async function asOwner(test: Pick<TestApp, 'url'>, statements: string): Promise<void> {
  const owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  await owner.query(statements);
  await owner.end();
}

/** Runs the statements of a migration once more, on rows as it found them; the name without its time. */
export async function repeatMigration(test: Pick<TestApp, 'url'>, name: string): Promise<void> {
  const file = readMigrations(MIGRATIONS).find((migration) => migration.name.endsWith(`_${name}.sql`));
  if (!file) throw new Error(`There is no migration ${name}.`);
  await asOwner(test, file.sql);
}

/** Refreshes the planner's statistics, before a test looks at a plan. */
export const analyse = (test: Pick<TestApp, 'url'>): Promise<void> => asOwner(test, 'ANALYZE');
