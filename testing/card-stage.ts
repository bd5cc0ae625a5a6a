import pg from 'pg';
import { Stripe } from 'stripe';
import { v7 as uuid } from 'uuid';
import { type Payment, startPayment } from '#sandbox/payment/payment.ts';
import { startTestApp } from './app.ts';
import { createEmptyDatabase } from './database.ts';
import { systemEntry } from './order-fixtures.ts';
import { type Person, merchant } from './people.ts';
import { runTasks } from './run-tasks.ts';
import { freePort } from './free-port.ts';

const secretKey = 'sk_test_card';
const webhookSecret = 'whsec_card';

export type CardStage = Awaited<ReturnType<typeof cardStage>>;

/** An event of the provider, as far as a test means it. */
export type SaidEvent = { id?: string; type: string; object: Record<string, unknown> };

/** The portal with the provider of card payments, whose webhooks reach it; both with the clock that stands still. */
export async function cardStage() {
  const port = await freePort();
  const database = await createEmptyDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined); // dropping the database cuts idle connections
  const start = new Date('2026-11-21T09:00:00Z');
  const clock = { now: () => start };
  const payments: Payment = await startPayment({
    pool,
    port: 0,
    secretKey,
    webhookSecret,
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    clock: { now: () => clock.now() },
    retryDelayMs: () => 5,
  });
  const test = await startTestApp({
    STRIPE_API_URL: payments.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  });
  clock.now = () => test.clock.now();
  await test.app.fastify.listen({ host: '127.0.0.1', port });

  const get = async (person: Person, path: string) => (await test.call('GET', path, { token: person.token })).body.data;
  const checkout = (person: Person, id: string) =>
    test.call('POST', `/api/recharges/${id}/checkout`, { token: person.token, body: {} });
  /** Asks for a card recharge; answers its id. */
  const ask = async (person: Person, amount: number): Promise<string> => {
    const body = { method: 'card', amount };
    const made = await test.call('POST', '/api/recharges', { token: person.token, key: uuid(), body });
    const { id, status, method } = made.body.data ?? {};
    if (status !== 'processing' || method.kind !== 'card') throw new Error(JSON.stringify(made.body));
    return id as string;
  };
  const arrive = async (): Promise<void> => {
    await payments.settled();
    await runTasks(test);
  };
  /** A merchant with a card recharge of 123.45 whose payment page is open. */
  const opened = async (amount = 12_345) => {
    const person = await merchant(test);
    const id = await ask(person, amount);
    const url = (await checkout(person, id)).body.data.checkout_url as string;
    return { person, id, url, session: url.split('/').at(-1) ?? '' };
  };
  /** The same, paid and credited. */
  const paid = async (amount?: number) => {
    const open = await opened(amount);
    await payments.pay(open.session);
    await arrive();
    const { payment_intent: intent } = await payments.session(open.session);
    return { ...open, intent: intent ?? '' };
  };
  /** Posts a body to the webhook with this header; in the language asked for. */
  const post = async (payload: string, header?: string, language = 'en') => {
    const headers = {
      'content-type': 'application/json',
      'accept-language': language,
      ...(header !== undefined && { 'stripe-signature': header }),
    };
    return (await test.app.fastify.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload })).json();
  };
  const sign = (payload: string, changes: { secret?: string; seconds?: number } = {}) =>
    Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: changes.secret ?? webhookSecret,
      timestamp: changes.seconds ?? Math.floor(test.clock.now().getTime() / 1000),
    });
  /** Lets the provider say something that the sandbox never does, rightly signed, and works it off. */
  const say = async ({ id = `evt_${uuid()}`, type, object }: SaidEvent) => {
    const created = Math.floor(test.clock.now().getTime() / 1000);
    const payload = JSON.stringify({ id, object: 'event', created, type, data: { object } });
    const answer = await post(payload, sign(payload));
    if (answer.status !== 200) throw new Error(JSON.stringify(answer));
    await runTasks(test, { tolerant: true });
    return id;
  };
  /** Changes what the provider has of a session behind everybody's back. */
  const alter = async (session: string, changes: Record<string, unknown>): Promise<void> => {
    await pool.query(
      `UPDATE payment_objects SET body = jsonb_set(body::jsonb, '{value}', (body::jsonb -> 'value') || $2::jsonb) WHERE id = $1`,
      [session, JSON.stringify(changes)],
    );
  };

  return {
    test,
    payments,
    /** What runs by itself, in whose name. */
    system: () => systemEntry(test),
    checkout,
    ask,
    arrive,
    opened,
    paid,
    post,
    sign,
    say,
    alter,
    recharge: (person: Person, id: string) => get(person, `/api/recharges/${id}`),
    available: async (person: Person) => (await get(person, '/api/wallet')).available as number,
    logs: async (person: Person) =>
      (await get(person, '/api/billing_logs')) as { kind: string; amount: number; memo: string }[],
    async close() {
      await payments.close();
      await test.close();
      await pool.end();
      await database.drop();
    },
  };
}
