import { cacheMinutes, defaultPage, defaultPerPage } from '#contract/constants.ts';
import { type Answer, readAnswer } from './answer.ts';
import { keep, recall } from './answer-cache.ts';
import { refused, send, sessionKey } from './transport.ts';

export type Query = Record<string, unknown>;

/** One call to make. */
export type Request = {
  method: string;
  /** Path with `{name}` placeholders. */
  path: string;
  params?: Record<string, unknown> | undefined;
  query?: Query | undefined;
  body?: unknown;
  /** Adds page and per_page, forced to at least 1 (spec §5, §7). */
  list?: boolean;
};

export type RequestOptions = {
  signal?: AbortSignal;
  /** Minutes to keep the answer; `true` means 5 (spec §7, §9, decision 25). */
  cache?: number | true;
  /** Cancels an equal call that is still pending (spec §7, decision 24). */
  rollback?: boolean;
  /** One per act of the user, so that a repeated send cannot act twice (decision 26). */
  idempotencyKey?: string;
};

const pending = new Map<string, AbortController>();

function fill(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
      throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

function atLeastOne(value: unknown, fallback: number): number {
  if (value === undefined || value === null || value === '') return fallback;
  const whole = Math.trunc(Number(value));
  return Number.isFinite(whole) ? Math.max(1, whole) : 1;
}

function paged(query: Query): Query {
  return {
    ...query,
    page: atLeastOne(query.page, defaultPage),
    per_page: atLeastOne(query.per_page, defaultPerPage),
  };
}

/** Query text in a fixed order; undefined, null and empty values are left out, lists are repeated. */
export function queryText(query: Query): string {
  const search = new URLSearchParams();
  for (const key of Object.keys(query).sort()) {
    const value = query[key];
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(key, String(one));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** A signal that follows the caller's and our own. */
function joined(own: AbortController, signal: AbortSignal | undefined): AbortSignal {
  return signal === undefined ? own.signal : AbortSignal.any([own.signal, signal]);
}

async function exchange(
  method: string,
  url: string,
  body: string | undefined,
  options: RequestOptions,
  signal: AbortSignal | undefined,
) {
  const headers = options.idempotencyKey === undefined ? {} : { 'Idempotency-Key': options.idempotencyKey };
  const { response, token } = await send({ method, url, body, headers, signal });
  try {
    return await readAnswer(response);
  } catch (error) {
    throw refused(error, token, signal);
  }
}

/**
 * Makes a call of the API and answers `{ data, meta }`; throws `ApiError` (spec §7–8).
 * Equal means: same method, path, params and body, by the same session.
 */
export async function request(call: Request, options: RequestOptions = {}): Promise<Answer> {
  const query = call.list === true ? paged(call.query ?? {}) : (call.query ?? {});
  const url = fill(call.path, call.params) + queryText(query);
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const key = `${sessionKey()} ${call.method} ${url} ${body ?? ''}`;

  const minutes = options.cache === true ? cacheMinutes : options.cache;
  if (minutes !== undefined) {
    const known = recall(key, Date.now());
    if (known !== undefined) return known;
  }
  if (options.rollback !== true) return remember(await exchange(call.method, url, body, options, options.signal));

  pending.get(key)?.abort();
  const own = new AbortController();
  pending.set(key, own);
  try {
    return remember(await exchange(call.method, url, body, options, joined(own, options.signal)));
  } finally {
    if (pending.get(key) === own) pending.delete(key);
  }

  function remember(answer: Answer): Answer {
    if (minutes !== undefined && key.startsWith(sessionKey())) keep(key, answer, Date.now() + minutes * 60_000);
    return answer;
  }
}
