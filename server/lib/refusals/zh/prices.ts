import type { prices as english } from '../en/prices.ts';

export const prices: Record<keyof typeof english, string> = {
  nothing_changes: '所选价格不会发生变化。请输入其他价格。',
  ended: '所选价格中有 {{count}} 个已失效。请刷新列表后重新选择。',
  several_currencies: '所选价格的币种不同。请按百分比调整，或只选择同一币种的价格。',
  notice_too_short: '涨价须提前 {{days}} 天通知客户。请选择 {{earliest}}（UTC）或之后的时间。',
  closed_applied: '{{code}} 发往 {{destination}} 的价格（{{number}}）已生效，无法再确认。',
  closed_ended: '{{code}} 发往 {{destination}} 的价格（{{number}}）已被拒绝并失效。请重新询价。',
  closed_withdrawn: '客户经理已撤回 {{code}} 发往 {{destination}} 的价格（{{number}}），无法再确认。',
  closed_superseded: '{{code}} 发往 {{destination}} 的价格（{{number}}）已被新价格取代。请确认新的价格。',
  acting: '价格只能由客户本人确认。请先退出代操作。',
  proposed_already: '{{number}} 已为 {{client}} 提出 {{code}} 发往 {{destination}} 的其他价格。请先撤回。',
  proposed_already_more:
    '{{number}} 已为 {{client}} 提出 {{code}} 发往 {{destination}} 的其他价格，所选价格中另有 {{more}} 个也是如此。请先撤回。',
};
