import type { withdrawals as english } from '../en/withdrawals.ts';

export const withdrawals: Record<keyof typeof english, string> = {
  email_unconfirmed: '您的邮箱尚未验证，而验证码会发送至该邮箱。请点击邮件中的链接，或在您的姓名菜单中重新发送。',
  bank_missing: '缺少银行名称。请填写。',
  account_known: '该收款账户已保存。请在列表中选择。',
  too_much: '最多可提现 {{most}}。赠金和冻结金额不可提现。',
  too_many_codes: '此提现已发送五次验证码。请取消后重新申请。',
  code_over: '该验证码已失效。请重新获取。',
  code_wrong: '验证码不正确。还可以尝试 {{left}} 次。',
  code_last: '验证码不正确，且已失效。请重新获取。',
  changed: '{{number}} 已发生变化。请刷新后重试。',
  same_person: '您已审批过此提现，需由另一位财务人员再次审批。',
  is_requested: '{{number}} 尚待客户确认。请刷新页面查看可进行的操作。',
  is_confirmed: '{{number}} 已确认。请刷新页面查看可进行的操作。',
  is_approved: '{{number}} 已审批。请刷新页面查看可进行的操作。',
  is_paid: '{{number}} 已打款。请刷新页面查看可进行的操作。',
  is_declined: '{{number}} 已被拒绝。请刷新页面查看可进行的操作。',
  is_cancelled: '{{number}} 已取消。请刷新页面查看可进行的操作。',
};
