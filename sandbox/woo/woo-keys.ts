import { randomBytes } from 'node:crypto';
import { firstRow } from '../shop/sql.ts';
import { refuse, type RestAnswer } from './woo-answer.ts';
import { newWooId, type WooRuntime, type WooShop } from './woo-records.ts';

export type WooKey = { id: number; consumer_key: string; consumer_secret: string };

/** Makes a key, as the shop's settings page does. */
export async function makeKey(
  rt: WooRuntime,
  shop: string,
  permissions: 'read' | 'read_write' = 'read_write',
): Promise<WooKey> {
  const id = await newWooId(rt.pool);
  const pair = {
    consumer_key: `ck_${randomBytes(20).toString('hex')}`,
    consumer_secret: `cs_${randomBytes(20).toString('hex')}`,
  };
  await rt.pool.query(
    'insert into woo_shop_keys (id, shop, consumer_key, consumer_secret, permissions) values ($1, $2, $3, $4, $5)',
    [id, shop, pair.consumer_key, pair.consumer_secret, permissions],
  );
  return { id, ...pair };
}

function given(authorization: string | undefined, query: URLSearchParams): { key: string; secret: string } | null {
  const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
  if (basic !== undefined) {
    const [key = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    return { key, secret };
  }
  const key = query.get('consumer_key');
  const secret = query.get('consumer_secret');
  return key !== null && secret !== null ? { key, secret } : null;
}

/** Why a call is refused; null when its key may do it. */
export async function keyProblem(
  rt: WooRuntime,
  shop: WooShop,
  call: { method: string; authorization: string | undefined; query: URLSearchParams },
): Promise<RestAnswer | null> {
  const pair = given(call.authorization, call.query);
  if (!pair) return refuse(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
  const found = await firstRow<{ consumer_secret: string; permissions: string }>(
    rt.pool,
    'select consumer_secret, permissions from woo_shop_keys where shop = $1 and consumer_key = $2',
    [shop.slug, pair.key],
  );
  if (!found) return refuse(401, 'woocommerce_rest_authentication_error', 'Consumer key is invalid.');
  if (found.consumer_secret !== pair.secret)
    return refuse(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.');
  if (call.method !== 'GET' && found.permissions === 'read')
    return refuse(
      401,
      'woocommerce_rest_authentication_error',
      'The API key provided does not have write permissions.',
    );
  return null;
}
