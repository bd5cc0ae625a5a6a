import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doneByPeople, orderActions, type Stage, stages } from '#contract/order-actions.ts';
import { actionsFor } from '#contract/order-refusals.ts';
import { orderReasons } from '#contract/order-reasons.ts';
import { roleRights } from '#contract/rights.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';

let test: TestApp;
let owner: Person;
let channel: Channel;
let made = 0;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  channel = await givenChannel(test);
});
afterAll(() => test.close());

async function givenOrder(): Promise<string> {
  const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  const lamp = await givenVariant(test, store);
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel });
  made += 1;
  const order = shopOrder([shopLine(lamp, { quantity: 2 })], { external_id: String(made), name: `#${made}` });
  await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, store, [order], 'api'));
  return sqlRows(test, `SELECT id FROM orders WHERE store_id = '${store.id}'`).then(([row]) => String(row?.id));
}
const get = async (id: string) =>
  (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
const hold = async (id: string, body: object) =>
  test.call('POST', `/api/shopify_orders/${id}/hold`, {
    token: owner.token,
    body: { held: true, version: (await get(id)).version, ...body },
  });

describe('the actions of an order', () => {
  it('come with the order as the table of actions decides, and the API refuses by the same table', {
    tags: ['D7-01'],
  }, async () => {
    const id = await givenOrder();
    const open = {
      held: false,
      fulfilment_step: null,
      invoiced: false,
      cancel_asked: false,
      open: 0,
      shipped: 0,
      added: 0,
      removed: 0,
    };
    for (const stage of stages) {
      await sqlRows(test, `UPDATE orders SET stage = '${stage}' WHERE id = '${id}'`);
      const facts = {
        ...open,
        added_payable: false,
        movable: 2,
        gathered: 0,
        replaced: 0,
        recallable: 0,
        blocks: [],
        stage,
      };
      const { actions } = await get(id);
      expect(actions).toEqual(actionsFor(facts, { kind: 'merchant', rights: roleRights.owner }));
      expect(actions.map(({ action }: { action: string }) => action)).toEqual(
        doneByPeople.filter((action) => 'feature' in Object(orderActions[action].by)),
      );
      const held = actions.find(({ action }: { action: string }) => action === 'hold');
      if (held.allowed) continue;
      expect(await hold(id, {})).toMatchObject({
        status: 422,
        body: { code: 'order_action_refused', message: held.message },
      });
    }
  });

  it('hold an order with a reason and until a moment, and it goes on manually or by itself', {
    tags: ['D7-03'],
  }, async () => {
    const id = await givenOrder();
    const until = (hours: number) => new Date(test.clock.now().getTime() + hours * 3_600_000).toISOString();
    expect(await hold(id, { until: until(-1) })).toMatchObject({
      status: 422,
      body: { errors: { until: [expect.stringMatching('passed')] } },
    });
    expect((await hold(id, { until: until(24 * 91) })).body.message).toContain('up to 90 days');

    const held = await hold(id, { reason: 'Waits for the buyer', until: until(2) });
    expect(held.body.data).toMatchObject({
      held: true,
      stage: 'imported',
      hold: { reason: 'Waits for the buyer', until: until(2) },
      next: { step: 'release', by: 'system', at: until(2) },
    });
    expect((await hold(id, {})).body.message).toBe(orderReasons.held_already);
    expect((await hold(id, { held: false })).body.data).toMatchObject({
      held: false,
      hold: null,
      stage: 'awaiting_payment',
    });

    await hold(id, { until: until(2) });
    const release = () => test.app.tasks.orders_release?.(systemEntry(test), {});
    await release();
    expect((await get(id)).held).toBe(true);
    test.clock.advance(2 * 3_600_000);
    await release();
    const after = await get(id);
    expect(after).toMatchObject({ held: false, hold: null, stage: 'awaiting_payment' satisfies Stage });
    expect(after.events[0]).toMatchObject({ kind: expect.stringMatching(/payable|released/), actor: null });
  });
});
