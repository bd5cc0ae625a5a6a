import { expect } from 'vitest';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { type AccountCtx, entryFor, forAccount, type Ground } from '#server/db/context.ts';
import * as ledger from '#server/features/ledger/ledger.service.ts';
import { AppError } from '#server/lib/app-error.ts';
import { reportProgress } from './size.ts';

const currency = 'USD';
const days = ['2026-11-20', '2026-11-21', '2026-12-05', '2027-01-01']; // the first is over at the tests' present
const today = '2026-11-21';

type Operation =
  | { do: 'recharge'; amount: number; fee_bp: number }
  | { do: 'bonus'; amount: number; day: number }
  | { do: 'spend'; amount: number }
  | { do: 'hold'; amount: number }
  | { do: 'release'; amount: number }
  | { do: 'chargeback'; amount: number }
  | { do: 'repeat' };

const amount = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 50_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9_000_000 }) },
);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('recharge' as const),
      amount: fc.integer({ min: 2, max: 200_000 }),
      fee_bp: fc.integer({ min: 0, max: 1000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('bonus' as const), amount, day: fc.nat({ max: days.length - 1 }) }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('spend' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('chargeback' as const), amount }) },
  { weight: 1, arbitrary: fc.constant({ do: 'repeat' as const }) },
);

/** What a merchant's money should be, kept in the plainest way: cash, held money, and bonus by last day. */
class Model {
  cash = 0;
  held = 0;
  postings = 0;
  readonly lots = new Map<string, number>();

  get available(): number {
    return this.cash + this.openLots().reduce((sum, [, left]) => sum + left, 0);
  }
  openLots(): [string, number][] {
    return [...this.lots].filter(([day, left]) => day >= today && left > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  }
  /** Whether the operation must be accepted; if so its effect. */
  apply(op: Exclude<Operation, { do: 'repeat' }>): boolean {
    const allowed = {
      recharge: true,
      bonus: true,
      chargeback: true,
      spend: op.amount <= this.available,
      hold: op.amount <= this.cash,
      release: op.amount <= this.held,
    }[op.do];
    if (!allowed) return false;
    this.postings += 1;
    if (op.do === 'recharge') this.cash += op.amount - feeOf(op);
    else if (op.do === 'chargeback') this.cash -= op.amount;
    else if (op.do === 'hold') this.move(op.amount);
    else if (op.do === 'release') this.move(-op.amount);
    else if (op.do === 'bonus')
      this.lots.set(days[op.day] ?? today, (this.lots.get(days[op.day] ?? today) ?? 0) + op.amount);
    else this.spend(op.amount);
    return true;
  }
  private move(held: number): void {
    this.cash -= held;
    this.held += held;
  }
  private spend(total: number): void {
    let open = total;
    for (const [day, left] of this.openLots()) {
      const taken = Math.min(left, open);
      this.lots.set(day, left - taken);
      open -= taken;
    }
    this.cash -= open;
  }
}

const lanes = 4;

const feeOf = (op: { amount: number; fee_bp: number }) =>
  Math.min(op.amount - 1, Math.round((op.amount * op.fee_bp) / 10_000));
const usd = (ledger_account: string, value: number, overdraws = false) => ({
  ledger_account,
  amount: value,
  currency,
  overdraws,
});

async function perform(
  ctx: AccountCtx,
  op: Exclude<Operation, { do: 'repeat' }>,
  key: string,
): Promise<{ seq: number }> {
  const ref = { kind: 'tests', id: ctx.account, label: key };
  const common = { ref, idempotency_key: key };
  switch (op.do) {
    case 'recharge': {
      const fee = feeOf(op);
      const fees = fee > 0 ? [usd('fees', fee)] : [];
      return ledger.post(ctx, {
        ...common,
        kind: 'recharge',
        entries: [usd(ledger.bankOf('bank'), -op.amount), usd('cash', op.amount - fee), ...fees],
      });
    }
    case 'bonus':
      return ledger.post(ctx, {
        ...common,
        kind: 'recharge_bonus',
        entries: [usd('bonus_given', -op.amount), usd(ledger.bonusLot(days[op.day] ?? today, '0'), op.amount)],
      });
    case 'spend':
      return ledger.spend(ctx, {
        ...common,
        kind: 'invoice_payment',
        amount: op.amount,
        currency,
        to: [{ ledger_account: 'revenue', amount: op.amount }],
      });
    case 'hold':
      return ledger.post(ctx, {
        ...common,
        kind: 'hold',
        entries: [usd('cash', -op.amount), usd('held_cash', op.amount)],
      });
    case 'release':
      return ledger.post(ctx, {
        ...common,
        kind: 'release',
        entries: [usd('held_cash', -op.amount), usd('cash', op.amount)],
      });
    case 'chargeback':
      break;
  }
  return ledger.post(ctx, {
    ...common,
    kind: 'chargeback',
    entries: [usd('cash', -op.amount, true), usd('chargeback', op.amount)],
  });
}

/** Runs one sequence against ledger and model in one transaction; refusals are ours, so it can go on after them. */
async function runSequence(ctx: AccountCtx, operations: readonly Operation[]): Promise<void> {
  const model = new Model();
  let last: { op: Exclude<Operation, { do: 'repeat' }>; key: string; seq: number } | null = null;
  for (const [index, op] of operations.entries()) {
    if (op.do === 'repeat') {
      if (last) expect((await perform(ctx, last.op, last.key)).seq).toBe(last.seq);
      continue;
    }
    const key = `op-${index}`;
    const expected = model.apply(op);
    try {
      const { seq } = await perform(ctx, op, key);
      expect(expected, `${JSON.stringify(op)} had to be refused`).toBe(true);
      expect(seq).toBe(model.postings);
      last = { op, key, seq };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error.code).toBe('insufficient_balance');
      expect(expected, `${JSON.stringify(op)} had to be accepted`).toBe(false);
    }
  }
  const found = await ledger.balances(ctx);
  expect(found).toMatchObject({ cash: model.cash, held: model.held, available: model.available });
  expect([...found.accounts.values()].reduce((sum, value) => sum + value, 0)).toBe(0);
  expect(await ledger.verifyChain(ctx)).toEqual({ ok: true, transactions: model.postings });
}

/**
 * Compares random postings with a simple model: same acceptance, same balances, intact chain.
 * @param count Operations in all; they are spread over accounts of up to 200 operations each.
 */
export async function runLedgerModel(ground: Ground, count: number, seed?: number): Promise<number> {
  const entry = entryFor(ground, { kind: 'system' as const, name: 'model' }, 'model');
  const progress = { done: 0 };
  const property = fc.asyncProperty(
    fc.array(operation, { minLength: 20, maxLength: 200, size: 'max' }),
    async (operations) => {
      const accountId = uuid();
      await entry.run('all_accounts', async (ctx) => {
        await ctx.db.insertInto('accounts').values({ id: accountId, name: 'Model', created_at: ctx.now }).execute();
        await ctx.db.insertInto('ledger_heads').values({ account_id: accountId }).execute();
        await runSequence(forAccount(ctx, accountId), operations);
      });
      progress.done += operations.length;
      reportProgress('operations on the ledger', progress.done, count);
    },
  );
  // Merchants' ledgers do not wait for each other: several sequences run at once, each on its own connection.
  const lane = async (number: number) => {
    // sequences have some 110 operations on average; go on until the count is reached
    while (progress.done < count) {
      await fc.assert(property, {
        numRuns: Math.max(1, Math.ceil((count - progress.done) / (lanes * 110))),
        ...(seed !== undefined && { seed: seed + progress.done + number * 1_000_000_007 }),
      });
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return progress.done;
}
