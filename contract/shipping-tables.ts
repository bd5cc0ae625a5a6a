import { z } from 'zod';
import { country, currency, date, id, minor, time } from './shared.ts';
import { goodsKinds } from './freight.ts';
import { claimEvidence, claimReasons } from './claim-rules.ts';
import { freightFormula, taxModes, weighingSchema } from './freight-schemas.ts';

/** When a new version begins; now when left out. */
const validFrom = time.optional().describe('Start of the version, now or later; now if left out');

export const rateSchema = z.object({
  id,
  channel: z.object({ id, name: z.string() }),
  destination: country,
  valid_from: time,
  /** False: from `valid_from` on the channel does not go there. */
  offered: z.boolean(),
  currency,
  formula: freightFormula,
  weighing: weighingSchema,
  days_p50: z.int(),
  days_p90: z.int(),
  tax_mode: z.enum(taxModes),
  max_weight_g: z.int().nullable(),
  /** Kinds of goods that the channel does not take there. */
  refuses: z.array(z.enum(goodsKinds)),
  /** What a parcel to postcodes with these beginnings pays more, in minor units. */
  remote: z.array(z.object({ prefixes: z.array(z.string()), amount: minor })),
});
export type Rate = z.infer<typeof rateSchema>;

/** Who wrote a version, and whether it counts now, later or no more. */
const version = {
  author: z.string().nullable(),
  created_at: time,
  state: z.enum(['current', 'planned', 'ended']),
};
export const rateVersionSchema = rateSchema.extend(version);

export const rateBody = z
  .object({
    channel_id: id,
    destination: country,
    valid_from: validFrom,
    offered: z.boolean().default(true),
    currency: currency.default('USD'),
    formula: freightFormula,
    divisor: z.int().min(1000, 'checks.divisor').max(20_000).nullable(),
    step_g: z.int().min(1).max(5_000),
    days_p50: z.int().min(0).max(120),
    days_p90: z.int().min(0).max(180),
    tax_mode: z.enum(taxModes),
    max_weight_g: z.int().min(1).max(1_000_000).nullable().default(null),
    refuses: z.array(z.enum(goodsKinds)).max(goodsKinds.length).default([]),
    remote: z
      .array(
        z.object({
          prefixes: z.array(z.string().trim().toUpperCase().min(1).max(8)).min(1).max(200),
          amount: minor.min(0),
        }),
      )
      .max(20)
      .default([]),
  })
  .refine(({ days_p50, days_p90 }) => days_p90 >= days_p50, {
    message: 'checks.days_p90',
    path: ['days_p90'],
  });
export type RateBody = z.output<typeof rateBody>;

export const holidaySchema = z.object({
  day: date,
  /** `working`: a weekend day that is worked to make up for a holiday. */
  kind: z.enum(['off', 'working']),
  name_en: z.string(),
  name_zh: z.string(),
});
export const holidayBody = z.object({
  from: date,
  to: date,
  /** `ordinary` takes an entry back. */
  kind: z.enum(['off', 'working', 'ordinary']),
  name_en: z.string().trim().max(80).default(''),
  name_zh: z.string().trim().max(80).default(''),
});

export const cutOffSchema = z.object({
  id,
  /** Null: every channel without one of its own. */
  channel: z.object({ id, name: z.string() }).nullable(),
  /** Minute of the day in Shanghai. */
  at_minute: z.int(),
  valid_from: time,
});
export const cutOffBody = z.object({
  channel_id: id.nullable(),
  at_minute: z.int().min(0).max(1439),
  valid_from: validFrom,
});

export const claimPolicySchema = z.object({
  id,
  reason: z.enum(claimReasons),
  /** Null: everywhere without a row of its own. */
  destination: country.nullable(),
  counts_from: z.enum(['paid', 'shipped', 'delivered']),
  /** A claim may be made from this day after `counts_from` … */
  opens_after_days: z.int(),
  /** … until this one. */
  window_days: z.int(),
  evidence: z.array(z.enum(claimEvidence)),
  valid_from: time,
});
export const claimPolicyBody = z
  .object({
    reason: z.enum(claimReasons),
    destination: country.nullable(),
    counts_from: z.enum(['paid', 'shipped', 'delivered']),
    opens_after_days: z.int().min(0).max(364),
    window_days: z.int().min(1).max(365),
    evidence: z.array(z.enum(claimEvidence)).max(claimEvidence.length).default([]),
    valid_from: validFrom,
  })
  .refine(({ opens_after_days, window_days }) => window_days > opens_after_days, {
    message: 'checks.window_days',
    path: ['window_days'],
  });
