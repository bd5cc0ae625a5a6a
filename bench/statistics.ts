import pg from 'pg';
import { sql } from 'kysely';
import { roleRights } from '#contract/rights.ts';
import { presetDays } from '#contract/statistics-rules.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { entryFor, type MerchantActor, type MerchantCtx } from '#server/db/context.ts';
import { getDeliveryTimes, getWaiting } from '#server/features/statistics/statistics-deliveries.service.ts';
import { checkStatistics, foldStatistics } from '#server/features/statistics/statistics-keep.service.ts';
import { groupStatement } from '#server/features/statistics/statistics.db.ts';
import { getBreakdown, getProducts, getStatistics } from '#server/features/statistics/statistics.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { bareValues } from '#testing/app-values.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Place } from '#testing/people.ts';
import { inTurns, percentile, timed } from './measure.ts';
import { fillOrders } from './orders-data.ts';
import { withDatabase } from './portal.ts';
import { ratio, type Table } from './table.ts';

const stores = 25;
const sizes = { full: 1_000_000, usual: 1_000_000, small: 50_000 };
const rounds = 12;

/** Twelve months of sales from the sums, beside the same question to the orders; and what the sums cost an order's change. */
export async function statistics({ full, small }: { full: boolean; small: boolean }): Promise<Table[]> {
  const orders = sizes[full ? 'full' : small ? 'small' : 'usual'];
  return withDatabase(async (database) => {
    const log = createLog('silent');
    const url = await database.createPortal('tradewind');
    const pool = createPool({ url, max: 4, log });
    const place: Place = {
      ground: { db: createDatabase(pool), clock: systemClock, log, app: bareValues() },
      clock: systemClock,
    };
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    try {
      const person = await merchant(place);
      await fillOrders(url, [{ id: person.account_id, stores, orders, whole: false }], overAYear);
      await writeDifferences(owner);
      const folded = await timed(() => foldStatistics(systemEntry(place)));
      const checked = await timed(() => checkStatistics(systemEntry(place), person.account_id));
      await owner.query('vacuum analyze');
      const actor: MerchantActor = {
        kind: 'merchant',
        user_id: person.user_id,
        name: '',
        session_id: '',
        account_id: person.account_id,
        role: 'owner',
        rights: roleRights.owner,
        stores: null,
        email_verified: true,
        acting: null,
      };
      const reads = await measureReads(place, actor);
      return [
        {
          title: `statistics of 12 months: ${stores} stores, ${orders.toLocaleString('en-US')} orders`,
          columns: ['', 'p50 ms', 'p95 ms', 'orders themselves p50', 'of them'],
          rows: reads,
          notes: [
            'Orders themselves: the same sums read from all orders of the period, as the same role.',
            `First fold ${Math.round(folded.ms / 1000)} s, check against all orders ${Math.round(checked.ms / 1000)} s.`,
          ],
        },
        await measureWrites(owner),
      ];
    } finally {
      await owner.end();
      await pool.end();
    }
  });
}

/** Orders of the last twelve months to many countries. */
const overAYear = `update orders set placed_at = now() - random() * interval '364 days',
  country = (array['US','GB','DE','FR','CA','AU','NL','IT','ES','SE','BE','AT','CH','DK','NO','FI','IE','PT','PL','JP'])[1 + floor(random() * 20)::int],
  sale_rate = 1`;

/** The differences that triggers would have written. */
async function writeDifferences(owner: pg.Client): Promise<void> {
  await owner.query(`insert into statistics_changes (account_id, store_id, day, country, channel_id, orders, cancelled, self_fulfilled, units, sales,
      converted, no_rate, goods, freight, fees, no_cost, profit, profit_sales, credited, kept, refunded, refunded_orders)
    select f.account_id, f.store_id, f.day, f.country, f.channel_id, sum(f.orders), sum(f.cancelled), sum(f.self_fulfilled), sum(f.units), sum(f.sales),
      sum(f.converted), sum(f.no_rate), sum(f.goods), sum(f.freight), sum(f.fees), sum(f.no_cost), sum(f.profit), sum(f.profit_sales), sum(f.credited), sum(f.kept), sum(f.refunded), sum(f.refunded_orders)
    from orders o, statistics_of_order(o) f group by 1, 2, 3, 4, 5`);
}

