import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderReasons } from '#contract/order-reasons.ts';
import { planOf } from '#testing/explain.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { type ActionsStage, actionsStage, importOrder, orderFromShop } from '#testing/order-actions-stage.ts';
import { type Channel, givenChannel, givenPrice } from '#testing/order-fixtures.ts';
import { runTask } from '#testing/parcel-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { bySize } from '#testing/size.ts';
import { cashOf, checkLedger } from '#testing/wallet-fixtures.ts';
import { accountsToCloseStatement } from '../ship/ship.db.ts';

let stage: ActionsStage;
let express: Channel;
let slow: Channel;
beforeAll(async () => {
  stage = await actionsStage();
  const { test, owner, goods, channel } = stage;
  [express, slow] = [await givenChannel(test, 'Express'), await givenChannel(test, 'Slow boat')];
  const perKg = (kg_amount: number) => ({ kind: 'per_kg', handling_amount: 200, kg_amount }) as const;
  for (const { sku_id } of goods) {
    await givenPrice(test, owner.account_id, { sku_id, channel: express, formula: perKg(3000) });
    await givenPrice(test, owner.account_id, { sku_id, channel: slow, formula: perKg(1000), unit_price: 490 });
    await givenPrice(test, owner.account_id, {
      sku_id,
      channel,
      destination: 'GB',
      unit_price: 450,
      formula: perKg(4000),
    });
  }
  // the cheapest of these is the slow one; orders begin on the air line, as their store says
  const chosen = JSON.stringify({ default_channels: { US: channel.id } });
  await sqlRows(test, `UPDATE stores SET settings = settings || '${chosen}' WHERE id = '${stage.store.id}'`);
});
afterAll(() => stage.test.close());

const british = {
  name: 'Ada Miller',
  company: null,
  address1: '1 Main St',
  address2: 'Apt 4',
  city: 'London',
  province: null,
  zip: 'SW1A 1AA',
  country: 'GB',
  phone: '+442071838750',
  tax_id: null,
};
type Way = { channel_id: string | null; address?: object; shop_address?: true };
const cash = () => cashOf(stage.test, stage.owner.account_id);
const look = (id: string, way: Way, token = stage.owner.token) =>
  stage.test.call('POST', `/api/shopify_orders/${id}/change/preview`, { token, body: way });
const change = (id: string, body: object, key: string = uuid(), token = stage.owner.token) =>
  stage.test.call('POST', `/api/shopify_orders/${id}/change`, { token, key, body });
/** Looks at the difference and agrees to it. */
async function agree(id: string, way: Way) {
  const { version } = await stage.get(id);
  const seen = await look(id, way);
  if (seen.status !== 200) return seen;
  return change(id, { ...way, version, expected_difference: seen.body.data.difference });
}
async function givenPaid(...units: number[]): Promise<string> {
  const id = await importOrder(stage, orderFromShop(stage, units));
  expect((await stage.pay([id])).status).toBe(200);
  return id;
}
const moneyOf = async (id: string) => {
  const [row] = await sqlRows<{ paid: number; credited: number; cost: number }>(
    stage.test,
    `SELECT coalesce(sum(io.total), 0)::int AS paid, coalesce(sum(io.credited), 0)::int AS credited,
       (SELECT coalesce(cost_total, 0)::int FROM orders WHERE id = '${id}') AS cost FROM invoice_orders io WHERE io.order_id = '${id}'`,
  );
  return row ?? { paid: 0, credited: 0, cost: 0 };
};
const story = async (id: string) =>
  (await stage.test.call('GET', `/api/shopify_orders/${id}/explain`, { token: stage.owner.token })).body.data;

