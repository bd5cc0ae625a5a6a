import { createHash } from 'node:crypto';
import { getDirectiveValues, type GraphQLResolveInfo } from 'graphql';
import { gid, idOf } from '../gid.ts';
import { emit } from '../hooks.ts';
import { ShopRefusal } from '../refusal.ts';
import { shopTime, utcTime } from '../shop-time.ts';
import { type Db, firstRow, newId } from '../sql.ts';
import { type GraphContext, graphError, mutate } from './context.ts';
import { levelNode } from './product-node.ts';

const REASONS = new Set([
  'correction',
  'cycle_count_available',
  'damaged',
  'movement_created',
  'movement_updated',
  'movement_received',
  'movement_canceled',
  'other',
  'promotion',
  'quality_control',
  'received',
  'reservation_created',
  'reservation_deleted',
  'reservation_updated',
  'restock',
  'safety_stock',
  'shrinkage',
]);

/** Key of `@idempotent`; inventory-changing mutations are refused without it (shopify.md §2.6). */
function idempotencyKey(info: GraphQLResolveInfo): string {
  const directive = info.schema.getDirective('idempotent');
  const node = info.fieldNodes[0];
  const values = directive && node && getDirectiveValues(directive, node, info.variableValues);
  const key = values?.key;
  if (typeof key !== 'string')
    throw graphError('The @idempotent directive is required for this mutation but was not provided.', 'BAD_REQUEST');
  return key;
}

/** Runs a stock change once per key; the same key with other input is refused, with the same input answered again. */
async function once<Answer extends object>(
  db: Db,
  ctx: GraphContext,
  key: string,
  input: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.shop.id}:${key}`]);
  const known = await firstRow<{ input_hash: string; answer: Answer }>(
    db,
    `select input_hash, answer from shop_idempotency where shop_id = $1 and key = $2 and created_at > $3::timestamptz - interval '24 hours'`,
    [ctx.shop.id, key, ctx.rt.now()],
  );
  if (known && known.input_hash !== hash)
    throw new ShopRefusal(
      null,
      'The idempotency key was used with other parameters.',
      'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
    );
  if (known) return known.answer;
  const answer = await work();
  await db.query(
    'insert into shop_idempotency (shop_id, key, input_hash, answer, created_at) values ($1,$2,$3,$4,$5) on conflict (shop_id, key) do update set input_hash = excluded.input_hash, answer = excluded.answer, created_at = excluded.created_at',
    [ctx.shop.id, key, hash, JSON.stringify(answer), ctx.rt.now()],
  );
  return answer;
}

type Level = { item_id: string; location_id: string; available: number; updated_at: Date };

async function writeLevel(
  db: Db,
  ctx: GraphContext,
  itemId: string,
  locationId: string,
  available: number,
): Promise<Level> {
  const level = await firstRow<Level>(
    db,
    `insert into shop_stock (item_id, location_id, available, updated_at) values ($1,$2,$3,$4)
     on conflict (item_id, location_id) do update set available = excluded.available, updated_at = excluded.updated_at returning *`,
    [itemId, locationId, available, ctx.rt.now()],
  );
  if (!level) throw new Error('the stock level was not written');
  await emit(db, ctx.rt, ctx.shop, 'inventory_levels/update', () => ({
    inventory_item_id: BigInt(itemId),
    location_id: BigInt(locationId),
    available,
    updated_at: shopTime(level.updated_at, ctx.shop),
    admin_graphql_api_id: `gid://shopify/InventoryLevel/${locationId}?inventory_item_id=${itemId}`,
  }));
  return level;
}

async function checkedIds(
  db: Db,
  ctx: GraphContext,
  item: string,
  location: string,
  at: string[],
): Promise<{ itemId: string; locationId: string }> {
  const itemId = idOf('InventoryItem', item) ?? '0';
  const locationId = idOf('Location', location) ?? '0';
  if (!(await firstRow(db, 'select 1 from shop_variants where shop_id = $1 and item_id = $2', [ctx.shop.id, itemId])))
    throw new ShopRefusal(
      [...at, 'inventoryItemId'],
      'The specified inventory item could not be found.',
      'INVALID_INVENTORY_ITEM',
    );
  if (!(await firstRow(db, 'select 1 from shop_locations where shop_id = $1 and id = $2', [ctx.shop.id, locationId])))
    throw new ShopRefusal([...at, 'locationId'], 'The specified location could not be found.', 'INVALID_LOCATION');
  return { itemId, locationId };
}

