import { refreshRunningOut } from '#server/features/stock/stock-list.db.ts';
import { sql } from 'kysely';
import { forAccount } from '#server/db/context.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import { type Move, record } from '#server/features/stock/stock.service.ts';
import type { Thread } from './portal.ts';
import type { Account } from './seed-merchant.ts';

const yiwu = '019a0000-0000-7000-8000-000000000101';
const shenzhen = '019a0000-0000-7000-8000-000000000102';
const day = 86_400_000;
const kept = 6;

/** The merchant with the longest history keeps its best sellers in stock. */
export async function seedStock(thread: Thread, opened: readonly { account: Account }[]): Promise<void> {
  const [first] = [...opened].sort((a, b) => ordersOf(b.account) - ordersOf(a.account));
  if (!first) return;
  const { account_id } = first.account;
  const skus = await thread.allAccounts(async ({ db }) => {
    const { rows } = await sql<{ sku_id: string; cost: number }>`
      SELECT d.sku_id, (SELECT min(p.unit_price) FROM prices p WHERE p.account_id = d.account_id AND p.catalog_sku_id = d.sku_id) AS cost
      FROM sku_sales_days d WHERE d.account_id = ${account_id} GROUP BY d.account_id, d.sku_id ORDER BY sum(d.pieces) DESC LIMIT ${kept}`.execute(
      db,
    );
    return rows;
  });
  const now = thread.clock.now().getTime();
  for (const [index, { sku_id, cost }] of skus.entries()) {
    const came = (days: number, warehouse_id: string, qty: number): Move & { days: number } => ({
      days,
      account_id,
      sku_id,
      warehouse_id,
      kind: 'receipt',
      qty,
      damaged_qty: index === 2 ? 3 : 0,
      unit_cost: cost,
      reason: 'Stocked for the season',
      key: `demo:${sku_id}:${days}`,
    });
    const moves = [came(75 - index * 9, yiwu, 120 - index * 15), ...(index < 2 ? [came(12, shenzhen, 40)] : [])];
    for (const { days, ...move } of moves) {
      thread.clock.set(new Date(now - days * day));
      await thread.allAccounts((ctx) => record(ctx, [move]));
    }
  }
  thread.clock.set(new Date(now));
  // as when pieces come in: unpaid orders hold what they want of them, and cost so much less
  const skuIds = skus.map(({ sku_id }) => sku_id);
  await thread.allAccounts((ctx) => reviewOrders(forAccount(ctx, account_id), { skuIds }));
  await thread.allAccounts(({ db }) =>
    sql`UPDATE stock_skus SET low_threshold = 50, lead_days = 12, low = true WHERE account_id = ${account_id} AND sku_id = ${skus.at(-1)?.sku_id ?? null}`.execute(
      db,
    ),
  );
  await thread.allAccounts((ctx) => refreshRunningOut(ctx));
}

const ordersOf = ({ stores }: Account) => stores.reduce((sum, { store }) => sum + store.orders.length, 0);
