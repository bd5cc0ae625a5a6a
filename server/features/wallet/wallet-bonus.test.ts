import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CardStage, cardStage } from '#testing/card-stage.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { enqueueTask, sqlRows } from '#testing/sql-rows.ts';
import { checkLedger, givenBank, givenOrdersToPay, uploadProof } from '#testing/wallet-fixtures.ts';

const tiers = [
  { from: 100_000, bp: 200 },
  { from: 50_000, bp: 100 },
];
const day = 86_400_000;
let stage: CardStage;
let test: CardStage['test'];
let finance: Awaited<ReturnType<typeof staff>>;
beforeAll(async () => {
  stage = await cardStage();
  ({ test } = stage);
  finance = await staff(test, 'finance');
  await givenBank(test);
  await offer('bank', tiers);
  await offer('card', tiers);
});
afterAll(() => stage.close());

/** What finance enters of a method, with these tiers. */
async function offer(code: string, bonus_tiers: object[], bonus_days = 90) {
  const { data } = (await test.call('GET', '/api/staff/recharge_methods', { token: finance.token })).body;
  const { kind, ...method } = data.find((one: { code: string }) => one.code === code);
  expect(kind).toBeDefined();
  const { code: _, ...body } = { ...method, bonus_tiers, bonus_days };
  return test.call('PUT', `/api/staff/recharge_methods/${code}`, { token: finance.token, body });
}
const wallet = async (person: Person) => (await test.call('GET', '/api/wallet', { token: person.token })).body.data;
const money = async (person: Person) => {
  const { available, bonus, withdrawable } = await wallet(person);
  return { available, bonus, withdrawable };
};

/** A bank recharge of a claimed amount whose proof is in. */
async function proven(person: Person, amount: number) {
  const body = { method: 'bank', amount };
  const made = await test.call('POST', '/api/recharges', { token: person.token, key: uuid(), body });
  const proof = {
    file_ids: [await uploadProof(test, person.token)],
    amount,
    paid_on: '2026-11-20',
    payer_name: 'Ada Miller',
    external_ref: uuid(),
    version: made.body.data.version,
  };
  const path = `/api/recharges/${made.body.data.id}/proof`;
  return (await test.call('POST', path, { token: person.token, body: proof })).body.data;
}
async function arrive(person: Person, recharge: { id: string; version: number }, received_amount: number) {
  const path = `/api/staff/recharges/${person.account_id}/${recharge.id}/approve`;
  const body = { received_amount, version: recharge.version };
  const { body: answer } = await test.call('POST', path, { token: finance.token, key: uuid(), body });
  return answer.data;
}
const inOrder = async (person: Person) =>
  expect(await checkLedger(test, person.account_id)).toMatchObject({ ok: true });

describe('the bonus of a recharge', () => {
  it.each([
    [50_000, 49_999, 0],
    [50_000, 50_000, 500],
    [50_000, 50_099, 500],
    [50_000, 99_999, 999],
    [50_000, 100_000, 2_000],
    [120_000, 60_000, 600],
  ])('of %i asked for is by the %i that arrived: %i', async (asked, received, bonus) => {
    const person = await merchant(test);
    const recharge = await proven(person, asked);
    expect(recharge.bonus).toBeNull();
    expect(await arrive(person, recharge, received)).toMatchObject({ status: 'credited', bonus });
    expect(await money(person)).toEqual({ available: received + bonus, bonus, withdrawable: received });
    const logs = await stage.logs(person);
    expect(logs.map(({ kind, amount }) => [kind, amount])).toEqual([
      ...(bonus > 0 ? [['recharge_bonus', bonus]] : []),
      ['recharge', received],
    ]);
    await inOrder(person);
  });

  it('is as its payer was shown, and lasts as long', async () => {
    const person = await merchant(test);
    const recharge = await proven(person, 100_000);
    expect((await offer('bank', [], 30)).status).toBe(200);
    await arrive(person, recharge, 100_000);
    const last_day = new Date(test.clock.now().getTime() + 90 * day).toISOString().slice(0, 10);
    expect((await wallet(person)).bonus_lots).toEqual([{ last_day, amount: 2_000 }]);
    expect((await offer('bank', tiers)).status).toBe(200);
  });

  it('has no two tiers from one amount, and each says so much', async () => {
    const twice = await offer('bank', [...tiers, { from: 50_000, bp: 300 }]);
    expect(twice).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', message: expect.stringContaining('same amount') },
    });
    expect((await offer('bank', [{ from: 50_000, bp: 2_001 }])).status).toBe(422);
    expect((await offer('bank', [{ from: 0, bp: 100 }])).status).toBe(422);
  });
});

