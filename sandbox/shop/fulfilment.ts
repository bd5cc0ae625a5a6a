import { randomUUID } from 'node:crypto';
import { fulfillmentBody } from './bodies-order.ts';
import { emit } from './hooks.ts';
import { emitOrder } from './order-changes.ts';
import { lockOrder, refreshOrder } from './orders.ts';
import { ShopRefusal } from './refusal.ts';
import type {
  FulfillmentLine,
  FulfillmentOrderLineRow,
  FulfillmentOrderRow,
  FulfillmentRow,
  LineRow,
  OrderRow,
  ShopRow,
  Tracking,
} from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { shopTime } from './shop-time.ts';
import { type Db, firstRow, newId, newIds, rows } from './sql.ts';

export type NewFulfillment = {
  /** Work to ship; without `lines` everything that remains in that fulfilment order. */
  orders: { id: string; lines?: { id: string; quantity: number }[] | null }[];
  tracking: Tracking;
  notify: boolean;
  message: string | null;
  byApp: boolean;
};

const FIELD = ['fulfillment'];
const SHIPPABLE: FulfillmentOrderRow['status'][] = ['OPEN', 'IN_PROGRESS'];

type Taken = { row: FulfillmentOrderLineRow; quantity: number };

function checkTogether(found: FulfillmentOrderRow[]): void {
  if (new Set(found.map((one) => one.order_id)).size > 1)
    throw new ShopRefusal(FIELD, 'All fulfillment orders must belong to the same order.');
  if (new Set(found.map((one) => one.location_id)).size > 1)
    throw new ShopRefusal(FIELD, 'All fulfillment orders must be assigned to a single location.');
}

async function lockWork(db: Db, shop: ShopRow, ids: string[]): Promise<FulfillmentOrderRow[]> {
  const found = await rows<FulfillmentOrderRow>(
    db,
    'select * from shop_fulfillment_orders where shop_id = $1 and id = any($2::bigint[]) order by id for update',
    [shop.id, ids],
  );
  if (found.length !== new Set(ids).size || found.length === 0)
    throw new ShopRefusal(FIELD, 'Fulfillment order does not exist.');
  for (const one of found) {
    if (!SHIPPABLE.includes(one.status))
      throw new ShopRefusal(
        FIELD,
        `Fulfillment order ${one.id} has an unfulfillable status= ${one.status.toLowerCase()}.`,
      );
  }
  checkTogether(found);
  return found;
}

function takeLines(all: FulfillmentOrderLineRow[], wanted: NewFulfillment['orders'][number]): Taken[] {
  const own = all.filter((line) => line.fulfillment_order_id === wanted.id);
  if (!wanted.lines || wanted.lines.length === 0)
    return own.filter((row) => row.remaining > 0).map((row) => ({ row, quantity: row.remaining }));
  const sums = new Map<string, number>();
  for (const { id, quantity } of wanted.lines) {
    if (quantity <= 0) throw new ShopRefusal(FIELD, 'Quantity must be greater than 0');
    sums.set(id, (sums.get(id) ?? 0) + quantity);
  }
  return [...sums].map(([id, quantity]) => {
    const row = own.find((line) => line.id === id);
    if (!row) throw new ShopRefusal(FIELD, 'Fulfillment order line item does not exist.');
    if (quantity > row.remaining)
      throw new ShopRefusal(FIELD, 'Invalid fulfillment order line item quantity requested.');
    return { row, quantity };
  });
}

async function finishWork(db: Db, rt: ShopRuntime, ids: string[]): Promise<void> {
  await db.query(
    `update shop_fulfillment_orders f set updated_at = $2,
       status = case when left_over.pieces = 0 then 'CLOSED' else 'IN_PROGRESS' end,
       request_status = case when left_over.pieces = 0 then 'CLOSED' else request_status end
     from (select fulfillment_order_id, sum(remaining) as pieces from shop_fulfillment_order_lines where fulfillment_order_id = any($1::bigint[]) group by 1) left_over
     where f.id = left_over.fulfillment_order_id`,
    [ids, rt.now()],
  );
}

async function linesOf(db: Db, orderId: string): Promise<LineRow[]> {
  return rows<LineRow>(db, 'select * from shop_order_lines where order_id = $1 order by position', [orderId]);
}

async function announce(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  order: OrderRow,
  fulfillment: FulfillmentRow,
  topic: string,
): Promise<void> {
  const eventId = randomUUID();
  await emit(db, rt, shop, topic, async () => fulfillmentBody(shop, order, fulfillment, await linesOf(db, order.id)), {
    eventId,
  });
  await emitOrder(db, rt, shop, order.id, ['orders/updated'], eventId);
}

