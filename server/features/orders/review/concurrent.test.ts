import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShopOrder } from '#server/connectors/connector.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  address,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { untilOneWaits } from '#testing/search-tables.ts';
import { applyShopOrders } from '../intake/apply.service.ts';
import { lockPayable, markPaid } from '../pay/pay.service.ts';

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let lamp: Goods;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  lamp = await givenVariant(test, store);
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: await givenChannel(test) });
});
afterAll(() => test.close());

const run = <T>(action: (ctx: AccountCtx) => Promise<T>) => inAccount(test, owner.account_id, action);
const at = (minutes: number) => new Date(Date.parse('2026-11-20T08:00:00Z') + minutes * 60_000);
let made = 0;
async function given(): Promise<ShopOrder> {
  made += 1;
  const order = shopOrder([shopLine(lamp)], { external_id: `70${made}`, name: `#70${made}` });
  await run((ctx) => applyShopOrders(ctx, store, [order], 'api'));
  return order;
}
const idOf = async (order: ShopOrder) =>
  (await sqlRows(test, `SELECT id FROM orders WHERE external_id = '${order.external_id}'`))[0]?.id as string;

/** Does `first`, and `second` while the first is written but not committed yet. */
async function overlapping<T>(
  first: (ctx: AccountCtx) => Promise<unknown>,
  second: (ctx: AccountCtx) => Promise<T>,
): Promise<T> {
  let later: Promise<T> | undefined;
  await run(async (ctx) => {
    await first(ctx);
    later = run(second);
    later.catch(() => undefined); // it is awaited below
    await untilOneWaits(test);
  });
  if (!later) throw new Error('the second act never began');
  return later;
}

describe('an action that waited for another one', () => {
  it('does not pay an order whose address the shop has just taken away', async () => {
    const order = await given();
    const id = await idOf(order);
    const gone = { ...order, updated_at: at(1), address: { ...address, address1: null, zip: null } };
    const refusal = await overlapping(
      (ctx) => applyShopOrders(ctx, store, [gone], 'api'),
      async (ctx) => {
        const [payable] = await lockPayable(ctx, [id]);
        if (payable?.refusal === null) await markPaid(ctx, [payable]);
        return payable?.refusal;
      },
    );
    expect(refusal).toEqual({ text: 'orders.blocked_ADDRESS_INCOMPLETE' });
    expect(await sqlRows(test, `SELECT stage, payment FROM orders WHERE id = '${id}'`)).toEqual([
      { stage: 'imported', payment: 'none' },
    ]);
  });

  it('adds a line that two answers of the shop report only once', async () => {
    const order = await given();
    const edited = (minutes: number) => ({
      ...order,
      updated_at: at(minutes),
      lines: [shopLine(lamp), shopLine(lamp, { external_id: 'line-2', quantity: 1 })],
    });
    const apply = (minutes: number) => (ctx: AccountCtx) => applyShopOrders(ctx, store, [edited(minutes)], 'api');
    expect(await overlapping(apply(2), apply(3))).toEqual({ created: 0, updated: 0, unchanged: 1, refused: [] });
    const id = await idOf(order);
    expect(await sqlRows(test, `SELECT external_id FROM order_lines WHERE order_id = '${id}' ORDER BY 1`)).toEqual([
      { external_id: 'line-1' },
      { external_id: 'line-2' },
    ]);
  });

  it('never brings back what an older answer says', async () => {
    const order = await given();
    const cancelled = { ...order, updated_at: at(9), cancelled_at: at(9) };
    const older = { ...order, updated_at: at(8), note: 'older' };
    await overlapping(
      (ctx) => applyShopOrders(ctx, store, [cancelled], 'api'),
      (ctx) => applyShopOrders(ctx, store, [older], 'api'),
    );
    expect(await sqlRows(test, `SELECT stage FROM orders WHERE id = '${await idOf(order)}'`)).toEqual([
      { stage: 'cancelled' },
    ]);
  });
});
