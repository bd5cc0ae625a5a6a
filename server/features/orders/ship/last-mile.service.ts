import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Entry, notFound, readerLanguage, type StaffActor } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { parcelAnswer } from '../records/answers.ts';
import { termsOf } from '../rules/search-terms.ts';
import { saveTerms } from '../records/write.db.ts';
import { lockParcel } from '../records/orders.db.ts';
import { findParcels } from '../records/detail.db.ts';
import { findUnreported, updateLastMile } from './ship.db.ts';
import { requireOwnNumber } from './ship.service.ts';
import { noteEvents } from '../review/review.service.ts';
import { notifyShop, type ReportedParcel } from './notify-shop.ts';

type LastMile = ParsedOf<typeof orders.lastMile>['body'];

const perRun = 500;
const lookBackDays = 60;
const day = 86_400_000;

/** Another carrier brings the parcel to the door: shops that show no more than that learn of its number now. */
export async function noteLastMile(ctx: AccountCtx<StaffActor>, parcelId: string, body: LastMile) {
  const row = await lockParcel(ctx, parcelId);
  if (!row) throw notFound('parcel');
  if (row.version !== body.version) throw appError('stale_version', { text: 'orders.parcel_changed' });
  const { version: _, shared, ...lastMile } = body;
  const [before, after] = [row.last_mile_number, lastMile.tracking_number];
  if (before !== after || row.last_mile_carrier !== lastMile.carrier) {
    if (before !== after && !shared) await requireOwnNumber(ctx, row.order_id, after);
    await updateLastMile(ctx, row.id, lastMile);
    const terms = termsOf([after]).map((term) => ({ order_id: row.order_id, term }));
    await saveTerms(ctx, terms);
    await noteEvents(ctx, [{ order_id: row.order_id, kind: 'last_mile', data: lastMile }]);
    const known = { last_mile_carrier: lastMile.carrier, last_mile_number: after };
    await notifyShop(ctx, { ...row, ...known, account_id: ctx.account, parcel_id: row.id, scanned: true });
    for (const to of [ctx.account, null]) publish(ctx, { account_id: to, kind: 'orders.changed', id: row.order_id });
  }
  const details = { from: before, to: after };
  await audit(ctx, {
    action: 'orders.last_mile',
    account_id: ctx.account,
    entity: 'parcels',
    entity_id: row.id,
    fields: ['last_mile_carrier', 'last_mile_number'],
    details,
  });
  const [answer] = await findParcels(ctx, { parcelId: row.id });
  if (!answer) throw notFound('parcel');
  return parcelAnswer(answer, readerLanguage(ctx));
}

/** Tells the shop of parcels that waited for something that the store's changed settings do not ask for any more. */
export async function notifyWaiting(entry: Entry, store: { account_id: string; store_id: string }): Promise<void> {
  const { account_id, store_id } = store;
  await entry.run({ account_id }, async (ctx) => {
    const since = new Date(ctx.now.getTime() - lookBackDays * day);
    const waiting: ReportedParcel[] = await findUnreported(ctx, store_id, since, perRun);
    for (const parcel of waiting) await notifyShop(ctx, parcel, { again: false });
  });
}