describe('what the shop adds to a paid order', () => {
  it('is a part that is paid by itself: on an invoice order of its own, and nothing that was paid is priced again', {
    tags: ['D7-07'],
  }, async () => {
    const fromShop = orderFromShop(stage, [2]);
    const id = await importOrder(stage, fromShop);
    await stage.pay([id]);
    const before = await cash();
    const paid = await stage.get(id);
    // 2 × 5.00 and 800 g: the price rises afterwards
    expect(paid.cost).toMatchObject({ goods: 1000, freight: 1000, total: 2000 });
    const edited = orderFromShop(stage, [3, 1], fromShop.external_id);
    await importOrder(stage, { ...edited, updated_at: new Date('2026-11-22T01:00:00Z') });
    const [block] = (await stage.get(id)).blocks;
    // two more pieces go in the same parcel: the freight of 1,600 g less that of 800 g
    expect(block).toMatchObject({ code: 'CHANGED_AFTER_PAYMENT', detail: { added: 2, payable: true, total: 1800 } });
    expect((await stage.get(id)).actions).toContainEqual(expect.objectContaining({ action: 'pay', allowed: true }));
    const answer = await stage.pay([id]);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { goods: 1000, freight: 800, total: 1800, orders: 1 } },
    });
    expect(before - (await cash())).toBe(1800);
    const after = await stage.get(id);
    expect(after).toMatchObject({
      stage: 'processing',
      payment: 'paid',
      blocks: [],
      cost: { goods: 2000, freight: 1800 },
    });
    expect(after.order_lines.map((line: { open_quantity: number }) => line.open_quantity)).toEqual([3, 1]);
    const parts = await sqlRows(
      stage.test,
      `SELECT part, total FROM invoice_orders WHERE order_id = '${id}' ORDER BY part`,
    );
    expect(parts).toEqual([
      { part: 1, total: 2000 },
      { part: 2, total: 1800 },
    ]);
    expect(await stage.pay([id])).toMatchObject({ status: 422, body: { code: 'order_not_payable' } });
    expect((await story(id)).cost).toMatchObject({ billed: 3800, recomputed: 3800, equal: true });
  });

  it('is a parcel of its own once the rest has left, which stays as it was sent, and is paid by itself', async () => {
    const fromShop = orderFromShop(stage, [1]);
    const id = await importOrder(stage, fromShop);
    await stage.pay([id]);
    await stage.ship(id);
    const edited = orderFromShop(stage, [1, 2], fromShop.external_id);
    await importOrder(stage, { ...edited, updated_at: new Date('2026-11-22T01:00:00Z') });
    expect(await stage.get(id)).toMatchObject({ stage: 'shipped', blocks: [{ detail: { added: 2, total: 2000 } }] });
    const before = await cash();
    const token = stage.owner.token;
    expect((await stage.test.call('POST', `/api/autopay/${stage.store.id}/run`, { token, key: uuid() })).status).toBe(
      200,
    );
    expect(before - (await cash())).toBe(2000);
    const [sent, added] = (await stage.get(id)).order_lines;
    expect(await stage.get(id)).toMatchObject({ stage: 'partially_shipped', parcels: [{ lines: [{ quantity: 1 }] }] });
    expect([sent.open_quantity, added.open_quantity]).toEqual([0, 2]);
    expect((await stage.ship(id)).body.data).toMatchObject({ stage: 'shipped' });
  });

  it('is paid once, by two at the same moment', async () => {
    const fromShop = orderFromShop(stage, [1]);
    const id = await importOrder(stage, fromShop);
    await stage.pay([id]);
    await importOrder(stage, {
      ...orderFromShop(stage, [2], fromShop.external_id),
      updated_at: new Date('2026-11-22T01:00:00Z'),
    });
    const before = await cash();
    const answers = await Promise.all([stage.pay([id]), stage.pay([id])]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(before - (await cash())).toBe(900);
  });
});

