import { z } from 'zod';
import { catalogFlags, catalogLimits, catalogStates } from './catalog-rules.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { country, id, idParams, listMeta, listQuery, minor, money } from './shared.ts';

export const catalogSkuSchema = z.object({
  id,
  code: z.string(),
  title: z.string(),
  weight_g: z.int(),
  lead_days: z.int(),
  moq: z.int(),
  status: z.enum(catalogStates),
  /** Address of the picture on this server; null when there is none. */
  picture_url: z.string().nullable(),
});

const attributes = z.record(z.string().trim().min(1).max(40), z.string().trim().min(1).max(80));

/** All that is known of a SKU. */
export const catalogSkuFullSchema = catalogSkuSchema.extend({
  attributes: z.record(z.string(), z.string()),
  length_mm: z.int().nullable(),
  width_mm: z.int().nullable(),
  height_mm: z.int().nullable(),
  flags: z.array(z.enum(catalogFlags)),
  hs_code: z.string().nullable(),
  origin: z.string().nullable(),
  /** US cents. */
  declared_value: minor.nullable(),
  /** Used until nothing is left, then discontinued. */
  sell_out: z.boolean(),
  version: z.int(),
});

/** A catalogue product in a list: SKUs that are the same thing in another colour or size. */
export const catalogProductSchema = z.object({
  id,
  title: z.string(),
  category: z.string().nullable(),
  picture_url: z.string().nullable(),
  /** Of its first SKU. */
  code: z.string(),
  skus: z.int(),
  status: z.enum(catalogStates),
  weight_min: z.int(),
  weight_max: z.int(),
  lead_days: z.int(),
  moq: z.int(),
  flags: z.array(z.enum(catalogFlags)),
  /** Made for one client alone. */
  own: z.boolean(),
});
/** As a merchant sees it: with the lowest and highest unit price that he has. */
export const offeredProductSchema = catalogProductSchema.extend({
  price_min: money.nullable(),
  price_max: money.nullable(),
});

const pictures = z.array(z.object({ sha256: z.string(), url: z.string() }));
const offeredProductFull = offeredProductSchema.extend({
  description: z.string(),
  pictures,
  items: z.array(
    catalogSkuFullSchema.omit({ hs_code: true, declared_value: true }).extend({
      /** Lowest unit price of this merchant, and the countries that he has one for. */
      price: money.nullable(),
      destinations: z.array(z.string()),
      /** Variants of his stores that are mapped to it. */
      mapped_variants: z.int(),
    }),
  ),
});
const staffProduct = catalogProductSchema.extend({ client: z.object({ id, name: z.string() }).nullable() });
const staffProductFull = staffProduct.extend({
  description: z.string(),
  pictures,
  version: z.int(),
  /** With how many variants of all clients are mapped to each. */
  items: z.array(catalogSkuFullSchema.extend({ mapped_variants: z.int() })),
});

const millimetres = z.int().min(1).max(10_000).nullable().default(null);
const skuFields = z.object({
  title: z.string().trim().min(1).max(catalogLimits.title),
  attributes: attributes
    .refine((value) => Object.keys(value).length <= catalogLimits.attributes, 'checks.options_most')
    .default({}),
  weight_g: z.int().min(1).max(1_000_000),
  length_mm: millimetres,
  width_mm: millimetres,
  height_mm: millimetres,
  flags: z.array(z.enum(catalogFlags)).max(catalogFlags.length).default([]),
  hs_code: z
    .string()
    .trim()
    .regex(/^\d{6,12}$/, 'checks.hs_code')
    .nullable()
    .default(null),
  origin: country.nullable().default(null),
  declared_value: minor.min(0).max(100_000_00).nullable().default(null),
  lead_days: z.int().min(0).max(365).default(3),
  moq: z.int().min(1).max(100_000).default(1),
  picture: z.string().nullable().default(null),
});
const productFields = z.object({
  title: z.string().trim().min(1).max(catalogLimits.title),
  description: z.string().trim().max(catalogLimits.description).default(''),
  category: z.string().trim().max(60).nullable().default(null),
  pictures: z.array(z.string()).max(catalogLimits.pictures).default([]),
});
const version = z.int();
const maxPrice = 1_000_000_00;

const view = { kind: 'merchant', feature: 'products', action: 'view' } as const;
const staff = { kind: 'staff', roles: ['agent', 'warehouse'] } as const;

