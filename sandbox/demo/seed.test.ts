import { type BlockCode, orderBlocks } from '#contract/order-states.ts';
import { bareValues } from '#testing/app-values.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, createOwnerPool, createPool } from '#server/db/client.ts';
import { type Entry, entryFor, forAccount, type Ground } from '#server/db/context.ts';
import { countStates } from '#server/features/bank-statements/bank-statements.db.ts';
import { balances, verifyChain } from '#server/features/ledger/ledger.service.ts';
import { usualRefillDays } from '#contract/stock-rules.ts';
import { levelsStatement } from '#server/features/stock/stock-list.db.ts';
import { previewPayable } from '#server/features/orders/index.ts';
import { promisesTask, renewPromises } from '#server/features/orders/review/promises.service.ts';
import { login } from '#server/features/session/session.service.ts';
import { pushParcel } from '#server/features/sync/parcel-push.ts';
import { reconcile } from '#server/features/sync/sync.service.ts';
import { updateStore } from '#server/features/stores/records/stores.db.ts';
import { readSchema } from '#server/db/schema-snapshot.ts';
import { blobFolder } from '#server/lib/blob-folder.ts';
import { systemClock } from '#server/lib/clock.ts';
import { type Config, readConfig } from '#server/lib/config.ts';
import { createLog } from '#server/lib/log.ts';
import { kitThatCounts } from '#testing/counting-kit.ts';
import { testAgreement } from '#testing/demo-agreement.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { type Login, seedDemo } from './seed.ts';
import type { Order, World } from './world.ts';

const app = { clientId: 'demo-app', secret: 'demo-secret', redirectUrls: ['http://localhost:8080/shopify/auth'] };
const log = createLog('silent');
type Waiting = {
  account_id: string;
  id: string;
  cost_total: number;
  cost_own_stock: number;
  days: { ready: number; min: number; max: number };
};
const everything = { offset: 0, limit: 1_000 };

let databases: TestDatabase[] = [];
let folder: string;
let sandbox: Sandbox;
let config: Config;
let ground: Ground;
let entry: Entry;
let world: World;
let logins: Login[];
let schemaBefore: string;

beforeAll(async () => {
  const [database, shops] = [await createTestDatabase(), await createEmptyDatabase()];
  databases = [database, shops];
  folder = await mkdtemp(join(tmpdir(), 'tradewind-demo-'));
  const stripe = {
    secretKey: 'sk_test_demo',
    webhookSecret: 'whsec_demo',
    webhookUrl: 'http://127.0.0.1:9/api/webhooks/stripe',
  };
  sandbox = await startSandbox({ databaseUrl: shops.url, app, stripe });
  config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: database.url,
    SHOPIFY_CLIENT_ID: app.clientId,
    SHOPIFY_CLIENT_SECRET: app.secret,
    SHOPIFY_SHOP_URL: `${sandbox.shopUrl}/{shop}`,
    STRIPE_SECRET_KEY: stripe.secretKey,
    ALLOW_PRIVATE_HOSTS: '1',
  });
  schemaBefore = await readSchema(database.url);
  const start = performance.now();
  ({ world, logins } = await seedDemo({
    size: 'small',
    config,
    databaseUrl: database.url,
    blobs: blobFolder(folder),
    log,
    sandbox: { databaseUrl: shops.url, app },
  }));
  process.stdout.write(`the small demo workspace took ${Math.round(performance.now() - start)} ms\n`);
  ground = {
    db: createDatabase(createPool({ url: database.url, max: 6, log })),
    clock: systemClock,
    log,
    app: bareValues(),
  };
  entry = entryFor(ground, { kind: 'system', name: 'test' }, 'test');
});