async function measureReads(place: Place, actor: MerchantActor): Promise<(string | number)[][]> {
  const days = presetDays('last_12_months', new Date().toISOString().slice(0, 10));
  const run = (act: (ctx: MerchantCtx) => Promise<unknown>) => () =>
    entryFor(place.ground, actor, 'bench').run({ account_id: actor.account_id }, act);
  const ofOrders = (key: string) => (ctx: MerchantCtx) =>
    sql`SELECT ${sql.raw(key)}, count(*), sum(total), sum(cost_total) FROM orders o
      WHERE account_id = ${ctx.account} AND placed_at >= ${days.from}::date AND placed_at < ${days.to}::date + 1 GROUP BY 1`.execute(
      ctx.db,
    );
  const reads = {
    'cards and chart, beside the year before': {
      mine: (ctx: MerchantCtx) => getStatistics(ctx, { ...days, compare: 'year' }),
      bare: ofOrders('placed_at::date'),
    },
    'by store': { mine: (ctx: MerchantCtx) => getBreakdown(ctx, { ...days, by: 'store' }), bare: ofOrders('store_id') },
    'by country': {
      mine: (ctx: MerchantCtx) => getBreakdown(ctx, { ...days, by: 'country' }),
      bare: ofOrders('country'),
    },
    'one country, cards and chart': {
      mine: (ctx: MerchantCtx) => getStatistics(ctx, { ...days, country: 'DE', compare: 'year' }),
      bare: ofOrders(`CASE WHEN country = 'DE' THEN placed_at::date END`),
    },
    'top products': {
      mine: (ctx: MerchantCtx) => getProducts(ctx, { ...days, sort: 'sales', most: 20 }),
      bare: ofOrders('store_id'),
    },
    'one product, cards and chart': {
      mine: async (ctx: MerchantCtx) => {
        const [row] = await getProducts(ctx, { ...days, sort: 'sales', most: 1 });
        return getStatistics(ctx, { ...days, product_id: row?.product_id ?? undefined, compare: 'year' });
      },
      bare: ofOrders('placed_at::date'),
    },
    'delivery times': {
      mine: (ctx: MerchantCtx) => getDeliveryTimes(ctx, { ...days, since: 'paid' }),
      bare: ofOrders('channel_id'),
    },
    'orders that wait for payment': { mine: (ctx: MerchantCtx) => getWaiting(ctx, {}), bare: ofOrders('stage') },
    'statement by country alone': {
      mine: (ctx: MerchantCtx) => groupStatement(ctx, days, { stores: null }, 'country').execute(ctx.db),
      bare: ofOrders('country'),
    },
  };
  const rows: (string | number)[][] = [];
  for (const [name, { mine, bare }] of Object.entries(reads)) {
    const taken = await inTurns({ mine: run(mine), bare: run(bare) }, rounds);
    const [own, floor] = [percentile(taken.mine, 0.5), percentile(taken.bare, 0.5)];
    rows.push([name, own, percentile(taken.mine, 0.95), floor, ratio(own, floor)]);
  }
  return rows;
}

/** Changes of orders with the sums' triggers and without, each undone. */
async function measureWrites(owner: pg.Client): Promise<Table> {
  const change = (count: number, on: boolean) => async () => {
    await owner.query('begin');
    if (!on) await owner.query('alter table orders disable trigger orders_statistics_update');
    const started = performance.now();
    await owner.query('update orders set total = total + 1 where id in (select id from orders limit $1)', [count]);
    const ms = performance.now() - started;
    await owner.query('rollback');
    return ms;
  };
  const rows: (string | number)[][] = [];
  for (const count of [1, 100, 5_000]) {
    const times: Record<'on' | 'off', number[]> = { on: [], off: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.on.push(await change(count, true)());
      times.off.push(await change(count, false)());
    }
    const [on, off] = [percentile(times.on, 0.5), percentile(times.off, 0.5)];
    rows.push([`${count.toLocaleString('en-US')} orders in one statement`, on, off, ratio(on, off)]);
  }
  return {
    title: 'what the sums cost an act that changes orders',
    columns: ['', 'with sums p50 ms', 'without', 'ratio'],
    rows,
    notes: ['The other triggers of orders run in both.'],
  };
}
