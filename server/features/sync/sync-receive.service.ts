import { z } from 'zod';
import type { Platform } from '#server/connectors/connector.ts';
import { secretsOf, type ShopifyApp } from '#server/connectors/shopify/apps.ts';
import { isSignedBody } from '#server/connectors/shopify/signature.ts';
import {
  complianceTopics,
  type Delivery,
  readDelivery,
  subscribedTopics,
} from '#server/connectors/shopify/webhooks.ts';
import { findHookSecret } from '#server/connectors/woocommerce/keys.ts';
import { isPing, isSigned, readWooDelivery, wooTopics } from '#server/connectors/woocommerce/webhooks.ts';
import { type Entry, forAccount, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { coalesce } from '#server/lib/coalesce.ts';
import { type HookBody, ignoredBecause, isOfAnotherShop, keptBody, orderIn, readBody } from './delivery-hints.ts';
import { insertDelivery, isKnownShop } from './sync.db.ts';
import { enqueueInbox, findLink, type StoresKit } from '#server/features/stores/index.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;
const shopifyTopics = new Set<string>([...subscribedTopics, ...complianceTopics]);
const wooCommerceTopics = new Set<string>(wooTopics);
const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/** Keeps a delivery before any work is done. Throws 401 unless the app's current or previous secret signed it. */
export async function receiveShopify(
  entry: Entry,
  wake: Wake,
  app: ShopifyApp | null,
  headers: Headers,
  body: Buffer,
): Promise<void> {
  if (!app || !isSignedBody(secretsOf(app), body, one(headers['x-shopify-hmac-sha256']))) {
    throw appError('not_logged_in', { text: 'stores.signature_wrong' });
  }
  const delivery = readDelivery(headers);
  if (!delivery) throw appError('bad_request', { text: 'stores.headers_missing' });
  const text = await keptBody(body);
  const said = readBody(text);
  const waits = await entry.run('all_accounts', async (ctx) => {
    const known = await isKnownShop(ctx, { platform: 'shopify', shop: delivery.shop });
    const note = known ? shopifyNote(delivery, text, said) : 'unknown shop';
    await insertDelivery(ctx, {
      ...delivery,
      platform: 'shopify',
      app_id: app.id,
      order_id: note === null ? orderIn(delivery.topic, said) : null,
      body: note === null ? text : null,
      state: note === null ? 'waiting' : 'ignored',
      note,
    });
    return note === null;
  });
  if (waits) await wake(delivery.shop);
}

/** Why a delivery of a known shop is kept without work; null for one to be handled. */
function shopifyNote(delivery: Delivery, text: string | null, said: HookBody): string | null {
  if (!shopifyTopics.has(delivery.topic)) return 'unknown topic';
  if (isOfAnotherShop(delivery, said)) return 'the body names another shop, or none';
  return ignoredBecause(delivery.topic, text);
}

/**
 * Keeps a delivery of a WooCommerce shop before any work is done. The shop never sends one again (shopify.md §5.3): what is
 * lost, the next look at the shop finds. Throws 401 unless the store's secret signed it.
 */
export async function receiveWoo(
  entry: Entry,
  kit: StoresKit,
  wake: Wake,
  storeId: string,
  headers: Headers,
  body: Buffer,
): Promise<void> {
  if (isPing(one(headers['content-type']), body)) return;
  if (!z.uuid().safeParse(storeId).success) throw notFound('store');
  const store = await entry.run('all_accounts', async (ctx) => {
    const known = await findHookSecret(ctx, kit.key, storeId);
    const link = known && (await findLink(forAccount(ctx, known.account_id), storeId));
    if (!known || !link) throw notFound('store');
    if (!isSigned(known.secret, body, one(headers['x-wc-webhook-signature'])))
      throw appError('not_logged_in', { text: 'stores.signature_wrong' });
    return link;
  });
  const delivery = readWooDelivery(storeId, headers, body);
  if (!delivery) throw appError('bad_request', { text: 'stores.headers_missing' });
  const text = await keptBody(body);
  const note = wooCommerceTopics.has(delivery.topic) ? ignoredBecause(delivery.topic, text) : 'unknown topic';
  const wanted = note === null;
  await entry.run('all_accounts', (ctx) =>
    insertDelivery(ctx, {
      ...delivery,
      platform: 'woocommerce',
      shop: store.domain,
      app_id: null,
      event_id: null,
      triggered_at: null,
      order_id: wanted ? orderIn(delivery.topic, readBody(text)) : null,
      body: wanted ? text : null,
      state: wanted ? 'waiting' : 'ignored',
      note,
    }),
  );
  if (wanted) await wake(store.domain);
}

export type Wake = (shop: string) => Promise<void>;

/**
 * Calls the worker for a shop, once for all deliveries that came meanwhile: the queue's one row per shop would make a burst
 * wait in line. A crash before it leaves a row that the next sweep finds.
 */
export function inboxWaker(platform: Platform, begin: () => Entry): Wake {
  return coalesce((shop) => begin().run('all_accounts', (ctx) => enqueueInbox(ctx, { platform, shop })));
}
