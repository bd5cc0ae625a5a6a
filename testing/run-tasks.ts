import { Logger, runOnce } from 'graphile-worker';
import { v7 as uuid } from 'uuid';
import { createOwnerPool } from '#server/db/client.ts';
import { entryFor } from '#server/db/context.ts';
import type { TestApp } from './app.ts';
import { asOwner } from './sql-rows.ts';

type TaskOptions = {
  /** Goes on after the error of a task. */
  tolerant?: boolean;
  /** Tasks besides the app's own, or instead of those of the same name. */
  tasks?: TestApp['app']['tasks'];
  /** Tasks that are not run: those that wait leave the queue at once. */
  without?: readonly string[];
  /** The tasks that are run; others stay in the queue. */
  only?: readonly string[];
  /** How many tasks run at the same moment; one where nothing is said. */
  atOnce?: number;
};

const skip = () => Promise.resolve();

/** Runs the app's background tasks until none is due; throws the first error of a task, unless `tolerant`. */
export async function runTasks(
  test: TestApp,
  { tolerant = false, tasks = {}, without = [], only, atOnce = 1 }: TaskOptions = {},
): Promise<void> {
  const errors: unknown[] = [];
  const all = { ...test.app.tasks, ...tasks, ...Object.fromEntries(without.map((name) => [name, skip])) };
  const taskList = Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => only === undefined || only.includes(name))
      .map(([name, task]) => [
        name,
        async (payload: unknown) => {
          try {
            await task(
              entryFor(test.ground, { kind: 'system', name }, uuid()),
              (payload ?? {}) as Record<string, unknown>,
            );
          } catch (error) {
            errors.push(error);
            throw error;
          }
        },
      ]),
  );
  // A pool of its own would stop listening for lost connections before they are closed: a test that drops its database
  // right after would end the run.
  const pgPool = createOwnerPool({ url: test.url, max: 5, log: test.ground.log });
  try {
    if (without.length > 0)
      await pgPool.query(
        `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
         WHERE t.id = j.task_id AND t.identifier = ANY($1) AND j.locked_at IS NULL`,
        [without],
      );
    await runOnce({ pgPool, taskList, concurrency: atOnce, noHandleSignals: true, logger: new Logger(() => () => {}) });
  } finally {
    await pgPool.end();
  }
  if (errors.length > 0 && !tolerant) throw errors[0];
}

/** Writes the mails of several notifications, as once the minutes are over for which they wait; they stay in the outbox. */
export async function mailGathered(test: TestApp): Promise<void> {
  await asOwner(test, "UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE 'notifications_mail:%'");
  await runTasks(test, { only: ['notifications_mail'] });
}