describe('what the shop takes away from a paid order', () => {
  const fromShop = async () => {
    await runTasks(stage.test, { tolerant: true });
    const { body } = await stage.test.call('GET', '/api/notifications', { token: stage.owner.token });
    return body.data.filter(({ event }: { event: string }) => event === 'order_units_removed');
  };

  it('is reported once with the offer of its money: taken back at once, or asked for when it is bought already', {
    tags: ['D7-07'],
  }, async () => {
    const order = orderFromShop(stage, [2, 1]);
    const id = await importOrder(stage, order);
    await stage.pay([id]);
    const before = await cash();
    const known = (await fromShop()).length;
    const edited = { ...orderFromShop(stage, [1, 1], order.external_id), updated_at: new Date('2026-11-22T01:00:00Z') };
    for (let times = 0; times < 3; times += 1) await importOrder(stage, edited);
    expect(await fromShop()).toHaveLength(known + 1);
    expect((await fromShop())[0]).toMatchObject({
      params: { order: order.name, units: 1 },
      link: `/order/index?order=${id}`,
    });
    const removed = await stage.get(id);
    expect(removed).toMatchObject({ blocks: [{ code: 'CHANGED_AFTER_PAYMENT', detail: { removed: 1, added: 0 } }] });
    expect(removed.actions).toContainEqual(expect.objectContaining({ action: 'take_back', allowed: true }));
    expect((await look(id, { channel_id: express.id })).body.message).toBe(orderReasons.removed_first);
    expect((await stage.act(id, 'take_back')).body.data).toMatchObject({
      blocks: [],
      cost: { goods: 1000, freight: 1400 },
    });
    expect((await cash()) - before).toBe(500);

    // once its goods are bought it is asked for: the rest of the order stays whatever the answer
    await stage.work(id, 'buy');
    const again = { ...orderFromShop(stage, [0, 1], order.external_id), updated_at: new Date('2026-11-22T02:00:00Z') };
    await importOrder(stage, again);
    expect((await stage.act(id, 'take_back')).body.message).toBe(orderReasons.being_prepared);
    const reason = 'The buyer sent one away';
    const asked = await stage.act(id, 'cancel_request', { reason, units: 'removed' });
    expect(asked.body.data.cancel_request).toMatchObject({ status: 'open', units: 'removed' });
    const turn = async () => (await stage.get(id)).blocks[0];
    expect(await turn()).toMatchObject({ owner: 'provider', due_at: expect.any(String) }); // until it is answered or taken back
    const { token } = stage.owner;
    await stage.test.call('DELETE', `/api/shopify_orders/${id}/cancel_request`, { token, key: uuid() });
    expect(await turn()).toMatchObject({ owner: 'merchant', due_at: null });
    const askedAgain = await stage.act(id, 'cancel_request', { reason, units: 'removed' });
    const asStaff = `/api/staff/cancel_requests/${stage.owner.account_id}/${askedAgain.body.data.cancel_request.id}`;
    const decided = await stage.test.call('POST', asStaff, {
      token: stage.agent.token,
      key: uuid(),
      body: { accept: true, cost: 120, answer: 'Returned to the maker' },
    });
    expect(decided.body.data).toMatchObject({ status: 'accepted', cost: 120, refund: 380 });
    expect((await cash()) - before).toBe(880);
    const after = await stage.get(id);
    expect(after).toMatchObject({ stage: 'processing', blocks: [], cost: { goods: 500, freight: 1400, fees: 120 } });
    expect(after.order_lines.map((line: { open_quantity: number }) => line.open_quantity)).toEqual([0, 1]);
    const { paid, credited, cost } = await moneyOf(id);
    expect(paid - credited).toBe(cost);
  });
});

