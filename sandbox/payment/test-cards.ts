import type { PaymentMethodDetails } from './stripe-objects.ts';

/** What becomes of a payment attempt. `later` = the bank answers afterwards; `disputed` = paid, and contested at once. */
export type CardOutcome =
  | { kind: 'paid' | 'disputed' | 'later'; details: PaymentMethodDetails }
  | { kind: 'declined'; details: PaymentMethodDetails; code: string; declineCode: string | null; message: string };

/** Pays by bank debit instead of by card: the session completes unpaid, and the money comes (or not) when it is settled. */
export const BANK_DEBIT = 'bank_debit';

/** Always asks for its holder, also when it was saved before. */
const AUTHENTICATE = '4000002760003184';
/** Can be saved, and is declined when it is charged later. */
const DECLINED_LATER = '4000000000000341';

/** Stripe's own test numbers that are offered on the checkout page. */
export const OFFERED_CARDS = [
  { number: '4242424242424242', text: 'Succeeds' },
  { number: '4000000000000002', text: 'Declined' },
  { number: '4000000000009995', text: 'Declined: insufficient funds' },
  { number: '4000000000000069', text: 'Declined: expired card' },
  { number: '4000000000000259', text: 'Succeeds, then is disputed' },
  { number: DECLINED_LATER, text: 'Can be saved, declined when charged' },
  { number: AUTHENTICATE, text: 'Can be saved, asks for its holder each time' },
] as const;

const DECLINES: Record<string, { code: string; declineCode: string | null; message: string }> = {
  '4000000000000002': { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  '4000000000009995': {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  [DECLINED_LATER]: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  '4000000000009987': { code: 'card_declined', declineCode: 'lost_card', message: 'Your card was declined.' },
  '4000000000000069': { code: 'expired_card', declineCode: null, message: 'Your card has expired.' },
  '4000000000000127': { code: 'incorrect_cvc', declineCode: null, message: "Your card's security code is incorrect." },
  '4000000000000119': {
    code: 'processing_error',
    declineCode: null,
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};
const GOOD = [AUTHENTICATE, '4242424242424242', '4000056655665556', '5555555555554444', '378282246310005'];
const DISPUTED = '4000000000000259';

/** What Stripe's test mode does with a number. Spaces are ignored; `year` is the current one, for the card's expiry. */
export function cardOutcome(method: string, year: number): CardOutcome {
  if (method === BANK_DEBIT)
    return {
      kind: 'later',
      details: { type: 'us_bank_account', us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: '6789' } },
    };
  const number = plainNumber(method);
  const details: PaymentMethodDetails = {
    type: 'card',
    card: { brand: brandOf(number), last4: number.slice(-4), exp_month: 12, exp_year: year + 3, funding: 'credit' },
  };
  if (GOOD.includes(number)) return { kind: 'paid', details };
  if (number === DISPUTED) return { kind: 'disputed', details };
  const decline = DECLINES[number];
  if (decline) return { kind: 'declined', details, ...decline };
  if (!passesLuhn(number))
    return {
      kind: 'declined',
      details,
      code: 'incorrect_number',
      declineCode: null,
      message: 'Your card number is incorrect.',
    };
  return {
    kind: 'declined',
    details,
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message: 'Your card was declined. Only test cards can pay in this test environment.',
  };
}

/** What a saved card does when it is charged without its holder. */
export function savedCardOutcome(number: string, year: number): CardOutcome {
  const outcome = cardOutcome(number, year);
  if (number !== AUTHENTICATE) return outcome;
  const message = 'Your card was declined. This transaction requires authentication.';
  return {
    kind: 'declined',
    details: outcome.details,
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message,
  };
}

/** Whether a card can be saved: those that are declined at once cannot. */
export function canBeSaved(outcome: CardOutcome, number: string): boolean {
  return outcome.kind === 'paid' || outcome.kind === 'disputed' || number === DECLINED_LATER;
}

export const plainNumber = (method: string): string => method.replace(/[\s-]/g, '');

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (number.startsWith('5')) return 'mastercard';
  return number.startsWith('3') ? 'amex' : 'unknown';
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
