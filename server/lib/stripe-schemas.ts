import { z } from 'zod';

// Only what the portal reads is checked; Stripe adds fields at any time. Objects arrive in snake_case and leave in camelCase.

const currency = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform((code) => code.toUpperCase());
const moment = z
  .number()
  .int()
  .transform((seconds) => new Date(seconds * 1000));
const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});

const paymentErrorSchema = z.object({ code: z.string().nullish(), message: z.string().nullish() });

export const paymentIntentSchema = z
  .object({
    id: z.string(),
    amount: z.number().int(),
    amount_received: z.number().int().nullish(),
    currency,
    status: z.string(),
    metadata,
    last_payment_error: paymentErrorSchema.nullish(),
  })
  .transform((intent) => ({
    id: intent.id,
    amount: intent.amount,
    amountReceived: intent.amount_received ?? 0,
    currency: intent.currency,
    status: intent.status,
    reference: intent.metadata['reference'] ?? null,
    lastError: intent.last_payment_error
      ? { code: intent.last_payment_error.code ?? null, message: intent.last_payment_error.message ?? null }
      : null,
  }));

// An expandable field: the id alone, or the whole object.
const expandableIntent = z.union([
  z.string().transform((id) => ({ id, object: null })),
  paymentIntentSchema.transform((intent) => ({ id: intent.id, object: intent })),
]);

export const checkoutSessionSchema = z
  .object({
    id: z.string(),
    url: z.string().nullish(),
    status: z.enum(['open', 'complete', 'expired']),
    payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
    amount_total: z.number().int(),
    currency,
    client_reference_id: z.string().nullish(),
    metadata,
    payment_intent: expandableIntent.nullish(),
    expires_at: moment,
  })
  .transform((session) => ({
    id: session.id,
    url: session.url ?? null,
    status: session.status,
    paymentStatus: session.payment_status,
    amountTotal: session.amount_total,
    currency: session.currency,
    reference: session.client_reference_id ?? session.metadata['reference'] ?? null,
    paymentIntentId: session.payment_intent?.id ?? null,
    paymentIntent: session.payment_intent?.object ?? null,
    expiresAt: session.expires_at,
  }));

export const chargeSchema = z
  .object({
    id: z.string(),
    amount: z.number().int(),
    amount_refunded: z.number().int(),
    currency,
    refunded: z.boolean(),
    payment_intent: z.string().nullish(),
    metadata,
  })
  .transform((charge) => ({
    id: charge.id,
    amount: charge.amount,
    amountRefunded: charge.amount_refunded,
    currency: charge.currency,
    fullyRefunded: charge.refunded,
    paymentIntentId: charge.payment_intent ?? null,
    reference: charge.metadata['reference'] ?? null,
  }));

export const disputeSchema = z
  .object({
    id: z.string(),
    amount: z.number().int(),
    currency,
    charge: z.string(),
    payment_intent: z.string().nullish(),
    reason: z.string(),
    status: z.string(),
  })
  .transform((dispute) => ({
    id: dispute.id,
    amount: dispute.amount,
    currency: dispute.currency,
    chargeId: dispute.charge,
    paymentIntentId: dispute.payment_intent ?? null,
    reason: dispute.reason,
    status: dispute.status,
  }));

const envelope = { id: z.string(), created: moment };

const knownEventSchema = z.discriminatedUnion('type', [
  z.object({
    ...envelope,
    type: z.enum([
      'checkout.session.completed',
      'checkout.session.expired',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
    ]),
    data: z.object({ object: checkoutSessionSchema }),
  }),
  z.object({
    ...envelope,
    type: z.literal('payment_intent.payment_failed'),
    data: z.object({ object: paymentIntentSchema }),
  }),
  z.object({ ...envelope, type: z.literal('charge.refunded'), data: z.object({ object: chargeSchema }) }),
  z.object({
    ...envelope,
    type: z.enum(['charge.dispute.created', 'charge.dispute.closed']),
    data: z.object({ object: disputeSchema }),
  }),
]);

const otherEventSchema = z
  .object({ ...envelope, type: z.string() })
  .transform(({ id, created, type }) => ({ id, created, type: 'other' as const, stripeType: type }));

const KNOWN: ReadonlySet<string> = new Set<z.infer<typeof knownEventSchema>['type']>([
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
]);

/** An event; kinds that the portal does not act upon become `{ type: 'other', stripeType }`. */
export const stripeEventSchema = z.looseObject({ type: z.string() }).transform((event, context) => {
  const parsed = KNOWN.has(event.type) ? knownEventSchema.safeParse(event) : otherEventSchema.safeParse(event);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues)
    context.addIssue({ code: 'custom', message: issue.message, path: issue.path });
  return z.NEVER;
});

export const stripeErrorBodySchema = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().nullish(),
    message: z.string().nullish(),
    param: z.string().nullish(),
  }),
});

/** A Checkout Session. Amounts in minor units, currency as ISO 4217 code in capitals. */
export type CheckoutSession = z.output<typeof checkoutSessionSchema>;
export type StripeEvent = z.output<typeof stripeEventSchema>;
