import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShopOrder } from '#server/connectors/connector.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { brokenLevels, givenStock, levelOf, shared, shenzhen } from '#testing/stock-fixtures.ts';
import { applyShopOrders, lockPayable, markPaid, previewPayable, reviewOrders } from '#server/features/orders/index.ts';

let test: TestApp;
let owner: Person;
let warehouse: Awaited<ReturnType<typeof staff>>;
let store: { account_id: string; id: string };
let channel: Channel;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  warehouse = await staff(test, 'warehouse');
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { platform: 'file' }) };
  channel = await givenChannel(test);
});
afterAll(() => test.close());

let made = 0;
async function goods(at = store): Promise<Goods> {
  const variant = await givenVariant(test, at);
  await givenPrice(test, at.account_id, { sku_id: variant.sku_id, channel });
  return variant;
}
type Given = { id: string; order: ShopOrder; name: string };
async function given(variant: Goods, quantity: number, more: Partial<ShopOrder> = {}, at = store): Promise<Given> {
  made += 1;
  const name = `#S${made}`;
  const order = shopOrder([shopLine(variant, { quantity })], { external_id: name, name, ...more });
  const id = await inAccount(test, at.account_id, async (ctx) => {
    await applyShopOrders(ctx, at, [order], 'api');
    const row = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('name', '=', name)
      .where('account_id', '=', at.account_id)
      .executeTakeFirstOrThrow();
    return row.id;
  });
  return { id, order, name };
}
const shopSays = (order: ShopOrder, change: Partial<ShopOrder>, at = store) =>
  inAccount(test, at.account_id, (ctx) =>
    applyShopOrders(
      ctx,
      at,
      [{ ...order, updated_at: new Date(order.updated_at.getTime() + 60_000), ...change }],
      'api',
    ),
  );
const pay = (id: string) =>
  inAccount(test, owner.account_id, async (ctx) => {
    const locked = await lockPayable(ctx, [id]);
    const [payable] = locked;
    expect(payable?.refusal).toBeNull();
    await markPaid(ctx, locked);
    return payable;
  });
const detail = async (id: string) =>
  (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
const preview = (id: string) => inAccount(test, owner.account_id, (ctx) => previewPayable(ctx, [id]));
const ship = async (id: string, units: number, number: string) => {
  const path = `/api/staff/orders/${owner.account_id}/${id}`;
  const { body } = await test.call('GET', path, { token: warehouse.token });
  const lines = [{ line_id: body.data.order_lines[0].id, quantity: units }];
  return test.call('POST', `${path}/ship`, {
    token: warehouse.token,
    key: `ship-${number}`,
    body: { channel_id: channel.id, tracking_number: number, version: body.data.version, lines },
  });
};
const plan = (stock_plan: string) =>
  inAccount(test, owner.account_id, ({ db }) =>
    db
      .updateTable('stores')
      .set({ settings: JSON.stringify({ stock_plan }) })
      .where('account_id', '=', owner.account_id)
      .where('id', '=', store.id)
      .execute(),
  );

describe('the journal', () => {
  it('is what levels derive from: nothing else changes them, and no line of it can be changed', {
    tags: ['D3-01'],
  }, async () => {
    const lamp = await goods();
    await givenStock(test, owner.account_id, lamp.sku_id, 10, { damaged_qty: 1 });
    await givenStock(test, owner.account_id, lamp.sku_id, 4, { warehouse_id: shenzhen });
    await givenStock(test, owner.account_id, lamp.sku_id, -3, { kind: 'write_off', reason: 'Broken' });
    await given(lamp, 2);
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toEqual({
      on_hand: 11,
      damaged: 1,
      reserved: 2,
      committed: 0,
      available: 8,
    });
    const tries = [
      'UPDATE stock_levels SET on_hand = on_hand + 1',
      'UPDATE stock_levels SET reserved = 0',
      'UPDATE stock_movements SET qty = 99',
      'DELETE FROM stock_movements',
      'DELETE FROM stock_levels',
      'TRUNCATE stock_movements',
    ];
    for (const statement of tries) {
      await expect(inAccount(test, owner.account_id, ({ db }) => sql.raw(statement).execute(db))).rejects.toThrow(
        /follow movements|permission denied|append-only/,
      );
    }
    expect(await brokenLevels(test)).toEqual([]);
  });

  it('refuses what a shelf does not hold, or what orders hold of it, and repeats nothing', async () => {
    const lamp = await goods();
    await givenStock(test, owner.account_id, lamp.sku_id, 3, { key: 'once' });
    await givenStock(test, owner.account_id, lamp.sku_id, 3, { key: 'once' });
    await given(lamp, 2);
    await expect(givenStock(test, owner.account_id, lamp.sku_id, -2, { kind: 'write_off' })).rejects.toThrow(
      /enough units available/,
    );
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ on_hand: 3, available: 1 });
  });
});

