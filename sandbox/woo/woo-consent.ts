import { z } from 'zod';
import { makeKey } from './woo-keys.ts';
import type { WooRuntime, WooShop } from './woo-records.ts';

const address = z.url({ protocol: /^https?$/ });
/** What the consent page demands; real shops demand https, which this machine does not have. */
export const askSchema = z.object({
  app_name: z.string().min(1),
  scope: z.enum(['read', 'write', 'read_write']),
  user_id: z.string().min(1),
  return_url: address,
  callback_url: address,
});
export type Asked = z.infer<typeof askSchema>;

const callbackTimeoutMs = 60_000;

function back(asked: Asked, success: 0 | 1): string {
  const url = new URL(asked.return_url);
  url.searchParams.set('success', String(success));
  url.searchParams.set('user_id', asked.user_id);
  return url.href;
}

export const denied = (asked: Asked): string => back(asked, 0);

/** Makes a key and sends it to the app's server; anything but exactly 200 takes the key back. Answers where to go on. */
export async function approve(
  rt: WooRuntime,
  shop: WooShop,
  asked: Asked,
): Promise<{ url: string } | { error: string }> {
  const permissions = asked.scope === 'read' ? 'read' : 'read_write';
  const { id, ...pair } = await makeKey(rt, shop.slug, permissions);
  const answer = await fetch(asked.callback_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=utf-8' },
    body: JSON.stringify({ key_id: id, user_id: asked.user_id, ...pair, key_permissions: permissions }),
    redirect: 'manual',
    signal: AbortSignal.timeout(callbackTimeoutMs),
  }).catch(() => null);
  if (answer?.status === 200) return { url: back(asked, 1) };
  await rt.pool.query('delete from woo_shop_keys where id = $1', [id]);
  return { error: 'An error occurred in the request and at the time were unable to send the consumer data.' };
}
