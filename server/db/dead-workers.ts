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
  let report: (error: Error) => void = () => {};
  const lost = new Promise<Error>((resolve) => {
    report = resolve;
  });

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'tradewind worker' });
    fresh.on('error', () => {}); // while connecting the rejection tells
    await fresh.connect();
    fresh.on('error', report);
    fresh.on('end', () => report(new Error('the database was lost')));
    await fresh.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [LOCKS, workerId]);
    return fresh;
  }
  async function look(): Promise<void> {
    try {
      client ??= await connect();
      const found = await client.query<{ dead: string[] }>(settle, [LOCKS, NEWS]);
      await client.query('SELECT graphile_worker.force_unlock_workers($1)', [found.rows[0]?.dead]);
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

const deadWorkers = `
  SELECT held.locked_by
  FROM (SELECT locked_by, locked_at FROM graphile_worker._private_jobs
        UNION ALL SELECT locked_by, locked_at FROM graphile_worker._private_job_queues) held
  WHERE held.locked_by IS NOT NULL AND held.locked_at < now() - $2::interval
    AND NOT EXISTS (
      SELECT FROM pg_locks l
      WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND l.classid = $1 AND l.objid::bigint = hashtext(held.locked_by)::bigint & 4294967295 AND l.objsubid = 2)`;

/**
 * Settles what will not run again, and tells the dead workers. A task that is added again under its key while it runs loses
 * its key and its further tries to the new one, and only its own worker would remove it: nothing else changes a task that a
 * worker holds. Former releases freed such tasks, which then stayed; they never failed. Any other task at its last try is kept.
 */
const settle = `
  WITH dead AS MATERIALIZED (${deadWorkers}),
    replaced AS (
      DELETE FROM graphile_worker._private_jobs
      WHERE key IS NULL AND attempts >= max_attempts
        AND CASE WHEN locked_by IS NULL THEN last_error IS NULL
                 ELSE updated_at > locked_at AND locked_by IN (SELECT locked_by FROM dead) END),
    ended AS (
      UPDATE graphile_worker._private_jobs
      SET last_error = coalesce(last_error, 'The worker ended while it ran this task for the last time.')
      WHERE attempts >= max_attempts AND NOT (key IS NULL AND updated_at > locked_at)
        AND locked_by IN (SELECT locked_by FROM dead))
  SELECT ARRAY(SELECT locked_by FROM dead) AS dead`;
