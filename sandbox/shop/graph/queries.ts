import { gid, idOf } from '../gid.ts';
import type { LocationRow, OrderRow, ProductRow, VariantRow } from '../rows.ts';
import { VARIANT_COLUMNS } from '../catalogue.ts';
import { firstRow, rows } from '../sql.ts';
import { connectionOf, pageOfList, pageOfTable, type PageArgs } from './connection.ts';
import type { GraphContext } from './context.ts';
import { orderNode } from './order-node.ts';
import { itemNode, locationNode, productNode, variantNode } from './product-node.ts';
import { type Field, idField, searchSql, stateField, textField, timeField } from './search.ts';
import { SUPPORTED_VERSIONS } from './versions.ts';

type ListArgs = PageArgs & { query?: string | null; sortKey?: string | null };

const ORDER_STATUS: Record<string, string> = {
  open: 't.cancelled_at is null and t.closed_at is null',
  closed: 't.closed_at is not null',
  cancelled: 't.cancelled_at is not null',
  not_closed: 't.closed_at is null',
  any: 'true',
};

const REST_FULFILLMENT: Record<string, string[]> = {
  unfulfilled: ['UNFULFILLED', 'ON_HOLD', 'IN_PROGRESS'],
  unshipped: ['UNFULFILLED', 'ON_HOLD', 'IN_PROGRESS'],
  shipped: ['FULFILLED'],
  fulfilled: ['FULFILLED'],
  partial: ['PARTIALLY_FULFILLED'],
};

const hasTag: Field = (term, bind) =>
  `exists (select 1 from unnest(t.tags) tag where lower(tag) = ${bind(term.value.toLowerCase())})`;

const ORDER_FIELDS: Record<string, Field> = {
  id: idField('t.id'),
  name: (term, bind) => `t.name = ${bind(term.value.startsWith('#') ? term.value : `#${term.value}`)}`,
  '': (term, bind) =>
    `(t.name = ${bind(term.value)} or t.name = '#' || ${bind(term.value)} or lower(t.email) = ${bind(term.value.toLowerCase())})`,
  created_at: timeField('t.created_at'),
  updated_at: timeField('t.updated_at'),
  processed_at: timeField('t.processed_at'),
  financial_status: stateField('t.financial_status'),
  fulfillment_status: (term, bind) =>
    `t.fulfillment_status = any(${bind(REST_FULFILLMENT[term.value.toLowerCase()] ?? [term.value.toUpperCase()])}::text[])`,
  status: (term) => ORDER_STATUS[term.value.toLowerCase()] ?? 'false',
  email: textField('t.email'),
  test: (term) => `t.test = ${term.value === 'true'}`,
  tag: hasTag,
  tag_not: (term, bind, now) => `not ${hasTag(term, bind, now)}`,
  sku: (term, bind) =>
    `exists (select 1 from shop_order_lines l where l.order_id = t.id and l.sku = ${bind(term.value)})`,
  source_name: textField(`t.data->>'source_name'`),
};

const PRODUCT_FIELDS: Record<string, Field> = {
  id: idField('t.id'),
  '': (term, bind) => `t.title ilike ${bind(`%${term.value.replace(/[\\%_]/g, '\\$&')}%`)}`,
  status: stateField('t.status'),
  title: textField('t.title'),
  handle: textField('t.handle'),
  vendor: textField('t.vendor'),
  product_type: textField('t.product_type'),
  tag: hasTag,
  created_at: timeField('t.created_at'),
  updated_at: timeField('t.updated_at'),
  published_status: (term) => `t.published = ${term.value === 'published'}`,
  sku: (term, bind) =>
    `exists (select 1 from shop_variants v where v.product_id = t.id and v.sku = ${bind(term.value)})`,
  barcode: (term, bind) =>
    `exists (select 1 from shop_variants v where v.product_id = t.id and v.barcode = ${bind(term.value)})`,
};

const VARIANT_FIELDS: Record<string, Field> = {
  id: idField('t.id'),
  sku: textField('t.sku'),
  barcode: textField('t.barcode'),
  product_id: idField('t.product_id'),
  product_status: (term, bind) =>
    `exists (select 1 from shop_products p where p.id = t.product_id and p.status = ${bind(term.value.toUpperCase())})`,
  updated_at: timeField('t.updated_at'),
};

