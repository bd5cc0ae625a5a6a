import type { lineDisputes as english } from '../en/line-disputes.ts';

export const lineDisputes: Record<keyof typeof english, string> = {
  not_disputable: '只有按重量计费且已支付的运费可以提出异议。其他明细请联系客户经理。',
  too_late: '付款后 {{days}} 天内可对明细提出异议。请联系客户经理。',
  weight_missing: '请填写包裹的实际重量。',
  open_already: '该明细已有待处理的异议。请等待答复，或先撤回。',
  above_line: '最多可退该明细的金额 {{most}}。',
  is_accepted: '{{number}} 已通过。请刷新页面查看。',
  is_refused: '{{number}} 已驳回。请刷新页面查看原因。',
  is_withdrawn: '{{number}} 已撤回，无需处理。',
  changed: '{{number}} 已发生变化。请刷新后重试。',
};
