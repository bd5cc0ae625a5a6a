import { stores } from '#contract/stores.ts';
import { readerLanguage } from '#server/db/context.ts';
import type { ExportList } from '#server/http/list-actions.ts';
import { countStores, findStores } from './stores.db.ts';
import { asStore, type Query, whichOf } from './stores.service.ts';
import { payModes, platforms, storeStatuses } from '#server/lib/file-words.ts';

const batch = 200;
type Row = ReturnType<typeof asStore>;

/** The list of stores as a file. */
export const storesExport: ExportList<Row, Query> = {
  list: 'stores',
  query: stores.list.query,
  count: (ctx, query) => countStores(ctx, whichOf(ctx, query)),
  async rows(ctx, query, after) {
    const offset = Number(after ?? 0);
    const found = await findStores(ctx, whichOf(ctx, query), { offset, limit: batch });
    return {
      rows: found.map((row) => asStore(row, undefined, readerLanguage(ctx))),
      next: found.length === batch ? String(offset + batch) : null,
    };
  },
  columns: [
    { id: 'name', of: 'store', header: { en: 'Store', zh: '店铺' }, kind: 'text', value: (row) => row.name },
    { id: 'domain', of: 'store', header: { en: 'Domain', zh: '域名' }, kind: 'id', value: (row) => row.shop_domain },
    {
      id: 'platform',
      of: 'store',
      header: { en: 'Platform', zh: '平台' },
      kind: 'state',
      words: platforms,
      value: (row) => row.platform,
    },
    {
      id: 'status',
      header: { en: 'Status', zh: '状态' },
      kind: 'state',
      words: storeStatuses,
      value: (row) => row.status,
    },
    { id: 'currency', header: { en: 'Currency', zh: '币种' }, kind: 'id', value: (row) => row.currency },
    { id: 'zone', of: 'currency', header: { en: 'Time zone', zh: '时区' }, kind: 'id', value: (row) => row.time_zone },
    {
      id: 'products_mapped',
      of: 'products',
      header: { en: 'Mapped products', zh: '已配对商品' },
      kind: 'int',
      value: (row) => row.products_mapped,
    },
    { id: 'products', header: { en: 'Products', zh: '商品数' }, kind: 'int', value: (row) => row.products },
    { id: 'orders', header: { en: 'Orders', zh: '订单数' }, kind: 'int', value: (row) => row.orders },
    {
      id: 'orders30',
      header: { en: 'Orders (30 days)', zh: '近 30 天订单' },
      kind: 'int',
      value: (row) => row.orders_30d,
    },
    {
      id: 'unmapped',
      header: { en: 'Orders not mapped', zh: '未配对订单' },
      kind: 'int',
      value: (row) => row.orders_unmapped,
    },
    {
      id: 'pay',
      header: { en: 'Order payment', zh: '订单付款' },
      kind: 'state',
      words: payModes,
      value: (row) => row.pay_mode,
    },
    { id: 'event', header: { en: 'Last event', zh: '最近事件' }, kind: 'date', value: (row) => row.last_event_at },
    { id: 'sync', header: { en: 'Last sync', zh: '最近同步' }, kind: 'date', value: (row) => row.last_reconciled_at },
  ],
};
