import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '#sandbox/payment/payment.ts';
import type { TestApp } from '#testing/app.ts';
import { type CardStage, cardStage } from '#testing/card-stage.ts';
import { givenStore, givenVariant } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { enqueueTask, sqlRows } from '#testing/sql-rows.ts';
import { askStockOrder, quoteBody, staffStockOrder } from '#testing/stock-order-fixtures.ts';
import { checkLedger, givenMoney, givenOrdersToPay } from '#testing/wallet-fixtures.ts';

let stage: CardStage;
let test: TestApp;
let payments: Payment;
beforeAll(async () => {
  stage = await cardStage();
  ({ test, payments } = stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  payments.faults.clear();
  await stage.arrive();
});

const cost = 2_000;
const wanted = { enabled: true, threshold: 5_000, amount: 10_000, most_a_day: 20_000, most_a_month: null };
const declinedLater = '4000000000000341';
const authenticate = '4000002760003184';

const get = async ({ token }: Person) => (await test.call('GET', '/api/auto_recharge', { token })).body.data;
const save = async (person: Person, changes: Partial<typeof wanted> | { most_a_month: number } = {}) => {
  const { version } = await get(person);
  return test.call('PUT', '/api/auto_recharge', { token: person.token, body: { ...wanted, ...changes, version } });
};
const addCard = async (person: Person, card?: string) => {
  const { body } = await test.call('POST', '/api/auto_recharge/card', { token: person.token, body: {} });
  const session = body.data.checkout_url.split('/').at(-1) as string;
  await payments.pay(session, card);
  await stage.arrive();
};
const pay = async (person: Person, orders: string[]) => {
  const body = { order_ids: orders, expected_total: orders.length * cost };
  return test.call('POST', '/api/invoices', { token: person.token, key: uuid(), body });
};
/** The payments that the provider made for an account, by state. */
const intentsOf = async (person: Person) =>
  (await payments.events()).flatMap(({ type, data: { object } }) =>
    object.object === 'payment_intent' && object.metadata['reference']?.startsWith(person.account_id)
      ? [{ type, id: object.id, amount: object.amount }]
      : [],
  );
/** What runs every five minutes, and all that follows from it. */
const look = async () => {
  await enqueueTask(test, 'auto_recharge_sweep');
  await stage.arrive();
};
const bell = async ({ token }: Person) =>
  (await test.call('GET', '/api/notifications', { token })).body.data.flatMap(
    ({ event, needs_action }: { event: string; needs_action: boolean }) =>
      event.startsWith('auto_recharge') ? [{ event, needs_action }] : [],
  );

/** A merchant with so much money, orders to pay, and auto-recharge on with this card. */
async function filled({ money = 6_000, card = undefined as string | undefined, orders = 2, changes = {} } = {}) {
  const person = await merchant(test);
  await givenMoney(test, person.account_id, money);
  await save(person, changes);
  await addCard(person, card);
  return { person, orders: orders === 0 ? [] : await givenOrdersToPay(test, person.account_id, orders) };
}

/** Accepts a stock order of an account: its deposit can be paid now, its balance after that. */
async function givenBills({ account_id, token }: Person): Promise<{ part: string; total: number }[]> {
  const agent = await staff(test, 'agent');
  const store = { account_id, id: await givenStore(test, account_id, { platform: 'file' }) };
  const { sku_id } = await givenVariant(test, store);
  const asked = (await askStockOrder(test, token, [{ sku_id, quantity: 100 }])).body.data;
  const ids = { account_id, id: asked.id };
  await staffStockOrder(test, agent.token, ids, 'quote', quoteBody(test, asked.version));
  const { version, total } = (await test.call('GET', `/api/stock_orders/${asked.id}`, { token })).body.data;
  const body = { version, expected_total: total };
  const accepted = await test.call('POST', `/api/stock_orders/${asked.id}/accept`, { token, key: uuid(), body });
  return accepted.body.data.invoices;
}

describe('auto-recharge', () => {
  it('charges before the balance is low where the invoices that can be paid now would make it low', async () => {
    const { person } = await filled({ money: 100_000, orders: 0 });
    const bills = await givenBills(person);
    expect(bills.map(({ part }) => part).toSorted()).toEqual(['balance', 'deposit']);
    const deposit = bills.find(({ part }) => part === 'deposit')?.total ?? 0;
    expect(deposit).toBeGreaterThan(0);
    await save(person, { threshold: 100_000 - deposit });
    await stage.arrive();
    expect(await get(person)).toMatchObject({ state: 'on', charges: [], balance: 100_000 - deposit });
    await save(person, { threshold: 100_000 - deposit + 1 });
    await stage.arrive();
    expect(await get(person)).toMatchObject({ charges: [{ status: 'credited', amount: 10_000 }] });
    expect(await stage.available(person)).toBe(110_000);
  });

  it('charges the saved card once although two payers take the balance below the threshold at the same moment', async () => {
    const { person, orders } = await filled();
    expect(await get(person)).toMatchObject({
      state: 'on',
      card: { brand: 'visa', last4: '4242' },
      charges: [],
    });
    const paid = await Promise.all(orders.map((id) => pay(person, [id])));
    expect(paid.map(({ status }) => status)).toEqual([200, 200]);
    payments.faults.set({ duplicateNext: 2 });
    await stage.arrive();
    await stage.arrive();
    expect(await stage.available(person)).toBe(6_000 - 2 * cost + 10_000);
    expect(await intentsOf(person)).toHaveLength(1);
    expect(await get(person)).toMatchObject({
      state: 'on',
      charged_today: 10_000,
      charges: [{ status: 'credited', amount: 10_000, note: null }],
    });
    const [event] = await intentsOf(person);
    const reported = (await payments.events()).find(({ data }) => data.object.id === event?.id);
    await payments.redeliver(reported?.id ?? '');
    await stage.arrive();
    expect((await stage.logs(person)).filter(({ kind }) => kind === 'recharge')).toHaveLength(1);
    expect(await checkLedger(test, person.account_id)).toMatchObject({ ok: true });
  });

  it('keeps a card once although what reports it is worked off several times at the same moment', async () => {
    const { token, account_id } = await merchant(test);
    const page = await test.call('POST', '/api/auto_recharge/card', { token, body: {} });
    await payments.pay(page.body.data.checkout_url.split('/').at(-1));
    await payments.settled();
    const [event] = await sqlRows<{ id: string }>(test, `SELECT id FROM payment_events WHERE state = 'waiting'`);
    const work = () => test.app.tasks.payment_event?.(stage.system(), { id: event?.id ?? '' });
    await Promise.all([work(), work(), work(), work()]);
    const kept = await sqlRows(test, `SELECT removed_at FROM saved_cards WHERE account_id = '${account_id}'`);
    expect(kept).toEqual([{ removed_at: null }]);
    await stage.arrive();
  });

  it('charges once when the provider’s answer is lost, and credits what only a webhook or the sweep tells', async () => {
    const { person, orders } = await filled({ money: 5_500 });
    payments.faults.set({ apiErrorNext: 3, apiErrorStatus: 500, apiFaultAfterWork: true, loseNext: 1 });
    await pay(person, orders.slice(0, 1));
    await runTasks(test, { tolerant: true });
    expect(await get(person)).toMatchObject({ state: 'charging', charges: [{ status: 'processing' }] });
    const { id } = (await get(person)).charges[0];
    expect(await stage.checkout(person, id)).toMatchObject({ status: 422, body: { code: 'recharge_not_open' } });
    payments.faults.clear();
    await enqueueTask(test, 'payments_sweep');
    await stage.arrive();
    expect(await stage.available(person)).toBe(5_500 - cost + 10_000);
    expect(await intentsOf(person)).toHaveLength(1);
    // the queue's own retry finds it done
    await test.app.tasks.card_charge?.(stage.system(), { account_id: person.account_id, id });
    expect(await stage.available(person)).toBe(5_500 - cost + 10_000);

    payments.faults.set({ neverPaidNext: 1 });
    await save(person, { threshold: 50_000 });
    await stage.arrive();
    expect(await get(person)).toMatchObject({ state: 'charging' });
    const open = (
      await sqlRows<{ payment_intent: string }>(
        test,
        `SELECT payment_intent FROM recharges WHERE account_id = '${person.account_id}' AND status = 'processing'`,
      )
    )[0]?.payment_intent;
    await payments.settleIntent(open ?? '');
    await stage.arrive();
    expect(await stage.available(person)).toBe(5_500 - cost + 20_000);
  });

  it('tries a declined card again after an hour and after twelve, then stops and says how to fix it', async () => {
    const { person, orders } = await filled({ money: 5_500, card: declinedLater, orders: 1 });
    await pay(person, orders);
    await stage.arrive();
    const first = await get(person);
    expect(first).toMatchObject({
      state: 'retrying',
      charges: [{ status: 'failed', note: 'The bank declined the charge.' }],
    });
    expect(await bell(person)).toEqual([{ event: 'auto_recharge_failed', needs_action: true }]);
    for (const hours of [1, 12]) {
      await look();
      test.clock.advance(hours * 3_600_000 + 1_000);
      await look();
    }
    expect(await get(person)).toMatchObject({ state: 'stopped', stopped: 'declined', try_again_at: null });
    expect((await get(person)).charges).toHaveLength(3);
    expect(await bell(person)).toContainEqual({ event: 'auto_recharge_stopped', needs_action: true });
    test.clock.advance(24 * 3_600_000);
    await look();
    expect((await get(person)).charges).toHaveLength(3);
    // another card goes on by itself
    await addCard(person);
    expect(await get(person)).toMatchObject({ state: 'on', card: { last4: '4242' } });
    expect(await stage.available(person)).toBe(5_500 - cost + 10_000);
    expect((await bell(person)).some(({ needs_action }: { needs_action: boolean }) => needs_action)).toBe(false);
  });

  it('stops at once where the bank wants the cardholder, and starts again when it is turned on again', async () => {
    const { person, orders } = await filled({ money: 5_500, card: authenticate, orders: 1 });
    await pay(person, orders);
    await stage.arrive();
    expect(await get(person)).toMatchObject({ state: 'stopped', stopped: 'authentication' });
    expect((await save(person)).body.data).toMatchObject({ state: 'on', stopped: null });
    await stage.arrive();
    expect(await get(person)).toMatchObject({ state: 'stopped', stopped: 'authentication' });
    expect((await get(person)).charges).toHaveLength(2);
  });

  it('keeps to the limits of a day and a month, reports it once, and goes on the next day', async () => {
    const { person } = await filled({
      money: 500,
      orders: 0,
      changes: { threshold: 40_000, most_a_day: 15_000, most_a_month: 25_000 },
    });
    await stage.arrive();
    await look();
    expect(await get(person)).toMatchObject({ state: 'limit', charged_today: 10_000, charged_this_month: 10_000 });
    expect(await bell(person)).toEqual([{ event: 'auto_recharge_limit', needs_action: true }]);
    test.clock.advance(24 * 3_600_000);
    await look();
    expect(await get(person)).toMatchObject({ charged_today: 10_000, charged_this_month: 20_000 });
    test.clock.advance(24 * 3_600_000);
    await look();
    expect(await get(person)).toMatchObject({ state: 'limit', charged_today: 0, charged_this_month: 20_000 });
  });

  it('charges no card that was removed, here or at the provider, and stops when a charge is disputed', async () => {
    const { person, orders } = await filled({ money: 8_000 });
    expect(await test.call('DELETE', '/api/auto_recharge/card', { token: person.token })).toMatchObject({
      status: 200,
    });
    await pay(person, orders);
    await stage.arrive();
    expect(await get(person)).toMatchObject({ state: 'off', enabled: false, card: null, charges: [] });
    await save(person);
    await stage.arrive();
    expect(await get(person)).toMatchObject({ state: 'no_card', charges: [] });
    await addCard(person);
    expect(await stage.available(person)).toBe(14_000);

    const [intent] = await intentsOf(person);
    await payments.dispute(intent?.id ?? '');
    await stage.arrive();
    expect(await get(person)).toMatchObject({ state: 'stopped', stopped: 'disputed' });
    expect(await stage.available(person)).toBe(4_000);

    await sqlRows(
      test,
      `UPDATE saved_cards SET payment_method = 'pm_gone' WHERE account_id = '${person.account_id}' AND removed_at IS NULL`,
    );
    await save(person);
    await stage.arrive();
    expect(await get(person)).toMatchObject({ state: 'stopped', stopped: 'unusable' });
  });

  it('is its account’s own, and for members who may pay from the wallet', async () => {
    const { person } = await filled();
    const other = await merchant(test);
    expect(await get(other)).toMatchObject({ state: 'off', card: null, version: 0 });
    expect(await test.call('DELETE', '/api/auto_recharge/card', { token: other.token })).toMatchObject({ status: 200 });
    expect(await get(person)).toMatchObject({ state: 'on', card: { last4: '4242' } });
    const payer = await merchant(test, { account_id: person.account_id, role: 'payer' });
    expect(await get(payer)).toMatchObject({ state: 'on' });
    expect((await save(payer)).status).toBe(403);
    const page = await test.call('POST', '/api/auto_recharge/card', { token: payer.token, body: {} });
    expect(page.status).toBe(403);
    expect((await test.call('DELETE', '/api/auto_recharge/card', { token: payer.token })).status).toBe(403);
    const support = await merchant(test, { account_id: person.account_id, role: 'support' });
    expect((await test.call('GET', '/api/auto_recharge', { token: support.token })).status).toBe(403);
    expect((await test.call('GET', '/api/auto_recharge')).status).toBe(401);
    const body = { ...wanted, version: 0 };
    expect(await test.call('PUT', '/api/auto_recharge', { token: person.token, body })).toMatchObject({
      status: 422,
      body: { code: 'stale_version' },
    });
    expect(await save(person, { most_a_day: 9_999 })).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    const fresh = await merchant(test, { verified: false });
    expect(await save(fresh)).toMatchObject({ status: 422, body: { code: 'email_unverified' } });
  });
});
