import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { jobSchema } from './jobs.ts';
import { exportLists } from './list-rules.ts';
import { csv, id, time } from './shared.ts';

/** `journal` is a plain text of double entries, for the lists that have one. */
export const exportFormats = ['xlsx', 'csv', 'journal'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const columns = z.array(z.string().max(60)).max(100);

export const exportSchema = z.object({
  list: z.enum(exportLists),
  format: z.enum(exportFormats).default('xlsx'),
  /** Columns of the list or of the file; all when left out. */
  columns: columns.optional(),
  /** The list's own filters. */
  query: z.record(z.string(), z.unknown()).default({}),
});

/** `result` of an export job. */
export const exportResultSchema = z.object({
  list: z.string(),
  format: z.enum(exportFormats),
  rows: z.int(),
  file_id: id,
  name: z.string(),
  size: z.int(),
});

export const exportedSchema = jobSchema
  .pick({ id: true, state: true, progress: true, total: true, failure: true, created_at: true })
  .extend({
    list: z.string(),
    format: z.enum(exportFormats),
    /** null until it is written. */
    file: z.object({ id, name: z.string(), size: z.int(), expires_at: time }).nullable(),
  });

// Whoever works here may ask; each list names the right that it takes (server/features/exports).
const member = { kind: 'merchant', feature: 'orders', action: 'view' } as const;

export const exports = endpoints({
  create: {
    method: 'POST',
    path: '/api/exports',
    seconds: callTimes.bytes,
    access: member,
    summary: 'Export a list to a file: right away up to 2,000 rows, otherwise as a job.',
    body: exportSchema,
    answer: jobSchema,
  },
  list: {
    method: 'GET',
    path: '/api/exports',
    access: member,
    summary: 'List your exports of the last seven days, newest first.',
    answer: z.array(exportedSchema),
  },
  orders: {
    method: 'GET',
    path: '/api/shopify_orders/export',
    seconds: callTimes.bytes,
    access: { kind: 'merchant', feature: 'orders', action: 'export' },
    summary: 'Export the order list with its filters; above 2,000 rows, returns the job that writes the file.',
    query: z.looseObject({
      format: z.enum(exportFormats).default('xlsx'),
      columns: csv.pipe(columns).optional(),
    }),
    answer: jobSchema,
  },
});
