import { cacheMinutes, defaultPage, defaultPerPage } from '#contract/constants.ts';
import { type Answer, readAnswer } from './answer.ts';
import { prepareToKeep, recall } from './answer-cache.ts';
import { cancelled, refused, send, sessionKey } from './transport.ts';

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
  /** Minutes to keep the answer; `true` means 5, `false` asks the server (spec §7, §9, P25). */
  cache?: number | boolean;
  /**
   * Cancels the pending call with the same key, whatever its query and body (spec §7, P24). `true`: the key is
   * the method and the path; a string is the key; `false`: the call cancels none and is canceled by none.
   */
  rollback?: boolean | string;
  /** Features whose records the answer holds: what is kept of it is dropped when one of them changes. */
  names?: readonly string[];
  /** One per act of the user, so that a repeated send cannot act twice (P26). */
  idempotencyKey?: string;
};

/** Marked calls that are under way, by their key. */
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

/** As `exchange`, after the pending call with the same key was canceled; a canceled call never answers. */
async function replacing(key: string, make: (own: AbortController) => Promise<Answer>): Promise<Answer> {
  const own = new AbortController();
  pending.set(key, own);
  try {
    const answer = await make(own);
    if (own.signal.aborted) throw cancelled();
    return answer;
  } catch (error) {
    throw own.signal.aborted ? cancelled() : error;
  } finally {
    if (pending.get(key) === own) pending.delete(key);
  }
}

/**
 * Makes a call of the API and answers `{ data, meta }`; throws `ApiError` (spec §7–8). An answer is kept by method,
 * path, query and body, for the session and the chosen client that asked.
 */
export async function request(call: Request, options: RequestOptions = {}): Promise<Answer> {
  const query = call.list === true ? paged(call.query ?? {}) : (call.query ?? {});
  const path = fill(call.path, call.params);
  const url = path + queryText(query);
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const { cache = false, rollback = false, names = [] } = options;
  const mark = rollback === true ? `${call.method} ${path}` : rollback;
  if (mark !== false) pending.get(mark)?.abort();

  const session = sessionKey();
  const key = `${session} ${call.method} ${url} ${body ?? ''}`;
  const known = cache === false ? undefined : recall(key, Date.now());
  if (known !== undefined) return known;

  const keep = prepareToKeep(key, names);
  const answer =
    mark === false
      ? await exchange(call.method, url, body, options, options.signal)
      : await replacing(mark, (own) => exchange(call.method, url, body, options, joined(own, options.signal)));
  const minutes = cache === true ? cacheMinutes : cache;
  if (minutes !== false && sessionKey() === session) keep(answer, Date.now() + minutes * 60_000);
  return answer;
}
