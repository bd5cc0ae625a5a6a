import { timingSafeEqual, createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { stripeVersion } from '#server/lib/stripe.ts';
import { assertChargeable, readCheckoutParams, readCurrency } from './checkout-params.ts';
import { parseForm, type Params } from './form-params.ts';
import { answerOf, onceByKey, type SavedAnswer } from './idempotency.ts';
import { list, metadata, object, oneOf, optionalInteger, optionalText, assertKnown, text } from './param-readers.ts';
import type { RefundParams } from './charge-actions.ts';
import type { PaymentActions } from './payment-actions.ts';
import type { PaymentFaults } from './payment-faults.ts';
import type { IntentParams } from './saved-card-actions.ts';
import { findEvent, listEvents, load, type EventFilter } from './payment-store.ts';
import { inTransaction, type Db } from './payment-tables.ts';
import { invalidRequest, missingParam, StripeApiError } from './stripe-error.ts';
import { newId, type SessionObject } from './stripe-objects.ts';

type Call = { db: Db; params: Params; id: string };
type Work = (call: Call) => Promise<object>;

export type StripeApiParts = {
  pool: Pool;
  actions: PaymentActions;
  faults: PaymentFaults;
  secretKey: string;
  now: () => Date;
  afterCommit: () => void;
};

/** The endpoints under `/v1`, with Stripe's paths, parameters, errors and idempotency. */
export function stripeApi(app: FastifyInstance, parts: StripeApiParts): void {
  const { actions, now } = parts;
  const get = (path: string, work: Work): void =>
    void app.get(path, (request, reply) => answer(parts, request, reply, work));
  const post = (path: string, work: Work): void =>
    void app.post(path, (request, reply) => answer(parts, request, reply, work));

  post('/v1/checkout/sessions', async ({ db, params }) => {
    const session = await actions.createSession(db, readCheckoutParams(params, Math.floor(now().getTime() / 1000)));
    return expand(db, session, params);
  });
  get('/v1/checkout/sessions/:id', async ({ db, params, id }) => expand(db, await actions.getSession(db, id), params));
  post('/v1/checkout/sessions/:id/expire', async ({ db, params, id }) =>
    expand(db, await actions.expireSession(db, id), params),
  );
  post('/v1/payment_intents', async ({ db, params }) => actions.chargeSaved(db, readIntentParams(params)));
  post('/v1/payment_methods/:id/detach', async ({ db, id }) => actions.detach(db, id));
  get('/v1/payment_methods/:id', async ({ db, id }) => (await load(db, 'payment_method', id)).value);
  get('/v1/payment_intents/:id', async ({ db, id }) => (await load(db, 'payment_intent', id)).value);
  get('/v1/charges/:id', async ({ db, id }) => (await load(db, 'charge', id)).value);
  get('/v1/refunds/:id', async ({ db, id }) => (await load(db, 'refund', id)).value);
  get('/v1/disputes/:id', async ({ db, id }) => (await load(db, 'dispute', id)).value);
  post('/v1/refunds', async ({ db, params }) => actions.refund(db, readRefundParams(params)));
  get('/v1/events', async ({ db, params }) => {
    const { data, hasMore } = await listEvents(db, readEventFilter(params));
    return { object: 'list', url: '/v1/events', has_more: hasMore, data };
  });
  get('/v1/events/:id', async ({ db, id }) => findEvent(db, id));
  app.all('/v1/*', (request, reply) =>
    answer(parts, request, reply, async () => {
      throw invalidRequest(`Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`, {
        status: 404,
      });
    }),
  );
}

async function answer(
  parts: StripeApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  work: Work,
): Promise<FastifyReply> {
  const outcome = await attempt(parts, request, work).catch((error: unknown) => {
    if (error instanceof StripeApiError) return error;
    throw error;
  });
  void reply.headers({ 'request-id': newId('req', 14), 'stripe-version': stripeVersion });
  if (outcome === 'timeout') return reply.hijack(); // the connection stays open and silent until the caller gives up
  if (outcome instanceof StripeApiError) return reply.code(outcome.status).send(outcome.body);
  const key = request.headers['idempotency-key'];
  if (key !== undefined) void reply.header('idempotency-key', key);
  if (outcome.replayed) void reply.header('idempotent-replayed', 'true');
  return reply.code(outcome.status).type('application/json').send(outcome.body);
}

async function attempt(
  parts: StripeApiParts,
  request: FastifyRequest,
  work: Work,
): Promise<SavedAnswer | StripeApiError | 'timeout'> {
  authenticate(request, parts.secretKey);
  assertVersion(request);
  const broken = fault(parts.faults);
  if (broken && !parts.faults.get().apiFaultAfterWork) return broken;
  const done = await carryOut(parts, request, work);
  parts.afterCommit();
  return broken ?? done;
}

async function carryOut({ pool }: StripeApiParts, request: FastifyRequest, work: Work): Promise<SavedAnswer> {
  const path = request.url.split('?')[0] ?? '';
  const body = typeof request.body === 'string' ? request.body : '';
  const params = parseForm(request.method === 'POST' ? body : (request.url.split('?')[1] ?? ''));
  const id = (request.params as { id?: string }).id ?? ''; // Fastify does not know the path's type here
  return inTransaction(pool, async (db) => {
    const action = (): Promise<object> => work({ db, params, id });
    const key = request.headers['idempotency-key'];
    if (request.method === 'POST' && typeof key === 'string' && key !== '')
      return onceByKey(db, { key, method: request.method, path, body }, action);
    return { ...answerOf(await action()), replayed: false };
  });
}

function fault(faults: PaymentFaults): StripeApiError | 'timeout' | null {
  if (faults.take('apiTimeoutNext')) return 'timeout';
  if (!faults.take('apiErrorNext')) return null;
  const status = faults.get().apiErrorStatus;
  if (status === 429) return invalidRequest('Request rate limit exceeded.', { status, code: 'rate_limit' });
  return new StripeApiError(status, { type: 'api_error', message: 'An unknown error occurred.' });
}

// Stripe takes the secret key as a bearer token or as the user name of basic authentication.
function authenticate(request: FastifyRequest, secretKey: string): void {
  const [scheme, value = ''] = (request.headers.authorization ?? '').split(' ');
  const given =
    scheme?.toLowerCase() === 'basic' ? (Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '') : value;
  if (given === '')
    throw invalidRequest('You did not provide an API key. Provide it in the Authorization header, using Bearer auth.', {
      status: 401,
    });
  if (!timingSafeEqual(digest(given), digest(secretKey)))
    throw invalidRequest(`Invalid API Key provided: ${given.slice(0, 7)}${'*'.repeat(8)}`, { status: 401 });
}

// Without the header the account's own default counts, which is this version.
function assertVersion(request: FastifyRequest): void {
  const version = request.headers['stripe-version'] ?? stripeVersion;
  if (version !== stripeVersion) throw invalidRequest(`Invalid Stripe API version: ${String(version)}`);
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** `expand[]=` the payment with its charge, the saved card with its payment method, and the lines. */
async function expand(db: Db, session: SessionObject, params: Params): Promise<object> {
  const wanted = list(params['expand'], 'expand').map((path) => (typeof path === 'string' ? path : ''));
  const known = [
    'payment_intent',
    'payment_intent.latest_charge',
    'setup_intent',
    'setup_intent.payment_method',
    'line_items',
  ];
  const stranger = wanted.find((path) => !known.includes(path));
  if (stranger !== undefined)
    throw invalidRequest(`This property cannot be expanded (${stranger}).`, { param: 'expand' });
  const result: Record<string, unknown> = { ...session };
  if (wanted.includes('line_items'))
    result['line_items'] = (await load(db, 'checkout.session', session.id)).extras.line_items;
  if (session.setup_intent !== null && wanted.some((path) => path.startsWith('setup_intent'))) {
    const { value: setup } = await load(db, 'setup_intent', session.setup_intent);
    const card = wanted.includes('setup_intent.payment_method')
      ? (await load(db, 'payment_method', setup.payment_method)).value
      : setup.payment_method;
    result['setup_intent'] = { ...setup, payment_method: card };
  }
  if (session.payment_intent !== null && wanted.some((path) => path.startsWith('payment_intent'))) {
    const { value: intent } = await load(db, 'payment_intent', session.payment_intent);
    const charge =
      wanted.includes('payment_intent.latest_charge') && intent.latest_charge !== null
        ? (await load(db, 'charge', intent.latest_charge)).value
        : intent.latest_charge;
    result['payment_intent'] = { ...intent, latest_charge: charge };
  }
  return result;
}

function readRefundParams(params: Params): RefundParams {
  assertKnown(params, ['charge', 'payment_intent', 'amount', 'reason', 'metadata', 'expand']);
  const charge = optionalText(params, 'charge');
  const paymentIntent = optionalText(params, 'payment_intent');
  if (charge === null && paymentIntent === null)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    });
  const reason = optionalText(params, 'reason');
  return {
    charge,
    paymentIntent,
    amount: optionalInteger(params, 'amount'),
    reason: reason === null ? null : oneOf(reason, ['duplicate', 'fraudulent', 'requested_by_customer'], 'reason'),
    metadata: metadata(params['metadata']),
  };
}

