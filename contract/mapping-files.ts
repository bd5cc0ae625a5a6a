import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { jobSchema } from './jobs.ts';
import { mappingFileOutcomes } from './mapping-file-rules.ts';
import { id } from './shared.ts';

/** One row of a mapping file and what becomes of it. */
export const mappingFileRowSchema = z.object({
  /** As a spreadsheet counts. */
  row: z.int(),
  store: z.string(),
  product: z.string(),
  variant: z.string(),
  sku: z.string(),
  outcome: z.enum(mappingFileOutcomes),
  /** Why it is not taken in, or what else is to be known; in the language of who asked. */
  message: z.string().nullable(),
  /** What the variant consists of now, and by the file. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type MappingFileRow = z.infer<typeof mappingFileRowSchema>;

/** `result` of a mapping file's job. */
export const mappingFileResultSchema = z.object({
  mode: z.enum(['dry_run', 'commit']),
  /** Whether anything was taken in. */
  committed: z.boolean(),
  rows: z.int(),
  /** Rows by what becomes of them. */
  changed: z.int(),
  unchanged: z.int(),
  left_out: z.int(),
  bad: z.int(),
  /** Variants and products that get (or got) a new version. */
  variants: z.int(),
  products: z.int(),
  /** Open unpaid orders with one of these variants, and how many of them can be paid now; 0 in a dry run. */
  orders: z.int(),
  payable: z.int(),
  /** The first 200 rows, those with mistakes before the others. */
  shown: z.array(mappingFileRowSchema),
  /** Every row with its result, to be fetched for seven days. */
  report: z.object({ id, name: z.string() }),
});
export type MappingFileResult = z.infer<typeof mappingFileResultSchema>;

export const mappingFileSchema = z.object({
  file_id: id,
  mode: z.enum(['dry_run', 'commit']),
  /** Whether rows with mistakes are left out or stop everything. */
  bad_rows: z.enum(['skip', 'stop']).default('stop'),
  /** Whether open unpaid orders follow the new version or keep the one they have. */
  apply: z.enum(['open_orders', 'new_orders']).default('open_orders'),
});

const edit = { kind: 'merchant', feature: 'products', action: 'edit' } as const;

export const mappingFiles = endpoints({
  template: {
    method: 'POST',
    path: '/api/mapping_files/template',
    seconds: callTimes.bytes,
    access: edit,
    summary: 'Create a table to fill in: variants that need a mapping, or all variants with their mappings.',
    body: z.object({ format: z.enum(['csv', 'xlsx']), scope: z.enum(['unmapped', 'all']).default('unmapped') }),
    answer: z.object({
      file: z.object({ id, name: z.string() }),
      rows: z.int(),
      /** Whether there was more than a file holds. */
      cut: z.boolean(),
    }),
  },
  run: {
    method: 'POST',
    path: '/api/mapping_files',
    seconds: callTimes.many,
    access: edit,
    summary: 'Check or import a mapping file; returns a job with a result per row.',
    body: mappingFileSchema,
    answer: jobSchema,
    idempotent: true,
  },
});
