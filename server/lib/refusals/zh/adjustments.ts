import type { adjustments as english } from '../en/adjustments.ts';

export const adjustments: Record<keyof typeof english, string> = {
  second_person: '这是您本人提交的申请，请由同事审核。',
  not_yours: '该申请由 {{name}} 提交。您可以驳回，或请 {{name}} 撤回。',
  is_approved: '{{number}} 已通过，请刷新页面查看。',
  is_rejected: '{{number}} 已驳回，请重新提交。',
  is_withdrawn: '{{number}} 已撤回，请重新提交。',
  changed: '{{number}} 已被更新，请刷新后重试。',
  cash_short: '{{client}} 的现金余额为 {{cash}}。赠金和信用额度不能扣减，请降低金额。',
  last_day: '截止日期须在今天至 {{latest}} 之间，请重新选择。',
};
