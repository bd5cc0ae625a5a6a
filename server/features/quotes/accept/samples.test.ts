import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { address } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { acceptQuote, answerBody, ask, askFor, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let owner: Person;
let agent: { token: string };
let productQuote: string;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  agent = await staff(test, 'agent');
  await givenMoney(test, owner.account_id, 1_000_000);
  const { product_id } = await givenUnpriced(test, owner);
  productQuote = (await ask(test, owner.token, product_id)).body.data.id;
});
afterAll(() => test.close());

const { province_code: _, ...to } = { ...address, tax_id: null, email: null };
const body = (more: object = {}) => ({
  version: 1,
  lines: [{ line: 1, quantity: 2 }],
  recipient: to,
  channel_id: null,
  ...more,
});
const order = (id: string, more: object = {}, key: string = uuid(), person: Person = owner) =>
  test.call('POST', `/api/quotes/${id}/sample`, { token: person.token, key, body: body(more) });
const get = (path: string, { token }: { token: string } = owner) => test.call('GET', path, { token });
const answer = (id: string, more: object = {}) =>
  sendAnswer(test, agent.token, { account_id: owner.account_id, id }, answerBody(more));

/** A quote of words, answered with one line. */
async function answered(title: string): Promise<string> {
  const { id } = (await askFor(test, owner.token, { title, note: `A ${title} of oak, please` })).body.data;
  const [line] = answerBody().lines;
  await answer(id, { lines: [line] });
  return id;
}

describe('a sample of quoted goods', () => {
  it('is ordered at the quote’s prices without a price list, paid like any order, and shown in the quote with its tracking', {
    tags: ['D5-07'],
  }, async () => {
    expect((await order(productQuote)).body).toMatchObject({ code: 'quote_not_open' }); // not answered yet
    await answer(productQuote);
    const key = uuid();
    const made = await order(productQuote, { remember: true }, key);
    expect(made.status).toBe(200);
    const id: string = made.body.data.order_id;
    expect((await order(productQuote, { remember: true }, key)).body.data.order_id).toBe(id);
    expect(await sqlRows(test, `SELECT 1 FROM prices WHERE account_id = '${owner.account_id}'`)).toEqual([]);
    const sample = (await get(`/api/shopify_orders/${id}`)).body.data;
    // two pieces at 4.51, 600 g at 10 a kilogram and 2 for the parcel
    expect(sample).toMatchObject({
      name: expect.stringMatching(/^Q-\d+-S1$/),
      source: 'manual',
      stage: 'awaiting_payment',
      sample_of: { id: productQuote },
      cost: { goods: 902, freight: 800, total: 1702 },
      address: { address1: to.address1 },
    });
    expect((await get('/api/quotes/sample_address')).body.data.recipient).toMatchObject({ address1: to.address1 });
    const payable = (await get('/api/invoices/payable?tab=to_pay')).body.data;
    expect(payable).toMatchObject({ orders: 1, total: 1702, samples: { orders: 1, total: 1702 } });
    const checkout = { token: owner.token, body: { order_ids: [id] } };
    expect((await test.call('POST', '/api/invoices/checkout', checkout)).body.data.payable).toMatchObject([
      { order_id: id, kind: 'sample' },
    ]);
    const bill = { order_ids: [id], expected_total: 1702 };
    expect((await test.call('POST', '/api/invoices', { token: owner.token, key: uuid(), body: bill })).status).toBe(
      200,
    );
    const warehouse = await staff(test, 'warehouse');
    const channel_id = sample.channel.id;
    const version: number = (await get(`/api/shopify_orders/${id}`)).body.data.version;
    const ship = { channel_id, tracking_number: 'SAMPLE001', version };
    const path = `/api/staff/orders/${owner.account_id}/${id}/ship`;
    expect((await test.call('POST', path, { token: warehouse.token, key: uuid(), body: ship })).status).toBe(200);
    for (const quote of [
      (await get(`/api/quotes/${productQuote}`)).body.data,
      (await get(`/api/staff/quotes/${owner.account_id}/${productQuote}`, agent)).body.data,
    ]) {
      expect(quote.samples).toMatchObject([
        { order_id: id, stage: 'shipped', payment: 'paid', units: 2, tracking: [{ number: 'SAMPLE001' }] },
      ]);
      expect(quote.thread.at(-1)).toMatchObject({ kind: 'sample', side: 'client', body: sample.name });
      expect(quote.status).toBe('quoted'); // looking at the goods decides nothing
    }
  });

  it('goes where the quote has freight to, by its channels, 1 to 5 pieces of its lines', async () => {
    const germany = { ...to, country: 'DE', zip: '10115', city: 'Berlin', province: null };
    const away = await order(productQuote, { recipient: germany });
    expect(away).toMatchObject({ status: 422, body: { code: 'quote_incomplete' } });
    expect(away.body.message).toContain('shipping to US only');
    expect((await order(productQuote, { channel_id: uuid() })).body.code).toBe('quote_incomplete');
    expect((await order(productQuote, { lines: [{ line: 9, quantity: 1 }] })).body.code).toBe('quote_incomplete');
    for (const quantity of [0, 6])
      expect((await order(productQuote, { lines: [{ line: 1, quantity }] })).status).toBe(422);
    expect((await order(productQuote, { lines: [] })).status).toBe(422);
    expect((await order(productQuote, { recipient: { ...to, name: null } })).body.code).toBe('address_invalid');
    expect((await order(productQuote, { version: 2 })).body.code).toBe('stale_version');
  });

  it('can be had of an accepted quote, and not of one that was declined or whose prices ended, even when it waits for payment', async () => {
    const accepted = await answered('bread board');
    expect((await acceptQuote(test, owner.token, accepted)).status).toBe(200);
    expect((await order(accepted)).status).toBe(200); // of no store
    const declined = await answered('cheese board');
    await test.call('POST', `/api/quotes/${declined}/decline`, { token: owner.token, body: { reason: 'price' } });
    expect((await order(declined)).body).toMatchObject({
      code: 'quote_not_open',
      message: expect.stringContaining('declined'),
    });
    const late = await answered('fish board');
    const waiting: string = (await order(late)).body.data.order_id;
    await sqlRows(test, `UPDATE quote_versions SET valid_until = '2020-01-01' WHERE quote_id = '${late}'`);
    expect((await order(late)).body).toMatchObject({
      code: 'quote_not_open',
      message: expect.stringContaining('expired'),
    });
    const checkout = await test.call('POST', '/api/invoices/checkout', {
      token: owner.token,
      body: { order_ids: [waiting] },
    });
    expect(checkout.body.data).toMatchObject({ payable: [], refused: [{ order_id: waiting }] });
  });

  it('is ordered by who may edit quotes, and looked at by all who see them', async () => {
    const { account_id } = owner;
    const viewer = await merchant(test, { account_id, role: 'viewer' });
    expect((await order(productQuote, {}, uuid(), viewer)).status).toBe(403);
    expect((await get('/api/quotes/sample_address', viewer)).status).toBe(200);
    expect((await get(`/api/quotes/${productQuote}`, viewer)).body.data.samples).toHaveLength(1);
    expect((await get('/api/quotes/sample_address', { token: 'none' })).status).toBe(401);
  });
});
