import { bareValues } from '#testing/app-values.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import { roleRights } from '#contract/rights.ts';
import type { stock } from '#contract/stock.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { entryFor, type MerchantActor, type MerchantCtx } from '#server/db/context.ts';
import {
  countLevels,
  countMovements,
  levelsStatement,
  movementsStatement,
} from '#server/features/stock/stock-list.db.ts';
import { listMovements, listStock } from '#server/features/stock/stock-list.service.ts';
import { record } from '#server/features/stock/stock.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Place } from '#testing/people.ts';
import { shenzhen, yiwu } from '#testing/stock-fixtures.ts';
import { inTurns, percentile, type Samples } from './measure.ts';
import { withDatabase } from './portal.ts';
import { ratio, type Table } from './table.ts';

type Query = ParsedOf<typeof stock.list>['query'];
type Reads = {
  name: string;
  list: (ctx: MerchantCtx) => Promise<unknown>;
  bare: (ctx: MerchantCtx) => Promise<unknown>;
};

const sizes = [1_000, 10_000];
const rounds = 40;
const perLot = 500;
const most = 10_000;

/** The stock list of one client among others, beside the statements that it must run; and how it grows. */
export async function stockList(): Promise<Table[]> {
  return withDatabase(async (database) => {
    const log = createLog('silent');
    const url = await database.createPortal('tradewind');
    const pool = createPool({ url, max: 4, log });
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const place: Place = {
      ground: { db: createDatabase(pool), clock: systemClock, log, app: bareValues() },
      clock: systemClock,
    };
    try {
      const rows: (string | number)[][] = [];
      const before = new Map<string, number>();
      for (const size of sizes) {
        const actor = await fill(place, owner, size);
        for (const { name, list, bare } of reads(size)) {
          const run = (action: (ctx: MerchantCtx) => Promise<unknown>) => () =>
            entryFor(place.ground, actor, 'bench').run({ account_id: actor.account_id }, action);
          const taken = await inTurns({ list: run(list), bare: run(bare) }, rounds);
          rows.push(row(`${size.toLocaleString('en-US')} SKUs, ${name}`, taken, before.get(name)));
          before.set(name, percentile(taken.list, 0.5));
        }
      }
      return [
        {
          title: 'stock of one client: two shelves a SKU, three movements a shelf',
          columns: ['', 'p50 ms', 'p95 ms', 'statements p50', 'of them', 'growth'],
          rows,
          notes: ['Statements: what the answer needs, in a transaction of their own, as the same role.'],
        },
      ];
    } finally {
      await owner.end();
      await pool.end();
    }
  });
}

function row(name: string, { list, bare }: Record<'list' | 'bare', Samples>, before: number | undefined) {
  const [mine, theirs] = [percentile(list, 0.5), percentile(bare, 0.5)];
  return [
    name,
    mine,
    percentile(list, 0.95),
    theirs,
    ratio(mine, theirs),
    before === undefined ? '' : ratio(mine, before),
  ];
}

function reads(size: number): Reads[] {
  const query = (more: Partial<Query>): Query => ({ page: 1, per_page: 50, tab: 'on_hand', ...more });
  const levels = (name: string, asked: Query): Reads => ({
    name,
    list: (ctx) => listStock(ctx, asked),
    async bare(ctx) {
      const page = { offset: (asked.page - 1) * asked.per_page, limit: asked.per_page };
      await levelsStatement(ctx, { low: asked.tab === 'low', q: asked.q }, page).execute(ctx.db);
      for (const low of [false, true]) await countLevels(ctx, { low, q: asked.q }, most);
    },
  });
  return [
    levels('first page', query({})),
    levels('last page', query({ page: (size * 2) / 50 })),
    levels('low ones', query({ tab: 'low' })),
    levels('by code', query({ q: 'TW1000' })),
    {
      name: 'journal, first page',
      list: (ctx) => listMovements(ctx, { page: 1, per_page: 50 }),
      async bare(ctx) {
        const filter = { until: null };
        await movementsStatement(ctx.actor.account_id, filter, { offset: 0, limit: 50 }).execute(ctx.db);
        await countMovements(ctx, ctx.actor.account_id, filter, most);
      },
    },
  ];
}

/** A client with so many SKUs, each on two shelves, received three times; every tenth is low. */
async function fill(place: Place, owner: pg.Client, size: number): Promise<MerchantActor> {
  const { account_id, user_id } = await merchant(place);
  const skus = Array.from({ length: size }, () => uuid());
  await systemEntry(place).run('all_accounts', ({ db }) =>
    sql`INSERT INTO catalog_skus (id, title, weight_g, created_at)
        SELECT id, 'Lamp ' || n, 400, now() FROM unnest(${skus}::uuid[]) WITH ORDINALITY AS s (id, n)`.execute(db),
  );
  for (let from = 0; from < size; from += perLot) {
    const lot = skus.slice(from, from + perLot);
    const moves = lot.flatMap((sku_id) =>
      [yiwu, shenzhen].flatMap((warehouse_id) =>
        [10, 20, 30].map((qty) => ({
          account_id,
          sku_id,
          warehouse_id,
          kind: 'receipt' as const,
          qty,
          unit_cost: 450,
          key: uuid(),
        })),
      ),
    );
    await systemEntry(place).run('all_accounts', (ctx) => record(ctx, moves));
  }
  await systemEntry(place).run('all_accounts', ({ db }) =>
    sql`UPDATE stock_skus SET low_threshold = 1000, low = true WHERE account_id = ${account_id} AND sku_id = ANY(${skus.filter((_id, n) => n % 10 === 0)}::uuid[])`.execute(
      db,
    ),
  );
  await owner.query('VACUUM ANALYZE'); // in use, autovacuum does it
  return {
    kind: 'merchant',
    user_id,
    name: 'bench',
    session_id: uuid(),
    account_id,
    role: 'owner',
    rights: roleRights.owner,
    stores: null,
    email_verified: true,
    acting: null,
  };
}
