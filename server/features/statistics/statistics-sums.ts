import { type RawBuilder, sql } from 'kysely';
import type { StatisticsFigures } from '#contract/statistics.ts';

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
] as const;
export type Sums = Record<(typeof measures)[number], number>;

export const noSums = Object.fromEntries(measures.map((name) => [name, 0])) as Sums; // of all names

/** The columns in their sequence. */
export const measureColumns: RawBuilder<unknown> = sql.join(measures.map((name) => sql.ref(name)));
/** Their sums under the same names, as numbers. */
export const summed: RawBuilder<unknown> = sql.join(
  measures.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint AS ${sql.ref(name)}`),
);

/** The figures that sums come to: the one place that computes them. Who may not see costs gets none of them. */
export function figuresOf(sums: Sums, costs: boolean): StatisticsFigures {
  const { orders, cancelled, self_fulfilled, units, sales, converted, no_rate, goods, freight, fees, no_cost } = sums;
  const { credited, kept } = sums;
  const sold = orders - cancelled - no_rate;
  const cost = goods + freight + fees;
  const priced = orders - cancelled - self_fulfilled - no_cost;
  const profit = sums.profit + credited - kept;
  const known = costs && (priced > 0 || orders === cancelled); // what nobody has a price for is unknown, and not nothing
  return {
    orders,
    cancelled,
    self_fulfilled,
    units,
    sales,
    converted,
    no_rate,
    average_order: sold > 0 ? Math.round(sales / sold) : null,
    goods: known ? goods : null,
    freight: known ? freight : null,
    fees: known ? fees : null,
    cost: known ? cost : null,
    cost_per_order: costs && priced > 0 ? Math.round(cost / priced) : null,
    no_cost: costs ? no_cost : null,
    credited: costs ? credited : null,
    kept: costs ? kept : null,
    profit: known ? profit : null,
    margin_bp: costs && sums.profit_sales > 0 ? Math.round((profit * 10_000) / sums.profit_sales) : null,
  };
}
