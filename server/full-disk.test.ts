import { bareValues } from '#testing/app-values.ts';
import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';
import { createDatabase, createPool } from '#server/db/client.ts';
import { readLockFile } from '#server/db/embedded-process.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { createTestDatabase } from '#testing/database.ts';
import { merchant, password, staff } from '#testing/people.ts';
import { type PortalAnswer, portalClient, signedHook } from '#testing/portal-client.ts';
import { startServerProcess } from '#testing/server-process.ts';
import { openSmallDisk } from '#testing/small-disk.ts';

const shopifyApp = { clientId: 'disk-app', secret: 'disk-secret' };

async function get(url: string): Promise<PortalAnswer> {
  return (await (await fetch(url)).json()) as PortalAnswer;
}

/** Asks whether the portal is ready until the answer is as wanted. */
async function untilReady(url: string, wanted: (answer: PortalAnswer) => boolean): Promise<PortalAnswer> {
  for (;;) {
    const answer = await get(`${url}/api/health/ready`);
    if (wanted(answer)) return answer;
    await sleep(100);
  }
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

it('takes no changes while the disk is almost full, goes on reading, and goes back by itself', async () => {
  const disk = openSmallDisk(32);
  const database = await createTestDatabase();
  const log = createLog('silent');
  const ground = {
    db: createDatabase(createPool({ url: database.url, max: 2, log })),
    clock: systemClock,
    log,
    app: bareValues(),
  };
  const owner = await merchant({ ground, clock: systemClock });
  const admin = await staff({ ground, clock: systemClock }, 'admin');
  const queue = new pg.Client({ connectionString: database.url });
  await queue.connect();
  const server = await startServerProcess({
    databaseUrl: database.url,
    bundle: true,
    env: {
      DATA_DIR: disk.folder,
      DISK_RESERVE_MB: String(disk.reserveMb),
      SHOPIFY_CLIENT_ID: shopifyApp.clientId,
      SHOPIFY_CLIENT_SECRET: shopifyApp.secret,
    },
  });
  const mine = portalClient(server.url, owner.token);
  const asStaff = portalClient(server.url, admin.token);
  const change = () => mine('POST', '/api/profile', { name: 'Ada Field' });
  const hook = signedHook(shopifyApp, { shop: 'a.myshopify.com', topic: 'orders/create', body: { id: 1 } });
  const deliver = () => post(`${server.url}${hook.path}`, hook.body, hook.headers);
  const tasks = async () =>
    (await queue.query("SELECT attempts FROM graphile_worker.jobs WHERE key = 'on a full disk'")).rows;
  try {
    expect((await change()).status).not.toBe(507);
    disk.fill();
    const { data } = await untilReady(server.url, (answer) => Boolean(answer.data?.notice));
    expect(data).toMatchObject({ ready: true, notice: expect.stringContaining('DISK_RESERVE_MB') });

    const refused = { status: 507, code: 'disk_full' };
    expect(await change()).toMatchObject({ ...refused, message: expect.not.stringMatching(/DISK|MB/) });
    const file = new FormData();
    file.set('file', new Blob(['Name\n']), 'orders.csv');
    const headers = { authorization: `Bearer ${owner.token}` };
    expect((await fetch(`${server.url}/api/files`, { method: 'POST', headers, body: file })).status).toBe(507);
    expect(await asStaff('POST', '/api/staff/sites', {})).toMatchObject({
      ...refused,
      message: expect.stringContaining('Remove files or enlarge the disk'),
    });
    expect(await deliver()).toEqual({ status: 503, retryAfter: '60' });
    expect(await mine('GET', '/api/shopify_orders?tab=to_pay')).toMatchObject({ status: 200 });
    const login = { username: owner.email, password };
    expect(await post(`${server.url}/api/login`, login)).toMatchObject({ status: 200 });
    await queue.query("SELECT graphile_worker.add_job('files_sweep', job_key => 'on a full disk')");
    await sleep(3_000); // longer than the queue waits between two looks
    expect(await tasks()).toEqual([{ attempts: 0 }]);

    disk.empty();
    await untilReady(server.url, (answer) => answer.data?.ready === true && !answer.data.notice);
    expect((await change()).status).not.toBe(507);
    expect(await deliver()).toMatchObject({ status: 200 });
    while ((await tasks()).length > 0) await sleep(100);
  } finally {
    await server.stop();
    await queue.end();
    await ground.db.destroy();
    await database.drop();
    disk.remove();
  }
});

it('lives on when the embedded server stops on a full disk, says why, and has it back when there is room', async () => {
  const disk = openSmallDisk(256);
  const dataDir = join(disk.folder, uuid());
  const data = join(dataDir, 'postgres', 'data');
  // Where no disk can be mounted, something else keeps the server from starting.
  const block = () => (disk.mounted ? disk.fill() : renameSync(join(data, 'global'), join(data, 'gone')));
  const unblock = () => (disk.mounted ? disk.empty() : renameSync(join(data, 'gone'), join(data, 'global')));
  const server = await startServerProcess({
    databaseUrl: '',
    bundle: true,
    env: { DATA_DIR: dataDir, DISK_RESERVE_MB: '0', SECRET_KEY: randomBytes(32).toString('base64') },
  });
  try {
    await untilReady(server.url, (answer) => answer.status === 200);
    block();
    process.kill(readLockFile(data)?.pid ?? 0, 'SIGKILL');
    const { message } = await untilReady(server.url, (answer) => /did not start/.test(answer.message ?? ''));
    expect(message).toMatch(disk.mounted ? /No space left on device/ : /global/);
    expect(server.isRunning()).toBe(true);
    unblock();
    await untilReady(server.url, (answer) => answer.status === 200);
    expect(server.isRunning()).toBe(true);
  } finally {
    await server.stop();
    disk.remove();
  }
});
