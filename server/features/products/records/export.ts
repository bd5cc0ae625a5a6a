import { products } from '#contract/products.ts';
import { accountOf } from '#server/db/context.ts';
import type { ExportColumn, ExportList } from '#server/http/list-acts.ts';
import { selectProducts } from './selection.service.ts';
import { filterOf, type ListedProduct, type Query, withStock } from './list.service.ts';
import type { StockNeeds } from './stock.service.ts';
import { countMatching, findByIds } from './products.db.ts';

type Column = ExportColumn<ListedProduct>;
const yes = (truth: boolean) => (truth ? 'yes' : 'no');
const percent = (share: number | undefined) => (share === undefined ? null : `${share} %`);

const identity: Column[] = [
  { id: 'title', of: 'product', header: { en: 'Product', zh: '商品' }, kind: 'text', value: (row) => row.title },
  { id: 'store', header: { en: 'Store', zh: '店铺' }, kind: 'text', value: (row) => row.store.name },
  {
    id: 'shop_state',
    of: 'shopState',
    header: { en: 'In the shop', zh: '店铺状态' },
    kind: 'id',
    value: (row) => row.status,
  },
  { id: 'vendor', header: { en: 'Vendor', zh: '品牌' }, kind: 'text', value: (row) => row.vendor },
  { id: 'tags', header: { en: 'Tags', zh: '标签' }, kind: 'text', value: (row) => row.tags.join(', ') || null },
  { id: 'url', of: 'product', header: { en: 'Address', zh: '网址' }, kind: 'id', value: (row) => row.url },
];

const states: Column[] = [
  {
    id: 'mapping',
    of: 'state',
    header: { en: 'Mapping', zh: '匹配状态' },
    kind: 'id',
    value: (row) => row.mapping_state,
  },
  {
    id: 'variants_mapped',
    of: 'mapped',
    header: { en: 'Variants mapped', zh: '已匹配规格' },
    kind: 'int',
    value: (row) => row.variants_mapped,
  },
  { id: 'variants', of: 'mapped', header: { en: 'Variants', zh: '规格数' }, kind: 'int', value: (row) => row.variants },
  {
    id: 'quote',
    header: { en: 'Newest request', zh: '最近询价' },
    kind: 'id',
    value: (row) => row.last_quote?.number ?? null,
  },
  {
    id: 'quote_state',
    of: 'quote',
    header: { en: 'State of the request', zh: '询价状态' },
    kind: 'id',
    value: (row) => row.last_quote?.status ?? null,
  },
  {
    id: 'unpriced',
    header: { en: 'Some variant without a price', zh: '有规格暂无价格' },
    kind: 'id',
    value: (row) => yes(row.unpriced),
  },
  {
    id: 'discontinued',
    header: { en: 'Some item discontinued', zh: '有货品已停产' },
    kind: 'id',
    value: (row) => yes(row.discontinued),
  },
];

const amounts: Column[] = [
  {
    id: 'price_min',
    of: 'price',
    header: { en: 'Lowest price', zh: '最低售价' },
    kind: 'money',
    value: (row) => row.price_min,
  },
  {
    id: 'price_max',
    of: 'price',
    header: { en: 'Highest price', zh: '最高售价' },
    kind: 'money',
    value: (row) => row.price_max,
  },
  {
    id: 'cost_min',
    of: 'cost',
    header: { en: 'Lowest cost', zh: '最低采购成本' },
    kind: 'money',
    value: (row) => row.cost_min,
  },
  {
    id: 'cost_max',
    of: 'cost',
    header: { en: 'Highest cost', zh: '最高采购成本' },
    kind: 'money',
    value: (row) => row.cost_max,
  },
  {
    id: 'landed_country',
    of: 'landed',
    header: { en: 'Delivered to', zh: '送达国家' },
    kind: 'id',
    value: (row) => row.landed?.country ?? null,
  },
  {
    id: 'landed_min',
    of: 'landed',
    header: { en: 'Lowest delivered cost', zh: '最低到门成本' },
    kind: 'money',
    value: (row) => row.landed?.min ?? null,
  },
  {
    id: 'landed_max',
    of: 'landed',
    header: { en: 'Highest delivered cost', zh: '最高到门成本' },
    kind: 'money',
    value: (row) => row.landed?.max ?? null,
  },
  {
    id: 'margin_low',
    of: 'margin',
    header: { en: 'Lowest margin', zh: '最低毛利率' },
    kind: 'id',
    value: (row) => percent(row.margin?.low),
  },
  {
    id: 'margin_high',
    of: 'margin',
    header: { en: 'Highest margin', zh: '最高毛利率' },
    kind: 'id',
    value: (row) => percent(row.margin?.high),
  },
];

const activity: Column[] = [
  { id: 'orders', header: { en: 'Orders in 30 days', zh: '30 天订单' }, kind: 'int', value: (row) => row.orders_30d },
  {
    id: 'waiting',
    header: { en: 'Orders waiting', zh: '等待中的订单' },
    kind: 'int',
    value: (row) => row.orders_waiting,
  },
  { id: 'stock', header: { en: 'Stock', zh: '库存' }, kind: 'id', value: (row) => row.stock.state },
  {
    id: 'stock_own',
    of: 'stock',
    header: { en: 'Own pieces free', zh: '自有可用件数' },
    kind: 'int',
    value: (row) => row.stock.own,
  },
  {
    id: 'stock_shared',
    of: 'stock',
    header: { en: 'Shared pieces free', zh: '公共可用件数' },
    kind: 'int',
    value: (row) => row.stock.shared,
  },
  {
    id: 'changed',
    header: { en: 'Last changed', zh: '最近更新' },
    kind: 'date',
    value: (row) => row.external_updated_at,
  },
];

/** The list of products as a file. */
export const productsExport = (needs: StockNeeds): ExportList<ListedProduct, Query> => ({
  list: 'products',
  query: products.list.query,
  count: (ctx, query, most) => countMatching(ctx, accountOf(ctx), filterOf(ctx, query), most),
  async rows(ctx, query, after) {
    const { ids, next } = await selectProducts(ctx, query, after);
    const found = ids.length === 0 ? [] : await findByIds(ctx, accountOf(ctx), ids, ctx.actor.stores);
    return { rows: await withStock(ctx, needs, found), next };
  },
  columns: [...identity, ...states, ...amounts, ...activity],
});
