import { ShopRefusal } from './refusal.ts';
import type { Address, Attribute, FinancialStatus, FulfillmentOrderRow, OrderRow, ShopRow, Tracking } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { primaryLocation } from './shops.ts';
import { type Db, firstRow, newIds, rows } from './sql.ts';

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
  note?: string | null;
  attributes?: Attribute[];
  tags?: string[];
  test?: boolean;
  risk?: 'ACCEPT' | 'CANCEL' | 'INVESTIGATE' | 'NONE';
  sourceName?: string;
  /** Parcels that left already, oldest first; for history made by a generator. */
  shipments?: NewShipment[];
};

export type PlacedOrder = { id: string; number: number; name: string; lineIds: string[]; fulfillmentOrderId: string | null };

type VariantFacts = { id: string; product_id: string; title: string; product_title: string; sku: string; vendor: string; price: number; grams: number; requires_shipping: boolean };

/** What one INSERT per table takes. */
type Records = Record<'orders' | 'lines' | 'fulfillmentOrders' | 'fulfillmentOrderLines' | 'fulfillments', Record<string, unknown>[]>;

async function variantFacts(db: Db, shop: ShopRow, orders: NewOrder[]): Promise<Map<string, VariantFacts>> {
  const ids = [...new Set(orders.flatMap((order) => order.lines.flatMap((line) => line.variantId ?? [])))];
  if (ids.length === 0) return new Map();
  const found = await rows<VariantFacts>(
    db,
    `select v.id, v.product_id, v.title, p.title as product_title, v.sku, p.vendor, v.price, v.grams, v.requires_shipping
     from shop_variants v join shop_products p on p.id = v.product_id where v.shop_id = $1 and v.id = any($2::bigint[])`,
    [shop.id, ids],
  );
  return new Map(found.map((variant) => [variant.id, variant]));
}

async function takeNumbers(db: Db, shop: ShopRow, orders: NewOrder[]): Promise<number[]> {
  const missing = orders.filter((order) => order.number === undefined).length;
  const highest = Math.max(0, ...orders.map((order) => order.number ?? 0));
  const taken = await firstRow<{ first: number }>(
    db,
    `update shops set next_number = greatest(next_number, $2::int + 1) + $3 where id = $1 returning next_number - $3 as first`,
    [shop.id, highest, missing],
  );
  let next = taken?.first ?? 1001;
  return orders.map((order) => order.number ?? next++);
}

/** Hands out ids from one block, so that thousands of rows cost one query. */
async function idBlock(db: Db, count: number): Promise<() => string> {
  const ids = await newIds(db, count);
  let next = 0;
  return () => {
    const id = ids[next++];
    if (id === undefined) throw new Error('the block of ids was too small');
    return id;
  };
}

