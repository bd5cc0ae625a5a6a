import type { ErrorBody } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';

/** What a call answers: `data`, and `meta` for lists (P22). */
export type Answer = { data: unknown; meta: unknown };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a body is a refusal written by our server. */
function isErrorBody(body: unknown): body is ErrorBody {
  return isRecord(body) && typeof body.message === 'string' && typeof body.status === 'number';
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

function httpError(response: Response, body: unknown): ApiError {
  const ours = isErrorBody(body) ? body : undefined;
  return new ApiError({
    kind: 'http',
    status: response.status,
    message: ours?.message ?? '',
    code: ours?.code,
    errors: ours?.errors,
    requestId: ours?.request_id ?? response.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfter(response),
  });
}

const unreadable = () => new ApiError({ kind: 'network', status: 0, message: '' });

/** Reads an answer, or throws the `ApiError` that it amounts to (spec §8). */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    if (response.ok) throw unreadable();
  }
  if (!response.ok) throw httpError(response, body);
  if (response.status === 204) return { data: undefined, meta: undefined };
  if (!isRecord(body)) throw unreadable();
  const { status, data, meta } = body;
  // Our server never does this (P22); a proxy or an older server may (spec §8).
  if (typeof status === 'number' && status >= 400) {
    throw new ApiError({ kind: 'body', status, message: typeof body.message === 'string' ? body.message : '' });
  }
  if (isRecord(data) && data.error !== undefined && data.error !== null && data.error !== false) {
    throw new ApiError({ kind: 'body', status: 0, message: '' });
  }
  return { data, meta };
}
