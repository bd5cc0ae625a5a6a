import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShopOrder } from '#server/connectors/connector.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  address,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  removeShopOrders,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { bySize } from '#testing/size.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { type LineUnits, unitsOf } from '../rules/units.ts';
import { applyShopOrders } from '../intake/apply.service.ts';

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let lamp: Goods;
let vase: Goods;
let channel: Channel;
let warehouse: Awaited<ReturnType<typeof staff>>;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  await givenMoney(test, owner.account_id, 10_000_000);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  channel = await givenChannel(test);
  warehouse = await staff(test, 'warehouse');
  lamp = await givenVariant(test, store);
  vase = await givenVariant(test, store);
  for (const { sku_id } of [lamp, vase]) await givenPrice(test, owner.account_id, { sku_id, channel });
});
afterAll(() => test.close());

const at = (minutes: number) => new Date(Date.parse('2026-11-20T08:00:00Z') + minutes * 60_000);
const importOrders = (...orders: ShopOrder[]) =>
  inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, store, orders, 'api'));
const post = async (id: string, path: string, body: object = {}, token = owner.token) => {
  const { version } = (await get(id)) ?? { version: 1 };
  return test.call('POST', `/api/shopify_orders/${id}/${path}`, { token, key: uuid(), body: { version, ...body } });
};
const get = async (id: string) =>
  (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
const idOf = async (name: string): Promise<string> =>
  (await sqlRows(test, `SELECT id FROM orders WHERE name = '${name}'`))[0]?.id as string; // a uuid column

let made = 0;
/** An order of lamps and vases of a buyer of its own, as its shop reports it and as it is here. */
async function given(quantities: readonly [lamps: number, vases: number], more: Partial<ShopOrder> = {}) {
  made += 1;
  const lines = [
    shopLine(lamp, { quantity: quantities[0], unit_price: 2000 }),
    shopLine(vase, { external_id: 'line-2', quantity: quantities[1], unit_price: 1000 }),
  ].filter((line) => line.quantity > 0);
  const total = quantities[0] * 2000 + quantities[1] * 1000 + 500; // and what the buyer paid for shipping
  const order = shopOrder(lines, { external_id: `90${made}`, name: `#90${made}`, total, ...more });
  await importOrders(order);
  return { order, id: await idOf(order.name) };
}
/** The same with other quantities, later. */
const edited = (order: ShopOrder, minutes: number, quantities: readonly number[]): ShopOrder => ({
  ...order,
  updated_at: at(minutes),
  lines: order.lines.map((line, index) => ({ ...line, current_quantity: quantities[index] ?? 0 })),
});
const lineOf = async (id: string, index = 0): Promise<string> => (await get(id)).order_lines[index].id;

/** Splits units off, as the preview says. */
async function split(id: string, ...units: [line: number, quantity: number][]): Promise<string> {
  const { order_lines } = await get(id);
  const lines = units.map(([line, quantity]) => ({ line_id: order_lines[line].id, quantity }));
  const { total: expected_total } = (await post(id, 'split/preview', { lines })).body.data;
  const done = await post(id, 'split', { lines, expected_total });
  expect(done.status).toBe(200);
  const parts = await sqlRows(
    test,
    `SELECT id FROM orders WHERE split_from = coalesce((SELECT split_from FROM orders
    WHERE id = '${id}'), '${id}') ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return parts[0]?.id as string; // a uuid column
}
const seen = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => ({ id, version: (await get(id)).version })));
/** Merges orders into one, as the preview says. */
async function merge(id: string, ...others: string[]) {
  const orders = await seen(others);
  const preview = (await post(id, 'merge/preview', { orders })).body.data;
  const done = await post(id, 'merge', { orders, expected_total: preview.total });
  expect(done.status).toBe(200);
  return preview;
}
const unitsHere = async (id: string) =>
  (await get(id)).order_lines.map((line: { current_quantity: number }) => line.current_quantity);
const pay = async (...ids: string[]) => {
  const orders = await Promise.all(ids.map(get));
  const expected_total = orders.reduce((sum, order) => sum + order.cost.total, 0);
  const body = { order_ids: ids, expected_total };
  return test.call('POST', '/api/invoices', { token: owner.token, key: uuid(), body });
};
const ship = async (id: string, tracking_number = `YT${id.slice(-8)}`) =>
  test.call('POST', `/api/staff/orders/${owner.account_id}/${id}/ship`, {
    token: warehouse.token,
    key: uuid(),
    body: { channel_id: channel.id, tracking_number, version: (await get(id)).version },
  });

describe('an unpaid order', () => {
  it('is split into parts that ship by themselves, and orders of one buyer and address are merged; both can be undone', {
    tags: ['D7-06'],
  }, async () => {
    const { id, order } = await given([3, 1]);
    const whole = await get(id);
    const part = await split(id, [0, 1], [1, 1]);
    expect(await unitsHere(id)).toEqual([2, 0]);
    const half = await get(part);
    expect(half).toMatchObject({ name: `${order.name}-2`, stage: 'awaiting_payment', units: 2, country: 'US' });
    expect(half.related).toMatchObject([{ id, relation: 'part', units: 2 }]);
    expect(half.total.amount + (await get(id)).total.amount).toBe(order.total);
    expect(half.cost.goods + (await get(id)).cost.goods).toBe(whole.cost.goods);
    // put back, and it is as it was
    expect((await post(part, 'put_back')).status).toBe(200);
    expect(await get(id)).toMatchObject({ units: 4, cost: whole.cost, total: whole.total, related: [] });
    expect(await get(part)).toMatchObject({ stage: 'merged', units: 0, total: { amount: 0 } });
    // split again: each is paid and sent by itself
    const again = await split(id, [1, 1]);
    expect((await pay(again)).status).toBe(200);
    expect((await ship(again)).status).toBe(200);
    expect(await get(again)).toMatchObject({ stage: 'shipped', payment: 'paid' });
    expect(await get(id)).toMatchObject({ stage: 'awaiting_payment', payment: 'none', units: 3 });
    // the shop learns of the parcel, and its “partly sent” stops nothing here
    await importOrders({ ...order, updated_at: at(9), fulfillment_status: 'partial' });
    expect(await get(id)).toMatchObject({ stage: 'awaiting_payment', blocks: [] });
    // an order of the same buyer and address goes along
    const { id: other } = await given([1, 0], { email: order.email, placed_at: at(600) });
    const candidates = await test.call('GET', `/api/shopify_orders/${other}/merge`, { token: owner.token });
    expect(candidates.body.data).toMatchObject([{ id, units: 3 }]);
    const preview = await merge(other, id);
    expect(new Set(preview.before.map((one: { units: number }) => one.units))).toEqual(new Set([1, 3]));
    const freight = (some: { cost: { freight: number } | null }[]) =>
      some.reduce((sum, one) => sum + (one.cost?.freight ?? 0), 0);
    expect(freight(preview.after)).toBeLessThan(freight(preview.before));
    expect(await get(other)).toMatchObject({ units: 4, stage: 'awaiting_payment' });
    expect(await get(id)).toMatchObject({ units: 0, stage: 'merged', cost: null });
    expect((await get(id)).related).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: other, relation: 'sent_with', units: 3 })]),
    );
    expect((await post(other, 'put_back')).status).toBe(200);
    expect(await get(id)).toMatchObject({ units: 3, stage: 'awaiting_payment' });
    expect(await get(other)).toMatchObject({ units: 1, stage: 'awaiting_payment' });
  });

  it('costs what the preview said, which changes nothing', async () => {
    const { id } = await given([2, 0]);
    const before = await get(id);
    const lines = [{ line_id: await lineOf(id), quantity: 1 }];
    const { body } = await post(id, 'split/preview', { lines });
    expect(await get(id)).toEqual(before);
    expect(body.data.before).toMatchObject([{ id, units: 2, cost: { total: before.cost.total } }]);
    expect(body.data.after.map((one: { units: number }) => one.units)).toEqual([1, 1]);
    expect(body.data.total).toBeGreaterThan(before.cost.total);
    const refused = await post(id, 'split', { lines, expected_total: body.data.total - 1 });
    expect([refused.status, refused.body.code]).toEqual([422, 'price_changed']);
    const stale = await post(id, 'split', { lines, expected_total: body.data.total, version: before.version - 1 });
    expect(stale.body.code).toBe('stale_version');
    expect(await get(id)).toEqual(before);
  });

  it('is not split or merged as it must not be', async () => {
    const { id, order } = await given([2, 0]);
    const line_id = await lineOf(id);
    const reason = async (path: string, body: object, of = id) => {
      const { status, body: answer } = await post(of, path, { expected_total: null, ...body });
      expect(status).toBe(422);
      return answer.message;
    };
    const stranger = (await given([1, 0])).id;
    expect(await reason('split', { lines: [{ line_id, quantity: 2 }] })).toMatch(/Leave at least one unit/);
    expect(await reason('split', { lines: [{ line_id, quantity: 3 }] })).toMatch(/^Only 2 units of “Lamp”/);
    expect(await reason('split', { lines: [{ line_id: uuid(), quantity: 1 }] })).toMatch(/^One of the lines isn’t/);
    expect(await reason('split', { lines: [{ line_id: await lineOf(stranger), quantity: 1 }] }, stranger)).toMatch(
      /^This order has only one unit/,
    );
    expect(await reason('put_back', {})).toMatch(/^This order has no units from other orders/);
    expect(await reason('merge', { orders: await seen([stranger]) })).toMatch(
      /has a different buyer, address, or store/,
    );
    expect(await reason('merge', { orders: await seen([id]) })).toMatch(/^One of the orders is selected twice/);
    const late = (await given([1, 0], { email: order.email, placed_at: at(25 * 60) })).id;
    expect(await reason('merge', { orders: await seen([late]) })).toMatch(/more than a day apart/);
    await post(id, 'hold', { held: true });
    expect(await reason('split', { lines: [{ line_id, quantity: 1 }] })).toMatch(/^This order is on hold/);
    await post(id, 'hold', { held: false });
    await pay(id);
    expect(await reason('split', { lines: [{ line_id, quantity: 1 }] })).toMatch(/^This order is paid as a whole/);
    const foreign = await merchant(test);
    const theirs = await test.call('POST', `/api/shopify_orders/${stranger}/merge`, {
      token: owner.token,
      key: uuid(),
      body: { version: (await get(stranger)).version, expected_total: null, orders: [{ id: uuid(), version: 1 }] },
    });
    expect(theirs.status).toBe(404);
    expect((await post(stranger, 'put_back', {}, foreign.token)).status).toBe(404);
  });
});

describe('the shop’s news', () => {
  it('find the units of an order wherever they are sent from', async () => {
    const { id, order } = await given([3, 0]);
    const part = await split(id, [0, 2]);
    await importOrders(edited(order, 1, [2]));
    expect([await unitsHere(id), await unitsHere(part)]).toEqual([[0], [2]]); // the order’s own go first
    expect(await get(id)).toMatchObject({ stage: 'merged' });
    await importOrders(edited(order, 2, [1]));
    expect([await unitsHere(id), await unitsHere(part)]).toEqual([[0], [1]]);
    expect(await get(part)).toMatchObject({ units: 1, cost: { goods: 500 } });
    expect(await importOrders(edited(order, 2, [1]))).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    await importOrders(edited(order, 3, [3]));
    expect([await unitsHere(id), await unitsHere(part)]).toEqual([[1], [2]]);
    // after payment, as anywhere: what is taken away is told, and what comes is new
    await pay(part);
    await importOrders(edited(order, 4, [0]));
    expect(await get(part)).toMatchObject({
      stage: 'processing',
      blocks: [{ code: 'CHANGED_AFTER_PAYMENT', detail: { removed: 2 } }],
    });
    await runTasks(test, { tolerant: true });
    const reported = (await test.call('GET', '/api/notifications', { token: owner.token })).body.data;
    expect(reported.filter(({ event }: { event: string }) => event === 'order_units_removed')).toMatchObject([
      { params: { order: `${order.name}-2`, units: 2 } },
    ]);
    const grown = edited(order, 5, [4]);
    await importOrders({ ...grown, lines: grown.lines.map((line) => ({ ...line, quantity: 4 })) });
    expect([await unitsHere(id), await unitsHere(part)]).toEqual([[2], [2]]);
    expect(await get(part)).toMatchObject({ blocks: [] });
  });

  it('reach the parts of an order: its payment, its hold, its address, its end', async () => {
    const { id, order } = await given([2, 0]);
    const part = await split(id, [0, 1]);
    await importOrders({ ...order, updated_at: at(1), financial_status: 'pending', fulfillment_status: 'on_hold' });
    const codes = async (of: string) => (await get(of)).blocks.map((block: { code: string }) => block.code).sort();
    expect(await codes(part)).toEqual(['STORE_HOLD', 'STORE_UNPAID']);
    await importOrders({ ...order, updated_at: at(2), address: { ...address, address1: '2 Side St' } });
    expect(await get(part)).toMatchObject({ stage: 'awaiting_payment', address: { address1: '2 Side St' } });
    await importOrders({ ...order, updated_at: at(3), cancelled_at: at(3) });
    expect([(await get(id)).stage, (await get(part)).stage]).toEqual(['cancelled', 'cancelled']);
  });

  it('of an order that is sent with another one stop or empty what it brought', async () => {
    const first = await given([1, 0]);
    const second = await given([0, 2], { email: first.order.email });
    await merge(first.id, second.id);
    const codes = async () => (await get(first.id)).blocks.map((block: { code: string }) => block.code);
    await importOrders({ ...second.order, updated_at: at(1), fulfillment_status: 'on_hold' });
    expect(await codes()).toEqual(['STORE_HOLD']);
    await importOrders({ ...second.order, updated_at: at(2), financial_status: 'pending' });
    expect(await codes()).toEqual(['STORE_UNPAID']);
    await importOrders({ ...second.order, updated_at: at(3), fulfillment_status: 'fulfilled' });
    expect(await codes()).toEqual(['MARKED_FULFILLED_IN_STORE']);
    await importOrders({ ...second.order, updated_at: at(4), cancelled_at: at(4) });
    expect(await codes()).toEqual([]);
    expect([await unitsHere(first.id), (await get(second.id)).stage]).toEqual([[1, 0], 'cancelled']);
    // the shop’s word on the other one leaves them alone
    await importOrders({ ...second.order, updated_at: at(5) }, { ...first.order, updated_at: at(5), note: 'new' });
    expect(await unitsHere(first.id)).toEqual([1, 2]);
    await inAccount(test, owner.account_id, (ctx) => removeShopOrders(ctx, store, [second.order.external_id]));
    expect(await unitsHere(first.id)).toEqual([1, 0]);
  });

  it('of an order that sends another one’s go on when the shop cancels it: the other one’s are sent, and can be put back', async () => {
    const first = await given([1, 0]);
    const second = await given([0, 2], { email: first.order.email });
    await merge(first.id, second.id);
    await importOrders({ ...first.order, updated_at: at(1), cancelled_at: at(1), financial_status: 'voided' });
    expect([(await get(first.id)).stage, await unitsHere(first.id)]).toEqual(['awaiting_payment', [0, 2]]);
    expect((await pay(first.id)).status).toBe(200);
    expect((await ship(first.id)).status).toBe(200);
    const [third, fourth] = [await given([1, 0]), await given([0, 2], { email: `c.${made}@example.com` })];
    await importOrders({ ...fourth.order, email: third.order.email, updated_at: at(1) });
    await merge(third.id, fourth.id);
    await importOrders({ ...third.order, updated_at: at(2), cancelled_at: at(2) });
    expect((await post(third.id, 'put_back')).status).toBe(200);
    expect([(await get(third.id)).stage, (await get(fourth.id)).stage]).toEqual(['cancelled', 'awaiting_payment']);
  });

  it('ends in the same state whatever the sequence and number of deliveries, and a family never loses a unit', {
    tags: ['D7-11', 'D7-12'],
  }, async () => {
    const step = fc.oneof(
      fc.record({ action: fc.constant('split' as const), of: fc.nat(2), units: fc.integer({ min: 1, max: 2 }) }),
      fc.record({ action: fc.constantFrom('put_back' as const, 'pay' as const, 'ship' as const), of: fc.nat(2) }),
      fc.record({ action: fc.constant('cancel' as const), of: fc.nat(2) }),
      fc.record({ action: fc.constant('tell' as const), wanted: fc.nat(4), again: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const { id, order } = await given([4, 0]);
        const family = [id];
        let wanted = 4;
        for (const [index, one] of steps.entries()) {
          if (one.action === 'tell') {
            wanted = one.wanted;
            await importOrders(edited(order, index + 1, [wanted]));
            // late and repeated words change nothing
            if (one.again) await importOrders(edited(order, index, [4]), edited(order, index + 1, [wanted]));
          } else await take(one, family);
          await sound(id, order.total, wanted);
        }
      }),
      { numRuns: bySize(8, 300) },
    );
  });
});

/** Does an action on one of a family, where its state lets it happen. */
async function take(
  step: { action: 'split' | 'put_back' | 'pay' | 'ship' | 'cancel'; of: number; units?: number },
  family: string[],
) {
  const of = family[step.of % family.length] as string; // never empty
  const order = await get(of);
  const may = (name: string) =>
    order.actions.some((one: { action: string; allowed: boolean }) => one.action === name && one.allowed);
  if (step.action === 'ship') {
    if (order.stage === 'processing') expect((await ship(of)).status).toBe(200);
  } else if (!may(step.action)) return;
  else if (step.action === 'pay') expect((await pay(of)).status).toBe(200);
  else if (step.action !== 'split')
    await post(of, step.action); // what is put back may be refused by where it came from
  else if (order.units > (step.units ?? 1)) family.push(await split(of, [0, step.units ?? 1]));
}

/** Each unit that the shop sold is somewhere, once, and so is its price. */
async function sound(id: string, total: number, wanted: number): Promise<void> {
  const lines = await sqlRows<LineUnits & { own: boolean }>(
    test,
    `SELECT quantity, current_quantity, shipped_quantity, paid_quantity, cancelled_quantity, moved_quantity, replaced_quantity, order_id = '${id}' AS own
     FROM order_lines WHERE order_id = '${id}' OR origin_line_id = (SELECT id FROM order_lines WHERE order_id = '${id}')`,
  );
  for (const line of lines) {
    const { shipped, open, cancelled, moved } = unitsOf(line);
    expect(shipped + open + cancelled + moved).toBe(line.quantity);
    expect(Math.min(open, cancelled, line.current_quantity)).toBeGreaterThanOrEqual(0);
  }
  const sum = (count: (line: LineUnits) => number) => lines.reduce((all, line) => all + count(line), 0);
  expect([sum((line) => line.current_quantity), sum((line) => line.quantity - line.moved_quantity)]).toEqual([
    wanted,
    4,
  ]);
  const [sums] = await sqlRows(
    test,
    `SELECT sum(total)::int AS total, sum(units)::int AS units FROM orders WHERE id = '${id}' OR split_from = '${id}'`,
  );
  expect(sums).toEqual({ total, units: wanted });
}

describe('an order that is sent with another one', () => {
  it('is told apart from its parts by the numbers of their parcels', async () => {
    const { id } = await given([2, 0]);
    const part = await split(id, [0, 1]);
    await pay(id, part);
    expect((await ship(id, 'YT5000001')).status).toBe(200);
    const taken = await ship(part, 'YT5000001');
    expect([taken.status, taken.body.message]).toEqual([
      422,
      expect.stringMatching(/^This order already has a parcel/),
    ]);
    expect((await ship(part, 'YT5000002')).status).toBe(200);
    expect([(await get(id)).stage, (await get(part)).stage]).toEqual(['shipped', 'shipped']);
  });

  it('is counted once, and found by its name', async () => {
    const list = async (query: string) =>
      (await test.call('GET', `/api/shopify_orders?${query}`, { token: owner.token })).body;
    const first = await given([1, 0]);
    const second = await given([0, 1], { email: first.order.email });
    const before = (await list('per_page=1')).meta.counts;
    await merge(first.id, second.id);
    const after = await list('per_page=200');
    expect(after.meta.counts).toMatchObject({ all: before.all - 1, to_pay: before.to_pay - 1 });
    expect(after.meta.total).toBe(after.data.length);
    expect(after.data.map((row: { id: string }) => row.id)).not.toContain(second.id);
    const found = await list(`q=${encodeURIComponent(second.order.name)}`);
    const stages = Object.fromEntries(found.data.map((row: { name: string; stage: string }) => [row.name, row.stage]));
    expect(stages).toEqual({ [first.order.name]: 'awaiting_payment', [second.order.name]: 'merged' });
    expect((await get(first.id)).total.amount).toBe(first.order.total + second.order.total);
    const [action] = (await get(second.id)).actions.filter((one: { action: string }) => one.action === 'cancel');
    expect(action).toMatchObject({ allowed: false, reason: 'merged' });
  });

  it('takes part in one of two merges at once, and is paid in one place', async () => {
    const first = await given([1, 0]);
    const more = { email: first.order.email };
    const [second, third] = [await given([0, 1], more), await given([0, 2], more)];
    const orders = await seen([second.id]);
    const totals = await Promise.all(
      [first.id, third.id].map(async (id) => (await post(id, 'merge/preview', { orders })).body.data.total),
    );
    const answers = await Promise.all(
      [first.id, third.id].map((id, index) => post(id, 'merge', { orders, expected_total: totals[index] })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const winner = answers[0]?.status === 200 ? first.id : third.id;
    const paying = await get(winner);
    const body = { order_ids: [winner], expected_total: paying.cost.total };
    const both = await Promise.all([
      test.call('POST', '/api/invoices', { token: owner.token, key: uuid(), body }),
      post(winner, 'put_back', { version: paying.version }),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const sums = await sqlRows(
      test,
      `SELECT sum(units)::int AS units FROM orders WHERE id IN ('${first.id}', '${second.id}', '${third.id}')`,
    );
    expect(sums).toEqual([{ units: 4 }]);
  });
});
