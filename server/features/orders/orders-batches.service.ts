import type { ParsedOf } from '#contract/endpoint.ts';
import { orders } from '#contract/orders.ts';
import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import type { ExportList, IdBatch } from '#server/http/list-acts.ts';
import { batchStatement, countMatching, type Cursor, findByIds, type OrderListRow } from './orders-list.db.ts';
import { filterOf } from './orders-filter.ts';

type Query = ParsedOf<typeof orders.list>['query'];

const batch = 500;
const cursorText = ({ at, id }: Cursor) => `${at}|${id}`;

function cursorOf(text: string | null): Cursor | null {
  const [at = '', id = ''] = text?.split('|') ?? [];
  return id === '' ? null : { at, id };
}

/** Ids of the orders that match, newest first. */
export async function selectOrders(ctx: MerchantCtx, query: Query, after: string | null): Promise<IdBatch> {
  const statement = batchStatement(accountOf(ctx), filterOf(ctx, query), cursorOf(after), batch);
  const { rows } = await statement.execute(ctx.db);
  const last = rows.length === batch ? rows.at(-1) : undefined;
  return { ids: rows.map((row) => row.id), next: last ? cursorText(last) : null };
}

const money = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? null : { amount, currency };

/** The order list as a file. */
export const ordersExport: ExportList<OrderListRow, Query> = {
  list: 'orders',
  query: orders.list.query,
  count: (ctx, query, most) => countMatching(ctx, accountOf(ctx), filterOf(ctx, query), most),
  async rows(ctx, query, after) {
    const { ids, next } = await selectOrders(ctx, query, after);
    return { rows: ids.length > 0 ? await findByIds(ctx, accountOf(ctx), ids) : [], next };
  },
  columns: [
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
  ],
};
