import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClaimUnitsStage, claimUnitsStage } from '#testing/claim-units-stage.ts';
import { sqlRows } from '#testing/sql-rows.ts';

let stage: ClaimUnitsStage;
beforeAll(async () => {
  stage = await claimUnitsStage();
});
afterAll(() => stage.test.close());

/** Runs a migration again; in one transaction, as migrations do, on the columns as they are called now. */
async function fill(named = 'units_paid_once_filled'): Promise<void> {
  const folder = 'server/db/migrations';
  const file = readdirSync(folder).find((name) => name.endsWith(`_${named}.sql`));
  const owner = new pg.Client({ connectionString: stage.test.url });
  await owner.connect();
  const statements = readFileSync(join(folder, String(file)), 'utf8')
    .replaceAll('called_off_at', 'cancelled_by_us_at')
    .replaceAll('work = NULL', 'fulfilment_step = NULL');
  await owner.query(`BEGIN; ${statements}; COMMIT`);
  await owner.end();
}

/** Makes an order's rows what they were before units were counted. */
async function asBefore(id: string): Promise<void> {
  const own = `order_id = '${id}' OR order_id IN (SELECT id FROM orders WHERE reship_of = '${id}')`;
  await sqlRows(
    stage.test,
    `UPDATE order_lines SET replaced_quantity = 0, replaces_line_id = NULL, replaces_parcel_id = NULL, replaces_worth = 0 WHERE ${own}`,
  );
  await sqlRows(stage.test, `UPDATE invoice_orders SET replaced_worth = 0 WHERE order_id = '${id}'`);
  await sqlRows(
    stage.test,
    `UPDATE parcel_lines SET resent_quantity = 0, refunded_quantity = 0 WHERE line_id IN (SELECT id FROM order_lines WHERE ${own})`,
  );
}

async function givenPaid(units = 3): Promise<string> {
  const id = await stage.place([units]);
  expect((await stage.pay([id])).status).toBe(200);
  return id;
}
async function givenReplaced(parcel: boolean, units?: number) {
  const id = await givenPaid();
  const sent = parcel ? await stage.send(id) : null;
  await stage.decide(await stage.claim(id, sent, 'reship', units), { decision: 'reship' });
  await asBefore(id);
  return { id, sent, again: (await stage.get(id)).reships[0].id as string };
}
const unitsOf = async (id: string) => {
  const { stage: state, order_lines } = await stage.get(id);
  const [{ open_quantity: open, shipped_quantity: sent, replaced_quantity: replaced, cancelled_quantity }] =
    order_lines;
  return { state, open, sent, replaced, cancelled: cancelled_quantity };
};
const heldFor = async (id: string) =>
  (
    await sqlRows<{ n: number }>(
      stage.test,
      `SELECT sum(replaced_worth)::int AS n FROM invoice_orders WHERE order_id = '${id}'`,
    )
  )[0]?.n;
const sentUnits = async (parcel: string | null) =>
  (
    await sqlRows(
      stage.test,
      `SELECT resent_quantity AS resent, refunded_quantity AS refunded FROM parcel_lines WHERE parcel_id = '${parcel}'`,
    )
  )[0];

describe('an upgraded database', () => {
  it('counts what claims decided before: units of replacements, refunds, and replacements that must not leave', async () => {
    const open = await givenReplaced(false, 2);
    const lost = await givenReplaced(true);
    const cancelled = await givenReplaced(false);
    await sqlRows(stage.test, `UPDATE orders SET stage = 'processing' WHERE id IN ('${open.id}', '${cancelled.id}')`);
    expect((await stage.act(cancelled.id, 'cancel')).status).toBe(200); // paid back, and the replacement goes on
    const twice = await givenReplaced(true);
    await stage.decide(await stage.claim(twice.id, twice.sent, 'refund'), { decision: 'refund' }); // sent again, and paid back
    await asBefore(twice.id);
    const both = await givenReplaced(false);
    await sqlRows(stage.test, `UPDATE orders SET stage = 'processing' WHERE id = '${both.id}'`);
    await stage.send(both.id); // sent, and once more by the replacement
    const refunded = await givenPaid();
    await stage.decide(await stage.claim(refunded, null, 'refund'), { decision: 'refund' }); // paid back, and still sent
    await sqlRows(stage.test, `UPDATE order_lines SET cancelled_quantity = 0 WHERE order_id = '${refunded}'`);
    await sqlRows(stage.test, `UPDATE orders SET stage = 'processing' WHERE id = '${refunded}'`);

    await fill();

    expect(await unitsOf(open.id)).toMatchObject({ state: 'processing', open: 1, replaced: 2 });
    expect(await unitsOf(open.again)).toMatchObject({ state: 'processing', open: 2 });
    expect(await heldFor(open.id)).toBe((await stage.get(open.id)).reships[0].worth);
    expect(await sentUnits(lost.sent)).toEqual({ resent: 3, refunded: 0 });
    expect((await stage.get(lost.id)).left.amount).toBe(0);
    expect(await unitsOf(cancelled.id)).toMatchObject({ state: 'cancelled', cancelled: 3, replaced: 0 });
    expect(await unitsOf(cancelled.again)).toMatchObject({ state: 'cancelled', open: 0 });
    expect(await sentUnits(twice.sent)).toEqual({ resent: 0, refunded: 3 });
    expect(await unitsOf(twice.again)).toMatchObject({ state: 'cancelled', open: 0 });
    expect(await unitsOf(both.id)).toMatchObject({ state: 'shipped', sent: 3, replaced: 0 });
    expect(await unitsOf(both.again)).toMatchObject({ state: 'cancelled', open: 0 });
    expect(await unitsOf(refunded)).toMatchObject({ state: 'cancelled', open: 0, cancelled: 3 });
    expect((await stage.act(open.id, 'cancel')).status).toBe(200); // the next actions go on from there
    expect(await unitsOf(open.again)).toMatchObject({ state: 'cancelled', open: 0 });
  });

  it('promises replacements that were made before by date, and leaves promises alone', async () => {
    const { id, again } = await givenReplaced(false);
    const promiseOf = async (order: string) => (await stage.get(order)).promised;
    const { from, by } = await promiseOf(again);
    const given = await promiseOf(id);
    await sqlRows(stage.test, `UPDATE orders SET promised_from = NULL, promised_by = NULL WHERE id = '${again}'`);
    expect(await promiseOf(again)).toBeNull();
    await fill('replacement_promises');
    expect(await promiseOf(again)).toEqual({ from, by });
    expect(await promiseOf(id)).toEqual(given);
    await sqlRows(
      stage.test,
      `UPDATE orders SET promised_from = NULL, promised_by = NULL, days_min = NULL, days_max = NULL WHERE id = '${again}'`,
    );
    await fill('replacement_promises');
    expect(await promiseOf(again)).toBeNull(); // nobody knows its days
  });
});
