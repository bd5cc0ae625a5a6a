import { z } from 'zod';
import { deliveryDaysSchema } from './delivery-days-schema.ts';
import { endpoints } from './endpoint.ts';
import { convertedSchema } from './exchange-rates.ts';
import { goodsKinds } from './freight.ts';
import { taxModes } from './freight-schemas.ts';
import { country, currency, date, done, id, listMeta, listQuery, minor, money, time } from './shared.ts';
import {
  claimPolicyBody,
  claimPolicySchema,
  cutOffBody,
  cutOffSchema,
  holidayBody,
  holidaySchema,
  rateBody,
  rateSchema,
  rateVersionSchema,
} from './shipping-tables.ts';

export { freightFormula, taxModes, weighingSchema } from './freight-schemas.ts';
export {
  baseOf,
  chargeableWeight,
  type FreightFormula,
  freightOf,
  volumeWeight,
  type Weighing,
} from './freight.ts';

export const channelSchema = z.object({ id, code: z.string(), name: z.string(), carrier: z.string() });
export type Channel = z.infer<typeof channelSchema>;

/** What one channel asks for goods to a country. Amounts in minor units of `currency`. */
export const costOfferSchema = z.object({
  channel: z.object({ id, name: z.string() }),
  /** `agreed`: from the merchant's price list; `list`: the provider's rate, the goods are not priced yet. */
  source: z.enum(['agreed', 'list']),
  currency,
  weight: z.object({ actual_g: z.int(), volume_g: z.int(), charged_g: z.int() }),
  goods: minor.nullable(),
  freight: minor,
  fees: z.array(z.object({ code: z.enum(['remote_area']), amount: minor })),
  /** Goods, freight and fees; null while the goods have no price. */
  total: minor.nullable(),
  days: deliveryDaysSchema,
  tax_mode: z.enum(taxModes),
  /** The store's price less the total, converted where it has to be; null without a price or a rate. */
  profit: minor.nullable(),
  /** Why the channel does not take the goods; empty when it does. */
  restrictions: z.array(
    z.discriminatedUnion('code', [
      z.object({ code: z.literal('goods'), kind: z.enum(goodsKinds) }),
      z.object({ code: z.literal('too_heavy'), max_weight_g: z.int() }),
    ]),
  ),
});
export type CostOffer = z.infer<typeof costOfferSchema>;

/** Catalogue SKUs with quantities, `id:quantity` each. */
const skuList = z
  .string()
  .regex(/^[0-9a-f-]{36}:[1-9]\d{0,2}(,[0-9a-f-]{36}:[1-9]\d{0,2}){0,19}$/, 'checks.sku_quantities')
  .transform((text) =>
    text.split(',').map((part) => {
      const [sku = '', quantity] = part.split(':');
      return { id: sku, quantity: Number(quantity) };
    }),
  )
  .pipe(z.array(z.object({ id, quantity: z.int() })));

const staff = { kind: 'staff', roles: ['agent', 'warehouse', 'finance'] } as const;
const keepers = { kind: 'staff', roles: ['agent', 'warehouse'] } as const;
const user = { kind: 'user' } as const;

