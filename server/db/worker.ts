import { EventEmitter } from 'node:events';
import { Logger, parseCrontab, run, type WorkerEvents } from 'graphile-worker';
import { v7 as uuid } from 'uuid';
import { entryFor, type Ground } from './context.ts';
import { freeTasksOfDeadWorkers } from './dead-workers.ts';
import type { Tasks } from './queue.ts';

export type Worker = { stop(): Promise<void> };

/**
 * Runs background tasks (decision 30) over the owner's connection: the queue's own tables belong to it. Each task
 * opens its transactions as a job, in the scope it names.
 * @param url The owner's connection string.
 * @param crontab Lines of `minute hour day month weekday task`, UTC.
 */
export async function startWorker(options: {
  url: string;
  ground: Ground;
  tasks: Tasks;
  crontab: string;
  concurrency: number;
}): Promise<Worker> {
  const { ground } = options;
  const taskList = Object.fromEntries(
    Object.entries(options.tasks).map(([name, task]) => [
      name,
      async (payload: unknown) => {
        const entry = entryFor(ground, { kind: 'system' as const, name }, uuid());
        await task(entry, (payload ?? {}) as Record<string, unknown>);
      },
    ]),
  );
  const events: WorkerEvents = new EventEmitter();
  let workerId = '';
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
  });
  const runner = await run({
    connectionString: options.url,
    taskList,
    parsedCronItems: parseCrontab(options.crontab),
    concurrency: options.concurrency,
    maxPoolSize: options.concurrency + 2,
    pollInterval: 2_000,
    noHandleSignals: true,
    events,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') ground.log.error({ ...meta }, message);
      else if (level === 'warning') ground.log.warn({ ...meta }, message);
    }),
  });
  const dead = freeTasksOfDeadWorkers({ url: options.url, workerId, log: ground.log });
  return {
    async stop() {
      await runner.stop();
      await dead.stop();
    },
  };
}
