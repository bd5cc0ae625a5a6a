import { randomUUID } from 'node:crypto';
import { orderBody, refundBody } from './bodies-order.ts';
import { emit } from './hooks.ts';
import type { NewLine, NewOrder, PlacedOrder } from './order-records.ts';
import { insertOrders, lockOrder, refreshOrder } from './orders.ts';
import { ShopRefusal } from './refusal.ts';
import type { Address, FulfillmentOrderRow, LineRow, OrderRow, Refund, ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { primaryLocation } from './shops.ts';
import { type Db, firstRow, inTransaction, newId, newIds, rows } from './sql.ts';
import { taxed } from './taxes.ts';

/** Queues order topics that all carry the order's own body, as one event. */
export async function emitOrder(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  orderId: string,
  topics: string[],
  eventId: string = randomUUID(),
): Promise<void> {
  for (const topic of topics) await emit(db, rt, shop, topic, () => orderBody(db, shop, orderId), { eventId });
}

/** One change in its own transaction, then the webhooks leave. */
async function transact<Answer>(rt: ShopRuntime, work: (db: Db) => Promise<Answer>): Promise<Answer> {
  const answer = await inTransaction(rt.pool, work);
  rt.poke();
  return answer;
}

/** A buyer places an order: `orders/create`, `orders/paid` when paid, and the routing topic once the fulfilment order exists. */
export async function placeOrder(rt: ShopRuntime, shop: ShopRow, input: NewOrder): Promise<PlacedOrder> {
  return transact(rt, async (db) => {
    const [placed] = await insertOrders(db, rt, shop, [input]);
    if (!placed) throw new Error('the order was not written');
    const eventId = randomUUID();
    const paid = (input.financialStatus ?? 'PAID') === 'PAID';
    await emitOrder(db, rt, shop, placed.id, ['orders/create', ...(paid ? ['orders/paid'] : [])], eventId);
    if (placed.fulfillmentOrderId) await emitRouting(db, rt, shop, placed.fulfillmentOrderId);
    return placed;
  });
}

async function emitRouting(db: Db, rt: ShopRuntime, shop: ShopRow, fulfillmentOrderId: string): Promise<void> {
  const made = await firstRow<FulfillmentOrderRow>(db, 'select * from shop_fulfillment_orders where id = $1', [
    fulfillmentOrderId,
  ]);
  if (!made) return;
  const body = {
    fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${made.id}`, status: made.status.toLowerCase() },
  };
  await emit(db, rt, shop, 'fulfillment_orders/order_routing_complete', () => body, { at: made.routed_at });
}

export type OrderEdit = {
  addLines?: NewLine[];
  /** Line id to the quantity that remains; 0 removes the line. */
  quantities?: Record<string, number>;
  address?: Address | null;
  note?: string | null;
  financialStatus?: OrderRow['financial_status'];
};

async function addLines(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  order: OrderRow,
  lines: NewLine[],
): Promise<{ id: string; delta: number }[]> {
  if (lines.length === 0) return [];
  // Written as an order of its own first, then moved: one place knows how a line is made.
  const [made] = await insertOrders(db, rt, shop, [{ lines, createdAt: rt.now(), number: 0 }]);
  if (!made) throw new Error('the lines were not written');
  const highest = await firstRow<{ top: number }>(
    db,
    'select max(position) as top from shop_order_lines where order_id = $1',
    [order.id],
  );
  await db.query('update shop_order_lines set order_id = $2, position = position + $3 where order_id = $1', [
    made.id,
    order.id,
    highest?.top ?? 0,
  ]);
  await db.query('update shop_fulfillment_orders set order_id = $2 where order_id = $1', [made.id, order.id]);
  await db.query('delete from shop_orders where id = $1', [made.id]);
  return made.lineIds.map((id, index) => ({ id, delta: lines[index]?.quantity ?? 0 }));
}

/** Takes pieces of a line out of the fulfilment orders that still wait, and closes those that become empty. */
async function releaseQuantity(db: Db, rt: ShopRuntime, lineId: string, quantity: number): Promise<void> {
  let left = quantity;
  const waiting = await rows<{ id: string; fulfillment_order_id: string; remaining: number }>(
    db,
    'select id, fulfillment_order_id, remaining from shop_fulfillment_order_lines where line_id = $1 and remaining > 0 order by id for update',
    [lineId],
  );
  for (const part of waiting) {
    const taken = Math.min(left, part.remaining);
    left -= taken;
    if (taken === 0) break;
    await db.query(
      'update shop_fulfillment_order_lines set remaining = remaining - $2, total = total - $2 where id = $1',
      [part.id, taken],
    );
    await db.query(
      `update shop_fulfillment_orders f set updated_at = $2, status = case
         when exists (select 1 from shop_fulfillment_order_lines l where l.fulfillment_order_id = f.id and l.remaining > 0) then status
         when exists (select 1 from shop_fulfillment_order_lines l where l.fulfillment_order_id = f.id and l.total > 0) then 'CLOSED' else 'CANCELLED' end
       where f.id = $1`,
      [part.fulfillment_order_id, rt.now()],
    );
  }
}

async function setQuantity(
  db: Db,
  rt: ShopRuntime,
  order: OrderRow,
  lineId: string,
  quantity: number,
): Promise<{ id: string; delta: number }> {
  const line = await firstRow<LineRow>(
    db,
    'select * from shop_order_lines where id = $1 and order_id = $2 for update',
    [lineId, order.id],
  );
  if (!line) throw new ShopRefusal(['lines'], 'Line item does not exist');
  if (!Number.isInteger(quantity) || quantity < line.fulfilled)
    throw new ShopRefusal(['lines'], 'Quantity cannot be less than what was shipped');
  const delta = quantity - line.current_quantity;
  await db.query('update shop_order_lines set current_quantity = $2, quantity = greatest(quantity, $2) where id = $1', [
    lineId,
    quantity,
  ]);
  if (delta < 0) await releaseQuantity(db, rt, lineId, -delta);
  if (delta > 0) {
    await db.query(
      `update shop_fulfillment_order_lines set remaining = remaining + $2, total = total + $2
       where id = (select id from shop_fulfillment_order_lines where line_id = $1 order by id desc limit 1)`,
      [lineId, delta],
    );
  }
  return { id: lineId, delta };
}

/** The merchant edits an order: lines, address, note or payment. `orders/edited` (for lines) and `orders/updated` go out. */
export async function editOrder(rt: ShopRuntime, shop: ShopRow, orderId: string, edit: OrderEdit): Promise<void> {
  await transact(rt, async (db) => {
    const order = await lockOrder(db, shop, orderId);
    if (order.cancelled_at) throw new ShopRefusal(['id'], 'Cannot edit a cancelled order');
    const changes = await addLines(db, rt, shop, order, edit.addLines ?? []);
    for (const [lineId, quantity] of Object.entries(edit.quantities ?? {}))
      changes.push(await setQuantity(db, rt, order, lineId, quantity));
    const data = {
      ...order.data,
      ...(edit.address !== undefined && { address: edit.address }),
      ...(edit.note !== undefined && { note: edit.note }),
    };
    await db.query(
      'update shop_orders set data = $2, edited = edited or $3, financial_status = coalesce($4, financial_status) where id = $1',
      [orderId, data, changes.length > 0, edit.financialStatus ?? null],
    );
    await refreshOrder(db, rt, orderId);
    const eventId = randomUUID();
    if (changes.length > 0) {
      await db.query(
        'update shop_orders set total = greatest(total, current_total), tax = greatest(tax, current_tax) where id = $1',
        [orderId],
      );
      const part = (sign: 1 | -1) =>
        changes
          .filter(({ delta }) => delta * sign > 0)
          .map(({ id, delta }) => ({ id: BigInt(id), delta: Math.abs(delta) }));
      const body = {
        order_edit: {
          id: BigInt(await newId(db)),
          order_id: BigInt(orderId),
          created_at: rt.now().toISOString(),
          line_items: { additions: part(1), removals: part(-1) },
        },
      };
      await emit(db, rt, shop, 'orders/edited', () => body, { eventId });
    }
    const nowPaid = edit.financialStatus === 'PAID' && order.financial_status !== 'PAID';
    await emitOrder(db, rt, shop, orderId, [...(nowPaid ? ['orders/paid'] : []), 'orders/updated'], eventId);
  });
}

/** The merchant cancels an order: open work is cancelled, paid money goes back. Refused when parcels are under way or it is cancelled already. */
export async function cancelOrder(
  rt: ShopRuntime,
  shop: ShopRow,
  orderId: string,
  reason = 'CUSTOMER',
  staffNote: string | null = null,
): Promise<void> {
  await transact(rt, async (db) => {
    const order = await lockOrder(db, shop, orderId);
    if (order.cancelled_at) throw new ShopRefusal(['orderId'], 'Cannot cancel an order that has already been canceled');
    const sent = await firstRow(
      db,
      `select 1 from shop_fulfillments where order_id = $1 and status = 'SUCCESS' limit 1`,
      [orderId],
    );
    if (sent) throw new ShopRefusal(['orderId'], 'Cannot cancel an order that has outstanding fulfillments');
    const paid = ['PAID', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED'].includes(order.financial_status);
    await db.query(
      `update shop_orders set cancelled_at = $2, closed_at = $2, financial_status = $3, data = data || $4 where id = $1`,
      [orderId, rt.now(), paid ? 'REFUNDED' : 'VOIDED', { cancel_reason: reason, staff_note: staffNote }],
    );
    await db.query('update shop_order_lines set current_quantity = 0 where order_id = $1', [orderId]);
    const cancelled = await rows<{ id: string }>(
      db,
      `update shop_fulfillment_orders set status = 'CANCELLED', updated_at = $2 where order_id = $1 and status not in ('CLOSED','CANCELLED') returning id`,
      [orderId, rt.now()],
    );
    await db.query(
      'update shop_fulfillment_order_lines set remaining = 0 where fulfillment_order_id in (select id from shop_fulfillment_orders where order_id = $1)',
      [orderId],
    );
    await refreshOrder(db, rt, orderId);
    const eventId = randomUUID();
    for (const { id } of cancelled) {
      const body = { fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${id}`, status: 'cancelled' } };
      await emit(db, rt, shop, 'fulfillment_orders/cancelled', () => body, { eventId });
    }
    await emitOrder(db, rt, shop, orderId, ['orders/cancelled', 'orders/updated'], eventId);
  });
}

