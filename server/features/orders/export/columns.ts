import { riskLevel } from '#contract/store-rules.ts';
import type { ExportColumn } from '#server/http/list-acts.ts';
import { profitOf } from '../records/answers.ts';
import type { LineExportRow } from './export.db.ts';
import type { OrderListRow } from '../records/list.db.ts';

const money = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? null : { amount, currency };

/** What a file says of each order. */
export const orderColumns: readonly ExportColumn<OrderListRow>[] = [
  { id: 'name', of: 'order', header: { en: 'Order', zh: '订单' }, kind: 'id', value: (row) => row.name },
  { id: 'store', of: 'order', header: { en: 'Store', zh: '店铺' }, kind: 'text', value: (row) => row.store.name },
  {
    id: 'placed_at',
    of: 'order',
    header: { en: 'Placed', zh: '下单时间' },
    kind: 'date',
    value: (row) => row.placed_at,
  },
  { id: 'customer', header: { en: 'Customer', zh: '客户' }, kind: 'text', value: (row) => row.customer },
  { id: 'country', of: 'customer', header: { en: 'Country', zh: '国家' }, kind: 'id', value: (row) => row.country },
  {
    id: 'items',
    header: { en: 'First items', zh: '前几件商品' },
    kind: 'text',
    value: (row) => row.items.map((item) => `${item.quantity} × ${item.title}`).join('; '),
  },
  { id: 'lines', of: 'items', header: { en: 'Lines', zh: '行数' }, kind: 'int', value: (row) => row.lines },
  { id: 'units', of: 'items', header: { en: 'Units', zh: '件数' }, kind: 'int', value: (row) => row.units },
  {
    id: 'store_payment',
    of: 'storePayment',
    header: { en: 'Store payment', zh: '店铺付款' },
    kind: 'id',
    value: (row) => row.financial_status,
  },
  { id: 'payment', header: { en: 'Payment', zh: '付款' }, kind: 'id', value: (row) => row.payment },
  { id: 'stage', of: 'state', header: { en: 'Stage', zh: '阶段' }, kind: 'id', value: (row) => row.stage },
  {
    id: 'stopped_by',
    of: 'state',
    header: { en: 'Stopped by', zh: '停止原因' },
    kind: 'id',
    value: (row) => (row.held ? ['HOLD'] : []).concat(row.blocks.map((block) => block.code)).join(', ') || null,
  },
  {
    id: 'channel',
    of: 'shipping',
    header: { en: 'Channel', zh: '渠道' },
    kind: 'text',
    value: (row) => row.channel?.name ?? null,
  },
  {
    id: 'tracking',
    of: 'shipping',
    header: { en: 'Tracking', zh: '运单号' },
    kind: 'id',
    value: (row) => row.tracking.map((parcel) => parcel.number).join(', ') || null,
  },
  {
    id: 'goods',
    of: 'cost',
    header: { en: 'Goods', zh: '货款' },
    kind: 'money',
    value: (row) => money(row.cost_goods, row.cost_currency),
  },
  {
    id: 'freight',
    of: 'cost',
    header: { en: 'Freight', zh: '运费' },
    kind: 'money',
    value: (row) => money(row.cost_freight, row.cost_currency),
  },
  {
    id: 'fees',
    of: 'cost',
    header: { en: 'Fees', zh: '费用' },
    kind: 'money',
    value: (row) => money(row.cost_fees, row.cost_currency),
  },
  {
    id: 'cost',
    header: { en: 'Cost', zh: '成本' },
    kind: 'money',
    value: (row) => money(row.cost_total, row.cost_currency),
  },
  { id: 'sale', header: { en: 'Sale', zh: '售价' }, kind: 'money', value: (row) => money(row.total, row.currency) },
  {
    id: 'stage_since',
    of: 'age',
    header: { en: 'In stage since', zh: '进入阶段时间' },
    kind: 'date',
    value: (row) => row.stage_since,
  },
  {
    id: 'profit',
    header: { en: 'Profit', zh: '利润' },
    kind: 'money',
    value: profitOf,
  },
  {
    id: 'invoice',
    header: { en: 'Invoice', zh: '账单' },
    kind: 'id',
    value: (row) => row.invoice?.number ?? null,
  },
  { id: 'paid_at', of: 'paid', header: { en: 'Paid', zh: '付款时间' }, kind: 'date', value: (row) => row.paid_at },
  {
    id: 'shipped_at',
    of: 'shipped',
    header: { en: 'Sent', zh: '发货时间' },
    kind: 'date',
    value: (row) => row.shipped_at,
  },
  { id: 'due_at', of: 'due', header: { en: 'Promised by', zh: '承诺送达' }, kind: 'date', value: (row) => row.due_at },
  {
    id: 'tags',
    header: { en: 'Tags', zh: '标签' },
    kind: 'text',
    value: (row) => row.tags.map(({ tag }) => tag).join(', ') || null,
  },
  {
    id: 'risk',
    of: 'marks',
    header: { en: 'Risk', zh: '风险' },
    kind: 'id',
    value: (row) => riskLevel(row.risk) ?? null,
  },
  {
    id: 'weight_g',
    of: 'weight',
    header: { en: 'Weight (g)', zh: '重量（克）' },
    kind: 'int',
    value: (row) => row.weight_g,
  },
  { id: 'note', header: { en: 'Note', zh: '备注' }, kind: 'text', value: (row) => row.note },
];

/** What a file of lines says of each line, behind what it says of the line's order. */
export const lineColumns: readonly ExportColumn<LineExportRow>[] = [
  { id: 'line_sku', header: { en: 'SKU', zh: 'SKU' }, kind: 'id', value: (row) => row.line.sku || null },
  { id: 'line_title', header: { en: 'Product', zh: '商品' }, kind: 'text', value: (row) => row.line.title },
  { id: 'line_variant', header: { en: 'Variant', zh: '规格' }, kind: 'text', value: (row) => row.line.variant_title },
  {
    id: 'line_units',
    header: { en: 'Units of the line', zh: '本行件数' },
    kind: 'int',
    value: (row) => row.line.quantity,
  },
  {
    id: 'line_sent',
    header: { en: 'Units sent', zh: '已发件数' },
    kind: 'int',
    value: (row) => row.line.shipped_quantity,
  },
  {
    id: 'line_sale',
    header: { en: 'Sale of a unit', zh: '单件售价' },
    kind: 'money',
    value: (row) => money(row.line.unit_price, row.currency),
  },
  {
    id: 'line_goods',
    header: { en: 'Goods of a unit', zh: '单件货款' },
    kind: 'money',
    value: (row) => money(row.line.unit_cost, row.cost_currency),
  },
];
