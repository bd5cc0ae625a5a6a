import { readFileSync } from 'node:fs';
import { v7 as uuid } from 'uuid';
import type { Person } from '#testing/people.ts';
import type { ServerProcess } from '#testing/server-process.ts';
import { timed } from './measure.ts';
import { asOwner } from './orders-data.ts';
import { openConnection } from './portal.ts';
import type { Table } from './table.ts';

type Where = { url: string; server: ServerProcess; owner: Person; size: { bulk: number; exported: number } };
type Job = { id: string; state: string; failure: string | null; result: { ok?: number; rows?: number; size?: number } };

const lookEveryMs = 20; // short beside a job of half a second
const longestMs = 40 * 60_000;

/** Actions on many orders by the list's filters, one of them tried first; and files of many orders, with the memory that they took. */
export async function measureJobs({ url, server, owner, size }: Where): Promise<Table> {
  const rows: (string | number)[][] = [];
  const portal = openConnection(server.url, owner.token);
  const memory = memoryOf(server);
  try {
    const run = async (path: string, body: object) => {
      const idle = memory();
      const { ms, answer } = await timed(() => jobOf(portal, path, body, memory));
      return { seconds: ms / 1000, ...answer, idle };
    };
    for (const count of [Math.round(size.exported / 10), size.exported])
      for (const format of ['xlsx', 'csv']) {
        const asked = { list: 'orders', format, query: { from: await dayOf(url, owner, null, count) } };
        const done = await run('/api/exports', asked);
        const written = done.job.result.rows ?? 0;
        rows.push([`export: ${format}`, written, done.seconds, written / done.seconds, done.idle, done.peak]);
      }
    const query = { tab: 'to_pay', from: await dayOf(url, owner, 'awaiting_payment', size.bulk) };
    const some = { from: await dayOf(url, owner, null, size.bulk) };
    for (const [action, mode, selected] of [
      ['hold', 'dry_run', query],
      ['hold', 'commit', query],
      ['release', 'commit', { tab: 'on_hold' }],
      ['tag', 'commit', some],
      ['cancel', 'commit', some],
    ] as const) {
      const input = action === 'tag' ? { tag: 'Seen' } : {};
      const asked = { list: 'orders', action, mode, selection: { query: selected }, input };
      const done = await run('/api/bulk', asked);
      const count = done.job.result.ok ?? 0;
      rows.push([`${action}: ${mode}`, count, done.seconds, count / done.seconds, done.idle, done.peak]);
    }
  } finally {
    portal.close();
  }
  return {
    title: 'jobs over the order list, in one server process with its worker',
    columns: ['job', 'orders', 'seconds', 'orders/s', 'MiB before', 'MiB at most'],
    rows,
    notes: ['Memory: resident size of the server process, looked at each time the job is asked for.'],
  };
}

/** The day since which so many orders were placed, of a stage or of all. */
async function dayOf(url: string, owner: Person, stage: string | null, count: number): Promise<string> {
  const rows = await asOwner<{ day: string }>(
    url,
    `select to_char(placed_at at time zone 'UTC' + interval '1 day', 'YYYY-MM-DD') as day from orders
     where account_id = $1 and ($2::text is null or stage = $2) order by placed_at desc limit 1
     offset least($3::int, (select count(*)::int from orders where account_id = $1 and ($2::text is null or stage = $2))) - 1`,
    [owner.account_id, stage, count],
  );
  return rows[0]?.day ?? '2000-01-01';
}

/** Resident memory of the server's process, in MiB. */
const memoryOf = (server: ServerProcess) => () => {
  const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

/** Starts a job and waits for its end. */
async function jobOf(
  portal: ReturnType<typeof openConnection>,
  path: string,
  body: object,
  memory: () => number,
): Promise<{ job: Job; peak: number }> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': uuid() };
  const started = await portal.send('POST', path, headers, JSON.stringify(body));
  let job = parsed(started);
  let peak = memory();
  const until = performance.now() + longestMs;
  while (job.state !== 'done') {
    if (job.state === 'failed') throw new Error(`the job failed: ${job.failure}`);
    if (performance.now() > until) throw new Error(`the job of ${path} did not end`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    job = parsed(await portal.send('GET', `/api/jobs/${job.id}`));
    peak = Math.max(peak, memory());
  }
  return { job, peak };
}

function parsed({ status, body }: { status: number; body: Buffer }): Job {
  const text = body.toString('utf8');
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: Job }).data; // the contract's answer
}
