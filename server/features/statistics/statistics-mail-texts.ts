import type { StatisticsFigures } from '#contract/statistics-figures.ts';
import type { StatisticsMails } from '#contract/statistics-rules.ts';

type Summary = {
  every: StatisticsMails;
  from: string;
  to: string;
  totals: StatisticsFigures;
  before: StatisticsFigures;
  money: (amount: number | null) => string | null;
};

const change = (now: number | null, before: number | null) =>
  now === null || before === null || before === 0
    ? ''
    : new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 })
        .format((now - before) / Math.abs(before))
        .replace('-', '−');

type Words = { subject: string; lines: string[]; button: string; footer: string[] };

const texts = {
  en: {
    subject: { week: 'Your weekly sales summary', month: 'Your monthly sales summary' },
    lead: (from: string, to: string) => `Orders placed from ${from} to ${to}, compared with the previous period:`,
    sales: 'Sales',
    orders: 'Orders',
    cost: 'Cost',
    profit: 'Profit',
    line: (name: string, value: string, more: string) => `${name}: ${value}${more === '' ? '' : ` (${more})`}`,
    noCost: (count: number) => `Orders without a cost, not included in profit: ${count}`,
    button: 'Open sales statistics',
    footer: 'You turned on this email in Sales statistics. You can change it or turn it off there.',
  },
  zh: {
    subject: { week: '每周销售摘要', month: '每月销售摘要' },
    lead: (from: string, to: string) => `${from} 至 ${to} 的订单，与上一时间段对比：`,
    sales: '销售额',
    orders: '订单',
    cost: '成本',
    profit: '利润',
    line: (name: string, value: string, more: string) => `${name}：${value}${more === '' ? '' : `（${more}）`}`,
    noCost: (count: number) => `没有成本、未计入利润的订单：${count}`,
    button: '打开销售统计',
    footer: '您在“销售统计”页面订阅了此摘要，可在该页面修改或取消。',
  },
};

/** The summary of a week or a month as a mail says it; costs only where the reader sees them. */
export function mailWords(locale: 'en' | 'zh', { every, from, to, totals, before, money }: Summary): Words {
  const t = texts[locale];
  const line = (name: 'sales' | 'cost' | 'profit') => {
    const value = money(totals[name]);
    return value === null ? [] : [t.line(t[name], value, change(totals[name], before[name]))];
  };
  return {
    subject: t.subject[every],
    lines: [
      t.lead(from, to),
      ...line('sales'),
      t.line(t.orders, String(totals.orders), change(totals.orders, before.orders)),
      ...line('cost'),
      ...line('profit'),
      ...(totals.no_cost !== null && totals.no_cost > 0 ? [t.noCost(totals.no_cost)] : []),
    ],
    button: t.button,
    footer: [t.footer],
  };
}
