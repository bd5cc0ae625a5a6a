import { z } from 'zod';
import { clientSchema } from './clients.ts';
import { endpoints } from './endpoint.ts';
import { freightFormula, taxModes, weighingSchema } from './freight-schemas.ts';
import { changeReasons, changeStatuses, decidedWays } from './price-rules.ts';
import { country, currency, done, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';

export const priceTabs = ['current', 'ended', 'all'] as const;
export const changeTabs = ['to_decide', 'coming', 'past', 'all'] as const;
export const staffChangeTabs = ['waiting', 'rejected', 'coming', 'past'] as const;
/** Prices that one proposal may change, and changes that one call may decide. */
export const mostChanges = 500;

const sku = z.object({ id, code: z.string(), title: z.string(), picture_url: z.string().nullable() });
const channel = z.object({ id, name: z.string() });

/** A row of a merchant's price list: from when to when it counts, until when it is locked, and which answer wrote it. */
export const priceSchema = z.object({
  id,
  sku,
  destination: country,
  channel,
  unit_price: minor,
  currency,
  formula: freightFormula,
  weighing: weighingSchema,
  days_min: z.int(),
  days_max: z.int(),
  tax_mode: z.enum(taxModes),
  valid_from: time,
  valid_to: time.nullable(),
  locked_until: time.nullable(),
  /** The quote that the price was agreed in. */
  quote: z.object({ id, number: z.string(), version: z.int() }).nullable(),
  /** The proposal that made it what it is. */
  proposal: z.object({ id, number: z.string(), reason: z.enum(changeReasons) }).nullable(),
  /** Another price that is proposed for it, or already agreed on and waiting for its day. */
  pending: z
    .object({ id, status: z.enum(changeStatuses), unit_price: minor, formula: freightFormula, effective_at: time })
    .nullable(),
});

const charged = z.object({ unit_price: minor, formula: freightFormula, delivered: minor });
const rise = z.object({ amount: minor, bp: z.int() });

/** One proposed price: old and new, why, from which day, and what became of it. `delivered` is one piece with its freight. */
export const changeSchema = z.object({
  id,
  proposal: z.object({ id, number: z.string(), reason: z.enum(changeReasons), note: z.string() }),
  sku,
  destination: country,
  channel,
  currency,
  old: charged,
  new: charged,
  /** At worst, of parcels of 1 to 20 pieces. */
  rise,
  proposed_at: time,
  effective_at: time,
  status: z.enum(changeStatuses),
  decided: z.object({ how: z.enum(decidedWays), by: z.string().nullable(), at: time }).nullable(),
  reject_reason: z.string(),
  /** Unpaid orders with the goods to the country. */
  orders: z.int(),
});
const staffChange = changeSchema.extend({ client: clientSchema });

const bp = z.int().min(-9_000, 'checks.percent_change').max(50_000, 'checks.percent_change');
const priceAction = z
  .object({
    goods: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('set'), amount: minor.positive() }),
        z.object({ kind: z.literal('add'), amount: minor }),
        z.object({ kind: z.literal('percent'), bp }),
      ])
      .nullable(),
    freight: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('formula'), formula: freightFormula }),
        z.object({ kind: z.literal('percent'), bp }),
      ])
      .nullable(),
  })
  .refine(({ goods, freight }) => goods !== null || freight !== null, {
    message: 'checks.goods_or_freight',
    path: ['goods'],
  });

export const proposeSchema = z.object({
  mode: z.enum(['dry_run', 'commit']),
  prices: z
    .array(z.object({ account_id: id, id }))
    .min(1)
    .max(mostChanges),
  change: priceAction,
  reason: z.enum(changeReasons),
  note: z.string().trim().min(3).max(1000),
  effective_at: time,
});

/** What would become, or became, of each price of a proposal. */
export const outcomeSchema = z.object({
  rows: z.array(
    z.object({
      client: clientSchema,
      sku: sku.pick({ id: true, code: true, title: true }),
      destination: country,
      channel,
      currency,
      old: charged,
      new: charged,
      rise,
      /** Its day, or the end of its lock if that is later. */
      effective_at: time,
      locked: z.boolean(),
      outcome: z.enum(['at_once', 'by_rule', 'asked', 'unchanged']),
    }),
  ),
  at_once: z.int(),
  by_rule: z.int(),
  asked: z.int(),
  unchanged: z.int(),
});

export const ruleSchema = z.object({
  /** Hundredths of a per cent; null: not by percentage. */
  percent_bp: z.int().min(1, 'checks.percent_limit').max(10_000, 'checks.percent_limit').nullable(),
  /** Per delivered piece; null: not by amount. */
  amount: minor.min(1).max(1_000_000).nullable(),
});

