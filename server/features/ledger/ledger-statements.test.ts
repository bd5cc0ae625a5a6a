import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { statementsOf } from '#testing/noting-pool.ts';
import { merchant, type Person } from '#testing/people.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { balances, bankOf, post } from './index.ts';

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  await givenMoney(test, owner.account_id, 500);
});
afterAll(() => test.close());

const begins = (sent: string[]) => sent.slice(1).map((text) => text.slice(0, 38));

it('posts by four statements: lock, what was before, transaction with head, entries', async () => {
  const key = uuid();
  const entry = (ledger_account: string, amount: number) => ({ ledger_account, amount, currency: 'USD' });
  const posting = {
    kind: 'adjustment',
    ref: { kind: 'tests', id: owner.account_id, label: 'again' },
    idempotency_key: key,
    entries: [entry(bankOf('bank'), -70), entry('cash', 70)],
  } as const;
  const made: object[] = [];
  const send = () => statementsOf(test, owner.account_id, async (ctx) => made.push(await post(ctx, posting)));
  expect(begins(await send())).toEqual(
    [
      'SELECT h.seq, h.hash, a.currency, a.ti',
      'SELECT (SELECT coalesce(json_agg(json_b',
      'WITH head AS ( UPDATE ledger_heads SET',
      'insert into "ledger_entries" ("account_',
      'commit',
    ].map((text) => text.slice(0, 38)),
  );
  expect(begins(await send())).toHaveLength(3); // its key is known: lock, what was before, commit
  expect(made).toEqual([
    expect.objectContaining({ seq: 2, isNew: true }),
    expect.objectContaining({ seq: 2, isNew: false }),
  ]);
});

it('reads the wallet by one statement', async () => {
  const read: object[] = [];
  const sent = await statementsOf(test, owner.account_id, async (ctx) => read.push(await balances(ctx)));
  expect(begins(sent)).toEqual(['SELECT a.currency, h.credit_limit, (SE', 'commit']);
  expect(read).toEqual([expect.objectContaining({ currency: 'USD', cash: 570, available: 570 })]);
});
