import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { inAccount, systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { cashOf, checkLedger, givenBank, givenBonus, givenMoney, uploadProof } from '#testing/wallet-fixtures.ts';
import { spend } from '#server/features/ledger/index.ts';

let test: TestApp;
let finance: { token: string };
let colleague: { token: string };

beforeAll(async () => {
  test = await startTestApp();
  finance = await staff(test, 'finance');
  colleague = await staff(test, 'finance');
});
afterAll(() => test.close());

type Row = { id: string; number: string; status: string; version: number };

const account = { kind: 'bank', holder: 'Ada Miller', account: 'de02 1203 0000 0000 2020 51', bank: 'DKB' };
const post = async (token: string, path: string, body: object = {}, key: string = uuid()) =>
  test.call('POST', path, { token, body, key });
const payoutAccount = async (token: string): Promise<string> =>
  (await post(token, '/api/payout_accounts', account)).body.data.id;
const walletOf = async (person: Person) => (await test.call('GET', '/api/wallet', { token: person.token })).body.data;
const approve = (person: Person, row: Row, token = finance.token) =>
  post(token, `/api/staff/withdrawals/${person.account_id}/${row.id}/approve`, { version: row.version });
const markPaid = (person: Person, row: Row, reference: string) =>
  post(finance.token, `/api/staff/withdrawals/${person.account_id}/${row.id}/paid`, {
    version: row.version,
    reference,
  });
const decline = (person: Person, row: Row, reason: string) =>
  post(finance.token, `/api/staff/withdrawals/${person.account_id}/${row.id}/decline`, {
    version: row.version,
    reason,
  });
const confirm = (person: Person, row: Row, code: string) =>
  post(person.token, `/api/withdrawals/${row.id}/confirm`, { code });

async function mails(person: Person): Promise<{ subject: string; text: string; to: string }[]> {
  const rows = await sqlRows<{ payload: { subject: string; text: string; to: string } }>(
    test,
    `SELECT payload FROM outbox WHERE account_id = '${person.account_id}' AND kind = 'mail' ORDER BY created_at, id`,
  );
  return rows.map(({ payload }) => payload);
}

/** The code of the newest mail. */
const codeOf = async (person: Person): Promise<string> =>
  (await mails(person)).flatMap(({ subject }) => /^(\d{6}) /.exec(subject)?.[1] ?? []).at(-1) ?? '';
const anotherThan = (code: string) => (code === '000000' ? '000001' : '000000');

/** A merchant with so much cash who has requested a withdrawal. */
async function requested(amount: number, cash = amount) {
  const person = await merchant(test);
  await givenMoney(test, person.account_id, cash);
  const payout_account_id = await payoutAccount(person.token);
  const answer = await post(person.token, '/api/withdrawals', { payout_account_id, amount });
  expect(answer).toMatchObject({ status: 200 });
  return { person, row: answer.body.data as Row, payout_account_id };
}

async function confirmed(amount: number, cash = amount) {
  const { person, row } = await requested(amount, cash);
  const answer = await confirm(person, row, await codeOf(person));
  expect(answer.body).toMatchObject({ data: { status: 'confirmed' } });
  return { person, row: answer.body.data as Row };
}

/** Spends from the wallet, as the payment of an invoice does; whether there was enough. */
const payment = (person: Person, amount: number): Promise<'paid' | 'refused'> =>
  inAccount(test, person.account_id, (ctx) =>
    spend(ctx, {
      kind: 'invoice_payment',
      ref: { kind: 'tests', id: person.account_id, label: 'INV' },
      idempotency_key: uuid(),
      amount,
      currency: 'USD',
      to: [{ ledger_account: 'revenue', amount }],
    }).then(
      () => 'paid',
      () => 'refused',
    ),
  );

describe('a withdrawal', () => {
  it('holds the money, is confirmed by the mailed code, approved and paid out', async () => {
    const { person, row } = await requested(120_00, 200_00);
    expect(row).toMatchObject({ status: 'requested', number: expect.stringMatching(/^WD-\d+$/) });
    expect(await walletOf(person)).toMatchObject({ available: 80_00, held: 120_00, withdrawable: 80_00 });
    const [mail] = await mails(person);
    expect(mail).toMatchObject({ to: person.email });
    expect(mail?.text).toContain('120.00 USD');
    expect(mail?.text).toContain('…2051');

    const sure = await confirm(person, row, await codeOf(person));
    expect(sure.body.data).toMatchObject({ status: 'confirmed', payout: { account: 'DE02120300000000202051' } });
    const bell = (await test.call('GET', '/api/notifications', { token: finance.token })).body.data;
    expect(bell?.[0] ?? {}).toMatchObject({ event: 'staff_withdrawal_confirmed', params: { amount: 120_00 } });

    const approved = (await approve(person, sure.body.data)).body.data;
    expect(approved).toMatchObject({ status: 'approved', needs_second: false, approvals: [{ own: true }] });
    const early = await markPaid(person, sure.body.data, 'PAY-1');
    expect(early).toMatchObject({ status: 422, body: { code: 'stale_version' } });
    const paid = await markPaid(person, approved, 'PAY-1');
    expect(paid.body.data).toMatchObject({ status: 'paid', reference: 'PAY-1' });
    expect(await walletOf(person)).toMatchObject({ available: 80_00, held: 0 });
    const logs = (await test.call('GET', '/api/billing_logs', { token: person.token })).body.data;
    expect(logs.map((log: { kind: string; amount: number }) => [log.kind, log.amount])).toEqual([
      ['withdrawal', 0],
      ['hold', -120_00],
      ['adjustment', 200_00],
    ]);
    expect(logs[0].reference).toMatchObject({ kind: 'withdrawals', id: row.id });
    expect(logs.map((log: { method: string | null }) => log.method)).toEqual(['Bank transfer', 'Bank transfer', null]);
    expect(await checkLedger(test, person.account_id)).toMatchObject({ ok: true });
    expect((await mails(person)).at(-1)?.subject).toContain('paid out');
  });

  it('takes no more than the cash: bonus and held money stay', async () => {
    const { person, payout_account_id } = await requested(60_00, 100_00);
    await givenBonus(test, person.account_id, 500_00);
    const more = await post(person.token, '/api/withdrawals', { payout_account_id, amount: 40_01 });
    expect(more).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance', errors: { amount: [expect.stringContaining('40.00 USD')] } },
    });
    expect(await walletOf(person)).toMatchObject({ available: 540_00, held: 60_00, withdrawable: 40_00 });
  });

  it('cannot overdraw while the money is being spent: whoever comes second is refused', async () => {
    const person = await merchant(test);
    await givenMoney(test, person.account_id, 100_00);
    const payout_account_id = await payoutAccount(person.token);
    const withdraw = () => post(person.token, '/api/withdrawals', { payout_account_id, amount: 60_00 });
    const [paid, ...tries] = await Promise.all([payment(person, 70_00), withdraw(), withdraw()]);
    const held = tries.filter(({ status }) => status === 200).length;
    expect([paid, held]).toSatisfy(([one, n]) => (one === 'paid' ? n === 0 : n === 1));
    expect(tries.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'insufficient_balance')).toBe(
      true,
    );
    const { available, held: onHold } = await walletOf(person);
    expect(available + onHold).toBe(paid === 'paid' ? 30_00 : 100_00);
    expect(await checkLedger(test, person.account_id)).toMatchObject({ ok: true });
  });

  // 70.00 are available beside the 50.00 on hold: 60.00 can be paid whatever becomes of the hold, 100.00 only once it is cancelled
  it.each([60_00, 100_00])(
    'is approved once while its client cancels it and spends %i: nothing is paid twice',
    async (amount) => {
      const { person, row } = await confirmed(50_00, 120_00);
      const [approved, cancelled, spent] = await Promise.all([
        approve(person, row),
        post(person.token, `/api/withdrawals/${row.id}/cancel`, { version: row.version }),
        payment(person, amount),
      ]);
      expect([approved.status, cancelled.status]).toSatisfy((all: number[]) => all.includes(200) && all.includes(422));
      const isApproved = approved.status === 200;
      if (amount <= 70_00) expect(spent).toBe('paid');
      if (amount > 70_00 && isApproved) expect(spent).toBe('refused');
      const held = isApproved ? 50_00 : 0;
      const available = 120_00 - held - (spent === 'paid' ? amount : 0);
      expect(await walletOf(person)).toMatchObject({ available, held });
      const paid = await markPaid(person, isApproved ? approved.body.data : row, 'PAY-2');
      expect(paid.status).toBe(isApproved ? 200 : 422);
      expect(await walletOf(person)).toMatchObject({ available, held: 0 });
      expect(await checkLedger(test, person.account_id)).toMatchObject({ ok: true });
    },
  );
});

