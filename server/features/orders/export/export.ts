import type { ParsedOf } from '#contract/endpoint.ts';
import { shownRule } from '#contract/parcel-alerts.ts';
import { orderListQuery, type orders } from '#contract/orders.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import type { ExportList, ExportColumn } from '#server/http/list-actions.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { riskLevel } from '#contract/store-rules.ts';
import { filterOf, selectOrders } from '../records/filter.ts';
import { countMatching } from '../records/count.db.ts';
import { findByIds, type OrderListRow, findExportLines, type LineExportRow } from '../records/list.db.ts';
import { buyerRefundOf, profitOf, refundOf, saleConversion } from '../records/answers.ts';
import { shownTo } from '../rules/buyers.ts';
import {
  customerPayments,
  orderBlocks,
  orderPayments,
  orderRisks,
  orderStages,
  parcelExceptions,
} from '#server/lib/file-words.ts';

const money = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? null : { amount, currency };

/**
 * The rate by which a sale is converted, in statistics also that of an order without a cost, with its day and source, such as
 * `1 GBP = 1.2652 USD, 2026-11-20, ECB`.
 */
function rateText(row: OrderListRow): string | null {
  const used = saleConversion(row, row.wallet_currency);
  return used && `1 ${used.from} = ${used.rate} ${used.to}, ${used.day}, ${used.source.toUpperCase()}`;
}

/** What a file says of each order. */
const orderColumns: readonly ExportColumn<OrderListRow>[] = [
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
    header: { en: 'Customer payment', zh: '买家付款' },
    kind: 'state',
    words: customerPayments,
    value: (row) => row.financial_status,
  },
  {
    id: 'payment',
    header: { en: 'Your payment', zh: '您的付款' },
    kind: 'state',
    words: orderPayments,
    value: (row) => row.payment,
  },
  {
    id: 'stage',
    of: 'state',
    header: { en: 'Status', zh: '状态' },
    kind: 'state',
    words: orderStages,
    value: (row) => row.stage,
  },
  {
    id: 'stopped_by',
    of: 'state',
    header: { en: 'Blocked by', zh: '受阻原因' },
    kind: 'state',
    words: orderBlocks,
    value: (row) => [...(row.held ? ['HOLD'] : []), ...row.blocks.map(({ code }) => code)],
  },
  {
    id: 'channel',
    of: 'shipping',
    header: { en: 'Shipping method', zh: '物流渠道' },
    kind: 'text',
    value: (row) => row.channel?.name ?? null,
  },
  {
    id: 'tracking',
    of: 'shipping',
    header: { en: 'Tracking number', zh: '运单号' },
    kind: 'id',
    value: (row) => row.tracking.map((parcel) => parcel.number).join(', ') || null,
  },
  {
    id: 'goods',
    of: 'cost',
    header: { en: 'Products', zh: '货款' },
    kind: 'money',
    value: (row) => money(row.cost_goods, row.cost_currency),
  },
  {
    id: 'freight',
    of: 'cost',
    header: { en: 'Shipping', zh: '运费' },
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
  {
    id: 'sale',
    header: { en: 'Order total', zh: '订单总额' },
    kind: 'money',
    value: (row) => money(row.total, row.currency),
  },
  {
    id: 'tax',
    of: 'profit',
    header: { en: 'Tax in it', zh: '其中税款' },
    kind: 'money',
    value: (row) => money(row.tax, row.currency),
  },
  {
    id: 'buyer_refund',
    of: 'refunded',
    header: { en: 'Refunds to buyers', zh: '给买家的退款' },
    kind: 'money',
    value: (row) => money(row.refunded, row.currency),
  },
  {
    id: 'buyer_refund_converted',
    of: 'refunded',
    header: { en: 'Refunds to buyers, converted', zh: '给买家的退款（折算）' },
    kind: 'money',
    value: (row) => buyerRefundOf(row)?.converted ?? null,
  },
  {
    id: 'stage_since',
    of: 'age',
    header: { en: 'Status since', zh: '状态开始时间' },
    kind: 'date',
    value: (row) => row.stage_since,
  },
  {
    id: 'credited',
    of: 'profit',
    header: { en: 'Refunds from us', zh: '我们的退款' },
    kind: 'money',
    value: refundOf,
  },
  {
    id: 'profit',
    header: { en: 'Profit', zh: '利润' },
    kind: 'money',
    value: profitOf,
  },
  {
    id: 'rate',
    of: 'profit',
    header: { en: 'Exchange rate', zh: '汇率' },
    kind: 'text',
    value: rateText,
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
    header: { en: 'Shipped', zh: '发货时间' },
    kind: 'date',
    value: (row) => row.shipped_at,
  },
  {
    id: 'due_at',
    of: 'due',
    header: { en: 'Estimated delivery', zh: '预计送达' },
    kind: 'date',
    value: (row) => row.due_at,
  },
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
    kind: 'state',
    words: orderRisks,
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
  {
    id: 'exception',
    header: { en: 'Exceptions', zh: '异常原因' },
    kind: 'state',
    words: parcelExceptions,
    value: ({ exceptions, stage }) => exceptions.map(({ rule }) => shownRule(rule, stage === 'partially_shipped')),
  },
  {
    id: 'exception_since',
    of: 'exceptionSince',
    header: { en: 'Exception since', zh: '异常开始时间' },
    kind: 'date',
    value: (row) => (row.exceptions[0] ? new Date(row.exceptions[0].since) : null),
  },
];

/** What a file of lines says of each line, behind what it says of the line's order. */
const lineColumns: readonly ExportColumn<LineExportRow>[] = [
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

type Query = ParsedOf<typeof orders.list>['query'];

const count = async (ctx: MerchantCtx, query: Query, most: number) =>
  countMatching(ctx, await filterOf(ctx, query), most);

async function ordersOf(ctx: MerchantCtx, query: Query, after: string | null) {
  const { ids, next } = await selectOrders(ctx, query, after);
  const found = ids.length > 0 ? await findByIds(ctx, ids) : [];
  return { ids, rows: found.map((row) => shownTo(ctx.actor, row)), next };
}

/** The order list as a file, a row for each order. */
export const ordersExport: ExportList<OrderListRow, Query> = {
  list: 'orders',
  query: orderListQuery,
  count,
  rows: ordersOf,
  columns: orderColumns,
};

/** The same with a row for each line; an order without any has none. */
export const orderLinesExport: ExportList<LineExportRow, Query> = {
  list: 'order_lines',
  query: orderListQuery,
  count,
  async rows(ctx, query, after) {
    const { ids, rows, next } = await ordersOf(ctx, query, after);
    const lines = groupBy(await findExportLines(ctx, ids), (line) => line.order_id);
    return { rows: rows.flatMap((row) => (lines.get(row.id) ?? []).map((line) => ({ ...row, line }))), next };
  },
  columns: [...orderColumns, ...lineColumns],
};
