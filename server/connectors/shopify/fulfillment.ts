import { z } from 'zod';
import {
  type ShipmentPart,
  type ShipmentPlan,
  ShopError,
  type ShopFulfillment,
  type ShopSession,
  type ShopShipment,
} from '../connector.ts';
import { gid, numericId } from './gid.ts';
import type { Graphql } from './graphql.ts';
import { nextOf, pageInfo, userErrors } from './graphql-answer.ts';
import { knownCompany } from './tracking-companies.ts';

const workSchema = z.object({
  id: z.string(),
  status: z.string(),
  supportedActions: z.array(z.object({ action: z.string() })),
  lineItems: z.object({
    nodes: z.array(z.object({ id: z.string(), remainingQuantity: z.number(), lineItem: z.object({ id: z.string() }) })),
    pageInfo,
  }),
});
type Work = z.infer<typeof workSchema>;

const workPage = z.object({
  order: z
    .object({
      cancelledAt: z.string().nullable(),
      fulfillmentOrders: z.object({ nodes: z.array(workSchema), pageInfo }),
    })
    .nullable(),
});
const parcelSchema = z.object({
  id: z.string(),
  status: z.string(),
  trackingInfo: z.array(z.object({ number: z.string().nullable() })),
  fulfillmentLineItems: z.object({
    nodes: z.array(z.object({ quantity: z.number().nullable(), lineItem: z.object({ id: z.string() }) })),
  }),
  fulfillmentOrders: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});
const parcelsSchema = z.object({ order: z.object({ fulfillments: z.array(parcelSchema) }).nullable() });
const createSchema = z.object({
  fulfillmentCreate: z.object({ fulfillment: z.object({ id: z.string() }).nullable(), userErrors }),
});
const cancelSchema = z.object({ fulfillmentCancel: z.object({ userErrors }) });
const releaseSchema = z.object({ fulfillmentOrderReleaseHold: z.object({ userErrors }) });
const updateSchema = z.object({ fulfillmentTrackingInfoUpdate: z.object({ userErrors }) });

/** A buyer waits for the tracking number: imports stand back for it. */
const urgent = { interactive: true };
const dead = new Set(['CANCELLED', 'ERROR', 'FAILURE']);

export type Tracking = { carrier: string; tracking_number: string; tracking_url: string | null };

/** Finds a parcel of any carrier; for parcels without an address of their own. */
const anyCarrier = (number: string) => `https://t.17track.net/en#nums=${encodeURIComponent(number)}`;

/** Company only by a name that Shopify knows exactly, the url always (shopify.md §2.8). */
function trackingInput(tracking: Tracking) {
  const company = knownCompany(tracking.carrier);
  return {
    number: tracking.tracking_number,
    url: tracking.tracking_url ?? anyCarrier(tracking.tracking_number),
    ...(company !== null && { company }),
  };
}

/** Cancels what somebody else marked as sent: everything that carries none of our numbers. Cancelling twice is no fault. */
const foreignCanceller =
  (graphql: Graphql) =>
  async (shop: ShopSession, orderExternalId: string, ours: readonly string[]): Promise<number> => {
    const orderId = gid('Order', orderExternalId);
    const { order } = await graphql.call(shop, 'ParcelsOfOrder', { orderId }, parcelsSchema, urgent);
    if (!order) throw new ShopError('refused', 'The order does not exist at the shop any more.');
    const foreign = order.fulfillments.filter(
      ({ status, trackingInfo }) =>
        !dead.has(status) && !trackingInfo.some(({ number }) => number !== null && ours.includes(number)),
    );
    for (const { id } of foreign) {
      const { fulfillmentCancel: answer } = await graphql.call(shop, 'ShipmentCancel', { id }, cancelSchema, urgent);
      if (answer.userErrors[0])
        throw new ShopError('refused', `The shop did not cancel the fulfilment: ${answer.userErrors[0].message}`);
    }
    return foreign.length;
  };

const holdReleaser =
  (graphql: Graphql, workOf: (shop: ShopSession, orderId: string) => Promise<Work[]>) =>
  async (shop: ShopSession, orderExternalId: string): Promise<number> => {
    const all = await workOf(shop, gid('Order', orderExternalId));
    const held = all.filter(({ supportedActions }) => supportedActions.some(({ action }) => action === 'RELEASE_HOLD'));
    for (const { id } of held) {
      const { fulfillmentOrderReleaseHold: answer } = await graphql.call(
        shop,
        'HoldRelease',
        { id },
        releaseSchema,
        urgent,
      );
      if (answer.userErrors[0])
        throw new ShopError('refused', `The shop refused to release the hold: ${answer.userErrors[0].message}`);
    }
    return held.length;
  };

