import type { ledger as english } from '../en/ledger.ts';

export const ledger: Record<keyof typeof english, string> = {
  acting: '钱包资金只能由客户本人操作。请先退出代操作。',
  balance_short: '您的钱包余额为 {{available}}，还差 {{missing}}。请至少充值 {{missing}} 后重试。',
  order: '订单 {{name}}',
  orders: '{{count}} 个订单',
  dispute_accepted: '{{number}}：订单 {{name}} 运费更正',
  order_cancelled: '订单 {{name}} 已取消',
  order_changed: '订单 {{name}} 改为 {{channel}} 发往 {{country}}',
  units_removed: '订单 {{name}} 的部分商品已移除',
  claim: '{{number}}：{{order}} {{reason}}',
  credit: '{{reason}}（{{invoice}}）',
  stock_deposit: '备货单定金',
  stock_balance: '备货单尾款',
  card_refund: '已退回银行卡',
  card_refund_failed: '退款至银行卡失败',
  payout: '至账户 {{account}}',
  dispute: '银行拒付：{{reason}}',
  dispute_won: '拒付争议已胜诉',
  credit_in_use: '信用额度已使用 {{used}}，请输入不低于该金额的额度。',
  method_bank: '银行转账',
  method_card: '银行卡',
};
