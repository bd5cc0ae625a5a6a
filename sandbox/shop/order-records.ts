import { ShopRefusal } from './refusal.ts';
import type { Address, Attribute, FinancialStatus, OrderData, ShopRow, Tracking } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { lessRefund, type Tax, taxed } from './taxes.ts';

export type NewLine = {
  id?: string;
  /** A variant of the shop; without one it is a custom line and needs `title` and `price`. */
  variantId?: string;
  title?: string;
  sku?: string;
  quantity: number;
  /** Minor units for one piece; the variant's price by default. */
  price?: number;
  /** Minor units off the whole line. */
  discount?: number;
  requiresShipping?: boolean;
  giftCard?: boolean;
  attributes?: Attribute[];
};

export type NewShipment = {
  at: Date;
  tracking?: Partial<Tracking>;
  /** Quantities by index of the order's lines; everything by default. */
  quantities?: Record<number, number>;
  displayStatus?: string;
  byApp?: boolean;
};

export type NewOrder = {
  id?: string;
  number?: number;
  lines: NewLine[];
  /** `null` for an order without a shipping address. */
  address?: Address | null;
  buyer?: { email?: string; phone?: string };
  financialStatus?: FinancialStatus;
  createdAt?: Date;
  updatedAt?: Date;
  cancelledAt?: Date;
  cancelReason?: string;
  currency?: string;
  /** Minor units. */
  shipping?: number;
  shippingTitle?: string;
  /** An amount that went back without pieces; for history made by a generator. */
  refund?: { at: Date; amount: number };
  /** As the shop taxes its orders, if nothing is said; null for none. */
  tax?: Tax | null;
  note?: string | null;
  attributes?: Attribute[];
  tags?: string[];
  test?: boolean;
  risk?: 'ACCEPT' | 'CANCEL' | 'INVESTIGATE' | 'NONE';
  sourceName?: string;
  /** Parcels that left already, oldest first; for history made by a generator. */
  shipments?: NewShipment[];
};

export type PlacedOrder = {
  id: string;
  number: number;
  name: string;
  lineIds: string[];
  fulfillmentOrderId: string | null;
};

export type VariantFacts = {
  id: string;
  product_id: string;
  title: string;
  product_title: string;
  sku: string;
  vendor: string;
  price: number;
  grams: number;
  requires_shipping: boolean;
};

/** What one INSERT per table takes. */
export type Records = Record<
  'orders' | 'lines' | 'fulfillmentOrders' | 'fulfillmentOrderLines' | 'fulfillments',
  Record<string, unknown>[]
>;

/** The variant behind a line, or refuses a line that names neither variant nor title and price. */
function checkedLine(line: NewLine, variants: Map<string, VariantFacts>) {
  const variant = line.variantId === undefined ? undefined : variants.get(line.variantId);
  if (line.variantId !== undefined && !variant)
    throw new ShopRefusal(['lines'], `variant ${line.variantId} does not exist`);
  const title = line.title ?? variant?.product_title;
  const price = line.price ?? variant?.price;
  if (title === undefined || price === undefined)
    throw new ShopRefusal(['lines'], 'a custom line needs a title and a price');
  if (!Number.isInteger(line.quantity) || line.quantity < 1)
    throw new ShopRefusal(['lines'], 'Quantity must be greater than 0');
  return {
    title,
    price,
    sku: line.sku ?? variant?.sku ?? null,
    ...variantFields(variant),
    ...(line.requiresShipping !== undefined && { requires_shipping: line.requiresShipping }),
  };
}

function variantFields(variant: VariantFacts | undefined) {
  if (!variant)
    return { product_id: null, variant_id: null, variant_title: null, vendor: null, grams: 0, requires_shipping: true };
  const { id, product_id, title, vendor, grams, requires_shipping } = variant;
  return {
    product_id,
    variant_id: id,
    variant_title: title === 'Default Title' ? null : title,
    vendor,
    grams,
    requires_shipping,
  };
}

function lineRecord(order: NewOrder, line: NewLine, position: number, variants: Map<string, VariantFacts>) {
  return {
    ...checkedLine(line, variants),
    position,
    quantity: line.quantity,
    current_quantity: order.cancelledAt ? 0 : line.quantity,
    gift_card: line.giftCard ?? false,
    discount: line.discount ?? 0,
    attributes: line.attributes ?? [],
  };
}

function statusOf(lines: { quantity: number; fulfilled: number }[]): string {
  const total = lines.reduce((sum, line) => sum + line.quantity, 0);
  const done = lines.reduce((sum, line) => sum + line.fulfilled, 0);
  if (done === 0) return 'UNFULFILLED';
  return done < total ? 'PARTIALLY_FULFILLED' : 'FULFILLED';
}

/** What the records of one batch are made with. */
export type Frame = {
  rt: ShopRuntime;
  shop: ShopRow;
  locationId: string;
  variants: Map<string, VariantFacts>;
  take: () => string;
  records: Records;
};

