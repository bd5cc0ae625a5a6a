import type { z } from 'zod';
import { ShopError, type ShopSession, type ShopStates } from '../connector.ts';
import { type Log, redact } from '../../lib/log.ts';
import type { Phrase } from '../../lib/refusal-texts.ts';
import { operationText } from './documents.ts';
import { type Answer, answerSchema, errorsOf } from './graphql-answer.ts';
import type { Pacing } from './pacing.ts';
import type { Tokens } from './tokens.ts';

/** The version every document is written for; supported until July 2027 (shopify.md §2.1). */
export const apiVersion = '2026-07';

const timeoutMs = 30_000;
const attempts = 6;
const longestWaitMs = 30_000;

export type GraphqlDeps = {
  address: (domain: string) => string;
  tokens: Tokens;
  states: ShopStates;
  pacing: Pacing;
  wait: (ms: number) => Promise<void>;
  log: Log;
  userAgent: string;
};

export type CallOptions = {
  /** People wait for it: it does not stand back for the shop's remaining points. */
  interactive?: boolean;
  /** Nobody waits for it: it leaves most of the shop's points to other work. */
  patient?: boolean;
  /** A mutation whose repetition would do harm: an unclear end is thrown, not tried again (shopify.md §2.6). */
  once?: boolean;
};

export type Graphql = {
  /** Runs one operation of the documents folder and checks its answer. Throws `ShopError`. */
  call<Schema extends z.ZodType>(
    shop: ShopSession,
    operation: string,
    variables: Record<string, unknown>,
    schema: Schema,
    options?: CallOptions,
  ): Promise<z.output<Schema>>;
};

type Outcome = { kind: 'answer'; answer: Answer } | { kind: 'again'; waitMs: number; reason: string; sure: boolean };

