import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { bareValues } from '#testing/app-values.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import type { Ground } from '#server/db/context.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { merchant, staff } from '#testing/people.ts';
import { givenUnpriced, yunExpress } from '#testing/quote-fixtures.ts';
import { startServerProcess } from '#testing/server-process.ts';
import { buildWeb } from './build.ts';
import { type Samples, percentile, timed } from './measure.ts';
import { requireOk, openConnection, withDatabase } from './portal.ts';
import { sendingOnScreen } from './quotes-screen.ts';
import { ratio, type Table } from './table.ts';

const waiting = 8;
const freightRows = 27;
const lines = 2;
const together = 6;
type Caller = ReturnType<typeof openConnection>;
const names = ['answered', 'previewed', 'accepted', 'previewedTogether'] as const;
type Times = Record<(typeof names)[number], number[]>;

/** Sending a quote and accepting it, as calls of a running server, beside the statements that write as much. */
export async function quotes({ full, small }: { full: boolean; small: boolean }): Promise<Table[]> {
  const rounds = small ? 3 : full ? 60 : 20;
  await buildWeb();
  return withDatabase(async (database) => {
    const url = await database.createPortal('tradewind');
    const server = await startServerProcess({ databaseUrl: url, env: { ROLE: 'web' } });
    const pool = createPool({ url, max: 2, log: createLog('silent') });
    const ground = { db: createDatabase(pool), clock: systemClock, log: createLog('silent'), app: bareValues() };
    try {
      const { token } = await staff({ ground, clock: systemClock }, 'agent');
      const agent = openConnection(server.url, token);
      const times: Times = { answered: [], previewed: [], accepted: [], previewedTogether: [] };
      let open = { account_id: '', id: '' };
      for (let round = -2; round < rounds; round += 1) {
        const { open: another, ...found } = await oneRound(ground, server.url, agent);
        open = another;
        if (round < 0) continue;
        for (const name of names) times[name].push(found[name]);
      }
      const floor = await writeBare(url, rounds);
      agent.close();
      const screen = await sendingOnScreen({ url: server.url, token, quote: open, rounds: small ? 2 : 10 });
      const row = (name: string, samples: Samples, least?: Samples) => [
        name,
        percentile(samples, 0.5),
        percentile(samples, 0.95),
        least ? ratio(percentile(samples, 0.5), percentile(least, 0.5)) : '',
      ];
      return [
        {
          title: `quotes of ${lines} variants with ${freightRows} freight rows, ${waiting} orders waiting; calls of a running server`,
          columns: ['', 'p50 ms', 'p95 ms', 'of the floor above'],
          rows: [
            row('statements of sending alone', floor.sent),
            row('sending the quote', times.answered, floor.sent),
            row('statements of accepting alone', floor.accepted),
            row('previewing what accepting does', times.previewed, floor.accepted),
            row('accepting the quote', times.accepted, floor.accepted),
            row(`previewing ${together} quotes together`, times.previewedTogether),
            row('one changed word on the screen', screen.floor),
            row('Send clicked until the drawer is gone', screen.sent, screen.floor),
          ],
          notes: [
            'Aims: sending and accepting below 500 ms each.',
            `Alone: the rows of a version, or ${lines * freightRows} prices and ${waiting} orders, in one transaction without looking at anything.`,
          ],
        },
      ];
    } finally {
      await server.stop();
      await pool.end();
    }
  });
}

type Round = Record<keyof Times, number> & { open: { account_id: string; id: string } };

/** A merchant with quotes of their own, so that every round finds the same. */
async function oneRound(ground: Ground, url: string, agent: Caller): Promise<Round> {
  const place = { ground, clock: systemClock };
  const owner = await merchant(place);
  const caller = openConnection(url, owner.token);
  try {
    const ids: string[] = [];
    let answered = 0;
    for (let n = 0; n < together; n += 1) {
      const { product_id } = await givenUnpriced(place, owner, waiting);
      const quote = await post<{ id: string }>(caller, `/api/products/${product_id}/inquiry`, { destinations: ['US'] });
      const sent = await timed(() => post(agent, `/api/staff/quotes/${owner.account_id}/${quote.id}/answer`, answer));
      answered = sent.ms;
      ids.push(quote.id);
    }
    const [id = '', another = ''] = ids;
    const open = { account_id: owner.account_id, id: another };
    const trial = { list: 'quotes', action: 'accept', mode: 'dry_run', selection: { ids }, input: {} };
    const all = await timed(() => post(caller, '/api/bulk', trial));
    const ahead = await timed(() => post(caller, `/api/quotes/${id}/accept/preview`, { version: 1 }));
    const done = await timed(() => post(caller, `/api/quotes/${id}/accept`, { version: 1 }));
    return { answered, previewed: ahead.ms, accepted: done.ms, previewedTogether: all.ms, open };
  } finally {
    caller.close();
  }
}

