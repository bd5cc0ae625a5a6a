import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { onServer } from '#testing/test-server.ts';
import { createLog } from '../lib/log.ts';
import { awaitReady } from './health.ts';

const { adminUrl } = inject('testServer');
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('tells the starter that the portal is ready only when its database answers', async () => {
  const [database] = await onServer(test.url, 'SELECT current_database() AS name');
  const name = String(database?.name);
  const ready = () => test.call('GET', '/api/health/ready');
  await onServer(adminUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  try {
    await onServer(adminUrl, `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`);
    await expect
      .poll(ready)
      .toMatchObject({ status: 503, body: { message: expect.stringMatching(/^The database isn’t responding\./) } });
    let reported = false;
    const waiting = awaitReady(test.app.fastify, createLog('silent')).then(() => {
      reported = true;
    });
    await pause(100);
    expect(reported).toBe(false);
    await onServer(adminUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await waiting;
    expect(await ready()).toMatchObject({ status: 200 });
  } finally {
    await onServer(adminUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  }
});
