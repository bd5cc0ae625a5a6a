import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderReasons } from '#contract/order-reasons.ts';
import { sqlRows, enqueueTask } from '#testing/sql-rows.ts';
import { type ActionsStage, actionsStage, importOrder, orderFromShop } from '#testing/order-actions-stage.ts';
import { merchant, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { bySize } from '#testing/size.ts';
import { cashOf, checkLedger } from '#testing/wallet-fixtures.ts';
import { type LineUnits, openQuantity, unitsOf } from '../rules/units.ts';

let stage: ActionsStage;
beforeAll(async () => {
  stage = await actionsStage();
});
afterAll(() => stage.test.close());

const given = (...units: number[]) => importOrder(stage, orderFromShop(stage, units));
async function givenPaid(...units: number[]): Promise<string> {
  const id = await given(...units);
  expect((await stage.pay([id])).status).toBe(200);
  return id;
}
const cash = () => cashOf(stage.test, stage.owner.account_id);
const refused = (message: string) => ({ status: 422, body: { message } });
const queue = async (tab = 'open') =>
  (await stage.test.call('GET', `/api/staff/cancel_requests?tab=${tab}`, { token: stage.agent.token })).body;
const decide = async (orderId: string, body: object, token = stage.agent.token) => {
  const { cancel_request } = await stage.get(orderId);
  const path = `/api/staff/cancel_requests/${stage.owner.account_id}/${cancel_request.id}`;
  return stage.test.call('POST', path, { token, key: uuid(), body });
};

describe('cancelling', () => {
  it('costs nothing before payment, and gives back all of it while nobody has picked', {
    tags: ['D7-04'],
  }, async () => {
    const before = await cash();
    const unpaid = await given(2);
    const { body } = await stage.act(unpaid, 'cancel', { reason: 'Wrong size' });
    expect(body.data).toMatchObject({ stage: 'cancelled', payment: 'none', next: null, blocks: [] });
    expect(await cash()).toBe(before);
    expect(await stage.act(unpaid, 'cancel')).toMatchObject(refused(orderReasons.cancelled));
    // what the shop says later does not bring it back
    const [row] = await sqlRows<{ external_id: string }>(
      stage.test,
      `SELECT external_id FROM orders WHERE id = '${unpaid}'`,
    );
    const later = { ...orderFromShop(stage, [5], row?.external_id), updated_at: new Date('2026-11-22T01:00:00Z') };
    await importOrder(stage, later);
    expect(await stage.get(unpaid)).toMatchObject({ stage: 'cancelled' });

    const paid = await givenPaid(2, 1);
    expect(await cash()).toBeLessThan(before);
    const { version } = await stage.get(paid);
    const call = { token: stage.owner.token, key: uuid(), body: { version } };
    const done = await stage.test.call('POST', `/api/shopify_orders/${paid}/cancel`, call);
    expect(done.body.data).toMatchObject({ stage: 'cancelled', payment: 'refunded' });
    expect(await cash()).toBe(before);
    // the same call again answers the same and pays nothing twice
    await stage.test.call('POST', `/api/shopify_orders/${paid}/cancel`, call);
    expect(await cash()).toBe(before);
    const notes = await sqlRows(stage.test, `SELECT amount FROM credit_notes WHERE cause = 'orders_cancel:${paid}'`);
    expect(notes).toHaveLength(1);
    expect((await checkLedger(stage.test, stage.owner.account_id)).ok).toBe(true);
  });

  it('is asked for once goods are bought: answered in four business hours less a cost, or rejected; then only a claim', {
    tags: ['D7-05'],
  }, async () => {
    const before = await cash();
    const id = await givenPaid(2, 1);
    const paid = before - (await cash());
    expect((await stage.act(id, 'cancel_request', { reason: 'No' })).body.message).toBe(orderReasons.not_prepared);
    await stage.work(id, 'buy');
    expect(await stage.act(id, 'cancel')).toMatchObject(refused(orderReasons.being_prepared));

    const asked = await stage.act(id, 'cancel_request', { reason: 'The buyer wants another' });
    // 2026-11-21 is a Saturday: the first four working hours of Monday in Shanghai
    const due = '2026-11-23T05:00:00.000Z';
    expect(asked.body.data).toMatchObject({
      cancel_request: { status: 'open', due_at: due },
      next: { step: 'decide_cancel', by: 'provider', at: due },
    });
    expect(await stage.ship(id)).toMatchObject(refused(orderReasons.cancel_asked));
    expect((await queue()).data).toMatchObject([
      { order: { id, fulfilment_step: 'bought' }, reason: 'The buyer wants another', refundable: paid },
    ]);
    expect((await queue()).meta.counts).toMatchObject({ open: 1 });
    expect(await decide(id, { accept: false })).toMatchObject({
      status: 422,
      body: { errors: { answer: [expect.any(String)] } },
    });
    await decide(id, { accept: false, answer: 'It is cut to measure' });
    expect(await stage.get(id)).toMatchObject({
      stage: 'processing',
      cancel_request: { status: 'rejected', answer: 'It is cut to measure' },
    });

    await stage.act(id, 'cancel_request', { reason: 'Really not' });
    await stage.act(id, 'cancel_request', {}, 'DELETE');
    expect((await stage.get(id)).cancel_request.status).toBe('withdrawn');
    await stage.act(id, 'cancel_request', { reason: 'Really not, please' });
    expect((await decide(id, { accept: true, cost: paid + 1 })).body.errors).toHaveProperty('cost');
    const old = { accept: true, cost: 300, expected_refund: paid }; // what stood there before the cost was known
    expect(await decide(id, old)).toMatchObject(
      refused(`The refund is now ${(paid - 300) / 100}.00 USD. Check it and accept again.`),
    );
    const seen = { accept: true, cost: 300, expected_refund: paid - 300, answer: 'Return to the mill' };
    expect((await decide(id, seen)).body.data).toMatchObject({
      status: 'accepted',
      cost: 300,
      refund: paid - 300,
    });
    expect(await cash()).toBe(before - 300);
    expect(await stage.get(id)).toMatchObject({
      stage: 'cancelled',
      payment: 'partly_refunded',
      profit: { amount: -300 },
    });
    expect((await queue('answered')).data[0]).toMatchObject({ status: 'accepted', order: { id } });

    const labelled = await givenPaid(1);
    await stage.work(labelled, 'pack');
    for (const path of ['cancel', 'cancel_request'])
      expect(await stage.act(labelled, path, { reason: 'Too late' })).toMatchObject(refused(orderReasons.packed));
  });

  it('is told to staff when it is asked for and once when it is overdue, and to the client when it is decided', async () => {
    const { test: app, owner, agent, warehouse } = stage;
    const bell = async (token: string, id: string) => {
      const rows = (await app.call('GET', '/api/notifications?per_page=50', { token })).body.data;
      const { name } = await stage.get(id);
      return rows
        .filter(({ params }: { params: { order?: string } }) => params.order === name)
        .map(({ event, needs_action }: { event: string; needs_action: boolean }) => [event, needs_action]);
    };
    const id = await givenPaid(1);
    await stage.work(id, 'buy');
    await stage.act(id, 'cancel_request', { reason: 'Other colour' });
    for (const { token } of [agent, warehouse]) expect(await bell(token, id)).toEqual([['staff_cancel_asked', true]]);
    const begin = app.clock.now();
    const sweep = async () => {
      await enqueueTask(app, 'orders_cancel_overdue');
      await runTasks(app);
    };
    await sweep();
    expect(await bell(agent.token, id)).toHaveLength(1);
    app.clock.advance(4 * 86_400_000);
    await sweep();
    await sweep();
    expect((await bell(agent.token, id))[0]).toEqual(['staff_cancel_overdue', true]);
    expect(await bell(agent.token, id)).toHaveLength(2);
    await decide(id, { accept: true, cost: 100 });
    expect(await bell(agent.token, id)).toEqual([
      ['staff_cancel_overdue', false],
      ['staff_cancel_asked', false],
    ]);
    expect(await bell(owner.token, id)).toEqual([['cancel_accepted', false]]);
    app.clock.set(begin);
    const kept = await givenPaid(1);
    await stage.work(kept, 'buy');
    await stage.act(kept, 'cancel_request', { reason: 'Other colour' });
    await stage.act(kept, 'cancel_request', {}, 'DELETE');
    expect(await bell(agent.token, kept)).toEqual([['staff_cancel_asked', false]]);
    await stage.act(kept, 'cancel_request', { reason: 'Please' });
    await decide(kept, { accept: false, answer: 'It is cut to measure.' });
    expect(await bell(owner.token, kept)).toEqual([['cancel_rejected', false]]);
  });

  it('is found by staff by its order or its client', async () => {
    const id = await givenPaid(1);
    await stage.work(id, 'buy');
    await stage.act(id, 'cancel_request', { reason: 'Other colour' });
    const { name } = await stage.get(id);
    const find = async (q: string, tab = 'open') =>
      (await stage.test.call('GET', `/api/staff/cancel_requests?tab=${tab}&q=${q}`, { token: stage.agent.token })).body;
    const { data, meta } = await find(encodeURIComponent(name));
    expect(data.map(({ order }: { order: { id: string } }) => order.id)).toEqual([id]);
    expect(meta).toMatchObject({ total: 1, counts: { open: expect.any(Number) } });
    const ofClient = await find(String(data[0].client.number));
    expect(ofClient.meta.total).toBe(ofClient.data.length);
    expect(ofClient.data.map(({ order }: { order: { id: string } }) => order.id)).toContain(id);
    expect((await find('no-such-order')).meta.total).toBe(0);
    expect((await find(encodeURIComponent(name), 'answered')).data).toEqual([]);
    await decide(id, { accept: true });
  });

  it('is decided by staff alone, and asked for by those who may edit orders', async () => {
    const id = await givenPaid(1);
    await stage.work(id, 'pick');
    await stage.act(id, 'cancel_request', { reason: 'Other colour' });
    const viewer = await merchant(stage.test, { account_id: stage.owner.account_id, role: 'viewer' });
    for (const token of [stage.owner.token, (await staff(stage.test, 'finance')).token])
      expect((await decide(id, { accept: true }, token)).status).toBe(403);
    const call = { token: viewer.token, key: uuid(), body: { version: 1 } };
    expect((await stage.test.call('POST', `/api/shopify_orders/${id}/cancel`, call)).status).toBe(403);
    expect((await stage.test.call('GET', '/api/staff/cancel_requests')).status).toBe(401);
    expect(
      (await stage.test.call('GET', '/api/staff/cancel_requests?tab=no', { token: stage.agent.token })).status,
    ).toBe(400);
    await decide(id, { accept: true });
  });
});

describe('the warehouse', () => {
  it('keeps a packed parcel of an order on hold, and ships it once the order is released', async () => {
    const id = await givenPaid(1);
    await stage.work(id, 'pack');
    expect((await stage.act(id, 'hold', { held: true })).body.data).toMatchObject({
      stage: 'ready_to_ship',
      fulfilment_step: 'packed',
    });
    expect((await stage.ship(id)).body.message).toBe('This order is on hold. Release it first.');
    await stage.act(id, 'hold', { held: false });
    expect((await stage.ship(id)).body.data).toMatchObject({ stage: 'shipped' });
  });

  it('picks and packs: the state says so, and what may still be changed follows it', { tags: ['D7-08'] }, async () => {
    const id = await givenPaid(2);
    const may = async () =>
      (await stage.get(id)).actions.flatMap((one: { action: string; allowed: boolean }) =>
        one.allowed ? [one.action] : [],
      );
    expect(await may()).toEqual(['hold', 'edit_address', 'change_channel', 'cancel']);
    for (const [action, step, stageNow, mine] of [
      ['buy', 'bought', 'processing', ['hold', 'edit_address', 'change_channel', 'request_cancel']],
      ['pick', 'picked', 'processing', ['hold', 'edit_address', 'change_channel', 'request_cancel']],
      ['pack', 'packed', 'ready_to_ship', ['hold']],
      ['unpack', 'picked', 'processing', ['hold', 'edit_address', 'change_channel', 'request_cancel']],
      ['pack', 'packed', 'ready_to_ship', ['hold']],
    ] as const) {
      expect((await stage.work(id, action)).body.data).toMatchObject({ fulfilment_step: step, stage: stageNow });
      expect(await may()).toEqual(mine);
    }
    expect(await stage.work(id, 'pick')).toMatchObject({ status: 422 });
    expect((await stage.ship(id)).body.data).toMatchObject({ stage: 'shipped' });
    expect(await may()).toEqual(['claim']);
  });

  it('ships or the client cancels: one of both happens, wholly', { tags: ['D7-09'] }, async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const before = await cash();
      const id = await givenPaid(1);
      const paid = before - (await cash());
      const calls = [() => stage.ship(id), () => stage.act(id, 'cancel')];
      if (round % 2 === 1) calls.reverse();
      const answers = await Promise.all(calls.map((call) => call()));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
      const order = await stage.get(id);
      const shipped = order.stage === 'shipped';
      outcomes.add(order.stage);
      expect(order).toMatchObject(
        shipped
          ? { payment: 'paid', parcels: [{ lines: [{ quantity: 1 }] }] }
          : { stage: 'cancelled', payment: 'refunded', parcels: [] },
      );
      expect(before - (await cash())).toBe(shipped ? paid : 0);
    }
    expect([...outcomes].every((name) => name === 'shipped' || name === 'cancelled')).toBe(true);
  });

  it('ends the same, whatever the sequence in which the parts leave', { tags: ['D7-14'] }, async () => {
    const sequences = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const ends = [];
    for (const sequence of sequences) {
      const id = await givenPaid(3, 1);
      const [lamp, vase] = (await stage.get(id)).order_lines;
      const parts = [
        [{ line_id: lamp.id, quantity: 1 }],
        [{ line_id: lamp.id, quantity: 2 }],
        [{ line_id: vase.id, quantity: 1 }],
      ];
      const stages = [];
      for (const part of sequence) stages.push((await stage.ship(id, parts[part])).body.data.stage);
      expect(stages).toEqual(['partially_shipped', 'partially_shipped', 'shipped']);
      const { stage: end, order_lines, parcels } = await stage.get(id);
      const counts = order_lines.map((line: { shipped_quantity: number; open_quantity: number }) => [
        line.shipped_quantity,
        line.open_quantity,
      ]);
      ends.push(JSON.stringify({ end, counts, parcels: parcels.length }));
      expect((await stage.ship(id)).body.message).toBe(orderReasons.left);
    }
    expect(new Set(ends).size).toBe(1);
  });
});

