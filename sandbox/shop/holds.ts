import { emit } from './hooks.ts';
import { refreshOrder } from './orders.ts';
import { ShopRefusal } from './refusal.ts';
import type { FulfillmentOrderRow, HoldRow, ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { type Db, firstRow, newId, rows } from './sql.ts';

/** A fulfilment order of the shop, locked for a change. */
export async function lockFulfillmentOrder(db: Db, shop: ShopRow, id: string | null): Promise<FulfillmentOrderRow> {
  // The order first, as every other change does it: two changes at once then wait for each other instead of deadlocking.
  await db.query(
    'select 1 from shop_orders where id = (select order_id from shop_fulfillment_orders where shop_id = $1 and id = $2) for update',
    [shop.id, id],
  );
  const found = await firstRow<FulfillmentOrderRow>(
    db,
    'select * from shop_fulfillment_orders where shop_id = $1 and id = $2 for update',
    [shop.id, id],
  );
  if (!found) throw new ShopRefusal(['id'], 'Fulfillment order does not exist.', 'FULFILLMENT_ORDER_NOT_FOUND');
  return found;
}

/** Puts waiting work on hold, in the caller's transaction. A handle may hold the same work only once per app. */
export async function placeHold(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  id: string | null,
  hold: { reason: string; notes: string | null; handle: string; byApp: boolean },
): Promise<{ hold: HoldRow; work: FulfillmentOrderRow }> {
  const work = await lockFulfillmentOrder(db, shop, id);
  if (!['OPEN', 'SCHEDULED', 'ON_HOLD', 'IN_PROGRESS'].includes(work.status))
    throw new ShopRefusal(['id'], 'Fulfillment order is not in a holdable state.', 'TAKEN');
  const same = await firstRow(
    db,
    'select 1 from shop_holds where fulfillment_order_id = $1 and handle = $2 and by_app = $3',
    [work.id, hold.handle, hold.byApp],
  );
  if (same)
    throw new ShopRefusal(
      ['fulfillmentHold', 'handle'],
      'The handle provided for the fulfillment hold is already in use by this app for another hold on this fulfillment order.',
      'DUPLICATE_FULFILLMENT_HOLD_HANDLE',
    );
  const made = await firstRow<HoldRow>(
    db,
    'insert into shop_holds (id, fulfillment_order_id, reason, notes, handle, by_app) values ($1,$2,$3,$4,$5,$6) returning *',
    [await newId(db), work.id, hold.reason, hold.notes, hold.handle, hold.byApp],
  );
  await db.query(`update shop_fulfillment_orders set status = 'ON_HOLD', updated_at = $2 where id = $1`, [
    work.id,
    rt.now(),
  ]);
  await refreshOrder(db, rt, work.order_id);
  if (!made) throw new Error('the hold was not written');
  const body = {
    fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${work.id}`, status: 'on_hold' },
    created_fulfillment_hold: { id: `gid://shopify/FulfillmentHold/${made.id}`, reason: hold.reason.toLowerCase() },
  };
  await emit(db, rt, shop, 'fulfillment_orders/placed_on_hold', () => body);
  return { hold: made, work: { ...work, status: 'ON_HOLD' } };
}

/** Releases holds (all of them without `holdIds`); the work opens when none is left. */
export async function releaseHolds(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  id: string | null,
  holdIds: string[] | null,
): Promise<FulfillmentOrderRow> {
  const work = await lockFulfillmentOrder(db, shop, id);
  await db.query('delete from shop_holds where fulfillment_order_id = $1 and ($2::bigint[] is null or id = any($2))', [
    work.id,
    holdIds,
  ]);
  const left = await rows(db, 'select 1 from shop_holds where fulfillment_order_id = $1', [work.id]);
  if (left.length > 0 || work.status !== 'ON_HOLD') return work;
  const opened = await firstRow<FulfillmentOrderRow>(
    db,
    `update shop_fulfillment_orders f set updated_at = $2, status = case when exists
       (select 1 from shop_fulfillment_order_lines l where l.fulfillment_order_id = f.id and l.remaining < l.total) then 'IN_PROGRESS' else 'OPEN' end
     where f.id = $1 returning *`,
    [work.id, rt.now()],
  );
  await refreshOrder(db, rt, work.order_id);
  await emit(db, rt, shop, 'fulfillment_orders/hold_released', () => ({
    fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${work.id}`, status: 'open' },
  }));
  return opened ?? work;
}
