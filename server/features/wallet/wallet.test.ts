import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenBank, givenMoney, givenOrdersToPay, uploadProof } from '#testing/wallet-fixtures.ts';
import { dueAfter } from '#server/lib/business-time.ts';

let test: TestApp;
let finance: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  await givenBank(test);
  finance = await staff(test, 'finance');
});
afterAll(() => test.close());

const week = { days: new Map(), opens: 9 * 60, closes: 18 * 60 };
const create = (token: string, body: object = { method: 'bank', amount: 50_000 }, key: string = uuid()) =>
  test.call('POST', '/api/recharges', { token, body, key });
let references = 0;
const proofOf = async (token: string, version: number, changes: object = {}) => {
  references += 1;
  return {
    file_ids: [await uploadProof(test, token)],
    amount: 50_000,
    paid_on: '2026-11-20',
    payer_name: 'Ada Miller',
    external_ref: `FT${references} 77`,
    version,
    ...changes,
  };
};
const prove = async (token: string, recharge: { id: string; version: number }, changes: object = {}) =>
  test.call('POST', `/api/recharges/${recharge.id}/proof`, {
    token,
    body: await proofOf(token, recharge.version, changes),
  });
const approve = (
  person: Person,
  recharge: { id: string; version: number },
  body: object = {},
  key: string = uuid(),
  token = finance.token,
) =>
  test.call('POST', `/api/staff/recharges/${person.account_id}/${recharge.id}/approve`, {
    token,
    key,
    body: { received_amount: 50_000, version: recharge.version, ...body },
  });
const reject = (
  person: Person,
  recharge: { id: string; version: number },
  reason = 'The picture shows another amount.',
  token = finance.token,
) =>
  test.call('POST', `/api/staff/recharges/${person.account_id}/${recharge.id}/reject`, {
    token,
    body: { reason, version: recharge.version },
  });
const wallet = async (token: string) => (await test.call('GET', '/api/wallet', { token })).body.data;

async function submitted(person: Person, changes: object = {}) {
  const made = await create(person.token);
  const proved = await prove(person.token, made.body.data, changes);
  expect(proved).toMatchObject({ status: 200 });
  return proved.body.data as { id: string; number: string; version: number };
}

