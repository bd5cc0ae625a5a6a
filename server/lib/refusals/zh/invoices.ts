import type { invoices as english } from '../en/invoices.ts';

export const invoices: Record<keyof typeof english, string> = {
  order_changed: '此订单刚刚发生变化。请刷新后重试。',
  refund_above_paid: '退款不能超过已付金额。请输入较小的金额。',
  nothing_due: '此账单已付款，无需支付。',
  deposit_first: '{{number}} 是尾款。请先支付定金。',
  total_changed: '{{number}} 的金额现为 {{total}}。请核对后重新支付。',
  just_paid: '其中一个订单刚刚完成付款。请刷新列表。',
  refund_too_high: '此订单的付款仅剩 {{left}}：已付 {{paid}}，已退 {{credited}}。请输入不超过该金额的数值。',
  refund_too_high_committed:
    '此订单的付款仅剩 {{left}}：已付 {{paid}}，已退 {{credited}}，另有 {{committed}} 用于补发或已取消商品的费用。请输入不超过该金额的数值。',
  is_open: '{{number}} 待付款。',
  is_paid: '{{number}} 已付款。',
  is_credited: '{{number}} 已付款并退款，无需支付。',
  is_void: '{{number}} 已作废，因为其备货单已取消。',
  not_payable: '订单 {{name}}：{{reason}}未支付任何订单。',
  not_payable_more: '订单 {{name}}：{{reason}}所选订单中另有 {{more}} 个无法付款，因此未支付任何订单。',
  order_not_payable: '{{name}}：{{reason}}',
  orders_cost_more: '这些订单的金额由 {{was}} 变为 {{now}}。未支付任何款项，请核对新总额后重新支付。',
  orders_cost_changed: '这些订单的金额由 {{was}} 变为 {{now}}（{{changes}}）。未支付任何款项，请核对新总额后重新支付。',
  goods_changed: '{{name}}：商品 {{was}} → {{now}}',
  freight_changed: '{{name}}：运费 {{was}} → {{now}}',
  fees_changed: '{{name}}：附加费 {{was}} → {{now}}',
  preview_expired: '此预览已过期。请重新核对订单后再付款。',
  nothing_matches: '列表中没有可付款的订单。请查看列表中的原因。',
  selection_changed:
    '{{all}} 个订单中有 {{count}} 个在预览后发生变化（{{changes}}）。未支付任何款项，请核对新总额后重新支付。',
  order_cost_changed: '{{name}}：{{was}} → {{now}}',
  no_access: '发起此付款的用户已无权限。请由其他用户付款。',
  sample_by_hand: '样品订单不会自动付款。请在“订单”中核对价格并付款。',
  out_of_balance: '钱包余额不足以支付此订单。请充值。',
  over_price_limit: '费用超过店铺的价格上限。请在“订单”中核对并付款。',
};
