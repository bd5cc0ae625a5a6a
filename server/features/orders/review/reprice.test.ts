import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenChannel, inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { staffPrices, givenPriced, proposePrices } from '#testing/price-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { repriceNext, runRepricing } from './reprice.service.ts';

let test: TestApp;
let owner: Person;
let price: { account_id: string; id: string };
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  await givenPriced(test, owner.account_id, await givenChannel(test), 7);
  const agent = await staff(test, 'agent');
  const [found] = await staffPrices(test, agent.token, owner.account_id);
  price = { account_id: owner.account_id, id: found?.id ?? '' };
  const lower = { change: { goods: { kind: 'set', amount: 400 }, freight: null } };
  await proposePrices(test, agent.token, [price], lower);
});
afterAll(() => test.close());

const events = () => sqlRows(test, "SELECT order_id, data FROM order_events WHERE kind = 'repriced'");
const left = async () => (await sqlRows(test, 'SELECT 1 FROM order_repricings')).length;

it('a price change prices the unpaid orders that use it again by a job, each once, also when it was cut off', {
  tags: ['D6-08'],
}, async () => {
  const [row] = await sqlRows(test, "SELECT account_id, id, total FROM jobs WHERE kind = 'reprice'");
  expect(row).toMatchObject({ total: 7 });
  const job = row as { account_id: string; id: string }; // of the statement above
  expect(await left()).toBe(7);
  const take = (size: number) => inAccount(test, owner.account_id, (ctx) => repriceNext(ctx, job, size));
  expect(await take(3)).toEqual({ orders: 3, changed: 3 });
  await expect(
    inAccount(test, owner.account_id, async (ctx) => {
      await repriceNext(ctx, job, 3);
      throw new Error('the machine failed');
    }),
  ).rejects.toThrow('the machine failed');
  expect([await left(), (await events()).length]).toEqual([4, 3]);
  const entry = entryFor(test.ground, { kind: 'system', name: 'orders_reprice' }, uuid());
  await Promise.all([runRepricing(entry, job, 2), runRepricing(entry, job, 2)]);
  await runTasks(test, { tolerant: true });
  const reported = await events();
  expect(new Set(reported.map((event) => event.order_id)).size).toBe(7);
  expect(reported).toHaveLength(7);
  expect(reported[0]?.data).toMatchObject({
    from: 1_100,
    to: 1_000,
    currency: 'USD',
    cause: expect.stringMatching(/^PC-/),
  });
  expect(await left()).toBe(0);
  const ended = await test.call('GET', `/api/jobs/${job.id}`, { token: owner.token });
  expect(ended.body.data).toMatchObject({ state: 'done' });
  const orders = (await test.call('GET', '/api/shopify_orders', { token: owner.token })).body.data;
  expect(orders.map((order: { cost: { total: number } }) => order.cost.total)).toEqual(Array(7).fill(1_000));
});
