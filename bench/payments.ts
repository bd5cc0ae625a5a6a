import { bareValues } from '#testing/app-values.ts';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { createDatabase, createPool } from '#server/db/client.ts';
import type { Ground } from '#server/db/context.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startServerProcess } from '#testing/server-process.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { autopay } from './autopay.ts';
import { timed } from './measure.ts';
import { openConnection, withDatabase } from './portal.ts';
import { ratio, type Table } from './table.ts';

const perImport = 500;
const each = 2_000;
const lookEveryMs = 25;
const longestMs = 10 * 60_000;

/** All orders that match are paid by one click and one invoice, beside the statements that write as much. */
export async function payments({ full, small }: { full: boolean; small: boolean }): Promise<Table[]> {
  const sizes = small ? [600] : full ? [500, 2_000, 10_000, 20_000] : [500, 2_000];
  return withDatabase(async (database) => {
    const rows: (string | number)[][] = [];
    for (const size of sizes) rows.push(await measure(await database.createPortal(`tradewind_pay_${size}`), size));
    return [
      {
        title: 'paying all orders that match with one invoice',
        columns: [
          'orders',
          'preview ms',
          'click ms',
          'until paid s',
          'of it money s',
          'orders per s',
          'statements s',
          'of them',
        ],
        rows,
        notes: [
          'Click: until the call answers; above 500 orders a job pays them, in the worker of the same server process.',
          'Money: the one transaction that checks all and writes invoice, ledger and orders, from the last slice evaluated to the end.',
          'Statements: the same rows of orders, lines and invoice, written by bare UPDATE and INSERT in one transaction.',
        ],
      },
      await autopay(await database.createPortal('tradewind_autopay'), {
        accounts: small ? 20 : full ? 1_500 : 150,
        orders: small ? 200 : full ? 20_000 : 2_000,
      }),
    ];
  });
}

async function measure(url: string, size: number): Promise<(string | number)[]> {
  const pool = createPool({ url, max: 4, log: createLog('silent') });
  const ground = { db: createDatabase(pool), clock: systemClock, log: createLog('silent'), app: bareValues() };
  try {
    const owner = await fill(ground, size);
    const bare = await writeBare(url, owner.account_id);
    const { preview, click, paid, money } = await pay(url, owner);
    return [
      size.toLocaleString('en-US'),
      Math.round(preview),
      Math.round(click),
      (paid / 1_000).toFixed(1),
      (money / 1_000).toFixed(2),
      Math.round(size / (paid / 1_000)),
      (bare / 1_000).toFixed(1),
      ratio(paid, bare),
    ];
  } finally {
    await pool.end();
  }
}

async function fill(ground: Ground, size: number): Promise<Person> {
  const place = { ground };
  const owner = await merchant({ ground, clock: systemClock });
  const { account_id } = owner;
  const store = { account_id, id: await givenStore(place, account_id) };
  const [goods, channel] = [await givenVariant(place, store), await givenChannel(place)];
  await givenPrice(place, account_id, { sku_id: goods.sku_id, channel });
  for (let at = 0; at < size; at += perImport) {
    const orders = Array.from({ length: Math.min(perImport, size - at) }, (_, n) =>
      shopOrder([shopLine(goods, { external_id: `l${at + n}` })], { external_id: `${at + n}`, name: `#${at + n}` }),
    );
    await inAccount(place, account_id, (ctx) => applyShopOrders(ctx, store, orders, 'api'));
  }
  await givenMoney({ ground, clock: systemClock }, account_id, size * each);
  return owner;
}

type Seen = { state: string; failure: object | null; progress: number; total: number | null };
type Paid = { invoice: object | null; job: { id: string } | null };

async function pay(url: string, owner: Person): Promise<Record<'preview' | 'click' | 'paid' | 'money', number>> {
  const server = await startServerProcess({ databaseUrl: url });
  const portal = openConnection(server.url, owner.token);
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': uuid() };
    return dataOf(await portal.send('POST', path, headers, JSON.stringify(body)));
  };
  try {
    const look = () => post('/api/invoices/selections', { query: { tab: 'to_pay' } });
    await look();
    const shown = await timed(look);
    const { token, total } = shown.answer as { token: string; total: number }; // the contract's answers
    const path = `/api/invoices/selections/${token}/pay`;
    const begun = performance.now();
    const click = await timed(() => post(path, { expected_total: total }));
    const { job } = click.answer as Paid;
    let evaluated = begun; // small payments are evaluated where they are paid
    for (let state = job ? 'queued' : 'done'; state !== 'done'; ) {
      if (performance.now() - begun > longestMs) throw new Error('the payment did not end');
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      const seen = dataOf(await portal.send('GET', `/api/jobs/${job?.id}`)) as Seen;
      if (seen.state === 'failed') throw new Error(`the payment failed: ${JSON.stringify(seen.failure)}`);
      if (seen.progress !== seen.total) evaluated = performance.now();
      ({ state } = seen);
    }
    const ended = performance.now();
    return { preview: shown.ms, click: click.ms, paid: ended - begun, money: ended - evaluated };
  } finally {
    portal.close();
    await server.stop();
  }
}

function dataOf({ status, body }: { status: number; body: Buffer }): unknown {
  const text = body.toString('utf8');
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: unknown }).data;
}

/** The same rows written without looking at anything, and taken back. */
async function writeBare(url: string, account: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    const begun = performance.now();
    const invoice = uuid();
    await client.query(
      `INSERT INTO invoices (account_id, id, number, kind, status, currency, goods, freight, fees, total, orders_count, billed_to, seller, issued_at, paid_at, ledger_seq)
       SELECT $1, $2, 1, 'orders', 'paid', 'USD', 0, 0, 0, 0, 0, '{}', '{}', now(), now(), 1`,
      [account, invoice],
    );
    await client.query(
      `INSERT INTO invoice_orders (account_id, invoice_id, id, order_id, order_name, store_name, part, goods, freight, fees, total)
       SELECT account_id, $2, id, id, name, 'Store', 1, cost_goods, cost_freight, cost_fees, cost_total FROM orders WHERE account_id = $1`,
      [account, invoice],
    );
    await client.query(
      `INSERT INTO invoice_lines (account_id, invoice_order_id, line, code, title, quantity, unit_amount, amount, inputs)
       SELECT o.account_id, o.id, n, 'goods', 'Lamp', 2, 500, 1000, '{}' FROM orders o, generate_series(1, 2) n WHERE o.account_id = $1`,
      [account],
    );
    await client.query('UPDATE order_lines SET paid_quantity = current_quantity WHERE account_id = $1', [account]);
    await client.query(
      `UPDATE orders SET payment = 'paid', paid_at = now(), stage = 'processing' WHERE account_id = $1`,
      [account],
    );
    const ms = performance.now() - begun;
    await client.query('ROLLBACK');
    return ms;
  } finally {
    await client.end();
  }
}