/** Ships (parts of) fulfilment orders of one order and location, in the caller's transaction (shopify.md §2.8). */
export async function createFulfillment(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  input: NewFulfillment,
): Promise<FulfillmentRow> {
  const ids = input.orders.map((one) => one.id);
  const located = await firstRow<{ order_id: string }>(
    db,
    'select order_id from shop_fulfillment_orders where shop_id = $1 and id = any($2::bigint[]) limit 1',
    [shop.id, ids],
  );
  if (!located) throw new ShopRefusal(FIELD, 'Fulfillment order does not exist.');
  const order = await lockOrder(db, shop, located.order_id);
  const work = await lockWork(db, shop, ids);
  const all = await rows<FulfillmentOrderLineRow>(
    db,
    'select * from shop_fulfillment_order_lines where fulfillment_order_id = any($1::bigint[]) order by id for update',
    [ids],
  );
  const taken = input.orders.flatMap((wanted) => takeLines(all, wanted));
  if (taken.length === 0) throw new ShopRefusal(FIELD, 'Invalid fulfillment order line item quantity requested.');
  const made = await writeFulfillment(db, rt, order, work[0]?.location_id ?? '', taken, input);
  await finishWork(db, rt, ids);
  await refreshOrder(db, rt, order.id);
  await announce(db, rt, shop, order, made, 'fulfillments/create');
  const [now] = await rows<{ fulfillment_status: string }>(
    db,
    'select fulfillment_status from shop_orders where id = $1',
    [order.id],
  );
  await emitOrder(db, rt, shop, order.id, [
    now?.fulfillment_status === 'FULFILLED' ? 'orders/fulfilled' : 'orders/partially_fulfilled',
  ]);
  return made;
}

async function writeFulfillment(
  db: Db,
  rt: ShopRuntime,
  order: OrderRow,
  locationId: string,
  taken: Taken[],
  input: NewFulfillment,
): Promise<FulfillmentRow> {
  const [id, ...lineIds] = await newIds(db, taken.length + 1);
  const lines: FulfillmentLine[] = taken.map(({ row, quantity }, index) => ({
    id: lineIds[index] ?? '',
    line_id: row.line_id,
    fulfillment_order_line_id: row.id,
    quantity,
  }));
  for (const { row, quantity } of taken) {
    await db.query('update shop_fulfillment_order_lines set remaining = remaining - $2 where id = $1', [
      row.id,
      quantity,
    ]);
    await db.query('update shop_order_lines set fulfilled = fulfilled + $2 where id = $1', [row.line_id, quantity]);
  }
  const before = await firstRow<{ count: number }>(
    db,
    'select count(*)::int as count from shop_fulfillments where order_id = $1',
    [order.id],
  );
  const made = await firstRow<FulfillmentRow>(
    db,
    `insert into shop_fulfillments (id, shop_id, order_id, location_id, name, status, display_status, tracking, notify, message, by_app, lines, created_at, updated_at)
     values ($1,$2,$3,$4,$5,'SUCCESS','FULFILLED',$6,$7,$8,$9,$10,$11,$11) returning *`,
    [
      id,
      order.shop_id,
      order.id,
      locationId,
      `${order.name}-F${(before?.count ?? 0) + 1}`,
      input.tracking,
      input.notify,
      input.message,
      input.byApp,
      JSON.stringify(lines),
      rt.now(),
    ],
  );
  if (!made) throw new Error('the fulfilment was not written');
  return made;
}

async function lockFulfillment(db: Db, shop: ShopRow, id: string | null, missing: string): Promise<FulfillmentRow> {
  const found =
    id &&
    (await firstRow<FulfillmentRow>(db, 'select * from shop_fulfillments where shop_id = $1 and id = $2 for update', [
      shop.id,
      id,
    ]));
  if (!found) throw new ShopRefusal(null, missing);
  return found;
}

/** Replaces the tracking of a parcel; a cancelled one is accepted too (shopify.md §2.8). */
export async function replaceTracking(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  id: string | null,
  tracking: Tracking,
  notify: boolean,
): Promise<FulfillmentRow> {
  const found = await lockFulfillment(db, shop, id, 'Fulfillment does not exist.');
  const changed = await firstRow<FulfillmentRow>(
    db,
    'update shop_fulfillments set tracking = $2, notify = $3, updated_at = $4 where id = $1 returning *',
    [found.id, tracking, notify, rt.now()],
  );
  const order = await lockOrder(db, shop, found.order_id);
  await refreshOrder(db, rt, order.id);
  if (!changed) throw new Error('the fulfilment vanished');
  await announce(db, rt, shop, order, changed, 'fulfillments/update');
  return changed;
}

