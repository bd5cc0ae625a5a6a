import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCrontab, run, type WorkerEvents } from 'graphile-worker';
import { v7 as uuid } from 'uuid';
import { type DiskSpace, unlimitedDisk } from '../lib/disk-space.ts';
import { createOwnerPool } from './client.ts';
import { entryFor, type Ground } from './context.ts';
import { freeTasksOfDeadWorkers } from './dead-workers.ts';
import type { Tasks } from './queue.ts';

export type Worker = { stop(): Promise<void> };

type WorkerOptions = {
  url: string;
  ground: Ground;
  tasks: Tasks;
  crontab: string;
  concurrency: number;
  /** While it is almost full no task is begun. */
  disk?: DiskSpace;
};

/** Tasks that one process works on at the same time. */
export const jobsAtOnce = 6;

/** Connections that a process uses at most: the pool of calls and jobs, the queue's, its watch, and the one that migrates. */
export function connectionsOf({ ROLE, DATABASE_POOL }: { ROLE: string; DATABASE_POOL: number }): number {
  return DATABASE_POOL + (ROLE === 'web' ? 0 : poolOfQueue(jobsAtOnce) + 1) + 1;
}
const poolOfQueue = (concurrency: number) => concurrency + 2;

/** What ends a run that did not break off. */
const full = Symbol('the disk is almost full');
const pauseMs = 1_000;
const stopMs = 10_000;

/**
 * Runs background tasks (P30) over the owner's connection: the queue's own tables belong to it. Each task
 * opens its transactions as a job, in the scope it names. Begins again when the database was gone for a while, and rests
 * while the disk is almost full.
 * @param url The owner's connection string.
 * @param crontab Lines of `minute hour day month weekday task`, UTC.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { disk = unlimitedDisk, ground } = options;
  const { log } = ground;
  const life = { stopping: false };
  let current: Run | null = disk.shortage() ? null : await begin(options);
  async function keep(): Promise<void> {
    while (!life.stopping) {
      const filled = disk.changed();
      const end = await Promise.race([current?.ended, disk.shortage() ? full : filled.then(() => full)]);
      if (life.stopping) return;
      if (current && end !== full) log.warn({ err: end }, 'background work broke off; beginning again');
      await current?.stop();
      current = null;
      while (disk.shortage() && !life.stopping) await disk.changed();
      await pause(pauseMs, undefined, { ref: false });
      if (life.stopping) return;
      current = await begin(options).catch((error: unknown) => {
        log.warn({ err: error }, 'background work cannot begin yet');
        return null;
      });
    }
  }
  const kept = keep();
  return {
    async stop() {
      life.stopping = true;
      await current?.stop();
      await Promise.race([kept, pause(2 * pauseMs)]);
      await current?.stop(); // it may just have begun again
    },
  };
}

type Run = {
  /** Settles when the queue gave up or was stopped; with the error, if there was one. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
};

async function begin(options: WorkerOptions): Promise<Run> {
  const { ground } = options;
  const events: WorkerEvents = new EventEmitter();
  let workerId = '';
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
  });
  const pool = createOwnerPool({ url: options.url, max: poolOfQueue(options.concurrency), log: ground.log });
  const runner = await run({
    pgPool: pool,
    taskList: taskListOf(options),
    parsedCronItems: parseCrontab(options.crontab),
    concurrency: options.concurrency,
    pollInterval: 2_000,
    noHandleSignals: true,
    events,
    // Ends of tasks are noted by a batch, even of one: the queue waits for it when it stops and says when it failed,
    // whereas the promise of a single one is dropped.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') ground.log.error({ ...meta }, message);
      else if (level === 'warning') ground.log.warn({ ...meta }, message);
    }),
  }).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const dead = freeTasksOfDeadWorkers({ url: options.url, workerId, log: ground.log });
  const given = runner.promise.then(
    () => null,
    (error: unknown) => error,
  );
  // A run that could not note how its tasks ended keeps them for itself: a new one takes them over.
  const ended = Promise.race([given, dead.lost]);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    // it may have ended by itself, or wait for a task that waits for a database
    await Promise.race([runner.stop().catch(() => {}), pause(stopMs, undefined, { ref: false })]);
    await Promise.race([pool.end().catch(() => {}), pause(stopMs, undefined, { ref: false })]);
    await dead.stop();
  };
  return { ended, stop: () => (stopped ??= stop()) };
}

function taskListOf({ tasks, ground }: WorkerOptions) {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown) => {
        const entry = entryFor(ground, { kind: 'system' as const, name }, uuid());
        await task(entry, (payload ?? {}) as Record<string, unknown>);
      },
    ]),
  );
}
