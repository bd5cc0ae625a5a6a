import type { z } from 'zod';
import { allows } from '#contract/rights.ts';
import { statisticsFilter } from '#contract/statistics.ts';
import type { StatisticsFigures, StatisticsPaid } from '#contract/statistics-figures.ts';
import { type StatisticsGroup, statisticsGroups } from '#contract/statistics-rules.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { type AnyExportList, type ExportColumn, exportList, type ExportList } from '#server/http/list-actions.ts';
import { orderStages, yesNo } from '#server/lib/file-words.ts';
import { ordersWithSums } from './statistics-export.db.ts';
import { findCheck } from './statistics.db.ts';
import { getPayments } from './statistics-payments.service.ts';
import { noSums } from './statistics-sums.ts';
import {
  figuresFor,
  filterOf,
  getBreakdown,
  getProducts,
  getStatistics,
  requireDays,
  seesCosts,
} from './statistics.service.ts';

type Query = z.output<typeof statisticsFilter>;
type Row = { currency: string; figures: StatisticsFigures };
type Figure = keyof StatisticsFigures;

/** Orders that are read in one transaction. */
const batch = 1_000;
const mostProducts = 200;

const column =
  (kind: 'int' | 'hundredths') =>
  (name: Figure, en: string, zh: string): ExportColumn<Row> => ({
    id: name,
    header: { en, zh },
    kind,
    value: ({ figures }) => figures[name],
  });
const count = column('int');
const hundredths = column('hundredths');
const moneyOf = (amount: number | null, currency: string) => (amount === null ? null : { amount, currency });
const money = (name: Figure, en: string, zh: string): ExportColumn<Row> => ({
  id: name,
  header: { en, zh },
  kind: 'money',
  value: ({ figures, currency }) => moneyOf(figures[name], currency),
});

const sales = money('sales', 'Sales', '销售额');
const refunded = money('refunded', 'Refunds to buyers', '给买家的退款');
const costs = [
  money('goods', 'Products', '商品'),
  money('freight', 'Shipping', '运费'),
  money('fees', 'Fees', '费用'),
  money('cost', 'Cost', '成本'),
];
const results = [
  money('credited', 'Refunds from us', '我们的退款'),
  money('kept', 'Cost of cancelled orders', '已取消订单的成本'),
  money('profit', 'Profit', '利润'),
  hundredths('margin_bp', 'Margin %', '利润率 %'),
];
const figureColumns = [
  count('orders', 'Orders', '订单'),
  count('cancelled', 'Cancelled', '已取消'),
  count('self_fulfilled', 'Fulfilled yourself', '自行发货'),
  count('units', 'Units', '件数'),
  sales,
  refunded,
  count('refunded_orders', 'Refunded orders', '有退款的订单'),
  money('average_order', 'Average order', '平均订单金额'),
  count('converted', 'Converted sales', '换算的销售'),
  count('no_rate', 'Sales without a rate', '没有汇率的销售'),
  ...costs,
  money('cost_per_order', 'Cost per order', '每单成本'),
  count('no_cost', 'Orders without a cost', '没有成本的订单'),
  ...results,
];
const adColumns = [
  money('ads', 'Ad spend', '广告支出'),
  count('ads_no_rate', 'Ad spend without a rate', '没有汇率的广告支出'),
  money('profit_after_ads', 'Profit after ads', '扣除广告后的利润'),
  hundredths('roas', 'Sales per 1 spent', '每花费 1 的销售额'),
];

/** A sheet that is read at once. */
function sheet<One>(
  name: { en: string; zh: string },
  columns: readonly ExportColumn<One>[],
  read: (ctx: MerchantCtx, query: Query) => Promise<readonly One[]>,
): AnyExportList {
  return exportList<One, Query>({
    list: 'statistics',
    query: statisticsFilter,
    sheet: name,
    columns,
    count: async (ctx, query, most) => Math.min(most, (await read(ctx, query)).length),
    rows: async (ctx, query) => ({ rows: await read(ctx, query), next: null }),
  });
}

const groupNames = {
  store: { en: 'Stores', zh: '店铺' },
  country: { en: 'Countries', zh: '国家' },
  channel: { en: 'Shipping methods', zh: '物流渠道' },
} as const satisfies Record<StatisticsGroup, { en: string; zh: string }>;

/** The period by store, country or shipping method; a product is known by store alone. */
const groupSheet = (by: StatisticsGroup) =>
  sheet<Row & { key: string | null; name: string | null }>(
    groupNames[by],
    [{ id: 'name', header: groupNames[by], kind: 'text', value: ({ key, name }) => name ?? key }, ...figureColumns],
    async (ctx, query) => {
      if (query.product_id !== undefined && by !== 'store') return [];
      const { currency } = await findCheck(ctx);
      return (await getBreakdown(ctx, { ...query, by })).map((row) => ({ ...row, currency }));
    },
  );

