import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { country, currency, date, id, minor, time } from './shared.ts';
import { statisticsComparisons, statisticsGroups, statisticsSteps } from './statistics-rules.ts';

/** An amount that only those see who may see costs. */
const cost = minor.nullable();

/**
 * Sums of orders by the day that they were placed on, in the account's currency. Every figure of the page is one of these; the
 * web adds nothing up.
 */
export const figuresSchema = z.object({
  /** Orders as the list shows them, cancelled ones too. */
  orders: z.int(),
  cancelled: z.int(),
  /** Sent by the merchant; they are sales without a cost of ours. */
  self_fulfilled: z.int(),
  units: z.int(),
  /** What buyers pay after refunds, of orders that were not cancelled, at the rate of each order's date. */
  sales: minor,
  /** Sales per order with a known sale. */
  average_order: minor.nullable(),
  /** Orders whose sale was converted, and those that no rate is known for. */
  converted: z.int(),
  no_rate: z.int(),
  goods: cost,
  freight: cost,
  fees: cost,
  /** Products, shipping and fees. */
  cost,
  cost_per_order: cost,
  /** Orders whose cost is unknown. */
  no_cost: z.int().nullable(),
  /** Given back by the provider: refunds, claims, cancelled units. */
  credited: cost,
  /** What cancelled orders cost all the same. */
  kept: cost,
  /** Sales less costs of the orders whose both are known, with what was given back, less what was kept. */
  profit: cost,
  /** Profit in hundredths of a percent of the sales that it was made with. */
  margin_bp: z.int().nullable(),
});
export type StatisticsFigures = z.infer<typeof figuresSchema>;

const days = z.object({ from: date, to: date });

const filter = z.object({
  from: date,
  to: date,
  store_id: id.optional(),
  country: country.optional(),
});

/** How far the sums can be trusted. */
export const statisticsCheckSchema = z.object({
  /** When they were last compared with all orders; null before the first time. */
  checked_at: time.nullable(),
  /** Orders that they were compared with. */
  orders: z.int(),
  /** Sums that were put right, the last time that any was wrong. */
  corrected: z.int(),
  corrected_at: time.nullable(),
  /** The account's time zone or currency was changed, and the sums are not computed again yet. */
  pending: z.boolean(),
});

const view = { kind: 'merchant', feature: 'statistics', action: 'view' } as const;

export const statistics = endpoints({
  get: {
    method: 'GET',
    path: '/api/statistics',
    rollback: true,
    access: view,
    summary: 'Retrieve the sales figures of a period, day by day and in total, beside those of an earlier one.',
    query: filter.extend({
      compare: z.enum(statisticsComparisons).default('previous'),
      step: z.enum(statisticsSteps).optional(),
    }),
    answer: z.object({
      days,
      before_days: days,
      step: z.enum(statisticsSteps),
      currency,
      time_zone: z.string(),
      /** Whether the reader sees costs and profit. */
      costs: z.boolean(),
      totals: figuresSchema,
      before: figuresSchema,
      /** One for each step of the period, those without orders too, each with the step of the earlier period in its place. */
      series: z.array(
        z.object({ day: date, figures: figuresSchema, before_day: date.nullable(), before: figuresSchema.nullable() }),
      ),
      check: statisticsCheckSchema,
    }),
    follows: ['orders'],
  },
  breakdown: {
    method: 'GET',
    path: '/api/statistics/breakdown',
    access: view,
    summary: 'List the sales figures of a period by store, country, or shipping method.',
    query: filter.extend({ by: z.enum(statisticsGroups) }),
    answer: z.array(
      z.object({
        /** Id of the store or channel, or code of the country; null for orders without one. */
        key: z.string().nullable(),
        name: z.string().nullable(),
        figures: figuresSchema,
      }),
    ),
    follows: ['orders'],
  },
});
