import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import {
  country,
  currency,
  date,
  done,
  id,
  idParams,
  listMeta,
  listQuery,
  minor,
  money,
  storeIds,
  time,
} from './shared.ts';
import { figuresSchema, paidSchema } from './statistics-figures.ts';
import {
  deliveryStarts,
  productSorts,
  statisticsComparisons,
  statisticsGroups,
  statisticsMails,
  statisticsSteps,
} from './statistics-rules.ts';

/** An amount that only those see who may see costs. */
const cost = minor.nullable();

const days = z.object({ from: date, to: date });

const filter = z.object({ from: date, to: date, store_id: storeIds, country: country.optional() });
/** Of one product only what its lines say is known; not by country. */
const salesFilter = filter.extend({ product_id: id.optional() });
export const statisticsFilter = salesFilter;

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

/** Days within which half, eight and nine of ten parcels arrived. */
const spread = { p50: z.int(), p80: z.int(), p90: z.int() };

const side = z.object({
  channel: z.object({ id, name: z.string() }),
  /** Delivered parcels that it rests on. */
  parcels: z.int(),
  p50: z.int(),
  p90: z.int(),
  claims_bp: z.int(),
});

const adResult = z.object({
  added: z.int(),
  changed: z.int(),
  /** Rows that were there already. */
  unchanged: z.int(),
  /** Rows that were left out, as a spreadsheet counts them, and why. */
  refused: z.array(z.object({ row: z.int(), message: z.string() })),
});

const edit = { kind: 'merchant', feature: 'statistics', action: 'edit' } as const;
const view = { kind: 'merchant', feature: 'statistics', action: 'view' } as const;

const mails = z.object({
  every: z.enum(statisticsMails).nullable(),
  email: z.string(),
  /** The day that the next summary of a week, and of a month, is sent on. */
  next: z.object({ week: date, month: date }),
});
export type Mails = z.infer<typeof mails>;

