import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { currency, date, done, listMeta, listQuery, money } from './shared.ts';

export const rateSources = ['ecb', 'staff'] as const;
/** A rate that is older says nothing of today. */
export const maxRateAgeDays = 7;

/** How an amount was converted: units of `to` for one unit of `from`, from which day, and who said so. */
export const conversionSchema = z.object({
  from: currency,
  to: currency,
  rate: z.string(),
  day: date,
  source: z.enum(rateSources),
});
export type Conversion = z.infer<typeof conversionSchema>;

/** A price in another currency, and how it came there. */
export const convertedSchema = z.object({ price: money, conversion: conversionSchema });

/** A currency with its newest rate; null where none was ever published or entered. */
export const exchangeRateSchema = z.object({
  currency,
  per_euro: z.string().nullable(),
  day: date.nullable(),
  source: z.enum(rateSources).nullable(),
  author: z.string().nullable(),
  /** Too old to convert with. */
  outdated: z.boolean(),
  /** Stores that sell in it. */
  stores: z.int(),
});

const finance = { kind: 'staff', roles: ['finance'] } as const;

export const exchangeRates = endpoints({
  staffList: {
    method: 'GET',
    path: '/api/staff/exchange_rates',
    access: finance,
    summary: 'List the newest exchange rate of each currency, those of stores first.',
    query: listQuery,
    answer: z.array(exchangeRateSchema),
    meta: listMeta,
  },
  enter: {
    method: 'POST',
    path: '/api/staff/exchange_rates',
    access: finance,
    summary:
      'Enter the exchange rate of a currency on a day; it replaces the published one for what is converted from now on.',
    body: z.object({
      currency: currency.refine((code) => code !== 'EUR', 'checks.currency'),
      day: date,
      per_euro: z
        .string()
        .regex(/^\d{1,9}(\.\d{1,8})?$/, 'checks.exchange_rate')
        .refine((rate) => Number(rate) > 0, 'checks.exchange_rate'),
    }),
    answer: done,
  },
});
