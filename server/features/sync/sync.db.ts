import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { Sender } from '#server/features/stores/index.ts';

export type NewDelivery = Sender & {
  delivery_id: string;
  app_id: string | null;
  topic: string;
  event_id: string | null;
  triggered_at: Date | null;
  /** Id at the shop of the order that it is about; stays when the body is emptied. */
  order_id: string | null;
  body: string | null;
  state: 'waiting' | 'ignored';
  note: string | null;
};

/** Keeps a delivery; one that came before changes nothing. */
export async function insertDelivery(ctx: Ctx, delivery: NewDelivery): Promise<void> {
  await ctx.db
    .insertInto('webhook_inbox')
    .values({ id: uuid(), ...delivery, received_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['platform', 'delivery_id']).doNothing())
    .execute();
}

/** Shops whose deliveries wait since before a moment: a crash came between keeping and calling the worker. */
export async function findForgotten(ctx: Ctx, before: Date): Promise<Sender[]> {
  return ctx.db
    .selectFrom('webhook_inbox')
    .select(['platform', 'shop'])
    .distinct()
    .where('state', '=', 'waiting')
    .where('received_at', '<', before)
    .execute();
}

type Reported = {
  at: Date;
  topic: string;
  delivery_id: string;
  triggered_at: Date | null;
  state: string;
  shop: string;
};

/** Deliveries of its shop about an order of the account, as entries of its story; of their bodies nothing. */
export async function deliveryTimeline(ctx: AccountCtx, orderId: string) {
  const { rows } = await sql<Reported & { store_id: string }>`
    SELECT w.received_at AS at, w.topic, w.delivery_id, w.triggered_at, w.state, w.shop, s.id AS store_id
    FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    JOIN webhook_inbox w ON w.platform = s.platform AND w.shop = s.external_domain AND w.order_id = o.external_id
    WHERE o.account_id = ${ctx.account} AND o.id = ${orderId} ORDER BY w.received_at, w.id`.execute(ctx.db);
  return rows.map(({ at, topic, delivery_id, triggered_at, state, shop, store_id }) => ({
    at,
    source: 'shop' as const,
    kind: 'webhook',
    by: null,
    internal: false,
    params: { topic },
    inputs: [
      { name: 'topic', value: topic },
      { name: 'delivery_id', value: delivery_id },
      { name: 'triggered_at', value: triggered_at?.toISOString() ?? null },
      { name: 'state', value: state },
    ],
    link: { to: 'store' as const, id: store_id, label: shop },
  }));
}

/** Whether any account has or had a store of this shop; connected ones are found by key. */
export async function isKnownShop(ctx: Ctx, { platform, shop }: Sender): Promise<boolean> {
  const held = await ctx.db
    .selectFrom('shop_domains')
    .select('store_id')
    .where('platform', '=', platform)
    .where('external_domain', '=', shop)
    .executeTakeFirst();
  if (held) return true;
  const found = await ctx.db
    .selectFrom('stores')
    .select('id')
    .where('platform', '=', platform)
    .where('external_domain', '=', shop)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Handled before others, also while the shop refuses every call and the others have to wait. */
const urgentTopics = [
  'app/uninstalled',
  'app/scopes_update',
  'customers/data_request',
  'customers/redact',
  'shop/redact',
];

/** The deliveries of a shop that wait, urgent ones first, then in the sequence of their arrival. */
export async function findWaiting(ctx: Ctx, { platform, shop }: Sender, limit: number) {
  return ctx.db
    .selectFrom('webhook_inbox')
    .select(['id', 'topic', 'triggered_at', 'received_at', 'body', 'app_id'])
    .where('platform', '=', platform)
    .where('shop', '=', shop)
    .where('state', '=', 'waiting')
    .orderBy((where) => where('topic', 'in', [...urgentTopics]), 'desc')
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
export type Waiting = Awaited<ReturnType<typeof findWaiting>>[number];

export async function markProcessed(
  ctx: Ctx,
  ids: readonly string[],
  state: 'done' | 'ignored' | 'failed',
  note: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .updateTable('webhook_inbox')
    .set({ state, note, done_at: ctx.now })
    .where('id', 'in', [...ids])
    .where('state', '=', 'waiting') // those of a page that was saved before keep their end
    .execute();
}

/** Bodies hold buyers' data: emptied after a month, the rows themselves after three (P12). */
export async function purge(ctx: Ctx, bodiesBefore: Date, rowsBefore: Date): Promise<void> {
  await ctx.db
    .updateTable('webhook_inbox')
    .set({ body: null })
    .where('received_at', '<', bodiesBefore)
    .where('body', 'is not', null)
    .execute();
  await ctx.db.deleteFrom('webhook_inbox').where('received_at', '<', rowsBefore).execute();
}

/**
 * Empties what the shop reported so far. What still waits is only a hint and is read again from the shop: of it stays what
 * `hintOnly` leaves.
 */
export async function forgetBodies(
  ctx: Ctx,
  { platform, shop }: Sender,
  hintOnly: (body: string) => string,
): Promise<void> {
  const bodies = ctx.db
    .updateTable('webhook_inbox')
    .where('platform', '=', platform)
    .where('shop', '=', shop)
    .where('body', 'is not', null);
  await bodies.set({ body: null }).where('state', '<>', 'waiting').execute();
  const waiting = await ctx.db
    .selectFrom('webhook_inbox')
    .select(['id', 'body'])
    .where('platform', '=', platform)
    .where('shop', '=', shop)
    .where('state', '=', 'waiting')
    .where('body', 'is not', null)
    .execute();
  for (const row of waiting) {
    await ctx.db
      .updateTable('webhook_inbox')
      .set({ body: hintOnly(row.body ?? '') })
      .where('id', '=', row.id)
      .execute();
  }
}

/** An order with its shop and all numbers under which we sent its parcels; undefined once it is gone. */
export async function findSent(ctx: AccountCtx, orderId: string) {
  const { rows } = await sql<{
    external_id: string;
    store_id: string;
    platform: string;
    domain: string;
    status: string;
    numbers: string[];
  }>`
    SELECT o.external_id, o.store_id, s.platform, s.external_domain AS domain, s.status,
      coalesce((SELECT array_agg(n) FROM parcels p
        LEFT JOIN parcel_pushes x ON x.account_id = p.account_id AND x.parcel_id = p.id
        CROSS JOIN LATERAL unnest(ARRAY[p.tracking_number, p.last_mile_number] || coalesce(x.tried, '{}')) n
        WHERE p.account_id = o.account_id AND p.order_id = o.id AND n IS NOT NULL), '{}') AS numbers
    FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    WHERE o.account_id = ${ctx.account} AND o.id = ${orderId}`.execute(ctx.db);
  return rows[0];
}
