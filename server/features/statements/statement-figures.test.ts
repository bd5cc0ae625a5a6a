import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from '#server/features/ledger/index.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { hasPdfTools, pdfPages } from '#testing/pdf-tools.ts';

// What another program reads on a paper statement, beside the wallet's transactions and the file for accounting programs.

type Kind = Parameters<typeof post>[1]['kind'];
type Log = { kind: string; amount: number; fee: number; held: number; balance_after: number };

let test: TestApp;
let person: Person;
const day = 86_400_000;

async function booked(kind: Kind, label: string, entries: Record<string, number>): Promise<void> {
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
  await booked('recharge', 'RC-1', { 'bank:card': -1_000_000, cash: 971_000, fees: 29_000 });
  await booked('hold', 'WD-1', { cash: -12_345, held_cash: 12_345 });
  await booked('hold', 'WD-2', { cash: -700, held_cash: 700 });
  await booked('withdrawal', 'WD-1', { held_cash: -12_345, 'bank:bank': 12_345 });
});
afterAll(() => test.close());

const figures = (text: string) =>
  [...text.matchAll(/(−)?(\d[\d,]*)\.(\d{2})(?!\d)/g)].map(([, minus, whole = '', cents = '']) =>
    Number(`${minus ? '-' : ''}${whole.replaceAll(',', '')}${cents}`),
  );

describe.runIf(hasPdfTools)('a statement on paper', () => {
  it('has each movement, charge and paid withdrawal as the wallet shows it', async () => {
    const { token } = person;
    const body = { from: '2026-11-01', to: '2026-11-04' };
    const issued = (await test.call('POST', '/api/statements', { token, key: uuid(), body })).body.data;
    const asked = { token, body: { format: 'pdf' } };
    const { url } = (await test.call('POST', `/api/statements/${issued.id}/file`, asked)).body.data;
    const text = pdfPages((await test.app.fastify.inject(url)).rawPayload).join('\n');
    const logs = ((await test.call('GET', '/api/billing_logs', { token })).body.data as Log[]).toReversed();

    const lines = text.split('\n').filter((line) => /^ *2026-11-0\d .*\.\d{2}$/.test(line));
    const shown = logs.map(({ amount, held, balance_after }) =>
      [amount, held, balance_after].filter((figure, place) => place === 2 || figure !== 0),
    );
    expect(lines.map(figures)).toEqual(shown);
    const charged = logs.filter(({ fee }) => fee > 0).map(({ amount, fee }) => [amount + fee, fee]);
    expect([...text.matchAll(/Charged .*/g)].map(([line]) => figures(line))).toEqual(charged);
    const paid = logs.filter(({ kind }) => kind === 'withdrawal').map(({ held }) => [-held]);
    expect([...text.matchAll(/(\S+) USD paid from funds on hold/g)].map(([line]) => figures(line))).toEqual(paid);
    expect(lines[3]).toMatch(/^ *2026-11-04 +Withdrawal WD-1 paid/);

    const sum = (label: string) => figures(new RegExp(`^ *${label} {2,}(.*)$`, 'm').exec(text)?.[1] ?? '')[0] ?? 0;
    expect(sum('Closing balance')).toBe(issued.closing_balance);
    expect(sum('Closing balance')).toBe(issued.opening_balance + sum('Money in') - sum('Money out'));
    expect(sum('Also on hold')).toBe(12_345 + 700 - sum('Withdrawals paid'));
    expect(sum('Recharge fees deducted')).toBe(29_000);
  });
});
