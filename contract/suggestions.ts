import { z } from 'zod';
import { catalogSkuSchema } from './catalog.ts';
import { endpoints } from './endpoint.ts';
import { done, id, idParams, listMeta, listQuery, money } from './shared.ts';
import { sureConfidence, wordKinds } from './suggestion-rules.ts';

export const suggestionReasonSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), sku: z.string() }),
  z.object({ kind: z.literal('known'), sku: z.string() }),
  z.object({ kind: z.literal('words'), pairs: z.array(z.tuple([z.string(), z.string()])) }),
  z.object({ kind: z.literal('title'), percent: z.int() }),
  z.object({ kind: z.literal('picture'), percent: z.int() }),
  z.object({ kind: z.literal('pieces'), count: z.int() }),
]);

export const suggestionSchema = z.object({
  variant: z.object({
    id,
    title: z.string(),
    sku: z.string(),
    options: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  product: z.object({ id, title: z.string(), picture_url: z.string().nullable() }),
  store: z.object({ id, name: z.string() }),
  sku: catalogSkuSchema.extend({ attributes: z.record(z.string(), z.string()) }),
  quantity: z.int(),
  /** The lowest price that the merchant has for them; null before a quote. */
  price: money.nullable(),
  /** Probability that it is right; calibrated (docs/decisions). */
  confidence: z.number().min(0).max(1),
  reasons: z.array(suggestionReasonSchema),
});

/** The suggestion as the merchant saw it: another one in its place is not accepted. */
const seen = z.object({ variant_id: id, catalog_sku_id: id });
const confidence = z.number().min(0.5).max(1).default(sureConfidence);

export const optionWordSchema = z.object({
  id,
  kind: z.enum(wordKinds),
  word: z.string(),
  meaning: z.string(),
  /** Added by this merchant; the others are the provider's. */
  own: z.boolean(),
});
const newWord = z.object({
  kind: z.enum(wordKinds),
  word: z.string().trim().min(1).max(60),
  meaning: z.string().trim().min(1).max(60),
});

const view = { kind: 'merchant', feature: 'products', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'products', action: 'edit' } as const;
const staff = { kind: 'staff', roles: ['agent', 'warehouse'] } as const;

export const suggestions = endpoints({
  list: {
    method: 'GET',
    path: '/api/suggestions',
    access: view,
    summary: 'List suggested matches of unmapped variants, highest confidence first.',
    query: listQuery.extend({ product_id: id.optional(), store_id: id.optional() }),
    answer: z.array(suggestionSchema),
    meta: listMeta,
  },
  accept: {
    method: 'POST',
    path: '/api/suggestions/accept',
    access: edit,
    summary: 'Map variants as suggested.',
    body: z.object({ items: z.array(seen).min(1).max(200) }),
    answer: z.object({ accepted: z.int() }),
  },
  acceptAll: {
    method: 'POST',
    path: '/api/suggestions/accept_all',
    access: edit,
    summary: 'Map all variants whose suggestion has at least this confidence; a dry run counts them.',
    body: z.object({
      min_confidence: confidence,
      store_id: id.optional(),
      product_ids: z.array(id).min(1).max(200).optional(),
      mode: z.enum(['dry_run', 'commit']),
    }),
    answer: z.object({ variants: z.int(), products: z.int(), committed: z.boolean() }),
  },
  dismiss: {
    method: 'POST',
    path: '/api/suggestions/dismiss',
    access: edit,
    summary: 'Reject suggestions; they don’t come back.',
    body: z.object({ items: z.array(seen).min(1).max(200) }),
    answer: done,
  },
  words: {
    method: 'GET',
    path: '/api/option_words',
    access: view,
    summary: 'List option synonyms of the provider and the account.',
    query: listQuery.extend({ kind: z.enum(wordKinds).optional() }),
    answer: z.array(optionWordSchema),
    meta: listMeta,
  },
  addWord: {
    method: 'POST',
    path: '/api/option_words',
    access: edit,
    summary: 'Add an option synonym of the account.',
    body: newWord,
    answer: optionWordSchema,
  },
  removeWord: {
    method: 'DELETE',
    path: '/api/option_words/{id}',
    access: edit,
    summary: 'Delete an option synonym of the account.',
    params: idParams,
    answer: done,
  },
  staffWords: {
    method: 'GET',
    path: '/api/staff/option_words',
    access: staff,
    summary: 'List option synonyms for all clients.',
    query: listQuery.extend({ kind: z.enum(wordKinds).optional() }),
    answer: z.array(optionWordSchema),
    meta: listMeta,
  },
  staffAddWord: {
    method: 'POST',
    path: '/api/staff/option_words',
    access: staff,
    summary: 'Add an option synonym for all clients.',
    body: newWord,
    answer: optionWordSchema,
  },
  staffRemoveWord: {
    method: 'DELETE',
    path: '/api/staff/option_words/{id}',
    access: staff,
    summary: 'Delete an option synonym for all clients.',
    params: idParams,
    answer: done,
  },
});
