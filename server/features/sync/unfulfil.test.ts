import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenStore, inAccount, shopLine, shopOrder, applyShopOrders } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';

const domain = 'faked.myshopify.com';
let stage: StoreStage;
let owner: Person;
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  await stage.shops.createDemoShop(domain);
  await stage.connect(owner, domain);
});
afterAll(() => stage.close());

const get = async (id: string) =>
  (await stage.test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
const cancel = async (id: string) => {
  const { version } = await get(id);
  const path = `/api/shopify_orders/${id}/cancel_fulfilment`;
  return stage.test.call('POST', path, { token: owner.token, key: uuid(), body: { version } });
};

it('has the shop cancel what somebody else marked as sent: the block goes, and the order can be sent from here', async () => {
  const variantId = (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
  const placed = await stage.shops.placeOrder(domain, { lines: [{ variantId, quantity: 2 }] });
  await stage.shops.settled(domain);
  await stage.run();
  const [row] = await sqlRows<{ id: string }>(stage.test, `SELECT id FROM orders WHERE external_id = '${placed.id}'`);
  const id = row?.id ?? '';
  // it is paid here, then somebody marks it as fulfilled in the shop
  await sqlRows(stage.test, `UPDATE order_lines SET paid_quantity = current_quantity WHERE order_id = '${id}'`);
  await sqlRows(
    stage.test,
    `UPDATE orders SET payment = 'paid', paid_at = now(), stage = 'processing' WHERE id = '${id}'`,
  );
  expect(await cancel(id)).toMatchObject({ status: 422, body: { code: 'order_action_refused' } });
  await stage.shops.markFulfilledManually(domain, placed.id);
  await stage.shops.settled(domain);
  await stage.run();
  expect((await get(id)).blocks).toMatchObject([{ code: 'MARKED_FULFILLED_IN_STORE' }]);

  expect((await cancel(id)).status).toBe(200);
  await stage.run();
  expect(await get(id)).toMatchObject({ blocks: [], fulfillment_status: 'unfulfilled', stage: 'processing' });
  expect((await cancel(id)).body.code).toBe('order_action_refused');
});

it('has the shop release the hold that it placed: the block goes', async () => {
  const variantId = (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
  const placed = await stage.shops.placeOrder(domain, { lines: [{ variantId, quantity: 1 }] });
  await stage.shops.settled(domain);
  const work = (await stage.shops.order(domain, placed.id))?.work[0]?.id ?? '';
  await stage.shops.holdWork(domain, work);
  await stage.shops.settled(domain);
  await stage.run();
  const [row] = await sqlRows<{ id: string }>(stage.test, `SELECT id FROM orders WHERE external_id = '${placed.id}'`);
  const id = row?.id ?? '';
  const codes = async () => (await get(id)).blocks.map(({ code }: { code: string }) => code);
  const release = async () => {
    const { version } = await get(id);
    const path = `/api/shopify_orders/${id}/release_in_store`;
    return stage.test.call('POST', path, { token: owner.token, key: uuid(), body: { version } });
  };
  expect(await codes()).toContain('STORE_HOLD');
  expect((await release()).status).toBe(200);
  await stage.run();
  expect(await codes()).not.toContain('STORE_HOLD');
  expect((await release()).body.code).toBe('order_action_refused');
});

it('says what to do where no shop can be asked', async () => {
  for (const [platform, words] of [
    ['woocommerce', 'Processing'],
    ['file', 'Import the file again'],
  ] as const) {
    const store = { account_id: owner.account_id, id: await givenStore(stage.test, owner.account_id, { platform }) };
    const order = shopOrder([shopLine(null)], { external_id: `x-${platform}`, fulfillment_status: 'partial' });
    await inAccount(stage.test, owner.account_id, (ctx) => applyShopOrders(ctx, store, [order], 'api'));
    const [row] = await sqlRows<{ id: string }>(
      stage.test,
      `SELECT id FROM orders WHERE external_id = 'x-${platform}'`,
    );
    expect(await cancel(row?.id ?? '')).toMatchObject({
      status: 422,
      body: { code: 'order_not_editable', message: expect.stringContaining(words) },
    });
  }
  expect((await stage.test.call('POST', `/api/shopify_orders/${uuid()}/cancel_fulfilment`, { body: {} })).status).toBe(
    401,
  );
});
