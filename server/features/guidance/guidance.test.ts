import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 as uuid } from 'uuid';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { analyse, sqlRows } from '#testing/sql-rows.ts';
import { planOf } from '#testing/explain.ts';
import { applyShopOrders, givenStore, inAccount, shopLine, shopOrder } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { acceptQuote, answerBody, ask, givenUnpriced, sendAnswer, yunExpress } from '#testing/quote-fixtures.ts';
import { givenBank, givenMoney } from '#testing/wallet-fixtures.ts';
import { statements } from './guidance.db.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const get = (what: string, token?: string) => test.call('GET', `/api/guidance/${what}`, token ? { token } : {});
/** Keys of the steps that are done. */
async function done(person: Person): Promise<string[]> {
  const answers = [
    await test.call('GET', '/api/guidance/shop', { token: person.token }),
    await test.call('GET', '/api/guidance/invoice', { token: person.token }),
    await test.call('GET', '/api/guidance/order', { token: person.token }),
  ];
  return answers.flatMap(({ body }) =>
    body.data.steps.filter((step: { done: boolean }) => step.done).map((step: { key: string }) => step.key),
  );
}

it('the steps follow what has really happened in the account', { tags: ['S7-13'] }, async () => {
  const owner = await merchant(test);
  const agent = await staff(test, 'agent');
  await givenBank(test);
  expect(await done(owner)).toEqual([]);
  const { product_id } = await givenUnpriced(test, owner);
  expect(await done(owner)).toEqual(['store']);
  const quote: string = (await ask(test, owner.token, product_id)).body.data.id;
  expect(await done(owner)).toEqual(['store', 'map']); // a quote is requested, and that is what the step says
  await sendAnswer(test, agent.token, { account_id: owner.account_id, id: quote });
  await acceptQuote(test, owner.token, quote);
  expect(await done(owner)).toEqual(['store', 'map', 'price']);
  await givenMoney(test, owner.account_id, 1_000_000);
  await sqlRows(
    test,
    `INSERT INTO recharges (account_id, id, method, status, currency, amount, received_amount, reference, ledger_seq, expires_at, created_at)
     SELECT account_id, gen_random_uuid(), 'bank', 'credited', 'USD', 5000, 5000, 'TW1', max(seq), now(), now()
     FROM ledger_transactions WHERE account_id = '${owner.account_id}' GROUP BY account_id RETURNING 1`,
  );
  expect(await done(owner)).toEqual(['store', 'map', 'price', 'recharge']);
  const [order] = (await test.call('GET', '/api/shopify_orders', { token: owner.token })).body.data;
  const paid = { order_ids: [order.id], expected_total: order.cost.total };
  expect(await test.call('POST', '/api/invoices', { token: owner.token, key: uuid(), body: paid })).toMatchObject({
    status: 200,
  });
  expect(await done(owner)).toEqual(['store', 'map', 'price', 'recharge', 'pay']);
  for (const status of ['partly_credited', 'credited']) {
    // given back later, it was still paid
    await sqlRows(
      test,
      `UPDATE invoices SET status = '${status}' WHERE account_id = '${owner.account_id}' RETURNING 1`,
    );
    expect(await done(owner)).toContain('pay');
  }
  await sqlRows(
    test,
    `INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, shipped_at)
     SELECT '${owner.account_id}', gen_random_uuid(), '${order.id}', id, 'YunExpress', 'YT123456', now() FROM channels LIMIT 1 RETURNING 1`,
  );
  expect(await done(owner)).toEqual(['store', 'map', 'price', 'recharge', 'pay', 'tracking']);
  const outsider = await merchant(test, { account_id: owner.account_id, role: 'manager', stores: [] });
  expect(await done(outsider)).toEqual(['price', 'recharge', 'pay']);
  expect(await done(await merchant(test))).toEqual([]);
});

it('a store for order files waits for its first file, and is one of files after it', async () => {
  const owner = await merchant(test);
  const known = async () => (await get('shop', owner.token)).body.data;
  expect(await known()).toMatchObject({ awaits_file: false, by_files: false });
  const store = await givenStore(test, owner.account_id, { platform: 'file' });
  expect(await known()).toMatchObject({ awaits_file: true, by_files: true });
  await inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(ctx, { account_id: owner.account_id, id: store }, [shopOrder([shopLine(null)])], 'file'),
  );
  expect(await known()).toMatchObject({ awaits_file: false, by_files: true });
  await givenStore(test, owner.account_id);
  expect(await known()).toMatchObject({ by_files: false });
});

