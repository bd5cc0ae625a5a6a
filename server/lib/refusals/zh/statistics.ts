import type { statistics as english } from '../en/statistics.ts';

export const statistics: Record<keyof typeof english, string> = {
  ad_columns: '文件需要“日期”“平台”和“金额”列。“店铺”“广告系列”和“币种”可选。',
  ad_day_ahead: '日期在未来。请填写今天或更早的日期。',
  ad_empty: '文件中没有数据行。请选择其他文件。',
  ad_no_amount: '“{{value}}”不是金额。请按 1234.50 的格式填写。',
  ad_no_currency: '“{{value}}”不是币种。请填写三个字母，例如 USD。',
  ad_no_day: '“{{value}}”不是日期。请按 2026-11-25 的格式填写。',
  ad_no_platform: '缺少平台。请填写，例如 Meta 或 Google。',
  ad_no_store: '“{{value}}”不是您的店铺。请填写页面上显示的名称，或留空。',
  ad_store_missing: '缺少店铺。请选择您的店铺。',
  ad_too_many: '文件超过 {{most}} 行。请拆分。',
  ad_two_currencies: '另一行的日期、店铺、平台和广告系列相同，但币种不同。请使用同一币种。',
  days_turned: '结束日期早于开始日期。请选择更晚的结束日期。',
  product_by_store: '单个商品只能按店铺查看明细。',
  product_or_country: '商品数据不按国家统计。请选择商品或国家之一。',
  too_long: '时间段最长为两年。请选择更晚的开始日期。',
};