describe('another way for a paid order', () => {
  it('shows what another channel or country costs, then pays or gives back the difference, once', {
    tags: ['D8-04'],
  }, async () => {
    const id = await givenPaid(2);
    const start = await cash();
    const paid = await stage.get(id);
    expect(paid).toMatchObject({
      cost: { goods: 1000, freight: 1000, total: 2000 },
      channel: { id: stage.channel.id },
    });
    const invoices = async () =>
      sqlRows<{ total: number }>(
        stage.test,
        `SELECT io.total FROM invoice_orders io WHERE io.order_id = '${id}' ORDER BY io.part`,
      );

    // dearer: the difference on an invoice of its own
    const dear = (await look(id, { channel_id: express.id })).body.data;
    expect(dear).toMatchObject({
      was: { country: 'US', channel: 'Air line', cost: { goods: 1000, freight: 1000, total: 2000 } },
      becomes: { channel: 'Express', cost: { goods: 1000, freight: 2600, total: 3600 } },
      difference: 1600,
      missing: 0,
    });
    expect(await cash()).toBe(start);
    const body = { channel_id: express.id, version: paid.version };
    const wrong = await change(id, { ...body, expected_difference: 1500 });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'price_changed' } });
    expect(wrong.body.message).toContain('16.00 USD instead of 15.00 USD');
    const key = uuid();
    const done = await change(id, { ...body, expected_difference: 1600 }, key);
    expect(done.body.data).toMatchObject({ channel: { id: express.id }, cost: { freight: 2600, total: 3600 } });
    await change(id, { ...body, expected_difference: 1600 }, key);
    expect(start - (await cash())).toBe(1600);
    expect(await invoices()).toEqual([{ total: 2000 }, { total: 1600 }]);
    expect(await change(id, { ...body, expected_difference: 0 })).toMatchObject({ body: { code: 'stale_version' } });

    // cheaper: a credit note, and the goods have their price there too
    const cheap = (await look(id, { channel_id: slow.id })).body.data;
    expect(cheap).toMatchObject({ becomes: { cost: { goods: 980, freight: 1000 } }, difference: -1620 });
    expect((await agree(id, { channel_id: slow.id })).status).toBe(200);
    expect(start - (await cash())).toBe(-20);
    const notes = await sqlRows<{ n: number }>(
      stage.test,
      `SELECT sum(c.amount)::int AS n FROM credit_notes c JOIN invoice_orders io ON io.id = c.invoice_order_id WHERE io.order_id = '${id}'`,
    );
    expect(notes).toEqual([{ n: 1620 }]);

    // another country: only the air line goes there, with prices of its own for goods and freight
    const abroad = (await look(id, { channel_id: null, address: british })).body.data;
    expect(abroad).toMatchObject({
      becomes: { country: 'GB', channel: 'Air line', cost: { goods: 900, freight: 3400 } },
    });
    expect((await agree(id, { channel_id: null, address: british })).status).toBe(200);
    const after = await stage.get(id);
    expect(after).toMatchObject({
      country: 'GB',
      address: { city: 'London', country: 'GB' },
      address_check: { original: { city: 'Austin', country: 'US' }, later: null },
      cost: { goods: 900, freight: 3400, total: 4300 },
      stage: 'processing',
      blocks: [],
    });
    expect(after.promised).not.toBeNull();
    expect(await moneyOf(id)).toMatchObject({ cost: 4300 });
    const money = await moneyOf(id);
    expect(money.paid - money.credited).toBe(4300);
    expect(start - (await cash())).toBe(2300);
    const fromShop = await story(id);
    expect(fromShop.cost).toMatchObject({ billed: 4300, recomputed: 4300, equal: true });
    expect(fromShop.entries.filter((entry: { kind: string }) => entry.kind === 'way_changed')).toHaveLength(3);
    expect((await checkLedger(stage.test, stage.owner.account_id)).ok).toBe(true);
  });

  it('happens once, by two at the same moment', async () => {
    const id = await givenPaid(1);
    const { version } = await stage.get(id);
    const before = await cash();
    const { difference } = (await look(id, { channel_id: express.id })).body.data;
    const body = { channel_id: express.id, version, expected_difference: difference };
    const answers = await Promise.all([change(id, body), change(id, body)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(before - (await cash())).toBe(difference);
  });

  it('is refused with the reason: no price there, no money, packed, unpaid, somebody else’s, not for this role', async () => {
    const id = await givenPaid(1);
    const to = (country: string) => ({
      channel_id: null,
      address: { ...british, country, zip: '10115', city: 'Berlin' },
    });
    expect((await look(id, to('DE'))).body).toMatchObject({ code: 'order_not_editable' });
    expect((await look(id, to('DE'))).body.message).toContain('no shipping rate to Germany');
    expect((await look(id, { channel_id: uuid() })).body.code).toBe('order_not_editable');
    const { version } = await stage.get(id);
    const poor = await look(id, { channel_id: express.id });
    const balance = poor.body.data.available;
    await sqlRows(
      stage.test,
      `UPDATE prices SET formula = jsonb_set(formula, '{handling_amount}', '${balance + 5}') WHERE channel_id = '${express.id}'`,
    );
    const short = (await look(id, { channel_id: express.id })).body.data;
    expect(short.missing).toBe(short.difference - balance);
    const refused = await change(id, { channel_id: express.id, version, expected_difference: short.difference });
    expect(refused).toMatchObject({ status: 422, body: { code: 'insufficient_balance' } });
    await sqlRows(
      stage.test,
      `UPDATE prices SET formula = jsonb_set(formula, '{handling_amount}', '200') WHERE channel_id = '${express.id}'`,
    );
    expect(await stage.get(id)).toMatchObject({ version, channel: { id: stage.channel.id } });

    const stranger = await merchant(stage.test);
    expect((await look(id, { channel_id: express.id }, stranger.token)).status).toBe(404);
    const operations = await merchant(stage.test, { account_id: stage.owner.account_id, role: 'operations' });
    const wanted = { channel_id: express.id, version, expected_difference: 800 };
    expect((await look(id, { channel_id: express.id }, operations.token)).status).toBe(200);
    expect((await change(id, wanted, uuid(), operations.token)).status).toBe(403);
    expect((await change(id, { channel_id: 'no' })).status).toBe(422);
    expect((await stage.test.call('POST', `/api/shopify_orders/${id}/change/preview`, { body: {} })).status).toBe(401);
    await stage.work(id, 'pack');
    expect((await look(id, { channel_id: express.id })).body.code).toBe('order_action_refused');
    const unpaid = await importOrder(stage, orderFromShop(stage, [1]));
    expect((await look(unpaid, { channel_id: express.id })).body.code).toBe('order_not_editable');
  });
});