describe('a recharge by bank transfer', () => {
  it('gets a reference, is proved, approved with what arrived, and is money in the wallet', async () => {
    const person = await merchant(test);
    const made = await create(person.token);
    expect(made).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'awaiting_transfer',
          amount: 50_000,
          currency: 'USD',
          method: { code: 'bank', kind: 'transfer' },
          expires_at: '2026-11-28T09:00:00.000Z',
        },
      },
    });
    expect(made.body.data.number).toMatch(/^RC-\d+$/);
    expect(made.body.data.reference).toMatch(/^TW-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const proved = await prove(person.token, made.body.data, { external_ref: 'ft 123 45' });
    expect(proved).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'submitted',
          external_ref: 'FT12345',
          payer_name: 'Ada Miller',
          proofs: [{ name: 'proof.pdf' }],
          due_at: dueAfter(test.clock.now(), { hours: 4 }, week).toISOString(),
        },
      },
    });
    expect(await wallet(person.token)).toMatchObject({ available: 0, pending: 50_000 });

    const queue = await test.call('GET', '/api/staff/recharges?per_page=200', { token: finance.token });
    expect(queue.body.data.find((row: { id: string }) => row.id === made.body.data.id)).toMatchObject({
      client: { id: person.account_id },
      status: 'submitted',
      submitted_at: test.clock.now().toISOString(),
      due_at: dueAfter(test.clock.now(), { hours: 4 }, week).toISOString(), // as the client is told
    });
    const ofClient = `/api/staff/recharges?q=${queue.body.data.at(-1).client.number}`;
    expect((await test.call('GET', ofClient, { token: finance.token })).body.data).toContainEqual(
      queue.body.data.at(-1),
    );
    const link = await test.call(
      'POST',
      `/api/staff/files/${person.account_id}/${proved.body.data.proofs[0].id}/link`,
      {
        token: finance.token,
        body: {},
      },
    );
    expect(link.status).toBe(200);

    const done = await approve(person, proved.body.data, { received_amount: 49_500, note: 'The bank kept 5.00' });
    expect(done).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'credited',
          amount: 50_000,
          received_amount: 49_500,
          fee: 0,
          review_note: 'The bank kept 5.00',
        },
      },
    });
    expect(await wallet(person.token)).toMatchObject({
      available: 49_500,
      pending: 0,
      held: 0,
      bonus: 0,
      currency: 'USD',
    });
    const logs = await test.call('GET', '/api/billing_logs', { token: person.token });
    expect(logs.body).toMatchObject({
      meta: { total: 1 },
      data: [
        {
          seq: 1,
          kind: 'recharge',
          amount: 49_500,
          balance_after: 49_500,
          reference: { kind: 'recharges', label: made.body.data.number },
          memo: 'Bank transfer',
        },
      ],
    });
    const colleague = await merchant(test, { account_id: person.account_id });
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${colleague.user_id}'`);
    const read = await test.call('GET', '/api/billing_logs', { token: colleague.token });
    expect(read.body.data).toMatchObject([{ memo: '银行转账' }]);

    const mails = await systemEntry(test).run('all_accounts', ({ db }) =>
      db.selectFrom('outbox').selectAll().where('account_id', '=', person.account_id).execute(),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.payload).toMatchObject({
      to: person.email,
      subject: '495.00 USD added to your wallet · Tradewind',
    });
  });

  it('takes the method’s fee from what arrives', async () => {
    await givenBank(test, 125);
    const person = await merchant(test);
    const proved = await submitted(person);
    const done = await approve(person, proved, { received_amount: 33_333 });
    expect(done.body.data).toMatchObject({ received_amount: 33_333, fee: 417 }); // 416.66 rounds up
    expect(await wallet(person.token)).toMatchObject({ available: 32_916 });
    await givenBank(test);
  });

  it('credits once: repeated by its key, by two officers at once, or claimed again under the same number', async () => {
    const person = await merchant(test);
    const proved = await submitted(person, { external_ref: 'ONE-PAYMENT' });
    const key = uuid();
    const second = await staff(test, 'finance');
    const answers = await Promise.all([
      approve(person, proved, {}, key),
      approve(person, proved, {}, uuid(), second.token),
      approve(person, proved, {}, uuid(), second.token),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'recharge_not_open')).toHaveLength(2);
    const winner = answers[0]?.status === 200;
    if (winner)
      expect(await approve(person, proved, {}, key)).toMatchObject({
        status: 200,
        body: { data: { status: 'credited' } },
      });
    expect(await wallet(person.token)).toMatchObject({ available: 50_000 });
    expect(await approve(person, proved, { received_amount: 1 }, uuid())).toMatchObject({
      status: 422,
      body: { code: 'recharge_not_open' },
    });

    const again = (await create(person.token)).body.data;
    expect(await prove(person.token, again, { external_ref: 'one-payment' })).toMatchObject({
      status: 422,
      body: {
        code: 'duplicate_reference',
        message: `This transaction number was already submitted in ${proved.number}. Check it.`,
        errors: { external_ref: [expect.any(String)] },
      },
    });
    const other = await merchant(test);
    const foreign = await prove(other.token, (await create(other.token)).body.data, { external_ref: 'ONE-PAYMENT' });
    expect(foreign).toMatchObject({ status: 422, body: { code: 'duplicate_reference' } });
    expect(foreign.body.message).not.toContain('RC-');
  });

  it('two accounts that claim one transfer: the second approval is refused and names the first', async () => {
    const [first, second] = [await merchant(test), await merchant(test)];
    const mine = await submitted(first, { external_ref: 'SHARED-1' });
    const theirs = await submitted(second, { external_ref: 'SHARED-1' });
    const answers = await Promise.all([approve(first, mine), approve(second, theirs)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(answers.find((answer) => answer.status === 422)?.body).toMatchObject({
      code: 'duplicate_reference',
      message: expect.stringMatching(/already credited in RC-\d+ of Shop of/),
    });
    expect((await wallet(first.token)).available + (await wallet(second.token)).available).toBe(50_000);
  });

  it('is rejected with a reason, handed in again and approved', async () => {
    const person = await merchant(test);
    const first = await submitted(person, { external_ref: 'AGAIN-1' });
    const no = await reject(person, first);
    const decided_at = test.clock.now().toISOString();
    expect(no).toMatchObject({
      status: 200,
      body: { data: { status: 'rejected', review_note: 'The picture shows another amount.', decided_at } },
    });
    expect(await approve(person, no.body.data)).toMatchObject({ status: 422, body: { code: 'recharge_not_open' } });
    const retry = await prove(person.token, no.body.data, { external_ref: 'AGAIN-1' });
    expect(retry).toMatchObject({
      status: 200,
      body: { data: { status: 'submitted', review_note: null, decided_at: null } },
    });
    expect(await approve(person, retry.body.data)).toMatchObject({ status: 200 });
    const mails = await systemEntry(test).run('all_accounts', ({ db }) =>
      db
        .selectFrom('outbox')
        .select('payload')
        .where('account_id', '=', person.account_id)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    );
    expect(mails.map((mail) => (mail.payload as { subject: string }).subject)).toEqual([
      `Recharge ${first.number} rejected · Tradewind`,
      '500.00 USD added to your wallet · Tradewind',
    ]);
  });

  it('refuses bad input with a sentence under its field', async () => {
    const person = await merchant(test);
    expect(await create(person.token, { method: 'bank', amount: 999 })).toMatchObject({
      status: 422,
      body: { errors: { amount: ['The amount must be at least 10.00 USD. Enter a higher one.'] } },
    });
    expect(await create(person.token, { method: 'bank', amount: 5_000_001 })).toMatchObject({ status: 422 });
    expect(await create(person.token, { method: 'pigeon', amount: 5_000 })).toMatchObject({
      status: 422,
      body: { code: 'payment_unavailable' },
    });
    expect(await create(person.token, { method: 'card', amount: 5_000 })).toMatchObject({
      status: 422,
      body: { code: 'payment_unavailable' },
    }); // no provider is set up here
    expect(
      await test.call('POST', '/api/recharges', { token: person.token, body: { method: 'bank', amount: 5_000 } }),
    ).toMatchObject({ status: 400 });
    const made = (await create(person.token)).body.data;
    expect(await prove(person.token, made, { paid_on: '2026-11-25' })).toMatchObject({
      status: 422,
      body: { errors: { paid_on: [expect.stringContaining('future')] } },
    });
    expect(await prove(person.token, made, { paid_on: '2026-08-01' })).toMatchObject({ status: 422 });
    expect(await prove(person.token, made, { payer_name: 'A' })).toMatchObject({
      status: 422,
      body: { errors: { payer_name: [expect.any(String)] } },
    });
    expect(await prove(person.token, made, { external_ref: '12' })).toMatchObject({ status: 422 });
    expect(await prove(person.token, made, { amount: 0 })).toMatchObject({ status: 422 });
    expect(await prove(person.token, made, { version: 9 })).toMatchObject({
      status: 422,
      body: { code: 'stale_version' },
    });
    expect(await prove(person.token, made, { file_ids: [uuid()] })).toMatchObject({ status: 404 });
    const other = await merchant(test);
    expect(await prove(person.token, made, { file_ids: [await uploadProof(test, other.token)] })).toMatchObject({
      status: 404,
    });
    const proved = await submitted(person);
    expect(await approve(person, proved, { received_amount: 0 })).toMatchObject({ status: 422 });
    expect(await reject(person, proved, 'no')).toMatchObject({
      status: 422,
      body: { errors: { reason: [expect.any(String)] } },
    });
    expect(await approve(person, { ...proved, version: 1 })).toMatchObject({
      status: 422,
      body: { code: 'stale_version' },
    });
  });

  it('answers the same recharge under one key and refuses other content', async () => {
    const { token } = await merchant(test);
    const key = uuid();
    const [one, two] = await Promise.all([create(token, undefined, key), create(token, undefined, key)]);
    expect(one.body.data.id).toBe(two.body.data.id);
    expect(await create(token, { method: 'bank', amount: 60_000 }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
  });

  it('waits for a confirmed e-mail address', async () => {
    const { token } = await merchant(test, { verified: false });
    expect(await create(token)).toMatchObject({ status: 422, body: { code: 'email_unverified' } });
  });

  it('is cancelled before anything was sent, and expires after seven days; late money can still be proved', async () => {
    const { token } = await merchant(test);
    const made = (await create(token)).body.data;
    const gone = await test.call('POST', `/api/recharges/${made.id}/cancel`, {
      token,
      body: { version: made.version },
    });
    expect(gone).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
    expect(await test.call('POST', `/api/recharges/${made.id}/cancel`, { token, body: { version: 2 } })).toMatchObject({
      status: 422,
      body: { code: 'recharge_not_open' },
    });
    const late = (await create(token)).body.data;
    const before = test.clock.now();
    test.clock.advance(8 * 86_400_000);
    await test.app.tasks.payments_sweep?.(systemEntry(test), {});
    const expired = await test.call('GET', `/api/recharges/${late.id}`, { token });
    expect(expired.body.data).toMatchObject({ status: 'expired' });
    expect(await prove(token, expired.body.data)).toMatchObject({
      status: 200,
      body: { data: { status: 'submitted' } },
    });
    test.clock.set(before);
  });
});

describe('who may do what', () => {
  it('foreign recharges are 404, missing tokens 401, wrong roles 403', async () => {
    const person = await merchant(test);
    const proved = await submitted(person);
    const other = await merchant(test);
    const id = proved.id;
    expect(await test.call('GET', `/api/recharges/${id}`, { token: other.token })).toMatchObject({ status: 404 });
    expect(await prove(other.token, proved)).toMatchObject({ status: 404 });
    expect(
      await test.call('POST', `/api/recharges/${id}/cancel`, { token: other.token, body: { version: 1 } }),
    ).toMatchObject({ status: 404 });
    expect(await test.call('POST', `/api/recharges/${id}/checkout`, { token: other.token, body: {} })).toMatchObject({
      status: 422,
    }); // no provider here
    expect(await approve(other, proved)).toMatchObject({ status: 404 });
    for (const path of [
      '/api/wallet',
      '/api/billing_logs',
      '/api/recharge_methods',
      '/api/recharges',
      '/api/staff/recharges',
      '/api/staff/recharge_methods',
    ]) {
      expect(await test.call('GET', path), path).toMatchObject({ status: 401 });
    }
    expect(await approve(person, proved, {}, uuid(), person.token)).toMatchObject({ status: 403 });
    expect(await reject(person, proved, undefined, (await staff(test, 'agent')).token)).toMatchObject({ status: 403 });
    const viewer = await merchant(test, { account_id: person.account_id, role: 'viewer' });
    expect(await test.call('GET', '/api/wallet', { token: viewer.token })).toMatchObject({ status: 403 });
    const payer = await merchant(test, { account_id: person.account_id, role: 'payer' });
    expect(await test.call('GET', '/api/recharges', { token: payer.token })).toMatchObject({ status: 200 });
    expect(await create(payer.token)).toMatchObject({ status: 403 });
    expect(await test.call('GET', '/api/staff/recharges', { token: payer.token })).toMatchObject({ status: 403 });
  });

  it('staff who act for a client move no money, and their reads leave a trace', async () => {
    const person = await merchant(test);
    await submitted(person);
    const admin = await staff(test, 'admin');
    await test.call('GET', '/api/recharges', { token: admin.token, headers: { 'x-client-id': person.account_id } });
    await test.call('GET', '/api/staff/recharges?per_page=200', { token: admin.token });
    const traces = await systemEntry(test).run('all_accounts', ({ db }) =>
      db
        .selectFrom('access_log')
        .select('route')
        .where('account_id', '=', person.account_id)
        .where('staff_user_id', '=', admin.user_id)
        .execute(),
    );
    expect(traces.map((row) => row.route).sort()).toEqual(['wallet.recharges', 'wallet.staffList']);
    await test.call('POST', '/api/login_as', {
      token: admin.token,
      body: { account_id: person.account_id, reason: 'They asked on the phone' },
    });
    expect(await create(admin.token)).toMatchObject({ status: 422, body: { code: 'not_allowed_while_acting' } });
  });
});

describe('lists', () => {
  it('of recharges search by number, reference and transaction number, page by page', async () => {
    const person = await merchant(test);
    const first = await submitted(person, { external_ref: 'FIND ME 1' });
    const plain = (await create(person.token)).body.data;
    const list = async (query: string) =>
      (await test.call('GET', `/api/recharges?${query}`, { token: person.token })).body;
    expect(await list('')).toMatchObject({ meta: { total: 2 }, data: [{ id: plain.id }, { id: first.id }] });
    expect(await list('per_page=1&page=2')).toMatchObject({ data: [{ id: first.id }] });
    expect((await list('q=find%20me%201')).data).toHaveLength(1);
    expect((await list(`q=${first.number.toLowerCase()}`)).data).toMatchObject([{ id: first.id }]);
    expect((await list(`q=${plain.reference}`)).data).toMatchObject([{ id: plain.id }]);
    expect((await list('q=%25')).data).toEqual([]);
    expect((await test.call('GET', '/api/recharges?page=1000&per_page=200', { token: person.token })).body.code).toBe(
      'page_too_deep',
    );
  });

  it('the statement filters by kind and date and keeps the running balance', { tags: ['S7-35'] }, async () => {
    const person = await merchant(test);
    for (const amount of [1_000, 2_000, 3_000]) await givenMoney(test, person.account_id, amount);
    const proved = await submitted(person);
    await approve(person, proved);
    const logs = async (query: string) =>
      (await test.call('GET', `/api/billing_logs?${query}`, { token: person.token })).body;
    expect((await logs('')).data.map((log: { balance_after: number }) => log.balance_after)).toEqual([
      56_000, 6_000, 3_000, 1_000,
    ]);
    expect(await logs('kind=adjustment&per_page=1&page=2')).toMatchObject({
      meta: { total: 3 },
      data: [{ amount: 2_000, balance_after: 3_000 }],
    });
    expect((await logs('from=2026-11-22')).data).toEqual([]);
    expect((await logs('from=2026-11-21&to=2026-11-21')).data).toHaveLength(4);
    await sqlRows(test, `UPDATE accounts SET time_zone = 'Pacific/Honolulu' WHERE id = '${person.account_id}'`);
    expect((await logs('from=2026-11-21')).data).toEqual([]); // there it is the evening before
    expect((await logs('from=2026-11-20&to=2026-11-20')).data).toHaveLength(4);
    expect((await test.call('GET', '/api/billing_logs?from=yesterday', { token: person.token })).status).toBe(400);
  });

  it('says how long a balance lasts from a week of payments on', async () => {
    const { account_id, token } = await merchant(test);
    await givenMoney(test, account_id, 500_00);
    const order_ids = await givenOrdersToPay(test, account_id, 2);
    const read = async () => (await test.call('GET', '/api/wallet', { token })).body.data;
    const { data } = (await test.call('POST', '/api/invoices/checkout', { token, body: { order_ids } })).body;
    const paid = await test.call('POST', '/api/invoices', {
      token,
      key: uuid(),
      body: { order_ids, expected_total: data.total },
    });
    expect(paid.status).toBe(200);
    expect(await read()).toMatchObject({ spent_30_days: data.total, spent_days: null, days_left: null });
    const before = test.clock.now();
    test.clock.advance(8 * 86_400_000);
    expect(await read()).toMatchObject({
      spent_days: 8,
      days_left: Math.floor(((500_00 - data.total) * 8) / data.total),
    });
    test.clock.set(before);
  });

  it('staff’s tabs count what waits', async () => {
    const person = await merchant(test);
    const proved = await submitted(person);
    await reject(person, proved);
    const tab = async (name: string) =>
      (await test.call('GET', `/api/staff/recharges?per_page=200&tab=${name}`, { token: finance.token })).body;
    expect((await tab('rejected')).data.some((row: { id: string }) => row.id === proved.id)).toBe(true);
    expect((await tab('credited')).data.some((row: { id: string }) => row.id === proved.id)).toBe(false);
    const waiting = await tab('to_review');
    expect(waiting.meta.counts.to_review).toBe(waiting.data.length);
    expect((await tab('all')).meta.total).toBeGreaterThan(waiting.data.length);
  });
});

describe('background tasks', () => {
  it('leave nothing failed behind', async () => {
    await runTasks(test);
  });
});
