import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { expireBonus, giveBack, post, spend } from '#server/features/ledger/index.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { checkLedger, givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let anna: Omit<Person, 'account_id'>;
let ben: Omit<Person, 'account_id'>;
let admin: Omit<Person, 'account_id'>;
beforeAll(async () => {
  test = await startTestApp();
  [anna, ben, admin] = [await staff(test, 'finance'), await staff(test, 'finance'), await staff(test, 'admin')];
});
afterAll(() => test.close());

const reason = 'Goodwill for the late parcels';
const propose = (body: object, by = anna) =>
  test.call('POST', '/api/staff/adjustments', { token: by.token, key: uuid(), body: { reason, ...body } });
type Row = { id: string; version: number; client: { id: string } };
const decide = (row: Row, verb: string, by = ben, body: object = {}) =>
  test.call('POST', `/api/staff/adjustments/${row.client.id}/${row.id}/${verb}`, {
    token: by.token,
    key: uuid(),
    body: { version: row.version, ...body },
  });
const withdraw = ({ client, id, version }: Row, by: { token: string }) =>
  test.call('POST', `/api/staff/adjustments/${client.id}/${id}/withdraw`, { token: by.token, body: { version } });
const reject = ({ client, id, version }: Row, note: string, by = ben) =>
  test.call('POST', `/api/staff/adjustments/${client.id}/${id}/reject`, { token: by.token, body: { version, note } });
const agreed = async (body: object) => decide((await propose(body)).body.data, 'approve');
const wallet = async ({ token }: Person) => (await test.call('GET', '/api/wallet', { token })).body.data;
const logs = async ({ token }: Person, query = '') =>
  (await test.call('GET', `/api/billing_logs${query}`, { token })).body.data;
const day = 86_400_000;
const dayAfter = (days: number) => new Date(test.clock.now().getTime() + days * day).toISOString().slice(0, 10);
const pay = (account: string, amount: number) =>
  inAccount(test, account, (ctx) =>
    spend(ctx, {
      kind: 'invoice_payment',
      ref: { kind: 'invoices', id: uuid(), label: 'INV-1' },
      idempotency_key: uuid(),
      amount,
      currency: 'USD',
      to: [{ ledger_account: 'revenue', amount }],
    }),
  );

