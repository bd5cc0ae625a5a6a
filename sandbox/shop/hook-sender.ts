import { createHmac } from 'node:crypto';
import type { DeliveryAnswer, DeliveryRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { firstRow, rows } from './sql.ts';

const AT_ONCE = 8;
const LOOK_AGAIN_MS = 1_000;

type Due = DeliveryRow & { domain: string };

/** Base64 HMAC-SHA256 over the raw bytes of a body (shopify.md §3.2). */
export function hookSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(Buffer.from(body, 'utf8')).digest('base64');
}

function headersOf(rt: ShopRuntime, due: Due): Record<string, string> {
  const secret = due.fault === 'hook_wrong_signature' ? `${rt.app.secret}-wrong` : rt.app.secret;
  return {
    'content-type': 'application/json',
    'user-agent': 'Shopify-Captain-Hook',
    'x-shopify-topic': due.topic,
    'x-shopify-hmac-sha256': hookSignature(secret, due.body),
    'x-shopify-shop-domain': due.domain,
    'x-shopify-api-version': due.api_version,
    'x-shopify-webhook-id': due.webhook_id,
    'x-shopify-event-id': due.event_id,
    'x-shopify-triggered-at': due.triggered_at.toISOString(),
    ...(due.name !== null && { 'x-shopify-name': due.name }),
  };
}

async function post(rt: ShopRuntime, due: Due): Promise<DeliveryAnswer> {
  const started = performance.now();
  const at = rt.now().toISOString();
  const answer = (status: number | null, error: string | null) => ({
    at,
    status,
    ms: Math.round(performance.now() - started),
    error,
  });
  try {
    const response = await fetch(due.uri, {
      method: 'POST',
      headers: headersOf(rt, due),
      body: due.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(rt.settings.hookTimeoutMs),
    });
    await response.arrayBuffer();
    return answer(response.status, null);
  } catch (error) {
    const reason =
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : 'failed';
    return answer(null, reason || 'connection refused');
  }
}

/** A delivery that never arrived in all its attempts deletes its shop-specific subscription (shopify.md §3.1). */
async function countOutcome(rt: ShopRuntime, due: Due, state: DeliveryRow['state']): Promise<void> {
  if (due.subscription_id === null) return;
  if (state === 'failed') await rt.pool.query('delete from shop_subscriptions where id = $1', [due.subscription_id]);
  else
    await rt.pool.query(
      'update shop_subscriptions set failures = case when $2 then 0 else failures + 1 end where id = $1',
      [due.subscription_id, state === 'delivered'],
    );
}

async function deliver(rt: ShopRuntime, due: Due): Promise<void> {
  const answer = await post(rt, due);
  const arrived = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const gap = rt.settings.hookRetryMs[due.attempts];
  const state = arrived ? 'delivered' : gap === undefined ? 'failed' : 'pending';
  await rt.pool.query(
    `update shop_deliveries set state = $2, attempts = attempts + 1, answers = answers || $3::jsonb, next_at = $4, held = false where id = $1`,
    [due.id, state, JSON.stringify([answer]), new Date(rt.now().getTime() + (gap ?? 0))],
  );
  // What an out-of-order fault holds back follows right after a later delivery.
  if (arrived)
    await rt.pool.query(
      `update shop_deliveries set next_at = $2, held = false where shop_id = $1 and held and state = 'pending' and id < $3`,
      [due.shop_id, rt.now(), due.id],
    );
  await countOutcome(rt, due, state);
}

async function claim(rt: ShopRuntime): Promise<Due[]> {
  const claimed = await rows<Due>(
    rt.pool,
    `with due as (select id from shop_deliveries where state = 'pending' and next_at <= $1 order by next_at, id limit $2 for update skip locked)
     update shop_deliveries d set state = 'sending' from due, shops s where d.id = due.id and s.id = d.shop_id returning d.*, s.domain`,
    [rt.now(), AT_ONCE],
  );
  return claimed.sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
}

export type HookSender = { poke: () => void; close: () => Promise<void> };

/** Sends waiting deliveries until closed. A second look each second finds what another process wrote. */
export function startHookSender(rt: ShopRuntime): HookSender {
  const state = { closed: false };
  let wake: (() => void) | null = null;
  let poked = false;

  async function pause(): Promise<void> {
    const next = await firstRow<{ at: Date | null }>(
      rt.pool,
      `select min(next_at) as at from shop_deliveries where state = 'pending'`,
    );
    const wait = Math.min(
      LOOK_AGAIN_MS,
      Math.max(5, next?.at ? next.at.getTime() - rt.now().getTime() : LOOK_AGAIN_MS),
    );
    if (poked || state.closed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    // Deliveries in the air when the process ended are sent again; receivers know them by their id.
    await rt.pool.query(`update shop_deliveries set state = 'pending' where state = 'sending'`);
    await rt.pool.query(`delete from shop_deliveries where state <> 'pending' and triggered_at < $1`, [
      new Date(rt.now().getTime() - 7 * 86_400_000),
    ]);
    while (!state.closed) {
      poked = false;
      const due = await claim(rt);
      if (due.length > 0) await Promise.all(due.map((one) => deliver(rt, one)));
      else await pause();
    }
  }

  const poke = () => {
    poked = true;
    wake?.();
  };
  const running = run().catch((error: unknown) => {
    if (!state.closed)
      process.stderr.write(`sandbox webhooks stopped: ${error instanceof Error ? error.message : String(error)}\n`);
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
