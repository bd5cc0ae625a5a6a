import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { age, givenPaid, givenSent } from '#testing/claim-fixtures.ts';
import { type ClaimUnitsStage, claimUnitsStage } from '#testing/claim-units-stage.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { sqlRows } from '#testing/sql-rows.ts';

let stage: ClaimUnitsStage;
beforeAll(async () => {
  stage = await claimUnitsStage();
  const [first = '', second = ''] = await givenPaid(stage, [
    [{ goods: stage.goods[0], quantity: 3 }],
    [{ goods: stage.goods[1], quantity: 1 }],
  ]);
  const parcel = await givenSent(stage, first);
  await age(stage.test, parcel, 60);
  await age(stage.test, await givenSent(stage, second), 40, 35);
  const { groups } = await stage.claimable(first);
  const [line] = groups[0].lines;
  const lines = [{ line_id: line.line_id, quantity: 2 }];
  const claim = (await stage.tryClaim(first, parcel, 'refund', lines)).body.data;
  await stage.decide(claim.id, { decision: 'refund' });
  await age(stage.test, parcel, 30, 12);
});
afterAll(() => stage.test.close());

const task = (name: string, payload = {}) => stage.test.app.tasks[name]?.(systemEntry(stage.test), payload);
const check = () => task('statistics_check', { account_id: stage.account });
const rowsOf = (table: string) =>
  sqlRows(stage.test, `SELECT t.* FROM ${table} t WHERE account_id = '${stage.account}' ORDER BY t::text`);
const corrected = async () =>
  (
    await sqlRows(
      stage.test,
      `SELECT corrected, corrected_at FROM statistics_checks WHERE account_id = '${stage.account}'`,
    )
  )[0];

const read = async (path: string) => (await stage.test.call('GET', path, { token: stage.owner.token })).body.data;
const year = 'from=2026-01-01&to=2026-12-31';

describe('deliveries and claims', () => {
  it('are counted by days from payment and from sending, and by product', async () => {
    await task('statistics_fold');
    await task('statistics_months');
    const sent = await read(`/api/statistics/delivery-times?${year}&since=shipped`);
    // sent 30 and 40 days ago, delivered 12 and 35 days ago
    expect(sent).toMatchObject({ delivered: 2, p50: 5, p80: 18, p90: 18 });
    expect(sent.days).toEqual([
      { days: 5, parcels: 1 },
      { days: 18, parcels: 1 },
    ]);
    const none = await read(`/api/statistics/delivery-times?${year}&country=NO`);
    expect(none).toMatchObject({ since: 'paid', delivered: 0, on_time_bp: null, days: [] });
    expect(await read(`/api/statistics/product-claims?${year}`)).toMatchObject([
      {
        product_id: stage.goods[0].product_id,
        store: expect.any(String),
        units: 3,
        claimed: 2,
        claimed_bp: 6667,
        refunded: 2,
        refunded_bp: 6667,
      },
    ]);
    expect(await read(`/api/statistics/product-claims?${year}&product_id=${stage.goods[1].product_id}`)).toEqual([]);
    const ways = await read(`/api/statistics/deliveries?${year}`);
    expect(ways).toMatchObject([
      { parcels: 2, claims: 1, claims_bp: 5000, refunded: 1, refunds_bp: 5000, from_shipping: { p50: 5, p90: 18 } },
    ]);
  });
});

describe('the check of details', () => {
  it('finds nothing where all was read', async () => {
    await task('statistics_fold');
    await task('statistics_months');
    await check();
    expect(await corrected()).toEqual({ corrected: 0, corrected_at: null });
    const claims = await rowsOf('statistics_claims');
    expect(claims.toSorted((a, b) => Number(a.units) - Number(b.units))).toMatchObject([
      { units: 1, claimed: 0, refunded: 0, granted: 0 },
      { units: 3, claimed: 2, refunded: 2, granted: expect.toSatisfy((amount: number) => amount > 0) },
    ]);
  });

  it.each([
    ['statistics_products', 'units = units + 1'],
    ['statistics_products', 'sales = sales - 1'],
    ['statistics_products', `day = day - 400`],
    ['statistics_deliveries', 'days = days + 1'],
    ['statistics_deliveries', 'late = late + 1'],
    ['statistics_parcels', 'claims = claims + 1'],
    ['statistics_parcels', "country = 'NO'"],
    ['statistics_parcels', "month = '2020-02-01'"],
    ['statistics_claims', 'granted = granted + 100'],
    ['statistics_claims', 'product_id = NULL'],
  ])('finds a row of %s that was changed by hand: %s', async (table, change) => {
    const right = await rowsOf(table);
    const row = `ctid = (SELECT ctid FROM ${table} WHERE account_id = '${stage.account}' ORDER BY ctid LIMIT 1)`;
    await sqlRows(stage.test, `UPDATE statistics_checks SET corrected = 0, corrected_at = NULL`);
    await sqlRows(stage.test, `UPDATE ${table} SET ${change} WHERE ${row}`);
    expect(await rowsOf(table)).not.toEqual(right);
    await check();
    expect(await rowsOf(table)).toEqual(right);
    expect(await corrected()).toEqual({
      corrected: expect.toSatisfy((n: number) => n > 0),
      corrected_at: stage.test.clock.now(),
    });
  });

  it.each(['statistics_products', 'statistics_deliveries', 'statistics_parcels', 'statistics_claims'])(
    'finds a row of %s that is gone',
    async (table) => {
      const right = await rowsOf(table);
      await sqlRows(stage.test, `UPDATE statistics_checks SET corrected = 0, corrected_at = NULL`);
      await sqlRows(
        stage.test,
        `DELETE FROM ${table} WHERE ctid = (SELECT min(ctid) FROM ${table} WHERE account_id = '${stage.account}')`,
      );
      await check();
      expect(await rowsOf(table)).toEqual(right);
      expect((await corrected())?.corrected).toBeGreaterThan(0);
    },
  );

  it('reads deliveries again when an order changes after its parcels were sent', async () => {
    await sqlRows(stage.test, `UPDATE statistics_checks SET corrected = 0, corrected_at = NULL`);
    await sqlRows(stage.test, `UPDATE orders SET country = 'NO' WHERE account_id = '${stage.account}'`);
    await task('statistics_fold');
    await task('statistics_months');
    for (const table of ['statistics_deliveries', 'statistics_parcels'])
      expect(new Set((await rowsOf(table)).map(({ country }) => country))).toEqual(new Set(['NO']));
    await check();
    expect(await corrected()).toEqual({ corrected: 0, corrected_at: null });
  });
});
