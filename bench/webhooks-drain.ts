import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { LosslessNumber } from 'lossless-json';
import { signedHook } from '#testing/portal-client.ts';
import { openShopsStage, type ShopsStage } from '#testing/shops-stage.ts';
import { percentile } from './measure.ts';
import { requireOk, openConnection, withDatabase } from './portal.ts';
import type { Table } from './table.ts';

const lanes = 32;
const perSecond = 200;
/** What one order is told by, from the checkout to the warehouse. */
const topics = [
  'orders/create',
  'orders/paid',
  'orders/updated',
  'orders/updated',
  'orders/edited',
  'orders/updated',
] as const;
const longestDrainMs = 60 * 60_000;

type Hook = ReturnType<typeof signedHook>;
type Sold = { id: string; shop: string };

/** Deliveries in real time from many stores: how fast they are taken, and how soon all of them are worked off. */
export async function webhookDrain(size: { deliveries: number; shops: number }): Promise<Table> {
  const done = await withDatabase(async (database) => {
    const urls = {
      portal: await database.createPortal('tradewind'),
      sandbox: await database.createEmpty('tradewind_sandbox'),
    };
    const stage = await openShopsStage(urls, { shops: size.shops });
    try {
      return await deliverAndDrain(stage, size.deliveries);
    } finally {
      await stage.close();
    }
  });
  const count = (n: number) => n.toLocaleString('en-US');
  return {
    title: `${count(size.deliveries)} deliveries of ${size.shops} stores over ${lanes} connections, ${perSecond} a second, worker running, shops’ limits on`,
    columns: ['', 'deliveries', 'per second', 'p50 ms', 'p99 ms', 'drained after s', 'orders', 'lost', 'doubled'],
    rows: [
      [
        'accepted',
        done.samples.length,
        done.samples.length / done.seconds,
        percentile(done.samples, 0.5),
        percentile(done.samples, 0.99),
        done.drainSeconds,
        done.orders,
        done.lost,
        done.doubled,
      ],
    ],
    notes: [
      'Drained: from the last delivery until no row of the inbox waits. Lost and doubled: orders of the shops beside rows of the portal.',
    ],
  };
}

async function deliverAndDrain(stage: ShopsStage, deliveries: number) {
  const waiting: Hook[] = [];
  const sold: Sold[] = [];
  const samples: number[] = [];
  const life = { over: false };
  const began = performance.now();
  const senders = Array.from({ length: lanes }, () => sendAll(stage.web.url, waiting, samples, life));
  const ticks = Math.ceil(deliveries / perSecond);
  for (let tick = 0; tick < ticks; tick += 1) {
    const hooks = await sell(stage, Math.min(perSecond, deliveries - tick * perSecond), sold);
    waiting.push(...hooks);
    await sleep(Math.max(0, began + (tick + 1) * 1_000 - performance.now()));
  }
  life.over = true;
  await Promise.all(senders);
  const seconds = (performance.now() - began) / 1000;
  const last = performance.now();
  while ((await waitingRows(stage)) > 0 && performance.now() - last < longestDrainMs) await sleep(500);
  const drainSeconds = (performance.now() - last) / 1000;
  return { samples, seconds, drainSeconds, orders: sold.length, ...(await compare(stage, sold)) };
}

let turn = 0;

/** Orders of one second, spread over the shops, and what the shops report of them. */
async function sell({ sandbox, stores, app }: ShopsStage, deliveries: number, sold: Sold[]): Promise<Hook[]> {
  const orders = Math.ceil(deliveries / topics.length);
  const perShop = new Map<(typeof stores)[number], number>();
  for (let n = 0; n < orders; n += 1) {
    const shop = stores[(turn += 1) % stores.length];
    if (shop) perShop.set(shop, (perShop.get(shop) ?? 0) + 1);
  }
  const hooks: Hook[] = [];
  for (const [shop, count] of perShop) {
    const line = { variantId: shop.variantIds[0] ?? '', quantity: 1 };
    const placed = await sandbox.shops.insertOrders(
      shop.domain,
      Array.from({ length: count }, () => ({ lines: [line] })),
    );
    for (const { id } of placed) {
      sold.push({ id, shop: shop.id });
      const body = {
        id: new LosslessNumber(id),
        admin_graphql_api_id: `gid://shopify/Order/${id}`,
        note: 'x'.repeat(1_500),
      };
      for (const topic of topics)
        hooks.push(signedHook(app, { shop: shop.domain, topic, body: { ...body, id: undefined } }));
    }
  }
  return hooks.slice(0, deliveries);
}

async function sendAll(url: string, waiting: Hook[], samples: number[], life: { over: boolean }): Promise<void> {
  const connection = openConnection(url);
  try {
    while (!life.over || waiting.length > 0) {
      const hook = waiting.shift();
      if (!hook) {
        await sleep(2);
        continue;
      }
      const began = performance.now();
      requireOk(await connection.send('POST', hook.path, hook.headers, hook.body));
      samples.push(performance.now() - began);
    }
  } finally {
    connection.close();
  }
}

const waitingRows = ({ inAllAccounts }: ShopsStage): Promise<number> =>
  inAllAccounts(async ({ db }) => {
    const { rows } = await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM webhook_inbox WHERE state = 'waiting'`.execute(db);
    return rows[0]?.n ?? 0;
  });

async function compare({ inAllAccounts, owner }: ShopsStage, sold: readonly Sold[]) {
  const rows = await inAllAccounts(async ({ db }) => {
    const found = await sql<{ key: string }>`
      SELECT store_id || ' ' || external_id AS key FROM orders WHERE account_id = ${owner.account_id}`.execute(db);
    return found.rows;
  });
  const keys = new Set(rows.map(({ key }) => key));
  return { lost: sold.filter(({ id, shop }) => !keys.has(`${shop} ${id}`)).length, doubled: rows.length - keys.size };
}
