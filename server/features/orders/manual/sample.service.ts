import { v7 as uuid } from 'uuid';
import { audit } from '#server/db/audit.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { type HandOrder, handStore, placeHandOrder } from './manual.service.ts';

export { sampleUntil } from '../records/samples.db.ts';

/** A sample as a quote has it ordered. */
export type Sample = Pick<HandOrder, 'name' | 'recipient' | 'lines' | 'channel_id'> & {
  /** The quote's store; null where it has none. */
  store_id: string | null;
  quote: { id: string; version: number; number: string };
};

/** Orders a sample: an order by hand that its quote prices, whatever the price list says. Answers it by id and name. */
export async function placeSample(
  ctx: MerchantCtx,
  { store_id, ...sample }: Sample,
): Promise<{ id: string; name: string }> {
  const store = await handStore(ctx, store_id);
  const id = uuid();
  const name = await placeHandOrder(ctx, store, { ...sample, id, remark: '' });
  const details = { name, quote: sample.quote.number };
  await audit(ctx, { action: 'orders.sample', entity: 'orders', entity_id: id, details });
  await publish(ctx, { account_id: store.account_id, kind: 'orders.changed', id });
  return { id, name };
}