export function fulfiller(graphql: Graphql) {
  async function workOf(shop: ShopSession, orderId: string): Promise<Work[]> {
    const found: Work[] = [];
    for (let after: string | null = null; ; ) {
      const { order }: z.infer<typeof workPage> = await graphql.call(
        shop,
        'WorkOfOrder',
        { orderId, after },
        workPage,
        urgent,
      );
      if (!order) throw new ShopError('refused', 'The order does not exist at the shop any more.');
      if (order.cancelledAt !== null) throw new ShopError('refused', 'The order was cancelled at the shop.');
      found.push(...order.fulfillmentOrders.nodes);
      after = nextOf(order.fulfillmentOrders.pageInfo);
      if (after === null) return found;
    }
  }

  async function madeWith(shop: ShopSession, orderId: string, numbers: readonly string[]) {
    const { order } = await graphql.call(shop, 'ParcelsOfOrder', { orderId }, parcelsSchema, urgent);
    const made: ShopFulfillment[] = [];
    const shipped = new Map<string, number>();
    for (const parcel of order?.fulfillments ?? []) {
      const number = parcel.trackingInfo
        .map((info) => info.number)
        .find((one) => one !== null && numbers.includes(one));
      if (!number || dead.has(parcel.status)) continue;
      for (const work of parcel.fulfillmentOrders.nodes) {
        made.push({
          fulfillment_order_id: numericId(work.id),
          external_id: numericId(parcel.id),
          tracking_number: number,
        });
      }
      for (const { lineItem, quantity } of parcel.fulfillmentLineItems.nodes) {
        const id = numericId(lineItem.id);
        shipped.set(id, (shipped.get(id) ?? 0) + (quantity ?? 0));
      }
    }
    return { made, shipped };
  }

  return {
    async plan(shop: ShopSession, shipment: ShopShipment, numbers: readonly string[]): Promise<ShipmentPlan> {
      const orderId = gid('Order', shipment.order_external_id);
      const { made, shipped } = await madeWith(shop, orderId, numbers);
      const wanted = new Map(
        shipment.lines.map((line) => [
          line.line_external_id,
          line.quantity - (shipped.get(line.line_external_id) ?? 0),
        ]),
      );
      if ([...wanted.values()].every((quantity) => quantity <= 0))
        return { made, parts: [], missing: 0, reason: 'none' };
      return { made, ...divide(await workOf(shop, orderId), wanted) };
    },
    async ship(shop: ShopSession, part: ShipmentPart, shipment: ShopShipment): Promise<ShopFulfillment> {
      const fulfillment = {
        lineItemsByFulfillmentOrder: [
          {
            fulfillmentOrderId: `gid://shopify/FulfillmentOrder/${part.fulfillment_order_id}`,
            fulfillmentOrderLineItems: part.lines.map((line) => ({
              id: `gid://shopify/FulfillmentOrderLineItem/${line.work_line_id}`,
              quantity: line.quantity,
            })),
          },
        ],
        notifyCustomer: shipment.notify_buyer,
        trackingInfo: trackingInput(shipment),
      };
      const { fulfillmentCreate: answer } = await graphql.call(shop, 'ShipmentCreate', { fulfillment }, createSchema, {
        ...urgent,
        once: true,
      });
      if (!answer.fulfillment)
        throw new ShopError(
          'refused',
          `The shop refused the shipment: ${answer.userErrors[0]?.message ?? 'no reason given'}`,
        );
      return {
        fulfillment_order_id: part.fulfillment_order_id,
        external_id: numericId(answer.fulfillment.id),
        tracking_number: shipment.tracking_number,
      };
    },
    cancelForeign: foreignCanceller(graphql),
    releaseHolds: holdReleaser(graphql, workOf),
    async updateTracking(
      shop: ShopSession,
      fulfillmentId: string,
      tracking: Tracking & { notify_buyer: boolean },
    ): Promise<void> {
      const variables = {
        fulfillmentId: gid('Fulfillment', fulfillmentId),
        tracking: trackingInput(tracking),
        notify: tracking.notify_buyer,
      };
      const { fulfillmentTrackingInfoUpdate: answer } = await graphql.call(
        shop,
        'ShipmentTrackingReplace',
        variables,
        updateSchema,
        urgent,
      );
      if (answer.userErrors[0])
        throw new ShopError('refused', `The shop refused the tracking number: ${answer.userErrors[0].message}`);
    },
  };
}

/** Spreads the parcel's pieces over the fulfilment orders that may be shipped, never more than what remains (shopify.md §2.7). */
function divide(work: readonly Work[], wanted: Map<string, number>): Omit<ShipmentPlan, 'made'> {
  const parts: ShipmentPart[] = [];
  for (const one of work) {
    if (!one.supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT')) continue;
    const lines: ShipmentPart['lines'] = [];
    for (const line of one.lineItems.nodes) {
      const id = numericId(line.lineItem.id);
      const quantity = Math.min(wanted.get(id) ?? 0, line.remainingQuantity);
      if (quantity <= 0) continue;
      wanted.set(id, (wanted.get(id) ?? 0) - quantity);
      lines.push({ work_line_id: numericId(line.id), quantity });
    }
    if (lines.length > 0) parts.push({ fulfillment_order_id: numericId(one.id), lines });
  }
  const missing = [...wanted.values()].reduce((sum, quantity) => sum + Math.max(0, quantity), 0);
  return { parts, missing, reason: missing === 0 ? 'none' : reasonOf(work) };
}

function reasonOf(work: readonly Work[]): ShipmentPlan['reason'] {
  if (work.length === 0) return 'not_routed'; // Shopify makes them a moment after the order (shopify.md §2.8)
  return work.some(({ status }) => status === 'ON_HOLD' || status === 'SCHEDULED') ? 'on_hold' : 'nothing_left';
}
