import { z } from 'zod';
import { listName } from './bulk.ts';
import { maxPerPage } from './constants.ts';
import { endpoints } from './endpoint.ts';
import { maxSearchLength } from './list-rules.ts';
import { done, id, idParams } from './shared.ts';

/** What a view brings back: everything that a list keeps in its address, and the columns. */
export const viewStateSchema = z.object({
  /** Tab, search, filters, sort and page size by their names in the address. */
  query: z.record(z.string().regex(/^[a-z_]{1,40}$/), z.string().max(maxSearchLength)),
  /** Ids of the columns in order; null leaves them as the reader has them. */
  columns: z.array(z.string().max(60)).max(100).nullable(),
  per_page: z.int().min(1).max(maxPerPage).nullable(),
});

const name = z.string().trim().min(1).max(60);

export const viewSchema = z.object({
  id,
  list: listName,
  name: z.string(),
  shared: z.boolean(),
  state: viewStateSchema,
  /** Who made it; null for one’s own. */
  owner: z.string().nullable(),
  /** Whether the reader may change and delete it. */
  editable: z.boolean(),
  version: z.int(),
});

// Every list has views; the list’s own feature says who sees them (server/features/views).
const member = { kind: 'merchant', feature: 'orders', action: 'view' } as const;

export const views = endpoints({
  list: {
    method: 'GET',
    path: '/api/views',
    access: member,
    summary: 'List saved views of a list: your own, and those shared in the account.',
    query: z.object({ list: listName }),
    answer: z.array(viewSchema),
  },
  create: {
    method: 'POST',
    path: '/api/views',
    access: member,
    summary: 'Save a view under a name.',
    body: z.object({ list: listName, name, shared: z.boolean().default(false), state: viewStateSchema }),
    answer: viewSchema,
  },
  update: {
    method: 'PUT',
    path: '/api/views/{id}',
    access: member,
    summary: 'Rename a view, share it, or update its state.',
    params: idParams,
    body: z.object({
      name: name.optional(),
      shared: z.boolean().optional(),
      state: viewStateSchema.optional(),
      version: z.int(),
    }),
    answer: viewSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/api/views/{id}',
    access: member,
    summary: 'Delete a view.',
    params: idParams,
    answer: done,
  },
});
