import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { analyse, sqlRows, enqueueTask } from '#testing/sql-rows.ts';
import { planOf } from '#testing/explain.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { acceptQuote, answerBody, ask, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';
import { mailGathered, runTasks } from '#testing/run-tasks.ts';
import { staffStatement, pageStatement } from './records/quotes.db.ts';

let test: TestApp;
let agent: { token: string; user_id: string; email: string };
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
});
afterAll(() => test.close());

const get = async (path: string, token: string) => (await test.call('GET', path, { token })).body;
const mails = async (account_id: string): Promise<{ to: string; subject: string; text: string }[]> => {
  const rows = await sqlRows(
    test,
    `SELECT payload FROM outbox WHERE account_id = '${account_id}' AND kind = 'mail' ORDER BY created_at, id`,
  );
  return rows.map((row) => row.payload);
};
const pricesOf = (account_id: string) =>
  sqlRows(test, `SELECT * FROM prices WHERE account_id = '${account_id}' ORDER BY created_at, destination, unit_price`);

async function asked(orders = 2) {
  const owner = await merchant(test);
  const given = await givenUnpriced(test, owner, orders);
  const { body } = await ask(test, owner.token, given.product_id);
  return {
    owner,
    ...given,
    quote: body.data as { id: string; number: string },
    key: { account_id: owner.account_id, id: body.data.id as string },
  };
}
async function answered(orders = 2) {
  const given = await asked(orders);
  expect((await sendAnswer(test, agent.token, given.key)).status).toBe(200);
  return given;
}

describe('asking for a price', () => {
  it('makes a request of all variants, moves waiting orders to quoting and writes to the agents', async () => {
    const owner = await merchant(test);
    const { product_id, store } = await givenUnpriced(test, owner);
    const { status, body } = await ask(test, owner.token, product_id, {
      orders_per_day: 20,
      target_price: 400,
      note: 'Gift box, please',
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      number: expect.stringMatching(/^Q-\d{4,}$/),
      status: 'submitted',
      title: 'Moon lamp',
      product_id,
      store: { id: store },
      destinations: ['US', 'GB'],
      orders_per_day: 20,
      target_price: 400,
      currency: 'USD',
      variants: 2,
      orders_waiting: 2,
      sla_due_at: '2026-11-23T10:00:00.000Z', // asked on a Saturday: Monday at 18:00 in Shanghai
      current_version: 0,
    });
    const orders = await get('/api/shopify_orders', owner.token);
    expect(orders.data).toMatchObject([{ stage: 'quoting' }, { stage: 'quoting' }]);
    const list = await get('/api/products?tab=quoting', owner.token);
    expect(list.data).toMatchObject([
      { open_quote: { id: body.data.id, number: body.data.number, status: 'submitted' } },
    ]);
    expect(list.meta.counts).toMatchObject({ all: 1, quoting: 1, unmapped: 0 });
    await mailGathered(test);
    const [mail] = await mails(owner.account_id);
    expect(mail).toMatchObject({ to: agent.email, subject: expect.stringContaining(body.data.number) });
    expect(mail?.text).toContain(`/staff/quotes?account=${owner.account_id}&quote=${body.data.id}`);
  });

  it('lists what was asked for with the orders and units that wait for each, to the client and the agent', async () => {
    const { quote, key, owner } = await asked(3);
    const items = [
      { line: 1, title: 'Variant 11', sku: 'SKU-11', orders_waiting: 3, units_waiting: 6 },
      { line: 2, title: 'Variant 12', sku: 'SKU-12', orders_waiting: 0, units_waiting: 0 },
    ];
    const own = await get(`/api/quotes/${quote.id}`, owner.token);
    expect(own.data).toMatchObject({ current_version: 0, items });
    const staffs = await get(`/api/staff/quotes/${key.account_id}/${key.id}`, agent.token);
    expect(staffs.data).toMatchObject({ items });
  });

  it('refuses a second open request and names the first, also when both come at once', async () => {
    const owner = await merchant(test);
    const { product_id } = await givenUnpriced(test, owner, 0);
    const answers = await Promise.all([ask(test, owner.token, product_id), ask(test, owner.token, product_id)]);
    const [made] = answers.filter((answer) => answer.status === 200);
    const [refused] = answers.filter((answer) => answer.status !== 200);
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'quote_open_already', errors: { quote_id: [made?.body.data.id] } },
    });
    expect(refused?.body.message).toContain(made?.body.data.number);
  });

  it('answers the same call twice with the same request', { tags: ['S7-29'] }, async () => {
    const owner = await merchant(test);
    const { product_id } = await givenUnpriced(test, owner, 0);
    const call = { token: owner.token, key: uuid(), body: { destinations: ['US'] } };
    const first = await test.call('POST', `/api/products/${product_id}/inquiry`, call);
    expect(await test.call('POST', `/api/products/${product_id}/inquiry`, call)).toEqual(first);
  });

  it('takes only variants of the product, and only one’s own product', async () => {
    const owner = await merchant(test);
    const { product_id } = await givenUnpriced(test, owner, 0);
    const variants = (await get(`/api/products/${product_id}/variants`, owner.token)).data;
    expect((await ask(test, owner.token, product_id, { variant_ids: [uuid()] })).status).toBe(404);
    expect((await ask(test, owner.token, uuid())).status).toBe(404);
    expect((await ask(test, (await merchant(test)).token, product_id)).status).toBe(404);
    expect((await ask(test, owner.token, product_id, { destinations: [] })).status).toBe(422);
    expect((await ask(test, owner.token, product_id, { destinations: ['usa'] })).status).toBe(422);
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    expect((await ask(test, viewer.token, product_id)).status).toBe(403);
    const { body } = await ask(test, owner.token, product_id, { variant_ids: [variants[1].id] });
    expect(await get(`/api/quotes/${body.data.id}`, owner.token)).toMatchObject({
      data: { items: [{ line: 1, variant_id: variants[1].id, sku: 'SKU-12' }] },
    });
  });

  it('says so when nothing of the product is shipped', async () => {
    const owner = await merchant(test);
    const store = await givenStore(test, owner.account_id);
    await applyProducts(test, owner.account_id, store, [
      shopProduct('1', [shopVariant('11', { requires_shipping: false })]),
    ]);
    const [product] = (await get('/api/products', owner.token)).data;
    expect(await ask(test, owner.token, product.id)).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  });
});