describe('adjustments', () => {
  it('move money once two members of staff agree, and tell the client why', async () => {
    const owner = await merchant(test);
    const proposed = await propose({ kind: 'credit', account_id: owner.account_id, amount: 5_000 });
    expect(proposed.body.data).toMatchObject({ status: 'proposed', number: expect.stringMatching(/^ADJ-\d+$/) });
    const waits = async ({ token }: { token: string }) =>
      (await test.call('GET', '/api/staff/work', { token })).body.data.adjustments;
    expect([await waits(anna), await waits(ben)]).toEqual([0, 1]); // nobody decides their own
    const counted = async ({ token }: { token: string }) =>
      (await test.call('GET', '/api/staff/adjustments', { token })).body.meta.counts;
    expect(await counted(anna)).toEqual({ proposed: 0, for_colleague: 1, decided: 0, all: 1 });
    expect(await counted(ben)).toEqual({ proposed: 1, for_colleague: 0, decided: 0, all: 1 });
    const heard = async ({ token }: { token: string }) =>
      (await test.call('GET', '/api/notifications', { token })).body.data.map(({ event }: { event: string }) => event);
    expect(await heard(admin)).toContain('staff_adjustment_proposed');
    expect(await heard(anna)).not.toContain('staff_adjustment_proposed');
    expect((await wallet(owner)).available).toBe(0);
    const approved = await decide(proposed.body.data, 'approve');
    expect(approved.body.data).toMatchObject({ status: 'approved', decided_by: { id: ben.user_id }, version: 2 });
    expect(await agreed({ kind: 'debit', account_id: owner.account_id, amount: 1_200 })).toMatchObject({ status: 200 });
    expect(await wallet(owner)).toMatchObject({ available: 3_800, bonus: 0 });
    const [taken, given] = await logs(owner);
    expect(given).toMatchObject({
      kind: 'adjustment',
      memo: reason,
      amount: 5_000,
      balance_after: 5_000,
      actor: { kind: 'staff', name: null },
      reference: { kind: 'adjustments', label: approved.body.data.number },
    });
    expect(taken).toMatchObject({ amount: -1_200, balance_after: 3_800 });
    const audits = await sqlRows<{ action: string }>(
      test,
      `SELECT action FROM audit_log WHERE entity_id = '${proposed.body.data.id}' ORDER BY at, id`,
    );
    expect(audits.map(({ action }) => action)).toEqual(['adjustments.propose', 'adjustments.approve']);
    expect(await checkLedger(test, owner.account_id)).toEqual({ ok: true, transactions: 2 });
  });

  it('are never decided by whoever proposed them, not even past the server', async () => {
    const { account_id } = await merchant(test);
    const { data } = (await propose({ kind: 'credit', account_id, amount: 100 })).body;
    for (const verb of ['approve', 'reject'])
      expect((await decide(data, verb, anna, { note: 'I agree with me' })).body).toMatchObject({
        code: 'second_person',
      });
    expect((await withdraw(data, ben)).body.code).toBe('second_person');
    const byHand = `UPDATE adjustments SET status = 'rejected', decided_at = now(), decided_by = proposed_by WHERE id = '${data.id}'`;
    await expect(sqlRows(test, byHand)).rejects.toMatchObject({ constraint: 'adjustments_second_person' });
    await expect(sqlRows(test, `UPDATE adjustments SET amount = 1 WHERE id = '${data.id}'`)).rejects.toThrow('is kept');
    expect((await withdraw(data, anna)).body.data.status).toBe('withdrawn');
    expect((await decide({ ...data, version: 2 }, 'approve')).body.code).toBe('adjustment_closed');
    const reopened = `UPDATE adjustments SET status = 'proposed', decided_at = NULL, decided_by = NULL WHERE id = '${data.id}'`;
    await expect(sqlRows(test, reopened)).rejects.toThrow('is kept');
  });

  it('book once, however often and by however many they are approved at the same moment', async () => {
    const owner = await merchant(test);
    const carol = await staff(test, 'admin');
    const { data } = (await propose({ kind: 'credit', account_id: owner.account_id, amount: 700 })).body;
    const answers = await Promise.all([ben, carol, ben, carol, ben].map((by) => decide(data, 'approve', by)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['adjustment_closed']),
    );
    expect((await wallet(owner)).available).toBe(700);
  });

  it('change nothing when they are bad', async () => {
    const owner = await merchant(test);
    const { account_id } = owner;
    const bad: [object, string | undefined][] = [
      [{ kind: 'credit', account_id, amount: 5_000_001 }, 'amount'],
      [{ kind: 'credit', account_id, amount: 0 }, 'amount'],
      [{ kind: 'credit', account_id, amount: 0.5 }, 'amount'],
      [{ kind: 'debit', account_id, amount: -5 }, 'amount'],
      [{ kind: 'bonus', account_id, amount: 5 }, 'last_day'],
      [{ kind: 'bonus', account_id, amount: 5, last_day: dayAfter(-1) }, 'last_day'],
      [{ kind: 'bonus', account_id, amount: 5, last_day: dayAfter(900) }, 'last_day'],
      [{ kind: 'credit', account_id, amount: 5, reason: 'no' }, 'reason'],
      [{ kind: 'gift', account_id, amount: 5 }, undefined],
    ];
    for (const [body, field] of bad) {
      const { status, body: refusal } = await propose(body);
      expect([status, body]).toEqual([422, body]);
      if (field) expect(refusal.errors).toHaveProperty(field);
    }
    const doubtful = (await propose({ kind: 'credit', account_id, amount: 5 })).body.data;
    expect((await reject(doubtful, 'no')).body.errors).toHaveProperty('note');
    expect((await reject(doubtful, 'The parcel came in time')).body.data).toMatchObject({ status: 'rejected' });
    expect((await propose({ kind: 'credit', account_id: uuid(), amount: 5 })).status).toBe(404);
    expect((await propose({ kind: 'credit', account_id, amount: 5 }, owner)).status).toBe(403);
    const agent = await staff(test, 'agent');
    expect((await propose({ kind: 'credit', account_id, amount: 5 }, agent)).status).toBe(403);
    const short = await agreed({ kind: 'debit', account_id, amount: 5 });
    expect(short.body).toMatchObject({ code: 'insufficient_balance', message: expect.stringContaining('0.00') });
    const waiting = await test.call('GET', '/api/staff/adjustments', { token: ben.token });
    const mine = waiting.body.data.filter(({ client }: Row) => client.id === account_id);
    expect(mine).toMatchObject([{ kind: 'debit', status: 'proposed' }]);
    expect(waiting.body.meta.counts.proposed).toBeGreaterThan(0);
  });
});

