import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '#contract/index.ts';
import { type NotificationEvent, notificationEvents } from '#contract/notification-events.ts';
import { entryFor, forAccount } from '#server/db/context.ts';
import { migrate } from '#server/db/migrate.ts';
import { readSchema } from '#server/db/schema-snapshot.ts';
import { verifyChain } from '#server/features/ledger/ledger.service.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import { eventWords } from '#server/features/notifications/notification-texts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';
import { databaseUrl } from '#testing/test-server.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { paths, samePath } from '#web/lib/paths.ts';
import { loadOldDatabase, type OldDatabase } from './old-database.ts';
import { callsOf, statementsOf } from './statements.ts';

let database: TestDatabase;
let adminUrl: string;
let old: OldDatabase;
let test: TestApp;
/** Every server of another company; it refuses everything. */
let outside: Server;
beforeAll(async () => {
  database = await createEmptyDatabase();
  adminUrl = databaseUrl(inject('testServer').adminUrl, nameOf(database.url));
  old = await loadOldDatabase(database.url);
  await migrate({ url: database.url, log: () => {} });
  outside = createServer((_request, answer) => answer.writeHead(403).end());
  outside.listen(0, '127.0.0.1');
  await once(outside, 'listening');
  const { port } = outside.address() as AddressInfo; // it listens at a port
  const address = `http://127.0.0.1:${port}`;
  test = await startTestApp(
    {
      SECRET_KEY: old.secretKey,
      ALLOW_PRIVATE_HOSTS: '1',
      SHOPIFY_CLIENT_ID: 'upgrade-app',
      SHOPIFY_CLIENT_SECRET: 'upgrade-secret',
      SHOPIFY_SHOP_URL: `${address}/{shop}`,
      STRIPE_API_URL: address,
      STRIPE_SECRET_KEY: 'sk_test_upgrade',
      STRIPE_WEBHOOK_SECRET: 'whsec_upgrade',
      CARRIER_FEED_URL: address,
      CARRIER_FEED_KEY: 'carrier-key',
      CARRIER_FEED_SECRET: 'carrier-secret',
    },
    { createMigrated: () => Promise.resolve(database), createEmpty: createEmptyDatabase },
  );
  test.clock.set(old.now);
});
afterAll(async () => {
  await test.close();
  outside.close();
});

/** What paths of the API were called in that release, and are called now. */
const movedPaths = [
  ['/api/desk/watch', '/api/staff/exceptions'],
  ['/api/desk/', '/api/staff/'],
  ['stocking_orders', 'stock_orders'],
  ['stocking_skus', 'stock_order_skus'],
  ['stocking_incoming', 'incoming_stock'],
  ['image_twins', 'image_duplicates'],
] as const;
const presentPath = (path: string) => movedPaths.reduce((so, [before, now]) => so.replace(before, now), path);

/** The database of a connection string. */
const nameOf = (url: string) => /^\w+:\/\/[^/]*\/([^?]*)/.exec(url)?.[1] ?? '';
const system = () => entryFor(test.ground, { kind: 'system', name: 'test' }, 'test');
async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Lists of which a part has a tab of its own since: quotes that wait for a client left those to answer. */
const partedFrom: Readonly<Record<string, string>> = { '/api/desk/quotes': '/api/staff/quotes?tab=waiting' };

