import { gid } from '../gid.ts';
import type { FulfillmentOrderLineRow, FulfillmentOrderRow, OrderRow } from '../rows.ts';
import { utcTime } from '../shop-time.ts';
import { connectionOf, pageOfList, type PageArgs } from './connection.ts';
import { type GraphContext, graphError } from './context.ts';
import { lineNode } from './line-node.ts';
import { locationNode, variantNode } from './product-node.ts';

/** What the app may do with a fulfilment order; clients ask this rather than guess from the status. */
export function supportedActions(row: FulfillmentOrderRow): string[] {
  if (row.status === 'OPEN') return ['CREATE_FULFILLMENT', 'REPORT_PROGRESS', 'MOVE', 'HOLD', 'SPLIT'];
  if (row.status === 'IN_PROGRESS') return ['CREATE_FULFILLMENT', 'REPORT_PROGRESS', 'HOLD'];
  if (row.status === 'ON_HOLD') return ['RELEASE_HOLD', 'HOLD', 'MOVE'];
  if (row.status === 'SCHEDULED') return ['MARK_AS_OPEN'];
  return [];
}

function destination(ctx: GraphContext, order: OrderRow) {
  if (ctx.shop.settings.customer_data === false)
    throw graphError('This app is not approved to use the protected customer data of this field.', 'ACCESS_DENIED');
  const address = order.data.address;
  if (!address) return null;
  return {
    __typename: 'FulfillmentOrderDestination',
    id: gid('FulfillmentOrderDestination', order.id),
    firstName: address.first_name ?? null,
    lastName: address.last_name ?? null,
    company: address.company ?? null,
    address1: address.address1 ?? null,
    address2: address.address2 ?? null,
    city: address.city ?? null,
    province: address.province ?? null,
    zip: address.zip ?? null,
    countryCode: address.country_code ?? null,
    phone: address.phone ?? order.phone,
    email: order.email,
  };
}

function workLineNode(ctx: GraphContext, row: FulfillmentOrderLineRow, order: OrderRow) {
  const line = () => ctx.load.line(row.line_id);
  const variant = async () => {
    const found = await line();
    return found?.variant_id == null ? null : ctx.load.variant(found.variant_id);
  };
  return {
    __typename: 'FulfillmentOrderLineItem',
    id: gid('FulfillmentOrderLineItem', row.id),
    totalQuantity: row.total,
    remainingQuantity: row.remaining,
    sku: async () => (await line())?.sku ?? null,
    productTitle: async () => (await line())?.title ?? '',
    variantTitle: async () => (await line())?.variant_title ?? null,
    inventoryItemId: async () => {
      const found = await variant();
      return found && gid('InventoryItem', found.item_id);
    },
    lineItem: async () => {
      const found = await line();
      return found && lineNode(ctx, found, order.currency);
    },
    variant: async () => {
      const found = await variant();
      return found && variantNode(ctx, found);
    },
  };
}

/** A fulfilment order. */
export function workNode(ctx: GraphContext, row: FulfillmentOrderRow, order: OrderRow) {
  return {
    __typename: 'FulfillmentOrder',
    id: gid('FulfillmentOrder', row.id),
    status: row.status,
    requestStatus: row.request_status,
    orderId: gid('Order', order.id),
    orderName: order.name,
    createdAt: utcTime(row.created_at),
    updatedAt: utcTime(row.updated_at),
    fulfillAt: utcTime(row.routed_at),
    supportedActions: supportedActions(row).map((action) => ({ action })),
    fulfillmentHolds: async () =>
      (await ctx.load.holdsOfWork(row.id)).map((hold) => ({
        __typename: 'FulfillmentHold',
        id: gid('FulfillmentHold', hold.id),
        reason: hold.reason,
        reasonNotes: hold.notes,
        heldByRequestingApp: hold.by_app,
      })),
    assignedLocation: async () => {
      const location = await ctx.load.location(row.location_id);
      return { name: location?.name ?? 'Shop location', location: location && locationNode(location) };
    },
    deliveryMethod: { id: gid('DeliveryMethod', row.id), methodType: 'SHIPPING' },
    destination: () => destination(ctx, order),
    lineItems: async (args: PageArgs) =>
      pageOfList(ctx, await ctx.load.linesOfWork(row.id), args, (line) => workLineNode(ctx, line, order)),
    merchantRequests: () => connectionOf([], false, null),
  };
}
