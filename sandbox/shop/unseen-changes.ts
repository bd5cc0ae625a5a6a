import { clearFaults, switchFault } from './faults.ts';
import { editOrder, type OrderEdit } from './order-changes.ts';
import type { NewOrder } from './order-records.ts';
import { insertOrders, lockOrder } from './orders.ts';
import type { LineRow, OrderRow, ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { inTransaction, rows } from './sql.ts';

// What no webhook tells and no look at "what changed since" finds; only a comparison does.

/** Puts another order in the place of one: same moments, same goods, another id. No webhook, and the count stays. */
export async function swapOrder(rt: ShopRuntime, shop: ShopRow, orderId: string): Promise<string> {
  return inTransaction(rt.pool, async (db) => {
    const order = await lockOrder(db, shop, orderId);
    const lines = await rows<LineRow>(db, 'select * from shop_order_lines where order_id = $1 order by position', [
      orderId,
    ]);
    await db.query('delete from shop_orders where id = $1', [orderId]);
    const [placed] = await insertOrders(db, rt, shop, [likeOrder(order, lines)]);
    if (!placed) throw new Error('the order was not written');
    return placed.id;
  });
}

function likeOrder(order: OrderRow, lines: readonly LineRow[]): NewOrder {
  return {
    lines: lines.map((line) => ({
      ...(line.variant_id !== null && { variantId: line.variant_id }),
      title: line.title,
      price: line.price,
      quantity: line.quantity,
    })),
    address: order.data.address,
    ...(order.email !== null && { buyer: { email: order.email } }),
    financialStatus: order.financial_status,
    tax: order.data.tax ?? null,
    createdAt: order.created_at,
    updatedAt: order.updated_at,
  };
}

/** Changes an order without a webhook; with `keepTime` not even its time of change reports it. */
export async function editUnseen(
  rt: ShopRuntime,
  shop: ShopRow,
  orderId: string,
  edit: OrderEdit,
  { keepTime }: { keepTime: boolean },
): Promise<void> {
  const before = await inTransaction(rt.pool, (db) => lockOrder(db, shop, orderId));
  await switchFault(rt.pool, shop.id, { kind: 'hook_lost', mode: 'always' });
  try {
    await editOrder(rt, shop, orderId, edit);
  } finally {
    await clearFaults(rt.pool, shop.id, 'hook_lost');
  }
  if (keepTime)
    await rt.pool.query('update shop_orders set updated_at = $2 where id = $1', [orderId, before.updated_at]);
}
