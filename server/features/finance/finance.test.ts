import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balances } from '#server/features/ledger/index.ts';
import { creditOrder } from '#server/features/orders/index.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { planOf } from '#testing/explain.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenBank, givenMoney, givenOrdersToPay, uploadProof } from '#testing/wallet-fixtures.ts';
import { trialStatement } from './finance.db.ts';

let test: TestApp;
let ada: Person;
let bob: Person;
let finance: { token: string };
let colleague: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  await givenBank(test, 200);
  [finance, colleague] = [await staff(test, 'finance'), await staff(test, 'finance')];
  [ada, bob] = [await merchant(test), await merchant(test)];
  await fourDays();
});
afterAll(() => test.close());

type By = { token: string };
const post = async (by: By, path: string, body: object = {}) => {
  const answer = await test.call('POST', path, { token: by.token, body, key: uuid() });
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body.data;
};
const ask = (path: string, by: By = finance) => test.call('GET', path, { token: by.token });
const answer = async (path: string) => (await ask(path)).body;

/** Lets two members of staff agree on a change of a client's money. */
async function agreed(person: Person, change: object): Promise<void> {
  const body = { account_id: person.account_id, reason: 'Agreed by telephone', ...change };
  const { id, version } = await post(finance, '/api/staff/adjustments', body);
  await post(colleague, `/api/staff/adjustments/${person.account_id}/${id}/approve`, { version });
}

async function recharge(person: Person, amount: number): Promise<void> {
  const made = await post(person, '/api/recharges', { method: 'bank', amount });
  const proof = {
    file_ids: [await uploadProof(test, person.token)],
    amount,
    paid_on: '2026-11-20',
    payer_name: 'Ada Miller',
    external_ref: 'FT 77',
    version: made.version,
  };
  const { version } = await post(person, `/api/recharges/${made.id}/proof`, proof);
  const path = `/api/staff/recharges/${person.account_id}/${made.id}/approve`;
  await post(finance, path, { received_amount: amount, version });
}

/** Pays orders of 20.00 each; answers them. */
async function pay(person: Person, count: number): Promise<string[]> {
  const order_ids = await givenOrdersToPay(test, person.account_id, count);
  await post(person, '/api/invoices', { order_ids, expected_total: count * 20_00 });
  return order_ids;
}

async function giveBack(person: Person, order = '', amount = 0, as: 'credit_note' | 'claim_refund' = 'credit_note') {
  const reason = { text: 'ledger.order_cancelled', params: { name: '#1' } } as const;
  await inAccount(test, person.account_id, (ctx) => creditOrder(ctx, order, { amount, reason, cause: as, as }));
}

async function withdraw(person: Person, amount: number): Promise<() => Promise<void>> {
  const account = { kind: 'bank', holder: 'Ada Miller', account: 'DE02120300000000202051', bank: 'DKB' };
  const { id: payout_account_id } = await post(person, '/api/payout_accounts', account);
  const { id } = await post(person, '/api/withdrawals', { payout_account_id, amount });
  const mails = await sqlRows<{ subject: string }>(
    test,
    `SELECT payload->>'subject' AS subject FROM outbox WHERE account_id = '${person.account_id}' AND kind = 'mail'`,
  );
  const code = mails.flatMap(({ subject }) => /^(\d{6}) /.exec(subject)?.[1] ?? []).at(-1);
  let { version } = await post(person, `/api/withdrawals/${id}/confirm`, { code });
  const path = `/api/staff/withdrawals/${person.account_id}/${id}`;
  ({ version } = await post(finance, `${path}/approve`, { version }));
  return () => post(finance, `${path}/paid`, { version, reference: 'PAY-1' });
}

/** What happens from 21 to 24 November; the days begin at 16:00 UTC, when Shanghai's do. */
async function fourDays(): Promise<void> {
  test.clock.set('2026-11-21T09:00:00Z');
  await recharge(ada, 500_00); // 2% of it are a fee
  await agreed(ada, { kind: 'bonus', amount: 3_00, last_day: '2026-12-31' });
  await agreed(bob, { kind: 'credit_limit', amount: 50_00 });
  await pay(bob, 1); // on credit
  test.clock.set('2026-11-21T16:30:00Z');
  const [first, second] = await pay(ada, 2); // 3.00 of it with the bonus
  await giveBack(ada, first, 3_50);
  test.clock.set('2026-11-23T02:00:00Z');
  const payOut = await withdraw(ada, 100_00);
  await giveBack(ada, second, 1_50, 'claim_refund');
  test.clock.set('2026-11-24T15:59:59Z');
  await payOut();
}

