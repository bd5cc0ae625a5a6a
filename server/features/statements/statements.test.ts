import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainHash, firstHash, post } from '#server/features/ledger/index.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { enqueueTask, sqlRows } from '#testing/sql-rows.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { sentenceOf, verify } from '#testing/verify-statement.ts';
import { paperOf } from './statement-paper.ts';
import { monthBefore } from './statements.service.ts';

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  await sqlRows(test, `UPDATE accounts SET time_zone = 'America/New_York' WHERE id = '${owner.account_id}'`);
});
afterAll(() => test.close());

const day = 86_400_000;
const today = () => test.clock.now().toISOString().slice(0, 10);
const issue = (from: string, to: string, who = owner) =>
  test.call('POST', '/api/statements', { token: who.token, key: uuid(), body: { from, to } });
const keys = async () => (await test.app.fastify.inject('/.well-known/tradewind-statement-keys.json')).json().keys;

async function fileOf(id: string, format = 'json', who = owner): Promise<Buffer> {
  const { body } = await test.call('POST', `/api/statements/${id}/file`, { token: who.token, body: { format } });
  return (await test.app.fastify.inject(body.data.url)).rawPayload;
}

async function move(
  amount: number,
  label: string,
  account = owner.account_id,
  kind: 'recharge' | 'chargeback' = 'recharge',
): Promise<void> {
  await inAccount(test, account, (ctx) =>
    post(ctx, {
      kind,
      ref: { kind: 'recharges', id: uuid(), label },
      memo: 'Überweisung; "x"',
      idempotency_key: uuid(),
      entries: [
        { ledger_account: 'bank:bank', amount: -amount, currency: 'USD' },
        { ledger_account: 'cash', amount, currency: 'USD' },
      ],
    }),
  );
}

const check = async (bytes: Buffer, earlier: Buffer[] = []) => {
  const files = earlier.map((file, at) => ({ name: `earlier ${at + 1}`, bytes: new Uint8Array(file) }));
  const { verdict, problems } = await verify(new Uint8Array(bytes), { keys: await keys(), earlier: files });
  return { verdict, codes: problems.map(({ code }) => code), problems };
};

