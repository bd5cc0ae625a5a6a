import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from './database.ts';
import { openShopsStage, type ShopsStage } from './shops-stage.ts';
import { bySize, isSoak, reportProgress } from './size.ts';

const shops = bySize(3, 25);
const orders = bySize(240, 5_000); // full size: 5,000 over 25 stores

/** Orders that are here, and how often, beside what still waits to be worked off. */
async function arrived({ inAllAccounts, owner }: ShopsStage) {
  return inAllAccounts(async ({ db }) => {
    const { rows } = await sql<{ store_id: string; external_id: string; n: number }>`
      SELECT store_id, external_id, count(*)::int AS n FROM orders WHERE account_id = ${owner.account_id} GROUP BY 1, 2`.execute(
      db,
    );
    const waiting = await db
      .selectFrom('webhook_inbox')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    return { rows, waiting: waiting.n };
  });
}

it('with the worker dead while orders come in over many stores, all are present once after its restart', {
  tags: ['D1-20'],
  timeout: isSoak ? 0 : 300_000,
}, async () => {
  const [portal, sandbox] = [await createTestDatabase(), await createEmptyDatabase()];
  const stage = await openShopsStage({ portal: portal.url, sandbox: sandbox.url }, { shops, bundle: true });
  try {
    await stage.worker.kill();
    const placed = new Map<string, string>();
    for (let n = 0; n < orders; n += 1) {
      const shop = stage.stores[n % shops];
      if (!shop) throw new Error('there are no shops');
      const variantId = shop.variantIds[0] ?? '';
      const { id } = await stage.sandbox.shops.placeOrder(shop.domain, { lines: [{ variantId, quantity: 1 }] });
      placed.set(id, shop.id);
      reportProgress('orders placed', n + 1, orders);
    }
    for (const { domain } of stage.stores) await stage.sandbox.shops.settled(domain, 600_000);
    // The web process has kept every delivery, and nobody has worked on any.
    const kept = await arrived(stage);
    expect(kept.rows).toEqual([]);
    expect(kept.waiting).toBeGreaterThanOrEqual(orders);

    await stage.worker.restart();
    const began = performance.now();
    for (;;) {
      const { rows, waiting } = await arrived(stage);
      reportProgress('orders present', rows.length, orders);
      if (waiting === 0 && rows.length >= orders) break;
      await sleep(250);
    }
    reportProgress(`worked off in ${((performance.now() - began) / 1000).toFixed(1)} s; orders`, orders, orders);
    const { rows } = await arrived(stage);
    expect(new Map(rows.map((row) => [row.external_id, row.store_id]))).toEqual(placed);
    expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
    const failed = await stage.inAllAccounts(({ db }) =>
      db.selectFrom('webhook_inbox').select('note').where('state', '=', 'failed').execute(),
    );
    expect(failed).toEqual([]);
  } finally {
    await stage.close();
    await portal.drop();
    await sandbox.drop();
  }
});