describe('a database of commit 7df2bea, upgraded', () => {
  it('has the schema of a fresh one', async () => {
    const written = readFileSync(new URL('../../server/db/schema.sql', import.meta.url), 'utf8');
    expect(await readSchema(database.url)).toBe(written);
  });

  it('keeps every balance, and a chain of hashes that is whole', async () => {
    const sums =
      'SELECT account_id, ledger_account, sum(amount)::text AS amount FROM ledger_entries GROUP BY 1, 2 ORDER BY 1, 2';
    expect(await query(sums)).toEqual(old.balances);
    for (const account_id of new Set(old.balances.map((row) => row.account_id)))
      expect(await system().run('all_accounts', (ctx) => verifyChain(forAccount(ctx, account_id)))).toMatchObject({
        ok: true,
      });
  });

  it('counts the orders of every tab anew, and says of each that is blocked whose turn it is', async () => {
    const wrong = await query(`
      WITH kept AS (SELECT account_id, store_id, tab, sum(n) AS n FROM order_tab_counts GROUP BY 1, 2, 3 HAVING sum(n) <> 0),
      counted AS (SELECT o.account_id, o.store_id, t.tab, count(*) AS n
        FROM orders o, unnest(order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)) AS t(tab) GROUP BY 1, 2, 3)
      SELECT tab, k.n AS kept, c.n AS counted FROM kept k FULL JOIN counted c USING (account_id, store_id, tab) WHERE k.n IS DISTINCT FROM c.n
      UNION ALL
      SELECT o.name, 0, 0 FROM orders o WHERE o.blocked <> (o.needs_merchant OR o.needs_provider)`);
    expect(wrong).toEqual([]);
  });

  it('answers every call that the earlier release answered, with as many rows', async () => {
    const wrong: string[] = [];
    for (const { person, path, rows } of old.answers) {
      const token = old.tokens[person] ?? '';
      const { status, body } = await test.call('GET', presentPath(path), { token });
      const parted = partedFrom[path];
      const rest = parted && status === 200 ? (await test.call('GET', parted, { token })).body.meta.total : 0;
      const found = body.meta ? body.meta.total + rest : Array.isArray(body.data) ? body.data.length : null;
      if (status !== 200 || found !== rows)
        wrong.push(`${person} ${path}: ${status} ${body.code ?? ''} ${found} rows, ${rows} before`);
    }
    expect(wrong).toEqual([]);
  });

  it('finds its orders by what their buyers are called, and by what they bought', async () => {
    const orders = await query<{ id: string; buyer: string; title: string }>(`
      SELECT o.id, r.name AS buyer, l.title FROM orders o
      JOIN order_recipients r USING (account_id) JOIN order_lines l USING (account_id)
      WHERE o.account_id = '${old.account_id}' AND r.order_id = o.id AND l.order_id = o.id AND r.name <> '' AND l.title <> ''
      ORDER BY o.id, l.id LIMIT 3`);
    expect(orders).not.toEqual([]);
    for (const { id, buyer, title } of orders) {
      const path = `/api/shopify_orders?per_page=200&q=${encodeURIComponent(`${buyer} ${title}`.replaceAll(',', ' '))}`;
      const { body } = await test.call('GET', path, { token: old.tokens.owner ?? '' });
      expect(body.data.map((order: { id: string }) => order.id)).toContain(id);
    }
  });

  it('finds the first answers of retried calls under the names that endpoints have now', async () => {
    const kept = await query<{ route: string }>('SELECT route FROM idempotency_keys');
    const routes = Object.entries(contract).flatMap(([feature, calls]) =>
      Object.keys(calls).map((name) => `${feature}.${name}`),
    );
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.filter(({ route }) => !routes.includes(route))).toEqual([]);
  });

  it('tells of visits under the names that features have now', async () => {
    const { body } = await test.call('GET', '/api/account/visits', { token: old.tokens.owner ?? '' });
    const told = (body.data as { features: string[] }[]).flatMap(({ features }) => features);
    expect(told).toContain('conversations');
    expect(told).not.toContain('talks');
  });

  it('finds the words and every figure of what notifications tell', async () => {
    const stored = await query<{ event: NotificationEvent; params: Record<string, string | number> }>(
      'SELECT event, params FROM notifications',
    );
    expect(new Set(stored.map(({ event }) => event)).size).toBeGreaterThan(15);
    expect(stored.filter(({ event }) => !(event in notificationEvents))).toEqual([]);
    const words = stored.flatMap(({ event, params }) => [
      eventWords('en', event, params),
      eventWords('zh', event, params),
    ]);
    expect(words.filter((one) => /undefined|NaN/.test(JSON.stringify(one)))).toEqual([]);
  });

  it('says what the lines of its bills are about in the language of the reader', async () => {
    const titles = (
      await query<{ title: string }>(`
      SELECT title FROM invoice_lines WHERE sku IS NULL UNION SELECT title FROM invoice_items
      UNION SELECT l ->> 'title' FROM order_changes, jsonb_array_elements(lines) AS l WHERE l ->> 'sku' IS NULL`)
    ).map(({ title }) => title);
    const english = titles.map((title) => keptSentence('en', title));
    for (const kind of [
      /^Shipping: .+ to (?:the )?[A-Z][a-z]/,
      /^Deposit of \d+%: PO-\d+, .+ × /,
      /^Balance: shipping to /,
    ])
      expect(english).toContainEqual(expect.stringMatching(kind));
    expect(
      titles.map((title) => keptSentence('zh', title)).filter((title) => !/^(?:运费|定金|尾款|此前)/.test(title)),
    ).toEqual([]);
  });

  it('opens the pages to which stored notifications lead', async () => {
    const links = await query<{ link: string }>('SELECT DISTINCT link FROM notifications');
    const pages = Object.values(paths);
    const lost = links.filter(({ link }) => !pages.some((page) => samePath(page, link.split('?')[0] ?? '')));
    expect(links.length).toBeGreaterThan(30);
    expect(lost).toEqual([]);
  });
});

