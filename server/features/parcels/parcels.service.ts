import type { ParsedOf } from '#contract/endpoint.ts';
import type { parcels } from '#contract/parcels.ts';
import { claimReasonOf, expectedOf } from '#contract/parcel-alerts.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import {
  type AccountCtx,
  requireStore,
  type Entry,
  forAccount,
  type MerchantCtx,
  notFound,
  type StaffActor,
  type StaffCtx,
} from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { findEvents } from './parcel-events.db.ts';
import { askForParcel } from './parcels-ask.service.ts';
import type { TrackingProvider } from '#server/connectors/carriers/tracking-provider.ts';
import * as rows from './parcels.db.ts';

const ms = (time: Date | null) => time?.getTime() ?? null;

/** An order's parcels, each with its story; throws 404 for foreign ids and hidden stores. */
export async function ofOrder(ctx: MerchantCtx, id: string) {
  return readParcels(ctx, id);
}

/** The same for staff, which leaves an access row. */
export async function staffOfOrder(ctx: AccountCtx<StaffActor>, id: string) {
  const found = await readParcels(ctx, id);
  const staff_user_id = ctx.actor.user_id;
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'parcels.staffOfOrder',
    accounts: [ctx.account],
    entity_id: id,
    staff_user_id,
  });
  return found;
}

async function readParcels(ctx: AccountCtx, id: string) {
  const order = await rows.findOrder(ctx, id);
  if (!order) throw notFound('order');
  requireStore(ctx.actor, order.store_id);
  const found = await rows.findParcels(ctx, id);
  const events = groupBy(await findEvents(ctx, id), (event) => event.parcel_id);
  const alerts = await rows.findAlerts(ctx, id);
  const alertsFor = (parcel: rows.ParcelRow | null) =>
    alerts
      .filter((alert) => alert.parcel_id === (parcel?.id ?? null))
      .map(({ rule, since, settled_at }) => {
        const claim_reason = claimReasonOf(rule, parcel?.substatus ?? null);
        return { rule, since, settled_at, claim_reason };
      });
  return {
    promised: arrives(order.stage) && order.from && order.by ? { from: order.from, by: order.by } : null,
    alerts: alertsFor(null),
    parcels: found.map((parcel) => ({
      ...parcel,
      expected: expectedFor(parcel, order.by_end),
      alerts: alertsFor(parcel),
      events: events.get(parcel.id) ?? [],
    })),
  };
}

/** What was cancelled arrives on no day, and what was delivered is here. */
const arrives = (stage: string): boolean => !['cancelled', 'delivered', 'closed'].includes(stage);

function expectedFor(parcel: rows.ParcelRow, promisedBy: Date | null) {
  const { id, status, labelled_at, handed_over_at, last_event_at } = parcel;
  const times = {
    labelled_at: labelled_at.getTime(),
    handed_over_at: ms(handed_over_at),
    last_event_at: ms(last_event_at),
  };
  // the last promised day itself, not the midnight after it
  const expected = expectedOf({ id, status, ...times }, promisedBy ? promisedBy.getTime() - 1 : null);
  return expected && { what: expected.what, by: expected.by === null ? null : new Date(expected.by) };
}

/** What is watched of all clients; leaves an access row per client seen (P39). */
export async function staffExceptions(ctx: StaffCtx, query: ParsedOf<typeof parcels.staffExceptions>['query']) {
  const { tab, q } = query;
  const { rows: data } = await rows.exceptionsStatement(tab, q, pageOf(query)).execute(ctx.db);
  const counts = await rows.watchCounts(ctx);
  const total = q ? await rows.countWatched(ctx, tab, q) : (counts[tab] ?? 0);
  const accounts = data.map((row) => row.account_id);
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'parcels.staffExceptions',
    accounts,
    staff_user_id: ctx.actor.user_id,
  });
  return { data, meta: metaOf(query, total, counts) };
}

/** Asks the carriers of a parcel now; answers whether they could be asked. */
export async function askNow(
  entry: Entry<StaffActor>,
  provider: TrackingProvider | null,
  parcel: { account_id: string; id: string },
) {
  await entry.run('all_accounts', async (ctx) => {
    const { account_id, id } = parcel;
    if (!(await rows.parcelExists(forAccount(ctx, account_id), id))) throw notFound('parcel');
    await audit(ctx, { action: 'parcels.ask', account_id, entity: 'parcels', entity_id: id });
  });
  return { asked: await askForParcel(entry, provider, parcel) };
}
