import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { maxListDepth } from '#contract/constants.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { entryFor, forAccount } from '#server/db/context.ts';
import { paidByDay } from '#server/features/statistics/statistics-payments.db.ts';
import { balances, spend } from '#server/features/ledger/ledger.service.ts';
import { journalPiece } from '#server/features/ledger/index.ts';
import { countLogs, findLogs, type LogFilter, sumLogs } from '#server/features/wallet/wallet.db.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { bareValues } from '#testing/app-values.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Place } from '#testing/people.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { atOnce, oneByOne, percentile, timed } from './measure.ts';
import { withDatabase } from './portal.ts';
import { figure, ratio, type Table } from './table.ts';

const lanes = 8;
const rounds = 100;

/** Payments from one wallet and from many, and the statement of a long ledger as a page and as a file. */
export async function wallet({ full, small }: { full: boolean; small: boolean }): Promise<Table[]> {
  const seconds = small ? 2 : 10;
  const [many, entries, exported] = small ? [50, 20_000, 5_000] : [1_000, full ? 1_000_000 : 200_000, 200_000];
  return withDatabase(async (database) => {
    const log = createLog('silent');
    const url = await database.createPortal('tradewind');
    const ground = {
      db: createDatabase(createPool({ url, max: lanes + 2, log })),
      clock: systemClock,
      log,
      app: bareValues(),
    };
    const place: Place = { ground, clock: systemClock };
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    try {
      return [await payments(place, owner, { many, seconds }), await statement(place, owner, { entries, exported })];
    } finally {
      await owner.end();
      await ground.db.destroy();
    }
  });
}

async function payments(
  place: Place,
  owner: pg.Client,
  { many, seconds }: { many: number; seconds: number },
): Promise<Table> {
  const { account_id: one } = await merchant(place);
  const wallets = [one, ...Array.from({ length: many - 1 }, () => uuid())];
  const bareWallets = wallets.map(() => uuid()); // apart: bare rows keep no balances that a payment could go on from
  await owner.query(
    `INSERT INTO accounts (id, name, created_at) SELECT id, 'Bench', now() FROM unnest($1::uuid[]) id ON CONFLICT DO NOTHING`,
    [[...wallets, ...bareWallets]],
  );
  await owner.query(
    `INSERT INTO ledger_heads (account_id) SELECT id FROM unnest($1::uuid[]) id ON CONFLICT DO NOTHING`,
    [[...wallets, ...bareWallets]],
  );
  for (const account of wallets) await givenMoney(place, account, 1_000_000_00);
  const pay = (account: string) =>
    inAccount(place, account, (ctx) =>
      spend(ctx, {
        kind: 'invoice_payment',
        ref: { kind: 'invoices', id: uuid(), label: 'INV-1' },
        idempotency_key: uuid(),
        amount: 1,
        currency: 'USD',
        to: [{ ledger_account: 'revenue', amount: 1 }],
      }),
    );
  const bare = bareStatements(place);
  const measure = async (name: string, among: number) => {
    const turnOf = (ids: readonly string[], lane: number, turn: number) => ids[(lane + turn * lanes) % among] ?? one;
    const [paid, floor] = [
      await atOnce({ lanes, seconds, action: (lane, turn) => pay(turnOf(wallets, lane, turn)) }),
      await atOnce({ lanes, seconds, action: (lane, turn) => bare(turnOf(bareWallets, lane, turn)) }),
    ];
    return [
      name,
      figure(paid.perSecond),
      figure(percentile(paid.samples, 0.95)),
      figure(floor.perSecond),
      ratio(floor.perSecond, paid.perSecond),
    ];
  };
  return {
    title: `payments, ${lanes} at the same time`,
    columns: ['from', 'per s', 'p95 ms', 'bare per s', 'bare is'],
    rows: [await measure('one wallet', 1), await measure(`${many.toLocaleString('en-US')} wallets`, many)],
    notes: [
      'A payment: balance under lock, hash, transaction, two entries, head. Bare: the same rows by one lock, three INSERT and one UPDATE, of other kinds of keys, without balances and hashes.',
    ],
  };
}