type ActivateArgs = { inventoryItemId: string; locationId: string; available?: number | null };

async function inventoryActivate(args: ActivateArgs, ctx: GraphContext, info: GraphQLResolveInfo) {
  const key = idempotencyKey(info);
  return mutate(ctx, async (db) => {
    const level = await once(db, ctx, key, args, async () => {
      const { itemId, locationId } = await checkedIds(db, ctx, args.inventoryItemId, args.locationId, []);
      return writeLevel(db, ctx, itemId, locationId, args.available ?? 0);
    });
    return { inventoryLevel: levelNode(ctx, level.item_id, { ...level, updated_at: new Date(level.updated_at) }) };
  });
}

type Quantity = { inventoryItemId: string; locationId: string; quantity: number; changeFromQuantity?: number | null };
type SetQuantities = { name: string; reason: string; referenceDocumentUri?: string | null; quantities: Quantity[] };

async function setOne(db: Db, ctx: GraphContext, wanted: Quantity, index: number): Promise<number> {
  const at = ['input', 'quantities', String(index)];
  if (wanted.changeFromQuantity === undefined)
    throw new ShopRefusal(
      [...at, 'changeFromQuantity'],
      'The change from quantity argument is required.',
      'COMPARE_QUANTITY_REQUIRED',
    );
  const { itemId, locationId } = await checkedIds(db, ctx, wanted.inventoryItemId, wanted.locationId, at);
  const before = await firstRow<Level>(
    db,
    'select * from shop_stock where item_id = $1 and location_id = $2 for update',
    [itemId, locationId],
  );
  if (!before)
    throw new ShopRefusal(
      at,
      'The specified inventory item is not stocked at the location.',
      'ITEM_NOT_STOCKED_AT_LOCATION',
    );
  if (wanted.changeFromQuantity !== null && wanted.changeFromQuantity !== before.available)
    throw new ShopRefusal(
      [...at, 'changeFromQuantity'],
      'The change from quantity is not the current quantity.',
      'CHANGE_FROM_QUANTITY_STALE',
    );
  await writeLevel(db, ctx, itemId, locationId, wanted.quantity);
  return wanted.quantity - before.available;
}

async function inventorySetQuantities(
  { input }: { input: SetQuantities },
  ctx: GraphContext,
  info: GraphQLResolveInfo,
) {
  const key = idempotencyKey(info);
  return mutate(ctx, async (db) => {
    if (!['available', 'on_hand'].includes(input.name))
      throw new ShopRefusal(
        ['input', 'name'],
        'The quantity name must be either available or on_hand.',
        'INVALID_NAME',
      );
    if (!REASONS.has(input.reason))
      throw new ShopRefusal(['input', 'reason'], 'The specified reason is invalid.', 'INVALID_REASON');
    const done = await once(db, ctx, key, input, async () => {
      const deltas: number[] = [];
      for (const [index, wanted] of input.quantities.entries()) deltas.push(await setOne(db, ctx, wanted, index));
      return { id: await newId(db), at: ctx.rt.now().toISOString(), deltas };
    });
    return {
      inventoryAdjustmentGroup: {
        __typename: 'InventoryAdjustmentGroup',
        id: gid('InventoryAdjustmentGroup', done.id),
        createdAt: utcTime(new Date(done.at)),
        reason: input.reason,
        referenceDocumentUri: input.referenceDocumentUri ?? null,
        changes: done.deltas.map((delta) => ({ name: input.name, delta })),
      },
    };
  });
}

/** Root fields that write stock. */
export const stockWrites = { inventoryActivate, inventorySetQuantities };