describe('in that database', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query("BEGIN; SET LOCAL track_functions = 'all'");
  });
  afterAll(async () => {
    await client.query('ROLLBACK');
    await client.end();
  });

  /** Runs statements in a savepoint; answers what the last one was refused for, and how often a function was called. */
  async function run(oid: number, statements: readonly string[]): Promise<{ refused: string | null; calls: number }> {
    const count = 'SELECT coalesce(pg_stat_get_xact_function_calls($1), 0)::int AS calls';
    const before = await client.query<{ calls: number }>(count, [oid]);
    await client.query('SAVEPOINT statement');
    let refused: string | null = null;
    try {
      for (const statement of statements) await client.query(statement);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      refused = error.message;
    }
    const after = refused === null ? await client.query<{ calls: number }>(count, [oid]) : before;
    await client.query('ROLLBACK TO SAVEPOINT statement');
    return { refused, calls: (after.rows[0]?.calls ?? 0) - (before.rows[0]?.calls ?? 0) };
  }

  it('each trigger does its work', async () => {
    const triggers = await client.query<{ name: string; table: string; oid: number; function: string }>(`
      SELECT tgname AS name, tgrelid::regclass::text AS table, tgfoid::int AS oid, tgfoid::regproc::text AS function
      FROM pg_trigger WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
      ORDER BY tgname`);
    const statements = await statementsOf(client);
    const guards = triggers.rows.filter((trigger) => trigger.function === 'refuse_change');
    const others = triggers.rows.filter((trigger) => trigger.function !== 'refuse_change');
    expect(Object.keys(statements).toSorted()).toEqual(others.map(({ name }) => name));
    for (const { name, oid } of others)
      for (const { sql, refused } of statements[name] ?? [])
        expect({ name, ...(await run(oid, sql)) }).toEqual(
          refused
            ? { name, refused: expect.stringContaining(refused), calls: 0 }
            : { name, refused: null, calls: expect.toSatisfy((n: number) => n > 0) },
        );
    for (const { name, table, oid } of guards)
      for (const action of name.endsWith('_no_truncate') ? [`TRUNCATE ${table} CASCADE`] : [`DELETE FROM ${table}`])
        expect({ name, ...(await run(oid, [action])) }).toMatchObject({
          name,
          refused: expect.stringContaining('is append-only'),
        });
  });

  it('each function can be called', async () => {
    const functions = await client.query<{ name: string; oid: number }>(`
      SELECT p.proname AS name, p.oid::int FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
      ORDER BY p.proname`);
    expect(Object.keys(callsOf).toSorted()).toEqual(functions.rows.map(({ name }) => name));
    for (const { name, oid } of functions.rows)
      expect({ name, refused: (await run(oid, callsOf[name] ?? [])).refused }).toEqual({ name, refused: null });
  });
});

describe('the queue of that database', () => {
  it('holds no task that nobody does: each name of that release is known', () => {
    expect(old.tasks.length).toBeGreaterThan(40);
    expect(old.tasks.filter((task) => !(task in test.app.tasks))).toEqual([]);
  });

  it('is worked off; what stays was refused by another company’s server', async () => {
    const waiting = await query<{ task: string }>('SELECT DISTINCT task_identifier AS task FROM graphile_worker.jobs');
    expect(waiting.length).toBeGreaterThan(5);
    await query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    await runTasks(test, { tolerant: true });
    const left = await query<{ task: string; last_error: string | null }>(
      'SELECT task_identifier AS task, last_error FROM graphile_worker.jobs WHERE attempts > 0',
    );
    expect(left.filter(({ last_error }) => !last_error?.includes('refused'))).toEqual([]);
  });
});