/** The same rows, written without looking at anything. */
function bareStatements({ ground }: Place) {
  const entry = entryFor(ground, { kind: 'system', name: 'bench' }, 'bench');
  return (account_id: string) =>
    entry.run({ account_id }, async ({ db, now }) => {
      const head = await db
        .selectFrom('ledger_heads')
        .select(['seq', 'hash'])
        .where('account_id', '=', account_id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const seq = head.seq + 1;
      const bytes = Buffer.from(uuid().replaceAll('-', '').repeat(2), 'hex');
      const id = uuid();
      const row = { account_id, seq, id, at: now, kind: 'invoice_payment', ref_kind: 'invoices', ref_id: id };
      const more = { ref_label: 'INV-1', actor_kind: 'system', idempotency_key: id, prev_hash: head.hash, hash: bytes };
      await db
        .insertInto('ledger_transactions')
        .values({ ...row, ...more })
        .execute();
      const line = { account_id, seq, currency: 'USD' };
      await db
        .insertInto('ledger_entries')
        .values([
          { ...line, line: 1, ledger_account: 'cash', amount: -1, balance_after: 1 },
          { ...line, line: 2, ledger_account: 'revenue', amount: 1, balance_after: 1 },
        ])
        .execute();
      await db.updateTable('ledger_heads').set({ seq, hash: bytes }).where('account_id', '=', account_id).execute();
    });
}

async function statement(
  place: Place,
  owner: pg.Client,
  { entries, exported }: { entries: number; exported: number },
): Promise<Table> {
  const { account_id } = await merchant(place);
  await fill(owner, account_id, entries / 2);
  const page = (filter: LogFilter, offset = 0) =>
    inAccount(place, account_id, async (ctx) => {
      await findLogs(ctx, filter, { offset, limit: 50 });
      await (Object.keys(filter).length > 0 ? sumLogs(ctx, filter) : countLogs(ctx, filter, maxListDepth));
    });
  const days = { from: '2026-01-01', to: '2026-01-31' };
  const january = { since: new Date('2026-01-01T00:00:00Z'), before: new Date('2026-02-01T00:00:00Z') };
  const reads: [string, () => Promise<unknown>][] = [
    ['first page of the statement', () => page({})],
    ['page 400', () => page({}, 20_000)],
    ['money in, with its sums', () => page({ direction: 'in' })],
    ['money out, with its sums', () => page({ direction: 'out' })],
    ['one document, with its sums', () => page({ q: 'INV-77' })],
    ['a month, with its sums', () => page({ at: january })],
    ['what a month paid, by day', () => inAccount(place, account_id, (ctx) => paidByDay(ctx, days))],
    ['balances', () => inAccount(place, account_id, (ctx) => balances(ctx))],
  ];
  const rows: (string | number)[][] = [];
  for (const [name, act] of reads) {
    const samples = await oneByOne({ rounds, action: act });
    rows.push([name, figure(percentile(samples, 0.5)), figure(percentile(samples, 0.95))]);
  }
  const journal = await timed(() =>
    entryFor(place.ground, { kind: 'system', name: 'bench' }, 'bench').run({ account_id }, async (ctx) => {
      let after: string | null = null;
      for (let done = 0; done * 2 < exported; ) {
        const piece = await journalPiece(forAccount(ctx, account_id), {}, after);
        done += piece.rows;
        after = piece.next;
        if (after === null) break;
      }
    }),
  );
  rows.push([`journal of ${exported.toLocaleString('en-US')} entries`, figure(journal.ms), '–']);
  return {
    title: `a ledger of ${entries.toLocaleString('en-US')} entries`,
    columns: ['read', 'p50 ms', 'p95 ms'],
    rows,
    notes: ['A page is 50 transactions with balance, reference and total. The journal is one run.'],
  };
}

/** Transactions of two entries, every hundredth of them money that comes in; what checks a posting is off meanwhile. */
async function fill(owner: pg.Client, account: string, transactions: number): Promise<void> {
  const tables = ['ledger_transactions', 'ledger_entries'];
  for (const table of tables) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await owner.query(
    `INSERT INTO ledger_transactions (account_id, seq, id, at, kind, ref_kind, ref_id, ref_label, actor_kind, idempotency_key, prev_hash, hash)
     SELECT $1, n, gen_random_uuid(), timestamptz '2026-01-01' + n * interval '30 seconds',
       CASE WHEN n % 100 = 1 THEN 'recharge' ELSE 'invoice_payment' END, 'invoices', gen_random_uuid(), 'INV-' || n, 'system', n::text,
       sha256((n - 1)::text::bytea), sha256(n::text::bytea) FROM generate_series(1, $2::int) n`,
    [account, transactions],
  );
  await owner.query(
    `INSERT INTO ledger_entries (account_id, seq, line, ledger_account, amount, currency, balance_after)
     SELECT $1, n, line, CASE WHEN line = 1 THEN 'cash' WHEN n % 100 = 1 THEN 'bank:bank' ELSE 'revenue' END,
       CASE WHEN (n % 100 = 1) = (line = 1) THEN 1 ELSE -1 END, 'USD', 1000 + n
     FROM generate_series(1, $2::int) n, generate_series(1, 2) line`,
    [account, transactions],
  );
  await owner.query(`UPDATE ledger_heads SET seq = $2 WHERE account_id = $1`, [account, transactions]);
  for (const table of tables) await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await owner.query('ANALYZE ledger_transactions');
  await owner.query('ANALYZE ledger_entries');
}
