import type { exchangeRates as english } from '../en/exchange-rates.ts';
import type { Translation } from '../translation.ts';

export const exchangeRates: Translation<typeof english> = {
  title: '汇率',
  state: '用于将其他币种的销售额与成本对比。每个工作日自动更新公布汇率。',
  enter: '录入汇率',
  search: '货币代码',
  empty: '暂无汇率',
  emptyText: '可先录入汇率，或等待下一个工作日的公布汇率。',
  columns: {
    currency: '货币',
    rate: '汇率',
    state: '状态',
    day: '日期',
    source: '来源',
    stores: '店铺数',
  },
  perEuro: '1 EUR = {{rate}} {{currency}}',
  states: { current: '有效', outdated: '超过 7 天', missing: '无汇率' },
  sources: { ecb: '欧洲央行', staff: '{{name}} 录入' },
  dialog: {
    title: '录入汇率',
    titleOf: '录入 {{currency}} 汇率',
    save: '保存汇率',
    currencyHelp: '三个字母，例如 BRL。',
    currencyBad: '请输入三个字母的货币代码。',
    rate: '1 欧元可兑换',
    rateHelp: '1 欧元可兑换该货币的数量，例如 1.0842。',
    rateBad: '请输入大于零的汇率，最多 8 位小数。',
    dayHelp: '已有汇率的订单保持不变。',
    dayMissing: '请选择日期。',
  },
};
