import { z } from 'zod';
import { callTimes, type Endpoints } from './endpoint.ts';
import { id } from './shared.ts';

/** In which sequence day and month stand in a file. */
export const dateReadings = ['dmy', 'mdy'] as const;

/** Layouts that are read without a mapping, and `mapped` for any other table. */
export const importFormats = ['shopify', 'woocommerce', 'etsy', 'amazon', 'german', 'mapped'] as const;

/** Fields of an order file and the column that holds each; `null` mapping means a layout that is known. */
export const importFields = [
  'order_id',
  'order_name',
  'placed_at',
  'financial_status',
  'currency',
  'line_title',
  'line_variant',
  'line_sku',
  'line_quantity',
  'line_price',
  'name',
  'last_name',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'zip',
  'country',
  'phone',
  'email',
] as const;

/** An import of an uploaded file into a store. */
export const orderImportSchema = z.object({
  file_id: id,
  store_id: id,
  mapping: z.partialRecord(z.enum(importFields), z.string().min(1).max(120)).nullable().default(null),
  mode: z.enum(['dry_run', 'commit']),
  bad_rows: z.enum(['skip', 'stop']).default('stop'),
  /** Whether day or month comes first where a date leaves it open; null: as the other dates of the file tell. */
  dates: z.enum(dateReadings).nullable().default(null),
});

/** `result` of an import job: each of the `orders` is created, updated, unchanged or bad. */
export const orderImportResultSchema = z.object({
  format: z.enum(importFormats),
  rows: z.int(),
  orders: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Orders that are refused; `problems` say why. */
  bad_orders: z.int(),
  /** The first 200 problems: row number in the file, column, code, sentence in the language of who imported. */
  problems: z.array(z.object({ row: z.int(), column: z.string().nullable(), code: z.string(), message: z.string() })),
  problems_total: z.int(),
  /** The rows of the orders with mistakes, each with what is wrong with it; null without any. */
  bad_file: z.object({ id, name: z.string(), size: z.int() }).nullable(),
  committed: z.boolean(),
});

/** What the columns of a file probably hold, before it is imported. */
export const importLookSchema = z.object({
  format: z.enum(importFormats),
  head: z.array(z.string()),
  /** The first rows, cut for the eye. */
  rows: z.array(z.array(z.string())),
  mapping: z.partialRecord(z.enum(importFields), z.string()),
  /** The match is that of the store’s last file with these columns. */
  remembered: z.boolean(),
  dates: z.object({ reading: z.enum(dateReadings).nullable(), ambiguous: z.boolean() }),
});

/** What can be asked of a file before its import, as a part of the orders' endpoints. */
export const orderImports = {
  lookAtImport: {
    method: 'POST',
    path: '/api/shopify_orders/import/look',
    seconds: callTimes.many,
    access: { kind: 'merchant', feature: 'orders', action: 'edit' },
    summary: 'Read the columns of an uploaded file and suggest the field of each; changes nothing.',
    body: orderImportSchema.pick({ file_id: true, store_id: true }),
    answer: importLookSchema,
  },
} as const satisfies Endpoints;