describe('the code of a withdrawal', () => {
  it('is refused when it is wrong, and no more taken after five tries; a new one works', async () => {
    const { person, row } = await requested(20_00);
    const code = await codeOf(person);
    for (const left of ['4 tries left', '3 tries left', '2 tries left', '1 try left', 'no longer valid'])
      expect(await confirm(person, row, anotherThan(code))).toMatchObject({
        status: 422,
        body: { errors: { code: [expect.stringMatching(new RegExp(`is incorrect.*${left}`))] } },
      });
    expect(await confirm(person, row, code)).toMatchObject({
      body: { errors: { code: [expect.stringContaining('no longer valid')] } },
    });
    await post(person.token, `/api/withdrawals/${row.id}/code`);
    const fresh = await codeOf(person);
    expect((await confirm(person, row, fresh)).body.data).toMatchObject({ status: 'confirmed' });
    expect(await confirm(person, row, fresh)).toMatchObject({ status: 422, body: { code: 'withdrawal_not_open' } });
  });

  it('ends after 15 minutes, and after five mails a new withdrawal is needed', async () => {
    const { person, row } = await requested(20_00);
    const code = await codeOf(person);
    const before = test.clock.now();
    test.clock.advance(15 * 60_000 + 1);
    const late = await confirm(person, row, code);
    test.clock.set(before);
    expect(late).toMatchObject({ body: { errors: { code: [expect.stringContaining('no longer valid')] } } });
    for (let n = 0; n < 4; n += 1) await post(person.token, `/api/withdrawals/${row.id}/code`);
    expect(await post(person.token, `/api/withdrawals/${row.id}/code`)).toMatchObject({ status: 429 });
  });

  it('that nobody enters within a day frees the money', async () => {
    const { person, row } = await requested(20_00);
    const before = test.clock.now();
    test.clock.advance(24 * 3_600_000 + 1);
    await test.app.tasks.withdrawals_sweep?.(systemEntry(test), {});
    test.clock.set(before);
    expect((await test.call('GET', `/api/withdrawals/${row.id}`, { token: person.token })).body.data).toMatchObject({
      status: 'cancelled',
      ended_at: new Date(before.getTime() + 24 * 3_600_000 + 1).toISOString(),
    });
    expect(await cashOf(test, person.account_id)).toBe(20_00);
  });
});