export const statistics = endpoints({
  get: {
    method: 'GET',
    path: '/api/statistics',
    rollback: true,
    access: view,
    summary: 'Retrieve the sales figures of a period, day by day and in total, beside those of an earlier one.',
    query: salesFilter.extend({
      compare: z.enum(statisticsComparisons).default('previous'),
      step: z.enum(statisticsSteps).optional(),
    }),
    answer: z.object({
      days,
      before_days: days,
      step: z.enum(statisticsSteps),
      currency,
      time_zone: z.string(),
      /** Whether there are costs and profit: the reader may see them, and they are of no single product. */
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
    query: salesFilter.extend({ by: z.enum(statisticsGroups) }),
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
  products: {
    method: 'GET',
    path: '/api/statistics/products',
    access: view,
    summary: 'List the products that sold most in a period; product cost without shipping.',
    query: salesFilter.omit({ country: true }).extend({
      sort: z.enum(productSorts).default('sales'),
      most: z.coerce.number().int().min(1).max(200).default(20),
    }),
    answer: z.array(
      z.object({
        /** null for lines whose product is unknown. */
        product_id: id.nullable(),
        title: z.string().nullable(),
        /** Its store, by which products of one title are told apart. */
        store: z.string().nullable(),
        picture_url: z.string().nullable(),
        orders: z.int(),
        units: z.int(),
        sales: minor,
        /** Orders that are left out of the sales, for want of a rate. */
        no_rate: z.int(),
        goods: cost,
        /** Order lines whose product cost isn't known; null for who may not see costs. */
        no_cost: z.int().nullable(),
        /** Sales less the cost of the products; null where a part of it is unknown. */
        profit: cost,
        /** What this product has of all, and what it has with those before it, by what they are sorted by, in hundredths of a percent. */
        share_bp: z.int().nullable(),
        upto_bp: z.int().nullable(),
      }),
    ),
    follows: ['orders'],
  },
  deliveries: {
    method: 'GET',
    path: '/api/statistics/deliveries',
    access: view,
    summary: 'List delivery times and claims by shipping method and country, for the months that a period touches.',
    query: filter,
    answer: z.array(
      z.object({
        channel: z.object({ id, name: z.string() }),
        country: country.nullable(),
        /** Parcels that arrived, and the calendar days from payment within which half, eight and nine of ten did. */
        delivered: z.int(),
        ...spread,
        /** The same days from when the parcel was sent. */
        from_shipping: z.object(spread),
        on_time_bp: z.int().nullable(),
        /** Parcels that were sent, the claims that came of them, and those that money was given back for. */
        parcels: z.int(),
        claims: z.int(),
        claims_bp: z.int().nullable(),
        refunded: z.int(),
        refunds_bp: z.int().nullable(),
        granted: cost,
      }),
    ),
    follows: ['orders', 'claims'],
  },
  deliveryTimes: {
    method: 'GET',
    path: '/api/statistics/delivery-times',
    access: view,
    summary: 'Retrieve how many parcels took how many days, for the months that a period touches.',
    query: filter.extend({ channel_id: id.optional(), since: z.enum(deliveryStarts).default('paid') }),
    answer: z.object({
      since: z.enum(deliveryStarts),
      delivered: z.int(),
      ...spread,
      /** Of parcels that a day was promised for. */
      on_time_bp: z.int().nullable(),
      /** Calendar days that any parcel took, fewest first. */
      days: z.array(z.object({ days: z.int(), parcels: z.int() })),
    }),
    follows: ['orders'],
  },
  productClaims: {
    method: 'GET',
    path: '/api/statistics/product-claims',
    access: view,
    summary: 'List the products most units were claimed of, for the months that a period touches.',
    query: salesFilter.omit({ country: true }),
    answer: z.array(
      z.object({
        /** null for lines whose product is unknown. */
        product_id: id.nullable(),
        title: z.string().nullable(),
        /** Its store, by which products of one title are told apart. */
        store: z.string().nullable(),
        /** Units that were sent, those of them that were claimed, and those that money was given back for. */
        units: z.int(),
        claimed: z.int(),
        claimed_bp: z.int().nullable(),
        refunded: z.int(),
        refunded_bp: z.int().nullable(),
        granted: cost,
      }),
    ),
    follows: ['orders', 'claims'],
  },
  waiting: {
    method: 'GET',
    path: '/api/statistics/waiting',
    access: view,
    summary: 'List how many orders wait for payment, by the days since they were placed.',
    query: filter.omit({ from: true, to: true }),
    answer: z.object({
      currency,
      ages: z.array(
        z.object({
          /** Days since the order was placed; `most` null without an end. */
          least: z.int(),
          most: z.int().nullable(),
          /** The same as days on which orders were placed; `from` null without a beginning. */
          from: date.nullable(),
          to: date,
          orders: z.int(),
          /** What those with a known cost cost. */
          amount: cost,
          no_cost: z.int().nullable(),
        }),
      ),
    }),
    follows: ['orders'],
  },
  payments: {
    method: 'GET',
    path: '/api/statistics/payments',
    access: { kind: 'merchant', feature: 'wallet', action: 'view' },
    summary: 'Retrieve what was paid in a period by the day of payment, of the whole account.',
    query: z.object({ from: date, to: date, step: z.enum(statisticsSteps).optional() }),
    answer: z.object({
      days,
      step: z.enum(statisticsSteps),
      currency,
      totals: paidSchema,
      /** One for each step of the period in which anything was paid or given back. */
      series: z.array(z.object({ day: date, paid: paidSchema })),
    }),
    follows: ['wallet'],
  },
  recommendations: {
    method: 'GET',
    path: '/api/statistics/recommendations',
    access: view,
    summary: 'List shipping methods that would earn more or arrive sooner, from the parcels and claims of the account.',
    answer: z.array(
      z.object({
        country,
        from: side,
        to: side,
        /** Expected change; costs less freight and less of claims that was not refunded. */
        profit_per_parcel: minor,
        currency,
        parcels_a_month: z.int(),
        /** Where the shipping method is set: stores that sent parcels there by the current one, the most first. */
        stores: z.array(z.object({ id, name: z.string() })),
      }),
    ),
    follows: ['orders', 'claims'],
  },
  ads: {
    method: 'GET',
    path: '/api/statistics/ads',
    access: view,
    summary: 'List what was spent on ads, in a period or at any time.',
    query: listQuery.extend({ from: date.optional(), to: date.optional(), store_id: storeIds }),
    answer: z.array(
      z.object({
        id,
        day: date,
        store: z.object({ id, name: z.string() }).nullable(),
        platform: z.string(),
        campaign: z.string(),
        amount: money,
        source: z.enum(['manual', 'file']),
        updated_at: time,
      }),
    ),
    meta: listMeta,
  },
  saveAd: {
    method: 'PUT',
    path: '/api/statistics/ads',
    access: edit,
    summary: 'Enter what was spent on ads on a day; replaces the amount of the same store, platform, and campaign.',
    body: z.object({
      day: date,
      store_id: id.nullish(),
      platform: z.string().trim().min(1).max(40),
      campaign: z.string().trim().max(120).default(''),
      amount: z.object({ amount: minor.min(0).max(100_000_000_000), currency }),
    }),
    answer: adResult,
  },
  removeAd: {
    method: 'DELETE',
    path: '/api/statistics/ads/{id}',
    access: edit,
    summary: 'Remove an amount that was spent on ads.',
    params: idParams,
    answer: done,
  },
  importAds: {
    method: 'POST',
    path: '/api/statistics/ads/import',
    seconds: callTimes.many,
    access: edit,
    summary:
      'Import ad spend from an uploaded file; the same file twice changes nothing, and rows with mistakes are named.',
    body: z.object({ file_id: id }),
    answer: adResult,
  },
  mails: {
    method: 'GET',
    path: '/api/statistics/mails',
    access: view,
    summary: 'Retrieve how often a summary is mailed to you, and to which address.',
    answer: mails,
  },
  setMails: {
    method: 'PUT',
    path: '/api/statistics/mails',
    access: view,
    summary: 'Order a weekly or monthly summary by mail, or end it.',
    body: z.object({ every: z.enum(statisticsMails).nullable() }),
    answer: mails,
  },
});
