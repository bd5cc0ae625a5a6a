import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { runLedgerModel } from '#testing/ledger-model.ts';
import { bySize, isSoak } from '#testing/size.ts';
import { merchant } from '#testing/people.ts';
import { type AccountCtx, type Ctx, entryFor, forAccount } from '#server/db/context.ts';
import { balances, bankOf, bonusLot, post, spend, verifyChain } from './ledger.service.ts';
import { canonicalText } from './ledger-chain.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const entry = () => entryFor(test.ground, { kind: 'system' as const, name: 'test' }, 'test');
const own = <T>(account_id: string, action: (ctx: Ctx) => Promise<T>) => entry().run({ account_id }, action);
const usd = (ledger_account: string, amount: number, overdraws = false) => ({
  ledger_account,
  amount,
  currency: 'USD',
  overdraws,
});

function recharge(ctx: AccountCtx, amount: number, key: string = uuid()) {
  return post(ctx, {
    kind: 'recharge',
    ref: { kind: 'recharges', id: ctx.account, label: 'RC-1' },
    idempotency_key: key,
    entries: [usd(bankOf('bank'), -amount), usd('cash', amount)],
  });
}

function pay(ctx: AccountCtx, amount: number, key: string = uuid()) {
  const ref = { kind: 'invoices', id: ctx.account, label: 'INV-1' };
  return spend(ctx, {
    kind: 'invoice_payment',
    ref,
    idempotency_key: key,
    amount,
    currency: 'USD',
    to: [{ ledger_account: 'revenue', amount }],
  });
}