describe('an order', () => {
  it('occupies stock for 24 hours while unpaid, keeps it from its payment on, and takes it along when it ships', {
    tags: ['D3-03'],
  }, async () => {
    const lamp = await goods();
    await givenStock(test, owner.account_id, lamp.sku_id, 5);
    const first = await given(lamp, 3, { placed_at: new Date('2026-11-10T08:00:00Z') });
    const second = await given(lamp, 4, { placed_at: new Date('2026-11-11T08:00:00Z') });
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ reserved: 5, available: 0 });
    // Three of the first are its own goods and paid for already; of the second two are.
    expect((await detail(first.id)).cost).toMatchObject({ goods: 0 });
    expect((await detail(second.id)).cost).toMatchObject({ goods: 1000 });

    test.clock.advance(24 * 3_600_000 + 1000);
    await systemTask('stock_expire');
    await runTasks(test);
    // Both let go; the first waited longest and is served first again.
    expect((await preview(first.id))[0]).toMatchObject({ goods: 0 });
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ reserved: 5 });

    expect(await pay(first.id)).toMatchObject({ goods: 0, lines: [{ quantity: 3, amount: 0 }, { code: 'freight' }] });
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ reserved: 2, committed: 3 });
    test.clock.advance(48 * 3_600_000);
    await systemTask('stock_expire');
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ reserved: 0, committed: 3 });
    await runTasks(test);

    expect((await ship(first.id, 2, 'STOCK-1')).status).toBe(200);
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ on_hand: 3, committed: 1 });
    // A paid unit that is taken out of the order at the shop is free again, and goes to the one that waits.
    await shopSays(first.order, { lines: [shopLine(lamp, { quantity: 3, current_quantity: 2 })] });
    await runTasks(test);
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ on_hand: 3, committed: 0, reserved: 3 });
    await shopSays(second.order, { cancelled_at: new Date() });
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ reserved: 0, available: 3 });
    expect(await brokenLevels(test)).toEqual([]);
  });

  it('is charged what it was shown, or refused when its pieces went to another', async () => {
    const lamp = await goods();
    await givenStock(test, owner.account_id, lamp.sku_id, 2);
    const { id, order } = await given(lamp, 2);
    const shown = (await preview(id))[0];
    expect(shown).toMatchObject({ goods: 0, refusal: null });
    await shopSays(order, { lines: [shopLine(lamp, { quantity: 3 })] });
    expect((await preview(id))[0]).toMatchObject({ goods: 500 });
    expect(await pay(id)).toMatchObject({ goods: 500 });
  });

  it('takes own goods before shared ones, and pays for the shared', async () => {
    const lamp = await goods();
    await givenStock(test, owner.account_id, lamp.sku_id, 1);
    await givenStock(test, shared, lamp.sku_id, 5);
    const { id } = await given(lamp, 3);
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ reserved: 1 });
    expect(await levelOf(test, shared, lamp.sku_id)).toMatchObject({ reserved: 2, available: 3 });
    expect((await detail(id)).cost).toMatchObject({ goods: 1000 });
    await givenStock(test, owner.account_id, lamp.sku_id, 5);
    expect(await pay(id)).toMatchObject({ goods: 0 }); // own pieces stand in for shared ones as soon as there are any
    expect(await levelOf(test, shared, lamp.sku_id)).toMatchObject({ reserved: 0, committed: 0 });
    expect((await ship(id, 3, 'STOCK-2')).status).toBe(200);
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ on_hand: 3 });
  });

  it('follows the stock plan of its store: use, only, never', { tags: ['D3-10'] }, async () => {
    const lamp = await goods();
    await givenStock(test, owner.account_id, lamp.sku_id, 3);
    await givenStock(test, shared, lamp.sku_id, 9);
    await plan('never');
    const never = await given(lamp, 2);
    expect((await detail(never.id)).cost).toMatchObject({ goods: 1000 });
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ reserved: 0 });
    await plan('only');
    const [fits, short] = [await given(lamp, 2), await given(lamp, 2)];
    expect(await detail(fits.id)).toMatchObject({ stage: 'awaiting_payment', cost: { goods: 0 } });
    expect(await detail(short.id)).toMatchObject({
      stage: 'imported',
      blocks: [{ code: 'OUT_OF_STOCK', owner: 'merchant', detail: { skus: [{ wanted: 2, available: 1 }] } }],
    });
    expect(await levelOf(test, shared, lamp.sku_id)).toMatchObject({ reserved: 0 });
    await plan('use');
    await inAccount(test, owner.account_id, (ctx) => reviewOrders(ctx, { orderIds: [short.id] }));
    expect(await detail(short.id)).toMatchObject({ stage: 'awaiting_payment', blocks: [], cost: { goods: 500 } });
  });
});

