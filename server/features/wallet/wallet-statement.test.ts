import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankOf, post } from '#server/features/ledger/index.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenBank, givenBonus, givenMoney, uploadProof } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  person = await merchant(test);
  for (const amount of [1_000, 2_000, 3_000]) await givenMoney(test, person.account_id, amount);
  await givenBonus(test, person.account_id, 500);
  await givenFee(1_250);
});
afterAll(() => test.close());

const givenFee = (amount: number, label = 'FEE-1') =>
  inAccount(test, person.account_id, (ctx) =>
    post(ctx, {
      kind: 'service_fee',
      ref: { kind: 'tests', id: person.account_id, label },
      idempotency_key: uuid(),
      entries: [
        { ledger_account: 'cash', amount: -amount, currency: 'USD' },
        { ledger_account: 'fees', amount, currency: 'USD' },
      ],
    }),
  );

type Row = { amount: number; balance_after: number };
type Sums = { entries: number; money_in: number; money_out: number; net: number; currency: string };
const logs = async (query: string, token = person.token) => {
  const { body } = await test.call('GET', `/api/billing_logs?${query}`, { token });
  return body as { data: Row[]; meta: { total: number } };
};
const sumsOf = async (query: string, token = person.token): Promise<Sums> =>
  (await test.call('GET', `/api/billing_logs/sums?${query}`, { token })).body.data;
const sums = (entries: number, money_in: number, money_out: number) => ({
  entries,
  money_in,
  money_out,
  net: money_in - money_out,
  currency: 'USD',
});

/** Lines of the exported file below its head. */
const linesOf = async (token: string, query: object, columns: string[]) =>
  (await fileOf(token, { list: 'transactions', columns, query })).slice(1);

/** All lines of an exported file. */
const fileOf = async (token: string, body: object) => {
  const made = await test.call('POST', '/api/exports', { token, key: uuid(), body: { format: 'csv', ...body } });
  const link = await test.call('POST', `/api/files/${made.body.data.result.file_id}/link`, {
    token,
    body: {},
  });
  const file = await test.app.fastify.inject({ url: link.body.data.url });
  return file.body.trim().split('\r\n');
};

