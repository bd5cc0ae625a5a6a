import type { Language } from '#server/lib/refusal-texts.ts';

const en = {
  kind: 'Quote',
  quoted: 'Quoted on',
  until: 'Valid until',
  lock: 'Price lock',
  days: '{{days}} days',
  version: 'Version',
  seller: 'Seller',
  client: 'Client',
  item: 'Item',
  weight: 'Weight',
  grams: '{{grams}} g',
  lead: 'Lead time',
  moq: 'Minimum',
  unit: 'Unit price ({{currency}})',
  shipping: 'Shipping',
  destination: 'Destination',
  method: 'Shipping method',
  transit: 'Delivery',
  range: '{{min}}–{{max}} days',
  tax: 'Duties',
  one: 'For 1 unit ({{currency}})',
  oneOf: 'Shipping of one unit of {{item}}, packed by itself. Orders are charged by their whole weight.',
  note: 'Note',
  pages: 'Page {{page}} of {{pages}}',
};
export type QuotePaperTexts = typeof en;

const zh: QuotePaperTexts = {
  kind: '报价单',
  quoted: '报价日期',
  until: '有效期至',
  lock: '价格锁定',
  days: '{{days}} 天',
  version: '版本',
  seller: '卖方',
  client: '客户',
  item: '商品',
  weight: '重量',
  grams: '{{grams}} g',
  lead: '备货时间',
  moq: '起订量',
  unit: '单价（{{currency}}）',
  shipping: '物流',
  destination: '目的地',
  method: '物流渠道',
  transit: '时效',
  range: '{{min}}–{{max}} 天',
  tax: '关税',
  one: '1 件运费（{{currency}}）',
  oneOf: '{{item}} 单件单独发货的运费。订单按总重量计费。',
  note: '备注',
  pages: '第 {{page}} 页，共 {{pages}} 页',
};

/** Words on a quote as PDF by language. */
export const quotePaperTexts: Record<Language, QuotePaperTexts> = { en, zh };
