import { z } from 'zod';
import { findHookSecret } from '#server/connectors/woocommerce/keys.ts';
import { isPing, isSigned, readWooDelivery, wooTopics } from '#server/connectors/woocommerce/webhooks.ts';
import { type Entry, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { ignoredBecause, keptBody, orderIn } from './delivery-hints.ts';
import { insertDelivery } from './sync-inbox.db.ts';
import type { Wake } from './sync-inbox.service.ts';
import { findLink, type StoresKit } from '#server/features/stores/index.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;
const topics = new Set<string>(wooTopics);
const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

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
  const store = await entry.run('desk', async (ctx) => {
    const known = await findHookSecret(ctx, kit.key, storeId);
    const link = known && (await findLink(ctx, known.account_id, storeId));
    if (!known || !link) throw notFound('store');
    if (!isSigned(known.secret, body, one(headers['x-wc-webhook-signature'])))
      throw appError('not_logged_in', { text: 'stores.signature_wrong' });
    return link;
  });
  const delivery = readWooDelivery(storeId, headers, body);
  if (!delivery) throw appError('bad_request', { text: 'stores.headers_missing' });
  const text = await keptBody(body);
  const note = topics.has(delivery.topic) ? ignoredBecause(delivery.topic, text) : 'unknown topic';
  const wanted = note === null;
  await entry.run('desk', (ctx) =>
    insertDelivery(ctx, {
      ...delivery,
      platform: 'woocommerce',
      shop: store.domain,
      app_id: null,
      event_id: null,
      triggered_at: null,
      order_id: wanted ? orderIn(delivery.topic, text) : null,
      body: wanted ? text : null,
      state: wanted ? 'waiting' : 'ignored',
      note,
    }),
  );
  if (wanted) await wake(store.domain);
}
