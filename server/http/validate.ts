import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError, appError } from '../lib/app-error.ts';
import type { Phrase } from '../lib/refusal-texts.ts';
import { issuePhrase, unworded } from './issue-phrases.ts';

export type Input = { params?: unknown; query?: unknown; body?: unknown };

/** Deepest nest of lists and objects that any body needs, with room. */
const maxDepth = 20;

/** Sentence of the first failed check, which names its field, and all sentences by field. */
function refusalOf(code: ErrorCode, issues: readonly z.core.$ZodIssue[]): AppError {
  const all = issues.map(issuePhrase);
  const byField = new Map<string, Phrase[]>(); // a field may be called constructor
  for (const { field, sentence } of all) byField.set(field || '_', [...(byField.get(field || '_') ?? []), sentence]);
  const fields = Object.fromEntries(byField);
  const [first] = all;
  return new AppError(code, first?.named ?? { text: 'general.request_unreadable' }, { fields });
}

function parsed<T>(code: ErrorCode, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: () => unworded, reportInput: true });
  if (!result.success) throw refusalOf(code, result.error.issues);
  return result.data;
}

/** Parses the parts that the endpoint declares: a bad id is 404, a bad query 400, a bad body 422 (P22). */
export function parseInput(endpoint: Endpoint, raw: Required<Input>): Input {
  const input: Input = {};
  if (endpoint.params) {
    const params = endpoint.params.safeParse(raw.params);
    if (!params.success || findUnstorable(raw.params)) throw appError('not_found', { text: 'general.address_unknown' });
    input.params = params.data;
  }
  if (endpoint.query) {
    assertStorable('bad_request', raw.query);
    input.query = parsed('bad_request', endpoint.query, raw.query);
  }
  if (endpoint.body) {
    assertStorable('invalid_input', raw.body);
    input.body = parsed('invalid_input', endpoint.body, raw.body ?? {});
  }
  return input;
}

/** A value of a body whose shape only the feature knows; throws `invalid_input` with sentences by field. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown): T {
  return parsed('invalid_input', schema, value);
}

function assertStorable(code: ErrorCode, value: unknown): void {
  const found = findUnstorable(value);
  if (found) throw new AppError(code, found.sentence, { fields: { [found.field || '_']: [found.sentence] } });
}

/**
 * The first text that PostgreSQL cannot store, as a value or as a name: U+0000 or half of a surrogate pair; or a nest
 * deeper than `maxDepth`, which would overflow the stack of whatever reads it.
 */
function findUnstorable(whole: unknown): { field: string; sentence: Phrase } | null {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: whole, path: '', depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string' && !isStorable(value)) return at(path, 'fields.bad_characters');
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    if (depth === maxDepth)
      return { field: path, sentence: { text: 'fields.too_deep', params: { field: path, most: maxDepth } } };
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return at(path, 'fields.bad_characters');
      open.push({ value: inner, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
    }
  }
  return null;
}

const at = (field: string, text: 'fields.bad_characters') => ({ field, sentence: { text, params: { field } } });

const isStorable = (text: string): boolean => !/\p{Surrogate}/u.test(text) && !text.includes('\0');
