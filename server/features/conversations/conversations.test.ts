import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { analyse, sqlRows } from '#testing/sql-rows.ts';
import { planOf } from '#testing/explain.ts';
import { applyShopOrders, givenStore, inAccount, shopLine, shopOrder } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { pageStatement } from './conversations.db.ts';

let test: TestApp;
let owner: Person;
let agent: { token: string };
let order: string;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  agent = await staff(test, 'agent');
  const store = await givenStore(test, owner.account_id);
  const one = shopOrder([shopLine(null)], { external_id: '1', name: '#1001' });
  await inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(ctx, { account_id: owner.account_id, id: store }, [one], 'api'),
  );
  order = (await test.call('GET', '/api/shopify_orders', { token: owner.token })).body.data[0].id;
});
afterAll(() => test.close());

const ofClient = (id = order) => `/api/shopify_orders/${id}/messages`;
const say = (text: string, key: string = uuid(), token = owner.token) =>
  test.call('POST', ofClient(), { token, key, body: { text } });
const answer = (text: string) =>
  test.call('POST', `/api/staff/messages/${owner.account_id}/${order}`, {
    token: agent.token,
    key: uuid(),
    body: { text },
  });
const queue = async (query = '') =>
  (await test.call('GET', `/api/staff/messages${query}`, { token: agent.token })).body;
const reported = (event: string) =>
  inAccount(test, owner.account_id, ({ db }) =>
    db.selectFrom('notifications').select(['params', 'link']).where('event', '=', event).execute(),
  );

describe('messages about an order', () => {
  it('go both ways, are counted until read, and wait for staff until somebody answers', {
    tags: ['D9-12'],
  }, async () => {
    const key = uuid();
    expect((await say('Can it leave today?', key)).status).toBe(200);
    await say('Can it leave today?', key); // the same action, sent again
    test.clock.advance(60_000);
    await say('The buyer travels on Friday.');
    const asked = await test.call('GET', ofClient(), { token: owner.token });
    expect(asked.body.data.messages.map((one: { text: string }) => one.text)).toEqual([
      'Can it leave today?',
      'The buyer travels on Friday.',
    ]);
    const waiting = await queue();
    expect(waiting.data).toEqual([
      expect.objectContaining({ unread: 2, order: expect.objectContaining({ id: order, name: '#1001' }) }),
    ]);
    expect(waiting.data[0].waiting_since < waiting.data[0].last.at).toBe(true); // since the first of both
    expect(await reported('staff_order_message')).toHaveLength(1);
    const opened = await test.call('GET', `/api/staff/messages/${owner.account_id}/${order}`, { token: agent.token });
    expect(opened.body.data).toMatchObject({ messages: [{}, {}], lines: [{ quantity: 2, shipped: 0 }] });

    expect((await answer('Yes, before four.')).status).toBe(200);
    expect((await queue()).data).toEqual([]);
    expect((await queue('?tab=all&q=1001')).data).toHaveLength(1);
    expect((await queue('?tab=all&q=9999')).data).toEqual([]);
    const { client } = opened.body.data;
    expect((await queue(`?tab=all&q=${client.number}`)).data).toHaveLength(1);
    const { store } = opened.body.data.order;
    expect((await queue(`?tab=all&q=${encodeURIComponent(store.toUpperCase())}`)).data).toHaveLength(1);
    expect(await reported('order_message')).toEqual([
      expect.objectContaining({ link: `/order/index?order=${order}&part=messages` }),
    ]);
    const conversation = await test.call('GET', ofClient(), { token: owner.token });
    expect(conversation.body.data).toMatchObject({
      unread: 1,
      messages: [{ side: 'client' }, { side: 'client' }, { side: 'staff' }],
    });
    const read = { token: owner.token, body: { seq: 99 } };
    expect((await test.call('POST', `${ofClient()}/read`, read)).body.data).toEqual({ done: true });
    expect((await test.call('GET', ofClient(), { token: owner.token })).body.data.unread).toBe(0);
  });

  it('are settled by the agent without an answer, but not when the client wrote again meanwhile', async () => {
    await say('Thank you!');
    const { last } = (await queue()).data[0];
    await say('One more thing.');
    const settle = (seq: number) =>
      test.call('POST', `/api/staff/messages/${owner.account_id}/${order}/read`, {
        token: agent.token,
        body: { seq, settled: true },
      });
    await settle(last.seq);
    expect((await queue()).data).toHaveLength(1);
    await settle(last.seq + 1);
    expect((await queue()).data).toEqual([]);
  });

  it('refuses empty words, other accounts, and roles that only look', async () => {
    expect((await say('  ')).body.message).toBe('Message is missing. Fill it in and try again.');
    const stranger = await merchant(test);
    expect((await say('Hello', uuid(), stranger.token)).status).toBe(404);
    const viewer = await merchant(test, { role: 'viewer', account_id: owner.account_id });
    expect((await say('Hello', uuid(), viewer.token)).status).toBe(403);
    expect((await test.call('GET', ofClient(), { token: viewer.token })).status).toBe(200);
    const finance = await staff(test, 'finance');
    expect((await test.call('GET', '/api/staff/messages', { token: finance.token })).status).toBe(403);
    const nobody = await test.call('GET', `/api/staff/messages/${owner.account_id}/${uuid()}`, { token: agent.token });
    expect(nobody.status).toBe(404);
  });

  it('keeps numbers apart when many write at once', async () => {
    const before = (await test.call('GET', ofClient(), { token: owner.token })).body.data.messages.length;
    await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? say(`Words ${n}`) : answer(`Words ${n}`))));
    const { messages } = (await test.call('GET', ofClient(), { token: owner.token })).body.data;
    expect(messages.map((one: { seq: number }) => one.seq)).toEqual(
      Array.from({ length: before + 6 }, (_, n) => n + 1),
    );
  });

  it('reads staff’s queue from its index', async () => {
    await sqlRows(
      test,
      `INSERT INTO orders (id, external_id, account_id, store_id, name, source, placed_at, external_updated_at,
         financial_status, fulfillment_status, currency, total, units, stage, stage_since, payment, created_at)
       SELECT gen_random_uuid(), 'x' || n, account_id, store_id, name, source, placed_at, external_updated_at,
         financial_status, fulfillment_status, currency, total, units, stage, stage_since, payment, created_at
       FROM orders, generate_series(1, 3000) n WHERE id = '${order}'`,
    );
    await sqlRows(
      test,
      `INSERT INTO order_conversations (account_id, order_id, last_seq, last_at)
       SELECT account_id, id, 1, placed_at FROM orders WHERE id <> '${order}'`,
    );
    await analyse(test);
    const plan = await planOf(
      test,
      'all_accounts',
      pageStatement({ waiting: true, q: undefined }, { offset: 0, limit: 20 }),
    );
    expect(plan).toContain('order_conversations_waiting_idx');
  });
});
