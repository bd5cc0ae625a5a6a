import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { age, givenSent } from '#testing/claim-fixtures.ts';
import { each, type Invoiced, money, openInvoicing } from '#testing/order-invoice-fixtures.ts';
import { type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { enqueueTask, sqlRows } from '#testing/sql-rows.ts';
import { wrongSums } from '#testing/statistics-sums.ts';
import { checkLedger } from '#testing/wallet-fixtures.ts';

// Claims on orders that the provider invoiced: what is given back belongs to the invoice that was paid, and all books say so.

let test: TestApp;
let on: Awaited<ReturnType<typeof openInvoicing>>;
let warehouse: { token: string };
let finance: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  on = await openInvoicing(test);
  warehouse = await staff(test, 'warehouse');
  finance = await staff(test, 'finance');
});
afterAll(() => test.close());

type Wanted = { wanted: 'refund' | 'reship'; parcel?: string; units?: number };

/** Claims units of the first line of an order: of a parcel, or of what never left. */
async function claimOf({ owner }: Invoiced, order: string, { wanted, parcel, units = 2 }: Wanted) {
  const { data } = await on.get(owner.token, `/api/shopify_orders/${order}`);
  const about = parcel === undefined ? { reason: 'cancel_after_paid' } : { reason: 'late', parcel_id: parcel };
  const lines = [{ line_id: data.order_lines[0].id, quantity: units }];
  return on.post(owner.token, '/api/claims', { order_id: order, wanted, lines, ...about });
}
async function decide({ owner }: Invoiced, claim: string, verdict: { decision: string; amount?: number }) {
  const path = `/api/staff/claims/${owner.account_id}/${claim}`;
  const { version } = (await on.get(on.agent.token, path)).data;
  return on.post(on.agent.token, `${path}/decision`, { version, ...verdict });
}
/** Ships an order, so long ago that it is late. */
async function sent({ owner, store }: Invoiced, order: string): Promise<string> {
  const ref = { account_id: owner.account_id, id: store };
  const parcel = await givenSent({ test, owner, warehouse, store: ref, channel: on.channel }, order);
  await age(test, parcel, 60);
  return parcel;
}
const claimed = async (of: Invoiced, order: string, wanted: Wanted): Promise<string> => {
  const answer = await claimOf(of, order, wanted);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data.id;
};
const today = () => test.clock.now().toISOString().slice(0, 10);

/** What each book says of money that was billed and given back. */
async function books({ owner }: Invoiced) {
  const summary = (await on.get(owner.token, `/api/invoices/summary?from=${today()}&to=${today()}`)).data;
  const query = `from=${today()}&to=${today()}&q=${encodeURIComponent(owner.username)}`;
  const [client] = (await on.get(finance.token, `/api/staff/finance/clients?${query}`)).data;
  const notes = (await on.get(owner.token, '/api/credit_notes')).data as { amount: number; invoice: { id: string } }[];
  const [kept] = await sqlRows<{ refunded: number }>(
    test,
    `SELECT -coalesce(sum(e.amount), 0)::float8 AS refunded FROM ledger_entries e JOIN ledger_transactions t USING (account_id, seq)
     WHERE account_id = '${owner.account_id}' AND t.kind IN ('credit_note', 'claim_refund') AND e.ledger_account NOT IN ('cash', 'credit') AND NOT starts_with(e.ledger_account, 'bonus:')`,
  );
  const given = notes.reduce((sum, { amount }) => sum + amount, 0);
  expect({ summary: summary.credited, ledger: Math.abs(kept?.refunded ?? 0) }).toEqual({
    summary: given,
    ledger: given,
  });
  expect(client).toMatchObject({ invoiced: summary.billed, balance: await on.cash({ owner } as Invoiced) });
  expect(await wrongSums(test, owner.account_id)).toEqual([]);
  expect(await checkLedger(test, owner.account_id)).toMatchObject({ ok: true });
  return { given, notes, billed: summary.billed };
}
const totalOf = async (owner: Person, order: string) =>
  (await on.get(owner.token, `/api/shopify_orders/${order}`)).data.cost.total;

