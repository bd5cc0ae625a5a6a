import { z } from 'zod';
import { clientSchema, deskParams } from './clients.ts';
import { endpoints } from './endpoint.ts';
import { quoteStatuses } from './quote-rules.ts';
import { country, currency, date, done, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';
import { freightFormula, taxModes, weighingSchema } from './shipping.ts';

export { quoteCan, quoteStatuses, type QuoteStatus } from './quote-rules.ts';
export const quoteTabs = ['all', 'awaiting_us', 'need_answer', 'quoted', 'accepted', 'closed'] as const;

export const quoteRequestSchema = z.object({
  /** Variants to be priced; all of the product when left out. */
  variant_ids: z.array(id).max(250).optional(),
  destinations: z.array(country).min(1, 'Choose at least one destination.').max(30),
  orders_per_day: z.int().min(0).max(100_000).optional(),
  target_price: minor.positive().optional(),
  note: z.string().trim().max(2000).optional(),
});

export const quoteItemSchema = z.object({
  line: z.int(),
  variant_id: id.nullable(),
  title: z.string(),
  sku: z.string(),
});
export const quoteLineSchema = z.object({
  line: z.int(),
  variant_id: id.nullable(),
  title: z.string(),
  sku: z.object({ id, code: z.string(), title: z.string() }),
  unit_price: minor,
  weight_g: z.int(),
  volume_mm3: z.int(),
  lead_days: z.int(),
  moq: z.int(),
});
export const quoteFreightSchema = z.object({
  destination: country,
  channel: z.object({ id, name: z.string() }),
  formula: freightFormula,
  days_min: z.int(),
  days_max: z.int(),
  tax_mode: z.enum(taxModes),
  weighing: weighingSchema,
});
export const quoteVersionSchema = z.object({
  version: z.int(),
  note: z.string(),
  valid_until: time,
  price_lock_days: z.int(),
  created_at: time,
  lines: z.array(quoteLineSchema),
  freight: z.array(quoteFreightSchema),
});

export const quoteSchema = z.object({
  id,
  number: z.string(), // Q-1001
  status: z.enum(quoteStatuses),
  title: z.string(),
  picture_url: z.string().nullable(),
  product_id: id.nullable(),
  store: z.object({ id, name: z.string() }).nullable(),
  destinations: z.array(country),
  orders_per_day: z.int().nullable(),
  target_price: minor.nullable(),
  currency,
  note: z.string(),
  variants: z.int(),
  agent: z.string().nullable(),
  sla_due_at: time,
  submitted_at: time,
  quoted_at: time.nullable(),
  valid_until: time.nullable(),
  /** Lowest and highest unit price of the current version. */
  price_min: minor.nullable(),
  price_max: minor.nullable(),
  /** Orders that wait for this price. */
  orders_waiting: z.int(),
  current_version: z.int(),
  version: z.int(),
});
export const quoteDetailSchema = quoteSchema.extend({
  items: z.array(quoteItemSchema),
  versions: z.array(quoteVersionSchema),
});

/** A quote as a link shows it, read-only. */
export const sharedQuoteSchema = quoteSchema
  .pick({ number: true, title: true, picture_url: true, currency: true, destinations: true })
  .extend({ version: quoteVersionSchema });

export const quoteAnswerSchema = z.object({
  /** The quote's `version` as last seen. */
  version: z.int(),
  lines: z
    .array(
      z.object({
        line: z.int(),
        /** An existing SKU, or null to make one for this client from the fields below. */
        catalog_sku_id: id.nullable(),
        unit_price: minor.positive('Enter a price above zero.'),
        weight_g: z.int('Enter whole grams.').min(1, 'Enter the weight in grams.').max(1_000_000),
        lead_days: z.int().min(0).max(90).default(3),
        moq: z.int().min(1).max(100_000).default(1),
      }),
    )
    .min(1, 'Price at least one variant.')
    .max(250),
  freight: z
    .array(
      z.object({
        destination: country,
        channel_id: id,
        formula: freightFormula,
        days_min: z.int().min(0).max(120),
        days_max: z.int().min(0).max(180),
        tax_mode: z.enum(taxModes).default('DDU'),
      }),
    )
    .min(1, 'Give freight for at least one destination.')
    .max(200),
  note: z.string().trim().max(2000).default(''),
  valid_days: z.int().min(1).max(90).default(14),
  price_lock_days: z.int().min(0).max(365).default(30),
});

const view = { kind: 'merchant', feature: 'quotes', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'quotes', action: 'edit' } as const;
const agents = { kind: 'staff', roles: ['agent'] } as const;

export const quotes = endpoints({
  list: {
    method: 'GET',
    path: '/api/quotes',
    access: view,
    summary: 'Requests for prices and their answers.',
    query: listQuery.extend({
      tab: z.enum(quoteTabs).default('all'),
      store_id: id.optional(),
      from: date.optional(),
      to: date.optional(),
    }),
    answer: z.array(quoteSchema),
    meta: listMeta,
  },
  get: {
    method: 'GET',
    path: '/api/quotes/{id}',
    access: view,
    summary: 'One quote with its versions.',
    params: idParams,
    answer: quoteDetailSchema,
  },
  accept: {
    method: 'POST',
    path: '/api/quotes/{id}/accept',
    access: edit,
    summary: 'Accept a version: writes the prices, maps the variants, moves waiting orders on.',
    params: idParams,
    body: z.object({ version: z.int().min(1) }),
    answer: quoteDetailSchema.extend({ orders_moved: z.int() }),
    idempotent: true,
  },
  decline: {
    method: 'POST',
    path: '/api/quotes/{id}/decline',
    access: edit,
    summary: 'Decline a quote with a reason.',
    params: idParams,
    body: z.object({
      reason: z.enum(['price', 'time', 'quality', 'other']),
      note: z.string().trim().max(500).optional(),
    }),
    answer: quoteDetailSchema,
  },
  cancel: {
    method: 'POST',
    path: '/api/quotes/{id}/cancel',
    access: edit,
    summary: 'Take a request back before it is answered.',
    params: idParams,
    answer: quoteDetailSchema,
  },
  shareState: {
    method: 'GET',
    path: '/api/quotes/{id}/share',
    access: view,
    summary: 'Whether a link to the quote is about.',
    params: idParams,
    answer: z.object({ shared: z.boolean() }),
  },
  share: {
    method: 'POST',
    path: '/api/quotes/{id}/share',
    access: edit,
    summary: 'Make the link that shows the quote without a login; an earlier link stops working.',
    params: idParams,
    answer: z.object({ url: z.string() }),
  },
  unshare: {
    method: 'DELETE',
    path: '/api/quotes/{id}/share',
    access: edit,
    summary: 'End the link to the quote.',
    params: idParams,
    answer: done,
  },
  shared: {
    method: 'GET',
    path: '/api/shared_quotes/{token}',
    access: { kind: 'public' },
    summary: 'What a link shows: goods, prices and freight, nothing of the account.',
    params: z.object({ token: z.string().min(1).max(200) }),
    answer: sharedQuoteSchema,
    perMinute: 30,
  },
  deskList: {
    method: 'GET',
    path: '/api/desk/quotes',
    access: agents,
    summary: 'Quotes of all clients, most urgent first.',
    query: listQuery.extend({ tab: z.enum(['open', 'quoted', 'closed', 'all']).default('open') }),
    answer: z.array(quoteSchema.extend({ client: clientSchema })),
    meta: listMeta,
  },
  deskGet: {
    method: 'GET',
    path: '/api/desk/quotes/{account_id}/{id}',
    access: agents,
    summary: 'One client’s quote.',
    params: deskParams,
    answer: quoteDetailSchema.extend({ client: clientSchema }),
  },
  answer: {
    method: 'POST',
    path: '/api/desk/quotes/{account_id}/{id}/answer',
    access: agents,
    summary: 'Answer with goods prices, weights and freight: a new version.',
    params: deskParams,
    body: quoteAnswerSchema,
    answer: quoteDetailSchema.extend({ client: clientSchema }),
    idempotent: true,
  },
});