describe('the shop', () => {
  it('changes an order while it is paid: neither is what was paid changed, nor the change lost', {
    tags: ['D7-10'],
  }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const fromShop = orderFromShop(stage, [2]);
      const id = await importOrder(stage, fromShop);
      const before = await cash();
      const cost = (await stage.get(id)).cost.total;
      const edited = orderFromShop(stage, [5], fromShop.external_id);
      const edit = { ...edited, name: fromShop.name, updated_at: new Date('2026-11-22T01:00:00Z') };
      const body = { order_ids: [id], expected_total: cost };
      const pay = () => stage.test.call('POST', '/api/invoices', { token: stage.owner.token, key: uuid(), body });
      const actions = [pay, () => importOrder(stage, edit)];
      if (round % 2 === 1) actions.reverse();
      const [first, second] = await Promise.all(actions.map((action) => action()));
      const answer = typeof first === 'string' ? second : first;
      const order = await stage.get(id);
      expect(order.order_lines[0].current_quantity).toBe(5);
      if (typeof answer === 'object' && answer.status === 200) {
        expect(before - (await cash())).toBe(cost);
        expect(order).toMatchObject({
          stage: 'processing',
          blocks: [{ code: 'CHANGED_AFTER_PAYMENT', detail: { added: 3 } }],
        });
        expect(order.order_lines[0].open_quantity).toBe(2);
      } else {
        expect(answer).toMatchObject({ status: 422, body: { code: 'price_changed' } });
        expect(before - (await cash())).toBe(0);
        expect(order.stage).toBe('awaiting_payment');
      }
    }
  });
});

