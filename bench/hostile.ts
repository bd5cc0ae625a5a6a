import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { tableRows } from '#server/connectors/file/table-rows.ts';
import { parsing } from '#server/lib/parsing/parsing-pool.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { commas, farCell, hugePng, nestedUse } from '#testing/hostile-files.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant, password, type Person, staff } from '#testing/people.ts';
import { uploadFile } from '#testing/uploads.ts';
import { xlsxOf } from '#testing/xlsx.ts';
import type { Bench } from './main.ts';
import { oneByOne, percentile, type Samples } from './measure.ts';
import { databasesOn, withDatabase } from './portal.ts';
import { ratio, type Table } from './table.ts';

/** Log-in while hostile files are taken in, and how fast a large file is read. */
export const hostile: Bench = async ({ small }) => {
  const logins = await withDatabase(async (server) => {
    const test = await startTestApp({}, databasesOn(server));
    try {
      return await logIns(test);
    } finally {
      await test.close();
    }
  });
  try {
    return [logins, await tables(small ? 5_000 : 50_000)];
  } finally {
    parsing.close();
  }
};

type Attack = { name: string; action(): Promise<unknown> };

async function logIns(test: TestApp): Promise<Table> {
  const owner = await merchant(test);
  const rows: (string | number)[][] = [];
  let floor: number | null = null;
  for (const { name, action } of [{ name: 'nothing', action: async () => {} }, ...(await attacks(test, owner))]) {
    const { samples, answers } = await whileRunning(test, owner, action);
    const p50 = percentile(samples, 0.5);
    floor ??= p50;
    rows.push([name, p50, ratio(p50, floor), percentile(samples, 1), answers]);
  }
  return {
    title: 'Log-in while a file arrives, six at once',
    columns: ['file', 'p50 ms', 'of nothing', 'worst ms', 'answers'],
    rows,
  };
}

async function attacks(test: TestApp, owner: Person): Promise<Attack[]> {
  const { token } = owner;
  const agent = await staff(test, 'agent');
  const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
  const look = async (name: string, bytes: Buffer): Promise<Attack> => {
    const made = await uploadFile(test, token, { purpose: 'order_import', name, bytes });
    const body = { file_id: made.body.data.id, store_id };
    return { name, action: () => test.call('POST', '/api/shopify_orders/import/look', { token, body }) };
  };
  const picture = (name: string, bytes: Buffer): Attack => ({
    name,
    action: () =>
      uploadFile(test, agent.token, { path: '/api/staff/catalog_pictures', purpose: '', name: 'a.png', bytes }),
  });
  const noise = await sharp({
    create: {
      width: 6000,
      height: 6000,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 20 }, // more would not fit into an upload
      background: '#000',
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
  const json = `[${'[],'.repeat(340_000)}1]`;
  return [
    await look('cell at XFD1048576.xlsx', farCell()),
    await look('9 MB of commas.csv', commas()),
    picture('SVG of 17 levels', nestedUse(17)),
    picture('PNG of 900 megapixels', hugePng(30_000, 30_000)),
    picture('JPEG of 36 megapixels', noise),
    {
      name: '1 MB of JSON lists',
      action: () =>
        test.app.fastify.inject({
          method: 'POST',
          url: '/api/views',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          payload: json,
        }),
    },
  ];
}

/** Logs in again and again while six such files are under way, at least twenty times. */
async function whileRunning(
  test: TestApp,
  owner: Person,
  action: () => Promise<unknown>,
): Promise<{ samples: Samples; answers: number }> {
  let answers = 0;
  const sending = { active: true };
  const senders = Array.from({ length: 6 }, async () => {
    while (sending.active) {
      await action();
      answers += 1;
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  });
  let samples: Samples;
  try {
    samples = await oneByOne({ rounds: 20, action: () => logIn(test, owner) });
  } finally {
    sending.active = false;
    await Promise.all(senders);
  }
  return { samples, answers };
}

async function logIn(test: TestApp, { username }: Person): Promise<void> {
  const { status, body } = await test.call('POST', '/api/login', { body: { username, password } });
  if (status !== 200) throw new Error(`the log-in was answered ${status}: ${body.message}`);
}

async function tables(count: number): Promise<Table> {
  const titles = Array.from({ length: 71 }, (_, column) => `Title ${column}`);
  const rows = Array.from({ length: count }, (_, row) =>
    titles.map((_title, column) => (column % 3 === 0 ? `cell ${row} ${column}` : column % 3 === 1 ? String(row) : '')),
  );
  const files: [string, Buffer][] = [
    ['CSV', Buffer.from([titles, ...rows].map((cells) => cells.join(',')).join('\n'))],
    ['XLSX', xlsxOf([titles, ...rows])],
  ];
  rows.splice(0);
  const lines: (string | number)[][] = [];
  for (const [name, bytes] of files) lines.push([name, bytes.length / 1e6, ...(await measure(name, bytes))]);
  return {
    title: `${count} rows of 71 columns`,
    columns: ['file', 'MB', 'rows per s', 'longest hold of the server ms', 'server MB more', 'process MB at most'],
    rows: lines,
  };
}

async function measure(name: string, bytes: Buffer): Promise<number[]> {
  const pid = await freshProcess();
  const before = process.memoryUsage.rss();
  const seen = { hold: 0, memory: before, last: performance.now(), peak: Number.NaN };
  const timer = setInterval(() => {
    const now = performance.now();
    seen.hold = Math.max(seen.hold, now - seen.last);
    seen.last = now;
    seen.memory = Math.max(seen.memory, process.memoryUsage.rss());
  }, 1);
  const peakTimer = setInterval(() => {
    seen.peak = peakOf(pid) || seen.peak;
  }, 50);
  const since = performance.now();
  let count = 0;
  for await (const _ of tableRows({ name, bytes })) count += 1;
  const seconds = (performance.now() - since) / 1000;
  clearInterval(timer);
  clearInterval(peakTimer);
  return [count / seconds, seen.hold, (seen.memory - before) / 1e6, seen.peak];
}

/** A new process for the next file; its id. */
async function freshProcess(): Promise<number | undefined> {
  parsing.close();
  parsing.limits.files.processes = 1;
  for await (const _ of tableRows({ name: 'CSV', bytes: Buffer.from('a\n') })); // starts it
  return parsing.idlePids('files')[0];
}

/** The most megabytes that a process has held so far, where Linux tells it. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1e3;
  } catch {
    return Number.NaN;
  }
}
