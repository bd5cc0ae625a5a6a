import { Logger, runOnce } from 'graphile-worker';
import { v7 as uuid } from 'uuid';
import { entryFor } from '#server/db/context.ts';
import type { TestApp } from './app.ts';

/** Runs the app's background tasks until none is due; throws the first error of a task, unless `tolerant`. */
export async function runTasks(test: TestApp, options: { tolerant?: boolean } = {}): Promise<void> {
  const errors: unknown[] = [];
  const taskList = Object.fromEntries(
    Object.entries(test.app.tasks).map(([name, task]) => [
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
  await runOnce({ connectionString: test.url, taskList, noHandleSignals: true, logger: new Logger(() => () => {}) });
  if (errors.length > 0 && !options.tolerant) throw errors[0];
}
