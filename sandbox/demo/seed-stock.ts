import { refreshRunningOut } from '#server/features/stock/stock-list.db.ts';
import { sql } from 'kysely';
import { forAccount, type StaffActor } from '#server/db/context.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import { type Move, record } from '#server/features/stock/stock.service.ts';
import type { Thread } from './portal.ts';
import { randomFrom } from './random.ts';
import type { Account } from './seed-merchant.ts';

/** The warehouse that most of the stock lies in. */
export const yiwu = '019a0000-0000-7000-8000-000000000101';
const shenzhen = '019a0000-0000-7000-8000-000000000102';
const day = 86_400_000;
const kept = 6;

/** Units of a carton, as suppliers pack: deliveries come in whole ones. */
const cartons = [8, 10, 12, 18] as const;

type Seller = { sku_id: string; cost: number; sold: number };
type Shelved = Move & { days: number };

/** Deliveries of one SKU, sized by what it sells, and what was found when its shelf was counted. */
function movesOf({ sku_id, cost, sold }: Seller, index: number, account_id: string): Shelved[] {
  const random = randomFrom(`stock/${index}`);
  const carton = random.pick(cartons);
  const move = (days: number, warehouse_id: string, more: Pick<Move, 'kind' | 'qty' | 'damaged_qty' | 'reason'>) => ({
    days,
    account_id,
    sku_id,
    warehouse_id,
    unit_cost: cost,
    key: `demo:${sku_id}:${days}`,
    ...more,
  });
  const delivery = (days: number, warehouse_id: string, units: number) => {
    const qty = carton * Math.max(2, Math.round(units / carton));
    return move(days, warehouse_id, { kind: 'receipt', qty, reason: 'Stocked for the season' });
  };
  const counted = move(random.int(3, 9), yiwu, { kind: 'adjust', qty: -random.int(1, 9), reason: 'Shelf counted' });
  const broken = move(10, yiwu, { kind: 'damage', qty: 0, damaged_qty: 3, reason: 'Carton crushed' });
  const isLast = index === kept - 1;
  return [
    delivery(75 - index * 9, yiwu, isLast ? sold * 0.3 : (sold * random.int(50, 90)) / 100),
    ...(index < 2 ? [delivery(12, shenzhen, (sold * random.int(15, 30)) / 100)] : []),
    ...(index === 2 ? [broken] : []),
    counted,
  ];
}

/** The merchant with the longest history keeps its best sellers in stock; of some it has just received more. */
export async function seedStock(
  thread: Thread,
  opened: readonly { account: Account }[],
  warehouse: StaffActor | undefined,
  received: readonly string[],
): Promise<void> {
  const [first] = [...opened].sort((a, b) => ordersOf(b.account) - ordersOf(a.account));
  if (!first || !warehouse) return;
  const { account_id } = first.account;
  const skus = await thread.allAccounts(async ({ db }) => {
    const { rows } = await sql<Seller>`
      SELECT d.sku_id, (SELECT min(p.unit_price) FROM prices p WHERE p.account_id = d.account_id AND p.catalog_sku_id = d.sku_id) AS cost,
        sum(d.pieces)::int AS sold
      FROM sku_sales_days d WHERE d.account_id = ${account_id} GROUP BY d.account_id, d.sku_id ORDER BY sum(d.pieces) DESC LIMIT ${kept}`.execute(
      db,
    );
    return rows;
  });
  const now = thread.clock.now().getTime();
  for (const [index, seller] of skus.entries())
    for (const { days, ...move } of movesOf(seller, index, account_id)) {
      thread.clock.set(new Date(now - days * day));
      await thread.as(warehouse).run('all_accounts', (ctx) => record(ctx, [move]));
    }
  thread.clock.set(new Date(now));
  // as when pieces come in: unpaid orders hold what they want of them, and cost so much less
  const skuIds = [...new Set([...skus.map(({ sku_id }) => sku_id), ...received])];
  await thread.allAccounts((ctx) => reviewOrders(forAccount(ctx, account_id), { skuIds }));
  await thread.allAccounts(({ db }) =>
    sql`UPDATE stock_skus SET low_threshold = 50, lead_days = 12, low = true WHERE account_id = ${account_id} AND sku_id = ${skus.at(-1)?.sku_id ?? null}`.execute(
      db,
    ),
  );
  await thread.allAccounts((ctx) => refreshRunningOut(ctx));
}

const ordersOf = ({ stores }: Account) => stores.reduce((sum, { store }) => sum + store.orders.length, 0);
