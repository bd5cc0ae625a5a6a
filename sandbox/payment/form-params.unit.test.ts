import { describe, expect, test } from 'vitest';
import { readCheckoutParams } from './checkout-params.ts';
import { parseForm } from './form-params.ts';
import { StripeApiError } from './stripe-error.ts';
import { BANK_DEBIT, cardOutcome } from './test-cards.ts';

const NOW = 1_800_000_000;
const GOOD = new URLSearchParams({
  mode: 'payment',
  'line_items[0][quantity]': '2',
  'line_items[0][price_data][currency]': 'USD',
  'line_items[0][price_data][unit_amount]': '1250',
  'line_items[0][price_data][product_data][name]': 'Wallet top-up',
  success_url: 'http://localhost:8080/wallet/recharge?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:8080/wallet/recharge',
  'metadata[reference]': 'P-1',
});

function refusal(changes: Record<string, string | null>) {
  const form = new URLSearchParams(GOOD);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) form.delete(name);
    else form.set(name, value);
  }
  try {
    readCheckoutParams(parseForm(form.toString()), NOW);
  } catch (error) {
    if (error instanceof StripeApiError) return error.body.error;
    throw error;
  }
  return null;
}

describe('form encoding', () => {
  test('brackets make objects and lists', () => {
    expect(parseForm('a=1&b[c][d]=2&b[c][e]=3&l[0][x]=4&l[1][x]=5&expand[]=p&expand[]=q&s=%C3%A9+%26')).toEqual({
      a: '1',
      b: { c: { d: '2', e: '3' } },
      l: [{ x: '4' }, { x: '5' }],
      expand: ['p', 'q'],
      s: 'é &',
    });
  });

  test('a parameter called __proto__ changes nothing but itself', () => {
    parseForm('__proto__[polluted]=yes&a[__proto__][polluted]=yes&constructor[prototype][polluted]=yes');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test.each(['a=1&a[b]=2', 'a[b]=2&a=1', '[a]=1', 'a[b=1', 'a[b][c][d][e][f][g]=1'])('%s is refused', (text) => {
    expect(() => parseForm(text)).toThrow(StripeApiError);
  });
});

describe('checkout parameters', () => {
  test('are read, with the total of the lines and 24 hours by default', () => {
    expect(readCheckoutParams(parseForm(GOOD.toString()), NOW)).toMatchObject({
      amount: 2500,
      currency: 'usd',
      expiresAt: NOW + 86_400,
      metadata: { reference: 'P-1' },
      customerEmail: null,
    });
  });

  test.each([
    [{ mode: null }, { code: 'parameter_missing', param: 'mode' }],
    [{ 'line_items[0][quantity]': null }, { code: 'parameter_missing', param: 'line_items[0][quantity]' }],
    [
      { 'line_items[0][price_data][unit_amount]': '12.5' },
      { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
    ],
    [
      { 'line_items[0][price_data][unit_amount]': '-5' },
      { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
    ],
    [{ 'line_items[0][price_data][unit_amount]': '24' }, { code: 'amount_too_small', param: 'line_items' }],
    [{ success_url: '/wallet' }, { code: 'url_invalid', param: 'success_url' }],
    [{ success_url: null }, { code: 'parameter_missing', param: 'success_url' }],
    [{ sucess_url: 'http://x.example' }, { code: 'parameter_unknown', param: 'sucess_url' }],
    [{ customer_email: 'nobody' }, { code: 'email_invalid', param: 'customer_email' }],
    [{ expires_at: String(NOW + 600) }, { type: 'invalid_request_error', param: 'expires_at' }],
    [{ expires_at: String(NOW + 90_000) }, { type: 'invalid_request_error', param: 'expires_at' }],
    [{ 'metadata[k]': 'x'.repeat(501) }, { param: 'metadata[k]' }],
    [{ mode: 'subscription' }, { param: 'mode' }],
  ])('%j is refused with %j', (changes, expected) => {
    expect(refusal(changes)).toMatchObject(expected);
  });
});

test.each([
  ['4242 4242 4242 4242', { kind: 'paid', details: { card: { last4: '4242', brand: 'visa' } } }],
  ['4000000000000002', { kind: 'declined', code: 'card_declined', declineCode: 'generic_decline' }],
  ['4000000000009995', { kind: 'declined', declineCode: 'insufficient_funds' }],
  ['4242424242424241', { kind: 'declined', code: 'incorrect_number' }],
  ['4111111111111111', { kind: 'declined', declineCode: 'test_mode_live_card' }],
  ['4000000000000259', { kind: 'disputed' }],
  [BANK_DEBIT, { kind: 'later' }],
])('paying with %s: %j', (method, expected) => {
  expect(cardOutcome(method, 2026)).toMatchObject(expected);
});
