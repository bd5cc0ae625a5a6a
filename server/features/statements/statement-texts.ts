import type { Language } from '#server/lib/refusal-texts.ts';

const en = {
  kind: 'Statement',
  account: 'Account',
  provider: 'Provider',
  created: 'Created',
  opening: 'Opening balance',
  closing: 'Closing balance',
  moneyIn: 'Money in',
  moneyOut: 'Money out',
  date: 'Date',
  what: 'Description',
  amount: 'Amount ({{currency}})',
  balance: 'Balance ({{currency}})',
  transactions: 'Transactions',
  none: 'No transactions in this period.',
  pages: 'Page {{page}} of {{pages}}',
  verifyTitle: 'Verify this statement',
  verify:
    'This paper is drawn from the signed file of the same statement, which you can download in your wallet. Open {{url}}/verify-statement.html and drop that file there, or run the command in docs/STATEMENTS.md; neither sends it anywhere. Statement {{position}}, key {{key}}, hash {{hash}}. Hash of the ledger at the end: {{head}}.',
  kinds: {
    recharge: 'Recharge',
    recharge_bonus: 'Bonus',
    recharge_fee: 'Recharge fee',
    hold: 'Funds held',
    release: 'Funds released',
    invoice_payment: 'Invoice payment',
    credit_note: 'Credit note',
    claim_refund: 'Claim refund',
    stock_payment: 'Stock order payment',
    brand_payment: 'Branding payment',
    service_fee: 'Service fee',
    storage_fee: 'Storage fee',
    commission: 'Commission',
    withdrawal: 'Withdrawal',
    withdrawal_return: 'Withdrawal returned',
    adjustment: 'Adjustment',
    chargeback: 'Chargeback',
    expiry_of_bonus: 'Bonus expired',
  } as Record<string, string>,
};

const zh: typeof en = {
  kind: '对账单',
  account: '账户',
  provider: '服务商',
  created: '生成时间',
  opening: '期初余额',
  closing: '期末余额',
  moneyIn: '收入合计',
  moneyOut: '支出合计',
  date: '日期',
  what: '说明',
  amount: '金额（{{currency}}）',
  balance: '余额（{{currency}}）',
  transactions: '交易',
  none: '该期间没有交易。',
  pages: '第 {{page}} 页，共 {{pages}} 页',
  verifyTitle: '核验此对账单',
  verify:
    '本文件依据同一对账单的签名文件生成，您可在钱包中下载该签名文件。打开 {{url}}/verify-statement.html 并拖入签名文件，或运行 docs/STATEMENTS.md 中的命令；文件不会被发送到任何地方。第 {{position}} 份，密钥 {{key}}，哈希 {{hash}}。期末账本哈希：{{head}}。',
  kinds: {
    recharge: '充值',
    recharge_bonus: '赠金',
    recharge_fee: '充值手续费',
    hold: '资金冻结',
    release: '资金解冻',
    invoice_payment: '账单付款',
    credit_note: '贷项通知单',
    claim_refund: '售后退款',
    stock_payment: '备货单付款',
    brand_payment: '品牌定制付款',
    service_fee: '服务费',
    storage_fee: '仓储费',
    commission: '佣金',
    withdrawal: '提现',
    withdrawal_return: '提现退回',
    adjustment: '调整',
    chargeback: '拒付',
    expiry_of_bonus: '赠金过期',
  },
};

/** Words of a statement on paper. */
export const paperWords: Record<Language, typeof en> = { en, zh };

/** Fills a text's `{{names}}`. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
