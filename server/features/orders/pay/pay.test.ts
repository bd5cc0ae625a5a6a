import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FreightFormula } from '#contract/shipping.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
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
import { merchant, type Person } from '#testing/people.ts';
import { checkLedger, givenMoney } from '#testing/wallet-fixtures.ts';
import { applyShopOrders } from '../intake/apply.service.ts';
import { lockPayable, markPaid, previewPayable } from './pay.service.ts';

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let lamp: Goods;
let vase: Goods;
const steps: FreightFormula = { kind: 'first_step', first_g: 500, first_amount: 600, step_g: 500, step_amount: 150 };
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  lamp = await givenVariant(test, store, { weight_g: 400 });
  vase = await givenVariant(test, store, { weight_g: 1200 });
  const [air, sea] = [await givenChannel(test, 'Air line'), await givenChannel(test, 'Sea line')];
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: air });
  await givenPrice(test, owner.account_id, { sku_id: vase.sku_id, channel: air, unit_price: 900, formula: steps });
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: sea, unit_price: 1 });
});
afterAll(() => test.close());

const run = <T>(action: Parameters<typeof inAccount<T>>[2]) => inAccount(test, owner.account_id, action);
let made = 0;
async function given(lines = [shopLine(lamp)], more: Parameters<typeof shopOrder>[1] = {}) {
  made += 1;
  const name = `#9${made}`;
  const order = shopOrder(lines, { external_id: `9${made}`, name, ...more });
  await run((ctx) => applyShopOrders(ctx, store, [order], 'api'));
  const { body } = await test.call('GET', `/api/shopify_orders?q=${name.slice(1)}&per_page=1`, { token: owner.token });
  return { id: body.data[0].id as string, order };
}
const detail = async (id: string) =>
  (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;

describe('orders at the checkout', () => {
  it('show what they cost and what it was computed from', async () => {
    const { id } = await given([
      shopLine(lamp, { quantity: 1 }),
      shopLine(vase, { external_id: 'line-2', quantity: 1 }),
    ]);
    const [payable] = await run((ctx) => previewPayable(ctx, [id]));
    expect(payable).toMatchObject({
      order_id: id,
      refusal: null,
      goods: 1400,
      freight: 400 + 300 + 600,
      fees: 0,
      total: 2700,
      currency: 'USD',
      weight_g: 1600,
    });
    expect(payable?.lines.map((line) => [line.code, line.quantity, line.amount])).toEqual([
      ['goods', 1, 500],
      ['goods', 1, 900],
      ['freight', 1, 1300],
    ]);
    expect(payable?.lines[2]?.inputs).toMatchObject({
      destination: 'US',
      weight_g: 1600,
      pools: [{ weight_g: 400 }, { formula: steps, weight_g: 1200 }],
    });
  });

  it('come back in the order of their ids, each once, with a sentence when they cannot be paid', async () => {
    const [good, pending, held] = [
      await given(),
      await given(undefined, { financial_status: 'pending' }),
      await given(),
    ];
    const { version } = await detail(held.id);
    await test.call('POST', `/api/shopify_orders/${held.id}/hold`, {
      token: owner.token,
      body: { held: true, version },
    });
    const ids = [held.id, good.id, pending.id, good.id];
    const found = await run((ctx) => lockPayable(ctx, ids));
    expect(found.map((order) => order.order_id)).toEqual([...new Set(ids)].sort());
    expect(new Map(found.map((order) => [order.order_id, order.refusal?.text ?? null]))).toEqual(
      new Map([
        [good.id, null],
        [pending.id, 'orders.blocked_STORE_UNPAID'],
        [held.id, 'orders.unpayable_held'],
      ]),
    );
  });

  it('are not found in another account', async () => {
    const { id } = await given();
    const stranger = await merchant(test);
    await expect(inAccount(test, stranger.account_id, (ctx) => previewPayable(ctx, [id]))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('wait for each other when two payments want the same order', async () => {
    const { id } = await given();
    const pay = () =>
      run(async (ctx) => {
        const [order] = await lockPayable(ctx, [id]);
        if (order?.refusal === null) await markPaid(ctx, [order]);
        return order?.refusal;
      });
    const answers = await Promise.all([pay(), pay(), pay()]);
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(answers.filter((refusal) => refusal?.text === 'orders.unpayable_paid')).toHaveLength(2);
  });
});

describe('a paid order', () => {
  async function paidOrder(lines = [shopLine(lamp)]) {
    const given_ = await given(lines);
    await run(async (ctx) => {
      await markPaid(ctx, await lockPayable(ctx, [given_.id]));
    });
    return given_;
  }
  const later = new Date('2026-11-21T08:00:00Z');
  async function paidByWallet() {
    const given_ = await given();
    await givenMoney(test, owner.account_id, 100_000);
    const body = { order_ids: [given_.id], expected_total: 1002 };
    const paid = await test.call('POST', '/api/invoices', { token: owner.token, key: uuid(), body });
    expect(paid).toMatchObject({ status: 200 });
    return given_;
  }

  it('goes to the warehouse', async () => {
    const { id } = await paidOrder();
    expect(await detail(id)).toMatchObject({
      stage: 'processing',
      payment: 'paid',
      cost: { total: 1002 },
      order_lines: [{ open_quantity: 2 }],
    });
  });

  it('keeps what was paid when the shop changes it, and says so', async () => {
    const { id, order } = await paidOrder();
    await run((ctx) =>
      applyShopOrders(
        ctx,
        store,
        [
          {
            ...order,
            updated_at: later,
            lines: [shopLine(lamp, { quantity: 3, current_quantity: 3 }), shopLine(vase, { external_id: 'new' })],
          },
        ],
        'api',
      ),
    );
    const after = await detail(id);
    expect(after).toMatchObject({
      stage: 'processing',
      cost: { goods: 2, total: 1002 },
      blocks: [{ code: 'CHANGED_AFTER_PAYMENT', owner: 'merchant', detail: { removed: 0, added: 3 } }],
    });
    expect(after.order_lines.map((line: { open_quantity: number }) => line.open_quantity)).toEqual([2, 0]);
    expect(after.events[0]).toMatchObject({
      kind: 'lines_changed',
      data: { after_payment: true, units_before: 2, units_after: 5 },
    });
  });

  it('is stopped when it is cancelled in a shop that leaves its quantities as they were, and goes on when that is undone', async () => {
    const { id, order } = await paidOrder();
    const importOrders = (more: object) => run((ctx) => applyShopOrders(ctx, store, [{ ...order, ...more }], 'api'));
    await importOrders({ updated_at: later, cancelled_at: later });
    expect(await detail(id)).toMatchObject({
      blocks: [{ code: 'CHANGED_AFTER_PAYMENT', detail: { removed: 2 } }],
      order_lines: [{ open_quantity: 0 }],
    });
    await importOrders({ updated_at: new Date(later.getTime() + 1000) });
    expect(await detail(id)).toMatchObject({ blocks: [], order_lines: [{ open_quantity: 2 }] });
  });

  it('is stopped when it is deleted in the shop, until its merchant takes the money back or the shop has it again (round 2)', async () => {
    const remove = (external_id: string) => run((ctx) => removeShopOrders(ctx, store, [external_id]));
    const back = await paidOrder();
    await remove(back.order.external_id);
    expect(await detail(back.id)).toMatchObject({
      payment: 'paid',
      blocks: [{ code: 'CHANGED_AFTER_PAYMENT', owner: 'merchant', detail: { removed: 2 } }],
      order_lines: [{ open_quantity: 0 }],
    });
    expect(await remove(back.order.external_id)).toBe(0);
    await run((ctx) => applyShopOrders(ctx, store, [{ ...back.order, updated_at: later }], 'api'));
    expect(await detail(back.id)).toMatchObject({ blocks: [], order_lines: [{ open_quantity: 2 }] });
    const unpaid = await given();
    await remove(unpaid.order.external_id);
    expect(await detail(unpaid.id)).toMatchObject({ stage: 'cancelled', order_lines: [{ current_quantity: 2 }] });
  });

  it('has units that were given back bought again when the shop wants them again, and those that its merchant gave up not (round 2)', async () => {
    const key = () => ({ token: owner.token, key: uuid() });
    const { id, order } = await paidByWallet();
    const importOrders = (quantity: number, minute: number) => {
      const lines = [shopLine(lamp, { quantity: 2, current_quantity: quantity })];
      const updated_at = new Date(later.getTime() + minute * 60_000);
      return run((ctx) => applyShopOrders(ctx, store, [{ ...order, updated_at, lines }], 'api'));
    };
    const act = async (name: string, more = {}) => {
      const { version } = await detail(id);
      const done = await test.call('POST', `/api/shopify_orders/${id}/${name}`, {
        ...key(),
        body: { version, ...more },
      });
      expect(done).toMatchObject({ status: 200 });
    };
    const look = async () => {
      const { stage, payment, blocks, order_lines } = await detail(id);
      const [{ quantity, open_quantity, cancelled_quantity }] = order_lines;
      const added = blocks.map((block: { detail: { added: number } }) => block.detail.added);
      return { stage, payment, added, units: [quantity, open_quantity, cancelled_quantity] };
    };
    await importOrders(0, 1);
    await act('take_back');
    expect(await look()).toEqual({ stage: 'cancelled', payment: 'refunded', added: [], units: [2, 0, 2] });
    await importOrders(2, 2);
    expect(await look()).toEqual({ stage: 'processing', payment: 'refunded', added: [2], units: [2, 0, 2] });
    const shown = await test.call('POST', '/api/invoices/checkout', { token: owner.token, body: { order_ids: [id] } });
    expect(shown.body.data).toMatchObject({ orders: 1, refused: [] });
    const body = { order_ids: [id], expected_total: shown.body.data.total };
    expect(await test.call('POST', '/api/invoices', { ...key(), body })).toMatchObject({ status: 200 });
    expect(await look()).toEqual({ stage: 'processing', payment: 'partly_refunded', added: [], units: [4, 2, 2] });
    await importOrders(2, 3); // the shop's own count of what was ordered changes nothing
    await importOrders(1, 4);
    await act('take_back');
    expect(await look()).toEqual({ stage: 'processing', payment: 'partly_refunded', added: [], units: [4, 1, 3] });
    await act('cancel', { reason: '' });
    await importOrders(2, 5);
    expect(await look()).toMatchObject({ stage: 'cancelled', payment: 'refunded', added: [], units: [4, 0, 4] });
    expect(await checkLedger(test, owner.account_id)).toMatchObject({ ok: true });
  });

  it('stays when it is cancelled in the shop, with nothing left to send', async () => {
    const { id, order } = await paidOrder();
    await run((ctx) =>
      applyShopOrders(
        ctx,
        store,
        [
          {
            ...order,
            updated_at: later,
            cancelled_at: later,
            financial_status: 'refunded',
            lines: [shopLine(lamp, { current_quantity: 0 })],
          },
        ],
        'api',
      ),
    );
    const after = await detail(id);
    expect(after).toMatchObject({
      stage: 'processing',
      payment: 'paid',
      blocks: [{ code: 'CHANGED_AFTER_PAYMENT' }],
      order_lines: [{ open_quantity: 0 }],
    });
    expect(after.events.map((event: { kind: string }) => event.kind)).toEqual(
      expect.arrayContaining(['cancelled_in_store', 'store_payment', 'paid']),
    );
  });
});
