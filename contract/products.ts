import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { catalogSkuSchema } from './catalog.ts';
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
  mapping_state: z.enum(mappingStates),
  mapping_version: z.int().nullable(),
  components: z.array(z.object({ sku: catalogSkuSchema, quantity: z.int() })),
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
    answer: z.array(variantSchema),
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
