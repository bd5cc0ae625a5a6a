import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClaimUnitsStage, claimUnitsStage } from '#testing/claim-units-stage.ts';
import { importOrder, orderFromShop } from '#testing/order-actions-stage.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { wrongProfits, wrongSums } from '#testing/statistics-sums.ts';

let stage: ClaimUnitsStage;
beforeAll(async () => {
  stage = await claimUnitsStage();
});
afterAll(() => stage.test.close());

type Listed = { credited: number; profit: { amount: number } | null };
const read = async (path: string) => (await stage.test.call('GET', path, { token: stage.owner.token })).body.data;
const days = 'from=2026-11-01&to=2026-11-30';

/** The period's figures beside what the list of orders says of each. */
async function figures() {
  const { totals } = await read(`/api/statistics?${days}`);
  const listed: Listed[] = await read(`/api/shopify_orders?tab=all&${days}&per_page=200`);
  const sum = (of: (order: Listed) => number) => listed.reduce((all, order) => all + of(order), 0);
  expect(totals.profit).toBe(sum(({ profit }) => profit?.amount ?? 0));
  expect(totals.credited).toBe(sum(({ credited }) => credited));
  expect(await wrongSums(stage.test, stage.account)).toEqual([]);
  expect(await wrongProfits(stage.test, stage.account)).toEqual([]);
  return totals;
}

async function givenPaid(units: readonly number[]) {
  const order = { ...orderFromShop(stage, units), total: 9000, currency: 'USD' };
  const id = await importOrder(stage, order);
  await stage.pay([id]);
  return { order, id };
}

describe('the profit of orders whose money went back', () => {
  it('counts what was given back once, in the period and in the list of orders alike', async () => {
    const { order, id } = await givenPaid([2, 1]);
    const paid = await figures();
    expect(paid).toMatchObject({ sales: 9000, profit: 9000 - paid.cost, credited: 0 });

    // units that were not sent lower the cost
    const lines = orderFromShop(stage, [1, 1], order.external_id).lines;
    await importOrder(stage, { ...order, lines, updated_at: new Date('2026-11-22T01:00:00Z') });
    expect((await stage.act(id, 'take_back')).status).toBe(200);
    expect(await figures()).toMatchObject({ cost: paid.cost - 500, profit: paid.profit + 500, credited: 0 });

    // units that were sent leave it
    await stage.ship(id);
    await sqlRows(stage.test, `UPDATE parcels SET shipped_at = now() - interval '60 days'`);
    const { groups } = await stage.claimable(id);
    const [{ parcel, lines: sent }] = groups;
    const claim = await stage.tryClaim(id, parcel.id, 'refund', [{ line_id: sent[0].line_id, quantity: 1 }]);
    expect((await stage.decide(claim.body.data.id, { decision: 'refund' })).status).toBe(200);
    const claimed = await figures();
    expect(claimed.credited).toBeGreaterThan(0);
    expect(claimed).toMatchObject({ cost: paid.cost - 500, profit: paid.profit + 500 + claimed.credited });
    expect(await stage.get(id)).toMatchObject({ credited: claimed.credited, profit: { amount: claimed.profit } });

    // what a cancelled order cost all the same is lost
    const bought = (await givenPaid([1])).id;
    await stage.work(bought, 'buy');
    await stage.act(bought, 'cancel_request', { reason: 'Not wanted any more' });
    expect((await stage.answerCancel(bought, { accept: true, cost: 50, answer: 'Done' })).status).toBe(200);
    expect(await stage.get(bought)).toMatchObject({ stage: 'cancelled', profit: { amount: -50, currency: 'USD' } });
    expect(await figures()).toMatchObject({ kept: 50, profit: claimed.profit - 50 });
  });
});
