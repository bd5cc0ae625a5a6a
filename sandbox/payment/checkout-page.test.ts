import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentBench, type PaymentBench } from './payment-bench.ts';

let bench: PaymentBench;

beforeAll(async () => {
  bench = await paymentBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.payments.faults.clear());

const GOOD = { method: 'card', card: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };

async function submit(
  url: string,
  form: Record<string, string>,
): Promise<{ status: number; location: string | null; text: string }> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
}

async function newUrl(changes = {}): Promise<{ id: string; url: string }> {
  const { id, url } = await bench.open(bench.order(changes));
  return { id, url: url ?? '' };
}

describe('the checkout page', () => {
  test('shows who gets how much for what, the test cards and the way back', async () => {
    const { url } = await newUrl({ description: 'Top-up <b>', reference: 'R-77' });
    const text = await (await fetch(url)).text();
    for (const part of [
      'Tradewind',
      '$123.45',
      'Top-up &lt;b&gt;',
      'R-77',
      '4242 4242 4242 4242',
      'href="http://localhost:8080/wallet/recharge"',
      'jane@shop.example',
    ])
      expect(text).toContain(part);
  });

  test('a good card sends the customer back with the id of the session', async () => {
    const { id, url } = await newUrl();
    expect(await submit(url, GOOD)).toMatchObject({
      status: 303,
      location: `http://localhost:8080/wallet/recharge?session=${id}`,
    });
    expect((await bench.find(id)).payment_status).toBe('paid');
    expect(await (await fetch(url)).text()).toContain('Already paid');
    expect((await submit(url, GOOD)).text).toContain('Already paid');
  });

  test('a declined card says why and keeps what was typed', async () => {
    const { id, url } = await newUrl();
    const answer = await submit(url, { ...GOOD, card: '4000 0000 0000 9995' });
    expect(answer.status).toBe(402);
    expect(answer.text).toContain('Your card has insufficient funds.');
    expect(answer.text).toContain('value="4000 0000 0000 9995"');
    expect((await bench.find(id)).status).toBe('open');
  });

  test.each([
    [{ card: '4242' }, 'number is incomplete'],
    [{ expiry: '13/34' }, 'expiration date is incomplete'],
    [{ expiry: '10/26' }, 'in the past'],
    [{ cvc: '1' }, 'security code is incomplete'],
  ])('%j is a mistake of the form and no payment attempt', async (changes, sentence) => {
    const { id, url } = await newUrl();
    expect((await submit(url, { ...GOOD, ...changes })).text).toContain(sentence);
    expect((await bench.payments.session(id)).payment_intent).toBeNull();
  });

  test('a card is good to the end of its month', async () => {
    const { url } = await newUrl();
    expect((await submit(url, { ...GOOD, expiry: '11/26' })).status).toBe(303);
  });

  test('an expired and an unknown session say so', async () => {
    const { id, url } = await newUrl();
    await bench.payments.expire(id);
    expect(await (await fetch(url)).text()).toContain('This checkout has expired');
    expect((await fetch(`${bench.payments.url}/c/pay/cs_test_none`)).status).toBe(404);
  });

  test('amounts of currencies without minor unit are shown whole', async () => {
    const { url } = await newUrl({ amount: 5000, currency: 'jpy' });
    expect(await (await fetch(url)).text()).toContain('¥5,000');
  });
});

describe("the provider's page", () => {
  test('lists sessions and events and acts on them', async () => {
    const { id, url } = await newUrl();
    await submit(url, { method: 'bank_debit' });
    await bench.payments.settled();
    const text = await (await fetch(bench.payments.url)).text();
    expect(text).toContain('Money arrives');
    expect(text).toContain('checkout.session.completed');
    expect(await submit(`${bench.payments.url}/control/sessions/${id}/settle`, { ok: 'true' })).toMatchObject({
      status: 303,
      location: '/',
    });
    expect((await bench.find(id)).payment_status).toBe('paid');
  });

  test('programs in other processes set faults and pay by JSON', async () => {
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${bench.payments.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await (await post('/control/faults', { duplicateNext: 2, apiFaultAfterWork: true })).json()).toMatchObject({
      duplicateNext: 2,
      apiFaultAfterWork: true,
      loseNext: 0,
    });
    expect((await post('/control/faults', { unheardOf: 2 })).status).toBe(400);
    expect((await post('/control/faults', { apiErrorStatus: 200 })).status).toBe(400);
    const { id } = await newUrl();
    expect(await (await post(`/control/sessions/${id}/pay`, { card: '4000000000000002' })).json()).toMatchObject({
      status: 'declined',
    });
    expect(await (await post(`/control/sessions/${id}/pay`, {})).json()).toMatchObject({ status: 'paid' });
    expect((await post(`/control/sessions/${id}/pay`, {})).status).toBe(400);
    expect((await post('/control/sessions/cs_test_none/expire', {})).status).toBe(404);
  });
});