type Step = { kind: 'shop' | 'pay' | 'pick' | 'ship' | 'cancel' | 'ask' | 'take_back'; units: number };
const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'shop' as const,
    'pay' as const,
    'pick' as const,
    'ship' as const,
    'cancel' as const,
    'ask' as const,
    'take_back' as const,
  ),
  units: fc.integer({ min: 0, max: 4 }),
});

/** Does a step, whether the order lets it or not. */
async function take(id: string, name: string, at: number, { kind, units }: Step): Promise<void> {
  if (kind === 'shop') {
    const fromShop = orderFromShop(stage, [units], name);
    await importOrder(stage, { ...fromShop, updated_at: new Date(Date.UTC(2026, 10, 22, 1, at)) });
  } else if (kind === 'pay') await stage.pay([id]);
  else if (kind === 'pick') await stage.work(id, 'pick');
  else if (kind === 'ship') {
    const [line] = (await stage.get(id)).order_lines;
    await stage.ship(id, [{ line_id: line.id, quantity: Math.max(1, units) }]);
  } else if (kind === 'ask') {
    const asked = await stage.act(id, 'cancel_request', { reason: 'Changed my mind' });
    if (asked.status === 200) await decide(id, { accept: units > 1, cost: 0, answer: 'So be it' });
  } else await stage.act(id, kind);
}

