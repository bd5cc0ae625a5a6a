import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError, appError } from '../lib/app-error.ts';

/** First sentence for the caller and all sentences by field, from a failed check. */
function refusal(error: z.ZodError): AppError {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.') || '_';
    fields[field] = [...(fields[field] ?? []), issue.message];
  }
  const [first] = error.issues;
  const where = first?.path.join('.');
  const message = first ? (where ? `${where}: ${first.message}` : first.message) : 'Check the form.';
  return new AppError('invalid_input', message, { fields });
}

/** Parses the parts that the endpoint declares: a bad id is 404, a bad query 400, a bad body 422 (decision 22). */
export function parseInput(
  endpoint: Endpoint,
  raw: { params: unknown; query: unknown; body: unknown },
): { params?: unknown; query?: unknown; body?: unknown } {
  const input: { params?: unknown; query?: unknown; body?: unknown } = {};
  if (endpoint.params) {
    const parsed = endpoint.params.safeParse(raw.params);
    if (!parsed.success) throw appError('not_found', 'There is nothing at this address.');
    input.params = parsed.data;
  }
  if (endpoint.query) {
    const parsed = endpoint.query.safeParse(raw.query);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw appError(
        'bad_request',
        `The filter ${issue?.path.join('.') ?? ''} is not understood: ${issue?.message ?? 'check it'}`,
      );
    }
    input.query = parsed.data;
  }
  if (endpoint.body) {
    const parsed = endpoint.body.safeParse(raw.body ?? {});
    if (!parsed.success) throw refusal(parsed.error);
    input.body = parsed.data;
  }
  return input;
}

/** A value of a body whose shape only the feature knows; throws `invalid_input` with sentences by field. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw refusal(parsed.error);
  return parsed.data;
}
