import type { TFunction } from 'i18next';
import { chargedOf, paidFromHold } from '#contract/transaction-rules.ts';
import { formatMoney } from '#web/lib/format.ts';

type Moved = { kind: string; amount: number; fee: number; held: number; currency: string };

/** What a transaction’s amount alone leaves out: what a recharge was charged, or what a withdrawal paid from the money on hold. */
export function transactionNote(t: TFunction<'wallet'>, log: Moved, language: string): string | null {
  const money = (amount: number) => formatMoney({ amount, currency: log.currency }, language);
  if (log.fee !== 0) return t('transaction.charged', { charged: money(chargedOf(log)), fee: money(log.fee) });
  const paid = paidFromHold(log);
  return paid === 0 ? null : t('transaction.paidFromHold', { money: money(paid) });
}

/** The note of a transaction; nothing where it says what stands in the column of methods anyway. */
export const noteBeside = ({ memo, method }: { memo: string; method: string | null }, hasMethod: boolean): string =>
  hasMethod && memo === method ? '' : memo;
