import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { inAccount, systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { cashOf, checkLedger, givenBank, uploadProof } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let anna: { token: string; user_id: string };
let ben: { token: string; user_id: string };
let admin: { token: string; user_id: string };
beforeAll(async () => {
  test = await startTestApp();
  await givenBank(test);
  [anna, ben, admin] = [await staff(test, 'finance'), await staff(test, 'finance'), await staff(test, 'admin')];
});
afterAll(() => test.close());

const alone = 200_000; // RECHARGE_APPROVED_ALONE, 2,000.00 USD
type Recharge = { id: string; number: string; version: number };
let references = 0;

/** A recharge whose proof is with finance. */
async function proven(person: Person, amount: number): Promise<Recharge> {
  const { token } = person;
  const body = { method: 'bank', amount };
  const made = (await test.call('POST', '/api/recharges', { token, key: uuid(), body })).body.data;
  const proof = {
    file_ids: [await uploadProof(test, token)],
    amount,
    paid_on: '2026-11-20',
    payer_name: 'Ada Miller',
    external_ref: `TWICE${(references += 1)}`,
    version: made.version,
  };
  return (await test.call('POST', `/api/recharges/${made.id}/proof`, { token, body: proof })).body.data;
}

const pathOf = (person: Person, { id }: Recharge) => `/api/staff/recharges/${person.account_id}/${id}`;
const approve = (person: Person, recharge: Recharge, received_amount: number, by = anna, key: string = uuid()) =>
  test.call('POST', `${pathOf(person, recharge)}/approve`, {
    token: by.token,
    key,
    body: { received_amount, version: recharge.version },
  });
const sendBack = (person: Person, recharge: Recharge, by = ben) =>
  test.call('POST', `/api/staff/recharges/${person.account_id}/${recharge.id}/send_back`, {
    token: by.token,
    body: { reason: 'The bank shows less', version: recharge.version },
  });
const mine = async (person: Person, { id }: Recharge) =>
  (await test.call('GET', `/api/recharges/${id}`, { token: person.token })).body.data;
const bell = async ({ token }: { token: string }) =>
  (await test.call('GET', '/api/notifications', { token })).body.data as {
    event: string;
    needs_action: boolean;
    params: Record<string, unknown>;
  }[];
const hears = async (person: { token: string }, event: string, number: string) =>
  (await bell(person)).find((one) => one.event === event && one.params.number === number);

describe('approving what arrived for a recharge', () => {
  it('needs one person up to the limit', async () => {
    const person = await merchant(test);
    const done = await approve(person, await proven(person, alone), alone);
    expect(done).toMatchObject({ status: 200, body: { data: { status: 'credited', first_approval: null } } });
    expect(await cashOf(test, person.account_id)).toBe(alone);
  });

  it('needs a second, different one above it; nothing is posted before, and the client sees a review', async () => {
    const person = await merchant(test);
    const recharge = await proven(person, alone + 1);
    const key = uuid();
    const first = await approve(person, recharge, alone + 1, anna, key);
    expect(first).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'under_review',
          approved_alone: alone,
          received_amount: null,
          first_approval: { own: true, received_amount: alone + 1 },
        },
      },
    });
    const kept = first.body.data as Recharge;
    expect((await approve(person, recharge, alone + 1, anna, key)).body.data.version).toBe(kept.version); // repeated
    expect(await cashOf(test, person.account_id)).toBe(0);
    const shown = await mine(person, recharge);
    expect(shown).toMatchObject({ status: 'under_review', received_amount: null, review_note: null });
    expect(shown).not.toHaveProperty('first_approval');

    const queueOf = async (by: { token: string }) => {
      const { counts } = (await test.call('GET', '/api/staff/recharges', { token: by.token })).body.meta;
      const work = (await test.call('GET', '/api/staff/work', { token: by.token })).body.data;
      return { listed: counts.to_review, waits: counts.for_colleague, badge: work.recharges };
    };
    const { listed } = await queueOf(ben);
    expect(await queueOf(ben)).toEqual({ listed, waits: 0, badge: listed });
    expect(await queueOf(anna)).toEqual({ listed: listed - 1, waits: 1, badge: listed - 1 });
    const listedIn = async (tab: string) => {
      const path = `/api/staff/recharges?tab=${tab}&q=${recharge.number}`;
      return (await test.call('GET', path, { token: anna.token })).body.data.length;
    };
    expect([await listedIn('to_review'), await listedIn('for_colleague')]).toEqual([0, 1]);
    const list = await test.call('GET', '/api/staff/recharges?per_page=200', { token: ben.token });
    expect(list.body.data.find((row: Recharge) => row.id === recharge.id)).toMatchObject({
      first_approval: { own: false, received_amount: alone + 1 },
    });
    const { number } = recharge;
    expect(await hears(ben, 'staff_recharge_second', number)).toMatchObject({ needs_action: true });
    expect(await hears(anna, 'staff_recharge_second', number)).toBeUndefined();
    expect(await hears(admin, 'staff_recharge_second', number)).toMatchObject({ needs_action: true });

    expect((await approve(person, kept, alone + 1)).body.code).toBe('second_person');
    expect(await cashOf(test, person.account_id)).toBe(0);
    expect(await approve(person, kept, alone + 1, ben)).toMatchObject({
      status: 200,
      body: { data: { status: 'credited', received_amount: alone + 1 } },
    });
    expect(await cashOf(test, person.account_id)).toBe(alone + 1);
    expect(await checkLedger(test, person.account_id)).toMatchObject({ ok: true });
    expect(await hears(ben, 'staff_recharge_second', number)).toMatchObject({ needs_action: false });
    const actions = await sqlRows<{ action: string; actor_user_id: string }>(
      test,
      `SELECT action, actor_user_id FROM audit_log WHERE entity_id = '${recharge.id}' AND action IN ('wallet.approveFirst', 'wallet.credit') ORDER BY at, id`,
    );
    expect(actions).toEqual([
      { action: 'wallet.approveFirst', actor_user_id: anna.user_id },
      { action: 'wallet.credit', actor_user_id: ben.user_id },
    ]);
  });

  it('begins again with other figures, and ends alone with an amount up to the limit', async () => {
    const person = await merchant(test);
    const recharge = await proven(person, 500_000);
    const first = (await approve(person, recharge, 500_000)).body.data;
    const other = (await approve(person, first, 499_000, ben)).body.data;
    expect(other).toMatchObject({ status: 'under_review', first_approval: { own: true, received_amount: 499_000 } });
    expect((await approve(person, other, 499_000, ben)).body.code).toBe('second_person');
    expect(await approve(person, other, 150_000, ben)).toMatchObject({
      body: { data: { status: 'credited', first_approval: null } },
    });
    expect(await cashOf(test, person.account_id)).toBe(150_000);
  });

  it('is sent back to be reviewed again, or rejected for good, by either', async () => {
    const person = await merchant(test);
    const recharge = await proven(person, 300_000);
    expect((await sendBack(person, recharge)).body.code).toBe('recharge_not_open');
    const first = (await approve(person, recharge, 300_000)).body.data;
    const back = await sendBack(person, first);
    expect(back.body.data).toMatchObject({ status: 'submitted', first_approval: null });
    expect(await hears(anna, 'staff_recharge_sent_back', recharge.number)).toMatchObject({ needs_action: true });
    const again = (await approve(person, back.body.data, 300_000, ben)).body.data;
    expect(again.first_approval).toMatchObject({ own: true });
    const reject = await test.call('POST', `${pathOf(person, recharge)}/reject`, {
      token: anna.token,
      body: { reason: 'The transfer was recalled', version: again.version },
    });
    expect(reject.body.data).toMatchObject({ status: 'rejected', first_approval: null });
    expect(await cashOf(test, person.account_id)).toBe(0);
  });

  it('is kept once and credited once, whoever acts at the same moment', async () => {
    const person = await merchant(test);
    const recharge = await proven(person, 300_000);
    const firsts = await Promise.all([anna, ben, anna, ben].map((by) => approve(person, recharge, 300_000, by)));
    const [kept, ...more] = firsts.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const own = kept === firsts[0] || kept === firsts[2] ? anna : ben;
    const other = own === anna ? ben : anna;
    const waiting = kept?.body.data as Recharge;
    const seconds = await Promise.all([own, other, other, own].map((by) => approve(person, waiting, 300_000, by)));
    expect(seconds.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await cashOf(test, person.account_id)).toBe(300_000);
  });

  it('never counts one person twice, even past the server', async () => {
    const person = await merchant(test);
    const recharge = await proven(person, 300_000);
    await approve(person, recharge, 300_000);
    const credited = `UPDATE recharges SET status = 'credited', received_amount = 300000, ledger_seq = 1, reviewed_by = '${anna.user_id}' WHERE id = '${recharge.id}'`;
    await expect(sqlRows(test, credited)).rejects.toMatchObject({ constraint: 'recharges_second_person' });
  });

  it('takes the limit in the wallet’s currency, and two persons where no rate is known', async () => {
    const person = await merchant(test);
    await inAccount(test, person.account_id, ({ db }) =>
      db.updateTable('accounts').set({ currency: 'EUR' }).where('id', '=', person.account_id).execute(),
    );
    const unknown = await proven(person, 10_000);
    const first = await approve(person, unknown, 10_000);
    expect(first.body.data).toMatchObject({ status: 'under_review', approved_alone: null });
    await systemEntry(test).run('all_accounts', ({ db, now }) =>
      db
        .insertInto('exchange_rates')
        .values({
          source: 'ecb',
          day: now.toISOString().slice(0, 10),
          currency: 'USD',
          per_euro: '1.25',
          created_at: now,
        })
        .execute(),
    );
    const known = await proven(person, 160_000); // 2,000.00 USD
    expect((await approve(person, known, 160_000)).body.data).toMatchObject({
      status: 'credited',
      approved_alone: 160_000,
    });
  });
});