describe('accepting', () => {
  it('writes prices, maps variants and makes waiting orders payable, in one go', async () => {
    const { owner, quote, key, product_id } = await asked();
    const two = answerBody({
      freight: [
        ...answerBody().freight,
        { ...answerBody().freight[0], destination: 'GB', formula: { kind: 'flat', amount: 900 } },
      ],
    });
    await sendAnswer(test, agent.token, key, two);
    const { status, body } = await acceptQuote(test, owner.token, quote.id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'accepted', orders_moved: 2, orders_waiting: 0 });
    const prices = await pricesOf(owner.account_id);
    expect(prices).toHaveLength(4); // 2 SKUs × 2 destinations
    expect(prices[0]).toMatchObject({
      unit_price: 451,
      currency: 'USD',
      valid_to: null,
      quote_id: quote.id,
      quote_version: 1,
    });
    expect(prices[0]?.locked_until.toISOString()).toBe('2026-12-21T09:00:00.000Z');
    const orders = await get('/api/shopify_orders', owner.token);
    // 2 × 4.51 goods; 2.00 handling and 600 g at 10.00 a kilogram
    expect(orders.data).toMatchObject([
      { stage: 'awaiting_payment', cost: { goods: 902, freight: 800, total: 1702 }, blocks: [] },
      { stage: 'awaiting_payment' },
    ]);
    expect(await get(`/api/products/${product_id}`, owner.token)).toMatchObject({
      data: {
        mapping_state: 'mapped',
        variants_mapped: 2,
        open_quote: null,
        cost_min: { amount: 451 },
        cost_max: { amount: 452 },
      },
    });
  });

  it('happens once when two tabs accept at the same moment', async () => {
    const { owner, quote } = await answered();
    const both = await Promise.all([
      acceptQuote(test, owner.token, quote.id),
      acceptQuote(test, owner.token, quote.id),
    ]);
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(both.find((answer) => answer.status === 422)?.body.code).toBe('quote_not_open');
    expect(await pricesOf(owner.account_id)).toHaveLength(2);
    const rows = await sqlRows(test, `SELECT version FROM mappings WHERE account_id = '${owner.account_id}'`);
    expect(rows).toEqual([{ version: 1 }, { version: 1 }]);
  });

  it('refuses a version that is not the current one', async () => {
    const { owner, quote, key } = await answered();
    await sendAnswer(test, agent.token, key, answerBody({ version: 2 }));
    expect(await acceptQuote(test, owner.token, quote.id, 1)).toMatchObject({
      status: 422,
      body: { code: 'stale_version' },
    });
    expect(await pricesOf(owner.account_id)).toEqual([]);
    expect((await acceptQuote(test, owner.token, quote.id, 2)).status).toBe(200);
  });

  it('ends the old prices when a new quote for the same SKUs is accepted', async () => {
    const { owner, quote, key, product_id } = await answered();
    await acceptQuote(test, owner.token, quote.id);
    const skus = (await get(`/api/quotes/${quote.id}`, owner.token)).data.versions[0].lines.map(
      (line: { sku: { id: string } }) => line.sku.id,
    );
    const again = (await ask(test, owner.token, product_id)).body.data;
    const lines = skus.map((catalog_sku_id: string, n: number) => ({
      line: n + 1,
      catalog_sku_id,
      unit_price: 300,
      weight_g: 300,
    }));
    test.clock.advance(1000);
    expect((await sendAnswer(test, agent.token, { ...key, id: again.id }, answerBody({ lines }))).status).toBe(200);
    expect((await acceptQuote(test, owner.token, again.id)).status).toBe(200);
    const prices = await pricesOf(owner.account_id);
    expect(prices.map((price) => [price.unit_price, price.valid_to === null])).toEqual([
      [451, false],
      [452, false],
      [300, true],
      [300, true],
    ]);
    expect((await get('/api/shopify_orders', owner.token)).data[0].cost).toMatchObject({ goods: 600 });
  });

  it('is closed to unanswered requests, to other accounts and to those who may only look', async () => {
    const { owner, quote } = await asked();
    expect(await acceptQuote(test, owner.token, quote.id)).toMatchObject({
      status: 422,
      body: { code: 'quote_not_open' },
    });
    const stranger = await merchant(test);
    expect((await acceptQuote(test, stranger.token, quote.id)).status).toBe(404);
    expect((await test.call('GET', `/api/quotes/${quote.id}`, { token: stranger.token })).status).toBe(404);
    const scoped = await merchant(test, {
      account_id: owner.account_id,
      role: 'sourcing',
      stores: [await givenStore(test, owner.account_id)],
    });
    expect((await acceptQuote(test, scoped.token, quote.id)).status).toBe(404);
    expect((await get('/api/quotes', scoped.token)).data).toEqual([]);
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    expect((await acceptQuote(test, viewer.token, quote.id)).status).toBe(403);
    expect(
      await test.call('POST', `/api/quotes/${quote.id}/accept`, { token: owner.token, key: uuid(), body: {} }),
    ).toMatchObject({ status: 422 });
  });
});

