import type { TFunction } from 'i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Method = Pick<AnswerOf<Contract['wallet']['staffMethods']>[number], 'code' | 'name'>;

const named = [
  'cash',
  'held_cash',
  'bonus',
  'held_bonus',
  'revenue',
  'fees',
  'claims',
  'bonus_given',
  'commission',
  'chargeback',
  'adjustments',
] as const;

/** Payment methods that every portal has; others show the name that finance gave them. */
const firstMethods = ['bank', 'card'] as const;

/** A ledger account as the provider's accountant calls it: what is at banks, what is owed to clients, revenue, and expenses. */
export function accountName(account: string, methods: readonly Method[], t: TFunction<'finance'>): string {
  if (account.startsWith('bank:')) {
    const code = account.slice('bank:'.length);
    const first = firstMethods.find((one) => one === code);
    const name = first ? t(`methods.${first}`) : methods.find((method) => method.code === code)?.name;
    return t('bankOf', { method: name ?? code });
  }
  const name = named.find((one) => one === account);
  return name === undefined ? account : t(`accounts.${name}`);
}