/** Once found: what the shop un-orders after a payment was paid for all the same. */
const takenBackThenEmptied: Step[] = [
  { kind: 'shop', units: 2 },
  { kind: 'take_back', units: 0 },
  { kind: 'shop', units: 0 },
  { kind: 'shop', units: 0 },
];

describe('whatever happens to an order', () => {
  it('has shipped, cancelled and open units that are what was ordered, and never gives back more than was paid', {
    tags: ['D7-11'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 7 }), async (steps) => {
        const fromShop = orderFromShop(stage, [3]);
        const id = await importOrder(stage, fromShop);
        for (const [at, step] of [{ kind: 'pay', units: 0 } as const, ...steps].entries()) {
          await take(id, fromShop.external_id, at, step);
          const [line] = await sqlRows<LineUnits & { sent: number }>(
            stage.test,
            `SELECT l.quantity, l.current_quantity, l.shipped_quantity, l.paid_quantity, l.cancelled_quantity, l.moved_quantity, l.replaced_quantity,
               coalesce((SELECT sum(p.quantity)::int FROM parcel_lines p WHERE p.line_id = l.id), 0) AS sent
             FROM order_lines l WHERE l.order_id = '${id}'`,
          );
          if (!line) throw new Error('the order lost its line');
          const { shipped, open, cancelled } = unitsOf(line);
          expect(shipped + open + cancelled).toBe(line.quantity);
          expect(shipped).toBe(line.sent);
          expect(shipped + openQuantity(line)).toBeLessThanOrEqual(Math.max(shipped, line.paid_quantity));
          expect(Math.min(open - openQuantity(line), cancelled - line.cancelled_quantity)).toBeGreaterThanOrEqual(0);
          const { stage: now } = await stage.get(id);
          if (now === 'cancelled' || now === 'shipped') expect(openQuantity(line)).toBe(0);
        }
        expect((await checkLedger(stage.test, stage.owner.account_id)).ok).toBe(true);
      }),
      { numRuns: bySize(8, 400), examples: [[takenBackThenEmptied]] },
    );
  });
});
