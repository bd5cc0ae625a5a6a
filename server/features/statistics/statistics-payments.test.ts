import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from '#server/features/ledger/index.ts';
import { type ClaimUnitsStage, claimUnitsStage } from '#testing/claim-units-stage.ts';
import { importOrder, orderFromShop } from '#testing/order-actions-stage.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';

const day = 86_400_000;
let stage: ClaimUnitsStage;
let days: string[];
beforeAll(async () => {
  stage = await claimUnitsStage();
});
afterAll(() => stage.test.close());

const today = () => stage.test.clock.now().toISOString().slice(0, 10);
const get = (path: string, { token }: Person = stage.owner) => stage.test.call('GET', path, { token });
const read = async (path: string) => (await get(path)).body.data;
const paid = async (from: string, to: string, more = '') =>
  read(`/api/statistics/payments?from=${from}&to=${to}${more}`);

/** What the wallet's statement says that went out by these kinds of transactions, less what came in. */
async function stated(kinds: readonly string[], from: string, to: string): Promise<number> {
  let sum = 0;
  for (const kind of kinds) {
    const { money_in, money_out } = await read(`/api/billing_logs/sums?kind=${kind}&from=${from}&to=${to}`);
    sum += Math.abs(money_out) - money_in;
  }
  return sum;
}

describe('what was paid by the day of payment', () => {
  it('is what the wallet’s statement says of each day, whenever the orders were placed', async () => {
    const order = { ...orderFromShop(stage, [2, 1]), placed_at: new Date('2026-10-02T08:00:00Z') };
    const id = await importOrder(stage, order);
    const first = today();
    await stage.pay([id]);
    const { cost } = await stage.get(id);
    expect(await paid(first, first)).toMatchObject({
      step: 'day',
      totals: { goods: cost.goods, freight: cost.freight, fees: cost.fees, other: 0, returned: 0, net: cost.total },
    });
    expect(cost.freight).toBeGreaterThan(0);

    stage.test.clock.advance(day);
    const lines = orderFromShop(stage, [1, 1], order.external_id).lines;
    await importOrder(stage, { ...order, lines, updated_at: stage.test.clock.now() });
    expect((await stage.act(id, 'take_back')).status).toBe(200);
    stage.test.clock.advance(day);
    const parcel = await stage.send(id);
    const claim = await stage.claim(id, parcel, 'refund', 1);
    expect((await stage.decide(claim, { decision: 'refund' })).status).toBe(200);
    await inAccount(stage.test, stage.account, (ctx) =>
      post(ctx, {
        kind: 'stock_payment',
        ref: { kind: 'invoices', id: uuid(), label: 'INV-9' },
        idempotency_key: uuid(),
        entries: [
          { ledger_account: 'cash', amount: -700, currency: 'USD' },
          { ledger_account: 'revenue', amount: 700, currency: 'USD' },
        ],
      }),
    );
    const last = today();

    const { totals, series } = await paid(first, last);
    days = series.map((one: { day: string }) => one.day);
    expect(days).toHaveLength(3);
    expect(totals).toMatchObject({ goods: cost.goods, freight: cost.freight, fees: cost.fees, other: 700 });
    expect(totals.returned).toBeGreaterThan(0);
    for (const one of series) {
      const { goods, freight, fees, other, returned, net } = one.paid;
      expect(goods + freight + fees).toBe(await stated(['invoice_payment'], one.day, one.day));
      expect(other).toBe(await stated(['stock_payment'], one.day, one.day));
      expect(returned + (await stated(['credit_note', 'claim_refund'], one.day, one.day))).toBe(0);
      expect(net).toBe(goods + freight + fees + other - returned);
    }
    const month = await paid(first, last, '&step=month');
    expect(month.totals).toEqual(totals);
    expect(month.series[0].day).toBe(`${first.slice(0, 7)}-01`);
  });

  it('has no money that was added, held or withdrawn', async () => {
    const before = await paid(days[0] ?? '', today());
    await inAccount(stage.test, stage.account, (ctx) =>
      post(ctx, {
        kind: 'hold',
        ref: { kind: 'withdrawals', id: uuid(), label: 'WD-9' },
        idempotency_key: uuid(),
        entries: [
          { ledger_account: 'cash', amount: -100, currency: 'USD' },
          { ledger_account: 'held_cash', amount: 100, currency: 'USD' },
        ],
      }),
    );
    expect(await paid(days[0] ?? '', today())).toEqual(before);
  });

  it('cuts days in the account’s time zone', async () => {
    const [first = '', , last = ''] = days;
    const { totals } = await paid(first, last);
    await sqlRows(stage.test, `UPDATE accounts SET time_zone = 'Pacific/Kiritimati' WHERE id = '${stage.account}'`);
    const moved = await paid('2026-01-01', '2027-12-31');
    expect(moved.totals).toEqual(totals);
    expect(moved.step).toBe('month');
    await sqlRows(stage.test, `UPDATE accounts SET time_zone = 'UTC' WHERE id = '${stage.account}'`);
  });

  it('is for who may see the wallet, of their own account, for days that make sense', async () => {
    const path = `/api/statistics/payments?from=${days[0]}&to=${today()}`;
    const { account_id } = stage.owner;
    expect((await get(path, await merchant(stage.test, { account_id, role: 'accountant' }))).status).toBe(200);
    expect((await get(path, await merchant(stage.test, { account_id, role: 'viewer' }))).status).toBe(403);
    expect((await stage.test.call('GET', path)).status).toBe(401);
    expect((await get(path, await merchant(stage.test))).body.data).toMatchObject({ series: [], totals: { net: 0 } });
    expect((await get('/api/statistics/payments?from=2026-11-02&to=2026-11-01')).status).toBe(422);
    expect((await get('/api/statistics/payments?from=x&to=2026-11-01')).status).toBe(400);
  });
});
