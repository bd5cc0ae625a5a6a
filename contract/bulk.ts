import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { jobSchema } from './jobs.ts';
import { listNames, maxBulkIds, maxExcept } from './list-rules.ts';
import { acceptEffectSchema } from './order-effect.ts';
import { id, idParams, listMeta, listQuery, money } from './shared.ts';

export const listName = z.enum(listNames);

/** What a bulk action is for: these records, all that match the list's filters (but for some), or what an earlier run found possible. */
export const bulkSelection = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(maxBulkIds) }),
  z.strictObject({
    query: z.record(z.string(), z.unknown()),
    except: z.array(id).max(maxExcept).optional(),
  }),
  z.strictObject({ run: id }),
]);

export const bulkSchema = z.object({
  list: listName,
  action: z.string().min(1).max(40),
  mode: z.enum(['dry_run', 'commit']),
  selection: bulkSelection,
  /** What the action needs beside the records; each action says what. */
  input: z.record(z.string(), z.unknown()).default({}),
});

/** `result` of a bulk job: how many records can (or did), and why others cannot. */
export const bulkResultSchema = z.object({
  mode: z.enum(['dry_run', 'commit']),
  list: z.string(),
  action: z.string(),
  ok: z.int(),
  refused: z.int(),
  /** Refusals by their sentences, most frequent first. */
  reasons: z.array(
    z.object({
      code: z.string(),
      reason: z.string(),
      count: z.int(),
      /** The first of them, as people call them. */
      names: z.array(z.string()).default([]),
    }),
  ),
  /** In which ways records are done, where an action knows several, and the money that each moves. */
  ways: z.array(z.object({ way: z.string(), count: z.int(), money: money.nullable() })),
  /** What the action comes to for all of these records together, where the action says so. */
  effect: acceptEffectSchema.optional(),
});
export type BulkResult = z.infer<typeof bulkResultSchema>;

export const bulkRowSchema = z.object({
  id,
  name: z.string(),
  /** null while the row waits. */
  ok: z.boolean().nullable(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  /** In which way it is done, where the action knows several, and the money that this moves. */
  way: z.string().nullable(),
  money: money.nullable(),
});

// Whoever works here may ask; each action names the right that it takes (server/features/bulk).
const member = { kind: 'merchant', feature: 'orders', action: 'view' } as const;

export const bulk = endpoints({
  run: {
    method: 'POST',
    path: '/api/bulk',
    seconds: callTimes.many,
    access: member,
    summary: 'Preview or run a bulk action on records of a list; returns a job with counts by reason.',
    body: bulkSchema,
    answer: jobSchema,
    idempotent: true,
  },
  rows: {
    method: 'GET',
    path: '/api/bulk/{id}/rows',
    access: member,
    summary: 'List the records of one of your bulk actions with their outcome.',
    params: idParams,
    query: listQuery.extend({ outcome: z.enum(['all', 'ok', 'refused', 'waiting']).default('all') }),
    answer: z.array(bulkRowSchema),
    meta: listMeta,
  },
  retry: {
    method: 'POST',
    path: '/api/bulk/{id}/retry',
    access: member,
    summary: 'Retry a bulk action for the records that were refused, as a new job.',
    params: idParams,
    answer: jobSchema,
    idempotent: true,
  },
});
