import { bareValues } from '#testing/app-values.ts';
import { v7 as uuid } from 'uuid';
import { createDatabase, createOwnerPool, createPool } from '#server/db/client.ts';
import { entryFor, type Ground } from '#server/db/context.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { merchant } from '#testing/people.ts';
import { signedHook } from '#testing/portal-client.ts';
import { startServerProcess } from '#testing/server-process.ts';
import { withEmptyServer } from './empty.ts';
import { atOnce, percentile } from './measure.ts';
import { requireOk, openConnection, withDatabase } from './portal.ts';
import { ratio, type Table } from './table.ts';
import { webhookDrain } from './webhooks-drain.ts';

const lanes = 16;
const app = { clientId: 'bench-app', secret: 'bench-secret-of-the-app' };
const shop = 'bench-lamps.myshopify.com';

type Rate = Awaited<ReturnType<typeof atOnce>>;

/** Deliveries answered per second, each on disk before its answer, beside the INSERT alone and a handler that does nothing. */
export async function webhooks({ full, small }: { full: boolean; small: boolean }): Promise<Table[]> {
  const drained = await webhookDrain(small ? { deliveries: 2_400, shops: 5 } : { deliveries: 120_000, shops: 25 });
  if (small) return [drained];
  const seconds = full ? 30 : 8;
  const { accepted, inserted, kept } = await withDatabase(async (database) => {
    const url = await database.createPortal('tradewind');
    // The web role: what works through the inbox afterwards runs in another process where it counts.
    const env = { ROLE: 'web', SHOPIFY_CLIENT_ID: app.clientId, SHOPIFY_CLIENT_SECRET: app.secret };
    const server = await startServerProcess({ databaseUrl: url, env });
    const pool = createPool({ url, max: lanes, log: createLog('silent') });
    const ownerPool = createOwnerPool({ url, max: lanes, log: createLog('silent') }); // the inbox is closed to the others
    try {
      await addShop({ db: createDatabase(pool), clock: systemClock, log: createLog('silent'), app: bareValues() });
      const alone = await insertAlone(ownerPool, seconds);
      const posted = await postTo(server.url, null, seconds);
      const { rows } = await ownerPool.query<{ n: number }>(
        "select count(*)::int as n from webhook_inbox where state = 'waiting' and shop = $1",
        [shop],
      );
      return { accepted: posted, inserted: alone, kept: rows[0]?.n ?? 0 };
    } finally {
      await server.stop();
      await Promise.all([pool.end(), ownerPool.end()]);
    }
  });
  if (kept < accepted.samples.length)
    throw new Error(`${accepted.samples.length} deliveries were answered, ${kept} are there`);
  const empty = await withEmptyServer(({ url, path }) => postTo(url, path, seconds));
  return [
    drained,
    {
      title: `webhooks on ${lanes} connections, each durable before it is answered (fsync on)`,
      columns: ['', 'per second', 'p50 ms', 'p99 ms', 'share of the INSERT alone'],
      rows: [
        row('empty handler', empty, inserted),
        row('bare INSERT', inserted, inserted),
        row('deliveries accepted', accepted, inserted),
      ],
      notes: [
        `${accepted.samples.length} deliveries were answered and ${kept} are in the inbox. The task is enqueued with each; nobody works on them meanwhile.`,
      ],
    },
  ];
}

const row = (name: string, rate: Rate, floor: Rate) => [
  name,
  rate.perSecond,
  percentile(rate.samples, 0.5),
  percentile(rate.samples, 0.99),
  ratio(rate.perSecond, floor.perSecond),
];

function hook() {
  const id = Math.floor(Math.random() * 1e12);
  const lines = Array.from({ length: 3 }, (_, index) => ({
    id: id + index,
    title: 'Lamp, white',
    quantity: 2,
    price: '19.99',
  }));
  const body = {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${id}`,
    currency: 'USD',
    line_items: lines,
    note: 'x'.repeat(2_500),
  };
  return signedHook(app, { shop, topic: 'orders/create', body });
}

/** `path` null: to the address of the delivery. */
async function postTo(url: string, path: string | null, seconds: number): Promise<Rate> {
  const connections = Array.from({ length: lanes }, () => openConnection(url));
  try {
    return await atOnce({
      lanes,
      seconds,
      action: async (lane) => {
        const sent = hook();
        const answer = await connections[lane]?.send('POST', path ?? sent.path, sent.headers, sent.body);
        if (answer) requireOk(answer);
      },
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** The least that keeping a delivery needs: its row, committed. */
function insertAlone(pool: ReturnType<typeof createOwnerPool>, seconds: number): Promise<Rate> {
  return atOnce({
    lanes,
    seconds,
    action: async () => {
      const sent = hook();
      await pool.query(
        `insert into webhook_inbox (id, platform, delivery_id, shop, topic, received_at, body, state)
         values ($1, 'bench', $2, 'floor.myshopify.com', 'orders/create', now(), $3, 'ignored')`,
        [uuid(), sent.deliveryId, sent.body],
      );
    },
  });
}

async function addShop(ground: Ground): Promise<void> {
  const owner = await merchant({ ground, clock: systemClock });
  await entryFor(ground, { kind: 'system', name: 'bench' }, 'bench').run('all_accounts', async ({ db, now }) => {
    const id = uuid();
    await db
      .insertInto('stores')
      .values({
        account_id: owner.account_id,
        id,
        platform: 'shopify',
        external_domain: shop,
        name: 'Lamps',
        status: 'connected',
        created_at: now,
      })
      .execute();
    await db
      .insertInto('shop_domains')
      .values({ platform: 'shopify', external_domain: shop, account_id: owner.account_id, store_id: id })
      .execute();
  });
}