/** Client of Shopify's Admin API: pacing, throttling, retries, token renewal (shopify.md §2.2, §2.3). */
export function shopifyGraphql(deps: GraphqlDeps): Graphql {
  async function post(shop: ShopSession, token: string, body: string): Promise<Response | Error> {
    try {
      return await fetch(`${deps.address(shop.domain)}/admin/api/${apiVersion}/graphql.json`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'x-shopify-access-token': token,
          'user-agent': deps.userAgent,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      return error instanceof Error ? error : new Error('no answer');
    }
  }

  /** One request with its token; a 401 renews the token once, a second one counts as a refusal (shopify.md §1.5). */
  async function authorized(shop: ShopSession, body: string): Promise<Response | Error> {
    const token = await deps.tokens.access(shop);
    const first = await post(shop, token, body);
    if (first instanceof Error || first.status !== 401) return first;
    await first.body?.cancel();
    const second = await post(shop, await deps.tokens.renew(shop, token), body);
    if (second instanceof Error || second.status !== 401) return second;
    await second.body?.cancel();
    await deps.states.refused(shop, 'needs_reauth', { text: 'stores.app_refused' });
    throw new ShopError('needs_reauth', `${shop.domain} refused the app.`);
  }

  async function attempt(shop: ShopSession, operation: string, body: string, turn: number): Promise<Outcome> {
    const response = await authorized(shop, body);
    const backOff = Math.min(longestWaitMs, 500 * 2 ** turn);
    if (response instanceof Error)
      return { kind: 'again', waitMs: backOff, reason: redact(response.message), sure: false };
    if (!response.ok) return refusal(shop, response, backOff);
    noteVersion(shop, response);
    const parsed = answerSchema.safeParse(await response.json().catch(() => null));
    if (!parsed.success) return { kind: 'again', waitMs: backOff, reason: 'the answer broke off', sure: false };
    return weigh(shop, operation, parsed.data, backOff);
  }

  async function refusal(shop: ShopSession, response: Response, backOff: number): Promise<Outcome> {
    await response.body?.cancel();
    const { status } = response;
    if (status === 402 || status === 423) {
      const reason: Phrase = { text: status === 402 ? 'stores.shop_frozen' : 'stores.shop_locked' };
      await deps.states.refused(shop, 'suspended', reason);
      throw new ShopError('suspended', `${shop.domain} is closed for now (${status}).`);
    }
    if (status === 404) throw new ShopError('gone', `${shop.domain} does not exist any more.`);
    if (status === 429 || status === 430) {
      const seconds = Number(response.headers.get('retry-after') ?? '');
      return {
        kind: 'again',
        waitMs: seconds > 0 ? Math.min(seconds * 1_000, longestWaitMs) : backOff,
        reason: 'too many requests',
        sure: true,
      };
    }
    if (status >= 500) return { kind: 'again', waitMs: backOff, reason: `HTTP ${status}`, sure: false };
    throw new ShopError('refused', `${shop.domain} refused the request (${status}).`);
  }

  function noteVersion(shop: ShopSession, response: Response): void {
    const served = response.headers.get('x-shopify-api-version');
    if (served !== null && served !== apiVersion) {
      deps.log.warn({ shop: shop.domain, served, asked: apiVersion }, 'Shopify answered with another API version');
    }
    const deprecated = response.headers.get('x-shopify-api-deprecated-reason');
    if (deprecated) deps.log.warn({ shop: shop.domain, deprecated }, 'a Shopify call is deprecated');
  }

  function weigh(shop: ShopSession, operation: string, answer: Answer, backOff: number): Outcome {
    const cost = answer.extensions?.cost;
    if (cost?.throttleStatus) deps.pacing.note(shop.domain, operation, cost.requestedQueryCost, cost.throttleStatus);
    const errors = errorsOf(answer);
    if (errors.some((error) => error.code === 'THROTTLED')) {
      const waitMs = cost?.throttleStatus
        ? deps.pacing.afterThrottle(cost.requestedQueryCost, cost.throttleStatus)
        : Math.max(1_000, backOff);
      return { kind: 'again', waitMs: Math.min(waitMs, longestWaitMs), reason: 'throttled', sure: true };
    }
    if (errors.some((error) => error.code === 'INTERNAL_SERVER_ERROR')) {
      return { kind: 'again', waitMs: backOff, reason: 'internal error at the shop', sure: false };
    }
    // Protected customer data that was not approved: the field is null, the rest is there (shopify.md §1.8).
    const fatal = answer.data == null ? errors : errors.filter((error) => error.code !== 'ACCESS_DENIED');
    if (fatal[0]) throw new ShopError('refused', `${operation} was refused: ${redact(fatal[0].message)}`);
    for (const search of answer.extensions?.search ?? []) {
      for (const warning of search.warnings ?? [])
        deps.log.error({ operation, field: warning.field }, 'Shopify ignored a search field');
    }
    return { kind: 'answer', answer };
  }

  return {
    async call(shop, operation, variables, schema, options = {}) {
      const body = JSON.stringify({ query: operationText(operation), variables, operationName: operation });
      for (let turn = 1; ; turn += 1) {
        const pause = options.interactive ? 0 : deps.pacing.delay(shop.domain, operation, options.patient ?? false);
        if (pause > 0) await deps.wait(Math.min(pause, longestWaitMs));
        const outcome = await attempt(shop, operation, body, turn);
        if (outcome.kind === 'answer') {
          await deps.states.accepted(shop);
          return checked(operation, schema, outcome.answer.data);
        }
        const { waitMs, reason, sure } = outcome;
        if (turn >= attempts || (options.once && !sure)) {
          throw new ShopError(sure ? 'throttled' : 'unreachable', `${shop.domain} did not answer: ${reason}.`, waitMs);
        }
        deps.log.debug({ shop: shop.domain, operation, reason, waitMs }, 'trying a Shopify call again');
        await deps.wait(waitMs * (0.9 + Math.random() * 0.2));
      }
    },
  };
}

function checked<Schema extends z.ZodType>(operation: string, schema: Schema, data: unknown): z.output<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new ShopError('refused', `${operation} answered something unexpected at ${where}.`);
}
