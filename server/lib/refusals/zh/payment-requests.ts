import type { paymentRequests as english } from '../en/payment-requests.ts';

export const paymentRequests: Record<keyof typeof english, string> = {
  over_per_payment: '此付款超出您的单次付款限额 {{most}}。请申请审批。',
  over_per_day: '此付款超出您的每日付款限额 {{most}}，今日剩余 {{left}}。请申请审批。',
  over_per_month: '此付款超出您的每月付款限额 {{most}}，本月剩余 {{left}}。请申请审批。',
  no_limits: '您不能限制账户所有者或您自己的付款。',
  limits_changed: '该用户的限额已被他人更改。请刷新后重试。',
  within_limits: '此付款在您的限额内，可直接支付。',
  own: '您自己的申请须由他人审批或拒绝。',
  changed: '该申请已发生变化。请刷新后重试。',
  member_left: '{{name}} 已不是此账户的用户。请拒绝该申请，或自行支付这些订单。',
  nothing_left: '这些订单均已无法支付。请拒绝该申请。',
  invoice_closed: '{{number}} 已无法付款。请拒绝该申请。',
  asked_before: '{{number}} 已申请审批，可在钱包的“付款审批”中查看。',
  is_paying: '该申请已批准，订单正在付款中。',
  is_approved: '该申请已获批准并完成支付。',
  is_declined: '该申请已被拒绝。',
  is_cancelled: '该申请已取消。',
};