type Line = { ledger_account: string; debit: number; credit: number };
/** Credit less debit of each account, beside the sum of both sides. */
async function trialBalance(on: string) {
  const { data } = await answer(`/api/staff/finance/trial_balance?on=${on}`);
  expect(data).toMatchObject({ on, time_zone: 'Asia/Shanghai' });
  expect(data.currencies).toHaveLength(1);
  const [{ lines, debit, credit }] = data.currencies;
  expect(debit).toBe(credit);
  const sides = (lines as Line[]).map((line) => [line.ledger_account, [line.debit, line.credit]]);
  return { total: debit, lines: Object.fromEntries(sides) as Record<string, [number, number]> };
}

describe('the trial balance', () => {
  it('has both sides of every account at the end of a day in the provider’s zone', async () => {
    const nothing = (await answer('/api/staff/finance/trial_balance?on=2026-11-20')).data.currencies;
    expect(nothing).toEqual([]);
    expect(await trialBalance('2026-11-21')).toEqual({
      total: 523_00,
      lines: {
        'bank:bank': [500_00, 0],
        bonus: [0, 3_00],
        bonus_given: [3_00, 0],
        cash: [20_00, 490_00],
        fees: [0, 10_00],
        revenue: [0, 20_00],
      },
    });
    expect(await trialBalance('2026-11-22')).toEqual({
      total: 523_00,
      lines: {
        'bank:bank': [500_00, 0],
        bonus_given: [3_00, 0],
        cash: [20_00, 456_50],
        fees: [0, 10_00],
        revenue: [0, 56_50],
      },
    });
    expect(await trialBalance('2026-11-23')).toMatchObject({
      total: 524_50,
      lines: { cash: [20_00, 358_00], held_cash: [0, 100_00], claims: [1_50, 0], revenue: [0, 56_50] },
    });
    expect(await trialBalance('2026-11-24')).toEqual({
      total: 424_50,
      lines: {
        'bank:bank': [400_00, 0],
        bonus_given: [3_00, 0],
        cash: [20_00, 358_00],
        claims: [1_50, 0],
        fees: [0, 10_00],
        revenue: [0, 56_50],
      },
    });
  });

  it('is what the ledgers of all clients say', async () => {
    const own = new Map<string, number>();
    for (const { account_id } of [ada, bob]) {
      const { accounts } = await inAccount(test, account_id, (ctx) => balances(ctx));
      for (const [name, amount] of accounts) {
        const kind = name.startsWith('bonus:') ? 'bonus' : name;
        own.set(kind, (own.get(kind) ?? 0) + amount);
      }
    }
    const { lines } = await trialBalance('2026-11-24');
    const net = Object.entries(lines).map(([name, [debit, credit]]): [string, number] => [name, credit - debit]);
    const moved = [...own].filter(([, amount]) => amount !== 0);
    expect(Object.fromEntries(net)).toEqual(Object.fromEntries(moved));
    expect(net.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
    const plan = await planOf(test, 'all_accounts', trialStatement('2026-11-24'), { fewRows: true });
    expect(plan).toContain('ledger_entries_balance_idx');
    expect(plan).toContain('ledger_transactions_at_idx');
    expect(plan).not.toMatch(/Seq Scan on ledger/);
  });
});

describe('liabilities', () => {
  it('are cash, held and bonus less what clients owe, day by day', async () => {
    const { data } = await answer('/api/staff/finance/liabilities?from=2026-11-20&to=2026-11-30');
    const of = (day: string, cash: number, held: number, bonus: number, owed_by_clients: number, total: number) => ({
      day: `2026-11-${day}`,
      cash,
      held,
      bonus,
      owed_by_clients,
      total,
    });
    expect(data.currencies).toEqual([
      {
        currency: 'USD',
        series: [
          of('20', 0, 0, 0, 0, 0),
          of('21', 490_00, 0, 3_00, 20_00, 473_00),
          of('22', 456_50, 0, 0, 20_00, 436_50),
          of('23', 358_00, 100_00, 0, 20_00, 438_00),
          of('24', 358_00, 0, 0, 20_00, 338_00), // and none of tomorrow
        ],
      },
    ]);
    const [{ series }] = (await answer('/api/staff/finance/liabilities?from=2026-11-23&to=2026-11-23')).data.currencies;
    expect(series).toEqual([of('23', 358_00, 100_00, 0, 20_00, 438_00)]);
  });
});

describe('revenue by client', () => {
  const of = ({ account_id }: Person, sums: object) => ({ client: { id: account_id }, currency: 'USD', ...sums });

  it('is what was invoiced, less credit notes and claims, and notes who saw it', async () => {
    const { data, meta } = await answer('/api/staff/finance/clients?from=2026-11-21&to=2026-11-24');
    const all = { invoiced: 40_00, charged: 10_00, refunded: 3_50, claims: 1_50, net: 45_00, balance: 358_00 };
    const less = { invoiced: 20_00, charged: 0, refunded: 0, claims: 0, net: 20_00, balance: -20_00 };
    expect(data).toMatchObject([of(ada, all), of(bob, less)]);
    expect(meta).toMatchObject({ total: 2, from: '2026-11-21', to: '2026-11-24' });
    const totals = { invoiced: 60_00, charged: 10_00, refunded: 3_50, claims: 1_50, net: 65_00, balance: 338_00 };
    expect(meta.totals).toEqual([{ currency: 'USD', ...totals }]);
    const seen = await sqlRows(test, `SELECT account_id FROM access_log WHERE route = 'finance.clients'`);
    expect(new Set(seen.map(({ account_id }) => account_id))).toEqual(new Set([ada.account_id, bob.account_id]));
  });

  it('is cut by days, sorted, searched and paged', async () => {
    const later = (await answer('/api/staff/finance/clients?from=2026-11-22&to=2026-11-22&sort=invoiced')).data;
    expect(later).toMatchObject([
      of(ada, { invoiced: 40_00, charged: 0, refunded: 3_50, claims: 0, net: 36_50, balance: 456_50 }),
      of(bob, { invoiced: 0, net: 0, balance: -20_00 }),
    ]);
    // and so is the list of invoices behind it, in a zone whose day has not ended when Shanghai's has
    await sqlRows(test, `UPDATE accounts SET time_zone = 'America/Los_Angeles' WHERE id = '${ada.account_id}'`);
    const behind = async (person: Person, from: string, to = from) => {
      const path = `/api/invoices?tab=paid&booked_from=${from}&booked_to=${to}`;
      const headers = { 'x-client-id': person.account_id };
      const { data } = (await test.call('GET', path, { token: finance.token, headers })).body;
      return (data as { total: number }[]).map(({ total }) => total);
    };
    expect(await behind(ada, '2026-11-21')).toEqual([]);
    expect(await behind(ada, '2026-11-22')).toEqual([40_00]); // paid on 21 November at 16:30 UTC
    expect(await behind(bob, '2026-11-22')).toEqual([]);
    expect(await behind(bob, '2026-11-01', '2026-11-21')).toEqual([20_00]);
    const named = await answer(`/api/staff/finance/clients?q=${bob.username.toUpperCase()}`);
    expect(named).toMatchObject({ data: [of(bob, { net: 20_00 })], meta: { total: 1, from: '2026-11-01' } });
    const second = await answer('/api/staff/finance/clients?per_page=1&page=2');
    expect(second).toMatchObject({ data: [of(bob, {})], meta: { total: 2, totals: [{ net: 65_00 }] } });
  });
});

it('are for finance and admins, and for days that make sense', async () => {
  const paths = ['/api/staff/finance/trial_balance', '/api/staff/finance/liabilities', '/api/staff/finance/clients'];
  for (const path of paths) {
    for (const by of [await staff(test, 'agent'), await staff(test, 'warehouse'), ada])
      expect((await ask(path, by)).status).toBe(403);
    expect((await ask(path, await staff(test, 'admin'))).status).toBe(200);
  }
  for (const path of paths.slice(1)) {
    expect((await answer(`${path}?from=2026-11-24&to=2026-11-21`)).errors).toHaveProperty('to');
    expect((await answer(`${path}?from=2020-01-01&to=2026-11-21`)).errors).toHaveProperty('from');
  }
  expect((await ask('/api/staff/finance/trial_balance?on=yesterday')).status).toBeGreaterThanOrEqual(400);
});

it('agree where a transaction waited for one of the next day', async () => {
  test.clock.set('2026-11-24T16:00:01Z');
  await givenMoney(test, bob.account_id, 5_00);
  test.clock.set('2026-11-24T15:59:59Z'); // began before, and came behind it
  await givenMoney(test, bob.account_id, 1_00);
  test.clock.set('2026-11-25T09:00:00Z');
  await givenMoney(test, bob.account_id, 2_00);
  const [{ series }] = (await answer('/api/staff/finance/liabilities?from=2026-11-23')).data.currencies;
  const [, first, second] = series;
  expect(first).toMatchObject({ day: '2026-11-24', owed_by_clients: 14_00, total: 344_00 });
  expect(second).toMatchObject({ day: '2026-11-25', owed_by_clients: 12_00, total: 346_00 });
  expect((await trialBalance('2026-11-24')).lines).toMatchObject({ cash: [14_00, 358_00] });
  expect((await trialBalance('2026-11-25')).lines).toMatchObject({ cash: [12_00, 358_00] });
  const { meta } = await answer('/api/staff/finance/clients?from=2026-11-25&to=2026-11-25');
  expect(meta.totals).toMatchObject([{ net: 0, balance: 346_00 }]);
});