function lineRecord(order: NewOrder, line: NewLine, position: number, variants: Map<string, VariantFacts>) {
  const variant = line.variantId === undefined ? undefined : variants.get(line.variantId);
  if (line.variantId !== undefined && !variant) throw new ShopRefusal(['lines'], `variant ${line.variantId} does not exist`);
  const title = line.title ?? variant?.product_title;
  const price = line.price ?? variant?.price;
  if (title === undefined || price === undefined) throw new ShopRefusal(['lines'], 'a custom line needs a title and a price');
  if (!Number.isInteger(line.quantity) || line.quantity < 1) throw new ShopRefusal(['lines'], 'Quantity must be greater than 0');
  return {
    position,
    product_id: variant?.product_id ?? null,
    variant_id: variant?.id ?? null,
    title,
    variant_title: variant && variant.title !== 'Default Title' ? variant.title : null,
    sku: line.sku ?? variant?.sku ?? null,
    vendor: variant?.vendor ?? null,
    quantity: line.quantity,
    current_quantity: order.cancelledAt ? 0 : line.quantity,
    requires_shipping: line.requiresShipping ?? variant?.requires_shipping ?? true,
    gift_card: line.giftCard ?? false,
    grams: variant?.grams ?? 0,
    price,
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

type Frame = { rt: ShopRuntime; shop: ShopRow; locationId: string; variants: Map<string, VariantFacts>; take: () => string; records: Records };

function addShipments(frame: Frame, order: NewOrder, orderId: string, name: string, lines: { id: string; foLineId: string; fulfilled: number; quantity: number }[]): void {
  for (const [index, shipment] of (order.shipments ?? []).entries()) {
    const sent = lines.flatMap((line, position) => {
      const left = line.quantity - line.fulfilled;
      const quantity = Math.min(left, shipment.quantities ? (shipment.quantities[position] ?? 0) : left);
      line.fulfilled += quantity;
      return quantity > 0 ? [{ id: frame.take(), line_id: line.id, fulfillment_order_line_id: line.foLineId, quantity }] : [];
    });
    frame.records.fulfillments.push({
      id: frame.take(), order_id: orderId, location_id: frame.locationId, name: `${name}-F${index + 1}`, at: shipment.at,
      display_status: shipment.displayStatus ?? 'FULFILLED', by_app: shipment.byApp ?? false, lines: sent,
      tracking: { company: shipment.tracking?.company ?? null, numbers: shipment.tracking?.numbers ?? [], urls: shipment.tracking?.urls ?? [] },
    });
  }
}

function orderTotals(order: NewOrder, lines: { price: number; quantity: number; discount: number }[]) {
  const shipping = order.shipping ?? 0;
  const total = lines.reduce((sum, line) => sum + line.price * line.quantity - line.discount, shipping);
  return { shipping, total, current_total: order.cancelledAt ? 0 : total };
}

function addOrder(frame: Frame, order: NewOrder, number: number): PlacedOrder {
  const { records, take, rt, shop } = frame;
  const id = order.id ?? take();
  const name = `#${number}`;
  const created = order.createdAt ?? rt.now();
  const updated = order.updatedAt ?? order.cancelledAt ?? order.shipments?.at(-1)?.at ?? created;
  const fulfillmentOrderId = take();
  const made = order.lines.map((line, index) => ({ ...lineRecord(order, line, index + 1, frame.variants), id: line.id ?? take(), foLineId: take(), order_id: id, fulfilled: 0 }));
  const shippable = made.filter((line) => line.requires_shipping && !line.gift_card);
  addShipments(frame, order, id, name, shippable);
  records.lines.push(...made);
  const status = statusOf(shippable);
  records.orders.push({
    id, number, name, created_at: created, updated_at: updated, cancelled_at: order.cancelledAt ?? null,
    financial_status: order.financialStatus ?? 'PAID', fulfillment_status: status,
    email: order.buyer?.email ?? null, phone: order.buyer?.phone ?? null, test: order.test ?? false, tags: order.tags ?? [],
    currency: order.currency ?? shop.currency, ...orderTotals(order, made),
    data: {
      address: order.address ?? null, note: order.note ?? null, attributes: order.attributes ?? [], source_name: order.sourceName ?? 'web',
      shipping_title: order.shippingTitle ?? 'Standard', cancel_reason: order.cancelledAt ? (order.cancelReason ?? 'CUSTOMER') : null,
      staff_note: null, risk: order.risk ?? 'ACCEPT', refunds: [],
    },
  });
  if (shippable.length === 0) return { id, number, name, lineIds: made.map((line) => line.id), fulfillmentOrderId: null };
  const foStatus = order.cancelledAt ? 'CANCELLED' : status === 'FULFILLED' ? 'CLOSED' : status === 'UNFULFILLED' ? 'OPEN' : 'IN_PROGRESS';
  // History is routed already; only an order placed now waits for its fulfilment order.
  const routed = order.createdAt ? created : new Date(created.getTime() + rt.settings.routingDelayMs);
  records.fulfillmentOrders.push({ id: fulfillmentOrderId, order_id: id, location_id: frame.locationId, status: foStatus, routed_at: routed, at: updated });
  for (const line of shippable) {
    const remaining = order.cancelledAt ? 0 : line.quantity - line.fulfilled;
    records.fulfillmentOrderLines.push({ id: line.foLineId, fulfillment_order_id: fulfillmentOrderId, line_id: line.id, total: line.quantity, remaining });
  }
  return { id, number, name, lineIds: made.map((line) => line.id), fulfillmentOrderId };
}

async function writeRecords(db: Db, shop: ShopRow, records: Records): Promise<void> {
  await db.query(
    `insert into shop_orders (id, shop_id, number, name, created_at, processed_at, updated_at, cancelled_at, financial_status, fulfillment_status, email, phone,
       test, tags, currency, total, current_total, shipping, data)
     select id, $2, number, name, created_at, created_at, updated_at, cancelled_at, financial_status, fulfillment_status, email, phone, test, tags, currency, total,
       current_total, shipping, data
     from jsonb_to_recordset($1) as r(id bigint, number int, name text, created_at timestamptz, updated_at timestamptz, cancelled_at timestamptz,
       financial_status text, fulfillment_status text, email text, phone text, test boolean, tags text[], currency text, total int, current_total int, shipping int, data jsonb)`,
    [JSON.stringify(records.orders), shop.id],
  );
  await db.query(
    `insert into shop_order_lines (id, order_id, shop_id, position, product_id, variant_id, title, variant_title, sku, vendor, quantity, current_quantity,
       fulfilled, requires_shipping, gift_card, grams, price, discount, attributes)
     select id, order_id, $2, position, product_id, variant_id, title, variant_title, sku, vendor, quantity, current_quantity, fulfilled,
       requires_shipping, gift_card, grams, price, discount, attributes
     from jsonb_to_recordset($1) as r(id bigint, order_id bigint, position int, product_id bigint, variant_id bigint, title text, variant_title text, sku text,
       vendor text, quantity int, current_quantity int, fulfilled int, requires_shipping boolean, gift_card boolean, grams double precision, price int, discount int, attributes jsonb)`,
    [JSON.stringify(records.lines), shop.id],
  );
  await db.query(
    `insert into shop_fulfillment_orders (id, shop_id, order_id, location_id, status, request_status, routed_at, created_at, updated_at)
     select id, $2, order_id, location_id, status, case when status = 'CLOSED' then 'CLOSED' else 'UNSUBMITTED' end, routed_at, routed_at, at
     from jsonb_to_recordset($1) as r(id bigint, order_id bigint, location_id bigint, status text, routed_at timestamptz, at timestamptz)`,
    [JSON.stringify(records.fulfillmentOrders), shop.id],
  );
  await db.query(
    `insert into shop_fulfillment_order_lines (id, fulfillment_order_id, line_id, total, remaining)
     select id, fulfillment_order_id, line_id, total, remaining
     from jsonb_to_recordset($1) as r(id bigint, fulfillment_order_id bigint, line_id bigint, total int, remaining int)`,
    [JSON.stringify(records.fulfillmentOrderLines)],
  );
  if (records.fulfillments.length === 0) return;
  await db.query(
    `insert into shop_fulfillments (id, shop_id, order_id, location_id, name, status, display_status, tracking, notify, by_app, lines, created_at, updated_at)
     select id, $2, order_id, location_id, name, 'SUCCESS', display_status, tracking, false, by_app, lines, at, at
     from jsonb_to_recordset($1) as r(id bigint, order_id bigint, location_id bigint, name text, display_status text, tracking jsonb, by_app boolean, lines jsonb, at timestamptz)`,
    [JSON.stringify(records.fulfillments), shop.id],
  );
}

/** Writes orders with lines, fulfilment orders and parcels in the caller's transaction, without webhooks: one INSERT per table. */
export async function insertOrders(db: Db, rt: ShopRuntime, shop: ShopRow, orders: NewOrder[]): Promise<PlacedOrder[]> {
  const numbers = await takeNumbers(db, shop, orders);
  const lineCount = orders.reduce((sum, order) => sum + order.lines.length, 0);
  const shipmentIds = orders.reduce((sum, order) => sum + (order.shipments?.length ?? 0) * (order.lines.length + 1), 0);
  const frame: Frame = {
    rt,
    shop,
    locationId: (await primaryLocation(db, shop.id)).id,
    variants: await variantFacts(db, shop, orders),
    take: await idBlock(db, orders.length * 2 + lineCount * 2 + shipmentIds),
    records: { orders: [], lines: [], fulfillmentOrders: [], fulfillmentOrderLines: [], fulfillments: [] },
  };
  const placed = orders.map((order, index) => addOrder(frame, order, numbers[index] ?? 0));
  await writeRecords(db, shop, frame.records);
  return placed;
}

/** An order of the shop, locked for a change; unknown ids are refused. */
export async function lockOrder(db: Db, shop: ShopRow, orderId: string): Promise<OrderRow> {
  const order = await firstRow<OrderRow>(db, 'select * from shop_orders where shop_id = $1 and id = $2 for update', [shop.id, orderId]);
  if (!order) throw new ShopRefusal(['id'], 'Order does not exist');
  return order;
}

/** Sets an order's fulfilment status, current total and `updated_at` from its lines and fulfilment orders. */
export async function refreshOrder(db: Db, rt: ShopRuntime, orderId: string): Promise<void> {
  const found = await rows<{ current_quantity: number; fulfilled: number; quantity: number; requires_shipping: boolean; gift_card: boolean; price: number; discount: number }>(
    db,
    'select * from shop_order_lines where order_id = $1',
    [orderId],
  );
  const shippable = found.filter((line) => line.requires_shipping && !line.gift_card);
  const wanted = shippable.reduce((sum, line) => sum + Math.max(line.current_quantity, line.fulfilled), 0);
  const done = shippable.reduce((sum, line) => sum + line.fulfilled, 0);
  const open = await rows<Pick<FulfillmentOrderRow, 'status' | 'request_status'>>(
    db,
    `select status, request_status from shop_fulfillment_orders where order_id = $1 and status in ('OPEN','IN_PROGRESS','ON_HOLD','SCHEDULED')`,
    [orderId],
  );
  const held = open.length > 0 && open.every((one) => one.status === 'ON_HOLD');
  const accepted = open.some((one) => one.request_status === 'ACCEPTED');
  const status = done > 0 ? (done >= wanted ? 'FULFILLED' : 'PARTIALLY_FULFILLED') : held ? 'ON_HOLD' : accepted ? 'IN_PROGRESS' : 'UNFULFILLED';
  const goods = found.reduce((sum, line) => sum + Math.round((line.price * line.quantity - line.discount) * (line.current_quantity / line.quantity)), 0);
  await db.query(
    `update shop_orders set fulfillment_status = $2, updated_at = greatest($3, updated_at + interval '1 millisecond'),
       current_total = case when $4 = 0 and cancelled_at is not null then 0 else $4 + shipping end where id = $1`,
    [orderId, status, rt.now(), goods],
  );
}