type SortColumns = Record<string, { column: string; type: string }>;

const ORDER_SORT: SortColumns = {
  UPDATED_AT: { column: 'updated_at', type: 'timestamptz' },
  CREATED_AT: { column: 'created_at', type: 'timestamptz' },
  PROCESSED_AT: { column: 'processed_at', type: 'timestamptz' },
  ORDER_NUMBER: { column: 'number', type: 'int' },
  TOTAL_PRICE: { column: 'total', type: 'int' },
};
const PRODUCT_SORT: SortColumns = {
  UPDATED_AT: { column: 'updated_at', type: 'timestamptz' },
  CREATED_AT: { column: 'created_at', type: 'timestamptz' },
  TITLE: { column: 'title', type: 'text' },
  VENDOR: { column: 'vendor', type: 'text' },
};

const BY_ID = { column: 'id', type: 'bigint' };

type Table<Row, Node> = {
  from: string;
  fields: Record<string, Field>;
  sorts: SortColumns;
  extra: string;
  toNode: (row: Row & { sort_value: string }) => Node;
};

async function list<Row extends { id: string }, Node>(ctx: GraphContext, args: ListArgs, table: Table<Row, Node>) {
  const values: unknown[] = [ctx.shop.id];
  const found = args.query ? searchSql(ctx, args.query, table.fields, values) : 'true';
  const sort = table.sorts[args.sortKey ?? 'ID'] ?? BY_ID;
  const where = `t.shop_id = $1 and ${found}${table.extra}`;
  return pageOfTable<Row & { sort_value: string }, Node>(ctx, args, {
    from: table.from,
    where,
    values,
    sort: sort.column,
    sortType: sort.type,
    fetch: (text, bound) => rows<Row & { sort_value: string }>(ctx.rt.pool, text, bound),
    toNode: table.toNode,
  });
}

/** Without `read_all_orders` older orders do not exist for the app (shopify.md §2.4). */
function visible(ctx: GraphContext): string {
  if (ctx.scopes.has('read_all_orders')) return '';
  const since = new Date(ctx.rt.now().getTime() - 60 * 86_400_000);
  return ` and t.created_at >= '${since.toISOString()}'::timestamptz`;
}

async function orders(args: ListArgs, ctx: GraphContext) {
  return list<OrderRow, unknown>(ctx, args, {
    from: 'select t.* from shop_orders t',
    fields: ORDER_FIELDS,
    sorts: ORDER_SORT,
    extra: visible(ctx),
    toNode: (row) => orderNode(ctx, row),
  });
}

async function order({ id }: { id: string }, ctx: GraphContext) {
  const orderId = idOf('Order', id);
  const row =
    orderId &&
    (await firstRow<OrderRow>(
      ctx.rt.pool,
      `select t.* from shop_orders t where t.shop_id = $1 and t.id = $2${visible(ctx)}`,
      [ctx.shop.id, orderId],
    ));
  return row ? orderNode(ctx, row) : null;
}

type CountArgs = { query?: string | null; limit?: number | null };

async function count(
  ctx: GraphContext,
  args: CountArgs,
  table: { name: string; fields: Record<string, Field>; extra: string },
) {
  const values: unknown[] = [ctx.shop.id];
  const found = args.query ? searchSql(ctx, args.query, table.fields, values) : 'true';
  const row = await firstRow<{ count: number }>(
    ctx.rt.pool,
    `select count(*)::int as count from ${table.name} t where t.shop_id = $1 and ${found}${table.extra}`,
    values,
  );
  return { count: Math.min(row?.count ?? 0, args.limit ?? Number.MAX_SAFE_INTEGER) };
}

const ordersCount = (args: CountArgs, ctx: GraphContext) =>
  count(ctx, args, { name: 'shop_orders', fields: ORDER_FIELDS, extra: visible(ctx) });
const productsCount = (args: CountArgs, ctx: GraphContext) =>
  count(ctx, args, { name: 'shop_products', fields: PRODUCT_FIELDS, extra: '' });

async function products(args: ListArgs, ctx: GraphContext) {
  return list<ProductRow, unknown>(ctx, args, {
    from: 'select t.* from shop_products t',
    fields: PRODUCT_FIELDS,
    sorts: PRODUCT_SORT,
    extra: '',
    toNode: (row) => productNode(ctx, row),
  });
}

