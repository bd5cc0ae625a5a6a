import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { age, type ClaimStage, givenPaid, givenSent, uploadEvidence } from '#testing/claim-fixtures.ts';
import { analyse, sqlRows } from '#testing/sql-rows.ts';
import { planOf } from '#testing/explain.ts';
import {
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { bySize } from '#testing/size.ts';
import { cashOf, checkLedger, givenMoney } from '#testing/wallet-fixtures.ts';
import { pageStatement } from './claims.db.ts';
import { creditOrder } from '#server/features/orders/index.ts';

let test: TestApp;
let owner: Person;
let agent: { token: string };
let stage: ClaimStage;
let lamp: Goods;
let vase: Goods;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  agent = await staff(test, 'agent');
  const warehouse = await staff(test, 'warehouse');
  const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { platform: 'file' }) };
  const channel = await givenChannel(test);
  stage = { test, owner, warehouse, store, channel };
  lamp = await givenVariant(test, store);
  vase = await givenVariant(test, store, { weight_g: 100 });
  for (const destination of ['US', 'GB']) {
    await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel, destination, unit_price: 700 });
    await givenPrice(test, owner.account_id, { sku_id: vase.sku_id, channel, destination, unit_price: 300 });
  }
  await givenMoney(test, owner.account_id, 10_000_000);
});
afterAll(() => test.close());

type Group = {
  parcel: { id: string } | null;
  lines: { line_id: string; quantity: number; most: number; open_claim: { number: string } | null }[];
  reasons: { reason: string; verdict: string; deadline: string | null; evidence: string[]; allowed: boolean }[];
};
const claimable = async (order: string) =>
  (await test.call('GET', `/api/shopify_orders/${order}/claimable`, { token: owner.token })).body.data as {
    paid: number;
    credited: number;
    groups: Group[];
  };
const groupOf = async (order: string, parcel: string | null) => {
  const found = (await claimable(order)).groups.find((group) => (group.parcel?.id ?? null) === parcel);
  if (!found) throw new Error('nothing to claim there');
  return found;
};
const submit = (body: object, key: string = uuid(), token = owner.token) =>
  test.call('POST', '/api/claims', { token, key, body });
const decide = (id: string, body: object, key?: string) =>
  test.call('POST', `/api/staff/claims/${owner.account_id}/${id}/decision`, {
    token: agent.token,
    key: key ?? uuid(),
    body,
  });
const take = (id: string, body: object) =>
  test.call('POST', `/api/staff/claims/${owner.account_id}/${id}/take`, { token: agent.token, body });
const askFor = (id: string, body: object) =>
  test.call('POST', `/api/staff/claims/${owner.account_id}/${id}/ask`, { token: agent.token, key: uuid(), body });
const write = (id: string, body: object) =>
  test.call('POST', `/api/staff/claims/${owner.account_id}/${id}/messages`, { token: agent.token, key: uuid(), body });
const read = async (id: string) => (await test.call('GET', `/api/claims/${id}`, { token: owner.token })).body.data;
const reported = (event: string) =>
  inAccount(test, owner.account_id, ({ db }) =>
    db.selectFrom('notifications').select('params').where('event', '=', event).execute(),
  );