afterAll(async () => {
  await ground?.db.destroy();
  await sandbox?.close();
  for (const database of databases) await database.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return entry.run('all_accounts', async (ctx) => (await query.execute(ctx.db)).rows);
}

/** All that shops report, as it is kept, in one value. */
const keptRecords = () =>
  rowsOf(sql<{ kept: string }>`
    SELECT md5(string_agg(r, '' ORDER BY r)) AS kept FROM (
      SELECT o::text AS r FROM orders o UNION ALL SELECT l::text FROM order_lines l
      UNION ALL SELECT p::text FROM store_products p UNION ALL SELECT v::text FROM store_variants v) AS records`);

const pieces = (order: Order) => order.lines.reduce((sum, line) => sum + line.quantity, 0);
const sent = (order: Order) =>
  order.parcels.reduce((sum, parcel) => sum + Object.values(parcel.quantities).reduce((a, b) => a + b, 0), 0);

/** What the demo leaves the portal to do in the background, by its own name. */
async function queued(task: string): Promise<{ payload: { ways: { channel_id: string; country: string }[] } }[]> {
  const owner = createOwnerPool({ url: databases[0]?.url ?? '', max: 1, log });
  try {
    const found = await owner.query(
      `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = $1`,
      [task],
    );
    return found.rows;
  } finally {
    await owner.end();
  }
}

/** Where the world's description says that an order must stand. */
function stageOf(order: Order): string {
  if (order.cancelled_at) return 'cancelled';
  if (order.sent_by_hand_at) return 'self_fulfilled';
  if (order.parcels.length > 0) {
    if (sent(order) < pieces(order)) return 'partially_shipped';
    return order.parcels.every(({ delivered_at }) => delivered_at) ? 'delivered' : 'shipped';
  }
  if (order.paid_at) return 'processing';
  if (order.blocked || order.held) return 'imported';
  const isWaiting = order.lines.some(
    ({ product: { sourcing } }) => sourcing.kind === 'quote' && sourcing.quote.end !== 'accepted',
  );
  return isWaiting ? 'quoting' : 'awaiting_payment';
}

describe('the seeded portal', () => {
  it('has buyers who got money back: of cancelled orders all, and of claimed goods a part', async () => {
    const found = await rowsOf(
      sql<{ kind: string }>`
        SELECT DISTINCT concat_ws(' ', financial_status, stage = 'cancelled', total = 0) AS kind FROM orders WHERE shop_refunded > 0 ORDER BY 1`,
    );
    expect(found.map(({ kind }) => kind)).toEqual(['partially_refunded f f', 'refunded t t']);
  });

  it('has every order where its story left it, with a block or a next step', async () => {
    const found = await rowsOf(
      sql<{
        external_id: string;
        stage: string;
        blocked: boolean;
        held: boolean;
      }>`-- what is packed already or on an open invoice, and what is sent again, was split off or is a sample, is no part of the shops’ stories
        SELECT external_id, CASE WHEN stage = 'ready_to_ship' THEN 'processing' WHEN payment = 'invoiced' THEN 'awaiting_payment' ELSE stage END AS stage, blocked, held FROM orders WHERE reship_of IS NULL AND split_from IS NULL AND quote_id IS NULL`,
    );
    const stages = new Map(found.map((row) => [row.external_id, row.stage]));
    const wanted = world.merchants.flatMap(({ stores }) => stores.flatMap(({ orders }) => orders));
    expect(found).toHaveLength(wanted.length);
    expect(
      wanted
        .filter((order) => stages.get(order.id) !== stageOf(order))
        .map((order) => [order.number, stages.get(order.id), stageOf(order)]),
    ).toEqual([]);
    expect(found.filter((row) => row.stage === 'imported' && !row.blocked && !row.held)).toEqual([]);
  });

  it('blocks orders for the reason that their data gives', async () => {
    const found = await rowsOf(sql<{ external_id: string; code: string }>`
      SELECT o.external_id, b.code FROM order_blocks b JOIN orders o ON o.account_id = b.account_id AND o.id = b.order_id
      WHERE o.stage <> 'quoting'`);
    const codes = new Map(found.map((row) => [row.external_id, row.code]));
    const blocked = world.merchants.flatMap(({ stores }) =>
      stores.flatMap(({ orders }) => orders.filter((order) => order.blocked !== null)),
    );
    expect(blocked.map((order) => codes.get(order.id))).toEqual(blocked.map((order) => order.blocked));
    expect(found).toHaveLength(blocked.length);
  });

  it('has no block without a fix, or our turn without a time; each turn is counted', async () => {
    const found = await rowsOf(sql<{
      code: BlockCode;
      owner: string;
      due_at: Date | null;
      stage: string;
      lines: boolean;
    }>`
      SELECT b.code, b.owner, b.due_at, o.stage, jsonb_path_query_array(b.detail, '$.lines[*]')::text <> '[]' AS lines
      FROM order_blocks b JOIN orders o ON o.account_id = b.account_id AND o.id = b.order_id`);
    expect(found.filter(({ code }) => orderBlocks[code] === undefined)).toEqual([]);
    expect(found.filter(({ owner, due_at }) => (owner === 'provider') !== (due_at !== null))).toEqual([]);
    expect(found.filter(({ code, lines }) => orderBlocks[code].fix === 'quote' && !lines)).toEqual([]); // named
    const turns = await rowsOf(sql<{ tab: string; kept: number; here: number }>`
      SELECT tab, (SELECT coalesce(sum(n), 0) FROM order_tab_counts c WHERE c.tab = turn.tab)::int AS kept,
        (SELECT count(*) FROM orders o
         WHERE turn.tab = ANY (order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)))::int AS here
      FROM unnest(ARRAY['action_needed', 'waiting_for_us']) AS turn(tab)`);
    expect(turns.map(({ kept }) => kept)).toEqual(turns.map(({ here }) => here));
    expect(turns[0]?.here).toBeGreaterThan(0);
  });

  it('has a ledger that sums to zero, with an unbroken chain and money left', async () => {
    const accounts = await rowsOf(
      sql<{
        id: string;
        orders: number;
      }>`SELECT a.id, (SELECT count(*)::int FROM orders o WHERE o.account_id = a.id) AS orders FROM accounts a`,
    );
    expect(accounts).toHaveLength(world.merchants.length);
    for (const { id, orders } of accounts) {
      const [chain, money] = await entry.run(
        'all_accounts',
        async (ctx) => [await verifyChain(forAccount(ctx, id)), await balances(forAccount(ctx, id))] as const,
      );
      expect(chain).toMatchObject({ ok: true });
      expect([...money.accounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
      expect(money.available >= 0 && (orders === 0 || chain.ok)).toBe(true);
    }
    const [sums] = await rowsOf(sql<{ paid: number; billed: number }>`
      SELECT (SELECT sum(total) FROM invoices WHERE paid_at IS NOT NULL AND kind = 'orders')::bigint AS paid,
             (SELECT sum(cost_total) FROM orders WHERE payment IN ('paid', 'partly_refunded', 'refunded'))::bigint AS billed`);
    expect(sums?.paid).toBe(sums?.billed);
  });

  it('dates everything within the past of its present', async () => {
    const [late] = await rowsOf(sql<{ n: number }>`
      SELECT (SELECT count(*) FROM order_events WHERE at > ${world.now} AND kind <> 'cancel_asked') + (SELECT count(*) FROM orders WHERE stage_since > ${world.now} OR stage_since < placed_at)
           + (SELECT count(*) FROM invoices WHERE issued_at > ${world.now}) + (SELECT count(*) FROM ledger_transactions WHERE at > ${world.now}) AS n`);
    expect(late?.n).toBe(0);
    // what waits for an answer was asked for until the real present
    const [asked] = await rowsOf(sql<{ due: Date; at: Date }>`
      SELECT due_at AS due, asked_at AS at FROM cancel_requests WHERE status = 'open'`);
    expect(asked?.at.getTime()).toBeLessThan(Date.now());
    expect(asked?.due.getTime()).toBeGreaterThan(Date.now());
    const order = await rowsOf(sql<{ seq: number }>`
      SELECT l.seq FROM ledger_transactions l JOIN ledger_transactions b ON b.account_id = l.account_id AND b.seq = l.seq - 1 WHERE b.at > l.at`);
    expect(order).toEqual([]);
  });

  it('keeps with each order that waits for payment what paying it costs and when it would arrive', async () => {
    const [renewal] = await queued(promisesTask);
    expect(renewal?.payload.ways).not.toEqual([]);
    await renewPromises(entry, renewal?.payload.ways ?? []);
    const waiting = await rowsOf(sql<Waiting>`
      SELECT account_id, id, cost_total, cost_own_stock, json_build_object('ready', ready_days, 'min', days_min, 'max', days_max) AS days
      FROM orders WHERE stage = 'awaiting_payment'`);
    expect(waiting.some((order) => order.cost_own_stock > 0)).toBe(true);
    for (const { account_id, id, cost_total, cost_own_stock, days } of waiting) {
      const [order] = await entry.run('all_accounts', (ctx) => previewPayable(forAccount(ctx, account_id), [id]));
      expect(order).toMatchObject({ refusal: null, total: cost_total, own_stock: cost_own_stock });
      if (!order?.addition) expect(order?.days).toEqual(days);
    }
  });

  it('leaves work for every role of staff', async () => {
    const [work] = await rowsOf(sql<Record<string, number>>`
      SELECT (SELECT count(*) FROM recharges WHERE status = 'submitted') AS recharges, (SELECT count(*) FROM quotes WHERE status = 'submitted') AS asked,
             (SELECT count(*) FROM quotes WHERE status = 'quoted') AS quoted, (SELECT count(*) FROM orders WHERE stage = 'processing') AS to_ship,
             (SELECT count(*) FROM orders WHERE stage = 'awaiting_payment') AS to_pay,
             (SELECT count(*) FROM cancel_requests WHERE status = 'open') AS to_cancel, (SELECT count(*) FROM orders WHERE fulfilment_step = 'packed') AS packed`);
    expect(Object.entries(work ?? {}).filter(([, count]) => count < 1)).toEqual([]);
    expect(work?.recharges).toBe(
      world.merchants.flatMap(({ transfers }) => transfers).filter((end) => end === 'submitted').length,
    );
  });

  it('invoices the small merchant every night: one invoice is open, others were paid, declined and not paid in time', async () => {
    const found = await rowsOf(sql<{
      status: string;
      said: boolean;
      overdue: boolean;
      orders: number;
      merchant: string;
    }>`
      SELECT i.status, i.ended_reason IS NOT NULL AS said, i.price_valid_until < now() AS overdue, a.name AS merchant, (
        SELECT count(*)::int FROM invoice_orders o JOIN orders r ON r.account_id = o.account_id AND r.id = o.order_id
        WHERE o.account_id = i.account_id AND o.invoice_id = i.id AND r.payment = 'invoiced') AS orders
      FROM invoices i JOIN accounts a ON a.id = i.account_id AND a.invoicing = 'daily'
      WHERE i.kind = 'orders' AND i.price_valid_until IS NOT NULL ORDER BY i.issued_at`);
    expect(found.map(({ status, said, merchant }) => [status, said, merchant])).toEqual([
      ['paid', false, 'Pebble & Twine'],
      ['expired', false, 'Pebble & Twine'],
      ['void', true, 'Pebble & Twine'],
      ['open', false, 'Pebble & Twine'],
    ]);
    expect(found.at(-1)?.overdue).toBe(false);
    expect(found.at(-1)?.orders).toBeGreaterThan(0);
    // what came since midnight can be paid at checkout until the next night
    const left = await rowsOf(sql<{ today: boolean }>`
      SELECT (o.placed_at AT TIME ZONE a.time_zone)::date = (${world.now}::timestamptz AT TIME ZONE a.time_zone)::date AS today
      FROM orders o JOIN accounts a ON a.id = o.account_id AND a.invoicing = 'daily'
      WHERE o.stage = 'awaiting_payment' ORDER BY o.placed_at DESC LIMIT 2`);
    expect(left).toEqual([{ today: true }, { today: true }]);
  });

  it('has a bank statement with payments that are matched, ambiguous, different and unmatched', async () => {
    const counts = await entry.run('all_accounts', (ctx) => countStates(ctx, undefined));
    expect(Object.fromEntries(counts)).toMatchObject({ credited: 2, exact: 1, different: 1, choose: 1, unmatched: 1 });
  });

  it('has claims that wait for staff, for evidence, and that were decided both ways', async () => {
    const found = await rowsOf(sql<{ status: string }>`SELECT status FROM claims ORDER BY submitted_at, number`);
    const past = world.merchants
      .flatMap(({ stores }) => stores.flatMap(({ orders }) => orders.flatMap(({ claim }) => claim ?? [])))
      .sort((a, b) => a.at.getTime() - b.at.getTime());
    expect(past.length).toBeGreaterThan(0);
    expect(found.map(({ status }) => status)).toEqual([
      ...past.map(({ end }) => (end === 'refund' ? 'approved_refund' : 'rejected')),
      'submitted',
      'need_evidence',
      'approved_refund',
      'rejected',
      'approved_reship',
    ]);
    const [given] = await rowsOf(sql<{ granted: number; credited: number }>`
      SELECT (SELECT sum(granted) FROM claims)::bigint AS granted,
             (SELECT sum(amount) FROM credit_notes WHERE cause LIKE 'claims:%')::bigint AS credited`);
    expect(given?.granted).toBe(given?.credited);
  });

  it('watches few of its orders, at most 3 %', async () => {
    const [found] = await rowsOf(sql<{ watched: number; all: number }>`
      SELECT count(*) FILTER (WHERE watched)::int AS watched, count(*)::int AS all FROM orders`);
    expect((found?.watched ?? 0) / (found?.all ?? 1)).toBeLessThanOrEqual(0.03);
    expect(found?.watched).toBeGreaterThan(0);
  });

  it('lets parcels arrive where their buyers live', async () => {
    const found = await rowsOf(sql<{ place: string; home: string }>`
      SELECT e.place, concat_ws(', ', r.city, o.country) AS home FROM parcel_events e
      JOIN parcels p ON p.account_id = e.account_id AND p.id = e.parcel_id JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
      JOIN order_recipients r ON r.account_id = o.account_id AND r.order_id = o.id WHERE e.status IN ('out_for_delivery', 'delivered')`);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter(({ place, home }) => place !== home)).toEqual([]);
  });

  it('does not contradict itself: deliveries, webhooks, stock, credit notes and rates', async () => {
    const count = async (query: ReturnType<typeof sql<{ n: number }>>) => (await rowsOf(query))[0]?.n;
    const unpaid = sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM orders WHERE stage IN ('delivered', 'closed') AND paid_at IS NULL`;
    expect(await count(unpaid)).toBe(0);
    const silent = sql<{ n: number }>`SELECT count(*)::int AS n FROM stores s
      WHERE s.platform = 'shopify' AND s.last_event_at > ${world.now}::timestamptz - interval '7 days' AND NOT EXISTS (
        SELECT FROM webhook_inbox w WHERE w.platform = s.platform AND w.shop = s.external_domain AND w.received_at >= s.last_event_at)`;
    expect(await count(silent)).toBe(0);
    const levels = await entry.run('all_accounts', async (ctx) => {
      const accounts = await ctx.db.selectFrom('stock_skus').select('account_id').distinct().execute();
      const found = [];
      for (const { account_id } of accounts) {
        const statement = levelsStatement(forAccount(ctx, account_id), { low: false, q: undefined }, everything);
        found.push(...(await statement.execute(ctx.db)).rows);
      }
      return found;
    });
    expect(levels.length).toBeGreaterThan(0);
    expect(new Set(levels.map(({ on_hand }) => on_hand % 5)).size).toBeGreaterThan(2); // not steps of one quantity
    for (const { available_everywhere, sold_everywhere, lead_days, running_out } of levels) {
      const lasts = sold_everywhere > 0 ? Math.floor((available_everywhere * 30) / sold_everywhere) : Infinity;
      expect(running_out).toBe(available_everywhere > 0 && lasts < (lead_days ?? usualRefillDays));
    }
    const uncredited = sql<{ n: number }>`SELECT count(*)::int AS n FROM invoices i
      WHERE i.status IN ('partly_credited', 'credited') AND NOT EXISTS (
        SELECT FROM credit_notes c WHERE c.account_id = i.account_id AND c.invoice_id = i.id)`;
    expect(await count(uncredited)).toBe(0);
    expect(await count(sql`SELECT count(*)::int AS n FROM orders WHERE currency <> 'USD'`)).toBeGreaterThan(0);
    expect(await count(sql`SELECT count(*)::int AS n FROM orders WHERE sale_rate IS NULL`)).toBe(0);
  });

  it('leaves the database as the migrations made it, with all foreign keys and indexes, and without its haste', async () => {
    const [database] = databases;
    expect(await readSchema(database?.url ?? '')).toBe(schemaBefore);
    expect(await rowsOf(sql`SELECT 1 FROM pg_constraint WHERE NOT convalidated`)).toEqual([]);
    expect(
      await rowsOf(sql`SELECT setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
        WHERE d.datname = current_database() AND cardinality(s.setconfig) > 0`),
    ).toEqual([]);
  });

  it('leaves no mail of the past to be sent', async () => {
    expect(await rowsOf(sql`SELECT 1 FROM outbox WHERE state = 'queued'`)).toEqual([]);
  });

  it('lets everybody log in who is named', async () => {
    expect(logins.map(({ email }) => email)).toEqual(
      ['owner', 'small', 'fresh', 'admin', 'agent', 'finance', 'warehouse'].map(
        (name) => `${name}@demo.tradewind.test`,
      ),
    );
    const anonymous = entryFor(ground, { kind: 'anonymous' as const }, 'test');
    for (const { email, password } of logins) {
      const entrance = { domain: 'localhost', staffMayEnter: async () => true };
      const origin = { ip: '127.0.0.1', user_agent: null };
      const session = await login(anonymous, { username: email, password }, origin, entrance);
      expect(session.token).not.toBe('');
    }
  });
});

describe('the pages of each client', () => {
  testAgreement(() => entry);
});

describe('the seeded channels', () => {
  it('are those that the world speaks of, the portal’s own included', async () => {
    const found = await rowsOf(
      sql<{ code: string }>`SELECT code, name, carrier, tracking_url, divisor, step_g FROM channels ORDER BY code`,
    );
    const wanted = world.channels.map(({ code, name, carrier, tracking_url, divisor, step_g }) => ({
      code,
      name,
      carrier,
      tracking_url,
      divisor,
      step_g,
    }));
    expect(found).toEqual(wanted.sort((a, b) => (a.code < b.code ? -1 : 1)));
  });
});

describe('the seeded shops', () => {
  it('hold what the portal holds: a reconcile of everything creates and changes nothing', async () => {
    const { kit, reported } = kitThatCounts({ ground, config });
    const before = await keptRecords();
    const stores = await rowsOf(
      sql<{ account_id: string; id: string }>`SELECT account_id, id FROM stores WHERE platform = 'shopify'`,
    );
    for (const store of stores) {
      // From the very beginning, not from the last look.
      await entry.run('all_accounts', (ctx) =>
        updateStore(ctx, store, { orders_watermark: new Date(0), products_watermark: new Date(0) }),
      );
      await reconcile(kit, entry, store);
    }
    // A store that must be authorized again cannot be read.
    const shops = world.merchants.flatMap(({ stores: own }) =>
      own.filter(({ domain, state }) => domain !== null && state !== 'needs_reauth'),
    );
    const records = shops.reduce((sum, store) => sum + store.orders.length + store.products.length, 0);
    expect(reported()).toBe(records);
    expect(await keptRecords()).toEqual(before);
  });

  it('have the fulfilments of the portal’s parcels: telling them again makes none', async () => {
    const parcels = await rowsOf(sql<{ account_id: string; parcel_id: string; external_id: string; domain: string }>`
      SELECT p.account_id, p.parcel_id, p.external_id, s.external_domain AS domain
      FROM parcel_pushes p JOIN parcels q ON q.account_id = p.account_id AND q.id = p.parcel_id
      JOIN orders o ON o.account_id = q.account_id AND o.id = q.order_id JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
      ORDER BY p.external_id`);
    const shipped = world.merchants.flatMap(({ stores }) =>
      stores.filter(({ domain }) => domain).flatMap(({ orders }) => orders.flatMap((order) => order.parcels)),
    );
    expect(parcels).toHaveLength(shipped.length);
    const { kit } = kitThatCounts({ ground, config });
    for (const { account_id, parcel_id, external_id, domain } of parcels.slice(0, 3)) {
      const before = (await sandbox.shops.fulfillments(domain)).length;
      expect(await pushParcel(kit, entry, { account_id, parcel_id })).toEqual({
        fulfillments: [external_id],
        missing: 0,
      });
      expect(await sandbox.shops.fulfillments(domain)).toHaveLength(before);
    }
  });

  it('tell the portal of what happens from now on', async () => {
    const domain = world.merchants[0]?.stores[0]?.domain ?? '';
    const [product] = await sandbox.shops.products(domain);
    await sandbox.shops.placeOrder(domain, { lines: [{ variantId: product?.variants[0]?.id ?? '', quantity: 1 }] });
    const deliveries = await sandbox.shops.deliveries(domain, 'orders/create');
    expect(deliveries.map(({ uri }) => uri)).toEqual([`${config.PUBLIC_URL}/api/webhooks/shopify/${app.clientId}`]);
  });
});
