import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { stripeClient, StripeError, StripeSignatureError, verifyStripeEvent } from './stripe.ts';

const SECRET = 'whsec_test';
const NOW = new Date('2026-11-21T09:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const BODY = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  created: SECONDS,
  type: 'charge.dispute.created',
  data: {
    object: {
      id: 'du_1',
      amount: 1250,
      currency: 'usd',
      charge: 'ch_1',
      payment_intent: 'pi_1',
      reason: 'fraudulent',
      status: 'needs_response',
      new_field: 1,
    },
  },
});

function v1(body: string, options: { secret?: string; seconds?: number } = {}): string {
  return createHmac('sha256', options.secret ?? SECRET)
    .update(`${options.seconds ?? SECONDS}.${body}`)
    .digest('hex');
}

function verify(header: string | undefined, rawBody: string | Buffer = BODY) {
  return verifyStripeEvent({ rawBody, signatureHeader: header, secret: SECRET, now: NOW });
}

function reason(header: string | undefined, body: string = BODY): string {
  try {
    verify(header, body);
  } catch (error) {
    if (error instanceof StripeSignatureError) return error.reason;
    throw error;
  }
  return 'believed';
}

describe('signed events', () => {
  test('a rightly signed event is read, from text and from bytes', () => {
    const header = `t=${SECONDS},v1=${v1(BODY)}`;
    expect(verify(header)).toMatchObject({
      id: 'evt_1',
      created: NOW,
      type: 'charge.dispute.created',
      data: { object: { id: 'du_1', currency: 'USD', paymentIntentId: 'pi_1' } },
    });
    expect(verify(header, Buffer.from(BODY))).toEqual(verify(header));
  });

  test('one fitting signature among several is enough, and v0 does not count', () => {
    const good = v1(BODY);
    const other = v1(BODY, { secret: 'whsec_old' });
    expect(reason(`t=${SECONDS},v1=${other},v1=${good},v0=${other}`)).toBe('believed');
    expect(reason(`t=${SECONDS},v1=${other},v0=${good}`)).toBe('no_match');
  });

  test.each([
    ['missing', undefined],
    ['missing', ''],
    ['malformed', 'v1=abc'],
    ['malformed', `t=${SECONDS}`],
    ['malformed', `t=soon,v1=${v1(BODY)}`],
    ['malformed', `t=${SECONDS},v1=zz${v1(BODY).slice(2)}`],
    ['no_match', `t=${SECONDS},v1=${v1(BODY, { secret: 'whsec_other' })}`],
    ['no_match', `t=${SECONDS + 1},v1=${v1(BODY)}`],
  ])('%s: %s', (expected, header) => {
    expect(reason(header)).toBe(expected);
  });

  test('a changed body is not believed, even by one space', () => {
    expect(reason(`t=${SECONDS},v1=${v1(BODY)}`, `${BODY} `)).toBe('no_match');
  });

  test('a signature is good for five minutes', () => {
    const seconds = SECONDS - 300;
    expect(reason(`t=${seconds},v1=${v1(BODY, { seconds })}`)).toBe('believed');
    expect(reason(`t=${seconds - 1},v1=${v1(BODY, { seconds: seconds - 1 })}`)).toBe('too_old');
  });

  test('a signed event of a kind that is not known is passed on as such, one with a broken object is not', () => {
    const other = JSON.stringify({ id: 'evt_2', created: SECONDS, type: 'customer.created', data: { object: {} } });
    expect(verify(`t=${SECONDS},v1=${v1(other)}`, other)).toEqual({
      id: 'evt_2',
      created: NOW,
      type: 'other',
      stripeType: 'customer.created',
    });
    const broken = JSON.stringify({
      id: 'evt_3',
      created: SECONDS,
      type: 'charge.refunded',
      data: { object: { id: 'ch_1' } },
    });
    expect(reason(`t=${SECONDS},v1=${v1(broken)}`, broken)).toBe('unreadable_event');
    expect(reason(`t=${SECONDS},v1=${v1('not json')}`, 'not json')).toBe('unreadable_event');
  });
});

test('a provider that cannot be reached is "unavailable", to be tried again', async () => {
  const client = stripeClient({ apiUrl: 'http://127.0.0.1:1', secretKey: 'sk_test_x' });
  const error = await client.getCheckoutSession('cs_test_1').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StripeError);
  expect(error).toMatchObject({ kind: 'unavailable', code: 'network', status: null });
});