describe('two orders', () => {
  it('never get the same piece: payments and imports at once, over own and shared goods', {
    tags: ['D3-04'],
  }, async () => {
    const other = await merchant(test);
    const theirs = { account_id: other.account_id, id: await givenStore(test, other.account_id, { platform: 'file' }) };
    const lamp = await goods();
    const copy = await goods(theirs);
    await systemEntry(test).run('all_accounts', ({ db }) =>
      db
        .updateTable('mapping_components')
        .set({ catalog_sku_id: lamp.sku_id })
        .where('account_id', '=', other.account_id)
        .where('variant_id', '=', copy.variant_id)
        .execute(),
    );
    await givenPrice(test, other.account_id, { sku_id: lamp.sku_id, channel });
    await givenStock(test, owner.account_id, lamp.sku_id, 4);
    await givenStock(test, shared, lamp.sku_id, 5);
    const mine = await Promise.all([1, 2, 3, 4].map(() => given(lamp, 2)));
    const others = await Promise.all([1, 2, 3].map(() => given(copy, 2, {}, theirs)));
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ reserved: 4, available: 0 });
    expect(await levelOf(test, shared, lamp.sku_id)).toMatchObject({ reserved: 5, available: 0 });
    await Promise.all([
      ...mine.map(({ id }) => pay(id)),
      ...others.map(({ order }) => shopSays(order, { lines: [shopLine(copy, { quantity: 1 })] }, theirs)),
    ]);
    expect(await brokenLevels(test)).toEqual([]);
    const held = await systemEntry(test).run('all_accounts', ({ db }) =>
      db
        .selectFrom('stock_reservations')
        .select(({ fn }) => fn.sum<string>('quantity').as('pieces'))
        .where('sku_id', '=', lamp.sku_id)
        .executeTakeFirstOrThrow(),
    );
    expect(Number(held.pieces)).toBeLessThanOrEqual(9);
    expect((await levelOf(test, owner.account_id, lamp.sku_id)).committed).toBe(4);
  });
});

async function systemTask(name: string): Promise<void> {
  await test.app.tasks[name]?.(systemEntry(test), {});
}