function addShipments(
  frame: Frame,
  order: NewOrder,
  orderId: string,
  name: string,
  lines: { id: string; foLineId: string; fulfilled: number; quantity: number }[],
): void {
  for (const [index, shipment] of (order.shipments ?? []).entries()) {
    const sent = lines.flatMap((line, position) => {
      const left = line.quantity - line.fulfilled;
      const quantity = Math.min(left, shipment.quantities ? (shipment.quantities[position] ?? 0) : left);
      line.fulfilled += quantity;
      return quantity > 0
        ? [{ id: frame.take(), line_id: line.id, fulfillment_order_line_id: line.foLineId, quantity }]
        : [];
    });
    frame.records.fulfillments.push({
      id: frame.take(),
      order_id: orderId,
      location_id: frame.locationId,
      name: `${name}-F${index + 1}`,
      at: shipment.at,
      display_status: shipment.displayStatus ?? 'FULFILLED',
      by_app: shipment.byApp ?? false,
      lines: sent,
      tracking: {
        company: shipment.tracking?.company ?? null,
        numbers: shipment.tracking?.numbers ?? [],
        urls: shipment.tracking?.urls ?? [],
      },
    });
  }
}

function orderTotals(
  order: NewOrder,
  lines: { price: number; quantity: number; discount: number }[],
  rate: Tax | null | undefined,
) {
  const shipping = order.shipping ?? 0;
  const price = lines.reduce((sum, line) => sum + line.price * line.quantity - line.discount, shipping);
  const { total, tax } = taxed(price, rate);
  const left = order.cancelledAt ? { total: 0, tax: 0 } : lessRefund({ total, tax }, order.refund?.amount ?? 0);
  return { shipping, total, tax, current_total: left.total, current_tax: left.tax };
}

function orderData(order: NewOrder, tax: Tax | null | undefined, take: () => string): OrderData {
  const {
    address = null,
    note = null,
    attributes = [],
    sourceName = 'web',
    shippingTitle = 'Standard',
    risk = 'ACCEPT',
    cancelReason = 'CUSTOMER',
  } = order;
  const cancel_reason = order.cancelledAt ? cancelReason : null;
  return {
    address,
    note,
    attributes,
    source_name: sourceName,
    shipping_title: shippingTitle,
    cancel_reason,
    staff_note: null,
    risk,
    ...(tax && { tax }),
    refunds: order.refund
      ? [{ id: take(), created_at: order.refund.at.toISOString(), note: null, amount: order.refund.amount, lines: [] }]
      : [],
  };
}

function orderRecord(
  order: NewOrder,
  {
    created,
    currency,
    tax,
    take,
  }: { created: Date; currency: string; tax: Tax | null | undefined; take: () => string },
) {
  const { cancelledAt = null, financialStatus = 'PAID', buyer = {}, test = false, tags = [] } = order;
  return {
    created_at: created,
    updated_at: order.updatedAt ?? cancelledAt ?? order.shipments?.at(-1)?.at ?? created,
    cancelled_at: cancelledAt,
    financial_status: financialStatus,
    email: buyer.email ?? null,
    phone: buyer.phone ?? null,
    test,
    tags,
    currency: order.currency ?? currency,
    data: orderData(order, tax, take),
  };
}

const WORK_STATUS: Record<string, string> = {
  FULFILLED: 'CLOSED',
  UNFULFILLED: 'OPEN',
  PARTIALLY_FULFILLED: 'IN_PROGRESS',
};

type ShippableLine = { id: string; foLineId: string; quantity: number; fulfilled: number };

function addWork(
  frame: Frame,
  order: NewOrder,
  orderId: string,
  status: string,
  lines: ShippableLine[],
): string | null {
  if (lines.length === 0) return null;
  const id = frame.take();
  const created = order.createdAt ?? frame.rt.now();
  frame.records.fulfillmentOrders.push({
    id,
    order_id: orderId,
    location_id: frame.locationId,
    status: order.cancelledAt ? 'CANCELLED' : WORK_STATUS[status],
    // History is routed already; only an order placed now waits for its fulfilment order.
    routed_at: order.createdAt ? created : new Date(created.getTime() + frame.rt.settings.routingDelayMs),
    at: order.updatedAt ?? created,
  });
  for (const line of lines) {
    const remaining = order.cancelledAt ? 0 : line.quantity - line.fulfilled;
    frame.records.fulfillmentOrderLines.push({
      id: line.foLineId,
      fulfillment_order_id: id,
      line_id: line.id,
      total: line.quantity,
      remaining,
    });
  }
  return id;
}

/** Adds all records of one order to the batch. */
export function addOrder(frame: Frame, order: NewOrder, number: number): PlacedOrder {
  const { records, take, shop } = frame;
  const id = order.id ?? take();
  const name = `#${number}`;
  const made = order.lines.map((line, index) => ({
    ...lineRecord(order, line, index + 1, frame.variants),
    id: line.id ?? take(),
    foLineId: take(),
    order_id: id,
    fulfilled: 0,
  }));
  const shippable = made.filter((line) => line.requires_shipping && !line.gift_card);
  addShipments(frame, order, id, name, shippable);
  const status = statusOf(shippable);
  const tax = order.tax === undefined ? shop.settings.tax : order.tax;
  const record = orderRecord(order, {
    created: order.createdAt ?? frame.rt.now(),
    currency: shop.currency,
    tax,
    take,
  });
  records.lines.push(...made);
  records.orders.push({ id, number, name, fulfillment_status: status, ...record, ...orderTotals(order, made, tax) });
  return {
    id,
    number,
    name,
    lineIds: made.map((line) => line.id),
    fulfillmentOrderId: addWork(frame, order, id, status, shippable),
  };
}
