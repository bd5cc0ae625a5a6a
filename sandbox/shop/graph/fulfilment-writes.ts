import { addFulfillmentEvent, cancelFulfillment, createFulfillment, replaceTracking } from '../fulfilment.ts';
import { gid, idOf } from '../gid.ts';
import { emit } from '../hooks.ts';
import { lockFulfillmentOrder, placeHold, releaseHolds } from '../holds.ts';
import { ShopRefusal } from '../refusal.ts';
import type { FulfillmentOrderRow, FulfillmentRow, LocationRow, OrderRow, Tracking } from '../rows.ts';
import { type Db, firstRow } from '../sql.ts';
import { utcTime } from '../shop-time.ts';
import { type GraphContext, mutate } from './context.ts';
import { fulfillmentNode } from './order-node.ts';
import { workNode } from './work-node.ts';

type TrackingInput = {
  company?: string | null;
  number?: string | null;
  numbers?: string[] | null;
  url?: string | null;
  urls?: string[] | null;
};

function trackingOf(input: TrackingInput | null | undefined): Tracking {
  return {
    company: input?.company ?? null,
    numbers: input?.numbers ?? (input?.number ? [input.number] : []),
    urls: input?.urls ?? (input?.url ? [input.url] : []),
  };
}

async function parcelNode(db: Db, ctx: GraphContext, row: FulfillmentRow) {
  const order = await firstRow<OrderRow>(db, 'select * from shop_orders where id = $1', [row.order_id]);
  return fulfillmentNode(ctx, row, order?.currency ?? ctx.shop.currency);
}

async function workOf(db: Db, ctx: GraphContext, row: FulfillmentOrderRow) {
  const order = await firstRow<OrderRow>(db, 'select * from shop_orders where id = $1', [row.order_id]);
  if (!order) throw new Error(`order ${row.order_id} vanished`);
  return workNode(ctx, row, order);
}

type FulfillmentInput = {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
  }[];
  notifyCustomer?: boolean | null;
  trackingInfo?: TrackingInput | null;
};

async function fulfillmentCreate(
  { fulfillment, message }: { fulfillment: FulfillmentInput; message?: string | null },
  ctx: GraphContext,
) {
  return mutate(ctx, async (db) => {
    const orders = fulfillment.lineItemsByFulfillmentOrder.map((one) => ({
      id: idOf('FulfillmentOrder', one.fulfillmentOrderId) ?? '0',
      lines:
        one.fulfillmentOrderLineItems?.map((line) => ({
          id: idOf('FulfillmentOrderLineItem', line.id) ?? '0',
          quantity: line.quantity,
        })) ?? null,
    }));
    const tracking = trackingOf(fulfillment.trackingInfo);
    const made = await createFulfillment(db, ctx.rt, ctx.shop, {
      orders,
      tracking,
      notify: fulfillment.notifyCustomer ?? false,
      message: message ?? null,
      byApp: true,
    });
    return { fulfillment: await parcelNode(db, ctx, made) };
  });
}

type TrackingArgs = { fulfillmentId: string; trackingInfoInput: TrackingInput; notifyCustomer?: boolean | null };

async function fulfillmentTrackingInfoUpdate(
  { fulfillmentId, trackingInfoInput, notifyCustomer }: TrackingArgs,
  ctx: GraphContext,
) {
  return mutate(ctx, async (db) => {
    const changed = await replaceTracking(
      db,
      ctx.rt,
      ctx.shop,
      idOf('Fulfillment', fulfillmentId),
      trackingOf(trackingInfoInput),
      notifyCustomer ?? false,
    );
    return { fulfillment: await parcelNode(db, ctx, changed) };
  });
}

async function fulfillmentCancel({ id }: { id: string }, ctx: GraphContext) {
  return mutate(ctx, async (db) => ({
    fulfillment: await parcelNode(db, ctx, await cancelFulfillment(db, ctx.rt, ctx.shop, idOf('Fulfillment', id))),
  }));
}

type EventInput = {
  fulfillmentId: string;
  status: string;
  message?: string | null;
  happenedAt?: string | null;
  city?: string;
  province?: string;
  country?: string;
  zip?: string;
  address1?: string;
};