describe('the bonus of money that goes back', () => {
  const card = () => stage.paid(100_000);

  it('goes with a disputed recharge, out of its lot, and comes again when the dispute is won', async () => {
    const { person, session } = await card();
    expect(await money(person)).toMatchObject({ available: 102_000, bonus: 2_000 });
    const { id } = await stage.payments.dispute(session);
    await stage.arrive();
    expect(await money(person)).toMatchObject({ available: 0, bonus: 0 });
    await stage.payments.closeDispute(id, 'won');
    await stage.arrive();
    expect(await money(person)).toMatchObject({ available: 102_000, bonus: 2_000 });
    await inOrder(person);
  });

  it('is taken from cash where it was spent, and comes back as cash', async () => {
    const { person, session } = await card();
    const [order] = await givenOrdersToPay(test, person.account_id, 1);
    const body = { order_ids: [order], expected_total: 2_000 };
    expect((await test.call('POST', '/api/invoices', { token: person.token, key: uuid(), body })).status).toBe(200);
    expect(await money(person)).toMatchObject({ available: 100_000, bonus: 0 });
    const { id } = await stage.payments.dispute(session);
    await stage.arrive();
    expect(await money(person)).toMatchObject({ available: -2_000 });
    await stage.payments.closeDispute(id, 'won');
    await stage.arrive();
    expect(await money(person)).toEqual({ available: 100_000, bonus: 0, withdrawable: 100_000 });
    await inOrder(person);
  });

  it('stays as far as what is left of the recharge earns it', async () => {
    const { person, id } = await card();
    const refund = async (amount: number) => {
      const { version } = await stage.recharge(person, id);
      const path = `/api/staff/recharges/${person.account_id}/${id}/refund`;
      const body = { amount, reason: 'Asked for by phone', version };
      const answer = await test.call('POST', path, { token: finance.token, key: uuid(), body });
      await stage.arrive();
      return answer;
    };
    expect((await refund(40_000)).status).toBe(200);
    expect(await money(person)).toMatchObject({ available: 60_600, bonus: 600 }); // 1 % of what stays
    expect((await refund(20_000)).status).toBe(200);
    expect(await money(person)).toMatchObject({ available: 40_000, bonus: 0 });
    expect((await refund(40_000)).status).toBe(200);
    expect(await money(person)).toMatchObject({ available: 0, bonus: 0 });
    await inOrder(person);
  });

  it('is not asked for where it expired unspent', async () => {
    expect((await offer('card', tiers, 5)).status).toBe(200);
    const { person, session } = await card();
    test.clock.advance(6 * day);
    await enqueueTask(test, 'bonus_expiry');
    await runTasks(test);
    expect(await money(person)).toMatchObject({ available: 100_000, bonus: 0 });
    await stage.payments.dispute(session);
    await stage.arrive();
    expect(await money(person)).toMatchObject({ available: 0, bonus: 0 });
    const [given] = await sqlRows<{ sum: number }>(
      test,
      `SELECT sum(amount)::float8 AS sum FROM ledger_entries WHERE account_id = '${person.account_id}' AND ledger_account = 'bonus_given'`,
    );
    expect(given?.sum).toBe(0);
    await inOrder(person);
  });
});
