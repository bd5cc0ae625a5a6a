import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'lossless-json';
import { v7 as uuid } from 'uuid';
import type { Answer } from './app.ts';

export type PortalAnswer = Answer['body'];
export type PortalCall = (method: string, path: string, body?: unknown, key?: string) => Promise<PortalAnswer>;

const patience = 30_000;

/** Calls a running portal over HTTP, as one person. */
export function portalClient(url: string, token: string): PortalCall {
  return async (method, path, body, key) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
    return (await answer.json()) as PortalAnswer; // the portal answers nothing but this
  };
}

/** Repeats a call until it is answered: no answer, and a server in trouble, say nothing about what was done. */
export async function untilAnswered<T extends { status: number }>(action: () => Promise<T>, minutes = 3): Promise<T> {
  const deadline = performance.now() + minutes * 60_000;
  for (;;) {
    const answer = await action().catch((error: unknown) => error);
    if (!(answer instanceof Error)) {
      const settled = answer as T; // not an error, so what `act` answered
      if (settled.status < 500) return settled;
    }
    if (performance.now() > deadline) {
      throw new Error(
        `no answer for ${minutes} minutes: ${answer instanceof Error ? answer.message : JSON.stringify(answer)}`,
      );
    }
    await sleep(40);
  }
}

export type SignedHook = { path: string; headers: Record<string, string>; body: string; deliveryId: string };

/** A webhook delivery as Shopify would send it; ids are beyond 2^53, so that they stand in `body` as a `LosslessNumber`. */
export function signedHook(
  app: { clientId: string; secret: string },
  hook: { shop: string; topic: string; body: unknown },
): SignedHook {
  const body = stringify(hook.body) ?? '';
  const deliveryId = uuid();
  return {
    path: `/api/webhooks/shopify/${app.clientId}`,
    body,
    deliveryId,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': hook.topic,
      'x-shopify-hmac-sha256': createHmac('sha256', app.secret).update(body, 'utf8').digest('base64'),
      'x-shopify-shop-domain': hook.shop,
      'x-shopify-webhook-id': deliveryId,
      'x-shopify-event-id': uuid(),
      'x-shopify-triggered-at': new Date().toISOString(),
    },
  };
}
