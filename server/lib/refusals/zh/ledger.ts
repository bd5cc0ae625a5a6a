import type { ledger as english } from '../en/ledger.ts';

export const ledger: Record<keyof typeof english, string> = {
  acting: '钱包资金只能由客户本人操作。请先退出代操作。',
  balance_short: '您的钱包余额为 {{available}}，还差 {{missing}}。请至少充值 {{missing}} 后重试。',
};