describe('finance', () => {
  it('needs two people above the limit, and the same person cannot be both', async () => {
    const { person, row } = await confirmed(2_000_01);
    const first = (await approve(person, row)).body.data;
    expect(first).toMatchObject({ status: 'confirmed', needs_second: true, approvals: [{ own: true }] });
    const queueOf = async (token: string) => {
      const { counts } = (await test.call('GET', '/api/staff/withdrawals', { token })).body.meta;
      const work = (await test.call('GET', '/api/staff/work', { token })).body.data;
      return { waits: counts.for_colleague, badge: work.withdrawals - counts.to_review - counts.to_pay };
    };
    const found = async (tab: string, token: string) => {
      const path = `/api/staff/withdrawals?tab=${tab}&q=${first.client.number}`;
      return (await test.call('GET', path, { token })).body.data.map(({ number }: Row) => number);
    };
    expect(await found('for_colleague', finance.token)).toEqual([row.number]);
    expect(await found('to_review', finance.token)).toEqual([]);
    expect(await found('to_review', colleague.token)).toEqual([row.number]);
    expect(await queueOf(finance.token)).toEqual({ waits: 1, badge: 0 });
    expect(await queueOf(colleague.token)).toEqual({ waits: 0, badge: 0 });
    expect(await approve(person, first)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await markPaid(person, first, 'PAY-3')).toMatchObject({ status: 422 });
    const second = await approve(person, first, colleague.token);
    expect(second.body.data).toMatchObject({ status: 'approved', approvals: [{ own: false }, { own: true }] });
    const list = await test.call('GET', '/api/staff/withdrawals?tab=to_pay', { token: finance.token });
    expect(list.body.data).toContainEqual(expect.objectContaining({ id: row.id, client: expect.anything() }));
  });

  it('declines with a reason that the client reads, and the money is free', async () => {
    const { person, row } = await confirmed(50_00);
    expect(await decline(person, row, 'no')).toMatchObject({ status: 422 });
    const reason = 'The account’s name differs from yours.';
    test.clock.advance(3_600_000);
    const ended_at = test.clock.now().toISOString();
    expect((await decline(person, row, reason)).body.data).toMatchObject({ status: 'declined', ended_at });
    const [read] = (await test.call('GET', '/api/withdrawals', { token: person.token })).body.data;
    expect(read).toMatchObject({ status: 'declined', note: reason, ended_at });
    expect(await walletOf(person)).toMatchObject({ available: 50_00, held: 0 });
    expect((await mails(person)).at(-1)?.text).toContain(reason);
  });
});

