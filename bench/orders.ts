import type pg from 'pg';
import { createDatabase, createPool } from '#server/db/client.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startServerProcess } from '#testing/server-process.ts';
import { withEmptyServer } from './empty.ts';
import { inTurns, percentile } from './measure.ts';
import { fillOrders } from './orders-data.ts';
import { demandOk, openConnection, withDatabase } from './portal.ts';
import { replay, statementsOf } from './statements.ts';
import { ratio, type Table } from './table.ts';

/** Page 1 of the order list with its tab counts, over HTTP, beside its own SQL and beside a handler that does nothing. */
export async function orders({ full }: { full: boolean }): Promise<Table[]> {
  const size = { orders: full ? 500_000 : 100_000, others: full ? 60 : 20, rounds: full ? 400 : 120 };
  return withDatabase(async (database) => {
    const url = await database.createPortal('tradewind');
    const pool = createPool({ url, max: 4, log: createLog('silent') });
    const server = await startServerProcess({ databaseUrl: url, env: { ROLE: 'web' } });
    try {
      const owner = await fill(pool, url, size);
      const rows = await withEmptyServer((empty) =>
        measureAll({ pool, url, server: server.url, empty, owner, rounds: size.rounds }),
      );
      return [
        {
          title: `order list, page 1 of 20 with tab counts: ${size.orders.toLocaleString('en-US')} orders beside ${size.others} other accounts`,
          columns: ['filter', 'p50 ms', 'p95 ms', 'SQL p50', 'SQL p95', 'of its SQL', 'empty p50', 'statements'],
          rows,
          notes: [
            'SQL: the very statements of the request, as the application role, one after the other on one connection.',
          ],
        },
      ];
    } finally {
      await server.stop();
      await pool.end();
    }
  });
}

type Size = { orders: number; others: number };

async function fill(pool: pg.Pool, url: string, size: Size): Promise<Person> {
  const place = {
    ground: { db: createDatabase(pool), clock: systemClock, log: createLog('silent') },
    clock: systemClock,
  };
  const owner = await merchant(place);
  const accounts = [{ id: owner.account_id, stores: 3, orders: size.orders }];
  for (let other = 0; other < size.others; other += 1) {
    accounts.push({ id: (await merchant(place)).account_id, stores: 2, orders: 2_000 });
  }
  await fillOrders(url, accounts);
  return owner;
}

type Where = {
  pool: pg.Pool;
  url: string;
  server: string;
  empty: { url: string; path: string };
  owner: Person;
  rounds: number;
};

async function measureAll(where: Where): Promise<(string | number)[][]> {
  const { pool, owner } = where;
  const stores = openConnection(where.server, owner.token);
  const listed = await stores.send('GET', '/api/filters/stores');
  stores.close();
  demandOk(listed);
  const [store] = (JSON.parse(listed.body.toString('utf8')) as { data: { id: string }[] }).data; // the contract's answer
  const filters: Record<string, string> = {
    all: '',
    to_pay: 'tab=to_pay',
    action_needed: 'tab=action_needed',
    delivered: 'tab=delivered',
    'one store': `store_id=${store?.id}`,
    'one store, to_pay': `store_id=${store?.id}&tab=to_pay`,
    'search a name': 'q=%23154321',
    'search a SKU': 'q=lamp-42',
  };
  const client = await pool.connect();
  try {
    const rows: (string | number)[][] = [];
    for (const [name, query] of Object.entries(filters)) {
      rows.push(await measureOne(where, client, name, `/api/shopify_orders?per_page=20${query && `&${query}`}`));
    }
    return rows;
  } finally {
    client.release();
  }
}

async function measureOne(
  where: Where,
  client: pg.PoolClient,
  name: string,
  path: string,
): Promise<(string | number)[]> {
  const statements = await statementsOf(where.pool, where.url, { path, token: where.owner.token });
  const portal = openConnection(where.server, where.owner.token);
  const empty = openConnection(where.empty.url);
  try {
    const taken = await inTurns(
      {
        request: async () => demandOk(await portal.send('GET', path)),
        sql: () => replay(client, statements),
        empty: async () => demandOk(await empty.send('GET', where.empty.path)),
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
      percentile(taken.empty, 0.5),
      statements.length,
    ];
  } finally {
    portal.close();
    empty.close();
  }
}