/** Cancels a parcel: its pieces wait again. A second time changes nothing and succeeds. */
export async function cancelFulfillment(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  id: string | null,
): Promise<FulfillmentRow> {
  const found = await lockFulfillment(db, shop, id, 'Fulfillment not found.');
  if (found.status === 'CANCELLED') return found;
  const order = await lockOrder(db, shop, found.order_id);
  const touched = new Set<string>();
  for (const line of found.lines) {
    await db.query('update shop_order_lines set fulfilled = fulfilled - $2 where id = $1', [
      line.line_id,
      line.quantity,
    ]);
    const back = await firstRow<{ fulfillment_order_id: string }>(
      db,
      'update shop_fulfillment_order_lines set remaining = remaining + $2 where id = $1 returning fulfillment_order_id',
      [line.fulfillment_order_line_id, line.quantity],
    );
    if (back) touched.add(back.fulfillment_order_id);
  }
  await db.query(
    `update shop_fulfillment_orders set updated_at = $2, request_status = 'UNSUBMITTED', status = case when exists
       (select 1 from shop_fulfillment_order_lines l where l.fulfillment_order_id = shop_fulfillment_orders.id and l.remaining < l.total) then 'IN_PROGRESS' else 'OPEN' end
     where id = any($1::bigint[])`,
    [[...touched], rt.now()],
  );
  const changed = await firstRow<FulfillmentRow>(
    db,
    `update shop_fulfillments set status = 'CANCELLED', display_status = 'CANCELED', updated_at = $2 where id = $1 returning *`,
    [found.id, rt.now()],
  );
  if (!changed) throw new Error('the fulfilment vanished');
  await refreshOrder(db, rt, order.id);
  await announce(db, rt, shop, order, changed, 'fulfillments/update');
  return changed;
}

export type NewFulfillmentEvent = {
  status: string;
  message: string | null;
  happenedAt: Date;
  data: Record<string, unknown>;
};

/** Notes a step of the parcel's way; its display status follows. */
export async function addFulfillmentEvent(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  id: string | null,
  event: NewFulfillmentEvent,
): Promise<{ id: string; status: string; happened_at: Date }> {
  const found = await lockFulfillment(db, shop, id, 'Fulfillment does not exist.');
  const eventId = await newId(db);
  await db.query(
    'insert into shop_fulfillment_events (id, fulfillment_id, status, message, happened_at, data) values ($1,$2,$3,$4,$5,$6)',
    [eventId, found.id, event.status, event.message, event.happenedAt, event.data],
  );
  const changed = await firstRow<FulfillmentRow>(
    db,
    'update shop_fulfillments set display_status = $2, updated_at = $3 where id = $1 returning *',
    [found.id, event.status, rt.now()],
  );
  const order = await lockOrder(db, shop, found.order_id);
  const at = shopTime(event.happenedAt, shop);
  await emit(db, rt, shop, 'fulfillment_events/create', () => ({
    id: BigInt(eventId),
    fulfillment_id: BigInt(found.id),
    status: event.status.toLowerCase(),
    message: event.message,
    happened_at: at,
    city: null,
    province: null,
    country: null,
    zip: null,
    address1: null,
    latitude: null,
    longitude: null,
    ...event.data,
    shop_id: BigInt(shop.id),
    created_at: at,
    updated_at: at,
    order_id: BigInt(order.id),
    admin_graphql_api_id: `gid://shopify/FulfillmentEvent/${eventId}`,
  }));
  if (changed) await announce(db, rt, shop, order, changed, 'fulfillments/update');
  return { id: eventId, status: event.status, happened_at: event.happenedAt };
}

/** The merchant ships everything that waits in an order himself; one parcel per location. Answers the parcels' ids. */
export async function markFulfilled(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  orderId: string,
  tracking: Partial<Tracking> = {},
): Promise<string[]> {
  const open = await rows<FulfillmentOrderRow>(
    db,
    'select * from shop_fulfillment_orders where shop_id = $1 and order_id = $2 and status = any($3) order by id',
    [shop.id, orderId, SHIPPABLE],
  );
  if (open.length === 0) throw new ShopRefusal(['id'], 'Nothing waits to be shipped');
  const made: string[] = [];
  for (const location of new Set(open.map((one) => one.location_id))) {
    const orders = open.filter((one) => one.location_id === location).map(({ id }) => ({ id }));
    const full = { company: tracking.company ?? null, numbers: tracking.numbers ?? [], urls: tracking.urls ?? [] };
    made.push(
      (await createFulfillment(db, rt, shop, { orders, tracking: full, notify: false, message: null, byApp: false }))
        .id,
    );
  }
  return made;
}