type Product = Awaited<ReturnType<typeof getProducts>>[number] & { currency: string };
const productSheet = sheet<Product>(
  { en: 'Products', zh: '商品' },
  [
    {
      id: 'title',
      header: { en: 'Product', zh: '商品' },
      kind: 'text',
      value: ({ title, product_id }) => title ?? product_id,
    },
    { id: 'orders', header: { en: 'Orders', zh: '订单' }, kind: 'int', value: ({ orders }) => orders },
    { id: 'units', header: { en: 'Units', zh: '件数' }, kind: 'int', value: ({ units }) => units },
    { id: 'sales', header: sales.header, kind: 'money', value: (row) => moneyOf(row.sales, row.currency) },
    {
      id: 'no_rate',
      header: { en: 'Sales without a rate', zh: '没有汇率的销售' },
      kind: 'int',
      value: ({ no_rate }) => no_rate,
    },
    {
      id: 'goods',
      header: { en: 'Product cost', zh: '商品成本' },
      kind: 'money',
      value: (row) => moneyOf(row.goods, row.currency),
    },
    {
      id: 'profit',
      header: { en: 'Profit before shipping', zh: '扣除运费前利润' },
      kind: 'money',
      value: (row) => moneyOf(row.profit, row.currency),
    },
    {
      id: 'upto',
      header: { en: 'Sales up to here %', zh: '累计销售额 %' },
      kind: 'hundredths',
      value: ({ upto_bp }) => upto_bp,
    },
  ],
  async (ctx, { country, ...query }) => {
    if (country !== undefined) return []; // products are not kept by country
    const { currency } = await findCheck(ctx);
    const rows = await getProducts(ctx, { ...query, sort: 'sales', most: mostProducts });
    return rows.map((row) => ({ ...row, currency }));
  },
);

type Payment = { day: string; paid: StatisticsPaid; currency: string };
const amountOf = (name: keyof StatisticsPaid, en: string, zh: string): ExportColumn<Payment> => ({
  id: name,
  header: { en, zh },
  kind: 'money',
  value: ({ paid, currency }) => moneyOf(paid[name], currency),
});
/** What was paid on each day, of the whole account: for who may see its wallet, whatever stores or country are chosen. */
const paymentSheet = sheet<Payment>(
  { en: 'Payments', zh: '付款' },
  [
    { id: 'day', header: { en: 'Day of payment', zh: '付款日' }, kind: 'id', value: ({ day }) => day },
    amountOf('goods', 'Products', '商品'),
    amountOf('freight', 'Shipping', '运费'),
    amountOf('fees', 'Fees', '费用'),
    amountOf('other', 'Stock and services', '备货和服务'),
    amountOf('returned', 'Credit notes and refunds', '退款单和退款'),
    amountOf('net', 'Paid in all', '合计支付'),
  ],
  async (ctx, { from, to }) => {
    if (ctx.actor.kind === 'merchant' && !allows(ctx.actor.rights, 'wallet', 'view')) return [];
    const { series, currency } = await getPayments(ctx, { from, to, step: 'day' });
    return series.map((day) => ({ ...day, currency }));
  },
);

type Order = Row & { name: string; store: string; country: string | null; placed_at: Date; stage: string };

/** Whether the cost of an order is known; nothing for orders that cost nothing here. */
const knownCost = ({ cost, goods, no_cost }: StatisticsFigures) => {
  if (no_cost === null) return goods === null ? null : 'yes';
  return no_cost > 0 ? 'no' : cost === null ? null : 'yes';
};

/** Each order with what it adds to the figures: the same function makes both. */
const orderSheet = exportList<Order, Query>({
  list: 'statistics',
  query: statisticsFilter,
  sheet: { en: 'Orders', zh: '订单' },
  async count(ctx, query, most) {
    const { totals } = await getStatistics(ctx, { ...query, compare: 'previous', step: 'month' });
    return Math.min(most, totals.orders);
  },
  async rows(ctx, query, after) {
    const filter = filterOf(ctx, query);
    const { currency } = await findCheck(ctx);
    const figures = figuresFor(filter, seesCosts(ctx.actor));
    const found = await ordersWithSums(ctx, requireDays(query), filter, { after, most: batch });
    return {
      rows: found.map((order) => ({ ...order, currency, figures: figures({ ...noSums, ...order }) })),
      next: found.length < batch ? null : (found.at(-1)?.cursor ?? null),
    };
  },
  columns: [
    { id: 'name', header: { en: 'Order', zh: '订单' }, kind: 'id', value: ({ name }) => name },
    { id: 'store', header: { en: 'Store', zh: '店铺' }, kind: 'text', value: ({ store }) => store },
    { id: 'country', header: { en: 'Country', zh: '国家' }, kind: 'id', value: ({ country }) => country },
    { id: 'placed_at', header: { en: 'Placed', zh: '下单时间' }, kind: 'date', value: ({ placed_at }) => placed_at },
    {
      id: 'stage',
      header: { en: 'Status', zh: '状态' },
      kind: 'state',
      words: orderStages,
      value: ({ stage }) => stage,
    },
    count('units', 'Units', '件数'),
    sales,
    refunded,
    ...costs,
    ...results,
    {
      id: 'cost_known',
      header: { en: 'Cost known', zh: '成本已知' },
      kind: 'state',
      words: yesNo,
      value: ({ figures }) => knownCost(figures),
    },
  ],
});

/** The sales figures of a period and of each of its days, as the page shows them; in a workbook also broken down, and by order. */
export const statisticsExport: ExportList<Row & { day: string }, Query> = {
  list: 'statistics',
  query: statisticsFilter,
  sheet: { en: 'Days', zh: '日期' },
  further: [...statisticsGroups.map(groupSheet), productSheet, paymentSheet, orderSheet],
  async count(ctx, query, most) {
    return Math.min(most, (await days(ctx, query)).length);
  },
  async rows(ctx, query) {
    return { rows: await days(ctx, query), next: null };
  },
  columns: [
    { id: 'day', header: { en: 'Day', zh: '日期' }, kind: 'id', value: ({ day }) => day },
    ...figureColumns,
    ...adColumns,
  ],
};

/** The period as a whole, then each of its days, those without orders too. */
async function days(ctx: MerchantCtx, query: Query): Promise<(Row & { day: string })[]> {
  const { currency, totals, series } = await getStatistics(ctx, { ...query, compare: 'previous', step: 'day' });
  const whole = { day: `${query.from} – ${query.to}`, figures: totals, currency };
  return [whole, ...series.map(({ day, figures }) => ({ day, figures, currency }))];
}
