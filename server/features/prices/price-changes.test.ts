import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Channel, givenChannel, inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { staffPrices, givenPriced, inDays, proposePrices, sweepPrices } from '#testing/price-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';

let test: TestApp;
let agent: { token: string };
let air: Channel;
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
  air = await givenChannel(test);
});
afterAll(() => test.close());

type Change = { id: string; status: string; effective_at: string; orders: number; decided: { how: string } | null };

/** A merchant with one price of 5.00 and unpaid orders of it, which cost 5.00 and 6.00 freight each. */
async function given(orders = 1, options: object = {}) {
  const owner = await merchant(test, options);
  const goods = await givenPriced(test, owner.account_id, air, orders);
  const [price] = await staffPrices(test, agent.token, owner.account_id);
  return { owner, goods, price: { account_id: owner.account_id, id: price?.id ?? '' } };
}
const get = async (person: Person, path: string) => (await test.call('GET', path, { token: person.token })).body;
const changesOf = async (person: Person, tab = 'all') =>
  (await get(person, `/api/price_changes?tab=${tab}`)).data as Change[];
const pricesOf = async (person: Person, tab = 'current') => (await get(person, `/api/proxy/prices?tab=${tab}`)).data;
const ordersOf = async (person: Person) =>
  (await get(person, '/api/shopify_orders')).data as {
    id: string;
    stage: string;
    cost: { total: number } | null;
    blocks: { code: string; detail: { changes?: { id: string; from: number; to: number }[] } }[];
  }[];
const decide = ({ token }: Person, verb: 'accept' | 'reject', ids: string[], more: object = {}) => {
  const body = { ids, ...more };
  if (verb === 'accept') return test.call('POST', '/api/price_changes/accept', { token, body });
  return test.call('POST', '/api/price_changes/reject', { token, body });
};
const reported = (person: Person, event: string) =>
  inAccount(test, person.account_id, ({ db }) =>
    db.selectFrom('notifications').select(['params', 'waiting']).where('event', '=', event).execute(),
  );