export const catalog = endpoints({
  list: {
    method: 'GET',
    path: '/api/catalog',
    access: view,
    summary: 'List the products of the provider’s catalog that this merchant can order.',
    query: listQuery.extend({
      category: z.string().max(60).optional(),
      status: z.enum(['active', 'low']).optional(),
      /** Things without any of these. */
      without: z
        .string()
        .max(100)
        .transform((text) => text.split(',').filter((part) => part !== ''))
        .pipe(z.array(z.enum(catalogFlags)))
        .optional(),
      priced: z.enum(['yes', 'no']).optional(),
      /** 1: only what could be sent today. */
      in_stock: z.enum(['0', '1']).default('0'),
      /** What this merchant pays for a piece, from and to, in minor units of his currency. */
      price_from: z.coerce.number().int().min(0).max(maxPrice).optional(),
      price_to: z.coerce.number().int().min(0).max(maxPrice).optional(),
    }),
    answer: z.array(offeredProductSchema),
    meta: listMeta,
  },
  categories: {
    method: 'GET',
    path: '/api/catalog_categories',
    access: view,
    summary: 'List the categories of the catalog.',
    answer: z.array(z.string()),
  },
  get: {
    method: 'GET',
    path: '/api/catalog/{id}',
    access: view,
    summary: 'Retrieve a catalog product with its SKUs, images, and this merchant’s prices.',
    params: idParams,
    answer: offeredProductFull,
  },
  staffList: {
    method: 'GET',
    path: '/api/staff/catalog',
    access: staff,
    summary: 'List the provider’s SKUs; `account_id` adds those made for one client.',
    query: listQuery.extend({ account_id: id.optional() }),
    answer: z.array(catalogSkuSchema),
    meta: listMeta,
  },
  staffProducts: {
    method: 'GET',
    path: '/api/staff/catalog_products',
    access: staff,
    summary: 'List catalog products; `account_id` shows those made for one client.',
    query: listQuery.extend({ account_id: id.optional(), status: z.enum(catalogStates).optional() }),
    answer: z.array(staffProduct),
    meta: listMeta,
  },
  staffGet: {
    method: 'GET',
    path: '/api/staff/catalog_products/{id}',
    access: staff,
    summary: 'Retrieve a catalog product with its SKUs.',
    params: idParams,
    answer: staffProductFull,
  },
  staffCreate: {
    method: 'POST',
    path: '/api/staff/catalog_products',
    access: staff,
    summary: 'Create a product with its SKUs; `account_id` makes it for one client only.',
    body: productFields.extend({
      account_id: id.nullable().default(null),
      skus: z.array(skuFields).min(1).max(catalogLimits.skus),
    }),
    answer: staffProductFull,
    idempotent: true,
  },
  staffSave: {
    method: 'PUT',
    path: '/api/staff/catalog_products/{id}',
    access: staff,
    summary: 'Update what buyers read about a product, and its images.',
    params: idParams,
    body: productFields.extend({ version }),
    answer: staffProductFull,
  },
  staffAddSku: {
    method: 'POST',
    path: '/api/staff/catalog_products/{id}/skus',
    access: staff,
    summary: 'Add a SKU to a product.',
    params: idParams,
    body: skuFields,
    answer: staffProductFull,
    idempotent: true,
  },
  staffSaveSku: {
    method: 'PUT',
    path: '/api/staff/catalog_skus/{id}',
    access: staff,
    summary: 'Update a SKU; mappings whose options change need review.',
    params: idParams,
    body: skuFields.extend({ version }),
    answer: staffProductFull,
  },
  staffOffer: {
    method: 'POST',
    path: '/api/staff/catalog_skus/{id}/status',
    access: staff,
    summary: 'Set the status of a SKU: offered, running low, selling out, or discontinued.',
    params: idParams,
    body: z.object({ status: z.enum(['active', 'low', 'sell_out', 'discontinued']), version }),
    answer: staffProductFull,
  },
  /** Multipart like `files.upload`: one field `file`. The picture is public by its hash from then on. */
  staffPicture: {
    method: 'POST',
    path: '/api/staff/catalog_pictures',
    seconds: callTimes.bytes,
    access: staff,
    summary: 'Upload an image for the catalog.',
    upload: true,
    answer: z.object({ sha256: z.string(), url: z.string() }),
  },
});
