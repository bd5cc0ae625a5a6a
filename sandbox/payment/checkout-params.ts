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

/** What a Checkout Session is made from; `amount` is null for one that only saves a card. Amounts in minor units, `expiresAt` in Unix seconds. */
export type CheckoutParams = {
  mode: 'payment' | 'setup';
  currency: string;
  amount: number | null;
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
  'customer_creation',
  'currency',
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
  if (mode === 'subscription')
    throw invalidRequest('This test environment does not know the mode subscription.', { param: 'mode' });
  const bought = mode === 'payment' ? readGoods(params) : readSetup(params);
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
    mode,
    ...bought,
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

function readGoods(params: Params) {
  const lines = readLines(params['line_items']);
  const amount = lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
  assertChargeable(amount, 'line_items');
  return { lines, amount, currency: lines[0]?.currency ?? '' };
}

// A card is saved without an amount; the currency says which methods of payment are offered.
function readSetup(params: Params) {
  for (const name of ['line_items', 'payment_intent_data'])
    if (params[name] !== undefined)
      throw invalidRequest(`You can not pass \`${name}\` in \`setup\` mode.`, { param: name });
  const created = optionalText(params, 'customer_creation');
  if (created !== null) oneOf(created, ['always', 'if_required'], 'customer_creation');
  return { lines: [], amount: null, currency: readCurrency(params, 'currency') };
}

/** Refuses an amount that no card is charged. */
export function assertChargeable(amount: number, param: string): void {
  if (amount < SMALLEST_AMOUNT)
    throw invalidRequest('The total amount due is below the smallest amount that can be charged.', {
      code: 'amount_too_small',
      param,
    });
  if (amount > LARGEST_AMOUNT)
    throw invalidRequest('The total amount due is above the largest amount that can be charged.', {
      code: 'amount_too_large',
      param,
    });
}

export function readCurrency(params: Params, path: string): string {
  const currency = text(params, 'currency', path);
  if (!/^[a-z]{3}$/i.test(currency)) throw invalidRequest(`Invalid currency: ${currency}`, { param: path });
  return currency.toLowerCase();
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
  const currency = readCurrency(price, `${path}[price_data][currency]`);
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
    currency,
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