describe('declining, taking back and expiry', () => {
  const decline = (owner: Person, id: string, body: object = { reason: 'price', note: 'Too dear' }) =>
    test.call('POST', `/api/quotes/${id}/decline`, { token: owner.token, body });
  const cancel = (owner: Person, id: string) => test.call('POST', `/api/quotes/${id}/cancel`, { token: owner.token });
  const stages = async (owner: Person) =>
    (await get('/api/shopify_orders', owner.token)).data.map((order: { stage: string }) => order.stage);

  it('declines an answered quote; its orders wait for a price again', async () => {
    const { owner, quote, product_id } = await answered();
    expect((await decline(owner, quote.id, { reason: 'mood' })).status).toBe(422);
    expect((await decline(owner, quote.id)).body.data).toMatchObject({ status: 'declined' });
    expect(await stages(owner)).toEqual(['imported', 'imported']);
    expect(await decline(owner, quote.id)).toMatchObject({ status: 422, body: { code: 'quote_not_open' } });
    expect((await ask(test, owner.token, product_id)).status).toBe(200);
  });

  it('takes a request back only before it is answered', async () => {
    const { owner, quote } = await asked();
    expect((await cancel(owner, quote.id)).body.data).toMatchObject({ status: 'cancelled' });
    expect(await stages(owner)).toEqual(['imported', 'imported']);
    const late = await answered(0);
    expect(await cancel(late.owner, late.quote.id)).toMatchObject({ status: 422, body: { code: 'quote_not_open' } });
    expect((await cancel(owner, late.quote.id)).status).toBe(404);
    expect((await decline(owner, late.quote.id)).status).toBe(404);
  });

  it('expires by itself when its validity is over, and not before', { tags: ['D5-11'] }, async () => {
    const { owner, quote } = await answered();
    const begin = test.clock.now();
    test.clock.advance(13 * 86_400_000);
    const expire = async () => {
      await enqueueTask(test, 'quotes_expire');
      await runTasks(test);
      return (await get(`/api/quotes/${quote.id}`, owner.token)).data.status;
    };
    expect(await expire()).toBe('quoted');
    await expire();
    const reported = (await get('/api/notifications', owner.token)).data;
    const reminders = reported.filter(({ event }: { event: string }) => event === 'quote_ending');
    expect(reminders).toMatchObject([{ needs_action: true, params: { number: quote.number } }]); // once
    test.clock.advance(2 * 86_400_000);
    expect(await acceptQuote(test, owner.token, quote.id)).toMatchObject({
      status: 422,
      body: { code: 'quote_not_open' },
    });
    expect(await expire()).toBe('expired');
    expect(await stages(owner)).toEqual(['imported', 'imported']);
    test.clock.set(begin);
  });
});

