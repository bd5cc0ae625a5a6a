import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { type Channel, givenChannel, systemEntry } from '#testing/order-fixtures.ts';
import { givenShipped, hearOf, runTask, shipOne } from '#testing/parcel-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { exceptionsStatement } from './parcels.db.ts';

const hour = 3_600_000;
const day = 24 * hour;
let test: TestApp;
let owner: Person;
let packer: Awaited<ReturnType<typeof staff>>;
let channel: Channel;
beforeAll(async () => {
  test = await startTestApp();
  channel = await givenChannel(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  owner = await merchant(test);
  packer = await staff(test, 'warehouse');
});

let count = 0;
const shipped = (parcels: number) => {
  const numbers = Array.from({ length: parcels }, () => `YW${800_000 + (count += 1)}`);
  return givenShipped(test, owner, { channel, packer, numbers });
};
/** Time passes; the portal looks at what is due, as it does each minute. */
async function pass(ms: number): Promise<void> {
  test.clock.advance(ms);
  await runTask(test, 'parcels_watch');
}
const tab = async () => {
  const { body } = await test.call('GET', '/api/shopify_orders?tab=watch', { token: owner.token });
  expect(body.meta.counts.watch ?? 0).toBe(body.meta.total);
  return body.data.map((order: { id: string }) => order.id);
};
const reasons = async (id: string): Promise<string[]> => {
  const { data } = (await test.call('GET', `/api/shopify_orders/${id}/parcels`, { token: owner.token })).body;
  const all = [data, ...data.parcels].flatMap((one: { alerts: { rule: string }[] }) => one.alerts);
  return all.map(({ rule }) => rule).sort();
};
const bell = async () =>
  (await test.call('GET', '/api/notifications', { token: owner.token })).body.data.filter(
    ({ kind, event }: { kind?: string; event?: string }) => `${kind} ${event}`.includes('watched'),
  );

describe('the rules', () => {
  it('are no number 72 hours after payment, no scan five days after the label, ten silent days, an exception, past the promise, and what came back', {
    tags: ['D10-05'],
  }, async () => {
    const unsent = await shipped(0);
    await pass(72 * hour - 1);
    expect(await tab()).toEqual([]);
    await pass(1);
    expect(await tab()).toEqual([unsent.id]);
    expect(await reasons(unsent.id)).toEqual(['no_number']);
    await shipOne(test, { account_id: owner.account_id, id: unsent.id }, { channel, packer, number: 'YW900001' });
    await pass(0);
    expect(await tab()).toEqual([]);
    const order = await shipped(1);
    const number = order.parcels[0]?.number ?? '';
    await pass(5 * day - 1);
    expect(await reasons(order.id)).toEqual([]);
    await pass(1);
    expect(await reasons(order.id)).toEqual(['no_scan']);
    await hearOf(test, number, 'in_transit');
    expect(await reasons(order.id)).toEqual([]); // at once, not a minute later
    await sqlRows(test, `UPDATE orders SET promised_from = NULL, promised_by = NULL WHERE id = '${order.id}'`);
    await pass(10 * day);
    expect(await reasons(order.id)).toEqual(['silent']);
    await hearOf(test, number, 'exception', { substatus: 'customs' });
    expect(await reasons(order.id)).toEqual(['exception']);
    await hearOf(test, number, 'in_transit', { at: new Date(test.clock.now().getTime() + 1).toISOString() });
    expect(await reasons(order.id)).toEqual([]);
    const late = new Date(test.clock.now().getTime() + 2 * day).toISOString().slice(0, 10);
    await sqlRows(
      test,
      `UPDATE orders SET promised_from = '${late}', promised_by = '${late}' WHERE id = '${order.id}'`,
    );
    await pass(4 * day);
    expect(await reasons(order.id)).toEqual(['late']);
    await hearOf(test, number, 'returned');
    expect(await reasons(order.id)).toEqual(['returned']);
    await sqlRows(test, `UPDATE orders SET claimed = true WHERE id = '${order.id}'`);
    await pass(0);
    expect(await reasons(order.id)).toEqual([]);
  });
});

describe('what is watched', () => {
  it('is reported once, stands in the tab, and leaves it when the reason is gone', async () => {
    const order = await shipped(1);
    const number = order.parcels[0]?.number ?? '';
    const unscanned = new Date(test.clock.now().getTime() + 5 * day).toISOString();
    await pass(5 * day);
    expect(await tab()).toEqual([order.id]);
    const row = async () =>
      (await test.call('GET', `/api/shopify_orders?ids=${order.id}`, { token: owner.token })).body.data[0];
    expect((await row()).exceptions).toEqual([{ rule: 'no_scan', since: unscanned }]);
    await pass(2 * day);
    await pass(day);
    expect(await bell()).toHaveLength(1);
    const mails = await sqlRows(
      test,
      `SELECT payload FROM outbox WHERE kind = 'mail' AND account_id = '${owner.account_id}'`,
    );
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails[0])).toContain('hasn’t scanned its parcel');
    await hearOf(test, number, 'in_transit');
    expect(await tab()).toEqual([]);
    expect((await row()).exceptions).toEqual([]);
    await hearOf(test, number, 'delivered');
    await pass(60 * day);
    const left = await sqlRows(test, `SELECT due_at FROM order_watch_times WHERE order_id = '${order.id}'`);
    expect(left).toEqual([]); // nothing is waited for any more
  });

  it('is reported together when there are many', async () => {
    for (let at = 0; at < 4; at += 1) await shipped(0);
    await pass(80 * hour);
    expect(await tab()).toHaveLength(4);
    expect(await bell()).toHaveLength(1);
  });

  it('stands in the queue of staff for all clients, who alone see it', { tags: ['D10-10'] }, async () => {
    const first = await shipped(1);
    owner = await merchant(test);
    const second = await shipped(0);
    const third = await givenShipped(test, owner, {
      channel,
      packer,
      numbers: [`YW${800_000 + (count += 1)}`],
      units: 2,
    });
    await pass(6 * day);
    packer = await staff(test, 'agent');
    const queue = async (rule = 'all') =>
      (await test.call('GET', `/api/staff/exceptions?tab=${rule}&per_page=200`, { token: packer.token })).body;
    const ids = (await queue()).data.map(({ order }: { order: { id: string } }) => order.id);
    expect(ids).toEqual(expect.arrayContaining([first.id, second.id]));
    const { data, meta } = await queue('no_scan');
    expect(meta.total).toBe(data.length);
    expect(meta.counts).toMatchObject({ no_scan: data.length, all: ids.length });
    const row = data.find(({ order }: { order: { id: string } }) => order.id === first.id);
    expect(row).toMatchObject({
      rule: 'no_scan',
      parcel: { tracking_number: first.parcels[0]?.number },
      client: { id: expect.any(String) },
    });
    const late = (await queue('no_number')).data.map(({ order }: { order: object }) => order);
    expect(late).toContainEqual(expect.objectContaining({ id: second.id, partial: false }));
    expect(late).toContainEqual(expect.objectContaining({ id: third.id, partial: true })); // its rest is missing
    const find = async (q: string) => {
      const { data: some, meta: about } = await queue(`all&q=${encodeURIComponent(q)}`);
      expect(about.total).toBe(some.length);
      return some.map(({ order }: { order: { id: string } }) => order.id);
    };
    expect(await find(first.parcels[0]?.number ?? '')).toEqual([first.id]);
    expect(await find(String(row.client.number))).toContain(first.id);
    expect(await find(String(row.client.number))).not.toContain(second.id);
    expect(await find(row.order.store.toUpperCase())).toContain(first.id);
    expect(await find('no such client')).toEqual([]);
    expect(await test.call('GET', '/api/staff/exceptions', { token: owner.token })).toMatchObject({ status: 403 });
    expect(await test.call('GET', '/api/staff/exceptions')).toMatchObject({ status: 401 });
    expect(await test.call('GET', '/api/staff/exceptions?tab=x', { token: packer.token })).toMatchObject({
      status: 400,
    });
    const seen = await sqlRows(
      test,
      `SELECT 1 FROM access_log WHERE route = 'parcels.staffExceptions' AND account_id = '${owner.account_id}'`,
    );
    expect(seen.length).toBeGreaterThan(0);
  });

  it('is read in the order of an index, by staff and by rule', async () => {
    const page = { offset: 0, limit: 50 };
    const plan = (rule: 'all' | 'silent') =>
      systemEntry(test).run('all_accounts', async ({ db }) => {
        // a table of a few rows is read whole and sorted otherwise
        await sql`SET LOCAL enable_seqscan = off`.execute(db);
        await sql`SET LOCAL enable_sort = off`.execute(db);
        const { rows } = await sql`EXPLAIN (COSTS OFF) ${exceptionsStatement(rule, undefined, page)}`.execute(db);
        return JSON.stringify(rows);
      });
    expect(await plan('all')).toContain('Index Scan using parcel_alerts_staff_idx');
    expect(await plan('silent')).toContain('Index Scan using parcel_alerts_rule_idx');
  });
});
