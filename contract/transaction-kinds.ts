/** What moves money in a wallet, in English as people read it: in the wallet, on statements and in exports. */
export const transactionKinds = {
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
} as const;
export type TransactionKind = keyof typeof transactionKinds;

/** The same in Chinese. */
export const transactionKindsInChinese: Record<TransactionKind, string> = {
  recharge: '充值',
  recharge_bonus: '赠金',
  recharge_fee: '充值手续费',
  hold: '资金冻结',
  release: '资金解冻',
  invoice_payment: '账单付款',
  credit_note: '退款单',
  claim_refund: '售后退款',
  stock_payment: '备货单付款',
  brand_payment: '品牌定制付款',
  service_fee: '服务费',
  storage_fee: '仓储费',
  commission: '佣金',
  withdrawal: '提现',
  withdrawal_return: '提现退回',
  adjustment: '资金调整',
  chargeback: '拒付',
  expiry_of_bonus: '赠金过期',
};

/** What a withdrawal paid, which its amount alone leaves out: in the wallet, for finance and on statements. */
export const paidFromHoldTexts = {
  en: '{{money}} paid from funds on hold',
  zh: '从冻结资金中支付 {{money}}',
} as const;
