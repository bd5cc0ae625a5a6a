import pg from 'pg';
import type { Log } from '../lib/log.ts';

const LOCKS = 7_305_712; // class of the advisory locks by which workers show that they live
const LOOK_EVERY = 5_000;

/** A worker that was just created may have taken a task before it has shown its lock. */
const NEWS = '5 seconds';

export type Watch = {
  /** Settles when the database was lost: what the queue then noted of this worker's tasks is not to be relied on. */
  lost: Promise<Error>;
  stop(): Promise<void>;
};

/**
 * Gives tasks of killed workers back at once: the queue itself would keep them for four hours. Each living worker
 * holds an advisory lock on its id as long as its connection lives; tasks of an id without a lock are free again.
 * @param url The owner's connection string.
 * @param workerId Under this id the queue notes which tasks are ours.
 */
export function freeTasksOfDeadWorkers(options: { url: string; workerId: string; log: Log }): Watch {
  const { url, workerId, log } = options;
  let client: pg.Client | undefined;
  let looking = Promise.resolve();
  let tell: (error: Error) => void = () => {};
  const lost = new Promise<Error>((resolve) => {
    tell = resolve;
  });

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'tradewind worker' });
    fresh.on('error', () => {}); // while connecting the rejection tells
    await fresh.connect();
    fresh.on('error', tell);
    fresh.on('end', () => tell(new Error('the database was lost')));
    await fresh.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [LOCKS, workerId]);
    return fresh;
  }
  async function look(): Promise<void> {
    try {
      client ??= await connect();
      await client.query(freeAll, [LOCKS, NEWS]);
    } catch (error) {
      log.warn({ err: error }, 'could not look for tasks of ended workers');
    }
  }
  const next = () => {
    looking = looking.then(look);
  };
  next();
  const timer = setInterval(next, LOOK_EVERY);
  return {
    lost,
    async stop() {
      clearInterval(timer);
      await looking;
      await client?.end().catch(() => {}); // the server may be gone first
    },
  };
}

const freeAll = `
  SELECT graphile_worker.force_unlock_workers(ARRAY(
    SELECT held.locked_by
    FROM (SELECT locked_by, locked_at FROM graphile_worker._private_jobs
          UNION ALL SELECT locked_by, locked_at FROM graphile_worker._private_job_queues) held
    WHERE held.locked_by IS NOT NULL AND held.locked_at < now() - $2::interval
      AND NOT EXISTS (
        SELECT FROM pg_locks l
        WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND l.classid = $1 AND l.objid::bigint = hashtext(held.locked_by)::bigint & 4294967295 AND l.objsubid = 2)))`;
