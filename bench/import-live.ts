import { setTimeout as sleep } from 'node:timers/promises';
import { subscribedTopics } from '#server/connectors/shopify/webhooks.ts';
import { openShopsStage, type ShopsStage, imported } from '#testing/shops-stage.ts';
import { percentile, timed } from './measure.ts';
import { withDatabase } from './portal.ts';
import type { Table } from './table.ts';

const everyMs = 1_000;
const patienceMs = 120_000;
const domain = 'big-lamps.myshopify.com';

/** A first import at the shop's real limits, while the same shop and another one go on selling: how late live orders are. */
export async function importWhileLive(size: { orders: number; products: number }): Promise<Table> {
  const { seconds, waits, missing } = await withDatabase(async (database) => {
    const urls = {
      portal: await database.createPortal('tradewind'),
      sandbox: await database.createEmpty('tradewind_sandbox'),
    };
    const stage = await openShopsStage(urls, { shops: 1 });
    try {
      await fillShop(stage, size);
      const id = await consent(stage);
      const live = sellLive(stage);
      const run = await timed(() => imported(stage.call, id));
      const lags = await live.end();
      const { data } = await stage.call('GET', `/api/stores/${id}`);
      const arrived = Number(data.orders);
      return { seconds: run.ms / 1000, waits: lags, missing: size.orders - arrived + lags.own.length };
    } finally {
      await stage.close();
    }
  });
  const row = (name: string, lags: readonly number[]) => [
    name,
    lags.length,
    percentile(lags, 0.5) / 1000,
    percentile(lags, 0.95) / 1000,
    Math.max(...lags) / 1000,
  ];
  const count = (n: number) => n.toLocaleString('en-US');
  return {
    title: `first import of ${count(size.orders)} orders and ${count(size.products)} products (Standard plan), with live orders beside it`,
    columns: ['', 'orders', 'lag p50 s', 'lag p95 s', 'longest s'],
    rows: [row('live orders of the same shop', waits.own), row('live orders of another shop', waits.other)],
    notes: [
      `The import took ${seconds.toFixed(1)} s (${count(Math.round(size.orders / seconds))} orders/s); ${count(Math.max(0, missing))} orders are missing.`,
      'Lag: from the buyer’s order at the shop to its row in the portal, over webhook, inbox, worker and a read of the shop.',
    ],
  };
}

async function fillShop({ sandbox }: ShopsStage, size: { orders: number; products: number }): Promise<void> {
  await sandbox.shops.createShop({
    domain,
    plan: 'standard',
    products: Array.from({ length: size.products }, (_, n) => ({
      title: `Lamp ${n + 1}`,
      variants: [{ sku: `LAMP-${n + 1}`, price: 1_999, grams: 400, stock: 1_000 }],
    })),
  });
  const variants = (await sandbox.shops.products(domain)).flatMap((one) => one.variants.map(({ id }) => id));
  const newest = Date.now() - 120_000;
  const step = (55 * 86_400_000) / size.orders;
  await sandbox.shops.insertOrders(
    domain,
    Array.from({ length: size.orders }, (_, n) => ({
      lines: [{ variantId: variants[(n * 7) % variants.length] ?? '', quantity: 1 + (n % 3) }],
      createdAt: new Date(newest - n * step),
    })),
  );
}

/** From the consent on the import runs; its first action is to ask for webhooks. */
async function consent({ sandbox, call }: ShopsStage): Promise<string> {
  const { data: asked } = await call('GET', `/api/stores/authorize_url?domain=${domain}&import_days=60`);
  const back = new URL(await sandbox.shops.consent(String(asked.authorize_url)));
  const { data } = await call('POST', '/api/stores/authorize', Object.fromEntries(back.searchParams));
  while ((await sandbox.shops.subscriptions(domain)).length < subscribedTopics.length) await sleep(100);
  return String(data.id);
}

/** Orders come in at both shops, one a second each, until it is told to end; answers how late each was. */
function sellLive(stage: ShopsStage) {
  const life = { over: false };
  const [other] = stage.stores;
  if (!other) throw new Error('there is no other shop');
  const sell = async (shop: string, variantId: string) => {
    const lags: Promise<number>[] = [];
    while (!life.over) {
      const { id } = await stage.sandbox.shops.placeOrder(shop, { lines: [{ variantId, quantity: 1 }] });
      lags.push(lagOf(stage, id));
      await sleep(everyMs);
    }
    return Promise.all(lags);
  };
  const ended = stage.sandbox.shops
    .products(domain)
    .then(([product]) =>
      Promise.all([sell(domain, product?.variants[0]?.id ?? ''), sell(other.domain, other.variantIds[0] ?? '')]),
    );
  return {
    async end() {
      life.over = true;
      const [own = [], rest = []] = await ended;
      return { own, other: rest };
    },
  };
}

async function lagOf({ inAllAccounts }: ShopsStage, externalId: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < patienceMs) {
    const row = await inAllAccounts(({ db }) =>
      db.selectFrom('orders').select('id').where('external_id', '=', externalId).executeTakeFirst(),
    );
    if (row) return performance.now() - began;
    await sleep(100);
  }
  return patienceMs;
}
