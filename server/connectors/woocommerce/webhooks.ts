import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ShopSession, ShopSubscription } from '../connector.ts';
import type { Rest } from './rest.ts';

/** What each connected shop reports, as its headers name it (shopify.md §5.3). */
export const wooTopics = [
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
] as const;

const hookSchema = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  topic: z.string(),
  delivery_url: z.string(),
});
type Hook = z.infer<typeof hookSchema>;
const pageSize = 100;

/** The shop never shows a secret again; its print in the name says whether the hook still has ours. */
const nameOf = (secret: string) => `Tradewind ${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`;

async function hooksOf(rest: Rest, shop: ShopSession): Promise<Hook[]> {
  const all: Hook[] = [];
  for (let page = 1; ; page += 1) {
    const found = await rest.get(shop, 'webhooks', { per_page: pageSize, page }, z.array(hookSchema));
    all.push(...(found?.data ?? []));
    if ((found?.data.length ?? 0) < pageSize) return all;
  }
}

/** Ours, also those of an earlier address of this portal: the store's id ends them all. */
const isOurs = (hook: Hook, shop: ShopSession) => hook.delivery_url.endsWith(`/${shop.store_id}`);

const remove = (rest: Rest, shop: ShopSession, hook: Hook) =>
  rest.send(shop, { method: 'DELETE', path: `wc/v3/webhooks/${hook.id}`, query: { force: true } }, z.unknown(), {
    orNull: 'record',
  });

/** Each topic that we need, and whether the shop sends it here; one that it switched off is not sent. */
export async function listSubscriptions(rest: Rest, shop: ShopSession, url: string): Promise<ShopSubscription[]> {
  const hooks = (await hooksOf(rest, shop)).filter((hook) => isOurs(hook, shop) && hook.status === 'active');
  return wooTopics.map((topic) => {
    const found = hooks.filter((hook) => hook.topic === topic);
    if (found.some((hook) => hook.delivery_url === url)) return { topic, state: 'active' };
    return { topic, state: found.length > 0 ? 'elsewhere' : 'missing' };
  });
}

/** Makes the shop's webhooks what they should be; one that the shop switched off after failures is switched on again. */
export async function subscribe(rest: Rest, shop: ShopSession, url: string, secret: string): Promise<void> {
  const found = (await hooksOf(rest, shop)).filter((hook) => isOurs(hook, shop));
  const wanted = { name: nameOf(secret), delivery_url: url, secret, status: 'active' };
  for (const topic of wooTopics) {
    const [hook, ...doubled] = found.filter((one) => one.topic === topic);
    for (const extra of doubled) await remove(rest, shop, extra);
    if (!hook)
      await rest.send(shop, { method: 'POST', path: 'wc/v3/webhooks', body: { ...wanted, topic } }, z.unknown());
    else if (hook.status !== 'active' || hook.name !== wanted.name || hook.delivery_url !== url)
      await rest.send(shop, { method: 'PUT', path: `wc/v3/webhooks/${hook.id}`, body: wanted }, z.unknown());
  }
}

/** Removes our webhooks from the shop; its merchant removes the key, which no call can. */
export async function unsubscribe(rest: Rest, shop: ShopSession): Promise<void> {
  for (const hook of await hooksOf(rest, shop)) if (isOurs(hook, shop)) await remove(rest, shop, hook);
}

/** Whether a body carries the base64 HMAC-SHA256 of its raw bytes under the store's secret. */
export function isSigned(secret: string, body: Buffer, signature: string | undefined): boolean {
  if (signature === undefined) return false;
  const wanted = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The first call of a new webhook: a form with its number, unsigned. */
export const isPing = (contentType: string | undefined, body: Buffer): boolean =>
  (contentType ?? '').startsWith('application/x-www-form-urlencoded') && /^webhook_id=\d+$/.test(body.toString('utf8'));

type Headers = Readonly<Record<string, string | string[] | undefined>>;
const one = (value: string | string[] | undefined) => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Topic and a name of the delivery that no other has. The shop's own is made of hook and second, so that two changes of one
 * second share it: what it says belongs to the name.
 */
export function readWooDelivery(storeId: string, headers: Headers, body: Buffer) {
  const topic = one(headers['x-wc-webhook-topic']);
  const id = one(headers['x-wc-webhook-delivery-id']);
  if (!topic || !id) return null;
  const said = createHash('sha256').update(body).digest('hex').slice(0, 24);
  return { delivery_id: `${storeId}:${topic}:${id.slice(0, 64)}:${said}`, topic };
}