describe('posting', () => {
  it('chains each transaction to the one before and verifies', async () => {
    const { account_id } = await merchant(test);
    await own(account_id, async (ctx) => {
      expect(await recharge(forAccount(ctx, account_id), 10_000)).toMatchObject({ seq: 1 });
      expect(await pay(forAccount(ctx, account_id), 4_000)).toMatchObject({ seq: 2 });
    });
    await own(account_id, async (ctx) => {
      expect(await balances(forAccount(ctx, account_id))).toMatchObject({
        currency: 'USD',
        cash: 6_000,
        available: 6_000,
        held: 0,
        bonus: 0,
      });
      expect(await verifyChain(forAccount(ctx, account_id))).toEqual({ ok: true, transactions: 2 });
    });
  });

  it('refuses what the wallet does not hold with a sentence that says how much is missing', async () => {
    const { account_id } = await merchant(test);
    await own(account_id, (ctx) => recharge(forAccount(ctx, account_id), 1_250));
    await expect(own(account_id, (ctx) => pay(forAccount(ctx, account_id), 10_000))).rejects.toMatchObject({
      code: 'insufficient_balance',
      message: 'Your wallet balance is 12.50 USD, which is 87.50 USD short. Add at least 87.50 USD, then try again.',
    });
    expect(await own(account_id, (ctx) => balances(forAccount(ctx, account_id)))).toMatchObject({ cash: 1_250 });
  });

  it('spends bonus with the nearest expiry first, then cash, and leaves expired bonus alone', async () => {
    const { account_id } = await merchant(test);
    const bonus = (ctx: Ctx, lot: string, amount: number) =>
      post(forAccount(ctx, account_id), {
        kind: 'recharge_bonus',
        ref: { kind: 'recharges', id: account_id, label: 'RC-1' },
        idempotency_key: uuid(),
        entries: [usd('bonus_given', -amount), usd(lot, amount)],
      });
    const [late, soon, over] = [bonusLot('2027-03-01', 'a'), bonusLot('2026-12-01', 'b'), bonusLot('2026-11-20', 'c')];
    await own(account_id, async (ctx) => {
      await recharge(forAccount(ctx, account_id), 1_000);
      await bonus(ctx, late, 300);
      await bonus(ctx, soon, 200);
      await bonus(ctx, over, 500);
      expect(await balances(forAccount(ctx, account_id))).toMatchObject({ cash: 1_000, bonus: 500, available: 1_500 });
      await pay(forAccount(ctx, account_id), 400);
      const after = await balances(forAccount(ctx, account_id));
      expect(Object.fromEntries(after.accounts)).toMatchObject({ cash: 1_000, [late]: 100, [soon]: 0, [over]: 500 });
      await pay(forAccount(ctx, account_id), 1_100);
      expect(await balances(forAccount(ctx, account_id))).toMatchObject({ cash: 0, available: 0 });
    });
  });

  it('falls below zero by a recorded chargeback only', async () => {
    const { account_id } = await merchant(test);
    const back = (kind: 'chargeback' | 'adjustment') =>
      own(account_id, (ctx) =>
        post(forAccount(ctx, account_id), {
          kind,
          ref: { kind: 'recharges', id: account_id, label: 'RC-1' },
          idempotency_key: uuid(),
          entries: [usd('cash', -700, true), usd('chargeback', 700)],
        }),
      );
    await expect(back('adjustment')).rejects.toThrow('only a recorded chargeback');
    await back('chargeback');
    expect(await own(account_id, (ctx) => balances(forAccount(ctx, account_id)))).toMatchObject({
      cash: -700,
      available: -700,
    });
    await expect(own(account_id, (ctx) => pay(forAccount(ctx, account_id), 1))).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
  });

  it('answers a repeated key with the first posting and refuses it for another record', async () => {
    const { account_id } = await merchant(test);
    const first = await own(account_id, (ctx) => recharge(forAccount(ctx, account_id), 500, 'recharge:1'));
    expect(first.isNew).toBe(true);
    expect(await own(account_id, (ctx) => recharge(forAccount(ctx, account_id), 500, 'recharge:1'))).toEqual({
      ...first,
      isNew: false,
    });
    await expect(own(account_id, (ctx) => pay(forAccount(ctx, account_id), 500, 'recharge:1'))).rejects.toThrow(
      'another posting',
    );
    expect(await own(account_id, (ctx) => balances(forAccount(ctx, account_id)))).toMatchObject({ cash: 500 });
  });

  it('refuses unbalanced entries, parts of a minor unit and foreign currencies', async () => {
    const { account_id } = await merchant(test);
    const attempt = (...entries: ReturnType<typeof usd>[]) =>
      own(account_id, (ctx) =>
        post(forAccount(ctx, account_id), {
          kind: 'adjustment',
          ref: { kind: 'tests', id: account_id, label: '' },
          idempotency_key: uuid(),
          entries,
        }),
      );
    await expect(attempt(usd('cash', 5), usd('revenue', -4))).rejects.toThrow('must balance');
    await expect(attempt(usd('cash', 0.5), usd('revenue', -0.5))).rejects.toThrow('whole minor units');
    await expect(
      attempt({ ...usd('cash', 5), currency: 'EUR' }, { ...usd('revenue', -5), currency: 'EUR' }),
    ).rejects.toThrow('kept in USD');
  });

  it('lets one of two simultaneous payments of the whole balance through', async () => {
    const { account_id } = await merchant(test);
    await own(account_id, (ctx) => recharge(forAccount(ctx, account_id), 1_000));
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => own(account_id, (ctx) => pay(forAccount(ctx, account_id), 1_000))),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await own(account_id, async (ctx) => {
      expect(await balances(forAccount(ctx, account_id))).toMatchObject({ cash: 0 });
      expect(await verifyChain(forAccount(ctx, account_id))).toEqual({ ok: true, transactions: 2 });
    });
  });

  it(
    'agrees with a simple model over random operations',
    async () => {
      const count = bySize(20_000, 1_000_000); // P43
      expect(await runLedgerModel(test.ground, count)).toBeGreaterThanOrEqual(count);
    },
    isSoak ? 0 : 600_000,
  );
});