describe('the statement', () => {
  it('has the running balance', { tags: ['S7-35'] }, async () => {
    const { data, meta } = await logs('');
    expect(data.map((row) => row.balance_after)).toEqual([5_250, 6_500, 6_000, 3_000, 1_000]);
    expect(meta).toMatchObject({ total: 5 });
  });

  it.each([
    ['kind=adjustment', sums(3, 6_000, 0)],
    ['direction=in', sums(4, 6_500, 0)],
    ['direction=out', sums(1, 0, 1_250)],
    ['amount_from=10', sums(4, 6_000, 1_250)],
    ['amount_from=12.50&amount_to=20', sums(2, 2_000, 1_250)],
    ['amount_to=4.99', sums(0, 0, 0)],
    ['q=fee-1', sums(1, 0, 1_250)],
    ['from=2026-11-21&to=2026-11-21', sums(5, 6_500, 1_250)],
    ['from=2026-11-22', sums(0, 0, 0)],
    ['kind=adjustment&amount_from=30', sums(1, 3_000, 0)],
  ])('filtered by %s shows the sums of all that match', { tags: ['S7-35'] }, async (query, expected) => {
    const all = await logs(query);
    expect(await sumsOf(query)).toEqual(expected);
    expect(all.meta.total).toBe(expected.entries);
    const added = (sign: 1 | -1) => all.data.reduce((sum, { amount }) => sum + Math.max(0, sign * amount), 0);
    expect([added(1), added(-1)]).toEqual([expected.money_in, expected.money_out]);
  });

  it('counts a bonus and never another account’s money', async () => {
    const other = await merchant(test);
    await givenMoney(test, other.account_id, 77_700);
    expect(await sumsOf('kind=recharge_bonus')).toEqual(sums(1, 500, 0));
    expect(await sumsOf('direction=in', other.token)).toEqual(sums(1, 77_700, 0));
  });

  it('takes bounds in units of the wallet’s currency', async () => {
    const yen = await merchant(test);
    await inAccount(test, yen.account_id, ({ db }) =>
      db.updateTable('accounts').set({ currency: 'JPY' }).where('id', '=', yen.account_id).execute(),
    );
    await inAccount(test, yen.account_id, (ctx) =>
      post(ctx, {
        kind: 'adjustment',
        ref: { kind: 'tests', id: yen.account_id, label: 'opening' },
        idempotency_key: uuid(),
        entries: [
          { ledger_account: bankOf('bank'), amount: -1_200, currency: 'JPY' },
          { ledger_account: 'cash', amount: 1_200, currency: 'JPY' },
        ],
      }),
    );
    expect(await sumsOf('amount_from=1200', yen.token)).toMatchObject({ entries: 1, currency: 'JPY' });
    expect(await sumsOf('amount_from=1201', yen.token)).toMatchObject({ entries: 0 });
  });

  it('is exported with the same filters, and with balances where no row is missing between them', async () => {
    const columns = ['entry', 'in', 'out', 'balance'];
    const own = (query: object) => linesOf(person.token, query, columns);
    expect(await own({ direction: 'out', amount_from: '12.5' })).toEqual(['5,,,12.50,USD,,']);
    expect(await own({ from: '2026-11-21', to: '2026-11-21' })).toHaveLength(5);
    expect((await own({ from: '2026-11-21' }))[0]).toBe('5,,,12.50,USD,52.50,USD');
    const causes = ['kind', 'method', 'actor'];
    expect(await linesOf(person.token, { kind: 'service_fee' }, causes)).toEqual(['Service fee,,Automatic']);
  });

  it('names the method and who caused it, on the screen and in the file', async () => {
    await givenBank(test);
    const owner = await merchant(test);
    const finance = await staff(test, 'finance');
    const made = await test.call('POST', '/api/recharges', {
      token: owner.token,
      key: uuid(),
      body: { method: 'bank', amount: 5_000 },
    });
    const { id, version } = made.body.data;
    const proof = { amount: 5_000, paid_on: '2026-11-20', payer_name: 'Ada Miller', external_ref: 'FT 4711' };
    const proved = await test.call('POST', `/api/recharges/${id}/proof`, {
      token: owner.token,
      body: { ...proof, file_ids: [await uploadProof(test, owner.token)], version },
    });
    await test.call('POST', `/api/staff/recharges/${owner.account_id}/${id}/approve`, {
      token: finance.token,
      key: uuid(),
      body: { received_amount: 5_000, version: proved.body.data.version },
    });
    const { data } = await logs('', owner.token);
    expect(data).toMatchObject([{ method: 'Bank transfer', actor: { kind: 'staff', name: null } }]);
    const columns = ['kind', 'method', 'actor'];
    expect(await linesOf(owner.token, {}, columns)).toEqual(['Recharge,Bank transfer,Provider']);
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${owner.user_id}'`);
    expect(await linesOf(owner.token, {}, columns)).toEqual(['充值,银行转账,服务商']);
  });
});

describe('the wallet as a bank account of an accounting program', () => {
  it('has the documented columns of Xero and of QuickBooks, and amounts that come to the balance', async () => {
    const { token } = person;
    const rows = (await logs('per_page=100')).data;
    const balance = rows.reduce((all, { amount }) => all + amount, 0);
    const xero = await fileOf(token, { list: 'bank_xero', query: {} });
    expect(xero[0]?.replace('\uFEFF', '')).toBe('*Date,*Amount,Payee,Description,Reference,Check Number');
    const quickbooks = await fileOf(token, { list: 'bank_quickbooks', query: {} });
    expect(quickbooks[0]?.replace('\uFEFF', '')).toBe('Date,Description,Amount');
    const cents = (text: string | undefined) => Math.round(Number(text) * 100);
    const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
    const moved = rows.filter(({ amount }) => amount !== 0);
    for (const lines of [xero, quickbooks]) {
      expect(lines.slice(1)).toHaveLength(moved.length);
      for (const line of lines.slice(1)) expect(line).toMatch(/^\d{4}-\d\d-\d\d,/);
    }
    expect(sum(xero.slice(1).map((line) => cents(line.split(',')[1])))).toBe(balance);
    expect(sum(quickbooks.slice(1).map((line) => cents(line.split(',').at(-1))))).toBe(balance);
    expect(quickbooks.some((line) => line.includes('Service fee FEE-1'))).toBe(true);
    const out = await fileOf(token, { list: 'bank_quickbooks', query: { direction: 'out' } });
    expect(out.slice(1).every((line) => line.split(',').at(-1)?.startsWith('-'))).toBe(true);
  });
});
