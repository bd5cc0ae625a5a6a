import type { ParsedOf } from '#contract/endpoint.ts';
import { invoices } from '#contract/invoices.ts';
import type { ExportList } from '#server/http/list-actions.ts';
import { countInvoiceOrders, listInvoiceOrders, type ListedOrderRow } from './records/billed.db.ts';
import { countInvoices, type InvoiceRow, listInvoices } from './records/invoices.db.ts';
import { billedFilterOf, creditedOf, filterOf, invoiceNumber, orderNumber, trackingFor } from './invoices.service.ts';
import { invoiceKinds, invoiceStatuses } from '#server/lib/file-words.ts';

const batch = 500;

/** The list of invoices as a file. */
export const invoicesExport: ExportList<InvoiceRow, ParsedOf<typeof invoices.list>['query']> = {
  list: 'invoices',
  query: invoices.list.query,
  count: async (ctx, query, most) => countInvoices(ctx, await filterOf(ctx, query), most),
  async rows(ctx, query, after) {
    const filter = { ...(await filterOf(ctx, query)), sort: undefined, after };
    const rows = await listInvoices(ctx, filter, { offset: 0, limit: batch });
    return { rows, next: rows.length === batch ? (rows.at(-1)?.id ?? null) : null };
  },
  columns: [
    { id: 'number', header: { en: 'Invoice', zh: '账单' }, kind: 'id', value: invoiceNumber },
    { id: 'kind', header: { en: 'Type', zh: '类型' }, kind: 'state', words: invoiceKinds, value: (row) => row.kind },
    {
      id: 'status',
      header: { en: 'Status', zh: '状态' },
      kind: 'state',
      words: invoiceStatuses,
      value: (row) => row.status,
    },
    { id: 'orders', header: { en: 'Orders', zh: '订单数' }, kind: 'int', value: (row) => row.orders_count },
    { id: 'units', header: { en: 'Units', zh: '件数' }, kind: 'int', value: (row) => row.units },
    {
      id: 'orders_from',
      of: 'period',
      header: { en: 'First order placed', zh: '首个订单时间' },
      kind: 'date',
      value: (row) => row.orders_from,
    },
    {
      id: 'orders_to',
      of: 'period',
      header: { en: 'Last order placed', zh: '最后订单时间' },
      kind: 'date',
      value: (row) => row.orders_to,
    },
    {
      id: 'goods',
      header: { en: 'Products', zh: '商品' },
      kind: 'money',
      value: (row) => ({ amount: row.goods, currency: row.currency }),
    },
    {
      id: 'freight',
      header: { en: 'Shipping', zh: '运费' },
      kind: 'money',
      value: (row) => ({ amount: row.freight, currency: row.currency }),
    },
    {
      id: 'fees',
      header: { en: 'Fees', zh: '费用' },
      kind: 'money',
      value: (row) => ({ amount: row.fees, currency: row.currency }),
    },
    {
      id: 'total',
      header: { en: 'Total', zh: '合计' },
      kind: 'money',
      value: (row) => ({ amount: row.total, currency: row.currency }),
    },
    {
      id: 'credited',
      of: 'total',
      header: { en: 'Credited', zh: '已退款' },
      kind: 'money',
      value: (row) => ({ amount: creditedOf(row), currency: row.currency }),
    },
    {
      id: 'credit_notes',
      of: 'total',
      header: { en: 'Credit notes', zh: '退款单' },
      kind: 'id',
      value: (row) => row.credit_notes.map(({ number }) => number).join(', ') || null,
    },
    {
      id: 'issued_at',
      of: 'issued',
      header: { en: 'Issued', zh: '开具时间' },
      kind: 'date',
      value: (row) => row.issued_at,
    },
    { id: 'paid_at', of: 'paid', header: { en: 'Paid', zh: '付款时间' }, kind: 'date', value: (row) => row.paid_at },
  ],
};

/** The list of billed orders as a file: with all goods of each, where the screen shows the first. */
export const billedOrdersExport: ExportList<ListedOrderRow, ParsedOf<typeof invoices.listOrders>['query']> = {
  list: 'invoice_orders',
  query: invoices.listOrders.query,
  count: async (ctx, query, most) => countInvoiceOrders(ctx, await billedFilterOf(ctx, query), most),
  async rows(ctx, query, after) {
    const filter = { ...(await billedFilterOf(ctx, query)), below: after === null ? null : Number(after) };
    const found = await listInvoiceOrders(ctx, filter, { offset: 0, limit: batch, items: 'all' });
    const rows = found.map((row) => ({ ...row, tracking: trackingFor(ctx, row) }));
    return { rows, next: rows.length === batch ? String(rows.at(-1)?.number) : null };
  },
  columns: [
    { id: 'number', header: { en: 'Order invoice', zh: '订单账单' }, kind: 'id', value: orderNumber },
    { id: 'order', header: { en: 'Order', zh: '订单' }, kind: 'id', value: (row) => row.order_name },
    { id: 'store', of: 'order', header: { en: 'Store', zh: '店铺' }, kind: 'text', value: (row) => row.store_name },
    {
      id: 'invoice',
      header: { en: 'Invoice', zh: '账单' },
      kind: 'id',
      value: (row) => invoiceNumber({ number: row.invoice_number }),
    },
    {
      id: 'issued_at',
      of: 'invoice',
      header: { en: 'Issued', zh: '开具时间' },
      kind: 'date',
      value: (row) => row.issued_at,
    },
    {
      id: 'items',
      header: { en: 'Items', zh: '商品' },
      kind: 'text',
      value: (row) => row.items.map(({ sku, quantity }) => `${sku} × ${quantity}`).join(', ') || null,
    },
    { id: 'channel', header: { en: 'Shipping method', zh: '物流渠道' }, kind: 'text', value: (row) => row.channel },
    { id: 'weight', header: { en: 'Weight (g)', zh: '重量（克）' }, kind: 'int', value: (row) => row.weight_g },
    {
      id: 'tracking',
      header: { en: 'Tracking number', zh: '运单号' },
      kind: 'id',
      value: (row) => row.tracking.map((parcel) => parcel.number).join(', ') || null,
    },
    {
      id: 'amount',
      header: { en: 'Amount', zh: '金额' },
      kind: 'money',
      value: (row) => ({ amount: row.total, currency: row.currency }),
    },
  ],
};
