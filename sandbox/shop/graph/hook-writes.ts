import { gid, idOf } from '../gid.ts';
import { ShopRefusal } from '../refusal.ts';
import type { SubscriptionRow } from '../rows.ts';
import { utcTime } from '../shop-time.ts';
import { firstRow, newId, rows } from '../sql.ts';
import { pageOfList, type PageArgs } from './connection.ts';
import { type GraphContext, mutate } from './context.ts';

const COMPLIANCE = new Set(['CUSTOMERS_DATA_REQUEST', 'CUSTOMERS_REDACT', 'SHOP_REDACT']);
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

function hookNode(row: SubscriptionRow) {
  return {
    __typename: 'WebhookSubscription',
    id: gid('WebhookSubscription', row.id),
    topic: row.topic,
    uri: row.uri,
    format: row.format,
    filter: row.filter,
    includeFields: row.include_fields,
    apiVersion: { handle: row.api_version, supported: true },
    createdAt: utcTime(row.created_at),
    updatedAt: utcTime(row.updated_at),
  };
}

type ListArgs = PageArgs & { topics?: string[] | null; uri?: string | null };

async function webhookSubscriptions(args: ListArgs, ctx: GraphContext) {
  const found = await rows<SubscriptionRow>(
    ctx.rt.pool,
    'select * from shop_subscriptions where shop_id = $1 and ($2::text[] is null or topic = any($2)) and ($3::text is null or uri = $3) order by created_at, id',
    [ctx.shop.id, args.topics ?? null, args.uri ?? null],
  );
  return pageOfList(ctx, found, args, hookNode);
}

/** Plain http is refused as by Shopify, except to this machine: the sandbox has no certificates. */
function checkedUri(uri: string | null | undefined): string {
  const field = ['webhookSubscription', 'callbackUrl'];
  if (!uri) throw new ShopRefusal(field, "Address can't be blank");
  if (!URL.canParse(uri)) throw new ShopRefusal(field, 'Address is invalid');
  const url = new URL(uri);
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw new ShopRefusal(field, 'Address protocol http:// is not supported');
  if (!['http:', 'https:'].includes(url.protocol))
    throw new ShopRefusal(field, `Address protocol ${url.protocol}// is not supported`);
  if (/(^|\.)(myshopify|shopify)\.com$/.test(url.hostname))
    throw new ShopRefusal(field, 'Address cannot be a Shopify or an internal domain');
  return uri;
}

type HookInput = {
  uri?: string | null;
  format?: string | null;
  filter?: string | null;
  includeFields?: string[] | null;
  name?: string | null;
};

async function webhookSubscriptionCreate(
  { topic, webhookSubscription: input }: { topic: string; webhookSubscription: HookInput },
  ctx: GraphContext,
) {
  return mutate(ctx, async (db) => {
    if (COMPLIANCE.has(topic))
      throw new ShopRefusal(['topic'], 'Compliance topics cannot be subscribed to through the API');
    const uri = checkedUri(input.uri);
    const row = await firstRow<SubscriptionRow>(
      db,
      `insert into shop_subscriptions (id, shop_id, topic, uri, format, filter, include_fields, name, api_version, created_at, updated_at)
       values ($1,$2,$3,$4,$5,$6,$7,$8,'2026-07',$9,$9) on conflict (shop_id, topic, uri) do nothing returning *`,
      [
        await newId(db),
        ctx.shop.id,
        topic,
        uri,
        input.format ?? 'JSON',
        input.filter ?? null,
        input.includeFields ?? [],
        input.name ?? null,
        ctx.rt.now(),
      ],
    );
    if (!row)
      throw new ShopRefusal(['webhookSubscription', 'callbackUrl'], 'Address for this topic has already been taken');
    await db.query('update shop_installs set hook_uri = $2 where shop_id = $1', [ctx.shop.id, uri]);
    return { webhookSubscription: hookNode(row) };
  });
}

async function webhookSubscriptionUpdate(
  { id, webhookSubscription: input }: { id: string; webhookSubscription: HookInput },
  ctx: GraphContext,
) {
  return mutate(ctx, async (db) => {
    const row = await firstRow<SubscriptionRow>(
      db,
      `update shop_subscriptions set uri = coalesce($3, uri), format = coalesce($4, format), filter = case when $5 then $6 else filter end,
         include_fields = coalesce($7, include_fields), updated_at = $8 where shop_id = $1 and id = $2 returning *`,
      [
        ctx.shop.id,
        idOf('WebhookSubscription', id) ?? '0',
        input.uri === undefined ? null : checkedUri(input.uri),
        input.format ?? null,
        input.filter !== undefined,
        input.filter ?? null,
        input.includeFields ?? null,
        ctx.rt.now(),
      ],
    );
    if (!row) throw new ShopRefusal(['id'], 'Webhook subscription does not exist');
    return { webhookSubscription: hookNode(row) };
  });
}

async function webhookSubscriptionDelete({ id }: { id: string }, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    const gone = await db.query('delete from shop_subscriptions where shop_id = $1 and id = $2', [
      ctx.shop.id,
      idOf('WebhookSubscription', id) ?? '0',
    ]);
    if (gone.rowCount === 0) throw new ShopRefusal(['id'], 'Webhook subscription does not exist');
    return { deletedWebhookSubscriptionId: id };
  });
}

/** Root fields about webhook subscriptions. */
export const hookFields = {
  webhookSubscriptions,
  webhookSubscriptionCreate,
  webhookSubscriptionUpdate,
  webhookSubscriptionDelete,
};
