import { z } from 'zod';
import { ShopError } from '#server/connectors/connector.ts';
import { type Deliver, Undeliverable } from '#server/db/outbox.ts';
import { readOrder } from './sync-read-order.service.ts';
import { findSent } from './sync-unfulfil.db.ts';
import { requeuePushes, connectorOf, type StoresKit } from '#server/features/stores/index.ts';

const payloadSchema = z.object({ account_id: z.uuid(), order_id: z.uuid() });

/**
 * Outbox handler of `shop_unfulfil`: the shop cancels what carries none of our numbers, the order is read again, and what
 * the shop would not hear of our parcels is told it anew.
 */
export const deliverUnfulfil =
  (kit: StoresKit): Deliver =>
  async (entry, row) => {
    const { account_id, order_id } = payloadSchema.parse(row.payload);
    const scope = { account_id };
    const order = await entry.run(scope, (ctx) => findSent(ctx, account_id, order_id));
    if (!order) throw new Undeliverable('The order does not exist any more.');
    if (order.status !== 'connected')
      throw new Error('The store must be authorized again before the shop can be asked.');
    const { store_id, domain, external_id } = order;
    const connector = connectorOf(kit, order);
    if (!connector.cancelForeign) throw new Undeliverable('This shop cancels no fulfilments for us.');
    try {
      const cancelled = await connector.cancelForeign({ account_id, store_id, domain }, external_id, order.numbers);
      await readOrder(kit, entry, { account_id, id: store_id, external_id });
      await entry.run(scope, (ctx) => requeuePushes(ctx, account_id, store_id));
      return { cancelled };
    } catch (error) {
      if (!(error instanceof ShopError) || error.reason !== 'refused') throw error;
      throw new Undeliverable(error.message);
    }
  };
