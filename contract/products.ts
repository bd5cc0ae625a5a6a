import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import {
  driftSchema,
  mappedComponentSchema,
  mappedRuleSchema,
  mappingSources,
  mappingVersionSchema,
  productEventSchema,
  productOrderSchema,
  productPriceSchema,
  productQuoteSchema,
  saveMappingSchema,
  skuChoiceSchema,
} from './product-mapping.ts';
import { quoteRequestSchema, quoteSchema } from './quotes.ts';
import { id, idParams, listMeta, listQuery, money, time } from './shared.ts';

export const mappingStates = ['unmapped', 'suggested', 'needs_review', 'mapped', 'not_ours'] as const;
export const productTabs = ['all', 'unmapped', 'suggested', 'needs_review', 'mapped', 'not_ours', 'quoting'] as const;

export const productSchema = z.object({
  id,
  store: z.object({ id, name: z.string() }),
  title: z.string(),
  status: z.enum(['active', 'draft', 'archived', 'unlisted']),
  vendor: z.string().nullable(),
  /** The mirrored picture on this server; null until it is mirrored. */
  picture_url: z.string().nullable(),
  url: z.string().nullable(),
  variants: z.int(),
  variants_mapped: z.int(),
  price_min: money.nullable(),
  price_max: money.nullable(),
  cost_min: money.nullable(),
  cost_max: money.nullable(),
  orders_30d: z.int(),
  orders_waiting: z.int(),
  mapping_state: z.enum(mappingStates),
  open_quote: z.object({ id, number: z.string(), status: z.string() }).nullable(),
  external_updated_at: time,
});

export const variantSchema = z.object({
  id,
  title: z.string(),
  sku: z.string(),
  options: z.array(z.object({ name: z.string(), value: z.string() })),
  price: money.nullable(),
  weight_g: z.int().nullable(),
  /** The variant's picture at the shop, or the product's; null until it is mirrored. */
  picture_url: z.string().nullable(),
  /** `retired`: the shop has it no more; its open orders are still sent. */
  mapping_state: z.enum([...mappingStates, 'retired']),
  mapping_version: z.int().nullable(),
  components: z.array(mappedComponentSchema),
  rules: z.array(mappedRuleSchema),
  source: z.enum(mappingSources).nullable(),
  confidence: z.number().nullable(),
  until_sold_out: z.boolean(),
  author: z.string().nullable(),
  mapped_at: time.nullable(),
  /** What is not as it was confirmed, with the picture of then. */
  drift: z.array(driftSchema),
  picture_before_url: z.string().nullable(),
  orders_30d: z.int(),
  requires_shipping: z.boolean(),
});

const view = { kind: 'merchant', feature: 'products', action: 'view' } as const;

export const products = endpoints({
  list: {
    method: 'GET',
    path: '/api/products',
    access: view,
    summary: 'Products of the stores with the state of their mapping.',
    query: listQuery.extend({ tab: z.enum(productTabs).default('all'), store_id: id.optional() }),
    answer: z.array(productSchema),
    meta: listMeta,
  },
  get: {
    method: 'GET',
    path: '/api/products/{id}',
    access: view,
    summary: 'One product.',
    params: idParams,
    answer: productSchema,
  },
  variants: {
    method: 'GET',
    path: '/api/products/{id}/variants',
    access: view,
    summary: 'Variants of a product with what they are mapped to.',
    params: idParams,
    query: z.object({ retired: z.stringbool().default(false) }),
    answer: z.array(variantSchema),
  },
  skus: {
    method: 'GET',
    path: '/api/products/{id}/skus',
    access: view,
    summary: 'Catalogue items that the product’s variants may consist of, likeliest first.',
    params: idParams,
    query: z.object({ q: z.string().trim().max(200).optional() }),
    answer: z.array(skuChoiceSchema),
  },
  saveMapping: {
    method: 'POST',
    path: '/api/products/{id}/mapping',
    access: { kind: 'merchant', feature: 'products', action: 'edit' },
    summary: 'Says what variants consist of; a dry run tells which open unpaid orders it touches.',
    params: idParams,
    body: saveMappingSchema,
    answer: z.object({
      /** Open unpaid orders with one of the variants. */
      orders: z.int(),
      /** Variants that get a new version; the others are already so. */
      changed: z.int(),
      /** Orders that can be paid now; 0 in a dry run. */
      payable: z.int(),
    }),
  },
  versions: {
    method: 'GET',
    path: '/api/products/{id}/variants/{variant_id}/versions',
    access: view,
    summary: 'Versions of a variant’s mapping, newest first: who, when and what changed.',
    params: z.object({ id, variant_id: id }),
    answer: z.array(mappingVersionSchema),
  },
  prices: {
    method: 'GET',
    path: '/api/products/{id}/prices',
    access: view,
    summary: 'Prices of the items that the product consists of, current ones first, then the 200 newest that ended.',
    params: idParams,
    answer: z.array(productPriceSchema),
  },
  orders: {
    method: 'GET',
    path: '/api/products/{id}/orders',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'The newest 50 orders of the product.',
    params: idParams,
    answer: z.array(productOrderSchema),
  },
  quotes: {
    method: 'GET',
    path: '/api/products/{id}/quotes',
    access: { kind: 'merchant', feature: 'quotes', action: 'view' },
    summary: 'Requests for prices of the product, newest first.',
    params: idParams,
    answer: z.array(productQuoteSchema),
  },
  timeline: {
    method: 'GET',
    path: '/api/products/{id}/timeline',
    access: view,
    summary: 'What happened to the product, newest first: mapped, drifted, confirmed, restored.',
    params: idParams,
    answer: z.array(productEventSchema),
  },
  inquiry: {
    method: 'POST',
    path: '/api/products/{id}/inquiry',
    access: { kind: 'merchant', feature: 'quotes', action: 'edit' },
    summary: 'Ask for a price of this product.',
    params: idParams,
    body: quoteRequestSchema,
    answer: quoteSchema,
    idempotent: true,
  },
});
