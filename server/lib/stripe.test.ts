import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { openStripe, readSignedEvent, StripeCallError, stripeOf, stripeVersion } from './stripe.ts';

const SECRET = 'whsec_test';
const NOW = new Date('2026-11-21T09:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const EVENT = {
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
};
const BODY = JSON.stringify(EVENT);

/** The value of the header: of several signatures, with `scheme` v0 too. */
function signed(payload: string, changes: { secret?: string; timestamp?: number; scheme?: string } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: SECONDS, ...changes });
}
const signatureOf = (header: string): string => header.split('=').at(-1) ?? '';

const read = (signatureHeader: string | undefined, body = BODY, secret = SECRET) =>
  readSignedEvent({ rawBody: Buffer.from(body), signatureHeader, secret, now: NOW });

async function reason(...call: Parameters<typeof read>): Promise<string> {
  const error = await read(...call).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return 'believed';
  expect(error).toBeInstanceOf(StripeCallError);
  return error instanceof StripeCallError ? error.reason : '';
}

describe('signed events', () => {
  test('a rightly signed event is read as Stripe sent it', async () => {
    expect(await read(signed(BODY))).toEqual(EVENT);
  });

  test('an event of a kind that nobody knows is read too', async () => {
    const other = JSON.stringify({ ...EVENT, type: 'customer.invented' });
    expect(await read(signed(other), other)).toMatchObject({ id: 'evt_1', type: 'customer.invented' });
  });

  test('one fitting signature among several is enough, and v0 does not count', async () => {
    const old = signatureOf(signed(BODY, { secret: 'whsec_old' }));
    const good = signatureOf(signed(BODY));
    expect(await reason(`t=${SECONDS},v1=${old},v1=${good},v0=${old}`)).toBe('believed');
    expect(await reason(`t=${SECONDS},v1=${old},v0=${good}`)).toBe('no_match_or_too_old');
  });

  const good = signatureOf(signed(BODY));
  test.each([
    ['unsigned', undefined],
    ['unsigned', ''],
    ['unsigned', `t=${SECONDS}`],
    ['unsigned', `t=${SECONDS},v1=`],
    ['unsigned', `t=${SECONDS},v0=${good}`],
    ['no_match_or_too_old', 'v1=abc'],
    ['no_match_or_too_old', `v1=${good}`],
    ['no_match_or_too_old', `t=soon,v1=${good}`],
    ['no_match_or_too_old', `t=${SECONDS},v1=zz${good.slice(2)}`],
    ['no_match_or_too_old', signed(BODY, { secret: 'whsec_other' })],
    ['no_match_or_too_old', `t=${SECONDS + 1},v1=${good}`],
  ])('%s: %s', async (expected, header) => {
    expect(await reason(header)).toBe(expected);
  });

  test('a changed body is not believed, even by one space; nothing is without a secret of ours', async () => {
    expect(await reason(signed(BODY), `${BODY} `)).toBe('no_match_or_too_old');
    expect(await reason(signed(BODY, { secret: ' ' }), BODY, ' ')).toBe('no_match_or_too_old');
  });

  test('a signature is good for five minutes of our clock', async () => {
    expect(await reason(signed(BODY, { timestamp: SECONDS - 300 }))).toBe('believed');
    expect(await reason(signed(BODY, { timestamp: SECONDS - 301 }))).toBe('no_match_or_too_old');
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'not json'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an object of another kind', JSON.stringify({ ...EVENT, object: 'charge' })],
    ['a thin event', JSON.stringify({ ...EVENT, object: 'v2.core.event' })],
    ['no id', JSON.stringify({ ...EVENT, id: undefined })],
    ['no object', JSON.stringify({ ...EVENT, data: {} })],
  ])('signed, but no event: %s', async (_what, body) => {
    expect(await reason(signed(body), body)).toBe('unreadable');
  });
});

describe('Stripe’s client', () => {
  test('is opened once, where a key is set', async () => {
    expect(stripeOf({ STRIPE_API_URL: 'https://api.stripe.com', STRIPE_SECRET_KEY: undefined })).toBeNull();
    const open = stripeOf({ STRIPE_API_URL: 'https://api.stripe.com', STRIPE_SECRET_KEY: 'sk_test_x' });
    expect(await open?.()).toBe(await open?.());
  });

  test('speaks the version of the package’s types', () => {
    expect(stripeVersion).toBe(Stripe.API_VERSION);
  });

  test('calls the host and port of the setting in that version, and tells nothing of this machine', async () => {
    const calls: IncomingMessage[] = [];
    const server = createServer((request, answer) => {
      calls.push(request);
      answer.end(JSON.stringify({ id: 'cs_1' }));
    });
    await new Promise<void>((resolve) => void server.listen(0, '::1', resolve));
    const { port } = server.address() as AddressInfo; // it listens at a port
    for (let again = 0; again < 2; again += 1) {
      const client = await openStripe({ apiUrl: `http://[::1]:${port}/`, secretKey: 'sk_test_x' });
      await client.checkout.sessions.retrieve('cs_1');
    }
    server.close();
    server.closeAllConnections();
    expect(calls.map((call) => call.url)).toEqual(['/v1/checkout/sessions/cs_1', '/v1/checkout/sessions/cs_1']);
    expect(calls[1]?.headers).toMatchObject({
      authorization: 'Bearer sk_test_x',
      host: `[::1]:${port}`,
      'stripe-version': stripeVersion,
    });
    expect(calls[1]?.headers).not.toHaveProperty('x-stripe-client-telemetry');
    expect(String(calls[1]?.headers['x-stripe-client-user-agent'])).not.toMatch(/platform|telemetry/);
  });

  test('tells a provider that cannot be reached, after it tried again', async () => {
    const client = await openStripe({ apiUrl: 'http://127.0.0.1:1', secretKey: 'sk_test_x' });
    const error = await client.checkout.sessions.retrieve('cs_test_1').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(client.errors.StripeConnectionError);
    expect(String(error)).toContain('retried 2 times');
  });
});