it('the agent check says whether somebody looks after the account', { tags: ['S7-14', 'S3-11'] }, async () => {
  const owner = await merchant(test);
  expect((await test.call('GET', '/api/guidance/agent', { token: owner.token })).body.data).toEqual({
    agent_exist: false,
    agent: null,
  });
  const agent = await staff(test, 'agent');
  await sqlRows(
    test,
    `UPDATE accounts SET agent_user_id = '${agent.user_id}' WHERE id = '${owner.account_id}' RETURNING 1`,
  );
  expect((await get('agent', owner.token)).body.data).toEqual({
    agent_exist: true,
    agent: { id: agent.user_id, name: agent.username },
  });
});

it('the agent who answers a client first looks after them from then on', async () => {
  const owner = await merchant(test);
  const [first, second] = [await staff(test, 'agent'), await staff(test, 'agent')];
  const { product_id } = await givenUnpriced(test, owner);
  const id: string = (await ask(test, owner.token, product_id)).body.data.id;
  const answer = (token: string, more: object = {}) =>
    sendAnswer(test, token, { account_id: owner.account_id, id }, answerBody(more));
  expect((await answer(first.token)).status).toBe(200);
  expect((await get('agent', owner.token)).body.data.agent).toEqual({ id: first.user_id, name: first.username });
  const { version } = (await test.call('GET', `/api/quotes/${id}`, { token: owner.token })).body.data;
  expect((await answer(second.token, { version })).status).toBe(200);
  expect((await get('agent', owner.token)).body.data.agent).toMatchObject({ id: first.user_id });
  const noted = `SELECT details FROM audit_log WHERE action = 'clients.change' AND account_id = '${owner.account_id}'`;
  expect(await sqlRows(test, noted)).toEqual([{ details: { agent_user_id: first.user_id } }]);
});

it('is closed without a token and to roles without the right', async () => {
  const owner = await merchant(test);
  const accountant = await merchant(test, { account_id: owner.account_id, role: 'accountant' });
  const operations = await merchant(test, { account_id: owner.account_id, role: 'operations' });
  for (const what of ['shop', 'order', 'invoice', 'agent']) expect(await get(what)).toMatchObject({ status: 401 });
  expect(await get('shop', accountant.token)).toMatchObject({ status: 403 });
  expect(await get('invoice', accountant.token)).toMatchObject({ status: 200 });
  expect(await get('invoice', operations.token)).toMatchObject({ status: 403 });
  expect(await get('order', operations.token)).toMatchObject({ status: 200 });
});

it('finds each step by index among many accounts', async () => {
  const { account_id } = await merchant(test);
  await sqlRows(
    test,
    `WITH filler AS (INSERT INTO accounts (id, name) SELECT gen_random_uuid(), 'filler ' || n FROM generate_series(1, 60) n RETURNING id),
     made AS (INSERT INTO stores (account_id, id, platform, external_domain, name, status, created_at, connected_at)
       SELECT f.id, gen_random_uuid(), 'file', gen_random_uuid()::text, 'filler', 'connected', now(), now() FROM filler f, generate_series(1, 20) RETURNING account_id, id),
     things AS (INSERT INTO store_products (account_id, id, store_id, external_id, title, external_updated_at, created_at)
       SELECT account_id, gen_random_uuid(), id, n::text, 'Thing', now(), now() FROM made, generate_series(1, 5) n),
     sold AS (INSERT INTO orders (account_id, id, store_id, external_id, name, source, placed_at, external_updated_at,
         financial_status, fulfillment_status, currency, total, stage, stage_since, created_at)
       SELECT account_id, gen_random_uuid(), id, '1', '#1', 'file', now(), now(), 'paid', 'unfulfilled', 'USD', 100, 'shipped', now(), now()
       FROM made RETURNING account_id, id)
     INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, shipped_at)
       SELECT s.account_id, gen_random_uuid(), s.id, '${yunExpress}', 'YunExpress', 'YT123456', now() FROM sold s RETURNING 1`,
  );
  await analyse(test);
  const which = { accountId: account_id, stores: null };
  for (const statement of [statements.shop(which), statements.order(which), statements.invoice(which)]) {
    const plan = await planOf(test, { account_id }, statement);
    expect(plan).not.toMatch(/Seq Scan on (stores|store_products|orders|parcels)/);
    expect(plan).not.toContain('Sort');
  }
});
