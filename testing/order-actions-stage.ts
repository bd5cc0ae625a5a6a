import { v7 as uuid } from 'uuid';
import { type Answer, startTestApp, type TestApp } from './app.ts';
import { sqlRows } from './sql-rows.ts';
import {
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
} from './order-fixtures.ts';
import { merchant, type Person, staff } from './people.ts';
import { givenMoney } from './wallet-fixtures.ts';

/** A client with a store, two priced goods and money, and the staff who answer and pack: for tests of what people do with orders. */
export type ActionsStage = Awaited<ReturnType<typeof actionsStage>>;

export async function actionsStage() {
  const test = await startTestApp();
  const owner = await merchant(test);
  const [warehouse, agent] = [await staff(test, 'warehouse'), await staff(test, 'agent')];
  const channel = await givenChannel(test);
  const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  const goods = [await givenVariant(test, store), await givenVariant(test, store)] as const;
  for (const { sku_id } of goods) await givenPrice(test, owner.account_id, { sku_id, channel });
  await givenMoney(test, owner.account_id, 10_000_000);
  return { test, owner, warehouse, agent, channel, store, goods, ...callsOf(test, owner, warehouse, channel) };
}

let made = 0;

/** An order of so many units of each of the two goods, as the shop reports it. */
export function orderFromShop(
  { goods }: { goods: readonly [Goods, Goods] },
  units: readonly number[],
  name = `A${(made += 1)}`,
) {
  const lines = units.map((quantity, n) => shopLine(goods[n] ?? null, { external_id: `line-${n}`, quantity }));
  return shopOrder(lines, { external_id: name, name: `#${name}` });
}

/** Lets the shop say this of an order; answers the order's id. */
export async function importOrder(
  { test, store }: Pick<ActionsStage, 'test' | 'store'>,
  order: ReturnType<typeof shopOrder>,
) {
  await inAccount(test, store.account_id, (ctx) => applyShopOrders(ctx, store, [order], 'api'));
  const [row] = await sqlRows<{ id: string }>(test, `SELECT id FROM orders WHERE external_id = '${order.external_id}'`);
  if (!row) throw new Error('the order did not arrive');
  return row.id;
}

function callsOf(test: TestApp, owner: Person, warehouse: { token: string }, channel: Channel) {
  const get = async (id: string) =>
    (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
  /** An action of the client; as he sees the order now unless another version is named. */
  const act = async (id: string, path: string, body: object = {}, method = 'POST'): Promise<Answer> => {
    const { version } = await get(id);
    const sent = method === 'DELETE' ? {} : { body: { version, ...body } };
    return test.call(method, `/api/shopify_orders/${id}/${path}`, { token: owner.token, key: uuid(), ...sent });
  };
  const asStaff = async (id: string, path: string, body: object) => {
    const { version } = await get(id);
    const url = `/api/staff/orders/${owner.account_id}/${id}/${path}`;
    return test.call('POST', url, { token: warehouse.token, key: uuid(), body: { version, ...body } });
  };
  let parcels = 0;
  return {
    get,
    act,
    work: (id: string, name: string) => asStaff(id, 'fulfilment_step', { action: name }),
    ship: (id: string, lines?: { line_id: string; quantity: number }[], more: object = {}) => {
      parcels += 1;
      return asStaff(id, 'ship', { channel_id: channel.id, tracking_number: `YT${90_000 + parcels}`, lines, ...more });
    },
    pay: async (ids: string[]) => {
      const checkout = await test.call('POST', '/api/invoices/checkout', {
        token: owner.token,
        body: { order_ids: ids },
      });
      const body = { order_ids: ids, expected_total: checkout.body.data.total };
      return test.call('POST', '/api/invoices', { token: owner.token, key: uuid(), body });
    },
  };
}
