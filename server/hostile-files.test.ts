import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { commas, farCell } from '#testing/hostile-files.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant, password, type Person } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { uploadFile } from '#testing/uploads.ts';
import { type LaneName, parsing } from './lib/parsing/parsing-pool.ts';

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
});
afterAll(() => test.close());
const limits = structuredClone(parsing.limits);
afterEach(() => Object.assign(parsing.limits, structuredClone(limits)));

const upload = async (bytes: Buffer, name: string): Promise<string> =>
  (await uploadFile(test, owner.token, { purpose: 'order_import', name, bytes })).body.data.id;

/** Stops the lane's only process in the middle of what `act` has it read, and goes on when others were answered. */
async function whileReading<T>(lane: LaneName, act: () => Promise<T>): Promise<T> {
  parsing.limits[lane].processes = 1;
  parsing.close();
  await act(); // starts the process
  const [pid = 0] = parsing.idlePids(lane);
  expect([0, process.pid]).not.toContain(pid);
  process.kill(pid, 'SIGSTOP');
  let read = false;
  const reading = act().finally(() => {
    read = true;
  });
  await expect.poll(() => parsing.idlePids(lane)).toEqual([]);
  const login = { username: owner.username, password };
  expect(await test.call('POST', '/api/login', { body: login })).toMatchObject({ status: 200 });
  expect(await test.call('GET', '/api/health/live')).toMatchObject({ status: 200 });
  expect(await test.call('GET', '/api/shopify_orders', { token: owner.token })).toMatchObject({ status: 200 });
  expect(read).toBe(false);
  process.kill(pid, 'SIGCONT');
  return reading;
}

async function queuedImports(): Promise<number> {
  const client = new pg.Client(test.url); // as the owner: the queue is not the app's to read
  await client.connect();
  const { rows } = await client.query(`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'order_import'`);
  await client.end();
  return rows.length;
}

describe('a hostile order file (C1, H2)', () => {
  const look = async (file_id: string, store_id: string) =>
    test.call('POST', '/api/shopify_orders/import/look', { token: owner.token, body: { file_id, store_id } });

  it('is refused while everything else is answered', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const far = await upload(farCell(), 'far.xlsx');
    expect(await whileReading('files', () => look(far, store_id))).toMatchObject({
      status: 422,
      body: { code: 'file_invalid', message: expect.stringContaining('column XFD. A file may have up to 500 columns') },
    });
    expect(await look(await upload(commas(), 'commas.csv'), store_id)).toMatchObject({
      status: 422,
      body: { code: 'file_invalid', message: expect.stringContaining('up to 500 columns') },
    });
  });

  it('ends its import with the sentence when it ends the process, and is not begun again', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const rows =
      'Name,Financial Status,Currency,Created at,Lineitem quantity,Lineitem name\n#1,paid,USD,2026-11-02,1,Lamp\n';
    const file_id = await upload(Buffer.from(rows.repeat(20_000)), 'orders.csv');
    const body = { file_id, store_id, mode: 'commit' };
    const { body: started } = await test.call('POST', '/api/shopify_orders/import', {
      token: owner.token,
      key: 'hostile-import',
      body,
    });
    parsing.limits.files.seconds = 0.01;
    await runTasks(test);
    parsing.limits.files.seconds = 60;
    const job = async () => (await test.call('GET', `/api/jobs/${started.data.id}`, { token: owner.token })).body.data;
    const failed = await job();
    expect(failed).toMatchObject({
      state: 'failed',
      error: 'Reading this file took longer than 0.01 seconds and was stopped. Split it and try again.',
    });
    expect(await queuedImports()).toBe(0);
    await runTasks(test); // as the next start does
    expect(await job()).toEqual(failed);
  });
});
