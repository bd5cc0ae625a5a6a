import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../lib/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freeTasksOfDeadWorkers } from './dead-workers.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

type Taken = { key?: string; tries?: number; error?: string };

/** Adds a task, and notes it as taken a minute ago by a worker that holds no lock any more. */
async function taskOfKilledWorker(task: string, { key, tries = 25, error }: Taken): Promise<string> {
  const id = await addTask(task, key, tries);
  await client.query(
    `UPDATE graphile_worker._private_jobs SET attempts = attempts + 1, last_error = $2, locked_by = 'killed',
       locked_at = now() - interval '1 minute', updated_at = now() - interval '2 minutes' WHERE id = $1`,
    [id, error ?? null],
  );
  return id;
}

async function addTask(task: string, key?: string, tries = 25): Promise<string> {
  const added = await client.query<{ id: string }>(
    'SELECT id FROM graphile_worker.add_job($1, job_key => $2, max_attempts => $3)',
    [task, key ?? null, tries],
  );
  return added.rows[0]?.id ?? '';
}

/** Frees a task without more, as former releases did. */
const freeOnly = (id: string) =>
  client.query('UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL WHERE id = $1', [id]);

const shownTasks = async () =>
  (
    await client.query<{ id: string; attempts: number; locked_by: string | null }>(
      'SELECT id, attempts, locked_by FROM graphile_worker._private_jobs ORDER BY id',
    )
  ).rows;

it('removes tasks of a killed worker that were replaced while they ran, and frees the others', async () => {
  const before = new Set((await shownTasks()).map(({ id }) => id)); // what migrations have queued
  const [lamps, mugs] = ['store_inbox:shopify:lamps.myshopify.com', 'store_inbox:shopify:mugs.myshopify.com'];
  const replaced = await taskOfKilledWorker('store_inbox', { key: lamps });
  const replacedAtRetry = await taskOfKilledWorker('store_inbox', { key: mugs, error: 'the shop was away' });
  const next = [await addTask('store_inbox', lamps), await addTask('store_inbox', mugs)];
  const running = await taskOfKilledWorker('orders_review', {});
  const lastTry = await taskOfKilledWorker('quotes_expire', { tries: 1 });
  const leftOver = await taskOfKilledWorker('store_inbox', { tries: 1 });
  const failed = await taskOfKilledWorker('outbox_deliver', { tries: 1, error: 'refused' });
  await freeOnly(leftOver);
  await freeOnly(failed);
  const ids = async () => (await shownTasks()).map(({ id }) => id).filter((id) => !before.has(id));
  expect(await ids()).toEqual(expect.arrayContaining([replaced, replacedAtRetry, leftOver]));

  const watch = freeTasksOfDeadWorkers({ url: database.url, workerId: 'alive', log: createLog('silent') });
  while ((await shownTasks()).some((task) => task.locked_by !== null)) await sleep(20);
  await watch.stop();

  expect(await ids()).toEqual([...next, running, lastTry, failed]);
  const again = freeTasksOfDeadWorkers({ url: database.url, workerId: 'alive', log: createLog('silent') });
  await again.stop();
  expect(await ids()).toEqual([...next, running, lastTry, failed]);
});