describe('bonus money', () => {
  it('is spent first, what expires soonest before the rest, and what is left expires', async () => {
    const owner = await merchant(test);
    const { account_id } = owner;
    await givenMoney(test, account_id, 1_000);
    await agreed({ kind: 'bonus', account_id, amount: 300, last_day: dayAfter(9) });
    await agreed({ kind: 'bonus', account_id, amount: 200, last_day: dayAfter(2) });
    expect(await wallet(owner)).toMatchObject({
      available: 1_500,
      bonus: 500,
      bonus_lots: [
        { last_day: dayAfter(2), amount: 200 },
        { last_day: dayAfter(9), amount: 300 },
      ],
    });
    await pay(account_id, 250);
    const [paid] = await logs(owner);
    expect(paid).toMatchObject({ amount: -250, bonus: -250, balance_after: 1_250 });
    expect((await wallet(owner)).bonus_lots).toEqual([{ last_day: dayAfter(9), amount: 250 }]);
    expect(await logs(owner, '?direction=in&amount_from=3&q=adj-0')).toEqual([]);
    expect(await logs(owner, '?direction=out')).toMatchObject([{ kind: 'invoice_payment' }]);
    expect(await logs(owner, '?direction=in&amount_from=2&amount_to=3')).toMatchObject([
      { amount: 200 },
      { amount: 300 },
    ]);
    test.clock.advance(10 * day);
    const entry = entryFor(test.ground, { kind: 'system', name: 'test' }, 'test');
    // the job and a payment at the same moment: what is over is never spent, whoever comes first
    const [, second] = await Promise.allSettled([expireBonus(entry), pay(account_id, 1_001), expireBonus(entry)]);
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'insufficient_balance' } });
    expect(await wallet(owner)).toMatchObject({ available: 1_000, bonus: 0 });
    const [expired] = await logs(owner);
    expect(expired).toMatchObject({ kind: 'expiry_of_bonus', amount: -250, bonus: -250, balance_after: 1_000 });
    await expireBonus(entry);
    expect(await checkLedger(test, account_id)).toEqual({ ok: true, transactions: 5 });
  });

  it('goes back to its lot, and to one that lasts 30 days where that has expired', async () => {
    const { account_id } = await merchant(test);
    await agreed({ kind: 'bonus', account_id, amount: 400, last_day: dayAfter(1) });
    const { seq } = await pay(account_id, 400);
    const refund = (before: number) =>
      inAccount(test, account_id, (ctx) =>
        giveBack(ctx, {
          ref: { kind: 'credit_notes', id: uuid(), label: 'CN-1' },
          idempotency_key: uuid(),
          seq,
          before,
          amount: 100,
        }),
      );
    await refund(0);
    const lots = async () => {
      const rows = await sqlRows<{ last_day: string }>(
        test,
        `SELECT last_day::text FROM bonus_lots WHERE account_id = '${account_id}' AND closed_at IS NULL ORDER BY 1`,
      );
      return rows.map(({ last_day }) => last_day);
    };
    expect(await lots()).toEqual([dayAfter(1)]);
    test.clock.advance(3 * day);
    await expireBonus(entryFor(test.ground, { kind: 'system', name: 'test' }, 'test'));
    await refund(100);
    expect(await lots()).toEqual([dayAfter(30)]);
    expect(await checkLedger(test, account_id)).toEqual({ ok: true, transactions: 5 });
  });
});

describe('the credit limit', () => {
  it('lets payments go below zero as far as it reaches, and is never set below what is owed', async () => {
    const owner = await merchant(test);
    const { account_id } = owner;
    await expect(pay(account_id, 1)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await agreed({ kind: 'credit_limit', account_id, amount: 1_000 });
    expect(await wallet(owner)).toMatchObject({ available: 1_000, credit_limit: 1_000, credit_used: 0 });
    const both = await Promise.allSettled([pay(account_id, 600), pay(account_id, 600)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await wallet(owner)).toMatchObject({ available: 400, credit_used: 600 });
    const lower = await agreed({ kind: 'credit_limit', account_id, amount: 599 });
    expect(lower.body).toMatchObject({ code: 'credit_in_use', message: expect.stringContaining('6.00') });
    // what is held must be there: credit is for paying
    const hold = inAccount(test, account_id, (ctx) =>
      post(ctx, {
        kind: 'hold',
        ref: { kind: 'tests', id: account_id, label: '' },
        idempotency_key: uuid(),
        entries: [
          { ledger_account: 'cash', amount: -1, currency: 'USD' },
          { ledger_account: 'held_cash', amount: 1, currency: 'USD' },
        ],
      }),
    );
    await expect(hold).rejects.toMatchObject({ code: 'insufficient_balance' });
    await givenMoney(test, account_id, 600);
    expect((await agreed({ kind: 'credit_limit', account_id, amount: 0 })).status).toBe(200);
    expect(await wallet(owner)).toMatchObject({ available: 0, credit_limit: 0 });
    expect(await checkLedger(test, account_id)).toEqual({ ok: true, transactions: 2 });
  });

  it('is the database’s limit as well', async () => {
    const { account_id } = await merchant(test);
    await givenMoney(test, account_id, 500);
    const seq = 2;
    const below = `WITH made AS (INSERT INTO ledger_transactions (account_id, seq, id, at, kind, ref_kind, ref_id, ref_label, actor_kind, idempotency_key, prev_hash, hash)
        VALUES ('${account_id}', ${seq}, '${uuid()}', now(), 'invoice_payment', 't', '${account_id}', '', 'system', 'k', decode(repeat('ab', 32), 'hex'), decode(repeat('cd', 32), 'hex')) RETURNING 1)
      INSERT INTO ledger_entries (account_id, seq, line, ledger_account, amount, currency, balance_after, overdraws)
      SELECT '${account_id}', ${seq}, 1, 'cash', -600, 'USD', -100, true FROM made`;
    await expect(sqlRows(test, below)).rejects.toMatchObject({ constraint: 'ledger_entries_overdraw' });
  });
});
