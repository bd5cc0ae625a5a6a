import { z } from 'zod';
import { trackingShown } from '#contract/store-rules.ts';
import { readStoreSettings } from '#contract/store-settings.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { type Connector, ShopError, type ShopSession, type ShopShipment } from '#server/connectors/connector.ts';
import type { Entry } from '#server/db/context.ts';
import { type Deliver, Undeliverable } from '#server/db/outbox.ts';
import { publish } from '#server/db/queue.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { keepSentence } from '#server/lib/refusal-texts.ts';
import * as rows from '#server/features/stores/index.ts';
import { connectorOf, type StoresKit, requeuePushes } from '#server/features/stores/index.ts';
import { readOrder } from './sync.service.ts';
import { findSent } from './sync.db.ts';

const payloadSchema = z.object({ account_id: z.uuid(), parcel_id: z.uuid() });

type Parcel = { account_id: string; parcel_id: string };
type Job = {
  parcel: Parcel;
  platform: string;
  shop: ShopSession;
  /** One for each order of the shop that units in the parcel came from. */
  shipments: ShopShipment[];
  order_id: string;
  pushes: Awaited<ReturnType<typeof rows.findPushes>>;
};

/** Outbox handler of `shop_fulfillment`; payload `{account_id, parcel_id}`, one message per version of the parcel. */
export const deliverParcel =
  (kit: StoresKit): Deliver =>
  (entry, row) =>
    pushParcel(kit, entry, payloadSchema.parse(row.payload));

/**
 * Tells the shop of a parcel, or of its corrected number. Each fulfilment has a row that is written before the shop is
 * called, and the shop is read before it is written to: repeated and crashed calls make one fulfilment (shopify.md §2.6).
 * Two at once are kept apart by the queue of the store, so that no transaction waits for the shop.
 */
export async function pushParcel(kit: StoresKit, entry: Entry, payload: Parcel): Promise<Record<string, unknown>> {
  const scope = { account_id: payload.account_id };
  const job = await entry.run(scope, (ctx) => read(ctx, payload));
  if (!job) return { skipped: 'the order does not come from a shop that can be told now' };
  const result = await sendAll(kit, entry, job);
  await entry.run(scope, async (ctx) =>
    publish(ctx, { account_id: payload.account_id, kind: 'orders.changed', id: job.order_id }),
  );
  return result;
}

async function read(ctx: Parameters<typeof rows.findParcel>[0], parcel: Parcel): Promise<Job | null> {
  const scoped = ctx;
  const found = await rows.findParcel(scoped, parcel.parcel_id);
  if (!found) throw new Undeliverable('The parcel does not exist any more.');
  if (!capabilitiesOf(found.platform).pushes_tracking) return null;
  const lines = await rows.findParcelLines(scoped, parcel.parcel_id);
  // An order of a file that named no id of the shop is unknown there.
  const known = groupBy(
    lines.filter((line) => /^\d+$/.test(line.order_external_id)),
    (line) => line.order_external_id,
  );
  if (known.size === 0) return null;
  if (found.status === 'disconnected') throw new Undeliverable(keepSentence({ text: 'stores.push_disconnected' }));
  if (found.status !== 'connected') throw new Error(keepSentence({ text: 'stores.push_needs_reauth' }));
  const settings = readStoreSettings(found.settings);
  const shown = trackingShown(settings, found);
  if (!shown) return null; // the settings changed meanwhile: it waits for its last mile
  return {
    parcel,
    order_id: found.order_id,
    platform: found.platform,
    shop: { account_id: parcel.account_id, store_id: found.store_id, domain: found.domain },
    shipments: [...known].map(([order_external_id, units]) => ({
      order_external_id,
      ...shown,
      lines: units.map(({ line_external_id, quantity }) => ({ line_external_id, quantity })),
      notify_buyer: settings.notify_buyer,
    })),
    pushes: await rows.findPushes(scoped, parcel.parcel_id),
  };
}

/** Each order of the shop is notified of its own units; one that cannot be notified now does not keep the others waiting. */
async function sendAll(kit: StoresKit, entry: Entry, job: Job): Promise<Record<string, unknown>> {
  const answers = await Promise.allSettled(job.shipments.map((shipment) => send(kit, entry, job, shipment)));
  const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : [])); // send throws errors only
  // what may still be told comes before what never can
  const first = failed.find((error) => !(error instanceof Undeliverable)) ?? failed[0];
  if (first) throw first;
  const reported = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  return {
    fulfillments: reported.flatMap(({ fulfillments }) => fulfillments),
    missing: reported.reduce((sum, { missing }) => sum + missing, 0),
  };
}

