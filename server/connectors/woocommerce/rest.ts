import type { z } from 'zod';
import { FetchError } from '../../lib/fetch-outside.ts';
import { type Log, redact } from '../../lib/log.ts';
import { type Phrase, sentenceIn } from '../../lib/refusal-texts.ts';
import { ShopError, type ShopSession, type ShopStates } from '../connector.ts';
import type { Access } from './keys.ts';
import type { Courtesy } from './pacing.ts';
import { type Query, refusalOf, type Request, type RestAnswer, restCall } from './rest-call.ts';

const attempts = 5;
const longestWaitMs = 30_000;

export type RestDeps = {
  access(shop: ShopSession): Promise<Access | null>;
  noteSentBy(shop: ShopSession, sentBy: Access['sent_by']): Promise<void>;
  states: ShopStates;
  courtesy: Courtesy;
  allowPrivate: boolean;
  wait: (ms: number) => Promise<void>;
  log: Log;
};

export type CallOptions = {
  /** People wait for it: it does not rest between calls. */
  urgent?: boolean;
  /** Its repetition would do harm: an unclear end is thrown, not tried again. */
  once?: boolean;
  /** null is answered when the shop has no such record, or knows no such route. */
  orNull?: 'record' | 'route';
};

export type Page<T> = { data: T; total: number };

export type Rest = {
  /** Reads below `wc/v3/`, with the total of a list. */
  get<S extends z.ZodType>(
    shop: ShopSession,
    path: string,
    query: Query,
    schema: S,
    options?: CallOptions,
  ): Promise<Page<z.output<S>> | null>;
  send<S extends z.ZodType>(
    shop: ShopSession,
    request: Request,
    schema: S,
    options?: CallOptions,
  ): Promise<z.output<S> | null>;
};

type Outcome = { answer: RestAnswer } | { again: string; waitMs: number; sure: boolean };

const lost: Phrase = { text: 'stores.key_refused' };
const readOnly: Phrase = { text: 'stores.key_read_only' };

/** Client of WooCommerce's REST interface, version 3: ways of authorization, waiting, trying again. */
export function wooRest(deps: RestDeps): Rest {
  async function once(access: Access, request: Request): Promise<RestAnswer | FetchError> {
    try {
      return await restCall(access, request, deps.allowPrivate);
    } catch (error) {
      if (error instanceof FetchError) return error;
      throw error;
    }
  }

  /** A 401 in the one way is tried in the other: hosts strip the header without saying so, and start and cease to. */
  async function authorized(shop: ShopSession, request: Request): Promise<RestAnswer | FetchError> {
    const access = await deps.access(shop);
    if (!access) throw new ShopError('needs_reauth', sentenceIn('en', lost));
    const first = await once(access, request);
    if (first instanceof FetchError || first.status !== 401 || first.json === undefined) return first;
    if (isReadOnly(first)) return first;
    const other = access.sent_by === 'header' ? 'query' : 'header';
    const second = await once({ ...access, sent_by: other }, request);
    if (second instanceof FetchError || second.status === 401) return first;
    await deps.noteSentBy(shop, other);
    return second;
  }

  async function attempt(shop: ShopSession, request: Request, turn: number): Promise<Outcome> {
    const started = performance.now();
    const answer = await authorized(shop, request);
    deps.courtesy.note(shop.domain, performance.now() - started);
    const waitMs = Math.min(longestWaitMs, 500 * 2 ** turn);
    if (answer instanceof FetchError) {
      if (answer.final) throw new ShopError('unreachable', `${shop.domain} was not called: ${answer.message}.`);
      return { again: redact(answer.message), waitMs, sure: false };
    }
    if (answer.status === 429 || answer.status === 503) {
      const seconds = Number(answer.headers['retry-after'] ?? '');
      const asked = seconds > 0 ? Math.min(seconds * 1_000, longestWaitMs) : waitMs;
      return { again: `HTTP ${answer.status}`, waitMs: asked, sure: answer.status === 429 };
    }
    if (answer.status >= 500) return { again: `HTTP ${answer.status}`, waitMs, sure: false };
    // A page instead of data comes from a firewall, a cache or a maintenance plugin: the shop was not reached.
    if (answer.json === undefined) return { again: `a page instead of data (${answer.status})`, waitMs, sure: false };
    return { answer };
  }

  async function answered(shop: ShopSession, request: Request, options: CallOptions): Promise<RestAnswer> {
    for (let turn = 1; ; turn += 1) {
      const rest = options.urgent ? 0 : deps.courtesy.delay(shop.domain);
      if (rest > 0) await deps.wait(rest);
      const outcome = await attempt(shop, request, turn);
      if ('answer' in outcome) return outcome.answer;
      const { again, waitMs, sure } = outcome;
      if (turn >= attempts || (options.once && !sure))
        throw new ShopError(sure ? 'throttled' : 'unreachable', `${shop.domain} did not answer: ${again}.`, waitMs);
      deps.log.debug({ shop: shop.domain, path: request.path, again, waitMs }, 'trying a WooCommerce call again');
      await deps.wait(waitMs * (0.9 + Math.random() * 0.2));
    }
  }

  async function checked(shop: ShopSession, request: Request, options: CallOptions): Promise<RestAnswer | null> {
    const answer = await answered(shop, request, options);
    if (answer.status >= 200 && answer.status < 300) {
      await deps.states.accepted(shop);
      return answer;
    }
    const { code = '', message = '' } = refusalOf(answer) ?? {};
    const absent = answer.status === 404 ? (code === 'rest_no_route' ? 'route' : 'record') : null;
    if (absent !== null && absent === options.orNull) return null;
    if (absent === 'route') throw new ShopError('unreachable', `WooCommerce does not answer at ${shop.domain}.`);
    if (answer.status === 401 || answer.status === 403) {
      // A key that may only read is named as such, and its reads succeed: nothing is left to find out.
      if (isReadOnly(answer)) {
        await deps.states.needsReauth(shop, readOnly);
        throw new ShopError('needs_reauth', sentenceIn('en', readOnly));
      }
      await deps.states.refused(shop, 'needs_reauth', lost);
      throw new ShopError('needs_reauth', sentenceIn('en', lost));
    }
    if (answer.status >= 300 && answer.status < 400)
      throw new ShopError('unreachable', `${shop.domain} has moved to another address.`);
    throw new ShopError('refused', `The shop refused it: ${redact(message || code || `HTTP ${answer.status}`)}`);
  }

  return {
    async get(shop, path, query, schema, options = {}) {
      const request = { method: 'GET' as const, path: `wc/v3/${path}`, query };
      const answer = await checked(shop, request, options);
      if (!answer) return null;
      const data = parsed(request, schema, answer);
      return { data, total: Number(answer.headers['x-wp-total'] ?? 0) };
    },
    async send(shop, request, schema, options = {}) {
      const answer = await checked(shop, request, options);
      return answer && parsed(request, schema, answer);
    },
  };
}

/** A key with the right to read only is refused with words of its own. */
const isReadOnly = (answer: RestAnswer): boolean => /write permission/i.test(refusalOf(answer)?.message ?? '');

function parsed<S extends z.ZodType>(request: Request, schema: S, answer: RestAnswer): z.output<S> {
  const read = schema.safeParse(answer.json);
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.join('.') ?? '';
  throw new ShopError('refused', `${request.path} answered something unexpected at ${where}.`);
}
