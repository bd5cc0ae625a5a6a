import { bareValues } from '#testing/app-values.ts';
import type pg from 'pg';
import { createDatabase, createPool } from '#server/db/client.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startServerProcess } from '#testing/server-process.ts';
import { withEmptyServer } from './empty.ts';
import { inTurns, percentile } from './measure.ts';
import { type Account, asOwner, fillOrders } from './orders-data.ts';
import { measureJobs } from './orders-jobs.ts';
import { combinationsOf } from './orders-queries.ts';
import { requireOk, openConnection, withDatabase } from './portal.ts';
import { replay, statementsOf } from './statements.ts';
import { printTable, ratio, type Table } from './table.ts';

type Size = {
  orders: number;
  small: number;
  others: readonly number[];
  rounds: number;
  bulk: number;
  exported: number;
};

const sizes: Record<'full' | 'usual' | 'small', Size> = {
  full: {
    orders: 1_000_000,
    small: 10_000,
    others: Array.from({ length: 20 }, () => 10_000),
    rounds: 60,
    bulk: 10_000,
    exported: 200_000,
  },
  usual: {
    orders: 100_000,
    small: 10_000,
    others: Array.from({ length: 20 }, () => 2_000),
    rounds: 60,
    bulk: 500,
    exported: 20_000,
  },
  small: { orders: 20_000, small: 5_000, others: [2_000], rounds: 10, bulk: 50, exported: 5_000 },
};

/**
 * The order list of a large account beside that of a small one in the same database, over HTTP and beside its own SQL;
 * then an action on many orders and an export of many.
 */
export async function orders({ full, small }: { full: boolean; small: boolean }): Promise<Table[]> {
  const size = sizes[full ? 'full' : small ? 'small' : 'usual'];
  return withDatabase(async (database) => {
    const url = await database.createPortal('tradewind');
    const pool = createPool({ url, max: 4, log: createLog('silent') });
    const owners = await fill(pool, url, size);
    const server = await startServerProcess({ databaseUrl: url });
    try {
      await whenIdle(url);
      const rows = await withEmptyServer((empty) =>
        measureAll({ pool, url, server: server.url, empty, rounds: size.rounds }, owners),
      );
      printTable(listTable(size, rows)); // at once: the jobs below take long, and may not end
      return [await measureJobs({ url, server, owner: owners.large, size })];
    } finally {
      await server.stop();
      await pool.end();
    }
  });
}

const quietSeconds = 5;
const longestWaitSeconds = 120;

/** Waits until the database has done nothing for some seconds: neither tidying what was filled in nor jobs that follow from it. */
async function whenIdle(url: string): Promise<void> {
  let quiet = 0;
  for (let second = 0; quiet < quietSeconds && second < longestWaitSeconds; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const busy = await asOwner(
      url,
      `select from pg_stat_activity where pid <> pg_backend_pid()
       and (backend_type = 'autovacuum worker' or (backend_type = 'client backend' and state <> 'idle'))`,
      [],
    );
    quiet = busy.length === 0 ? quiet + 1 : 0;
  }
}

const said = (count: number) => count.toLocaleString('en-US');

function listTable(size: Size, rows: (string | number)[][]): Table {
  const all = size.orders + size.small + size.others.reduce((sum, count) => sum + count, 0);
  return {
    title: `order list, page 1 of 20 with total and tab counts: ${said(size.orders)} orders of ${said(all)} in the database`,
    columns: [
      'tab, filter, sort',
      'p50 ms',
      'p95 ms',
      'SQL p50',
      'SQL p95',
      'of its SQL',
      'over it ms',
      `growth from ${said(size.small)}`,
      'empty p50',
      'statements',
    ],
    rows,
    notes: [
      'SQL: the very statements of the request, as the application role, one after the other on one connection.',
      'Growth: p50 of the request beside the same one of a small account in the same database.',
    ],
  };
}

async function fill(pool: pg.Pool, url: string, size: Size): Promise<Record<'large' | 'small', Person>> {
  const place = {
    ground: { db: createDatabase(pool), clock: systemClock, log: createLog('silent'), app: bareValues() },
    clock: systemClock,
  };
  const owners = { large: await merchant(place), small: await merchant(place) };
  const accounts: Account[] = [
    { id: owners.large.account_id, stores: 3, orders: size.orders, whole: true },
    { id: owners.small.account_id, stores: 3, orders: size.small, whole: true },
  ];
  for (const count of size.others) {
    accounts.push({ id: (await merchant(place)).account_id, stores: 2, orders: count, whole: false });
  }
  await fillOrders(url, accounts);
  return owners;
}

type Where = { pool: pg.Pool; url: string; server: string; empty: { url: string; path: string }; rounds: number };

async function measureAll(where: Where, owners: Record<'large' | 'small', Person>): Promise<(string | number)[][]> {
  const [large, small] = [
    await combinationsOf(where.url, owners.large.account_id),
    await combinationsOf(where.url, owners.small.account_id),
  ];
  const client = await where.pool.connect();
  try {
    const rows: (string | number)[][] = [];
    for (const [name, query] of Object.entries(large)) {
      rows.push(
        await measureOne(where, client, name, [
          { owner: owners.large, path: pathOf(query) },
          { owner: owners.small, path: pathOf(small[name] ?? query) },
        ]),
      );
    }
    return rows;
  } finally {
    client.release();
  }
}

const pathOf = (query: string) => `/api/shopify_orders?per_page=20${query && `&${query}`}`;

type Asked = { owner: Person; path: string };

async function measureOne(
  where: Where,
  client: pg.PoolClient,
  name: string,
  [large, small]: [Asked, Asked],
): Promise<(string | number)[]> {
  const statements = await statementsOf(where.pool, where.url, { path: large.path, token: large.owner.token });
  const portal = openConnection(where.server, large.owner.token);
  const beside = openConnection(where.server, small.owner.token);
  const empty = openConnection(where.empty.url);
  try {
    const taken = await inTurns(
      {
        request: async () => requireOk(await portal.send('GET', large.path)),
        sql: () => replay(client, statements),
        small: async () => requireOk(await beside.send('GET', small.path)),
        empty: async () => requireOk(await empty.send('GET', where.empty.path)),
      },
      where.rounds,
    );
    const [p50, sql50] = [percentile(taken.request, 0.5), percentile(taken.sql, 0.5)];
    return [
      name,
      p50,
      percentile(taken.request, 0.95),
      sql50,
      percentile(taken.sql, 0.95),
      ratio(p50, sql50),
      p50 - sql50,
      ratio(p50, percentile(taken.small, 0.5)),
      percentile(taken.empty, 0.5),
      statements.length,
    ];
  } finally {
    portal.close();
    beside.close();
    empty.close();
  }
}
