import { randomUUID } from 'node:crypto';
import { stringify } from 'lossless-json';
import { takeFault } from './faults.ts';
import type { ShopRow, SubscriptionRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { type Db, newIds, rows } from './sql.ts';

/** A REST-shaped body; ids are bigint so that they are written as plain numbers without loss. */
export type HookBody = Record<string, unknown>;

export type EmitOptions = {
  /** Not sent before this time. */
  at?: Date;
  /** Deliveries caused by one act of the merchant carry one event id. */
  eventId?: string;
};

/** `orders/create` is `ORDERS_CREATE` in the schema. */
export function topicEnum(topic: string): string {
  return topic.replace('/', '_').toUpperCase();
}

function bodyText(body: HookBody, includeFields: readonly string[]): string {
  const wanted =
    includeFields.length === 0
      ? body
      : Object.fromEntries(Object.entries(body).filter(([key]) => includeFields.includes(key)));
  const text = stringify(wanted);
  if (text === undefined) throw new Error('a webhook body cannot be written as JSON');
  return text;
}

type Plan = { copies: number; state: 'pending' | 'lost'; delayMs: number; held: boolean; fault: string | null };

/** What a switched-on fault makes of one delivery. */
async function plan(db: Db, shopId: string): Promise<Plan> {
  const fault = await takeFault(db, shopId, 'hook');
  const normal: Plan = { copies: 1, state: 'pending', delayMs: 0, held: false, fault: fault?.kind ?? null };
  if (fault?.kind === 'hook_duplicate') return { ...normal, copies: 2 };
  if (fault?.kind === 'hook_lost') return { ...normal, state: 'lost' };
  if (fault?.kind === 'hook_late') return { ...normal, delayMs: fault.ms || 30_000 };
  // Held back until the shop's next delivery has arrived; released anyway after a while.
  if (fault?.kind === 'hook_out_of_order') return { ...normal, delayMs: fault.ms || 5_000, held: true };
  return normal;
}

async function store(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  target: StoredTarget,
  message: { topic: string; body: string },
  options: EmitOptions,
): Promise<void> {
  const planned = await plan(db, shop.id);
  const now = rt.now();
  const base = Math.max(now.getTime(), options.at?.getTime() ?? 0);
  const webhookId = randomUUID();
  for (const id of await newIds(db, planned.copies)) {
    await db.query(
      `insert into shop_deliveries (id, shop_id, subscription_id, topic, uri, webhook_id, event_id, name, api_version, body,
         triggered_at, state, next_at, fault, held)
       values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15)`,
      [
        id,
        shop.id,
        target.id,
        message.topic,
        target.uri,
        webhookId,
        options.eventId ?? randomUUID(),
        target.name,
        target.api_version,
        message.body,
        new Date(base),
        planned.state,
        new Date(base + planned.delayMs),
        planned.fault,
        planned.held,
      ],
    );
  }
}

type StoredTarget = Pick<SubscriptionRow, 'uri' | 'name' | 'api_version'> & { id: string | null };

/** Queues a topic for every subscription of the shop, in the caller's transaction. The body is built only when somebody listens. */
export async function emit(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  topic: string,
  makeBody: () => HookBody | Promise<HookBody>,
  options: EmitOptions = {},
): Promise<void> {
  const found = await rows<SubscriptionRow>(
    db,
    'select * from shop_subscriptions where shop_id = $1 and topic = $2 order by id',
    [shop.id, topicEnum(topic)],
  );
  if (found.length === 0) return;
  const body = await makeBody();
  for (const subscription of found) {
    await store(db, rt, shop, subscription, { topic, body: bodyText(body, subscription.include_fields) }, options);
  }
}

/** Queues a compliance topic; these are configured on the app, not subscribed (shopify.md §3.6). Answers whether there is an address. */
export async function emitCompliance(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  topic: string,
  body: HookBody,
): Promise<boolean> {
  const [install] = await rows<{ hook_uri: string | null }>(
    db,
    'select hook_uri from shop_installs where shop_id = $1',
    [shop.id],
  );
  const uri = rt.app.complianceUrl ?? install?.hook_uri;
  if (!uri) return false;
  await store(
    db,
    rt,
    shop,
    { id: null, uri, name: null, api_version: '2026-07' },
    { topic, body: bodyText(body, []) },
    {},
  );
  return true;
}
