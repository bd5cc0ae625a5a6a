import { bareValues } from '#testing/app-values.ts';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { repriceSoon, runRepricing } from '#server/features/orders/review/reprice.service.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { entryFor, type Ground } from '#server/db/context.ts';
import { writePrices } from '#server/features/prices/prices.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { withDatabase } from './portal.ts';
import { ratio, type Table } from './table.ts';

const perImport = 500;
const batch = 200;

/** One price changes and every unpaid order with it is priced again, beside the statements that write as much. */
export async function prices({ full, small }: { full: boolean; small: boolean }): Promise<Table[]> {
  const sizes = small ? [200] : full ? [1_000, 10_000, 50_000] : [1_000, 10_000];
  return withDatabase(async (database) => {
    const rows: (string | number)[][] = [];
    for (const size of sizes) rows.push(await measure(await database.createPortal(`tradewind_${size}`), size));
    return [
      {
        title: 'pricing unpaid orders again after one change of a price',
        columns: ['unpaid orders', 'act ms', 'job s', 'orders per s', 'statements s', 'of them'],
        rows,
        notes: [
          `Act: the new price and the list of orders, in one transaction. Job: transactions of ${batch} orders.`,
          'Statements: new costs and one event per order, written by bare UPDATE and INSERT in as many transactions.',
        ],
      },
    ];
  });
}

async function measure(url: string, size: number): Promise<(string | number)[]> {
  const log = createLog('silent');
  const pool = createPool({ url, max: 4, log });
  const ground = { db: createDatabase(pool), clock: systemClock, log, app: bareValues() };
  try {
    const { account_id, goods, channel } = await fill(ground, size);
    const entry = entryFor(ground, { kind: 'system', name: 'bench' }, uuid());
    const scope = { account_id };
    let begun = performance.now();
    await entry.run(scope, async (ctx) => {
      await writePrices(ctx, [priceOf(goods.sku_id, channel.id, 520)]);
      await repriceSoon(ctx, { skuIds: [goods.sku_id], cause: 'PC-1001' });
    });
    const action = performance.now() - begun;
    const job = await entry.run(scope, ({ db }) =>
      db.selectFrom('jobs').select(['account_id', 'id']).where('kind', '=', 'reprice').executeTakeFirstOrThrow(),
    );
    begun = performance.now();
    await runRepricing(entry, job);
    const run = performance.now() - begun;
    const bare = await writeBare(url, account_id, size);
    return [
      size.toLocaleString('en-US'),
      Math.round(action),
      (run / 1_000).toFixed(1),
      Math.round(size / (run / 1_000)),
      (bare / 1_000).toFixed(1),
      ratio(run, bare),
    ];
  } finally {
    await pool.end();
  }
}

async function fill(ground: Ground, size: number) {
  const place = { ground };
  const { account_id } = await merchant({ ground, clock: systemClock });
  const store = { account_id, id: await givenStore(place, account_id) };
  const [goods, channel] = [await givenVariant(place, store), await givenChannel(place)];
  await givenPrice(place, account_id, { sku_id: goods.sku_id, channel });
  for (let at = 0; at < size; at += perImport) {
    const orders = Array.from({ length: Math.min(perImport, size - at) }, (_, n) =>
      shopOrder([shopLine(goods, { external_id: `l${at + n}` })], { external_id: `${at + n}`, name: `#${at + n}` }),
    );
    await inAccount(place, account_id, (ctx) => applyShopOrders(ctx, store, orders, 'api'));
  }
  return { account_id, goods, channel };
}

const priceOf = (catalog_sku_id: string, channel_id: string, unit_price: number) => ({
  catalog_sku_id,
  destination: 'US',
  channel_id,
  unit_price,
  currency: 'USD',
  formula: { kind: 'per_kg' as const, handling_amount: 200, kg_amount: 1_000 },
  days_min: 7,
  days_max: 12,
  tax_mode: 'DDU',
  locked_until: null,
  quote_id: null,
  quote_version: null,
});

/** The same rows written without looking at anything. */
async function writeBare(url: string, account: string, size: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM orders WHERE account_id = $1 ORDER BY id', [
      account,
    ]);
    const begun = performance.now();
    for (let at = 0; at < size; at += batch) {
      const ids = rows.slice(at, at + batch).map((row) => row.id);
      await client.query('BEGIN');
      await client.query(
        'UPDATE orders SET cost_goods = cost_goods + 1, cost_total = cost_total + 1, version = version + 1 WHERE account_id = $1 AND id = ANY($2)',
        [account, ids],
      );
      await client.query(
        'UPDATE order_lines SET unit_cost = unit_cost + 1 WHERE account_id = $1 AND order_id = ANY($2)',
        [account, ids],
      );
      await client.query(
        `INSERT INTO order_events (account_id, id, order_id, at, kind, actor_kind, data)
         SELECT $1, gen_random_uuid(), id, now(), 'repriced', 'system', '{}' FROM unnest($2::uuid[]) AS id`,
        [account, ids],
      );
      await client.query('COMMIT');
    }
    return performance.now() - begun;
  } finally {
    await client.end();
  }
}
