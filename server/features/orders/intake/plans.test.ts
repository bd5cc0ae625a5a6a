import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Ctx } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
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

const known = 200;
const variants = 20;
let test: TestApp;
beforeEach(async () => {
  test = await startTestApp();
});
afterEach(() => test.close());

/** Rows of orders that this connection has read so far. */
async function readSoFar({ db }: Ctx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT sum(seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_xact_user_tables
    WHERE relname IN ('orders', 'order_lines', 'order_recipients', 'order_blocks')`.execute(db);
  return rows[0]?.n ?? 0;
}

// The planner knows nothing of the tables, as at a merchant's first import.
it('an order that arrives in a new database reads its own rows, not all orders of the account for each variant', async () => {
  const { account_id } = await merchant(test);
  const store = { account_id, id: await givenStore(test, account_id) };
  const lamp = await givenVariant(test, store);
  for (let n = 1; n < variants; n += 1) await givenVariant(test, store, { external_id: `v${n}`, sku: `OTHER-${n}` });
  await givenPrice(test, account_id, { sku_id: lamp.sku_id, channel: await givenChannel(test) });
  const order = (n: number) =>
    shopOrder([shopLine(lamp, { external_id: `l${n}` })], { external_id: `${n}`, name: `#${n}` });
  const orders = Array.from({ length: known }, (_, n) => order(n));
  await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, store, orders, 'api'));

  const read = await inAccount(test, account_id, async (ctx) => {
    const before = await readSoFar(ctx);
    await applyShopOrders(ctx, store, [order(known)], 'api');
    return (await readSoFar(ctx)) - before;
  });
  expect(read).toBeLessThan(10 * known);
});

it('an import that fills a nearly empty database reads each order’s own rows, not all that have come so far', async () => {
  const { account_id } = await merchant(test);
  const store = { account_id, id: await givenStore(test, account_id) };
  const lamp = await givenVariant(test, store);
  const orders = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) =>
      shopOrder([shopLine(lamp, { external_id: `l${from + n}` })], {
        external_id: `${from + n}`,
        name: `#${from + n}`,
      }),
    );
  await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, store, orders(0, 3), 'api'));
  const owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  await owner.query('ANALYZE orders, order_lines, store_variants, order_products');
  await owner.end();

  const read = await inAccount(test, account_id, async (ctx) => {
    for (let n = 3; n < 10; n += 1) await applyShopOrders(ctx, store, orders(n, 1), 'api');
    await applyShopOrders(ctx, store, orders(10, known), 'api');
    const before = await readSoFar(ctx);
    await applyShopOrders(ctx, store, orders(10 + known, known), 'api');
    return (await readSoFar(ctx)) - before;
  });
  expect(read).toBeLessThan(100 * known);
});