describe('the list of quotes', () => {
  it('has tabs with counts, finds by number and title, filters, and shows the answer', async () => {
    const { owner, quote } = await answered();
    const other = await givenUnpriced(test, owner, 0);
    const second = (await ask(test, owner.token, other.product_id)).body.data;
    const all = await get('/api/quotes', owner.token);
    expect(all.data.map((row: { id: string }) => row.id)).toEqual([second.id, quote.id]);
    expect(all.meta).toMatchObject({ total: 2, counts: { all: 2, awaiting_us: 1, quoted: 1, accepted: 0, closed: 0 } });
    // what is asked for is nothing to ask for any more: list, tab and dashboard say the same
    const unasked = await get('/api/products?tab=unmapped', owner.token);
    expect(unasked).toMatchObject({ data: [], meta: { total: 0, counts: { all: 2, unmapped: 0, quoting: 2 } } });
    expect((await get('/api/dashboard', owner.token)).data.work.unmapped_products).toBe(0);
    const quoted = await get('/api/quotes?tab=quoted', owner.token);
    expect(quoted).toMatchObject({
      data: [
        {
          id: quote.id,
          price_min: 451,
          price_max: 452,
          valid_until: new Date(test.clock.now().getTime() + 14 * 86_400_000).toISOString(),
        },
      ],
      meta: { total: 1 },
    });
    expect((await get(`/api/quotes?q=${quote.number.toLowerCase()}`, owner.token)).data).toMatchObject([
      { id: quote.id },
    ]);
    expect((await get('/api/quotes?q=moon', owner.token)).meta.total).toBe(2);
    const found = async (query: string) => (await get(`/api/quotes?${query}`, owner.token)).meta.total;
    expect(
      await Promise.all(['destination=GB', 'destination=FR', 'source=product', 'source=url', 'unread=yes'].map(found)),
    ).toEqual([2, 0, 2, 0, 0]);
    expect(quoted.data[0].landed).toEqual({ destination: 'US', amount: 951, days: { ready: 3, min: 10, max: 15 } });
    expect((await get('/api/quotes?sort=due', owner.token)).data).toHaveLength(2);
    expect((await test.call('GET', '/api/quotes?tab=nonsense', { token: owner.token })).status).toBe(400);
    expect((await get(`/api/quotes/${quote.id}`, owner.token)).data.versions).toMatchObject([
      {
        version: 1,
        note: 'In stock.',
        lines: [{ line: 1, unit_price: 451, sku: { code: expect.stringMatching(/^TW\d+$/) } }, { line: 2 }],
        freight: [{ destination: 'US', tax_mode: 'DDP' }],
      },
    ]);
  });

  it('has tabs with counts, filters, saved views with columns, and is exported as it is filtered', {
    tags: ['D5-15'],
  }, async () => {
    const { owner, quote } = await answered();
    const { token } = owner;
    await test.call('POST', '/api/quotes', {
      token,
      key: uuid(),
      body: { title: 'Star lamp', url: 'https://shop.example/p/1', destinations: ['FR'] },
    });
    const listed = await get('/api/quotes?tab=quoted&destination=US', token);
    expect(listed).toMatchObject({
      data: [{ id: quote.id }],
      meta: { total: 1, counts: { all: 2, awaiting_us: 1, quoted: 1 } },
    });
    const state = { query: { tab: 'quoted', destination: 'US' }, columns: ['quote', 'price', 'landed'], per_page: 20 };
    const saved = await test.call('POST', '/api/views', { token, body: { list: 'quotes', name: 'America', state } });
    expect(saved).toMatchObject({ status: 200 });
    expect((await get('/api/views?list=quotes', token)).data).toMatchObject([{ name: 'America', state }]);
    const body = { list: 'quotes', format: 'csv', columns: ['quote', 'price'], query: state.query };
    const { file_id } = (await test.call('POST', '/api/exports', { token, body })).body.data.result;
    const link = (await test.call('POST', `/api/files/${file_id}/link`, { token })).body.data.url;
    const file = (await test.app.fastify.inject(link)).body;
    expect(file).toContain(`${quote.number},Moon lamp`);
    expect(file).not.toContain('Star lamp');
  });

  it('reads its pages from indexes, as the roles that read them', async () => {
    const crowd = await merchant(test);
    await sqlRows(
      test,
      `INSERT INTO quotes (account_id, id, status, title, currency, sla_due_at, submitted_at)
      SELECT '${crowd.account_id}', gen_random_uuid(), (ARRAY['accepted', 'declined', 'expired', 'submitted'])[1 + n % 4], 'Lamp ' || n, 'USD',
        now() - n * interval '1 minute', now() - n * interval '1 minute' FROM generate_series(1, 5000) n`,
    );
    await analyse(test);
    const page = { offset: 0, limit: 10 };
    const own = await planOf(
      test,
      { account_id: crowd.account_id },
      pageStatement(crowd.account_id, { statuses: null, stores: null }, page),
    );
    expect(own).toContain('quotes_list_idx');
    expect(own).not.toMatch(/Seq Scan on quotes\b/);
    const asStaff = await planOf(
      test,
      'all_accounts',
      staffStatement({ statuses: ['submitted', 'in_progress'], unread: false, latestFirst: false }, page),
    );
    expect(asStaff).toContain('quotes_staff_idx');
    expect(asStaff).not.toMatch(/Seq Scan on quotes\b/);
    const unread = await planOf(
      test,
      'all_accounts',
      staffStatement({ statuses: ['accepted', 'declined'], unread: true, latestFirst: true }, page),
    );
    expect(unread).toContain('quotes_unread_idx');
    expect(unread).not.toMatch(/Seq Scan on quotes\b/);
  });
});