describe('the shop names another country for a paid order', () => {
  it('and it waits beside the one that was paid for: nothing is sent until one of the two is chosen', async () => {
    const moved = async () => {
      const fromShop = orderFromShop(stage, [1]);
      const id = await importOrder(stage, fromShop);
      await stage.pay([id]);
      const { tax_id: _taxId, ...abroad } = british;
      const address = { ...abroad, province_code: null };
      await importOrder(stage, { ...fromShop, address, updated_at: new Date('2026-11-22T01:00:00Z') });
      return id;
    };
    const kept = await moved();
    expect(await stage.get(kept)).toMatchObject({
      country: 'US',
      address: { country: 'US', city: 'Austin' },
      address_check: { original: { country: 'US' }, later: { country: 'GB', city: 'London' } },
      cost: { total: 1100 },
      blocks: [{ code: 'COUNTRY_CHANGED', owner: 'merchant', detail: { from: 'US', to: 'GB' } }],
      next: null,
    });
    expect((await stage.ship(kept)).body.message).toBe(orderReasons.country_changed);
    expect((await stage.act(kept, 'address/shop', { take: true })).body.code).toBe('order_not_editable');
    expect((await stage.act(kept, 'address/shop', { take: false })).body.data).toMatchObject({
      country: 'US',
      blocks: [],
    });

    const taken = await moved();
    const before = await cash();
    const seen = (await look(taken, { channel_id: null, shop_address: true })).body.data;
    expect(seen).toMatchObject({
      was: { country: 'US' },
      becomes: { country: 'GB', cost: { goods: 450, freight: 1800 } },
    });
    expect((await agree(taken, { channel_id: null, shop_address: true })).status).toBe(200);
    expect(before - (await cash())).toBe(1150);
    expect(await stage.get(taken)).toMatchObject({
      country: 'GB',
      blocks: [],
      address: { city: 'London' },
      address_check: { original: null, later: null },
    });
    expect((await stage.ship(taken)).status).toBe(200);
  });
});

describe('staff who act for a client', () => {
  type Call = (id: string, version: number) => [path: string, body: object];
  const calls: [string, Call, boolean?][] = [
    ['cancel a paid order', (id, v) => [`/api/shopify_orders/${id}/cancel`, { version: v }]],
    ['pay', (id) => ['/api/invoices', { order_ids: [id], expected_total: 1 }]],
    [
      'send a paid order another way',
      (id, v) => [`/api/shopify_orders/${id}/change`, { channel_id: slow.id, expected_difference: -10, version: v }],
    ],
    ['pay by itself', () => [`/api/autopay/${stage.store.id}/run`, {}]],
    ['recharge', () => ['/api/recharges', { method: 'bank', amount: 5000 }]],
    ['take money back', (id, v) => [`/api/shopify_orders/${id}/take_back`, { version: v }], true],
  ];
  it.each(calls)('move no money: they cannot %s', async (_, callOf, removed) => {
    const fromShop = orderFromShop(stage, [2]);
    const id = await importOrder(stage, fromShop);
    await stage.pay([id]);
    if (removed)
      await importOrder(stage, {
        ...orderFromShop(stage, [1], fromShop.external_id),
        updated_at: new Date('2026-11-22T01:00:00Z'),
      });
    const admin = await staff(stage.test, 'admin');
    const { version } = await stage.get(id);
    await stage.test.call('POST', '/api/login_as', {
      token: admin.token,
      body: { account_id: stage.owner.account_id, reason: 'They asked on the phone' },
    });
    const before = await cash();
    const [path, body] = callOf(id, version);
    const answer = await stage.test.call('POST', path, { token: admin.token, key: uuid(), body });
    expect(answer).toMatchObject({ status: 422, body: { code: 'not_allowed_while_acting' } });
    expect(await cash()).toBe(before);
    expect((await stage.get(id)).version).toBe(version);
  });
});