describe('a claim on an order that was paid with an invoice of the provider', () => {
  it('gives money back of that invoice: in part, for a parcel, and for units that never left', async () => {
    const case_ = await on.given();
    const [one, two, three] = [await on.order(case_), await on.order(case_), await on.order(case_)];
    const { id } = await on.issued(case_, 3);
    expect(await on.pay(case_, id, 3 * each)).toMatchObject({ status: 200 });
    const parcel = await sent(case_, one.id);
    const partly = await claimed(case_, one.id, { wanted: 'refund', parcel });
    const whole = await claimed(case_, two.id, { wanted: 'refund' });
    expect(await books(case_)).toMatchObject({ given: 0, billed: 3 * each });
    expect(await decide(case_, partly, { decision: 'partial', amount: 700 })).toMatchObject({ status: 200 });
    expect(await decide(case_, whole, { decision: 'refund' })).toMatchObject({ status: 200 });
    expect(await decide(case_, whole, { decision: 'refund' })).toMatchObject({ status: 422 });
    expect(await books(case_)).toMatchObject({ given: each + 700, billed: 3 * each });
    expect(await on.invoiceOf(case_, id)).toMatchObject({
      status: 'partly_credited',
      credited: each + 700,
      credits: expect.arrayContaining([
        expect.objectContaining({ amount: 700 }),
        expect.objectContaining({ amount: each }),
      ]),
    });
    expect(await on.orderOf(case_, three.id)).toMatchObject({ payment: 'paid', stage: 'processing' });
    expect(await on.cash(case_)).toBe(money - 3 * each + each + 700);
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('that was asked before another invoice is paid leaves that one alone', async () => {
    const case_ = await on.given();
    const before = await on.order(case_);
    const first = await on.issued(case_);
    expect(await on.pay(case_, first.id)).toMatchObject({ status: 200 });
    const claim = await claimed(case_, before.id, { wanted: 'refund' });
    await on.order(case_);
    const second = await on.issued(case_);
    const answers = await Promise.all([on.pay(case_, second.id), decide(case_, claim, { decision: 'refund' })]);
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await on.invoiceOf(case_, first.id)).toMatchObject({ status: 'credited', credited: each });
    expect(await on.invoiceOf(case_, second.id)).toMatchObject({ status: 'paid', credited: 0 });
    expect(await books(case_)).toMatchObject({ given: each, billed: 2 * each });
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it.each([
    ['dearer', 600, 2_200],
    ['cheaper', 300, 1_600],
  ])('is worth what was paid, not what an ended invoice billed: %s now', async (_, price, total) => {
    const case_ = await on.given();
    const order = await on.order(case_);
    const expired = await on.issued(case_);
    await on.expire(case_, expired.id);
    await on.newPrice(case_, price);
    const voided = (await on.issue(case_, total)).body.data.invoices[0];
    expect(await on.voided(case_, voided.id)).toMatchObject({ status: 200 });
    expect(await claimOf(case_, order.id, { wanted: 'refund' })).toMatchObject({ status: 422 });
    const third = (await on.issue(case_, total)).body.data.invoices[0];
    expect(await claimOf(case_, order.id, { wanted: 'refund' })).toMatchObject({ status: 422 });
    expect(await on.pay(case_, third.id, total)).toMatchObject({ status: 200 });
    expect(await totalOf(case_.owner, order.id)).toBe(total);
    const claim = await claimed(case_, order.id, { wanted: 'refund' });
    expect(await decide(case_, claim, { decision: 'refund' })).toMatchObject({ status: 200 });
    for (const { id } of [expired, voided]) expect(await on.invoiceOf(case_, id)).toMatchObject({ credited: 0 });
    expect(await on.invoiceOf(case_, third.id)).toMatchObject({ status: 'credited', credited: total });
    expect(await on.cash(case_)).toBe(money);
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('by another parcel costs nothing, is on no later invoice, and leaves the rest to give back', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    const order = await on.order(case_);
    const { id } = await on.issued(case_);
    await on.pay(case_, id);
    const claim = await claimed(case_, order.id, { wanted: 'reship', units: 1 });
    expect(await decide(case_, claim, { decision: 'reship' })).toMatchObject({ status: 200 });
    const [again] = (await on.orderOf(case_, order.id)).reships;
    expect((await on.get(on.agent.token, on.issuePath(case_))).data).toMatchObject({ orders: 0, total: 0 });
    expect(await on.issue(case_, 0)).toMatchObject({ status: 422 });
    await sqlRows(test, `UPDATE accounts SET invoicing = 'daily' WHERE id = '${owner.account_id}'`);
    test.clock.advance(48 * 3_600_000);
    await enqueueTask(test, 'order_invoices_issue');
    await runTasks(test, { tolerant: true }); // no shop answers to what the parcels report
    expect(await on.countsOf(case_)).toMatchObject({ unpaid: 0, paid: 1 });
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'paid', credited: 0 });
    // the replacement came late: its worth is given back of the invoice that paid for it
    const back = await claimed(case_, again.id, { wanted: 'refund', parcel: await sent(case_, again.id), units: 1 });
    expect(await decide(case_, back, { decision: 'refund' })).toMatchObject({ status: 200 });
    const { credited } = await on.invoiceOf(case_, id);
    expect(credited).toBeGreaterThan(0);
    expect(credited).toBeLessThan(each);
    expect(await on.cash(case_)).toBe(money - each + credited);
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
    expect(await checkLedger(test, owner.account_id)).toMatchObject({ ok: true });
  });

  it('decided beside a cancellation of its order gives back once', async () => {
    for (let time = 0; time < 3; time += 1) {
      const case_ = await on.given();
      const order = await on.order(case_);
      const { id } = await on.issued(case_);
      await on.pay(case_, id);
      const claim = await claimed(case_, order.id, { wanted: 'refund' });
      const { version } = await on.orderOf(case_, order.id);
      const cancel = () =>
        on.post(case_.owner.token, `/api/shopify_orders/${order.id}/cancel`, { version, reason: '' });
      const verdict = () => decide(case_, claim, { decision: 'refund' });
      const answers = await Promise.all(time === 1 ? [verdict(), cancel(), verdict()] : [cancel(), verdict()]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'credited', credited: each });
      expect(await books(case_)).toMatchObject({ given: each, billed: each });
      expect(await on.cash(case_)).toBe(money);
      expect(await on.contradictions(case_)).toEqual([]);
    }
  });
});
