import { gid } from '../gid.ts';
import type { Address, FulfillmentOrderRow, FulfillmentRow, OrderRow } from '../rows.ts';
import { firstRow } from '../sql.ts';
import { utcTime } from '../shop-time.ts';
import { pageOfList, type PageArgs } from './connection.ts';
import { type GraphContext, graphError } from './context.ts';
import { requireAny } from './access.ts';
import { lineNode, moneyBag } from './line-node.ts';
import { workNode } from './work-node.ts';

const WORK_SCOPES = [
  'read_merchant_managed_fulfillment_orders',
  'read_assigned_fulfillment_orders',
  'read_third_party_fulfillment_orders',
];

/** Personal data of buyers needs its own approval; without it the field is null with an error beside it (shopify.md §1.8). */
function personal<Value>(ctx: GraphContext, value: Value): Value {
  if (ctx.shop.settings.customer_data === false)
    throw graphError('This app is not approved to use the protected customer data of this field.', 'ACCESS_DENIED');
  return value;
}

function addressNode(order: OrderRow, address: Address) {
  return {
    __typename: 'MailingAddress',
    id: `${gid('MailingAddress', order.id)}?model_name=Address`,
    firstName: address.first_name ?? null,
    lastName: address.last_name ?? null,
    company: address.company ?? null,
    address1: address.address1 ?? null,
    address2: address.address2 ?? null,
    city: address.city ?? null,
    province: address.province ?? null,
    provinceCode: address.province_code ?? null,
    zip: address.zip ?? null,
    countryCodeV2: address.country_code ?? null,
    phone: address.phone ?? null,
  };
}

/** A parcel. */
export function fulfillmentNode(ctx: GraphContext, row: FulfillmentRow, currency: string) {
  const { company, numbers, urls } = row.tracking;
  return {
    __typename: 'Fulfillment',
    id: gid('Fulfillment', row.id),
    legacyResourceId: row.id,
    name: row.name,
    status: row.status,
    displayStatus: row.display_status,
    createdAt: utcTime(row.created_at),
    updatedAt: utcTime(row.updated_at),
    trackingInfo: ({ first }: { first?: number | null }) => {
      const count = Math.max(numbers.length, urls.length, company === null ? 0 : 1);
      return Array.from({ length: count }, (_, index) => ({
        company,
        number: numbers[index] ?? null,
        url: urls[index] ?? null,
      })).slice(0, first ?? undefined);
    },
    fulfillmentLineItems: (args: PageArgs) =>
      pageOfList(ctx, row.lines, args, (part) => ({
        __typename: 'FulfillmentLineItem',
        id: gid('FulfillmentLineItem', part.id),
        quantity: part.quantity,
        lineItem: async () => {
          const line = await ctx.load.line(part.line_id);
          return line && lineNode(ctx, line, currency);
        },
      })),
    fulfillmentOrders: async (args: PageArgs) =>
      pageOfList(ctx, await workShipped(ctx, row), args, ({ order, ...work }) => workNode(ctx, work, order)),
  };
}

/** The fulfilment orders whose pieces left in a parcel. */
async function workShipped(ctx: GraphContext, row: FulfillmentRow) {
  const order = await firstRow<OrderRow>(ctx.rt.pool, 'select * from shop_orders where id = $1', [row.order_id]);
  const shipped = new Set(row.lines.map((line) => line.fulfillment_order_line_id));
  const found: (FulfillmentOrderRow & { order: OrderRow })[] = [];
  for (const work of order ? await ctx.load.workOfOrder(row.order_id) : []) {
    const lines = await ctx.load.linesOfWork(work.id);
    if (order && lines.some((line) => shipped.has(line.id))) found.push({ ...work, order });
  }
  return found;
}

function orderTimes(order: OrderRow) {
  return {
    createdAt: utcTime(order.created_at),
    processedAt: utcTime(order.processed_at),
    updatedAt: utcTime(order.updated_at),
    cancelledAt: order.cancelled_at && utcTime(order.cancelled_at),
    closedAt: order.closed_at && utcTime(order.closed_at),
  };
}

/** What went back to the buyer: all that was paid where an order was cancelled after its payment, else what each refund gave. */
function refundedOf({ cancelled_at, financial_status, total, data }: OrderRow): number {
  if (cancelled_at && financial_status === 'REFUNDED') return total;
  return data.refunds.reduce((sum, { amount }) => sum + amount, 0);
}

/** An order; its lines, parcels and work are fetched when they are asked for. */
export function orderNode(ctx: GraphContext, order: OrderRow) {
  const { data, currency } = order;
  const lines = () => ctx.load.linesOfOrder(order.id);
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: order.id,
    name: order.name,
    ...orderTimes(order),
    cancelReason: data.cancel_reason,
    edited: order.edited,
    test: order.test,
    confirmed: true,
    displayFinancialStatus: order.financial_status,
    displayFulfillmentStatus: order.fulfillment_status,
    returnStatus: 'NO_RETURN',
    requiresShipping: async () => (await lines()).some((line) => line.requires_shipping && line.current_quantity > 0),
    fulfillable: async () =>
      order.cancelled_at === null &&
      (await lines()).some((line) => line.requires_shipping && line.current_quantity > line.fulfilled),
    email: () => personal(ctx, order.email),
    phone: () => personal(ctx, order.phone),
    note: data.note,
    tags: order.tags,
    sourceName: data.source_name,
    currencyCode: currency,
    presentmentCurrencyCode: currency,
    customAttributes: data.attributes,
    totalPriceSet: () => moneyBag(order.total, currency),
    currentTotalPriceSet: () => moneyBag(order.current_total, currency),
    totalTaxSet: () => moneyBag(order.tax, currency),
    currentTotalTaxSet: () => moneyBag(order.current_tax, currency),
    totalRefundedSet: () => moneyBag(refundedOf(order), currency),
    taxesIncluded: order.data.tax?.included ?? false,
    totalShippingPriceSet: () => moneyBag(order.shipping, currency),
    shippingAddress: () => personal(ctx, data.address && addressNode(order, data.address)),
    shippingLine: async () =>
      (await lines()).some((line) => line.requires_shipping)
        ? {
            id: gid('ShippingLine', order.id),
            title: data.shipping_title,
            code: data.shipping_title,
            source: 'shopify',
          }
        : null,
    risk: { recommendation: data.risk },
    cancellation: order.cancelled_at && { staffNote: data.staff_note },
    lineItems: async (args: PageArgs) => pageOfList(ctx, await lines(), args, (line) => lineNode(ctx, line, currency)),
    fulfillments: async ({ first }: { first?: number | null }) =>
      (await ctx.load.fulfillmentsOfOrder(order.id))
        .slice(0, first ?? undefined)
        .map((row) => fulfillmentNode(ctx, row, currency)),
    fulfillmentOrders: async (args: PageArgs) => {
      requireAny(ctx, 'fulfillmentOrders', WORK_SCOPES);
      return pageOfList(ctx, await ctx.load.workOfOrder(order.id), args, (row) => workNode(ctx, row, order));
    },
  };
}