describe('the database itself', () => {
  it.each(['tradewind_app', 'tradewind_desk', null])(
    'refuses to change or remove what is booked, as %s',
    async (role) => {
      const { account_id } = await merchant(test);
      await own(account_id, (ctx) => recharge(forAccount(ctx, account_id), 500));
      const client = new pg.Client({ connectionString: test.url });
      await client.connect();
      try {
        if (role) await client.query(`SET ROLE ${role}`);
        await client.query(`SELECT set_config('app.account_id', $1, false)`, [account_id]);
        for (const table of ['ledger_transactions', 'ledger_entries']) {
          for (const statement of [
            `UPDATE ${table} SET seq = seq WHERE account_id = '${account_id}'`,
            `DELETE FROM ${table} WHERE account_id = '${account_id}'`,
            `TRUNCATE ${table} CASCADE`,
          ]) {
            await expect(client.query(statement), statement).rejects.toMatchObject({ code: role ? '42501' : '23001' });
          }
        }
      } finally {
        await client.end();
      }
    },
  );

  const raw = (ctx: AccountCtx, seq: number, key: string, prev: number) =>
    ctx.db
      .insertInto('ledger_transactions')
      .values({
        account_id: ctx.account,
        seq,
        id: uuid(),
        at: ctx.now,
        kind: 'adjustment',
        ref_kind: 't',
        ref_id: ctx.account,
        ref_label: '',
        actor_kind: 'system',
        idempotency_key: key,
        prev_hash: Buffer.alloc(32, prev),
        hash: Buffer.alloc(32, 9),
      })
      .execute();
  const line = (ctx: AccountCtx, seq: number, n: number, amount: number, balance_after: number) =>
    ctx.db
      .insertInto('ledger_entries')
      .values({ account_id: ctx.account, seq, line: n, ledger_account: 'cash', amount, currency: 'USD', balance_after })
      .execute();

  it('refuses an unbalanced transaction and one without entries at commit', async () => {
    const { account_id } = await merchant(test);
    const unbalanced = own(account_id, async (ctx) => {
      await raw(forAccount(ctx, account_id), 1, 'k1', 1);
      await line(forAccount(ctx, account_id), 1, 1, 500, 500);
    });
    await expect(unbalanced).rejects.toMatchObject({
      code: '23514',
      message: expect.stringContaining('does not sum to zero') as string,
    });
    await expect(own(account_id, (ctx) => raw(forAccount(ctx, account_id), 1, 'k1', 1))).rejects.toMatchObject({
      message: expect.stringContaining('no entries') as string,
    });
  });

  it('refuses a second row with the same key, a fork of the chain, and a balance below zero', async () => {
    const { account_id } = await merchant(test);
    await own(account_id, (ctx) => recharge(forAccount(ctx, account_id), 500, 'once'));
    await expect(own(account_id, (ctx) => raw(forAccount(ctx, account_id), 2, 'once', 1))).rejects.toMatchObject({
      constraint: 'ledger_transactions_idempotency_key',
    });
    await expect(own(account_id, (ctx) => raw(forAccount(ctx, account_id), 2, 'fork', 0))).rejects.toMatchObject({
      constraint: 'ledger_transactions_chain_key',
    });
    const below = own(account_id, async (ctx) => {
      await raw(forAccount(ctx, account_id), 2, 'below', 1);
      await line(forAccount(ctx, account_id), 2, 1, -600, -100);
    });
    await expect(below).rejects.toMatchObject({ constraint: 'ledger_entries_no_overdraft' });
  });

  it('keeps another account out of sight', async () => {
    const { account_id } = await merchant(test);
    const other = await merchant(test);
    await own(account_id, (ctx) => recharge(forAccount(ctx, account_id), 500));
    expect(await own(other.account_id, (ctx) => ctx.db.selectFrom('ledger_entries').selectAll().execute())).toEqual([]);
    await expect(own(other.account_id, (ctx) => recharge(forAccount(ctx, account_id), 500))).rejects.toThrow(
      'has no ledger',
    );
  });

  it('verification finds a row that somebody with the owner’s rights changed', async () => {
    const { account_id } = await merchant(test);
    await own(account_id, async (ctx) => {
      await recharge(forAccount(ctx, account_id), 500);
      await recharge(forAccount(ctx, account_id), 600);
    });
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    await client.query(`ALTER TABLE ledger_transactions DISABLE TRIGGER ledger_transactions_append_only`);
    await client.query(`UPDATE ledger_transactions SET memo = 'changed' WHERE account_id = $1 AND seq = 1`, [
      account_id,
    ]);
    await client.query(`ALTER TABLE ledger_transactions ENABLE TRIGGER ledger_transactions_append_only`);
    await client.end();
    expect(await own(account_id, (ctx) => verifyChain(forAccount(ctx, account_id)))).toEqual({
      ok: false,
      seq: 1,
      problem: 'its hash does not fit its content',
    });
  });
});

describe('the text under the hash', () => {
  it('stays as it was first written', () => {
    const tx = {
      account_id: '019ab000-0000-7000-8000-000000000001',
      seq: 1,
      id: '019ab000-0000-7000-8000-000000000002',
      at: new Date('2026-11-21T09:00:00Z'),
      kind: 'recharge',
      ref_kind: 'recharges',
      ref_id: '019ab000-0000-7000-8000-000000000003',
      ref_label: 'RC-1001',
      memo: '',
      actor_kind: 'system',
      actor_user_id: null,
      idempotency_key: 'k',
    };
    const entries = [
      { line: 1, ledger_account: 'cash', amount: 5, currency: 'USD', balance_after: 5, overdraws: false },
    ];
    expect(canonicalText(tx, entries)).toBe(
      '["019ab000-0000-7000-8000-000000000001",1,"019ab000-0000-7000-8000-000000000002","2026-11-21T09:00:00.000Z","recharge",["recharges","019ab000-0000-7000-8000-000000000003","RC-1001"],"",["system",null],"k",[[1,"cash",5,"USD",5,false]]]',
    );
  });
});
