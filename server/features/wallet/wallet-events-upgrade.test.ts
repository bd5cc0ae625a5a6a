import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CardStage, cardStage } from '#testing/card-stage.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { sqlRows } from '#testing/sql-rows.ts';

let stage: CardStage;
beforeAll(async () => {
  stage = await cardStage();
});
afterAll(() => stage.close());

/** Keeps events in the shape of the release before: camelCase, capitals of currencies, times as texts. */
async function givenKept(events: { id: string; kind: string; payload: object; state?: string }[]): Promise<void> {
  for (const { id, kind, payload, state = 'waiting' } of events) {
    const body = JSON.stringify({ id, created: '2026-11-21T09:00:00.000Z', ...payload });
    await sqlRows(
      stage.test,
      `INSERT INTO payment_events (provider, id, kind, payload, received_at, state)
       VALUES ('stripe', '${id}', '${kind}', '${body}', '2026-11-21T09:00:00Z', '${state}')`,
    );
  }
}

async function upgrade(): Promise<void> {
  const folder = 'server/db/migrations';
  const file = readdirSync(folder).find((name) => name.endsWith('_payment_events_as_sent.sql'));
  const owner = new pg.Client({ connectionString: stage.test.url });
  await owner.connect();
  await owner.query(`BEGIN; ${readFileSync(join(folder, String(file)), 'utf8')}; COMMIT`);
  await owner.end();
}

const kept = async (id: string) =>
  (await sqlRows(stage.test, `SELECT payload, state, note FROM payment_events WHERE id = '${id}'`))[0];

it('events that waited when the portal was upgraded are worked off, whatever they are about', async () => {
  const [disputed, asked, refunded] = [await stage.paid(), await stage.paid(), await stage.paid()];
  stage.payments.faults.set({ loseNext: 1 });
  const lost = await stage.opened();
  await stage.payments.pay(lost.session);
  const dispute = (type: string, id: string, intent: string, status: string) => ({
    type,
    data: {
      object: {
        id,
        amount: 12_345,
        currency: 'USD',
        chargeId: 'ch_1',
        paymentIntentId: intent,
        reason: 'general',
        status,
      },
    },
  });
  const charge = {
    id: 'ch_2',
    amount: 12_345,
    amountRefunded: 345,
    currency: 'USD',
    fullyRefunded: false,
    paymentIntentId: refunded.intent,
    reference: null,
  };
  const session = {
    id: lost.session,
    url: null,
    status: 'complete',
    paymentStatus: 'paid',
    amountTotal: 12_345,
    currency: 'USD',
    reference: `${lost.person.account_id}.${lost.id}`,
    paymentIntentId: null,
    paymentIntent: null,
    expiresAt: '2026-11-21T21:00:00.000Z',
  };
  const done = { type: 'charge.refunded', data: { object: charge } };
  const [opening, asking, refund, completed] = [
    'charge.dispute.created',
    'charge.dispute.closed',
    'charge.refunded',
    'checkout.session.completed',
  ];
  await givenKept([
    { id: 'evt_dispute', kind: opening, payload: dispute(opening, 'du_1', disputed.intent, 'needs_response') },
    { id: 'evt_question', kind: asking, payload: dispute(asking, 'du_2', asked.intent, 'warning_closed') },
    { id: 'evt_refund', kind: refund, payload: { type: refund, data: { object: charge } } },
    { id: 'evt_session', kind: completed, payload: { type: completed, data: { object: session } } },
    { id: 'evt_other', kind: 'customer.created', payload: { type: 'other', stripeType: 'customer.created' } },
    { id: 'evt_done', kind: refund, payload: done, state: 'done' },
  ]);

  await upgrade();
  await upgrade(); // a restore runs it over rows that have the shape already
  expect((await kept('evt_dispute'))?.payload).toEqual({
    id: 'evt_dispute',
    object: 'event',
    type: 'charge.dispute.created',
    created: 1_795_251_600,
    data: {
      object: {
        id: 'du_1',
        object: 'dispute',
        amount: 12_345,
        balance_transactions: [],
        charge: 'ch_1',
        currency: 'usd',
        payment_intent: disputed.intent,
        reason: 'general',
        status: 'needs_response',
      },
    },
  });
  expect((await kept('evt_done'))?.payload).toMatchObject(done);

  await stage.test.app.tasks.payment_events_waiting?.(systemEntry(stage.test), {});
  const left = [disputed, asked, refunded, lost].map(({ person }) => stage.available(person));
  expect(await Promise.all(left)).toEqual([0, 12_345, 12_000, 12_345]);
  const states = ['evt_dispute', 'evt_question', 'evt_refund', 'evt_session', 'evt_other'].map(async (id) => kept(id));
  expect((await Promise.all(states)).map((row) => row?.state)).toEqual(['done', 'done', 'done', 'done', 'ignored']);
});
