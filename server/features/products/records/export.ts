import { products } from '#contract/products.ts';
import type { ExportColumn, ExportList } from '#server/http/list-actions.ts';
import { filterOf, type ListedProduct, type Query, withStock, selectProducts } from './products.service.ts';
import { countMatching, findByIds } from './products.db.ts';
import { mappingStates, productQuotes, productStock, storeProductStatuses, yesNo } from '#server/lib/file-words.ts';

type Column = ExportColumn<ListedProduct>;
const yes = (truth: boolean) => (truth ? 'yes' : 'no');
const percent = (share: number | undefined) => (share === undefined ? null : `${share} %`);

const identity: Column[] = [
  { id: 'title', of: 'product', header: { en: 'Product', zh: '商品' }, kind: 'text', value: (row) => row.title },
  { id: 'store', header: { en: 'Store', zh: '店铺' }, kind: 'text', value: (row) => row.store.name },
  {
    id: 'shop_state',
    of: 'shopState',
    header: { en: 'Store status', zh: '店铺状态' },
    kind: 'state',
    words: storeProductStatuses,
    value: (row) => row.status,
  },
  { id: 'vendor', header: { en: 'Vendor', zh: '品牌' }, kind: 'text', value: (row) => row.vendor },
  { id: 'tags', header: { en: 'Tags', zh: '标签' }, kind: 'text', value: (row) => row.tags.join(', ') || null },
  { id: 'url', of: 'product', header: { en: 'URL', zh: '网址' }, kind: 'id', value: (row) => row.url },
];

const states: Column[] = [
  {
    id: 'mapping',
    of: 'state',
    header: { en: 'Status', zh: '状态' },
    kind: 'state',
    words: mappingStates,
    value: (row) => row.mapping_state,
  },
  {
    id: 'variants_mapped',
    of: 'mapped',
    header: { en: 'Mapped variants', zh: '已配对规格' },
    kind: 'int',
    value: (row) => row.variants_mapped,
  },
  { id: 'variants', of: 'mapped', header: { en: 'Variants', zh: '规格数' }, kind: 'int', value: (row) => row.variants },
  {
    id: 'quote',
    header: { en: 'Latest quote', zh: '最近报价' },
    kind: 'id',
    value: (row) => row.last_quote?.number ?? null,
  },
  {
    id: 'quote_state',
    of: 'quote',
    header: { en: 'Quote status', zh: '报价状态' },
    kind: 'state',
    words: productQuotes,
    value: (row) => row.last_quote?.status ?? null,
  },
  {
    id: 'unpriced',
    header: { en: 'Variants without a price', zh: '部分规格暂无价格' },
    kind: 'state',
    words: yesNo,
    value: (row) => yes(row.unpriced),
  },
  {
    id: 'discontinued',
    header: { en: 'Discontinued items', zh: '含停产货品' },
    kind: 'state',
    words: yesNo,
    value: (row) => yes(row.discontinued),
  },
];

const amounts: Column[] = [
  {
    id: 'price_min',
    of: 'price',
    header: { en: 'Lowest store price', zh: '最低店铺售价' },
    kind: 'money',
    value: (row) => row.price_min,
  },
  {
    id: 'price_max',
    of: 'price',
    header: { en: 'Highest store price', zh: '最高店铺售价' },
    kind: 'money',
    value: (row) => row.price_max,
  },
  {
    id: 'cost_min',
    of: 'cost',
    header: { en: 'Lowest unit cost', zh: '最低采购单价' },
    kind: 'money',
    value: (row) => row.cost_min,
  },
  {
    id: 'cost_max',
    of: 'cost',
    header: { en: 'Highest unit cost', zh: '最高采购单价' },
    kind: 'money',
    value: (row) => row.cost_max,
  },
  {
    id: 'landed_country',
    of: 'landed',
    header: { en: 'Destination', zh: '目的地' },
    kind: 'id',
    value: (row) => row.landed?.country ?? null,
  },
  {
    id: 'landed_min',
    of: 'landed',
    header: { en: 'Lowest landed cost', zh: '最低到门成本' },
    kind: 'money',
    value: (row) => row.landed?.min ?? null,
  },
  {
    id: 'landed_max',
    of: 'landed',
    header: { en: 'Highest landed cost', zh: '最高到门成本' },
    kind: 'money',
    value: (row) => row.landed?.max ?? null,
  },
  {
    id: 'margin_low',
    of: 'margin',
    header: { en: 'Lowest margin', zh: '最低利润率' },
    kind: 'id',
    value: (row) => percent(row.margin?.low),
  },
  {
    id: 'margin_high',
    of: 'margin',
    header: { en: 'Highest margin', zh: '最高利润率' },
    kind: 'id',
    value: (row) => percent(row.margin?.high),
  },
];

const activity: Column[] = [
  { id: 'orders', header: { en: 'Orders (30 days)', zh: '近 30 天订单' }, kind: 'int', value: (row) => row.orders_30d },
  {
    id: 'waiting',
    header: { en: 'Blocked orders', zh: '受阻订单' },
    kind: 'int',
    value: (row) => row.orders_waiting,
  },
  {
    id: 'stock',
    header: { en: 'Stock', zh: '库存' },
    kind: 'state',
    words: productStock,
    value: (row) => row.stock.state,
  },
  {
    id: 'stock_own',
    of: 'stock',
    header: { en: 'Your available units', zh: '自有可用库存' },
    kind: 'int',
    value: (row) => row.stock.own,
  },
  {
    id: 'stock_shared',
    of: 'stock',
    header: { en: 'Shared available units', zh: '共享可用库存' },
    kind: 'int',
    value: (row) => row.stock.shared,
  },
  {
    id: 'changed',
    header: { en: 'Last updated', zh: '最近更新' },
    kind: 'date',
    value: (row) => row.external_updated_at,
  },
];

/** The list of products as a file. */
export const productsExport: ExportList<ListedProduct, Query> = {
  list: 'products',
  query: products.list.query,
  count: (ctx, query, most) => countMatching(ctx, filterOf(ctx, query), most),
  async rows(ctx, query, after) {
    const { ids, next } = await selectProducts(ctx, query, after);
    const found = ids.length === 0 ? [] : await findByIds(ctx, ids, ctx.actor.stores);
    return { rows: await withStock(ctx, found), next };
  },
  columns: [...identity, ...states, ...amounts, ...activity],
};
