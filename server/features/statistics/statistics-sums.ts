import { type RawBuilder, sql } from 'kysely';
import type { StatisticsFigures } from '#contract/statistics-figures.ts';

/** The sums that are kept of orders, by the names of their columns (statistics_of_order in the database). */
export const measures = [
  'orders',
  'cancelled',
  'self_fulfilled',
  'units',
  'sales',
  'converted',
  'no_rate',
  'goods',
  'freight',
  'fees',
  'no_cost',
  'profit',
  'profit_sales',
  'credited',
  'kept',
  'refunded',
  'refunded_orders',
] as const;
export type Sums = Record<(typeof measures)[number], number>;

export const noSums = Object.fromEntries(measures.map((name) => [name, 0])) as Sums; // of all names

/** The columns in their sequence. */
export const measureColumns: RawBuilder<unknown> = sql.join(measures.map((name) => sql.ref(name)));
/** Their sums under the same names, as numbers. */
export const summed: RawBuilder<unknown> = sql.join(
  measures.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint AS ${sql.ref(name)}`),
);

/** What was spent on ads; null where it does not belong to the sums. */
export type Ads = { ads: number; ads_no_rate: number } | null;

/** The figures that sums come to: the one place that computes them. Who may not see costs gets none of them. */
export function figuresOf(sums: Sums, costs: boolean, spent: Ads = null): StatisticsFigures {
  const { orders, cancelled, self_fulfilled, units, sales, converted, no_rate } = sums;
  const profit = sums.profit + sums.credited - sums.kept;
  const priced = pricedOrders(sums);
  const known = costs && (priced > 0 || orders === cancelled); // what nobody has a price for is unknown, and not nothing
  return {
    orders,
    cancelled,
    self_fulfilled,
    units,
    sales,
    converted,
    no_rate,
    refunded: sums.refunded,
    refunded_orders: sums.refunded_orders,
    average_order: perOrder(sales, orders - cancelled - no_rate),
    ...(known ? costsOf(sums) : { goods: null, freight: null, fees: null, cost: null }),
    ...(costs ? billedOf(sums) : { cost_per_order: null, no_cost: null, credited: null, kept: null }),
    profit: known ? profit : null,
    margin_bp: costs && sums.profit_sales > 0 ? Math.round((profit * 10_000) / sums.profit_sales) : null,
    ads: spent && spent.ads,
    ads_no_rate: spent?.ads_no_rate ?? 0,
    profit_after_ads: known && spent ? profit - spent.ads : null,
    roas: spent && spent.ads > 0 ? Math.round((sales * 100) / spent.ads) : null,
  };
}

/** The same of one product, whose lines say nothing of shipping, fees, refunds and so of profit. */
export const figuresOfProduct = (sums: Sums, costs: boolean): StatisticsFigures => ({
  ...figuresOf(sums, false),
  refunded: null,
  refunded_orders: null,
  goods: costs && sums.no_cost === 0 ? sums.goods : null,
});

/** Orders whose cost is known. */
const pricedOrders = ({ orders, cancelled, self_fulfilled, no_cost }: Sums) =>
  orders - cancelled - self_fulfilled - no_cost;

const perOrder = (amount: number, orders: number) => (orders > 0 ? Math.round(amount / orders) : null);

const costsOf = ({ goods, freight, fees }: Sums) => ({ goods, freight, fees, cost: goods + freight + fees });

function billedOf(sums: Sums) {
  const { no_cost, credited, kept } = sums;
  return { cost_per_order: perOrder(costsOf(sums).cost, pricedOrders(sums)), no_cost, credited, kept };
}