// Of payment intents this environment knows one kind: a saved card is charged at once, without its holder.
function readIntentParams(params: Params): IntentParams {
  const known = [
    'amount',
    'currency',
    'customer',
    'payment_method',
    'metadata',
    'description',
    'confirm',
    'off_session',
  ];
  assertKnown(params, [...known, 'allowed_payment_method_types', 'expand']);
  for (const name of ['confirm', 'off_session'])
    if (params[name] !== 'true')
      throw invalidRequest(`This test environment creates payment intents with \`${name}\` only.`, { param: name });
  const amount = optionalInteger(params, 'amount');
  if (amount === null) throw missingParam('amount');
  assertChargeable(amount, 'amount');
  return {
    amount,
    currency: readCurrency(params, 'currency'),
    customer: text(params, 'customer'),
    payment_method: text(params, 'payment_method'),
    metadata: metadata(params['metadata']),
    description: optionalText(params, 'description'),
  };
}

function readEventFilter(params: Params): EventFilter {
  assertKnown(params, ['type', 'types', 'created', 'limit', 'starting_after', 'ending_before', 'delivery_success']);
  const limit = optionalInteger(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalidRequest('The limit must be between 1 and 100.', { param: 'limit' });
  const type = optionalText(params, 'type');
  const types = type === null ? list(params['types'], 'types').map(String) : [type];
  const created = typeof params['created'] === 'object' ? object(params['created'], 'created') : {};
  const startingAfter = optionalText(params, 'starting_after');
  const endingBefore = optionalText(params, 'ending_before');
  return {
    limit,
    ...(types.length > 0 ? { types } : {}),
    createdFrom: optionalInteger(created, 'gte', 'created[gte]') ?? 0,
    createdAfter: optionalInteger(created, 'gt', 'created[gt]') ?? -1,
    ...(startingAfter === null ? {} : { startingAfter }),
    ...(endingBefore === null ? {} : { endingBefore }),
  };
}
