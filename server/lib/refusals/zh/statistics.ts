import type { statistics as english } from '../en/statistics.ts';

export const statistics: Record<keyof typeof english, string> = {
  days_turned: '结束日期早于开始日期。请选择更晚的结束日期。',
  too_long: '时间段最长为两年。请选择更晚的开始日期。',
};
