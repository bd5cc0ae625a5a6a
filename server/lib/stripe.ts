import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import {
  checkoutSessionSchema,
  stripeErrorBodySchema,
  stripeEventSchema,
  type CheckoutSession,
  type StripeEvent,
} from './stripe-schemas.ts';

export type { CheckoutSession, StripeEvent };

// The version whose shapes stripe-schemas.ts was written for; without the header the account's own default would decide.
const API_VERSION = '2026-03-25.dahlia';
const TIMEOUT_MS = 15_000;
const RETRIES = 2;
const FIRST_PAUSE_MS = 250;

/**
 * A call to Stripe that gave no usable answer. `refused`: our request is at fault, repeating it is useless. `unavailable`: network, 5xx, 429 or no
 * answer in time; the call may or may not have had its effect, so repeat it with the same idempotency key. `unreadable`: an answer that is not Stripe's.
 */
export class StripeError extends Error {
  override readonly name = 'StripeError';
  readonly kind: 'refused' | 'unavailable' | 'unreadable';
  readonly status: number | null;
  readonly type: string | null;
  readonly code: string | null;
  readonly param: string | null;
  readonly requestId: string | null;
  constructor(
    kind: StripeError['kind'],
    message: string,
    details: {
      status?: number;
      type?: string;
      code?: string | null;
      param?: string | null;
      requestId?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = details.status ?? null;
    this.type = details.type ?? null;
    this.code = details.code ?? null;
    this.param = details.param ?? null;
    this.requestId = details.requestId ?? null;
  }
}

/** A webhook call that is not to be believed. Answer 400 and do nothing. */
export class StripeSignatureError extends Error {
  override readonly name = 'StripeSignatureError';
  readonly reason: 'missing' | 'malformed' | 'no_match' | 'too_old' | 'unreadable_event';
  constructor(reason: StripeSignatureError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export type NewCheckoutSession = {
  /** Minor units. */
  amount: number;
  currency: string;
  /** Our own id of the payment: comes back as the session's reference and on its charge. */
  reference: string;
  /** What the customer reads on the payment page and the receipt. */
  description?: string;
  /** May contain `{CHECKOUT_SESSION_ID}`. */
  successUrl: string;
  cancelUrl: string;
  email: string | null;
  idempotencyKey: string;
  /** From 30 minutes to 24 hours ahead. */
  expiresAt: Date;
};

export type StripeClient = {
  createCheckoutSession(session: NewCheckoutSession): Promise<CheckoutSession>;
  /** With the payment intent expanded, if there is one. */
  getCheckoutSession(id: string): Promise<CheckoutSession>;
  /** Closes an open session, so that it can no longer be paid; refused when it is not open. */
  expireCheckoutSession(id: string): Promise<CheckoutSession>;
  /** One page of events, newest first: finds what no webhook brought. */
  listEvents(filter: {
    createdFrom?: Date;
    startingAfter?: string;
    limit?: number;
  }): Promise<{ events: StripeEvent[]; hasMore: boolean }>;
};

const eventListSchema = z.object({ data: z.array(stripeEventSchema), has_more: z.boolean() });

/** A client for the few calls that the portal needs. Retries what is safe to repeat; throws `StripeError`. */
export function stripeClient(options: { apiUrl: string; secretKey: string; timeoutMs?: number }): StripeClient {
  const call = <T>(request: ApiRequest<T>): Promise<T> => withRetries(() => callOnce(options, request));
  const sessionPath = (id: string): string => `/v1/checkout/sessions/${encodeURIComponent(id)}`;
  return {
    createCheckoutSession: (session) =>
      call({
        method: 'POST',
        path: '/v1/checkout/sessions',
        form: checkoutForm(session),
        idempotencyKey: session.idempotencyKey,
        schema: checkoutSessionSchema,
      }),
    getCheckoutSession: (id) =>
      call({
        method: 'GET',
        path: sessionPath(id),
        form: [['expand[]', 'payment_intent']],
        schema: checkoutSessionSchema,
      }),
    expireCheckoutSession: (id) =>
      call({ method: 'POST', path: `${sessionPath(id)}/expire`, form: [], schema: checkoutSessionSchema }),
    async listEvents({ createdFrom, startingAfter, limit = 100 }) {
      const form: Form = [['limit', String(limit)]];
      if (createdFrom) form.push(['created[gte]', String(toSeconds(createdFrom))]);
      if (startingAfter) form.push(['starting_after', startingAfter]);
      const page = await call({ method: 'GET', path: '/v1/events', form, schema: eventListSchema });
      return { events: page.data, hasMore: page.has_more };
    },
  };
}

type Form = [name: string, value: string][];
type ApiRequest<T> = {
  method: 'GET' | 'POST';
  path: string;
  form: Form;
  idempotencyKey?: string;
  schema: z.ZodType<T>;
};

function checkoutForm(session: NewCheckoutSession): Form {
  const line = 'line_items[0]';
  const form: Form = [
    ['mode', 'payment'],
    [`${line}[quantity]`, '1'],
    [`${line}[price_data][currency]`, session.currency.toLowerCase()],
    [`${line}[price_data][unit_amount]`, String(session.amount)],
    [`${line}[price_data][product_data][name]`, session.description ?? `Payment ${session.reference}`],
    ['client_reference_id', session.reference],
    ['metadata[reference]', session.reference],
    // Stripe does not hand a session's metadata on to its charge, and disputes know only the charge.
    ['payment_intent_data[metadata][reference]', session.reference],
    ['success_url', session.successUrl],
    ['cancel_url', session.cancelUrl],
    ['expires_at', String(toSeconds(session.expiresAt))],
  ];
  if (session.email !== null) form.push(['customer_email', session.email]);
  return form;
}

async function withRetries<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      // a timeout has already cost the user long enough; `unavailable` with a status or a broken connection is quick
      const again = error instanceof StripeError && error.kind === 'unavailable' && error.code !== 'timeout';
      if (!again || attempt >= RETRIES) throw error;
      await delay(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random())); // spread out, so that callers do not collide again
    }
  }
}

