import { z } from 'zod';
import { id } from './shared.ts';

/** Fields of an order file and the column that holds each; `null` mapping means Shopify's own export. */
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
});

/** `result` of an import job. */
export const orderImportResultSchema = z.object({
  format: z.enum(['shopify', 'mapped']),
  rows: z.int(),
  orders: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  bad_orders: z.int(),
  /** The first 200 problems: row number in the file, column, sentence. */
  problems: z.array(z.object({ row: z.int(), column: z.string().nullable(), message: z.string() })),
  problems_total: z.int(),
  committed: z.boolean(),
});
