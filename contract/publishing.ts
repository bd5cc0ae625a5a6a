import { z } from 'zod';
import { catalogLimits } from './catalog-rules.ts';
import { endpoints } from './endpoint.ts';
import { highestPrice, publicationStates, publishingStates } from './publishing-rules.ts';
import { currency, id, idParams, listMeta, listQuery, minor, money, time } from './shared.ts';

/** A store and whether catalogue products can be put into it. */
export const publishingStoreSchema = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  currency: currency.nullable(),
  state: z.enum(publishingStates),
});

export const publicationSchema = z.object({
  id,
  store: z.object({ id, name: z.string() }),
  title: z.string(),
  picture_url: z.string().nullable(),
  state: z.enum(publicationStates),
  /** Why it failed, or what the last try met. */
  reason: z.string().nullable(),
  status: z.enum(['active', 'draft']),
  variants: z.int(),
  price_min: money,
  price_max: money,
  catalog_product_id: id,
  /** The product of the store, once it is here. */
  product_id: id.nullable(),
  author: z.string().nullable(),
  created_at: time,
  published_at: time.nullable(),
});

const view = { kind: 'merchant', feature: 'products', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'products', action: 'edit' } as const;

export const publishing = endpoints({
  stores: {
    method: 'GET',
    path: '/api/publishing/stores',
    access: view,
    summary: 'List stores with whether catalog products can be listed in them.',
    answer: z.array(publishingStoreSchema),
  },
  list: {
    method: 'GET',
    path: '/api/publications',
    access: view,
    summary: 'List catalog products that were listed in stores, newest first.',
    query: listQuery.extend({ state: z.enum(publicationStates).optional() }),
    answer: z.array(publicationSchema),
    meta: listMeta,
  },
  create: {
    method: 'POST',
    path: '/api/publications',
    access: edit,
    summary: 'List a catalog product in a store; its variants are mapped when it arrives.',
    body: z.object({
      catalog_product_id: id,
      store_id: id,
      title: z.string().trim().min(1).max(catalogLimits.title),
      description: z.string().trim().max(catalogLimits.description).default(''),
      status: z.enum(['active', 'draft']).default('draft'),
      /** SKUs that are offered, with their prices in the store's currency. */
      items: z
        .array(
          z.object({
            catalog_sku_id: id,
            price: minor.min(1).max(highestPrice, 'checks.price_too_high'),
          }),
        )
        .min(1)
        .max(catalogLimits.skus),
    }),
    answer: publicationSchema,
    idempotent: true,
  },
  retry: {
    method: 'POST',
    path: '/api/publications/{id}/retry',
    access: edit,
    summary: 'Retry a failed listing.',
    params: idParams,
    answer: publicationSchema,
  },
});
