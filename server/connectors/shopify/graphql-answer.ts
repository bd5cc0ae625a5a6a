import { z } from 'zod';

const throttleStatus = z.object({
  maximumAvailable: z.number(),
  currentlyAvailable: z.number(),
  restoreRate: z.number(),
});

const graphError = z.object({
  message: z.string().default(''),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({ code: z.string().optional() }).loose().optional(),
});

/** The envelope of every Admin API answer; `errors` is a text on some HTTP errors (shopify.md §2.3). */
export const answerSchema = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.string(), z.array(graphError)]).optional(),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: z.number(),
          actualQueryCost: z.number().nullable().optional(),
          throttleStatus: throttleStatus.optional(),
        })
        .optional(),
      search: z
        .array(z.object({ warnings: z.array(z.object({ field: z.string() }).loose()).optional() }).loose())
        .optional(),
    })
    .loose()
    .optional(),
});
export type Answer = z.infer<typeof answerSchema>;

export type GraphErrors = { code: string; message: string }[];

export function errorsOf(answer: Answer): GraphErrors {
  if (answer.errors === undefined) return [];
  if (typeof answer.errors === 'string') return [{ code: 'HTTP', message: answer.errors }];
  return answer.errors.map((error) => ({ code: error.extensions?.code ?? 'UNKNOWN', message: error.message }));
}

/** Refusals of a mutation's payload. */
export const userErrors = z.array(
  z.object({
    field: z.array(z.string()).nullable().optional(),
    message: z.string(),
    code: z.string().nullable().optional(),
  }),
);

export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

/** The cursor of the next page, or null on the last one. */
export function nextOf(info: z.infer<typeof pageInfo>): string | null {
  return info.hasNextPage ? info.endCursor : null;
}