async function send(kit: StoresKit, entry: Entry, job: Job, shipment: ShopShipment) {
  const { shop, pushes } = job;
  const connector = connectorOf(kit, job);
  const save = (push: rows.Push) =>
    entry.run({ account_id: shop.account_id }, (ctx) => rows.savePush(ctx, job.parcel, push));
  try {
    const numbers = [...new Set([shipment.tracking_number, ...pushes.flatMap((push) => push.tried)])];
    const plan = await connector.planShipment(shop, shipment, numbers);
    if (plan.parts.length === 0 && plan.made.length === 0) nothingToShip(plan.reason);
    for (const part of plan.parts) {
      const row = { fulfillment_order_id: part.fulfillment_order_id, tracking_number: shipment.tracking_number };
      await save({ ...row, external_id: null, state: 'sending', error: null });
      const made = await connector.ship(shop, part, shipment);
      await save({ ...row, external_id: made.external_id, state: 'sent', error: null });
      plan.made.push(made);
    }
    const corrected = plan.parts.length === 0 && pushes.some((push) => push.state === 'sent');
    for (const made of plan.made) {
      const changed = made.tracking_number !== shipment.tracking_number;
      const { fulfillment_order_id, external_id } = made;
      const row = { fulfillment_order_id, external_id, tracking_number: shipment.tracking_number, error: null };
      if (changed || corrected) {
        await save({ ...row, state: 'sending' });
        await connector.updateTracking(shop, made.external_id, {
          ...shipment,
          notify_buyer: shipment.notify_buyer && changed,
        });
      }
      await save({ ...row, state: 'sent' });
    }
    if (plan.missing > 0 && plan.reason !== 'nothing_left') throw new Error(keepSentence({ text: 'stores.push_part' }));
    return { fulfillments: plan.made.map((made) => made.external_id), missing: plan.missing };
  } catch (error) {
    if (!(error instanceof ShopError) || (error.reason !== 'refused' && error.reason !== 'gone')) throw error;
    await markRefused(entry, job, error.message);
    throw new Undeliverable(error.message);
  }
}

function nothingToShip(reason: string): never {
  if (reason === 'not_routed') throw new Error(keepSentence({ text: 'stores.push_not_routed' }));
  if (reason === 'on_hold') throw new Error(keepSentence({ text: 'stores.push_on_hold' }));
  throw new Undeliverable(keepSentence({ text: 'stores.push_nothing_left' }));
}

async function markRefused(entry: Entry, job: Job, error: string): Promise<void> {
  await entry.run({ account_id: job.shop.account_id }, async (ctx) => {
    for (const push of await rows.findPushes(ctx, job.parcel.parcel_id)) {
      if (push.state === 'sending') await rows.savePush(ctx, job.parcel, { ...push, state: 'refused', error });
    }
  });
}

const aboutOrder = z.object({ account_id: z.uuid(), order_id: z.uuid() });
type SentOrder = NonNullable<Awaited<ReturnType<typeof findSent>>>;

/** What a shop does with an order of its own on request, after which the order is read again. */
const deliverToShop =
  (kit: StoresKit, action: (connector: Connector, shop: ShopSession, order: SentOrder) => Promise<number>): Deliver =>
  async (entry, row) => {
    const { account_id, order_id } = aboutOrder.parse(row.payload);
    const scope = { account_id };
    const order = await entry.run(scope, (ctx) => findSent(ctx, order_id));
    if (!order) throw new Undeliverable('The order does not exist any more.');
    if (order.status !== 'connected')
      throw new Error('The store must be authorized again before the shop can be asked.');
    const { store_id, domain, external_id } = order;
    try {
      const done = await action(connectorOf(kit, order), { account_id, store_id, domain }, order);
      await readOrder(kit, entry, { account_id, id: store_id, external_id });
      await entry.run(scope, (ctx) => requeuePushes(ctx, store_id));
      return { done };
    } catch (error) {
      if (!(error instanceof ShopError) || error.reason !== 'refused') throw error;
      throw new Undeliverable(error.message);
    }
  };

/**
 * Outbox handler of `shop_unfulfil`: the shop cancels what carries none of our numbers, the order is read again, and what
 * the shop would not hear of our parcels is notified again.
 */
export const deliverUnfulfil = (kit: StoresKit): Deliver =>
  deliverToShop(kit, async (connector, shop, { external_id, numbers }) => {
    if (!connector.cancelForeign) throw new Undeliverable('This shop cancels no fulfilments for us.');
    return connector.cancelForeign(shop, external_id, numbers);
  });

/** Outbox handler of `shop_release`: the shop releases its holds, the order is read again, and waiting parcels are told. */
export const deliverRelease = (kit: StoresKit): Deliver =>
  deliverToShop(kit, async (connector, shop, { external_id }) => {
    if (!connector.releaseHolds) throw new Undeliverable('This shop releases no holds for us.');
    return connector.releaseHolds(shop, external_id);
  });