describe('a delivered order', () => {
  it('is closed when its time for claims is over, unless it has a claim, by an index', async () => {
    const delivered = async () => {
      const id = await givenPaid(1);
      await stage.ship(id);
      await sqlRows(
        stage.test,
        `UPDATE parcels SET status = 'delivered', delivered_at = now() WHERE order_id = '${id}'`,
      );
      await sqlRows(stage.test, `UPDATE orders SET stage = 'delivered', stage_since = '2026-10-01' WHERE id = '${id}'`);
      return id;
    };
    const [old, fresh, claimed] = [await delivered(), await delivered(), await delivered()];
    const recent = new Date(stage.test.clock.now().getTime() - 29 * 86_400_000).toISOString();
    await sqlRows(stage.test, `UPDATE orders SET stage_since = '${recent}' WHERE id = '${fresh}'`);
    await sqlRows(stage.test, `UPDATE orders SET claimed = true WHERE id = '${claimed}'`);
    for (let times = 0; times < 2; times += 1) await runTask(stage.test, 'orders_close');
    expect((await stage.get(old)).stage).toBe('closed');
    expect((await stage.get(old)).events.filter(({ kind }: { kind: string }) => kind === 'closed')).toHaveLength(1);
    expect([(await stage.get(fresh)).stage, (await stage.get(claimed)).stage]).toEqual(['delivered', 'delivered']);
    const plan = await planOf(stage.test, 'all_accounts', accountsToCloseStatement(new Date()), { fewRows: true });
    expect(plan).toContain('orders_delivered_idx');
  });
});

type Step = { kind: 'shop' | 'pay' | 'channel' | 'country' | 'take_back' | 'cancel' | 'pick' | 'ask'; n: number };
const kinds = ['shop', 'shop', 'pay', 'channel', 'country', 'take_back', 'cancel', 'pick', 'ask'] as const;
const anyStep: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...kinds), n: fc.integer({ min: 0, max: 4 }) });

async function take(id: string, name: string, at: number, { kind, n }: Step): Promise<void> {
  const channels = [stage.channel.id, express.id, slow.id];
  if (kind === 'shop')
    await importOrder(stage, {
      ...orderFromShop(stage, [n, n % 2], name),
      updated_at: new Date(Date.UTC(2026, 10, 22, 1, at)),
    });
  else if (kind === 'pay') await stage.pay([id]);
  else if (kind === 'channel') await agree(id, { channel_id: channels[n % 3] ?? null });
  else if (kind === 'country') await agree(id, { channel_id: null, address: british });
  else if (kind === 'pick') await stage.work(id, 'pick');
  else if (kind === 'ask') {
    const asked = await stage.act(id, 'cancel_request', { reason: 'Changed my mind' });
    if (asked.status !== 200) return;
    const path = `/api/staff/cancel_requests/${stage.owner.account_id}/${asked.body.data.cancel_request.id}`;
    const answer = { accept: n > 1, cost: 0, answer: 'So be it' };
    await stage.test.call('POST', path, { token: stage.agent.token, key: uuid(), body: answer });
  } else await stage.act(id, kind);
}

describe('whatever changes after the payment', () => {
  it('an order costs what was paid less what was given back, and never more is given back than was paid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 7 }), async (steps) => {
        const fromShop = orderFromShop(stage, [2]);
        const id = await importOrder(stage, fromShop);
        const before = await cash();
        for (const [at, step] of [{ kind: 'pay', n: 0 } as const, ...steps].entries()) {
          await take(id, fromShop.external_id, at, step);
          const { paid, credited, cost } = await moneyOf(id);
          expect([steps.slice(0, at), paid - credited]).toEqual([steps.slice(0, at), cost]);
          expect(credited).toBeLessThanOrEqual(paid);
          expect(before - (await cash())).toBe(cost);
        }
        expect((await checkLedger(stage.test, stage.owner.account_id)).ok).toBe(true);
      }),
      { numRuns: bySize(8, 400) },
    );
  });
});