describe('a statement for finance', () => {
  it('says what a client’s wallet held and what moved, as the signed one does, also on days that are not over', async () => {
    const client = await merchant(test);
    const finance = await staff(test, 'finance');
    const first = today();
    await move(10_000, 'RC-10', client.account_id);
    test.clock.advance(2 * day);
    const second = today();
    await move(2_500, 'RC-11', client.account_id);
    await move(-1_200, 'RC-12', client.account_id);
    const path = `/api/staff/statements/${client.account_id}`;
    const read = (from: string, to: string, more = '') =>
      test.call('GET', `${path}?from=${from}&to=${to}${more}`, { token: finance.token });
    const both = await read(first, second, '&per_page=2');
    expect(both.body.meta).toMatchObject({
      client: { id: client.account_id },
      total: 3,
      opening: 0,
      money_in: 12_500,
      money_out: 1_200,
      closing: 11_300,
    });
    expect(both.body.data.map((row: { balance_after: number }) => row.balance_after)).toEqual([11_300, 12_500]);
    expect((await read(second, second)).body.meta).toMatchObject({ total: 2, opening: 10_000, closing: 11_300 });
    const before = '2020-01-01';
    expect((await read(before, before)).body.meta).toMatchObject({ total: 0, opening: 0, money_in: 0, closing: 0 });
    expect((await read(second, first)).body.errors).toHaveProperty('to');
    const file = async (format: string) => {
      const asked = { token: finance.token, body: { from: second, to: second, format } };
      const { data } = (await test.call('POST', `${path}/file`, asked)).body;
      return (await test.app.fastify.inject(data.url)).rawPayload;
    };
    expect((await file('csv')).toString()).toContain('RC-12,2,cash,-12.00,113.00,USD');
    expect((await file('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    const seen = await sqlRows<{ route: string }>(
      test,
      `SELECT DISTINCT route FROM access_log WHERE account_id = '${client.account_id}' ORDER BY route`,
    );
    expect(seen.map(({ route }) => route)).toEqual(['statements.staffFile', 'statements.staffGet']);
    const agent = await staff(test, 'agent');
    expect((await test.call('GET', `${path}?from=${first}&to=${first}`, { token: agent.token })).status).toBe(403);
  });

  it('ends today in the client’s time zone where no days are asked for', async () => {
    const client = await merchant(test);
    const finance = await staff(test, 'finance');
    // whatever the time is, one of them has another day than the provider
    for (const zone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      await sqlRows(test, `UPDATE accounts SET time_zone = '${zone}' WHERE id = '${client.account_id}'`);
      const { meta } = (await test.call('GET', `/api/staff/statements/${client.account_id}`, finance)).body;
      const to = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(test.clock.now());
      expect(meta).toMatchObject({ time_zone: zone, from: `${to.slice(0, 7)}-01`, to });
    }
  });
});

it('is had on paper in parts where it has more than 5,000 transactions', { timeout: 60_000 }, async () => {
  const client = await merchant(test);
  const start = today();
  await move(100_000, 'RC-30', client.account_id);
  // written by hand: posted one by one they take a minute
  const own = `'${client.account_id}'::uuid`;
  const series = `FROM generate_series(2, 5001) AS seq`;
  await sqlRows(
    test,
    `INSERT INTO ledger_transactions (account_id, seq, id, at, kind, ref_kind, ref_id, ref_label, actor_kind, idempotency_key, prev_hash, hash)
     SELECT ${own}, seq, gen_random_uuid(), '${test.clock.now().toISOString()}', 'invoice_payment', 'invoices', gen_random_uuid(), 'INV-' || seq,
       'system', 'by hand ' || seq, CASE WHEN seq = 2 THEN (SELECT hash FROM ledger_heads WHERE account_id = ${own}) ELSE sha256(convert_to('h' || seq - 1, 'UTF8')) END,
       sha256(convert_to('h' || seq, 'UTF8')) ${series};
     INSERT INTO ledger_entries (account_id, seq, line, ledger_account, amount, currency, balance_after)
     SELECT ${own}, seq, 1, 'cash', -1, 'USD', 100001 - seq ${series}
     UNION ALL SELECT ${own}, seq, 2, 'revenue', 1, 'USD', seq - 1 ${series};
     UPDATE ledger_heads SET seq = 5001, hash = sha256(convert_to('h5001', 'UTF8')) WHERE account_id = ${own}`,
  );
  test.clock.advance(3 * day);
  const { id } = (await issue(start, start, client)).body.data;
  const { data } = (
    await test.call('POST', `/api/statements/${id}/file`, { token: client.token, body: { format: 'pdf' } })
  ).body;
  expect(data.name).toBe(`statement_${start}_${start}.zip`);
  const bytes = (await test.app.fastify.inject(data.url)).rawPayload;
  for (const part of ['1_of_2', '2_of_2']) expect(bytes.includes(`statement_${start}_${start}_${part}.pdf`)).toBe(true);
  const [first = '', second = ''] = bytes.toString('latin1').split('%PDF-').slice(1);
  expect(first.length).toBeGreaterThan(10 * second.length);
});

it('sums up each type of transaction on paper', async () => {
  const client = await merchant(test);
  const start = today();
  await move(10_000, 'RC-20', client.account_id);
  await move(2_500, 'RC-21', client.account_id);
  await move(-1_200, 'RC-21', client.account_id, 'chargeback');
  await move(200, 'RC-21', client.account_id, 'chargeback');
  test.clock.advance(3 * day);
  const { id } = (await issue(start, start, client)).body.data;
  const { statement } = JSON.parse((await fileOf(id, 'json', client)).toString());
  const totals = (language: 'en' | 'zh') =>
    paperOf({ statement, signed: null }, language, 'https://portal.test').parts.flatMap((part) =>
      part.part === 'table' ? [{ title: part.title, cells: part.rows.map(({ cells }) => cells) }] : [],
    )[1];
  expect(totals('en')).toEqual({
    title: 'Totals by type',
    cells: [
      ['Recharge', '125.00', ''],
      ['Chargeback', '2.00', '12.00'],
    ],
  });
  expect(totals('zh')).toMatchObject({
    title: '按类型合计',
    cells: [
      ['充值', '125.00', ''],
      ['拒付', '2.00', '12.00'],
    ],
  });
});

describe('a signed statement', () => {
  let first: Buffer;
  let second: Buffer;

  it('is issued for a period that is over, once, and each names the one before', async () => {
    const start = today();
    await move(10_000, 'RC-1');
    await move(2_500, 'RC-2');
    expect((await issue(start, start)).body).toMatchObject({
      code: 'statement_not_closed',
      errors: { to: expect.any(Array) },
    });
    test.clock.advance(3 * day);
    expect((await issue(today(), start)).body.errors).toHaveProperty('to');
    const [one, again] = await Promise.all([issue(start, start), issue(start, start)]);
    expect(one.body.data).toMatchObject({ position: 1, transactions: 2, opening_balance: 0, closing_balance: 12_500 });
    expect(again.body.data).toEqual(one.body.data);
    const next = today();
    await move(700, 'RC-3');
    test.clock.advance(3 * day);
    const two = (await issue(next, next)).body.data;
    expect(two).toMatchObject({ position: 2, transactions: 1, opening_balance: 12_500, closing_balance: 13_200 });
    first = await fileOf(one.body.data.id);
    second = await fileOf(two.id);
    expect(JSON.parse(second.toString()).statement.previous).toEqual({ position: 1, hash: one.body.data.hash });
    const listed = await test.call('GET', '/api/statements', { token: owner.token });
    expect(listed.body.data.map(({ position }: { position: number }) => position)).toEqual([2, 1]);
    const stranger = await merchant(test);
    expect(
      (await test.call('POST', `/api/statements/${two.id}/file`, { token: stranger.token, body: { format: 'json' } }))
        .status,
    ).toBe(404);
    const table = (await fileOf(two.id, 'csv')).toString();
    expect(table.trim().split('\r\n')).toHaveLength(3);
    expect(table).toContain('RC-3,2,cash,7.00,132.00,USD');
    const paper = await fileOf(two.id, 'pdf');
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await fileOf(two.id, 'pdf')).toEqual(paper);
  });

  it('is valid alone and with the one before it, by its own hashes, balances and signature', async () => {
    expect(await check(first)).toMatchObject({ verdict: 'valid', codes: [] });
    expect(await check(second, [first])).toMatchObject({ verdict: 'valid', codes: [] });
    expect((await verify(new Uint8Array(first), {})).verdict).toBe('broken'); // nobody's key
    const gap = today();
    test.clock.advance(2 * day);
    const later = await fileOf((await issue(gap, gap)).body.data.id);
    expect(await check(later, [first])).toMatchObject({ verdict: 'unknown', codes: ['gap'] });
    expect(await check(later, [second])).toMatchObject({ verdict: 'valid' });
    // the one between them connects the first, whichever is named first
    expect(await check(later, [first, second])).toMatchObject({ verdict: 'valid', codes: [] });
    expect(await check(later, [second, first])).toMatchObject({ verdict: 'valid', codes: [] });
    const apart = { code: 'gap', period: `${gap} – ${gap}`, after: 2, before: 3 };
    expect((await check(first, [later])).problems).toEqual([apart]);
    const way = `between this statement and the earlier statement ${gap} – ${gap} and couldn’t be checked.`;
    const advice = 'Add the statements in between.';
    expect(sentenceOf(apart)).toBe(`Transaction 3 lies ${way} ${advice}`);
    expect(sentenceOf({ ...apart, before: 4 })).toBe(`Transactions 3 to 4 lie ${way} ${advice}`);
  });

  it('is not valid with any one byte changed, and names where it was', async () => {
    const text = first.toString('latin1');
    for (let at = 0; at < first.length; at += 17) {
      const changed = Buffer.from(first);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const { verdict } = await check(changed);
      expect([at, text[at], verdict]).toEqual([at, text[at], 'broken']);
    }
    const named = async (from: string, to: string) =>
      (await check(Buffer.from(first.toString().replace(from, to)))).problems;
    expect(await named('"amount":2500,', '"amount":2501,')).toEqual([
      { code: 'not_zero', seq: 2, label: 'RC-2' },
      { code: 'balance', seq: 2, label: 'RC-2', line: 2 },
      { code: 'hash', seq: 2, label: 'RC-2' },
      { code: 'closing_balances' },
      { code: 'signature' },
    ]);
    expect(await named('"label":"RC-1"', '"label":"RC-9"')).toEqual([
      { code: 'hash', seq: 1, label: 'RC-9' },
      { code: 'signature' },
    ]);
    expect(await named('New_York', 'New_Yorx')).toEqual([{ code: 'signature' }]);
    expect(await named('{"format"', '{ "format"')).toEqual([{ code: 'other_bytes', byte: 2 }]);
    for (const junk of ['', '{}', '[1]', 'null', '{"format":"tradewind-statement-1"}', '\u0000'])
      expect((await check(Buffer.from(junk))).verdict).toBe('broken');
    expect((await check(Buffer.from([0xff, 0xfe, 0x7b]))).codes).toEqual(['not_utf8']);
  });

  it.each(['pdf', 'csv'] as const)('is not called invalid as %s: that carries no signature', async (kind) => {
    const [{ id }] = (await test.call('GET', '/api/statements', { token: owner.token })).body.data;
    expect(await check(await fileOf(id, kind))).toMatchObject({ verdict: 'unknown', codes: ['unsigned'] });
  });

  it('is not valid for a ledger that was rewritten and hashed again as a whole, once an earlier one is at hand', async () => {
    await rewriteLedger(owner.account_id);
    const from = today();
    await move(100, 'RC-4');
    test.clock.advance(2 * day);
    const forged = await fileOf((await issue(from, from)).body.data.id);
    expect(await check(forged)).toMatchObject({ verdict: 'valid' }); // alone it cannot be seen
    // the same point of the ledger has another hash now
    const span = await fileOf((await issue(new Date(0).toISOString().slice(0, 10), from)).body.data.id);
    expect(await check(span)).toMatchObject({ verdict: 'valid' });
    expect(await check(span, [first])).toMatchObject({
      verdict: 'broken',
      problems: expect.arrayContaining([expect.objectContaining({ code: 'rewritten', seq: 1 })]),
    });
    expect(await check(forged, [second])).toMatchObject({ verdict: 'broken', codes: ['rewritten'] });
  });

  it('is verified by one command without network, database or packages', async () => {
    const published = await keys();
    const folder = mkdtempSync(join(tmpdir(), 'tradewind-statement-'));
    const put = (name: string, bytes: Buffer | string) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const run = (...files: string[]) => {
      const done = spawnSync(process.execPath, ['scripts/verify-statement.mjs', ...files], {
        encoding: 'utf8',
        env: {},
      });
      return { code: done.status, text: done.stdout };
    };
    try {
      const [one, two] = [put('one.json', first), put('two.json', second)];
      expect(run(one).code).toBe(2); // no keys yet
      put('tradewind-statement-keys.json', JSON.stringify({ keys: published }));
      expect(run(two, one)).toEqual({ code: 0, text: expect.stringContaining('This statement is valid.') });
      const changed = run(put('changed.json', first.toString().replace('"amount":2500,', '"amount":2501,')));
      expect(changed.code).toBe(1);
      expect(changed.text).toContain(
        'Transaction 2 (RC-2): the hash doesn’t match. This transaction, or the one before it, was changed after it was recorded.',
      );
      expect(run('--nothing').code).toBe(2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('outlives its key: a new one signs, and the old one stays published with its time', async () => {
    const admin = await staff(test, 'admin');
    const rotate = (token: string) => test.call('POST', '/api/staff/statement_keys', { token, key: uuid(), body: {} });
    expect((await rotate((await staff(test, 'finance')).token)).status).toBe(403);
    expect((await rotate(admin.token)).status).toBe(200);
    const [old, current] = await keys();
    expect(old.until).not.toBeNull();
    expect(current).toMatchObject({ algorithm: 'Ed25519', until: null });
    expect(await check(first)).toMatchObject({ verdict: 'valid' });
    const from = today();
    test.clock.advance(2 * day);
    const signed = await fileOf((await issue(from, from)).body.data.id);
    expect(JSON.parse(signed.toString()).signature.key_id).toBe(current.id);
    expect(await check(signed)).toMatchObject({ verdict: 'valid' });
    const late = { keys: [{ ...current, from: new Date(test.clock.now().getTime() + day).toISOString() }] };
    expect((await verify(new Uint8Array(signed), late)).problems).toEqual([
      { code: 'key_not_in_use', key: current.id },
    ]);
    const page = await test.app.fastify.inject('/verify-statement/keys.js');
    expect(page.body).toContain(current.public_key);
    expect(page.body).not.toContain('private');
  });

  it('comes each month by itself, in the account’s zone, once, and not for an account without money', async () => {
    const used = await merchant(test);
    const unused = await merchant(test);
    await givenMoney(test, used.account_id, 500);
    test.clock.advance(40 * day);
    for (let time = 0; time < 2; time += 1) {
      await enqueueTask(test, 'statements_monthly');
      await runTasks(test);
    }
    const { from, to } = monthBefore(today());
    const rows = await sqlRows<{ account_id: string; position: number }>(
      test,
      `SELECT account_id, position FROM statements WHERE from_day = '${from}' AND to_day = '${to}'`,
    );
    expect(rows.filter(({ account_id }) => account_id === used.account_id)).toEqual([
      { account_id: used.account_id, position: 1 },
    ]);
    expect(rows.filter(({ account_id }) => account_id === unused.account_id)).toEqual([]);
    expect(monthBefore('2027-01-03')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    await expect(sqlRows(test, 'UPDATE statements SET position = 9')).rejects.toMatchObject({ code: '42501' });
  });
});

/** What somebody with the owner's rights could do: change an old amount and compute every balance and hash again. */
async function rewriteLedger(account: string): Promise<void> {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const table of ['ledger_transactions', 'ledger_entries'])
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_append_only`);
    await client.query(
      `UPDATE ledger_entries SET amount = sign(amount) * 9000, balance_after = sign(amount) * 9000 WHERE account_id = $1 AND seq = 1`,
      [account],
    );
    await client.query(
      `UPDATE ledger_entries SET balance_after = balance_after - sign(balance_after) * 1000 WHERE account_id = $1 AND seq > 1`,
      [account],
    );
    const { rows } = await client.query(`SELECT * FROM ledger_transactions WHERE account_id = $1 ORDER BY seq`, [
      account,
    ]);
    let previous: Buffer = firstHash;
    for (const row of rows) {
      const entries = await client.query(
        `SELECT * FROM ledger_entries WHERE account_id = $1 AND seq = $2 ORDER BY line`,
        [account, row.seq],
      );
      const numbers = entries.rows.map((entry) => ({
        ...entry,
        amount: Number(entry.amount),
        balance_after: Number(entry.balance_after),
      }));
      const hash = chainHash(previous, { ...row, seq: Number(row.seq) }, numbers);
      await client.query(
        `UPDATE ledger_transactions SET prev_hash = $3, hash = $4 WHERE account_id = $1 AND seq = $2`,
        [account, row.seq, previous, hash],
      );
      previous = hash;
    }
    await client.query(`UPDATE ledger_heads SET hash = $2 WHERE account_id = $1`, [account, previous]);
    for (const table of ['ledger_transactions', 'ledger_entries'])
      await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_append_only`);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
