import { recordHistories } from '#server/features/parcels/parcels-intake.service.ts';
import { insertDelivery } from '#server/features/sync/sync.db.ts';
import type { TestApp } from './app.ts';
import { systemEntry } from './order-fixtures.ts';

type About = { shop: string; delivery_id: string; order_id: string };

/** Deliveries of shops about their orders; their bodies name the buyer. */
export async function givenDeliveries(test: TestApp, deliveries: readonly About[]): Promise<void> {
  const body = JSON.stringify({ id: 1, email: 'ada@example.com' });
  const sent = { platform: 'shopify', app_id: null, event_id: null, triggered_at: null, note: null, body };
  await systemEntry(test).run('all_accounts', async (ctx) => {
    for (const about of deliveries)
      await insertDelivery(ctx, { ...sent, ...about, topic: 'orders/updated', state: 'waiting' });
  });
}

/** The carrier says that a parcel came back; its words and place name the buyer. */
export async function givenReturned(
  test: TestApp,
  parcel: { account_id: string; id: string; tracking_number: string; carrier: string },
): Promise<void> {
  const { account_id, id: parcel_id, tracking_number: number, carrier } = parcel;
  const said = { place: 'Austin 78701', said: 'Refused by Miller', substatus: null, next: null };
  const word = {
    ...said,
    key: 'back',
    number,
    carrier,
    status: 'returned' as const,
    at: test.clock.now().toISOString(),
  };
  await systemEntry(test).run('all_accounts', (ctx) =>
    recordHistories(ctx, [{ account_id, parcel_id, settled: true, words: [word] }]),
  );
}
