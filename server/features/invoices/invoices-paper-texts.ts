import type { Language } from '#server/lib/refusal-texts.ts';

const en = {
  invoice: 'Invoice',
  orderInvoice: 'Order invoice',
  creditNote: 'Credit note',
  issued: 'Issued',
  paid: 'Paid',
  entry: 'Wallet transaction',
  seller: 'Issued by',
  buyer: 'Billed to',
  client: 'Client',
  taxId: 'Tax ID',
  item: 'Item',
  quantity: 'Quantity',
  unit: 'Unit price',
  amount: 'Amount',
  goods: 'Products',
  freight: 'Shipping',
  fees: 'Fees',
  total: 'Total',
  refunded: 'Refunded',
  weight: '{{grams}} g',
  charged: 'Chargeable weight {{grams}} g',
  units: '{{units}} × {{per_unit}} per “{{title}}”, {{grams}} g each',
  stockOrder: 'Stock order {{number}}',
  deposit: 'Deposit',
  balance: 'Balance',
  order: 'Order {{name}}',
  currency: 'All amounts are in {{currency}}.',
  toWallet: 'The amount was added to your wallet balance.',
  pages: 'Page {{page}} of {{pages}}',
};
export type PaperTexts = typeof en;

const zh: PaperTexts = {
  invoice: '账单',
  orderInvoice: '订单账单',
  creditNote: '退款单',
  issued: '开具时间',
  paid: '付款时间',
  entry: '钱包流水号',
  seller: '开具方',
  buyer: '客户',
  client: '客户编号',
  taxId: '税号',
  item: '项目',
  quantity: '数量',
  unit: '单价',
  amount: '金额',
  goods: '商品',
  freight: '运费',
  fees: '费用',
  total: '合计',
  refunded: '退款金额',
  weight: '{{grams}} g',
  charged: '计费重 {{grams}} g',
  units: '{{units}} × 每件“{{title}}” {{per_unit}} 个，每个 {{grams}} g',
  stockOrder: '备货单 {{number}}',
  deposit: '定金',
  balance: '尾款',
  order: '订单 {{name}}',
  currency: '所有金额均以 {{currency}} 计。',
  toWallet: '该金额已退回您的钱包余额。',
  pages: '第 {{page}} 页，共 {{pages}} 页',
};

/** Words on invoices and credit notes by language. */
export const paperTexts: Record<Language, PaperTexts> = { en, zh };

/** A text with its values in the places of their names. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