export const shipping = endpoints({
  channels: {
    method: 'GET',
    path: '/api/channels',
    cache: true,
    access: user,
    summary: 'List the provider’s shipping methods.',
    answer: z.array(channelSchema),
  },
  rates: {
    method: 'GET',
    path: '/api/shipping/rates',
    access: user,
    summary: 'List the rates of each shipping method to a country on a day (today unless `at` is given).',
    query: z.object({ destination: country, at: time.optional() }),
    answer: z.array(rateSchema),
  },
  transit: {
    method: 'GET',
    path: '/api/staff/shipping/transit',
    access: staff,
    summary: 'List the days in which half and nine of ten deliveries arrived lately, by shipping method and country.',
    answer: z.array(z.object({ channel_id: id, country, min: z.int(), max: z.int() })),
  },
  calendar: {
    method: 'GET',
    path: '/api/shipping/calendar',
    access: user,
    summary: 'List the holidays of the next twelve months and the next cut-off of each shipping method.',
    answer: z.object({
      holidays: z.array(holidaySchema),
      cut_offs: z.array(z.object({ channel: z.object({ id, name: z.string() }), next_at: time })),
    }),
  },
  claimPolicies: {
    method: 'GET',
    path: '/api/shipping/claim_policies',
    access: user,
    summary: 'List when claims can be made and the evidence they need.',
    query: z.object({ at: time.optional() }),
    answer: z.array(claimPolicySchema),
  },
  cost: {
    method: 'GET',
    path: '/api/shipping/cost',
    access: { kind: 'merchant', feature: 'products', action: 'view' },
    summary:
      'Estimate the shipping cost of a variant, or of catalog SKUs (`id:quantity`, comma-separated), to a country with each shipping method.',
    query: z
      .object({
        variant_id: id.optional(),
        skus: skuList.optional(),
        quantity: z.coerce.number().int().min(1).max(999).default(1),
        destination: country,
        zip: z.string().trim().max(20).optional(),
      })
      .refine((query) => (query.variant_id === undefined) !== (query.skus === undefined), {
        message: 'checks.variant_or_skus',
        path: ['variant_id'],
      }),
    answer: z.object({
      /** Why nothing is priced: the variant stands for nothing yet, or no channel goes there. */
      missing: z.enum(['unmapped', 'no_channel']).nullable(),
      /** What the store takes for the quantity; null for catalogue SKUs. */
      store_price: money.nullable(),
      /** The same in the currency of the cost, at today's rate; null where nothing is converted, or no rate is known. */
      converted: convertedSchema.nullable(),
      offers: z.array(costOfferSchema),
    }),
  },
  staffRates: {
    method: 'GET',
    path: '/api/staff/shipping/rates',
    access: staff,
    summary: 'List the current and planned rates of all shipping methods.',
    query: listQuery.extend({ channel_id: id.optional(), destination: country.optional() }),
    answer: z.array(rateVersionSchema),
    meta: listMeta,
  },
  staffRateHistory: {
    method: 'GET',
    path: '/api/staff/shipping/rate_history',
    access: staff,
    summary: 'List all versions of a shipping method’s rate to a country, newest first.',
    query: z.object({ channel_id: id, destination: country }),
    answer: z.array(rateVersionSchema),
  },
  setRate: {
    method: 'POST',
    path: '/api/staff/shipping/rates',
    access: keepers,
    summary: 'Create a version of a rate, from now or a later time on.',
    body: rateBody,
    answer: rateVersionSchema,
  },
  staffHolidays: {
    method: 'GET',
    path: '/api/staff/shipping/holidays',
    access: staff,
    summary: 'List the holidays and make-up working days of a year.',
    query: z.object({ year: z.coerce.number().int().min(2020).max(2100) }),
    answer: z.array(holidaySchema),
  },
  setHolidays: {
    method: 'POST',
    path: '/api/staff/shipping/holidays',
    access: keepers,
    summary: 'Mark days from today on as off, working, or regular.',
    body: holidayBody,
    answer: done,
  },
  staffCutOffs: {
    method: 'GET',
    path: '/api/staff/shipping/cut_offs',
    access: staff,
    summary: 'List the current and planned cut-offs.',
    answer: z.array(cutOffSchema),
  },
  setCutOff: {
    method: 'POST',
    path: '/api/staff/shipping/cut_offs',
    access: keepers,
    summary: 'Create a cut-off for one shipping method or for all others.',
    body: cutOffBody,
    answer: done,
  },
  setClaimPolicy: {
    method: 'POST',
    path: '/api/staff/shipping/claim_policies',
    access: { kind: 'staff', roles: ['agent'] },
    summary: 'Create a version of a claim policy.',
    body: claimPolicyBody,
    answer: done,
  },
  businessDays: {
    method: 'GET',
    path: '/api/shipping/business_days',
    access: user,
    summary: 'Calculate the day a number of business days after another, by the provider’s calendar.',
    query: z.object({ from: date, days: z.coerce.number().int().min(0).max(120) }),
    answer: z.object({ day: date }),
  },
});
