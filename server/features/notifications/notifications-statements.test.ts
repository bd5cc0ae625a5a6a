import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { statementsOf } from '#testing/noting-pool.ts';
import { merchant } from '#testing/people.ts';
import { notify } from './index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('finds the readers under the lock of the record by one statement, then writes their rows', async () => {
  const { account_id } = await merchant(test);
  const id = uuid();
  const params = { number: 'INV-1', orders: 2, amount: 300, currency: 'USD' };
  const message = {
    event: 'invoice_paid',
    account_id,
    subject: id,
    params,
    link: `/invoice/invoice?invoice=${id}`,
  } as const;
  const sent = await statementsOf(test, account_id, (ctx) => notify(ctx, message));
  expect(sent.slice(1).map((text) => text.slice(0, 27))).toEqual([
    'SELECT u.id AS user_id, u.e',
    'UPDATE notifications SET pa',
    'insert into "notifications"',
    'WITH events AS MATERIALIZED',
    'commit',
  ]);
  expect(sent[1]).toContain('pg_advisory_xact_lock');
});
