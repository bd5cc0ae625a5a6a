import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuid } from 'uuid';
import { keepSentence } from '#server/lib/refusal-texts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { hasHledger, hledgerBalances, runHledger } from '#testing/hledger.ts';
import { runLedgerModel } from '#testing/ledger-model.ts';
import { merchant, type Person } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { type AccountCtx, entryFor, forAccount } from '#server/db/context.ts';
import { type JournalQuery, journalAccount, journalPiece } from './ledger-journal.ts';
import { balances, bankOf, bonusLot, post, spend } from './ledger.service.ts';

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
});
afterAll(() => test.close());

const own = <T>(account_id: string, action: (ctx: AccountCtx) => Promise<T>) =>
  entryFor(test.ground, { kind: 'system' as const, name: 'test' }, 'test').run({ account_id }, (ctx) =>
    action(forAccount(ctx, account_id)),
  );

async function journalOf(accountId: string, query: JournalQuery = {}): Promise<string> {
  const read = (after: string | null) => own(accountId, (ctx) => journalPiece(ctx, query, after));
  let piece = await read(null);
  let text = piece.text;
  while (piece.next !== null) {
    piece = await read(piece.next);
    text += piece.text;
  }
  return text;
}

async function ledgerSums(accountId: string): Promise<Record<string, number>> {
  const { accounts } = await own(accountId, balances);
  const open = [...accounts].filter(([, amount]) => amount !== 0);
  return Object.fromEntries(open.map(([name, amount]) => [journalAccount(name), amount]));
}

describe('the journal of a wallet', () => {
  it('holds every transaction as double entries with the balance after each, and words of others on one line', async () => {
    const ref = (label: string) => ({ kind: 'tests', id: uuid(), label });
    const usd = (ledger_account: string, amount: number) => ({ ledger_account, amount, currency: 'USD' });
    await own(owner.account_id, async (ctx) => {
      const entries = [usd(bankOf('card'), -10_000), usd('cash', 9_700), usd('fees', 300)];
      await post(ctx, { kind: 'recharge', ref: ref('RC-1'), idempotency_key: 'a', entries });
      const memo = 'thanks; 2026-01-01\naccount evil | x';
      const bonus = [usd('bonus_given', -500), usd(bonusLot('2027-01-31', 'a1'), 500)];
      await post(ctx, { kind: 'recharge_bonus', ref: ref('RC-1'), memo, idempotency_key: 'b', entries: bonus });
      const to = [{ ledger_account: 'revenue', amount: 1_234 }];
      await spend(ctx, {
        kind: 'invoice_payment',
        ref: ref('INV-7'),
        memo: keepSentence({ text: 'ledger.orders', params: { count: 2 } }),
        idempotency_key: 'c',
        amount: 1_234,
        currency: 'USD',
        to,
      });
    });
    const journal = await journalOf(owner.account_id);
    expect(journal).toContain('commodity 1000.00 USD\n');
    expect(journal).toMatch(/^\d{4}-\d\d-\d\d \* \(3\) invoice_payment INV-7 2 orders$/m); // not as it is kept
    expect(journal).toMatch(/^\d{4}-\d\d-\d\d \* \(2\) recharge_bonus RC-1 thanks  ?2026-01-01 account evil +x$/m);
    expect(journal).toMatch(
      /^ {4}assets:wallet:bonus:2027-01-31-a1 +-5\.00 USD = 0\.00 USD\n {4}assets:wallet:cash +-7\.34 USD = 89\.66 USD$/m,
    );
    expect(journal.match(/hash: [0-9a-f]{64}/g)).toHaveLength(3);
  });

  it.skipIf(!hasHledger)('is right in every balance by hledger, whatever was done', async () => {
    await runLedgerModel(test.ground, 300);
    const accounts = await sqlRows<{ id: string }>(test, `SELECT id FROM accounts WHERE name = 'Model'`);
    expect(accounts.length).toBeGreaterThan(2);
    for (const id of [owner.account_id, ...accounts.map((row) => row.id)]) {
      const journal = await journalOf(id);
      runHledger(journal, 'check', '--strict');
      expect(hledgerBalances(journal)).toEqual(await ledgerSums(id));
    }
    const journal = await journalOf(owner.account_id);
    expect(() => runHledger(journal.replace('= 89.66', '= 89.67'), 'check', '--strict')).toThrow(/balance assertion/i);
    expect(() => runHledger(journal.replace('-7.34 USD', '-7.35 USD'), 'check', '--strict')).toThrow(
      /could not balance/i,
    );
  });

  it.skipIf(!hasHledger)(
    'opens with the balances of the day it begins, and ends with the day it is to end',
    async () => {
      const { account_id } = await merchant(test);
      const recharge = (label: string, amount: number) =>
        own(account_id, (ctx) =>
          post(ctx, {
            kind: 'recharge',
            ref: { kind: 'tests', id: uuid(), label },
            idempotency_key: label,
            entries: [
              { ledger_account: bankOf('card'), amount: -amount, currency: 'USD' },
              { ledger_account: 'cash', amount, currency: 'USD' },
            ],
          }),
        );
      await sqlRows(test, `UPDATE accounts SET time_zone = 'Asia/Tokyo' WHERE id = '${account_id}'`);
      // nine hours ahead of UTC: from 15:00 UTC on it is the next day there
      const day = () => new Date(test.clock.now().getTime() + 9 * 3_600_000).toISOString().slice(0, 10);
      test.clock.advance(7 * 3_600_000);
      await recharge('first', 100);
      test.clock.advance(86_400_000);
      const second = day();
      await recharge('second', 20);
      test.clock.advance(86_400_000);
      await recharge('third', 3);
      const journal = await journalOf(account_id, { from: second, to: second });
      runHledger(journal, 'check', '--strict');
      expect(journal).toContain(`${second} * Opening balances`);
      expect(journal).toContain('days are those of Asia/Tokyo');
      expect(journal).toMatch(new RegExp(`^${second} \\* \\(\\d+\\) recharge second`, 'm'));
      expect([...journal.matchAll(/\(\d+\) recharge (\w+)/g)].map(([, label]) => label)).toEqual(['second']);
      expect(hledgerBalances(journal)).toEqual({ 'assets:wallet:cash': 120, 'equity:recharges:card': -120 });
      expect(hledgerBalances(await journalOf(account_id))).toEqual(await ledgerSums(account_id));

      // a call of the same day that had to wait: what stands before it belongs to its day
      test.clock.advance(86_400_000);
      const last = day();
      test.clock.advance(86_400_000);
      await recharge('ahead', 5);
      test.clock.advance(-86_400_000);
      await recharge('waited', 7);
      const waited = await journalOf(account_id, { from: last, to: last });
      runHledger(waited, 'check', '--strict');
      expect([...waited.matchAll(/^(\S+) \* \(\d+\) recharge (\w+)/gm)].map(([, on, label]) => [on, label])).toEqual([
        [last, 'ahead'],
        [last, 'waited'],
      ]);
    },
  );
});