async function post<T>(caller: Caller, path: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': uuid() };
  const answered = await caller.send('POST', path, headers, JSON.stringify(body));
  requireOk(answered);
  return (JSON.parse(answered.body.toString('utf8')) as { data: T }).data; // the contract's answer
}

const places = [
  'US',
  'GB',
  'CA',
  'AU',
  'DE',
  'FR',
  'IT',
  'ES',
  'NL',
  'BE',
  'AT',
  'PL',
  'SE',
  'DK',
  'FI',
  'IE',
  'PT',
  'CZ',
]
  .concat(['NO', 'CH', 'JP', 'KR', 'NZ', 'MX', 'BR', 'IL', 'SG'])
  .slice(0, freightRows);
const formula = { kind: 'per_kg', handling_amount: 200, kg_amount: 1000 };
const answer = {
  version: 1,
  lines: Array.from({ length: lines }, (_, n) => ({
    line: n + 1,
    catalog_sku_id: null,
    unit_price: 450 + n,
    weight_g: 300,
  })),
  freight: places.map((destination) => ({ destination, channel_id: yunExpress, formula, days_min: 7, days_max: 12 })),
};

/** The same rows, copied from the last round by bare statements. */
async function writeBare(url: string, rounds: number): Promise<{ sent: number[]; accepted: number[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const times = { sent: [] as number[], accepted: [] as number[] };
  const inOne = async (statements: readonly [string, unknown[]][]) => {
    await client.query('BEGIN');
    for (const [text, values] of statements) await client.query(text, values);
    await client.query('COMMIT');
  };
  try {
    const { rows } = await client.query<{ account_id: string; id: string }>(
      "SELECT account_id, id FROM quotes WHERE status = 'accepted' ORDER BY submitted_at DESC LIMIT 1",
    );
    const [last] = rows;
    if (!last) throw new Error('no quote was accepted');
    const { account_id, id } = last;
    const copy = (table: string, columns: string): [string, unknown[]] => [
      `INSERT INTO ${table} (version, ${columns}) SELECT $3::int, ${columns} FROM ${table} WHERE account_id = $1 AND quote_id = $2 AND version = 1`,
      [account_id, id],
    ];
    for (let round = 0; round < rounds; round += 1) {
      const version = 100 + round;
      const versioned = [
        copy('quote_versions', 'account_id, quote_id, note, valid_until, price_lock_days, created_at'),
        copy(
          'quote_lines',
          'account_id, quote_id, line, variant_id, catalog_sku_id, unit_price, weight_g, lead_days, moq',
        ),
        copy(
          'quote_freight',
          'account_id, quote_id, destination, channel_id, formula, days_min, days_max, tax_mode, step_g',
        ),
      ].map(([text, values]): [string, unknown[]] => [text, [...values, version]]);
      times.sent.push((await timed(() => inOne(versioned))).ms);
      const accepted: [string, unknown[]][] = [
        [
          'UPDATE prices SET valid_to = now() WHERE account_id = $1 AND quote_id = $2 AND valid_to IS NULL',
          [account_id, id],
        ],
        [
          `INSERT INTO prices (account_id, id, catalog_sku_id, destination, channel_id, unit_price, currency, formula, days_min, days_max, tax_mode,
             step_g, valid_from, quote_id, quote_version, created_at)
           SELECT DISTINCT ON (catalog_sku_id, destination, channel_id) account_id, gen_random_uuid(), catalog_sku_id, destination, channel_id,
             unit_price, currency, formula, days_min, days_max, tax_mode, step_g, now(), quote_id, quote_version, now()
           FROM prices WHERE account_id = $1 AND quote_id = $2`,
          [account_id, id],
        ],
        [
          `UPDATE orders SET cost_goods = cost_goods + 1, cost_total = cost_total + 1, version = version + 1 WHERE account_id = $1 AND id IN (
             SELECT id FROM orders WHERE account_id = $1 AND stage = 'awaiting_payment' ORDER BY id LIMIT ${waiting})`,
          [account_id],
        ],
      ];
      times.accepted.push((await timed(() => inOne(accepted))).ms);
    }
    return times;
  } finally {
    await client.end();
  }
}