describe('who may not', () => {
  it('foreign records are 404, roles without the right 403, an unconfirmed address is told', async () => {
    const { person, row, payout_account_id } = await requested(20_00);
    const stranger = await merchant(test);
    await givenMoney(test, stranger.account_id, 100_00);
    expect(await test.call('GET', `/api/withdrawals/${row.id}`, { token: stranger.token })).toMatchObject({
      status: 404,
    });
    expect(await confirm(stranger, row, await codeOf(person))).toMatchObject({ status: 404 });
    const steal = { payout_account_id, amount: 20_00 };
    expect(await post(stranger.token, '/api/withdrawals', steal)).toMatchObject({ status: 404 });
    const viewer = await merchant(test, { account_id: person.account_id, role: 'payer' });
    expect(await post(viewer.token, '/api/withdrawals', steal)).toMatchObject({ status: 403 });
    const agent = await staff(test, 'agent');
    expect(await approve(person, row, agent.token)).toMatchObject({ status: 403 });
    const unverified = await merchant(test, { verified: false });
    await givenMoney(test, unverified.account_id, 100_00);
    const own = await payoutAccount(unverified.token);
    expect(await post(unverified.token, '/api/withdrawals', { payout_account_id: own, amount: 20_00 })).toMatchObject({
      status: 422,
      body: { code: 'email_unverified' },
    });
  });

  it('a payout account is saved once, with its bank, and can be removed', async () => {
    const person = await merchant(test);
    const id = await payoutAccount(person.token);
    expect(await post(person.token, '/api/payout_accounts', account)).toMatchObject({
      status: 422,
      body: { errors: { account: [expect.stringContaining('already saved')] } },
    });
    expect(await post(person.token, '/api/payout_accounts', { ...account, account: 'X1234', bank: '' })).toMatchObject({
      body: { errors: { bank: [expect.any(String)] } },
    });
    for (const mistyped of ['DE02 1203 0000 0000 2020 15', 'de03120300000000202051'])
      expect(await post(person.token, '/api/payout_accounts', { ...account, account: mistyped })).toMatchObject({
        body: { errors: { account: ['This IBAN isn’t valid. Check its letters and digits.'] } },
      });
    const list = () => test.call('GET', '/api/payout_accounts', { token: person.token });
    expect((await list()).body.data).toMatchObject([{ id, account: 'DE02120300000000202051' }]);
    await test.call('DELETE', `/api/payout_accounts/${id}`, { token: person.token });
    expect((await list()).body.data).toEqual([]);
  });

  it('payout accounts of the method by which money came last are offered first', async () => {
    const person = await merchant(test);
    const payoneer = { kind: 'payoneer', holder: 'Ada Miller', account: 'ada@shop.test', bank: '' };
    const other = (await post(person.token, '/api/payout_accounts', payoneer)).body.data.id;
    const bank = await payoutAccount(person.token);
    const list = async () =>
      (await test.call('GET', '/api/payout_accounts', { token: person.token })).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await list()).toEqual([other, bank]);
    await givenBank(test);
    const made = (await post(person.token, '/api/recharges', { method: 'bank', amount: 5_000 })).body.data;
    const proof = {
      file_ids: [await uploadProof(test, person.token)],
      amount: 5_000,
      paid_on: test.clock.now().toISOString().slice(0, 10),
      payer_name: 'Ada Miller',
      external_ref: uuid(),
      version: made.version,
    };
    const proven = (await post(person.token, `/api/recharges/${made.id}/proof`, proof)).body.data;
    const path = `/api/staff/recharges/${person.account_id}/${made.id}/approve`;
    const credited = await post(finance.token, path, { received_amount: 5_000, version: proven.version });
    expect(credited.body.data.status).toBe('credited');
    expect(await list()).toEqual([bank, other]);
  });
});
