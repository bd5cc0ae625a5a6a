import type { statements as english } from '../en/statements.ts';

export const statements: Record<keyof typeof english, string> = {
  order: '结束日期早于开始日期，请选择更晚的结束日期。',
  not_closed: '该期间尚未结束。请选择至少一小时前已结束的日期。',
  too_long: '一份对账单最多包含 {{most}} 笔交易，请缩短期间。',
};
