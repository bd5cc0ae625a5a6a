import { createHash, createHmac } from 'node:crypto';
import { rows } from '../shop/sql.ts';
import { wooFault } from './woo-faults.ts';
import {
  changeRecord,
  type Doc,
  gmt,
  newWooId,
  recordsOf,
  shown,
  type WooRecord,
  type WooRuntime,
  type WooShop,
} from './woo-records.ts';

const lookAgainMs = 1_000;
const timeoutMs = 5_000;
/** More failures in a row than this switch a webhook off (shopify.md §5.3). */
const mostFailures = 5;

export type WooDelivery = {
  id: string;
  shop: string;
  hook: string;
  topic: string;
  content_type: string;
  headers: Record<string, string>;
  body: string;
  url: string;
  state: string;
  status: number | null;
};

const text = (value: unknown) => (typeof value === 'string' ? value : '');

async function put(
  rt: WooRuntime,
  shop: string,
  hook: Doc,
  delivery: Pick<WooDelivery, 'topic' | 'content_type' | 'headers' | 'body'>,
): Promise<void> {
  await rt.pool.query(
    `insert into woo_deliveries (id, shop, hook, topic, content_type, headers, body, url) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      await newWooId(rt.pool),
      shop,
      hook.id,
      delivery.topic,
      delivery.content_type,
      JSON.stringify(delivery.headers),
      delivery.body,
      hook.delivery_url,
    ],
  );
}

/** The first call of a new webhook: a form with its number, unsigned. */
export async function ping(rt: WooRuntime, shop: string, hook: Doc): Promise<void> {
  const body = `webhook_id=${String(hook.id)}`;
  await put(rt, shop, hook, { topic: 'ping', content_type: 'application/x-www-form-urlencoded', headers: {}, body });
  rt.poke();
}

/** Tells the webhooks of a topic; of what was deleted only the id is left to tell. */
export async function report(rt: WooRuntime, shop: WooShop, topic: string, record: WooRecord): Promise<void> {
  for (const { doc: hook } of await recordsOf(rt.pool, shop.slug, 'webhook')) {
    if (hook.topic !== topic || hook.status !== 'active') continue;
    if (await wooFault(rt, shop, 'hook_lost')) continue;
    const forged = await wooFault(rt, shop, 'hook_forged');
    const body = JSON.stringify(topic.endsWith('.deleted') ? { id: Number(record.id) } : shown(record));
    const secret = forged ? 'another secret' : text(hook.secret);
    const [resource = '', event = ''] = topic.split('.');
    const headers = {
      'x-wc-webhook-source': `${rt.baseUrl()}/woo/${shop.slug}/`,
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-resource': resource,
      'x-wc-webhook-event': event,
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
      'x-wc-webhook-id': String(hook.id),
      // Made of hook and second, as WooCommerce makes it: two changes of one second share it.
      'x-wc-webhook-delivery-id': createHash('md5')
        .update(`${String(hook.id)}${gmt(rt.now())}`)
        .digest('hex'),
    };
    await put(rt, shop.slug, hook, { topic, content_type: 'application/json', headers, body });
  }
  rt.poke();
}

async function send(rt: WooRuntime, due: WooDelivery): Promise<void> {
  const answer = await fetch(due.url, {
    method: 'POST',
    headers: { ...due.headers, 'content-type': due.content_type, 'user-agent': 'WooCommerce/sandbox Hookshot' },
    body: due.body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  await answer?.arrayBuffer();
  const status = answer?.status ?? null;
  const arrived = status !== null && status >= 200 && status <= 302;
  const hook = (await recordsOf(rt.pool, due.shop, 'webhook')).find(({ id }) => id === due.hook);
  if (hook && due.topic !== 'ping') {
    const failures = arrived ? 0 : Number(hook.doc.failure_count ?? 0) + 1;
    const disabled = failures > mostFailures ? { status: 'disabled' } : {};
    await changeRecord(rt, due.shop, 'webhook', due.hook, { failure_count: failures, ...disabled });
  }
  await rt.pool.query('update woo_deliveries set state = $2, status = $3 where id = $1', [
    due.id,
    arrived ? 'delivered' : 'failed',
    status,
  ]);
}

/** Sends what waits, once each and in order, until closed. A failed delivery is not sent again. */
export function startWooSender(rt: WooRuntime): { poke: () => void; close: () => Promise<void> } {
  const state = { closed: false, poked: false };
  let wake: () => void = () => undefined;
  const poke = () => {
    state.poked = true;
    wake();
  };
  async function run(): Promise<void> {
    while (!state.closed) {
      state.poked = false;
      const due = await rows<WooDelivery>(
        rt.pool,
        `select * from woo_deliveries where state = 'waiting' order by id limit 20`,
      );
      for (const one of due) await send(rt, one);
      if (due.length > 0 || state.poked) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookAgainMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
  const running = run().catch((error: unknown) => {
    if (!state.closed) process.stderr.write(`sandbox WooCommerce webhooks stopped: ${String(error)}\n`);
  });
  return {
    poke,
    close: async () => {
      state.closed = true;
      poke();
      await running;
    },
  };
}

/** Sends a delivery once more, as a proxy in between may. */
export async function repeatDelivery(rt: WooRuntime, id: string): Promise<void> {
  await rt.pool.query(`update woo_deliveries set state = 'waiting' where id = $1`, [id]);
  rt.poke();
}