async function fulfillmentEventCreate(
  { fulfillmentEvent: input }: { fulfillmentEvent: EventInput },
  ctx: GraphContext,
) {
  return mutate(ctx, async (db) => {
    const happenedAt = input.happenedAt ? new Date(input.happenedAt) : ctx.rt.now();
    const { city = null, province = null, country = null, zip = null, address1 = null } = input;
    const made = await addFulfillmentEvent(db, ctx.rt, ctx.shop, idOf('Fulfillment', input.fulfillmentId), {
      status: input.status,
      message: input.message ?? null,
      happenedAt,
      data: { city, province, country, zip, address1 },
    });
    return {
      fulfillmentEvent: {
        __typename: 'FulfillmentEvent',
        id: gid('FulfillmentEvent', made.id),
        status: made.status,
        happenedAt: utcTime(made.happened_at),
      },
    };
  });
}

type HoldInput = { reason: string; reasonNotes?: string | null; handle?: string | null };

async function fulfillmentOrderHold(
  { id, fulfillmentHold }: { id: string; fulfillmentHold: HoldInput },
  ctx: GraphContext,
) {
  return mutate(ctx, async (db) => {
    const held = await placeHold(db, ctx.rt, ctx.shop, idOf('FulfillmentOrder', id), {
      reason: fulfillmentHold.reason,
      notes: fulfillmentHold.reasonNotes ?? null,
      handle: fulfillmentHold.handle ?? '',
      byApp: true,
    });
    const hold = {
      __typename: 'FulfillmentHold',
      id: gid('FulfillmentHold', held.hold.id),
      reason: held.hold.reason,
      reasonNotes: held.hold.notes,
      heldByRequestingApp: true,
    };
    return { fulfillmentHold: hold, fulfillmentOrder: await workOf(db, ctx, held.work) };
  });
}

async function fulfillmentOrderReleaseHold(
  { id, holdIds }: { id: string; holdIds?: string[] | null },
  ctx: GraphContext,
) {
  return mutate(ctx, async (db) => {
    const ids = holdIds?.map((one) => idOf('FulfillmentHold', one) ?? '0') ?? null;
    return {
      fulfillmentOrder: await workOf(
        db,
        ctx,
        await releaseHolds(db, ctx.rt, ctx.shop, idOf('FulfillmentOrder', id), ids),
      ),
    };
  });
}

async function fulfillmentOrderMove({ id, newLocationId }: { id: string; newLocationId: string }, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    const work = await lockFulfillmentOrder(db, ctx.shop, idOf('FulfillmentOrder', id));
    const location = await firstRow<LocationRow>(db, 'select * from shop_locations where shop_id = $1 and id = $2', [
      ctx.shop.id,
      idOf('Location', newLocationId) ?? '0',
    ]);
    if (!location || !['OPEN', 'ON_HOLD'].includes(work.status))
      throw new ShopRefusal(['id'], 'Cannot change location.');
    const moved = await firstRow<FulfillmentOrderRow>(
      db,
      'update shop_fulfillment_orders set location_id = $2, updated_at = $3 where id = $1 returning *',
      [work.id, location.id, ctx.rt.now()],
    );
    await emit(db, ctx.rt, ctx.shop, 'fulfillment_orders/moved', () => ({
      original_fulfillment_order: { id: gid('FulfillmentOrder', work.id), status: work.status.toLowerCase() },
    }));
    const node = await workOf(db, ctx, moved ?? work);
    return { movedFulfillmentOrder: node, originalFulfillmentOrder: node, remainingFulfillmentOrder: null };
  });
}

/** Requests to a fulfilment service: nothing here is stocked at one, so Shopify's own answer is a refusal (P9: mode A only). */
async function noService(args: { id: string }, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    await lockFulfillmentOrder(db, ctx.shop, idOf('FulfillmentOrder', args.id));
    throw new ShopRefusal(
      ['id'],
      'The fulfillment order is not assigned to a fulfillment service location of this app.',
    );
  });
}

async function refuseService(_args: object, ctx: GraphContext) {
  return mutate(ctx, async () => {
    throw new ShopRefusal(null, 'Fulfillment services are not available in this shop.');
  });
}

/** Root fields that write fulfilment. */
export const fulfilmentWrites = {
  fulfillmentCreate,
  fulfillmentTrackingInfoUpdate,
  fulfillmentCancel,
  fulfillmentEventCreate,
  fulfillmentOrderHold,
  fulfillmentOrderReleaseHold,
  fulfillmentOrderMove,
  fulfillmentOrderSubmitFulfillmentRequest: noService,
  fulfillmentOrderAcceptFulfillmentRequest: noService,
  fulfillmentOrderRejectFulfillmentRequest: noService,
  fulfillmentOrderAcceptCancellationRequest: noService,
  fulfillmentOrderRejectCancellationRequest: noService,
  fulfillmentOrderClose: noService,
  fulfillmentServiceCreate: refuseService,
  fulfillmentServiceDelete: refuseService,
};
