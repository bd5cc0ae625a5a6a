import {
  addOrder,
  type Frame,
  type NewOrder,
  type PlacedOrder,
  type Records,
  type VariantFacts,
} from './order-records.ts';
import { ShopRefusal } from './refusal.ts';
import type { FulfillmentOrderRow, OrderRow, ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { primaryLocation } from './shops.ts';
import { type Db, firstRow, newIds, rows } from './sql.ts';
import { lessRefund, taxed } from './taxes.ts';

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

async function writeRecords(db: Db, shop: ShopRow, records: Records): Promise<void> {
  await db.query(
    `insert into shop_orders (id, shop_id, number, name, created_at, processed_at, updated_at, cancelled_at, financial_status, fulfillment_status, email, phone,
       test, tags, currency, total, current_total, tax, current_tax, shipping, data)
     select id, $2, number, name, created_at, created_at, updated_at, cancelled_at, financial_status, fulfillment_status, email, phone, test, tags, currency, total,
       current_total, tax, current_tax, shipping, data
     from jsonb_to_recordset($1) as r(id bigint, number int, name text, created_at timestamptz, updated_at timestamptz, cancelled_at timestamptz,
       financial_status text, fulfillment_status text, email text, phone text, test boolean, tags text[], currency text, total int, current_total int, tax int, current_tax int, shipping int, data jsonb)`,
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
  const refundIds = orders.filter(({ refund }) => refund).length;
  const frame: Frame = {
    rt,
    shop,
    locationId: (await primaryLocation(db, shop.id)).id,
    variants: await variantFacts(db, shop, orders),
    take: await idBlock(db, orders.length * 2 + lineCount * 2 + shipmentIds + refundIds),
    records: { orders: [], lines: [], fulfillmentOrders: [], fulfillmentOrderLines: [], fulfillments: [] },
  };
  const placed = orders.map((order, index) => addOrder(frame, order, numbers[index] ?? 0));
  await writeRecords(db, shop, frame.records);
  return placed;
}

/** An order of the shop, locked for a change; unknown ids are refused. */
export async function lockOrder(db: Db, shop: ShopRow, orderId: string): Promise<OrderRow> {
  const order = await firstRow<OrderRow>(db, 'select * from shop_orders where shop_id = $1 and id = $2 for update', [
    shop.id,
    orderId,
  ]);
  if (!order) throw new ShopRefusal(['id'], 'Order does not exist');
  return order;
}

/** Sets an order's fulfilment status, current total and `updated_at` from its lines and fulfilment orders. */
export async function refreshOrder(db: Db, rt: ShopRuntime, orderId: string): Promise<void> {
  const found = await rows<{
    current_quantity: number;
    fulfilled: number;
    quantity: number;
    requires_shipping: boolean;
    gift_card: boolean;
    price: number;
    discount: number;
  }>(db, 'select * from shop_order_lines where order_id = $1', [orderId]);
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
  const status =
    done > 0
      ? done >= wanted
        ? 'FULFILLED'
        : 'PARTIALLY_FULFILLED'
      : held
        ? 'ON_HOLD'
        : accepted
          ? 'IN_PROGRESS'
          : 'UNFULFILLED';
  const goods = found.reduce(
    (sum, line) =>
      sum + Math.round((line.price * line.quantity - line.discount) * (line.current_quantity / line.quantity)),
    0,
  );
  const order = await firstRow<OrderRow>(db, 'select * from shop_orders where id = $1', [orderId]);
  const left = goods === 0 && order?.cancelled_at ? 0 : goods + (order?.shipping ?? 0);
  const amounts = (order?.data.refunds ?? []).filter(({ lines }) => lines.length === 0);
  const back = amounts.reduce((sum, { amount }) => sum + amount, 0);
  const { total, tax } = left === 0 ? { total: 0, tax: 0 } : lessRefund(taxed(left, order?.data.tax), back);
  await db.query(
    `update shop_orders set fulfillment_status = $2, updated_at = greatest($3, updated_at + interval '1 millisecond'),
       current_total = $4, current_tax = $5 where id = $1`,
    [orderId, status, rt.now(), total, tax],
  );
}
