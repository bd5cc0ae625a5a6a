import { noteAccess } from '#server/db/audit.ts';
import { type AccountCtx, requireStore, type MerchantCtx, notFound, type StaffActor } from '#server/db/context.ts';
import { claimTimeline } from '#server/features/claims/index.ts';
import { billTimeline, recompute } from '#server/features/invoices/index.ts';
import { eventTimeline, mappingTimeline, orderHead, parcelTimeline } from '#server/features/orders/index.ts';
import { carrierTimeline } from '#server/features/parcels/index.ts';
import { deliveryTimeline } from '#server/features/sync/index.ts';

type Scalar = string | number | boolean | null;
/** One thing that happened to an order, or was decided about it. */
export type TimelineEntry = {
  at: Date;
  source: 'shop' | 'order' | 'mapping' | 'price' | 'freight' | 'payment' | 'parcel' | 'claim';
  kind: string;
  by: string | null;
  internal: boolean;
  params: Record<string, Scalar>;
  inputs: { name: string; value: Scalar }[];
  link: {
    to: 'order' | 'product' | 'quote' | 'invoice' | 'claim' | 'tracking' | 'store';
    id: string;
    label: string;
  } | null;
};
export type Recomputed = {
  currency: string;
  lines: { code: string; title: string; amount: number; recomputed: number }[];
};
/** Everything that happened to an order of the account, oldest first. */
export async function explainOrder(ctx: MerchantCtx, orderId: string) {
  return timelineOf(ctx, orderId);
}

/** The same for staff, with what is internal; leaves an access row. */
export async function explainForStaff(ctx: AccountCtx<StaffActor>, orderId: string) {
  const timeline = await timelineOf(ctx, orderId);
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'orderHistory.staffGet',
    accounts: [ctx.account],
    entity_id: orderId,
    staff_user_id: ctx.actor.user_id,
  });
  return timeline;
}

/** Each feature tells its own part. */
const parts: readonly ((ctx: AccountCtx, orderId: string) => Promise<TimelineEntry[]>)[] = [
  deliveryTimeline,
  eventTimeline,
  mappingTimeline,
  billTimeline,
  parcelTimeline,
  carrierTimeline,
  claimTimeline,
];

async function timelineOf(ctx: AccountCtx, orderId: string) {
  const head = await orderHead(ctx, orderId);
  if (!head) throw notFound('order');
  requireStore(ctx.actor, head.store_id);
  const reported: TimelineEntry[] = [];
  for (const part of parts) reported.push(...(await part(ctx, orderId)));
  const staff = ctx.actor.kind === 'staff';
  const seen = reported.filter((entry) => staff || !entry.internal);
  const bill = await recompute(ctx, orderId);
  return {
    order: { id: head.id, name: head.name },
    entries: seen.sort((a, b) => a.at.getTime() - b.at.getTime()),
    cost: bill && sumOf(bill),
  };
}

function sumOf({ currency, lines }: Recomputed) {
  const billed = lines.reduce((sum, line) => sum + line.amount, 0);
  const recomputed = lines.reduce((sum, line) => sum + line.recomputed, 0);
  return { currency, billed, recomputed, equal: lines.every((line) => line.amount === line.recomputed), lines };
}
