import { trackingShown } from '#contract/store-rules.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { type Ctx, forAccount } from '#server/db/context.ts';
import { parcelQueue, sendAgain, sendLater } from '#server/db/queue.ts';
import { findStore, isOfShop } from '../records/orders.db.ts';
import { findStoreRules } from '../records/account-rules.db.ts';

export type ReportedParcel = {
  account_id: string;
  order_id: string;
  parcel_id: string;
  store_id: string;
  carrier: string;
  tracking_number: string;
  last_mile_carrier: string | null;
  last_mile_number: string | null;
  /** The carrier has it. */
  scanned: boolean;
};

/**
 * Tells the shop once per parcel and number, when the store's settings let it know; a store without a shop has nobody to
 * tell. `again`: also of a number that the shop was notified of before, as when one is corrected back.
 */
export async function notifyShop(ctx: Ctx, parcel: ReportedParcel, { again = true } = {}): Promise<void> {
  const { account_id, order_id, parcel_id, store_id } = parcel;
  const own = forAccount(ctx, account_id);
  const store = await findStore(own, store_id);
  if (!store || !capabilitiesOf(store.platform).pushes_tracking) return;
  // what was never ordered at the shop, such as a replacement, has nothing there to be told
  if (!(await isOfShop(own, order_id))) return;
  const rules = (await findStoreRules(own, [store_id])).get(store_id);
  if (rules?.tracking_push === 'first_scan' && !parcel.scanned) return;
  const tracking_number = rules ? trackingShown(rules, parcel)?.tracking_number : parcel.tracking_number;
  if (tracking_number === undefined) return;
  const key = `parcel:${parcel_id}:${tracking_number}`;
  const message = { kind: 'shop_fulfillment', key, queue: parcelQueue(store_id) };
  const payload = { account_id, store_id, order_id, parcel_id, tracking_number };
  const added = await sendLater(ctx, { ...message, account_id, payload });
  if (!added && again) await sendAgain(ctx, message);
}
