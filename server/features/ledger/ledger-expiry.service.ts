import { type AccountCtx, type Entry, forAccount } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { publish } from '#server/db/queue.ts';
import * as rows from './ledger.db.ts';
import { book } from './ledger.service.ts';

/** Moves what is left of lots whose last day is over back to the provider, account by account; answers how many accounts had some. */
export async function expireBonus(entry: Entry): Promise<number> {
  const today = entry.now.toISOString().slice(0, 10);
  const accounts = await entry.run('all_accounts', (ctx) => rows.findExpiring(ctx, today));
  await eachAlone(entry, accounts, 'bonus money could not expire', ({ account_id }) =>
    entry.run('all_accounts', (ctx) => expireLots(forAccount(ctx, account_id), today)),
  );
  return accounts.length;
}

async function expireLots(ctx: AccountCtx, today: string): Promise<void> {
  const head = await rows.lockHead(ctx);
  const before = await rows.readBalances(ctx);
  const left = (await rows.closeLots(ctx, today))
    .map((ledger_account) => ({ ledger_account, amount: before.get(ledger_account) ?? 0 }))
    .filter(({ amount }) => amount > 0);
  if (left.length === 0) return;
  const { currency } = head;
  const sum = left.reduce((total, { amount }) => total + amount, 0);
  const entries = [
    ...left.map(({ ledger_account, amount }) => ({ ledger_account, amount: -amount, currency })),
    { ledger_account: 'bonus_given', amount: sum, currency },
  ];
  const ref = { kind: 'bonus_lots', id: ctx.account, label: '' };
  await book(
    ctx,
    { kind: 'expiry_of_bonus', ref, idempotency_key: `expiry_of_bonus:${left[0]?.ledger_account}`, entries },
    { head, before },
  );
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
}
