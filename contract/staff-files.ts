import { z } from 'zod';

/** What a list of staff is written as, beside its filters. */
export const staffFileBody = {
  format: z.enum(['xlsx', 'csv']),
  /** Columns of the list; all when left out. */
  columns: z.array(z.string().max(60)).max(100).optional(),
};

/** A file that the caller waits for. */
export const staffFileAnswer = z.object({ name: z.string(), content: z.base64() });

/** Of the query of a list, what its file leaves out: it holds all pages, in the list's sequence. */
export const ofOnePage = { page: true, per_page: true, sort: true } as const;
