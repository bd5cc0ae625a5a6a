import type { ParsedOf } from '#contract/endpoint.ts';
import { orderListQuery, type orders } from '#contract/orders.ts';
import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import type { ExportList } from '#server/http/list-acts.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { selectOrders } from '../records/selection.service.ts';
import { findExportLines, type LineExportRow } from './export.db.ts';
import { lineColumns, orderColumns } from './columns.ts';
import { filterOf } from '../records/filter.ts';
import { countMatching, findByIds, type OrderListRow } from '../records/list.db.ts';

type Query = ParsedOf<typeof orders.list>['query'];

const count = (ctx: MerchantCtx, query: Query, most: number) =>
  countMatching(ctx, accountOf(ctx), filterOf(ctx, query), most);

async function ordersOf(ctx: MerchantCtx, query: Query, after: string | null) {
  const { ids, next } = await selectOrders(ctx, query, after);
  return { ids, rows: ids.length > 0 ? await findByIds(ctx, accountOf(ctx), ids) : [], next };
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
    const lines = groupBy(await findExportLines(ctx, accountOf(ctx), ids), (line) => line.order_id);
    return { rows: rows.flatMap((row) => (lines.get(row.id) ?? []).map((line) => ({ ...row, line }))), next };
  },
  columns: [...orderColumns, ...lineColumns],
};
