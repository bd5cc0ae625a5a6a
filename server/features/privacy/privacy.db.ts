import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type Topic = 'customers/data_request' | 'customers/redact' | 'shop/redact';
/** What was done, as evidence: never anything of the buyer. */
export type Outcome = { recipients?: number; kept?: true; handed_over?: { at: string; by: string }[] };
export type RequestRow = {
  id: string;
  store_id: string;
  store_name: string;
  topic: Topic;
  orders: string[];
  received_at: Date;
  finished_at: Date | null;
  result: Outcome | null;
};

export async function insertRequest(
  ctx: Ctx,
  request: {
    account_id: string;
    store_id: string;
    topic: Topic;
    orders: readonly string[];
    finished: boolean;
    result: Outcome | null;
  },
): Promise<string> {
  const { finished, result, orders, ...row } = request;
  const id = uuid();
  await ctx.db
    .insertInto('privacy_requests')
    .values({
      id,
      ...row,
      orders: [...orders],
      received_at: ctx.now,
      finished_at: finished ? ctx.now : null,
      result: result && JSON.stringify(result),
    })
    .execute();
  return id;
}

type Which = { accountId: string; stores: readonly string[] | null; storeId?: string | undefined; id?: string };

function matching({ accountId, stores, storeId, id }: Which) {
  const scope = stores ? sql`AND p.store_id = ANY(${[...stores]}::uuid[])` : sql``;
  const store = storeId ? sql`AND p.store_id = ${storeId}` : sql``;
  const one = id ? sql`AND p.id = ${id}` : sql``;
  return sql`p.account_id = ${accountId} ${scope} ${store} ${one}`;
}

export async function findRequests(
  ctx: Ctx,
  which: Which,
  page: { offset: number; limit: number },
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    SELECT p.id, p.store_id, s.name AS store_name, p.topic, p.orders, p.received_at, p.finished_at, p.result
    FROM privacy_requests p JOIN stores s ON s.account_id = p.account_id AND s.id = p.store_id
    WHERE ${matching(which)} ORDER BY p.received_at DESC, p.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countRequests(ctx: Ctx, which: Which): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM privacy_requests p WHERE ${matching(which)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export async function saveOutcome(ctx: AccountCtx, id: string, result: Outcome): Promise<void> {
  await sql`
    UPDATE privacy_requests SET result = ${JSON.stringify(result)}::jsonb, finished_at = coalesce(finished_at, ${ctx.now})
    WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
}

/** The shop's ids of a store's orders that went to this e-mail address. */
export async function findOrdersOf(ctx: Ctx, store: { account_id: string; id: string }, email: string) {
  const { rows } = await sql<{ external_id: string }>`
    SELECT o.external_id FROM order_recipients r
    JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
    WHERE r.account_id = ${store.account_id} AND lower(r.email) = ${email.toLowerCase()} AND o.store_id = ${store.id}
    ORDER BY o.external_id`.execute(ctx.db);
  return rows.map((row) => row.external_id);
}

type BuyerOrder = {
  name: string;
  external_id: string;
  placed_at: Date;
  financial_status: string;
  fulfillment_status: string;
  total: number;
  currency: string;
  erased: boolean;
  recipient: Record<
    'name' | 'company' | 'address1' | 'address2' | 'city' | 'province' | 'zip' | 'country' | 'phone' | 'email' | 'note',
    string | null
  >;
  lines: { title: string; variant: string | null; sku: string; quantity: number }[];
  parcels: {
    carrier: string;
    tracking_number: string;
    status: string;
    shipped_at: string;
    delivered_at: string | null;
  }[];
};

/** What is kept of some orders and of who gets them. */
export async function findBuyerOrders(
  ctx: Ctx,
  store: { account_id: string; id: string },
  externalIds: readonly string[],
): Promise<BuyerOrder[]> {
  const { rows } = await sql<BuyerOrder>`
    SELECT o.name, o.external_id, o.placed_at, o.financial_status, o.fulfillment_status, o.total, o.currency,
      r.redacted_at IS NOT NULL AS erased,
      json_build_object('name', r.name, 'company', r.company, 'address1', r.address1, 'address2', r.address2, 'city', r.city,
        'province', r.province, 'zip', r.zip, 'country', r.country, 'phone', r.phone, 'email', r.email, 'note', r.note) AS recipient,
      (SELECT coalesce(json_agg(json_build_object('title', l.title, 'variant', l.variant_title, 'sku', l.sku, 'quantity', l.quantity)
         ORDER BY l.position), '[]') FROM order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id) AS lines,
      (SELECT coalesce(json_agg(json_build_object('carrier', p.carrier, 'tracking_number', p.tracking_number, 'status', p.status,
         'shipped_at', to_char(p.shipped_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
         'delivered_at', to_char(p.delivered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) ORDER BY p.shipped_at), '[]')
       FROM parcels p WHERE p.account_id = o.account_id AND p.order_id = o.id) AS parcels
    FROM orders o LEFT JOIN order_recipients r ON r.account_id = o.account_id AND r.order_id = o.id
    WHERE o.account_id = ${store.account_id} AND o.store_id = ${store.id} AND (o.external_id = ANY(${[...externalIds]}::text[])
      OR o.split_from IN (SELECT w.id FROM orders w WHERE w.account_id = ${store.account_id} AND w.store_id = ${store.id}
        AND w.external_id = ANY(${[...externalIds]}::text[])))
    ORDER BY o.placed_at, o.id`.execute(ctx.db);
  return rows;
}