async function product({ id }: { id: string }, ctx: GraphContext) {
  const productId = idOf('Product', id);
  const row = productId === null ? null : await ctx.load.product(productId);
  return row && productNode(ctx, row);
}

/** By id or handle; custom ids are kept by no shop here. */
async function productByIdentifier(
  { identifier }: { identifier: { id?: string | null; handle?: string | null } },
  ctx: GraphContext,
) {
  if (identifier.id != null) return product({ id: identifier.id }, ctx);
  const row = await firstRow<ProductRow>(
    ctx.rt.pool,
    'select * from shop_products where shop_id = $1 and handle = $2',
    [ctx.shop.id, identifier.handle],
  );
  return row ? productNode(ctx, row) : null;
}

async function productVariants(args: ListArgs, ctx: GraphContext) {
  return list<VariantRow, unknown>(ctx, args, {
    from: `select ${VARIANT_COLUMNS.replace('v.*', 't.*').replaceAll('v.item_id', 't.item_id')} from shop_variants t`,
    fields: VARIANT_FIELDS,
    sorts: {},
    extra: '',
    toNode: (row) => variantNode(ctx, row),
  });
}

function shop(_args: object, ctx: GraphContext) {
  const row = ctx.shop;
  const plans = { standard: 'Basic', advanced: 'Advanced', plus: 'Shopify Plus' };
  return {
    __typename: 'Shop',
    id: gid('Shop', row.id),
    name: row.name,
    email: row.email,
    myshopifyDomain: row.domain,
    primaryDomain: { id: gid('Domain', row.id), host: row.domain, url: `${ctx.base}/${row.domain}/` },
    currencyCode: row.currency,
    ianaTimezone: row.timezone,
    weightUnit: 'KILOGRAMS',
    shopAddress: { id: gid('ShopAddress', row.id), countryCodeV2: row.country, provinceCode: row.province },
    plan: { publicDisplayName: plans[row.plan], partnerDevelopment: false, shopifyPlus: row.plan === 'plus' },
  };
}

async function currentAppInstallation(_args: object, ctx: GraphContext) {
  const install = await firstRow<{ id: string }>(ctx.rt.pool, 'select id from shop_installs where shop_id = $1', [
    ctx.shop.id,
  ]);
  return {
    __typename: 'AppInstallation',
    id: gid('AppInstallation', install?.id ?? '0'),
    accessScopes: [...ctx.scopes].sort().map((handle) => ({ handle })),
  };
}

async function locations(args: PageArgs & { includeInactive?: boolean }, ctx: GraphContext) {
  const found = await rows<LocationRow>(
    ctx.rt.pool,
    'select * from shop_locations where shop_id = $1 and (active or $2) order by name, id',
    [ctx.shop.id, args.includeInactive ?? false],
  );
  return pageOfList(ctx, found, args, locationNode);
}

async function inventoryItem({ id }: { id: string }, ctx: GraphContext) {
  const itemId = idOf('InventoryItem', id);
  const row =
    itemId &&
    (await firstRow<VariantRow>(
      ctx.rt.pool,
      `select ${VARIANT_COLUMNS} from shop_variants v where v.shop_id = $1 and v.item_id = $2`,
      [ctx.shop.id, itemId],
    ));
  return row ? itemNode(ctx, row) : null;
}

function publications(args: PageArgs, ctx: GraphContext) {
  const node = {
    __typename: 'Publication',
    id: ctx.shop.id,
    autoPublish: true,
    supportsFuturePublishing: false,
    catalog: { __typename: 'AppCatalog', id: gid('AppCatalog', ctx.shop.id), title: 'Online Store' },
  };
  return pageOfList(ctx, [node], args, (one) => ({ ...one, id: gid('Publication', one.id) }));
}

/** Root fields that only read. */
export const queries = {
  shop,
  currentAppInstallation,
  publicApiVersions: () => SUPPORTED_VERSIONS.map((handle) => ({ handle, supported: true })),
  orders,
  order,
  ordersCount,
  productsCount,
  products,
  product,
  productByIdentifier,
  productVariants,
  locations,
  inventoryItem,
  publications,
  // Products are always set in the call itself, so no operation is ever left to look up.
  productOperation: () => null,
  // The sandbox routes nothing to fulfilment services (P9: mode A only).
  assignedFulfillmentOrders: () => connectionOf([], false, null),
};