const view = { kind: 'merchant', feature: 'quotes', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'quotes', action: 'edit' } as const;
const agents = { kind: 'staff', roles: ['agent'] } as const;
const changeIds = z.array(id).min(1).max(mostChanges);
const decided = z.object({
  changes: z.int(),
  /** Unpaid orders that are priced again now. */
  orders: z.int(),
});

export const prices = endpoints({
  list: {
    method: 'GET',
    path: '/api/proxy/prices',
    access: view,
    summary: 'List the account’s prices: what each SKU costs to each country with each shipping method.',
    query: listQuery.extend({
      tab: z.enum(priceTabs).default('current'),
      sku_id: id.optional(),
      destination: country.optional(),
      channel_id: id.optional(),
    }),
    answer: z.array(priceSchema),
    meta: listMeta,
  },
  channels: {
    method: 'GET',
    path: '/api/proxy/channels',
    cache: true,
    follows: ['shipping'],
    access: { kind: 'user' },
    summary: 'List the agent’s shipping methods with the countries each serves today.',
    query: listQuery.extend({ destination: country.optional() }),
    answer: z.array(
      z.object({
        id,
        code: z.string(),
        name: z.string(),
        carrier: z.string(),
        destinations: z.array(
          z.object({
            country,
            days_p50: z.int(),
            days_p90: z.int(),
            tax_mode: z.enum(taxModes),
            max_weight_g: z.int().nullable(),
            refuses: z.array(z.string()),
          }),
        ),
      }),
    ),
    meta: listMeta,
  },
  get: {
    method: 'GET',
    path: '/api/prices/{id}',
    access: view,
    summary: 'Retrieve a price, current or ended, that an order’s cost was computed from.',
    params: idParams,
    answer: priceSchema,
  },
  changes: {
    method: 'GET',
    path: '/api/price_changes',
    access: view,
    summary: 'List price changes proposed by the provider and their outcome; `meta.counts` by tab.',
    query: listQuery.extend({
      tab: z.enum(changeTabs).default('to_decide'),
      proposal_id: id.optional(),
      sku_id: id.optional(),
    }),
    answer: z.array(changeSchema),
    meta: listMeta,
  },
  accept: {
    method: 'POST',
    path: '/api/price_changes/accept',
    access: edit,
    summary: 'Accept price changes: from their day on, or immediately if that day has passed.',
    body: z.object({ ids: changeIds }),
    answer: decided,
  },
  reject: {
    method: 'POST',
    path: '/api/price_changes/reject',
    access: edit,
    summary: 'Reject price changes: the old prices end on that day, and the agent is notified.',
    body: z.object({ ids: changeIds, reason: z.string().trim().max(300).default('') }),
    answer: decided,
  },
  rule: {
    method: 'GET',
    path: '/api/price_rule',
    access: view,
    summary: 'Retrieve the increase up to which prices are accepted automatically.',
    answer: ruleSchema,
  },
  saveRule: {
    method: 'PUT',
    path: '/api/price_rule',
    access: edit,
    summary: 'Update the increase up to which prices are accepted automatically, for later price changes.',
    body: ruleSchema,
    answer: ruleSchema,
  },
  staffList: {
    method: 'GET',
    path: '/api/staff/prices',
    access: agents,
    summary: 'List the current prices of all clients, as a basis for price changes.',
    query: listQuery.extend({
      account_id: id.optional(),
      destination: country.optional(),
      channel_id: id.optional(),
    }),
    answer: z.array(priceSchema.extend({ client: clientSchema })),
    meta: listMeta,
  },
  staffChanges: {
    method: 'GET',
    path: '/api/staff/price_changes',
    access: agents,
    summary: 'List the price changes of all clients.',
    query: listQuery.extend({ tab: z.enum(staffChangeTabs).default('waiting'), account_id: id.optional() }),
    answer: z.array(staffChange),
    meta: listMeta,
  },
  notice: {
    method: 'GET',
    path: '/api/staff/price_notice',
    access: agents,
    summary: 'Retrieve the notice period of price increases and the earliest full hour to offer, valid for an hour.',
    answer: z.object({ days: z.int(), earliest: time }),
  },
  propose: {
    method: 'POST',
    path: '/api/staff/price_proposals',
    access: agents,
    summary: 'Propose price changes to one or more clients, as a dry run or for real.',
    body: proposeSchema,
    answer: outcomeSchema,
    idempotent: true,
  },
  withdraw: {
    method: 'POST',
    path: '/api/staff/price_changes/withdraw',
    access: agents,
    summary: 'Withdraw proposed price changes; prices that ended because of them apply again.',
    body: z.object({
      changes: z
        .array(z.object({ account_id: id, id }))
        .min(1)
        .max(mostChanges),
    }),
    answer: done,
  },
});
