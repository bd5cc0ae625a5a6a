import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { post } from '#server/features/ledger/index.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';

// A recharge with a fee, a paid withdrawal and one that is still on hold, as the accountant finds them.

type LedgerKind = Parameters<typeof post>[1]['kind'];

let test: TestApp;
let person: Person;
const day = 86_400_000;

async function booked(kind: LedgerKind, label: string, entries: Record<string, number>): Promise<void> {
  await inAccount(test, person.account_id, (ctx) =>
    post(ctx, {
      kind,
      ref: { kind: kind === 'recharge' ? 'recharges' : 'withdrawals', id: uuid(), label },
      idempotency_key: uuid(),
      entries: Object.entries(entries).map(([ledger_account, amount]) => ({ ledger_account, amount, currency: 'USD' })),
    }),
  );
  test.clock.advance(day);
}

beforeAll(async () => {
  test = await startTestApp();
  person = await merchant(test);
  test.clock.set(new Date('2026-11-01T09:00:00Z'));
  await booked('recharge', 'RC-1', { 'bank:card': -10_000, cash: 9_710, fees: 290 });
  await booked('hold', 'WD-1', { cash: -5_000, held_cash: 5_000 });
  await booked('withdrawal', 'WD-1', { held_cash: -5_000, 'bank:bank': 5_000 });
  await booked('hold', 'WD-2', { cash: -1_000, held_cash: 1_000 });
});
afterAll(() => test.close());

async function fileOf(list: string, query: object = {}, columns?: string[]): Promise<string[]> {
  const { token } = person;
  const body = { list, format: 'csv', query, ...(columns && { columns }) };
  const made = await test.call('POST', '/api/exports', { token, key: uuid(), body });
  const link = await test.call('POST', `/api/files/${made.body.data.result.file_id}/link`, { token, body: {} });
  const file = await test.app.fastify.inject({ url: link.body.data.url });
  return file.body.trim().split('\r\n').slice(1);
}

it('comes in as charged, with its fee beside it, and goes out when a withdrawal is paid', async () => {
  expect(await fileOf('bank_quickbooks')).toEqual([
    '2026-11-03,Withdrawal WD-1,-50.00',
    '2026-11-01,Recharge RC-1,100.00',
    '2026-11-01,Recharge fee RC-1,-2.90',
  ]);
  expect((await fileOf('bank_xero')).map((line) => line.split(',').slice(0, 2).join(','))).toEqual([
    '2026-11-03,-50.00',
    '2026-11-01,100.00',
    '2026-11-01,-2.90',
  ]);
  const { available, held } = (await test.call('GET', '/api/wallet', { token: person.token })).body.data;
  expect([available, held, available + held]).toEqual([3_710, 1_000, 10_000 - 290 - 5_000]); // the sum of the lines
});

it('narrows the bank account by its own movements', async () => {
  expect(await fileOf('bank_quickbooks', { direction: 'out' })).toEqual(['2026-11-03,Withdrawal WD-1,-50.00']);
  expect(await fileOf('bank_quickbooks', { amount_from: '40', amount_to: '60' })).toEqual([
    '2026-11-03,Withdrawal WD-1,-50.00',
  ]);
});

it('says in the wallet what was charged, and what left the money on hold', async () => {
  const { data } = (await test.call('GET', '/api/billing_logs', { token: person.token })).body;
  const said = data.map((row: Record<string, unknown>) => [row.kind, row.amount, row.fee, row.held, row.balance_after]);
  expect(said).toEqual([
    ['hold', -1_000, 0, 1_000, 3_710],
    ['withdrawal', 0, 0, -5_000, 4_710],
    ['hold', -5_000, 0, 5_000, 4_710],
    ['recharge', 9_710, 290, 0, 9_710],
  ]);
  expect(await fileOf('transactions', {}, ['kind', 'in', 'charged', 'fee', 'held'])).toEqual([
    'Funds held,,,,,,,10.00,USD',
    'Withdrawal,,,,,,,-50.00,USD',
    'Funds held,,,,,,,50.00,USD',
    'Recharge,97.10,USD,100.00,USD,2.90,USD,,',
  ]);
});
