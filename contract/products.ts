import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { conversionSchema } from './exchange-rates.ts';
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
  productStockSchema,
  skuChoiceSchema,
} from './mappings.ts';
import { quoteStatuses } from './quotes.ts';
import { country, id, idParams, listMeta, listQuery, money, time } from './shared.ts';

export const mappingStates = ['unmapped', 'suggested', 'needs_review', 'mapped', 'not_ours'] as const;
export const productTabs = [
  'all',
  'unmapped',
  'suggested',
  'needs_review',
  'mapped',
  'not_ours',
  'quoting',
  'price_change',
] as const;

export const productStatuses = ['active', 'draft', 'archived', 'unlisted'] as const;
/** What there is of the items that a product consists of; `none`: they are bought when they are ordered. */
export const stockStates = ['none', 'out', 'partly', 'low', 'in_stock'] as const;

const quoteRef = z.object({ id, number: z.string(), status: z.enum(quoteStatuses) });

export const productSchema = z.object({
  id,
  store: z.object({ id, name: z.string() }),
  title: z.string(),
  status: z.enum(productStatuses),
  vendor: z.string().nullable(),
  tags: z.array(z.string()),
  /** The mirrored picture on this server; null until it is mirrored. */
  picture_url: z.string().nullable(),
  url: z.string().nullable(),
  variants: z.int(),
  variants_mapped: z.int(),
  price_min: money.nullable(),
  price_max: money.nullable(),
  cost_min: money.nullable(),
  cost_max: money.nullable(),
  /** One piece at the door of a buyer in the country where most of the product’s orders go, priced as an order is. */
  landed: z.object({ country, min: money, max: money }).nullable(),
  /**
   * Percent of the price that is left after that, of the variant that leaves least and most, and how the price was
   * converted for it; null without a cost, or without a rate for the price's currency.
   */
  margin: z.object({ low: z.number(), high: z.number(), conversion: conversionSchema.nullable() }).nullable(),
  /** Some variant of ours has no price yet. */
  unpriced: z.boolean(),
  /** Some variant consists of an item that is no longer offered. */
  discontinued: z.boolean(),
  stock: z.object({
    state: z.enum(stockStates),
    /** Free pieces of its items: the merchant’s own, and those the provider keeps for everybody. */
    own: z.int(),
    shared: z.int(),
  }),
  orders_30d: z.int(),
  orders_waiting: z.int(),
  mapping_state: z.enum(mappingStates),
  open_quote: quoteRef.nullable(),
  /** The newest request, open or not. */
  last_quote: quoteRef.nullable(),
  external_updated_at: time,
});

const amount = z.coerce.number().min(0).max(10_000_000);

/** Filters of the list. */
export const productQuery = listQuery.extend({
  tab: z.enum(productTabs).default('all'),
  store_id: id.optional(),
  status: z.enum(productStatuses).optional(),
  vendor: z.string().max(255).optional(),
  tag: z.string().max(255).optional(),
  /**
   * Orders in the last 30 days, or some that wait; `to_match`: for matches to be accepted whose prices are known already;
   * `to_quote`: for a price that nobody has requested yet.
   */
  orders: z.enum(['some', 'none', 'waiting', 'to_match', 'to_quote']).optional(),
  /** Decimal amounts, each product’s in its own currency. */
  price_from: amount.optional(),
  price_to: amount.optional(),
  /** Percent: products of which some variant leaves less. */
  margin_below: z.coerce.number().min(-1000).max(100).optional(),
  /** Neither mapped nor asked for, with a suggestion or without. */
  to_map: z.enum(['yes']).optional(),
  unpriced: z.stringbool().optional(),
  discontinued: z.stringbool().optional(),
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
    summary: 'List the products of the stores with the state of their mapping.',
    query: productQuery,
    answer: z.array(productSchema),
    meta: listMeta,
  },
  facets: {
    method: 'GET',
    path: '/api/products/facets',
    access: view,
    summary: 'List the vendors and tags of the products, the 200 most frequent each.',
    answer: z.object({ vendors: z.array(z.string()), tags: z.array(z.string()) }),
  },
  get: {
    method: 'GET',
    path: '/api/products/{id}',
    access: view,
    summary: 'Retrieve a product.',
    params: idParams,
    answer: productSchema,
  },
  variants: {
    method: 'GET',
    path: '/api/products/{id}/variants',
    access: view,
    summary: 'List the variants of a product with their mappings.',
    params: idParams,
    query: z.object({ retired: z.stringbool().default(false) }),
    answer: z.array(variantSchema),
  },
  skus: {
    method: 'GET',
    path: '/api/products/{id}/skus',
    access: view,
    summary: 'Suggest catalog items for the variants of a product, most similar first.',
    params: idParams,
    /** `sku` is an item that is to be among them, whatever the words. */
    query: z.object({ q: z.string().trim().max(200).optional(), sku: id.optional() }),
    answer: z.array(skuChoiceSchema),
  },
  versions: {
    method: 'GET',
    path: '/api/products/{id}/variants/{variant_id}/versions',
    access: view,
    summary: 'List the versions of a variant’s mapping, newest first: who, when, and what changed.',
    params: z.object({ id, variant_id: id }),
    answer: z.array(mappingVersionSchema),
  },
  prices: {
    method: 'GET',
    path: '/api/products/{id}/prices',
    access: view,
    summary: 'List the prices of a product’s items: current ones first, then the 200 newest that ended.',
    params: idParams,
    answer: z.array(productPriceSchema),
  },
  stock: {
    method: 'GET',
    path: '/api/products/{id}/stock',
    access: view,
    summary: 'List the stock of a product’s items by warehouse.',
    params: idParams,
    answer: z.array(productStockSchema),
  },
  orders: {
    method: 'GET',
    path: '/api/products/{id}/orders',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'List the newest 50 orders of a product.',
    params: idParams,
    answer: z.array(productOrderSchema),
  },
  quotes: {
    method: 'GET',
    path: '/api/products/{id}/quotes',
    access: { kind: 'merchant', feature: 'quotes', action: 'view' },
    summary: 'List the quotes of a product, newest first.',
    params: idParams,
    answer: z.array(productQuoteSchema),
  },
  timeline: {
    method: 'GET',
    path: '/api/products/{id}/timeline',
    access: view,
    summary: 'List the events of a product, newest first.',
    params: idParams,
    answer: z.array(productEventSchema),
  },
});
