import type { Params, ParamValue } from './form-params.ts';
import {
  list,
  metadata,
  object,
  oneOf,
  optionalInteger,
  optionalText,
  assertKnown,
  text,
  url,
} from './param-readers.ts';
import { invalidRequest, missingParam } from './stripe-error.ts';

/** What a payment-mode Checkout Session is made from. Amounts in minor units, `expiresAt` in Unix seconds. */
export type CheckoutParams = {
  currency: string;
  amount: number;
  lines: { name: string; description: string | null; unitAmount: number; quantity: number }[];
  clientReferenceId: string | null;
  customerEmail: string | null;
  successUrl: string;
  cancelUrl: string | null;
  metadata: Record<string, string>;
  paymentIntentMetadata: Record<string, string>;
  paymentIntentDescription: string | null;
  expiresAt: number;
};

const KNOWN = [
  'mode',
  'line_items',
  'client_reference_id',
  'customer_email',
  'success_url',
  'cancel_url',
  'metadata',
  'expires_at',
  'allowed_payment_method_types',
  'payment_intent_data',
  'locale',
  'submit_type',
  'ui_mode',
  'expand',
];
const DAY = 24 * 60 * 60;
const SHORTEST = 30 * 60;
const CLOCK_LEEWAY = 60;
const LARGEST_AMOUNT = 99_999_999;
const SMALLEST_AMOUNT = 50;

/** Reads and checks the parameters of `POST /v1/checkout/sessions`. `now` in Unix seconds. */
export function readCheckoutParams(params: Params, now: number): CheckoutParams {
  assertKnown(params, KNOWN);
  const mode = oneOf(text(params, 'mode'), ['payment', 'setup', 'subscription'], 'mode');
  if (mode !== 'payment') throw invalidRequest('This test environment knows only the mode payment.', { param: 'mode' });
  const lines = readLines(params['line_items']);
  const amount = lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
  const currency = lines[0]?.currency ?? '';
  if (amount < SMALLEST_AMOUNT)
    throw invalidRequest("The Checkout Session's total amount due is below the smallest amount that can be charged.", {
      code: 'amount_too_small',
      param: 'line_items',
    });
  if (amount > LARGEST_AMOUNT)
    throw invalidRequest("The Checkout Session's total amount due is above the largest amount that can be charged.", {
      code: 'amount_too_large',
      param: 'line_items',
    });
  const clientReferenceId = optionalText(params, 'client_reference_id');
  if (clientReferenceId !== null && clientReferenceId.length > 200)
    throw invalidRequest('Invalid string: at most 200 characters.', { param: 'client_reference_id' });
  const customerEmail = optionalText(params, 'customer_email');
  if (customerEmail !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(customerEmail))
    throw invalidRequest(`Invalid email address: ${customerEmail}`, { code: 'email_invalid', param: 'customer_email' });
  const intent =
    params['payment_intent_data'] === undefined ? {} : object(params['payment_intent_data'], 'payment_intent_data');
  assertKnown(intent, ['metadata', 'description', 'statement_descriptor'], 'payment_intent_data');
  return {
    currency,
    amount,
    lines,
    clientReferenceId,
    customerEmail,
    successUrl: url(params, 'success_url'),
    cancelUrl: params['cancel_url'] === undefined ? null : url(params, 'cancel_url'),
    metadata: metadata(params['metadata']),
    paymentIntentMetadata: metadata(intent['metadata'], 'payment_intent_data[metadata]'),
    paymentIntentDescription: optionalText(intent, 'description', 'payment_intent_data[description]'),
    expiresAt: readExpiry(params, now),
  };
}

function readLines(value: ParamValue | undefined) {
  const entries = list(value, 'line_items');
  if (entries.length === 0) throw missingParam('line_items');
  const lines = entries.map((entry, index) => readLine(entry, `line_items[${index}]`));
  const currency = lines[0]?.currency;
  if (lines.some((line) => line.currency !== currency))
    throw invalidRequest('All line items must have the same currency.', { param: 'line_items' });
  return lines;
}

function readLine(entry: ParamValue, path: string) {
  const item = object(entry, path);
  assertKnown(item, ['price_data', 'quantity'], path);
  const price = object(item['price_data'], `${path}[price_data]`);
  assertKnown(price, ['currency', 'unit_amount', 'product_data'], `${path}[price_data]`);
  const product = object(price['product_data'], `${path}[price_data][product_data]`);
  assertKnown(product, ['name', 'description'], `${path}[price_data][product_data]`);
  const currency = text(price, 'currency', `${path}[price_data][currency]`);
  if (!/^[a-z]{3}$/i.test(currency))
    throw invalidRequest(`Invalid currency: ${currency}`, { param: `${path}[price_data][currency]` });
  const unitAmount = optionalInteger(price, 'unit_amount', `${path}[price_data][unit_amount]`);
  if (unitAmount === null) throw missingParam(`${path}[price_data][unit_amount]`);
  if (unitAmount < 0)
    throw invalidRequest('Invalid non-negative integer', {
      param: `${path}[price_data][unit_amount]`,
      code: 'parameter_invalid_integer',
    });
  const quantity = optionalInteger(item, 'quantity', `${path}[quantity]`);
  if (quantity === null) throw missingParam(`${path}[quantity]`);
  if (quantity < 1)
    throw invalidRequest('Invalid positive integer', { param: `${path}[quantity]`, code: 'parameter_invalid_integer' });
  return {
    currency: currency.toLowerCase(),
    unitAmount,
    quantity,
    name: text(product, 'name', `${path}[price_data][product_data][name]`),
    description: optionalText(product, 'description', `${path}[price_data][product_data][description]`),
  };
}

// Stripe: from 30 minutes to 24 hours after creation, 24 hours by default.
function readExpiry(params: Params, now: number): number {
  const expiresAt = optionalInteger(params, 'expires_at');
  if (expiresAt === null) return now + DAY;
  if (expiresAt < now + SHORTEST - CLOCK_LEEWAY)
    throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    });
  if (expiresAt > now + DAY + CLOCK_LEEWAY)
    throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    });
  return expiresAt;
}
