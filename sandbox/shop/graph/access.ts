import { type GraphContext, graphError } from './context.ts';

/** Throws ACCESS_DENIED unless one of the scopes is granted (shopify.md §2.3). */
export function requireAny(ctx: GraphContext, field: string, scopes: readonly string[]): void {
  if (scopes.length === 0 || scopes.some((scope) => ctx.scopes.has(scope))) return;
  const needed = scopes.map((scope) => `\`${scope}\``).join(' or ');
  throw graphError(`Access denied for ${field} field. Required access: ${needed} access scope.`, 'ACCESS_DENIED', {
    documentation: 'https://shopify.dev/api/usage/access-scopes',
    requiredAccess: `${needed} access scope.`,
  });
}

const READ_WORK = [
  'read_merchant_managed_fulfillment_orders',
  'read_assigned_fulfillment_orders',
  'read_third_party_fulfillment_orders',
];
const WRITE_WORK = [
  'write_merchant_managed_fulfillment_orders',
  'write_assigned_fulfillment_orders',
  'write_third_party_fulfillment_orders',
];
const ASSIGNED = ['write_assigned_fulfillment_orders'];

/** Scopes of the root fields, any of which is enough; a field that is not listed needs none. */
export const ROOT_SCOPES: Record<string, readonly string[]> = {
  orders: ['read_orders'],
  order: ['read_orders'],
  ordersCount: ['read_orders'],
  productsCount: ['read_products'],
  products: ['read_products'],
  product: ['read_products'],
  productByIdentifier: ['read_products'],
  productVariants: ['read_products'],
  productOperation: ['read_products'],
  publications: ['read_publications'],
  locations: ['read_locations'],
  inventoryItem: ['read_inventory', 'read_products'],
  assignedFulfillmentOrders: READ_WORK,
  tagsAdd: ['write_orders', 'write_products'],
  tagsRemove: ['write_orders', 'write_products'],
  orderUpdate: ['write_orders'],
  metafieldsSet: ['write_orders', 'write_products'],
  fulfillmentCreate: WRITE_WORK,
  fulfillmentTrackingInfoUpdate: ['write_fulfillments', ...WRITE_WORK],
  fulfillmentCancel: ['write_fulfillments', ...WRITE_WORK],
  fulfillmentEventCreate: ['write_fulfillments', ...WRITE_WORK],
  fulfillmentOrderHold: WRITE_WORK,
  fulfillmentOrderReleaseHold: WRITE_WORK,
  fulfillmentOrderMove: WRITE_WORK,
  fulfillmentOrderSubmitFulfillmentRequest: WRITE_WORK,
  fulfillmentOrderAcceptFulfillmentRequest: ASSIGNED,
  fulfillmentOrderRejectFulfillmentRequest: ASSIGNED,
  fulfillmentOrderAcceptCancellationRequest: ASSIGNED,
  fulfillmentOrderRejectCancellationRequest: ASSIGNED,
  fulfillmentOrderClose: ASSIGNED,
  fulfillmentServiceCreate: ['write_fulfillments'],
  fulfillmentServiceDelete: ['write_fulfillments'],
  productSet: ['write_products'],
  productUpdate: ['write_products'],
  productVariantsBulkUpdate: ['write_products'],
  productDelete: ['write_products'],
  publishablePublish: ['write_publications'],
  inventoryActivate: ['write_inventory'],
  inventorySetQuantities: ['write_inventory'],
};