const orderOf = async (id: string) =>
  (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
const sweep = () => test.app.tasks.claims_sweep?.(systemEntry(test), {});

/** An order of two lamps and a vase that left so many days ago. */
async function sent(days = 60, delivered?: number) {
  const [order = ''] = await givenPaid(stage, [
    [
      { goods: lamp, quantity: 2 },
      { goods: vase, quantity: 1 },
    ],
  ]);
  const parcel = await givenSent(stage, order);
  await age(test, parcel, days, delivered);
  return { order, parcel };
}

/** A claim for all of a parcel that is late beyond doubt. */
async function claimed(more: object = {}) {
  const { order, parcel } = await sent();
  const { lines } = await groupOf(order, parcel);
  const wanted = lines.map(({ line_id, quantity }) => ({ line_id, quantity }));
  const body = { order_id: order, parcel_id: parcel, reason: 'late', wanted: 'refund', lines: wanted, ...more };
  const answer = await submit(body);
  expect(answer.status).toBe(200);
  return { order, parcel, lines, body, claim: answer.body.data };
}

describe('what can be claimed', () => {
  it('offers each parcel’s lines with the largest amount of each, none twice', { tags: ['D11-01'] }, async () => {
    const [order = ''] = await givenPaid(stage, [
      [
        { goods: lamp, quantity: 3 },
        { goods: vase, quantity: 1 },
      ],
    ]);
    const [lampLine] = (await orderOf(order)).order_lines;
    const first = await givenSent(stage, order, [{ line_id: lampLine.id, quantity: 2 }]);
    await age(test, first, 50);
    const all = await claimable(order);
    expect(all.groups.map((group) => group.lines.map((line) => line.quantity))).toEqual([[2], [1, 1]]);
    const most = all.groups.flatMap((group) => group.lines.map((line) => line.most));
    // goods 3 × 7.00 + 3.00, 1.3 kg at 10.00 and 2.00: three lamps share 34.13, one vase 4.87, and parts of a line are rounded down
    expect(all.paid).toBe(2_400 + 1_500);
    expect(most).toEqual([2_275, 1_137, 487]);
    const body = { order_id: order, parcel_id: first, reason: 'late', wanted: 'refund' };
    const line = { line_id: lampLine.id, quantity: 1 };
    const over = await submit({ ...body, lines: [{ ...line, asked: 1_138 }] });
    expect(over.body.message).toContain('can be 11.37 USD at most');
    expect((await submit({ ...body, lines: [{ ...line, quantity: 3 }] })).body.message).toContain('up to 2 units of');
    const key = uuid();
    const made = await submit({ ...body, lines: [line] }, key);
    expect(made.body.data).toMatchObject({ status: 'submitted', asked: 1_137, units: 1 });
    expect((await submit({ ...body, lines: [line] }, key)).body.data.id).toBe(made.body.data.id);
    const again = await submit({ ...body, lines: [line] });
    expect(again.body).toMatchObject({
      code: 'claim_refused',
      message: expect.stringContaining(made.body.data.number),
    });
    expect((await groupOf(order, first)).lines[0]?.open_claim?.number).toBe(made.body.data.number);
    const twice = await Promise.all(
      [1, 2].map(() => submit({ ...body, parcel_id: null, reason: 'cancel_after_paid', lines: [line] })),
    );
    expect(twice.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('says by reason and destination from when to when and with what evidence', { tags: ['D11-02'] }, async () => {
    const { order, parcel } = await sent(44);
    const us = (await groupOf(order, parcel)).reasons;
    const reason = (name: string, of = us) => of.find((one) => one.reason === name);
    const day = (n: number) => new Date(test.clock.now().getTime() + n * 86_400_000).toISOString();
    expect(reason('late')).toMatchObject({ verdict: 'too_early', allowed: false, deadline: day(76) });
    expect(reason('lost')).toMatchObject({ verdict: 'eligible', allowed: true, evidence: [] });
    expect(reason('damaged')).toMatchObject({
      verdict: 'not_delivered',
      deadline: null,
      evidence: ['photo', 'packaging_photo'],
    });
    const [abroad = ''] = await givenPaid(stage, [[{ goods: lamp, quantity: 1 }]], { country: 'GB' });
    const box = await givenSent(stage, abroad);
    await age(test, box, 50);
    expect(reason('late', (await groupOf(abroad, box)).reasons)).toMatchObject({ verdict: 'too_early' });
    await age(test, box, 61);
    expect(reason('late', (await groupOf(abroad, box)).reasons)).toMatchObject({ verdict: 'eligible' });
    const { lines } = await groupOf(order, parcel);
    const wanted = lines.map(({ line_id, quantity }) => ({ line_id, quantity }));
    const early = await submit({ order_id: order, parcel_id: parcel, reason: 'late', wanted: 'refund', lines: wanted });
    expect(early.body).toMatchObject({
      code: 'claim_refused',
      message: expect.stringContaining(`can be claimed from ${day(1).slice(0, 10)}`),
    });
  });

  it('wants a list of evidence, names what is missing, and lapses without it', { tags: ['D11-03'] }, async () => {
    const { order, parcel } = await sent(20, 3);
    const { lines } = await groupOf(order, parcel);
    const photo = { kind: 'photo', file_id: await uploadEvidence(test, owner.token) };
    const body = {
      order_id: order,
      parcel_id: parcel,
      reason: 'damaged',
      wanted: 'refund',
      lines: [{ line_id: lines[0]?.line_id, quantity: 1 }],
    };
    const made = (await submit({ ...body, evidence: [photo] })).body.data;
    expect(made).toMatchObject({ status: 'need_evidence', verdict: 'evidence_missing', due_at: null });
    expect(made.checklist).toEqual([
      { kind: 'photo', given: true },
      { kind: 'packaging_photo', given: false },
    ]);
    const box = { kind: 'packaging_photo', file_id: await uploadEvidence(test, owner.token) };
    const complete = await test.call('POST', `/api/claims/${made.id}/evidence`, {
      token: owner.token,
      key: uuid(),
      body: { version: made.version, evidence: [box], text: 'The corner was crushed.' },
    });
    expect(complete.body.data).toMatchObject({ status: 'under_review', verdict: 'eligible', findings: [] });
    expect(complete.body.data.evidence).toHaveLength(2);
    const foreign = await submit({
      ...body,
      lines: [{ line_id: lines[1]?.line_id, quantity: 1 }],
      evidence: [{ kind: 'photo', file_id: uuid() }],
    });
    expect(foreign.status).toBe(404);
    const bare = (await submit({ ...body, lines: [{ line_id: lines[1]?.line_id, quantity: 1 }] })).body.data;
    test.clock.advance(8 * 86_400_000);
    await sweep();
    expect(await read(bare.id)).toMatchObject({ status: 'expired' });
    expect((await reported('claim_expired')).length).toBe(1);
    test.clock.advance(-8 * 86_400_000);
    expect((await submit({ ...body, lines: [{ line_id: lines[1]?.line_id, quantity: 1 }] })).status).toBe(200);
  });

  it('judges by itself and says what for: delivered by the carrier’s word, too late, nothing left', {
    tags: ['D11-04'],
  }, async () => {
    const there = await sent(50, 2);
    const [line] = (await groupOf(there.order, there.parcel)).lines;
    const body = {
      order_id: there.order,
      parcel_id: there.parcel,
      wanted: 'refund',
      lines: [{ line_id: line?.line_id, quantity: 1 }],
    };
    const made = (await submit({ ...body, reason: 'late' })).body.data;
    expect(made).toMatchObject({ status: 'submitted', verdict: 'delivered' });
    expect(made.findings).toEqual([{ code: 'delivered', at: expect.any(String) }]);
    const old = await sent(200, 180);
    const [row] = (await groupOf(old.order, old.parcel)).lines;
    const late = await submit({
      order_id: old.order,
      parcel_id: old.parcel,
      reason: 'wrong_item',
      wanted: 'reship',
      lines: [{ line_id: row?.line_id, quantity: 1 }],
    });
    expect(late.body.data).toMatchObject({ verdict: 'too_late', status: 'need_evidence' });
    expect(late.body.data.findings.map((one: { code: string }) => one.code)).toEqual(['too_late', 'evidence_missing']);
    const { claim, order, parcel, body: again } = await claimed();
    expect(claim).toMatchObject({ verdict: 'eligible', findings: [] });
    expect((await decide(claim.id, { version: claim.version, decision: 'refund' })).status).toBe(200);
    expect((await groupOf(order, parcel)).lines.map((one) => one.most)).toEqual([0, 0]);
    expect((await submit(again)).body.message).toContain('nothing left to claim');
  });
});

describe('a claim', () => {
  it('is decided within three business days: asked, a part given, rejected with a reason; a miss is shown', {
    tags: ['D11-05'],
  }, async () => {
    const { claim } = await claimed();
    // Saturday in Shanghai: three business days end on Wednesday at 18:00
    expect(claim.due_at).toBe('2026-11-25T10:00:00.000Z');
    const queue = async (tab = 'to_decide') =>
      (await test.call('GET', `/api/staff/claims?tab=${tab}&per_page=200`, { token: agent.token })).body;
    const listed = (await queue()).data.find((row: { id: string }) => row.id === claim.id);
    expect(listed).toMatchObject({ overdue: false });
    expect((await queue(`to_decide&q=${listed.client.number}`)).data).toContainEqual(listed); // by its client
    const taken = (await take(claim.id, { version: claim.version })).body.data;
    expect(taken).toMatchObject({ status: 'under_review', due_at: claim.due_at, left: taken.asked, earlier: [] });
    expect((await decide(claim.id, { version: claim.version, decision: 'refund' })).body.code).toBe('stale_version');
    const asked = await askFor(claim.id, {
      version: taken.version,
      evidence: ['buyer_message'],
      text: 'What did the buyer write?',
    });
    expect(asked.body.data).toMatchObject({
      status: 'need_evidence',
      due_at: null,
      checklist: [{ kind: 'buyer_message', given: false }],
    });
    expect((await reported('claim_evidence_wanted')).length).toBe(1);
    const message = { kind: 'buyer_message', file_id: await uploadEvidence(test, owner.token) };
    const body = { version: asked.body.data.version, evidence: [message] };
    const back = await test.call('POST', `/api/claims/${claim.id}/evidence`, { token: owner.token, key: uuid(), body });
    expect(back.body.data).toMatchObject({ status: 'under_review', due_at: claim.due_at });
    await write(claim.id, { text: 'Ask the carrier first.', internal: true });
    expect((await read(claim.id)).messages.map((one: { text: string }) => one.text)).toEqual([
      'What did the buyer write?',
    ]);
    const partial = { version: back.body.data.version, decision: 'partial' };
    expect((await decide(claim.id, { ...partial, amount: 9_999_999 })).body.message).toContain('at most');
    const done = (await decide(claim.id, { ...partial, amount: 500, note: 'Half of it came.' })).body.data;
    expect(done).toMatchObject({ status: 'approved_partial', granted: 500, decision_note: 'Half of it came.' });
    expect(done.lines.reduce((sum: number, line: { granted: number }) => sum + line.granted, 0)).toBe(500);
    const late = await claimed();
    test.clock.advance(6 * 86_400_000);
    expect((await queue()).data.find((row: { id: string }) => row.id === late.claim.id)).toMatchObject({
      overdue: true,
    });
    test.clock.advance(-6 * 86_400_000);
    const no = { version: late.claim.version, decision: 'reject' };
    expect((await decide(late.claim.id, no)).body.errors).toEqual({
      note: [expect.stringContaining('reason is missing')],
    });
    const rejected = (await decide(late.claim.id, { ...no, note: 'The carrier has it in your town.' })).body.data;
    expect(rejected).toMatchObject({ status: 'rejected', granted: 0 });
    expect(await orderOf(late.order)).toMatchObject({ payment: 'paid' });
  });

  it('refunds by a credit note on the order’s invoice and into the wallet, once', { tags: ['D11-06'] }, async () => {
    const { claim, order } = await claimed();
    const before = await cashOf(test, owner.account_id);
    const key = uuid();
    const refund = { version: claim.version, decision: 'refund' };
    const answers = await Promise.all([decide(claim.id, refund, key), decide(claim.id, refund, uuid())]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await decide(claim.id, refund, key)).status).toBe(answers[0]?.status);
    expect(await cashOf(test, owner.account_id)).toBe(before + claim.asked);
    const after = await read(claim.id);
    expect(after).toMatchObject({ status: 'approved_refund', granted: claim.asked, automatic: false });
    expect(after.credits).toEqual([
      {
        number: expect.stringMatching(/^CN-\d+$/),
        amount: claim.asked,
        invoice: { id: expect.any(String), number: expect.stringMatching(/^INV-/) },
      },
    ]);
    const invoice = await test.call('GET', `/api/invoices/${after.credits[0].invoice.id}`, { token: owner.token });
    expect(invoice.body.data).toMatchObject({ status: 'credited', credits: [{ number: after.credits[0].number }] });
    expect(await orderOf(order)).toMatchObject({ payment: 'refunded' });
    const [posted] = await sqlRows(
      test,
      `SELECT kind FROM ledger_transactions WHERE idempotency_key LIKE 'claims:${claim.id}%'`,
    );
    expect(posted).toEqual({ kind: 'claim_refund' });
    expect(await checkLedger(test, owner.account_id)).toMatchObject({ ok: true });
  });

  it('never gives back more than was paid for the order less what went back before, whatever comes in which order', {
    tags: ['D11-06'],
  }, async () => {
    const orders = await givenPaid(stage, [
      [{ goods: lamp, quantity: 1 }],
      [{ goods: vase, quantity: 2 }],
      [{ goods: lamp, quantity: 3 }],
    ]);
    const paid = new Map<string, number>();
    for (const order of orders) paid.set(order, (await claimable(order)).paid);
    const given = new Map<string, number>();
    const action = fc.record({
      order: fc.constantFrom(...orders),
      amount: fc.integer({ min: 1, max: 2_000 }),
      loss: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 4 }), async (actions) => {
        for (const { order, amount, loss } of actions) {
          const before = await cashOf(test, owner.account_id);
          const left = (paid.get(order) ?? 0) - (given.get(order) ?? 0);
          const note = {
            amount,
            reason: { text: 'ledger.order_cancelled', params: { name: '#1' } },
            cause: `tests:${uuid()}`,
            as: loss ? 'claim_refund' : 'credit_note',
          } as const;
          const work = inAccount(test, owner.account_id, (ctx) => creditOrder(ctx, order, note));
          if (amount > left) await expect(work).rejects.toMatchObject({ code: 'credit_too_much' });
          else {
            const credits = await work;
            expect(credits.reduce((sum, credit) => sum + credit.amount, 0)).toBe(amount);
            given.set(order, (given.get(order) ?? 0) + amount);
          }
          expect(await cashOf(test, owner.account_id)).toBe(before + (amount > left ? 0 : amount));
        }
      }),
      { numRuns: bySize(12, 200) },
    );
    for (const order of orders) expect((await claimable(order)).credited).toBe(given.get(order) ?? 0);
    expect(await checkLedger(test, owner.account_id)).toMatchObject({ ok: true });
  });

  it('is answered by another parcel: an order without price that goes to the warehouse, each linked with the other', {
    tags: ['D11-07'],
  }, async () => {
    const { claim, order } = await claimed({ wanted: 'reship' });
    const before = await cashOf(test, owner.account_id);
    const done = (await decide(claim.id, { version: claim.version, decision: 'reship' })).body.data;
    const { name } = await orderOf(order);
    expect(done).toMatchObject({ status: 'approved_reship', granted: 0, reship: { name: `${name}-R1` } });
    expect(await cashOf(test, owner.account_id)).toBe(before);
    const again = await orderOf(done.reship.id);
    expect(again).toMatchObject({
      stage: 'processing',
      payment: 'paid',
      cost: { total: 0 },
      promised: { from: expect.any(String), by: expect.any(String) },
      reship_of: { id: order, name, had_left: true, cancelled_by_us: false },
    });
    expect(again.order_lines.map((line: { open_quantity: number }) => line.open_quantity)).toEqual([2, 1]);
    expect(again.address).toEqual((await orderOf(order)).address);
    expect((await orderOf(order)).reships).toEqual([
      { id: done.reship.id, name: `${name}-R1`, stage: 'processing', units: 3, worth: claim.asked, recallable: false },
    ]);
    await givenSent(stage, done.reship.id);
    expect(await orderOf(done.reship.id)).toMatchObject({ stage: 'shipped' });
    const { groups } = await claimable(done.reship.id);
    expect(groups.flatMap((group) => group.lines.map((line) => line.most))).toEqual([0, 0]);
  });

  it('can be appealed once after a rejection', { tags: ['D11-08'] }, async () => {
    const { claim } = await claimed();
    const reject = async (version: number) =>
      (await decide(claim.id, { version, decision: 'reject', note: 'It is not late by our table.' })).body.data;
    const rejected = await reject(claim.version);
    const appeal = (version: number) =>
      test.call('POST', `/api/claims/${claim.id}/appeal`, {
        token: owner.token,
        key: uuid(),
        body: { version, text: 'The table says 45 days for the United States.' },
      });
    const looked = (await appeal(rejected.version)).body.data;
    expect(looked).toMatchObject({ status: 'under_review', decision: null, appealed_at: expect.any(String) });
    const final = await reject(looked.version);
    expect((await appeal(final.version)).body.message).toContain('was already appealed');
    const actions = new Map(
      (await read(claim.id)).actions.map((one: { action: string; allowed: boolean }) => [one.action, one.allowed]),
    );
    expect(actions).toEqual(
      new Map([
        ['answer', false],
        ['appeal', false],
        ['withdraw', false],
      ]),
    );
    test.clock.advance(15 * 86_400_000);
    await sweep();
    test.clock.advance(-15 * 86_400_000);
    expect(await read(claim.id)).toMatchObject({ status: 'closed', decision: 'reject' });
  });

  it('is approved by itself within the client’s limits, and only then', { tags: ['D11-09'] }, async () => {
    const path = `/api/staff/claim_limits/${owner.account_id}`;
    const none = (await test.call('GET', path, { token: agent.token })).body.data;
    expect(none).toMatchObject({ set: false, auto_amount: 0, version: 0 });
    const set = (body: object) =>
      test.call('PUT', `/api/staff/claim_limits/${owner.account_id}`, { token: agent.token, body });
    expect((await set({ auto_amount: 5_000, max_rate_bp: 10_000, version: 0 })).status).toBe(200);
    expect((await set({ auto_amount: 1, max_rate_bp: 1, version: 0 })).body.code).toBe('stale_version');
    const before = await cashOf(test, owner.account_id);
    const { claim } = await claimed();
    expect(claim).toMatchObject({ status: 'approved_refund', automatic: true, granted: claim.asked });
    expect(await cashOf(test, owner.account_id)).toBe(before); // what was paid for it came back whole
    expect((await claimed({ wanted: 'reship' })).claim.status).toBe('submitted');
    expect((await set({ auto_amount: claim.asked - 1, max_rate_bp: 10_000, version: 1 })).status).toBe(200);
    expect((await claimed()).claim.status).toBe('submitted');
    expect((await set({ auto_amount: 5_000, max_rate_bp: 100, version: 2 })).status).toBe(200);
    expect((await claimed()).claim.status).toBe('submitted');
    expect((await set({ auto_amount: 0, max_rate_bp: 100, version: 3 })).status).toBe(200);
  });

  it('stands in a tab of the orders and in its order, until it is withdrawn', { tags: ['D11-10'] }, async () => {
    const { claim, order } = await claimed();
    const tab = async () =>
      (await test.call('GET', '/api/shopify_orders?tab=claims&per_page=200', { token: owner.token })).body.data.map(
        (row: { id: string }) => row.id,
      );
    const ofOrder = async () => (await test.call('GET', `/api/claims?order_id=${order}`, { token: owner.token })).body;
    expect(await tab()).toContain(order);
    expect((await ofOrder()).data).toMatchObject([{ id: claim.id, number: claim.number, order: { id: order } }]);
    expect((await ofOrder()).meta.counts).toEqual({ all: 1, to_do: 0, open: 1, decided: 0 });
    const found = await test.call('GET', `/api/claims?q=${claim.number}`, { token: owner.token });
    expect(found.body.data).toHaveLength(1);
    const events = (await orderOf(order)).events.map((event: { kind: string }) => event.kind);
    expect(events).toContain('claim_submit');
    const gone = await test.call('POST', `/api/claims/${claim.id}/withdraw`, {
      token: owner.token,
      body: { version: claim.version },
    });
    expect(gone.body.data.status).toBe('withdrawn');
    expect(await tab()).not.toContain(order);
  });

  it('is kept from other accounts, and lists by its index', async () => {
    const stranger = await merchant(test);
    const { claim, order, body } = await claimed();
    expect((await test.call('GET', `/api/claims/${claim.id}`, { token: stranger.token })).status).toBe(404);
    expect((await test.call('GET', `/api/shopify_orders/${order}/claimable`, { token: stranger.token })).status).toBe(
      404,
    );
    expect((await submit(body, uuid(), stranger.token)).status).toBe(404);
    expect((await test.call('GET', '/api/claims')).status).toBe(401);
    expect((await test.call('GET', '/api/claims?tab=nonsense', { token: owner.token })).status).toBe(400);
    expect(
      (await test.call('GET', `/api/staff/claims/${owner.account_id}/${claim.id}`, { token: owner.token })).status,
    ).toBe(403);
    await sqlRows(
      test,
      `INSERT INTO claims (account_id, id, order_id, reason, wanted, status, verdict, currency, asked, submitted_at)
       SELECT account_id, gen_random_uuid(), order_id, reason, wanted, 'withdrawn', verdict, currency, asked, submitted_at
       FROM claims, generate_series(1, 3000) WHERE id = '${claim.id}'`,
    );
    await analyse(test);
    const all = { statuses: null, q: undefined, stores: null };
    const statement = pageStatement(owner.account_id, all, { offset: 0, limit: 20 });
    const plan = await planOf(test, { account_id: owner.account_id }, statement);
    expect(plan).toContain('claims_number_key');
  });
});
