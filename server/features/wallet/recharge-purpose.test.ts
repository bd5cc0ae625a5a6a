import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenBank } from '#testing/wallet-fixtures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await givenBank(test);
});
afterAll(() => test.close());

const create = (token: string, body: object = { method: 'bank', amount: 50_000 }) =>
  test.call('POST', '/api/recharges', { token, body, key: uuid() });

it('remembers what a recharge is for, of the account’s own orders and invoices', async () => {
  const person = await merchant(test);
  const orderOf = async (account_id: string) => {
    const store = { account_id, id: await givenStore(test, account_id) };
    await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, store, [shopOrder([shopLine(null)])], 'api'));
    return (
      (await sqlRows<{ id: string }>(test, `SELECT id FROM orders WHERE account_id = '${account_id}'`))[0]?.id ?? ''
    );
  };
  const own = await orderOf(person.account_id);
  const foreign = await orderOf((await merchant(test)).account_id);
  const made = await create(person.token, {
    method: 'bank',
    amount: 50_000,
    pays: { order_ids: [own, foreign], invoice_id: uuid() },
  });
  expect(made.body.data.pays).toEqual({ order_ids: [own], selection_id: null, invoice_id: null });
  const read = await test.call('GET', `/api/recharges/${made.body.data.id}`, { token: person.token });
  expect(read.body.data.pays).toEqual(made.body.data.pays);
  expect((await create(person.token)).body.data.pays).toEqual({ order_ids: [], selection_id: null, invoice_id: null });
  // a member of other stores is not told whether there is such an order (round 3)
  const limited = await merchant(test, { account_id: person.account_id, stores: [uuid()] });
  const blind = await create(limited.token, { method: 'bank', amount: 50_000, pays: { order_ids: [own] } });
  expect(blind.body.data.pays).toEqual({ order_ids: [], selection_id: null, invoice_id: null });
});

it('remembers the preview that fixed many orders, of its payer alone', async () => {
  const person = await merchant(test);
  const { account_id } = person;
  const store = { account_id, id: await givenStore(test, account_id) };
  const goods = await givenVariant(test, store);
  await givenPrice(test, account_id, { sku_id: goods.sku_id, channel: await givenChannel(test) });
  await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, store, [shopOrder([shopLine(goods)])], 'api'));
  const shown = await test.call('POST', '/api/invoices/selections', { token: person.token, body: { query: {} } });
  const selection_id = shown.body.data.token;
  const body = { method: 'bank', amount: 50_000, pays: { selection_id } };
  const made = await create(person.token, body);
  expect(made.body.data.pays).toEqual({ order_ids: [], selection_id, invoice_id: null });
  const found = await test.call('GET', `/api/shopify_orders?selection_id=${selection_id}`, { token: person.token });
  expect(found.body.data).toHaveLength(1);
  const colleague = await merchant(test, { account_id });
  for (const { token } of [colleague, await merchant(test)])
    expect((await create(token, body)).body.data.pays.selection_id).toBeNull();
});
