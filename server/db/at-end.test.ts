import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, type Person } from '#testing/people.ts';
import { statementsOf } from '#testing/noting-pool.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { audit, noteAccess } from './audit.ts';
import type { AccountCtx } from './context.ts';
import { enqueue, publish } from './queue.ts';
import { inSavepoint, tryOut } from './savepoint.ts';

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
});
afterAll(() => test.close());

async function record(ctx: AccountCtx, name: string): Promise<void> {
  const { account_id } = owner;
  await audit(ctx, { action: `tests.${name}`, account_id, entity: 'tests', fields: ['one', 'two'], details: { name } });
  await noteAccess(ctx, {
    feature: 'tests',
    route: `tests.${name}`,
    accounts: [account_id],
    staff_user_id: owner.user_id,
  });
  await enqueue(ctx, 'outbox_deliver', { id: name }, { key: `tests:${name}`, runAt: new Date(0), attempts: 3 });
  publish(ctx, { account_id, kind: 'jobs.changed', id: name });
}

const audited = () =>
  sqlRows<{ action: string; fields: string[]; details: object }>(
    test,
    `SELECT action, fields, details FROM audit_log WHERE entity = 'tests' ORDER BY id`,
  );
const seen = () => sqlRows<{ route: string }>(test, `SELECT route FROM access_log WHERE feature = 'tests' ORDER BY id`);

async function queued() {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  const { rows } = await client.query<{ key: string; max_attempts: number; due: boolean }>(
    `SELECT key, max_attempts, run_at = to_timestamp(0) AS due FROM graphile_worker.jobs WHERE key LIKE 'tests:%' ORDER BY id`,
  );
  await client.end();
  return rows;
}

it('writes what an action records in one statement before its commit, of several rows too', async () => {
  const sent = await statementsOf(test, owner.account_id, async (ctx) => {
    await record(ctx, 'first');
    await record(ctx, 'second');
  });
  expect(sent.map((text) => text.slice(0, 24))).toEqual([
    `begin; SET LOCAL app.acc`,
    'WITH audit AS ( INSERT I',
    'commit',
  ]);
  const row = (name: string) => ({ action: `tests.${name}`, fields: ['one', 'two'], details: { name } });
  expect(await audited()).toEqual([row('first'), row('second')]);
  expect(await seen()).toEqual([{ route: 'tests.first' }, { route: 'tests.second' }]);
  const job = (name: string) => ({ key: `tests:${name}`, max_attempts: 3, due: true });
  expect(await queued()).toEqual([job('first'), job('second')]);
});

it('sends no statement for an action that records nothing', async () => {
  const sent = await statementsOf(test, owner.account_id, async () => 'done');
  expect(sent.map((text) => text.slice(0, 6))).toEqual(['begin;', 'commit']);
});

it('leaves out what a part recorded that is taken back, and keeps the rest', async () => {
  const key = uuid();
  await statementsOf(test, owner.account_id, async (ctx) => {
    await record(ctx, `${key}-before`);
    await inSavepoint(ctx, () => record(ctx, `${key}-kept`));
    await tryOut(ctx, () => record(ctx, `${key}-tried`));
    const failing = inSavepoint(ctx, async () => {
      await record(ctx, `${key}-failed`);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
  });
  const names = (values: string[]) =>
    values.filter((value) => value.includes(key)).map((value) => value.slice(value.indexOf(key)));
  const kept = [`${key}-before`, `${key}-kept`];
  expect(names((await audited()).map(({ action }) => action))).toEqual(kept);
  expect(names((await seen()).map(({ route }) => route))).toEqual(kept);
  expect(names((await queued()).map((job) => job.key))).toEqual(kept);
});