describe('a proposed price', () => {
  it('is accepted for the earliest moment that the form was told, also after a while', async () => {
    const { price } = await given();
    const notice = await test.call('GET', '/api/staff/price_notice', { token: agent.token });
    const effective_at: string = notice.body.data.earliest;
    expect(new Date(effective_at).getTime()).toBeGreaterThan(new Date(inDays(test, 7)).getTime());
    test.clock.advance(59 * 60_000);
    expect(await proposePrices(test, agent.token, [price], { effective_at })).toMatchObject({ status: 200 });
    expect(new Date(effective_at).getTime()).toBeGreaterThanOrEqual(new Date(inDays(test, 7)).getTime());
  });

  it('names old and new price, reason and day; never before the notice, never inside the lock', {
    tags: ['D6-02'],
  }, async () => {
    const { owner, price } = await given(2);
    const early = await proposePrices(test, agent.token, [price], { effective_at: inDays(test, 6) });
    expect(early).toMatchObject({
      status: 422,
      body: { errors: { effective_at: [expect.stringContaining('7 days')] } },
    });
    const lock = new Date(inDays(test, 30));
    await inAccount(test, owner.account_id, ({ db }) =>
      db.updateTable('prices').set({ locked_until: lock }).where('id', '=', price.id).execute(),
    );
    const tried = await proposePrices(test, agent.token, [price], { mode: 'dry_run' });
    expect(tried.body.data).toMatchObject({ asked: 1, rows: [{ locked: true, outcome: 'asked' }] });
    expect(await changesOf(owner)).toEqual([]);
    expect((await proposePrices(test, agent.token, [price])).status).toBe(200);
    const [change] = await changesOf(owner, 'to_decide');
    expect(change).toMatchObject({
      status: 'open',
      old: { unit_price: 500, delivered: 1_100 },
      new: { unit_price: 550, delivered: 1_150 },
      rise: { amount: 50 },
      proposal: { reason: 'supplier', note: 'The factory asks for more.', number: expect.stringMatching(/^PC-\d+$/) },
      effective_at: lock.toISOString(),
      orders: 2,
    });
    expect((await reported(owner, 'price_proposed'))[0]?.params).toMatchObject({ prices: 1 });
    expect((await pricesOf(owner))[0]).toMatchObject({ unit_price: 500, pending: { unit_price: 550, status: 'open' } });

    const twice = await proposePrices(test, agent.token, [price]);
    expect(twice).toMatchObject({ status: 422, body: { message: expect.stringContaining('already proposes') } });
  });

  it('is refused without a change, a reason, a price that counts, or the right', async () => {
    const { owner, price } = await given(0);
    const same = { change: { goods: { kind: 'set', amount: 500 }, freight: null } };
    expect(await proposePrices(test, agent.token, [price], same)).toMatchObject({
      status: 422,
      body: { code: 'price_change_invalid' },
    });
    expect((await proposePrices(test, agent.token, [price], { change: { goods: null, freight: null } })).status).toBe(
      422,
    );
    expect((await proposePrices(test, agent.token, [price], { note: '' })).status).toBe(422);
    const foreign = { account_id: owner.account_id, id: owner.account_id };
    expect((await proposePrices(test, agent.token, [foreign])).body.message).toContain('has ended');
    const anyone = { token: owner.token, key: 'x', body: {} };
    expect((await test.call('POST', '/api/staff/price_proposals', anyone)).status).toBe(403);
    const stranger = await merchant(test);
    expect((await decide(stranger, 'accept', [price.id])).status).toBe(404);
  });

  it('is accepted or rejected by the merchant, and by the rule of theirs within its limits', {
    tags: ['D6-03'],
  }, async () => {
    const [one, two, three] = [await given(1), await given(1), await given(0)];
    const rule = await test.call('PUT', '/api/price_rule', {
      token: three.owner.token,
      body: { percent_bp: 500, amount: 50 },
    });
    expect(rule.status).toBe(200);
    expect((await proposePrices(test, agent.token, [one.price, two.price, three.price])).body.data).toMatchObject({
      asked: 2,
      by_rule: 1,
    });
    expect(await changesOf(three.owner)).toMatchObject([{ status: 'accepted', decided: { how: 'rule' } }]);
    expect((await reported(three.owner, 'price_moved'))[0]?.params).toMatchObject({ accepted: 1 });
    const [mine] = await changesOf(one.owner);
    const [theirs] = await changesOf(two.owner);
    expect((await decide(two.owner, 'accept', [mine?.id ?? ''])).status).toBe(404);
    expect(await decide(one.owner, 'accept', [mine?.id ?? ''])).toMatchObject({
      body: { data: { changes: 1, orders: 0 } },
    });
    expect((await reported(one.owner, 'price_proposed'))[0]?.waiting).toBe(false);
    expect((await decide(two.owner, 'reject', [theirs?.id ?? ''], { reason: 'Too dear' })).status).toBe(200);
    expect((await pricesOf(one.owner))[0]).toMatchObject({ unit_price: 500 });
    test.clock.advance(9 * 86_400_000);
    await sweepPrices(test);
    for (const { owner } of [one, three])
      expect((await pricesOf(owner))[0]).toMatchObject({ unit_price: 550, proposal: { reason: 'supplier' } });
    expect(await ordersOf(one.owner)).toMatchObject([{ stage: 'awaiting_payment', cost: { total: 1_150 } }]);
    expect(await pricesOf(two.owner)).toEqual([]);
    expect(await ordersOf(two.owner)).toMatchObject([{ stage: 'imported', blocks: [{ code: 'NO_PRICE' }] }]);
    const late = await decide(two.owner, 'accept', [theirs?.id ?? '']);
    expect(late).toMatchObject({ status: 422, body: { code: 'price_change_closed' } });
    const asStaff = (await test.call('GET', '/api/staff/price_changes?tab=rejected', { token: agent.token })).body.data;
    expect(asStaff).toMatchObject([{ reject_reason: 'Too dear', client: { id: two.owner.account_id } }]);
  });

  it('that is nowhere dearer counts at once, and unpaid orders follow', { tags: ['D6-04'] }, async () => {
    const { owner, price } = await given(2);
    const lower = { change: { goods: { kind: 'percent', bp: -1_000 }, freight: null }, effective_at: inDays(test, 0) };
    expect((await proposePrices(test, agent.token, [price], lower)).body.data).toMatchObject({ at_once: 1 });
    expect((await pricesOf(owner))[0]).toMatchObject({ unit_price: 450 });
    expect((await pricesOf(owner, 'ended'))[0]).toMatchObject({
      unit_price: 500,
      valid_to: test.clock.now().toISOString(),
    });
    expect(await changesOf(owner, 'past')).toMatchObject([{ status: 'applied', decided: { how: 'falling' } }]);
    await runTasks(test, { tolerant: true });
    expect((await ordersOf(owner)).map((order) => order.cost?.total)).toEqual([1_050, 1_050]);
  });

  it('that nobody decided on its day ends the old price, and orders wait until somebody decides', {
    tags: ['D6-05'],
  }, async () => {
    const [yes, no, back] = [await given(2), await given(1), await given(1)];
    const cast = [yes, no, back];
    await proposePrices(
      test,
      agent.token,
      cast.map(({ price }) => price),
    );
    test.clock.advance(6.5 * 86_400_000);
    await sweepPrices(test);
    await sweepPrices(test);
    expect(await reported(yes.owner, 'price_reminder')).toHaveLength(1);
    expect(await ordersOf(yes.owner)).toMatchObject([{ stage: 'awaiting_payment' }, { stage: 'awaiting_payment' }]);
    test.clock.advance(2 * 86_400_000);
    await sweepPrices(test);
    for (const { owner } of cast) expect(await pricesOf(owner)).toEqual([]);
    expect((await reported(yes.owner, 'price_due'))[0]?.params).toMatchObject({ prices: 1, orders: 2 });
    const waiting = await ordersOf(yes.owner);
    expect(waiting).toMatchObject([
      { stage: 'imported', cost: null },
      { stage: 'imported', cost: null },
    ]);
    expect(waiting[0]?.blocks).toMatchObject([
      { code: 'PRICE_APPROVAL', detail: { changes: [{ from: 1_100, to: 1_150 }] } },
    ]);
    const ids = waiting[0]?.blocks[0]?.detail.changes?.map((change) => change.id) ?? [];
    expect((await decide(yes.owner, 'accept', ids)).body.data).toEqual({ changes: 1, orders: 2 });
    const [theirs] = await changesOf(no.owner, 'to_decide');
    expect((await decide(no.owner, 'reject', [theirs?.id ?? ''])).body.data).toEqual({ changes: 1, orders: 1 });
    const [taken] = await changesOf(back.owner, 'to_decide');
    const body = { changes: [{ account_id: back.owner.account_id, id: taken?.id }] };
    expect((await test.call('POST', '/api/staff/price_changes/withdraw', { token: agent.token, body })).status).toBe(
      200,
    );
    await runTasks(test, { tolerant: true });
    const costs = (await ordersOf(yes.owner)).map(({ stage, cost }) => [stage, cost?.total]);
    expect(costs).toEqual([
      ['awaiting_payment', 1_150],
      ['awaiting_payment', 1_150],
    ]);
    expect(await ordersOf(no.owner)).toMatchObject([{ stage: 'imported', blocks: [{ code: 'NO_PRICE' }] }]);
    expect(await ordersOf(back.owner)).toMatchObject([{ stage: 'awaiting_payment', cost: { total: 1_100 } }]);
  });
});

it('puts products of its goods into the tab Price change pending, until it is decided', {
  tags: ['D2-21'],
}, async () => {
  const { owner, goods, price } = await given(0);
  const pending = async () => {
    const { data, meta } = await get(owner, '/api/products?tab=price_change');
    return { ids: data.map((product: { id: string }) => product.id), count: meta.counts.price_change };
  };
  expect(await pending()).toEqual({ ids: [], count: 0 });
  await proposePrices(test, agent.token, [price]);
  expect(await pending()).toEqual({ ids: [goods.product_id], count: 1 });
  const [change] = await changesOf(owner);
  await decide(owner, 'accept', [change?.id ?? '']);
  expect(await pending()).toEqual({ ids: [], count: 0 });
});