/** The merchant refunds pieces of lines; `refunds/create` and `orders/updated` go out. */
export async function refundOrder(
  rt: ShopRuntime,
  shop: ShopRow,
  orderId: string,
  quantities: Record<string, number>,
  note: string | null = null,
): Promise<void> {
  await transact(rt, async (db) => {
    const order = await lockOrder(db, shop, orderId);
    const lines = await rows<LineRow>(
      db,
      'select * from shop_order_lines where order_id = $1 order by position for update',
      [orderId],
    );
    let amount = 0;
    for (const [lineId, quantity] of Object.entries(quantities)) {
      const line = lines.find((one) => one.id === lineId);
      if (!line) throw new ShopRefusal(['refundLineItems'], 'Line item does not exist');
      if (!Number.isInteger(quantity) || quantity < 1 || quantity > line.current_quantity)
        throw new ShopRefusal(['refundLineItems'], 'Refund quantity is not valid');
      amount += taxed(Math.round((line.price - line.discount / line.quantity) * quantity), order.data.tax).total;
      await db.query('update shop_order_lines set current_quantity = current_quantity - $2 where id = $1', [
        lineId,
        quantity,
      ]);
      // Goods that have not left are taken off the waiting work; goods that left come back by another way.
      await releaseQuantity(db, rt, lineId, Math.max(0, Math.min(quantity, line.current_quantity - line.fulfilled)));
    }
    const refund: Refund = {
      id: await newId(db),
      created_at: rt.now().toISOString(),
      note,
      amount,
      lines: Object.entries(quantities).map(([line_id, quantity]) => ({ line_id, quantity })),
    };
    const left = lines.reduce((sum, line) => sum + line.current_quantity - (quantities[line.id] ?? 0), 0);
    await db.query(
      `update shop_orders set data = jsonb_set(data, '{refunds}', data->'refunds' || $2::jsonb), financial_status = $3 where id = $1`,
      [orderId, JSON.stringify([refund]), left === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED'],
    );
    await refreshOrder(db, rt, orderId);
    const eventId = randomUUID();
    await emit(db, rt, shop, 'refunds/create', () => refundBody(shop, order, refund, lines), { eventId });
    await emitOrder(db, rt, shop, orderId, ['orders/updated'], eventId);
  });
}

/** The merchant deletes an order for good; `orders/delete` goes out. */
export async function deleteOrder(rt: ShopRuntime, shop: ShopRow, orderId: string): Promise<void> {
  await transact(rt, async (db) => {
    await lockOrder(db, shop, orderId);
    await db.query('delete from shop_orders where id = $1', [orderId]);
    await emit(db, rt, shop, 'orders/delete', () => ({ id: BigInt(orderId) }));
  });
}

/** Splits the waiting work of an order: a second fulfilment order at another location, as Shopify's routing does. */
export async function splitFulfillmentOrder(
  rt: ShopRuntime,
  shop: ShopRow,
  orderId: string,
  lineIds: string[],
  locationId?: string,
): Promise<string> {
  return transact(rt, async (db) => {
    await lockOrder(db, shop, orderId);
    const [id] = await newIds(db, 1);
    const location = locationId ?? (await primaryLocation(db, shop.id)).id;
    await db.query(
      `insert into shop_fulfillment_orders (id, shop_id, order_id, location_id, status, routed_at, created_at, updated_at) values ($1,$2,$3,$4,'OPEN',$5,$5,$5)`,
      [id, shop.id, orderId, location, rt.now()],
    );
    const moved = await db.query(
      'update shop_fulfillment_order_lines set fulfillment_order_id = $1 where line_id = any($2::bigint[]) and remaining = total',
      [id, lineIds],
    );
    if (moved.rowCount === 0 || id === undefined) throw new ShopRefusal(['lines'], 'nothing to split off');
    await refreshOrder(db, rt, orderId);
    await emit(db, rt, shop, 'fulfillment_orders/split', () => ({
      fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${id}`, status: 'open' },
    }));
    return id;
  });
}