async function callOnce<T>(
  options: { apiUrl: string; secretKey: string; timeoutMs?: number },
  request: ApiRequest<T>,
): Promise<T> {
  const params = new URLSearchParams(request.form).toString();
  const url = `${options.apiUrl.replace(/\/$/, '')}${request.path}${request.method === 'GET' && params !== '' ? `?${params}` : ''}`;
  const headers: Record<string, string> = {
    authorization: `Bearer ${options.secretKey}`,
    'stripe-version': API_VERSION,
  };
  if (request.method === 'POST') headers['content-type'] = 'application/x-www-form-urlencoded';
  if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey;
  let status: number;
  let requestId: string | null;
  let text: string;
  try {
    const body = request.method === 'POST' ? { body: params } : {};
    const answer = await fetch(url, {
      method: request.method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      ...body,
    });
    status = answer.status;
    requestId = answer.headers.get('request-id');
    text = await answer.text();
  } catch (cause) {
    const timeout = cause instanceof Error && cause.name === 'TimeoutError';
    throw new StripeError('unavailable', timeout ? 'Stripe did not answer in time.' : 'Stripe could not be reached.', {
      code: timeout ? 'timeout' : 'network',
      cause,
    });
  }
  if (status < 200 || status > 299) throw errorOf(status, text, requestId);
  const parsed = request.schema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new StripeError('unreadable', 'Stripe gave an answer that could not be understood.', {
      status,
      requestId,
      cause: parsed.error,
    });
  return parsed.data;
}

function errorOf(status: number, text: string, requestId: string | null): StripeError {
  const parsed = stripeErrorBodySchema.safeParse(parseJson(text));
  const error = parsed.success ? parsed.data.error : null;
  // 409 = another call with this idempotency key is still at work
  const kind = status >= 500 || status === 429 || status === 409 ? 'unavailable' : 'refused';
  const message = error?.message ?? `Stripe answered with status ${status}.`;
  return new StripeError(kind, message, {
    status,
    requestId,
    ...(error ? { type: error.type, code: error.code ?? null, param: error.param ?? null } : {}),
  });
}

/**
 * Checks that a webhook call comes from Stripe and is fresh, and reads its event. `rawBody` must be the bytes as they came. Several `v1`
 * signatures (two secrets while one is replaced) count if one fits. Throws `StripeSignatureError`.
 */
export function verifyStripeEvent(call: {
  rawBody: string | Buffer;
  signatureHeader: string | undefined;
  secret: string;
  now: Date;
  toleranceSeconds?: number;
}): StripeEvent {
  const { rawBody, secret, now, toleranceSeconds = 300 } = call;
  if (!call.signatureHeader) throw new StripeSignatureError('missing', 'The call carries no Stripe-Signature header.');
  const { timestamp, signatures } = readSignatureHeader(call.signatureHeader);
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
  // Every signature is compared, each in constant time.
  const fits = signatures.map((signature) => timingSafeEqual(signature, expected)).includes(true);
  if (!fits) throw new StripeSignatureError('no_match', 'The signature does not belong to this body and secret.');
  if (toSeconds(now) - Number(timestamp) > toleranceSeconds)
    throw new StripeSignatureError('too_old', 'The signature is too old.');
  const event = stripeEventSchema.safeParse(parseJson(rawBody.toString()));
  if (!event.success)
    throw new StripeSignatureError('unreadable_event', 'The event could not be understood.', event.error);
  return event.data;
}

function readSignatureHeader(header: string): { timestamp: string; signatures: Buffer[] } {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts
    .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/i.test(value ?? ''))
    .map(([, value]) => Buffer.from(value ?? '', 'hex'));
  if (!/^\d{1,12}$/.test(timestamp) || signatures.length === 0)
    throw new StripeSignatureError('malformed', 'The Stripe-Signature header is not of the form t=…,v1=….');
  return { timestamp, signatures };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema then says that nothing usable is there
  }
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
