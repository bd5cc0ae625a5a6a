import { urlToHttpOptions } from 'node:url';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Config } from './config.ts';

/** The version of Stripe's API that we speak: the one that the package's types describe. The sandbox answers in it. */
export const stripeVersion = '2026-10-28.endive';

const TIMEOUT_MS = 15_000;
const RETRIES = 2;
const TOLERANCE_SECONDS = 300;

// The package takes up to a third of a second to load: the first payment loads it, and no start waits for it.
const load = async () => (await import('stripe')).Stripe;

/** Stripe's client. It repeats what is safe to repeat, with the same idempotency key, and throws `errors.StripeError`. */
export async function openStripe(options: { apiUrl: string; secretKey: string; timeoutMs?: number }): Promise<Stripe> {
  const { hostname, port, protocol } = urlToHttpOptions(new URL(options.apiUrl));
  const isPlain = protocol === 'http:';
  const Client = await load();
  return new Client(options.secretKey, {
    apiVersion: stripeVersion,
    host: hostname ?? '',
    port: port ?? (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}

/** Stripe, opened by the first call; null where no key is set. */
export function stripeOf(config: Pick<Config, 'STRIPE_API_URL' | 'STRIPE_SECRET_KEY'>): (() => Promise<Stripe>) | null {
  const { STRIPE_API_URL: apiUrl, STRIPE_SECRET_KEY: secretKey } = config;
  if (!secretKey) return null;
  let opened: Promise<Stripe> | undefined;
  return () => (opened ??= openStripe({ apiUrl, secretKey }));
}

/** A webhook call that is not to be believed. Answer 400 and do nothing. */
export class StripeCallError extends Error {
  override readonly name = 'StripeCallError';
  readonly reason: 'unsigned' | 'no_match_or_too_old' | 'unreadable';
  constructor(reason: StripeCallError['reason'], cause?: unknown) {
    super(`A call in Stripe's name was refused: ${reason}.`, { cause });
    this.reason = reason;
  }
}

const eventSchema = z.looseObject({
  object: z.literal('event'),
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.looseObject({ object: z.looseObject({}) }),
});

/**
 * Checks that a webhook call comes from Stripe and is fresh, and reads its event. `rawBody` must be the bytes as they
 * came. Of several signatures (two secrets while one is replaced) one must fit. Throws `StripeCallError`.
 */
export async function readSignedEvent(call: {
  rawBody: Buffer;
  signatureHeader: string | undefined;
  secret: string;
  now: Date;
}): Promise<Stripe.Event> {
  const header = call.signatureHeader ?? '';
  if (!/(?:^|,)v1=[^,]/.test(header)) throw new StripeCallError('unsigned');
  const { webhooks, errors } = await load();
  try {
    const receivedAt = call.now.getTime();
    const event = webhooks.constructEvent(call.rawBody, header, call.secret, TOLERANCE_SECONDS, undefined, receivedAt);
    eventSchema.parse(event);
    return event;
  } catch (error) {
    const isForged = error instanceof errors.StripeSignatureVerificationError;
    throw new StripeCallError(isForged ? 'no_match_or_too_old' : 'unreadable', error);
  }
}
