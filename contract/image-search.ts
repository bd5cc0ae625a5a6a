import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { done, id, idParams, listMeta, listQuery, money, time } from './shared.ts';

const share = z.number().min(0).max(1);

/** The part of a picture that is searched, in shares of its width and height. */
export const cropSchema = z
  .object({ left: share, top: share, width: share.min(0.02), height: share.min(0.02) })
  .refine((crop) => crop.left + crop.width <= 1.001 && crop.top + crop.height <= 1.001, 'checks.crop_outside');

export const imageSearchSchema = z.object({
  id,
  created_at: time,
  /** A small picture of what is searched, as a data address: it is nobody else's to fetch. */
  thumbnail: z.string(),
  /** Where the picture came from, when by its address. */
  host: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  crop: cropSchema,
});

const found = {
  title: z.string(),
  picture_url: z.string(),
  /** 0 to 1. */
  similarity: z.number(),
};
export const catalogResultSchema = z.object({
  kind: z.literal('catalog'),
  id,
  ...found,
  code: z.string(),
  weight_g: z.int(),
  lead_days: z.int(),
  moq: z.int(),
  status: z.enum(['active', 'low', 'discontinued']),
  /** Lowest unit price that this account has for it; null: ask. */
  price: money.nullable(),
});
export const ownResultSchema = z.object({
  kind: z.literal('own'),
  id,
  ...found,
  store: z.object({ id, name: z.string() }),
  /** What it is sold for, lowest and highest. */
  sells_min: money.nullable(),
  sells_max: money.nullable(),
  /** Lowest cost of a mapped variant; null: not mapped or not priced. */
  price: money.nullable(),
  mapping_state: z.enum(['unmapped', 'suggested', 'needs_review', 'mapped', 'not_ours']),
});
export const imageResultSchema = z.discriminatedUnion('kind', [catalogResultSchema, ownResultSchema]);

const duplicateSideSchema = z.object({
  id,
  title: z.string(),
  picture_url: z.string(),
  store: z.object({ id, name: z.string() }),
  /** Lowest cost of a mapped variant. */
  price: money.nullable(),
});
export const duplicateSchema = z.object({
  similarity: z.number(),
  /** The one that costs less comes first; where neither is priced, the older one. */
  cheaper: duplicateSideSchema,
  other: duplicateSideSchema,
  /** What a piece costs less; null unless both are priced. */
  saving: money.nullable(),
});

const view = { kind: 'merchant', feature: 'products', action: 'view' } as const;

export const imageSearch = endpoints({
  search: {
    method: 'POST',
    path: '/api/image_searches',
    seconds: callTimes.outside,
    access: view,
    summary: 'Search by image: a file uploaded for `image_search`, or the https address of an image.',
    body: z
      .object({
        file_id: id.optional(),
        url: z.string().trim().min(1).max(2000).optional(),
        crop: cropSchema.optional(),
      })
      .refine((body) => (body.file_id === undefined) !== (body.url === undefined), {
        message: 'checks.image_or_url',
        path: ['file_id'],
      }),
    answer: imageSearchSchema,
    perMinute: 30,
  },
  list: {
    method: 'GET',
    path: '/api/image_searches',
    access: view,
    summary: 'List your image searches of the last 90 days, newest first.',
    query: listQuery.omit({ q: true, sort: true }),
    answer: z.array(imageSearchSchema),
    meta: listMeta,
  },
  get: {
    method: 'GET',
    path: '/api/image_searches/{id}',
    access: view,
    summary: 'Retrieve one of your image searches.',
    params: idParams,
    answer: imageSearchSchema,
  },
  picture: {
    method: 'POST',
    path: '/api/image_searches/{id}/picture',
    access: view,
    summary: 'Create a link to the image of one of your searches, for one use within 60 seconds.',
    params: idParams,
    answer: z.object({ url: z.string() }),
  },
  crop: {
    method: 'PUT',
    path: '/api/image_searches/{id}/crop',
    seconds: callTimes.many,
    access: view,
    summary: 'Search by another part of the same image.',
    params: idParams,
    body: z.object({ crop: cropSchema }),
    answer: imageSearchSchema,
    perMinute: 60,
  },
  results: {
    method: 'GET',
    path: '/api/image_searches/{id}/results',
    access: view,
    summary: 'List similar products of the catalog and your stores, most similar first.',
    params: idParams,
    query: z.object({
      among: z.enum(['all', 'catalog', 'own']).default('all'),
      /** 1: only what could be sent today. */
      in_stock: z.enum(['0', '1']).default('0'),
      /** 1: only what has a price for me. */
      priced: z.enum(['0', '1']).default('0'),
    }),
    answer: z.array(imageResultSchema),
  },
  remove: {
    method: 'DELETE',
    path: '/api/image_searches/{id}',
    access: view,
    summary: 'Delete one of your image searches with its image.',
    params: idParams,
    answer: done,
  },
  clear: {
    method: 'DELETE',
    path: '/api/image_searches',
    access: view,
    summary: 'Delete all your image searches with their images.',
    answer: z.object({ deleted: z.int() }),
  },
  duplicates: {
    method: 'GET',
    path: '/api/image_duplicates',
    access: view,
    summary: 'List duplicate products in your stores; pairs with the largest saving first.',
    query: listQuery.omit({ q: true, sort: true }).extend({ cheaper: z.enum(['0', '1']).default('0') }),
    answer: z.array(duplicateSchema),
    meta: listMeta,
  },
});
