import type { shipping as english } from '../en/shipping.ts';

export const shipping: Record<keyof typeof english, string> = {
  days_reversed: '结束日期早于开始日期。请对调。',
  day_begun: '已开始的日期不能更改。请从明天或之后开始。',
  too_many_days: '一次最多标记 {{most}} 天。请缩短期间。',
  day_names_missing: '请同时填写英文和中文名称。',
  valid_from_passed: '不能更改过去的时间。请选择现在或之后的开始时间。',
  no_channel: '该物流渠道不存在。请从列表中选择。',
};
