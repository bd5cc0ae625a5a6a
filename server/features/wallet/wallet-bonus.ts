import { rechargeBonus } from '#contract/recharge-rules.ts';
import { type AccountCtx } from '#server/db/context.ts';
import { findBonusMoves } from './wallet-payments.db.ts';
import type { RechargeRow } from './wallet-recharges.db.ts';
import * as ledger from '#server/features/ledger/index.ts';

type Entry = { ledger_account: string; amount: number; currency: string };

/** Gives the bonus that arrived money brings by the terms that its payer was shown; answers how much it is. */
export async function giveBonus(ctx: AccountCtx, recharge: RechargeRow, received: number): Promise<number> {
  const { id, number, currency, bonus_tiers, bonus_days } = recharge;
  const amount = rechargeBonus(received, bonus_tiers);
  if (amount === 0) return 0;
  const lastDay = new Date(ctx.now.getTime() + bonus_days * 86_400_000).toISOString().slice(0, 10);
  await ledger.post(ctx, {
    kind: 'recharge_bonus',
    ref: { kind: 'recharges', id, label: `RC-${number}` },
    idempotency_key: `recharge_bonus:${id}`,
    entries: [
      { ledger_account: 'bonus_given', amount: -amount, currency },
      { ledger_account: ledger.bonusLot(lastDay, id), amount, currency },
    ],
  });
  return amount;
}

/**
 * The entries that move money of a recharge out of the wallet (`amount` below zero), or back into it, with the part of its
 * bonus that what stays did not earn. Bonus is taken from what is left of its lot, then from cash, because it was spent; what
 * has expired unspent is not asked for. Money that comes again brings back first the cash, then the bonus.
 */
export async function moveWithBonus(
  ctx: AccountCtx,
  recharge: RechargeRow,
  move: { amount: number; from: string; overdraws?: boolean },
): Promise<(Entry & { overdraws?: boolean })[]> {
  const { id, method, currency, bonus, received_amount } = recharge;
  const { amount, from, overdraws = false } = move;
  const entry = (ledger_account: string, value: number): Entry => ({ ledger_account, amount: value, currency });
  const cashEntry = (value: number) => ({ ...entry('cash', value), ...(overdraws && { overdraws: value < 0 }) });
  const plain = [cashEntry(amount), entry(from, -amount)];
  if (!bonus) return plain;
  const { accounts } = await ledger.lockedBalances(ctx);
  const moved = await findBonusMoves(ctx, id, ledger.bankOf(method));
  const stays = Math.max(0, (received_amount ?? 0) - moved.returned + amount);
  const owed = Math.min(bonus - rechargeBonus(stays, recharge.bonus_tiers), bonus - moved.expired);
  const change = Math.max(0, owed) - moved.taken;
  const due = amount < 0 ? Math.max(0, change) : Math.min(0, change);
  if (due === 0) return plain;
  const lots = [...accounts.keys()].filter((name) => name.startsWith('bonus:') && name.endsWith(`-${id}`)).sort();
  const parts: Entry[] = [];
  let open = Math.abs(due);
  if (due > 0)
    for (const lot of lots) {
      const taken = Math.min(open, Math.max(0, accounts.get(lot) ?? 0));
      if (taken > 0) parts.push(entry(lot, -taken));
      open -= taken;
    }
  const cash = due > 0 ? -open : Math.min(open, moved.cash);
  const lot = lots.at(-1);
  if (due < 0 && lot !== undefined && open > cash) parts.push(entry(ledger.openAgain(lot, ctx.now), open - cash));
  return [cashEntry(amount + cash), entry(from, -amount), ...parts, entry('bonus_given', due)];
}
