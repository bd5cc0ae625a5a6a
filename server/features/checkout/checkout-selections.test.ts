import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyOrders } from '#contract/checkout.ts';
import { mostPaidFor } from '#contract/recharge-rules.ts';
import { type Entry, forAccount } from '#server/db/context.ts';
import { takeIn } from '#server/features/stock/index.ts';
import { jobInput } from '#server/features/jobs/index.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { yiwu } from '#testing/stock-fixtures.ts';
import { cashOf, checkLedger, givenMoney, givenShopOrders } from '#testing/wallet-fixtures.ts';
import { runPayment } from './checkout-payment.service.ts';

let test: TestApp;
let channel: Channel;
beforeAll(async () => {
  test = await startTestApp();
  channel = await givenChannel(test);
});
afterAll(() => test.close());

type Case = { person: Person; store: { account_id: string; id: string }; goods: Goods };
/** Two units at 5.00, 800 g at 10.00 per kg plus 2.00. */
const each = 2_000;
const many = manyOrders + 20;
let external = 0;

async function given(count: number, money = count * each): Promise<Case> {
  const person = await merchant(test);
  const { account_id } = person;
  const store = { account_id, id: await givenStore(test, account_id) };
  const goods = await givenVariant(test, store);
  await givenPrice(test, account_id, { sku_id: goods.sku_id, channel });
  const orders = Array.from({ length: count }, () => {
    external += 1;
    return shopOrder([shopLine(goods)], { external_id: `m${external}`, name: `#M${external}` });
  });
  await givenShopOrders(test, store, orders);
  if (money > 0) await givenMoney(test, account_id, money);
  return { person, store, goods };
}

const toPay = { tab: 'to_pay' };
const preview = (token: string, query: object = toPay) =>
  test.call('POST', '/api/invoices/selections', { token, body: { query } });
const pay = (token: string, id: string, expected_total: number, key: string = uuid()) =>
  test.call('POST', `/api/invoices/selections/${id}/pay`, { token, key, body: { expected_total } });
const get = (token: string, path: string) => test.call('GET', path, { token });
const stagesOf = async ({ person }: Case) =>
  Object.fromEntries(
    (
      await sqlRows<{ stage: string; n: number }>(
        test,
        `SELECT stage, count(*)::int AS n FROM orders WHERE account_id = '${person.account_id}' GROUP BY stage`,
      )
    ).map(({ stage, n }) => [stage, n]),
  );
const invoicesOf = async ({ person }: Case) => (await get(person.token, '/api/invoices')).body;

async function newPrice({ person, goods }: Case, unit_price: number): Promise<void> {
  await sqlRows(test, `UPDATE prices SET valid_to = now() WHERE account_id = '${person.account_id}'`);
  await givenPrice(test, person.account_id, { sku_id: goods.sku_id, channel, unit_price });
}

/** The entry of a job to which something happens right before its last transaction, that of the money. */
function atMoney(happens: () => unknown): Entry {
  const entry = systemEntry(test);
  const before = 4; // the start, two slices, the look at what was found
  return {
    ...entry,
    as: (actor) => {
      const own = entry.as(actor);
      let runs = 0;
      return {
        ...own,
        run: async (scope, action) => {
          if (runs === before) await happens();
          runs += 1;
          return own.run(scope, action);
        },
      };
    },
  };
}

describe('all orders that match', () => {
  it('are paid by one click and one invoice, once under any key', { tags: ['D6-07'] }, async () => {
    const it_ = await given(22, 100_000);
    const { token } = it_.person;
    const { data } = (await preview(token)).body;
    expect(data).toMatchObject({ orders: 22, total: 22 * each, left_out: 0, background: false, missing: 0 });
    expect(data.payable).toHaveLength(22);
    const key = uuid();
    const paid = await pay(token, data.token, data.total, key);
    expect(paid).toMatchObject({ status: 200, body: { data: { job: null, invoice: { number: expect.any(String) } } } });
    expect((await pay(token, data.token, data.total, key)).body).toEqual(paid.body);
    expect((await pay(token, data.token, data.total)).body.data).toEqual(paid.body.data);
    expect(await stagesOf(it_)).toEqual({ processing: 22 });
    expect(await cashOf(test, it_.person.account_id)).toBe(100_000 - 22 * each);
    expect((await invoicesOf(it_)).data).toMatchObject([{ orders: 22, total: 22 * each, status: 'paid' }]);
  });

  it('are found by the preview that fixed them, whatever can be paid besides', { tags: ['D6-07'] }, async () => {
    const it_ = await given(mostPaidFor + 1, 1);
    const { token } = it_.person;
    const { data: list } = (await get(token, '/api/shopify_orders?per_page=1')).body;
    const fixed = (await preview(token, { except: list[0].id })).body.data;
    expect(fixed).toMatchObject({ orders: mostPaidFor, missing: mostPaidFor * each - 1 });
    const filter = { selection_id: fixed.token };
    const sums = await get(token, `/api/invoices/payable?selection_id=${fixed.token}`);
    expect(sums.body.data).toMatchObject({ orders: mostPaidFor, total: fixed.total });
    await givenMoney(test, it_.person.account_id, mostPaidFor * each);
    const again = (await preview(token, filter)).body.data;
    expect(again).toMatchObject({ orders: mostPaidFor, total: fixed.total, left_out: 0, missing: 0 });
    expect((await pay(token, again.token, again.total)).status).toBe(200);
    expect(await stagesOf(it_)).toEqual({ awaiting_payment: 1, processing: mostPaidFor });
    expect(
      (await get((await merchant(test)).token, `/api/shopify_orders?selection_id=${fixed.token}`)).body.data,
    ).toEqual([]);
  });

  it('are those of the filter, with how many match and cannot be paid', async () => {
    const it_ = await given(3, 100_000);
    const { token } = it_.person;
    const blocked = shopOrder([shopLine(it_.goods)], { external_id: 'x1', name: '#X1', financial_status: 'pending' });
    await givenShopOrders(test, it_.store, [blocked]);
    const all = (await preview(token, { tab: 'all' })).body.data;
    const [left = { order_id: '' }] = all.payable;
    const but = (await preview(token, { tab: 'all', except: left.order_id })).body.data;
    expect(but).toMatchObject({ orders: all.orders - 1, total: all.total - each });
    const sums = await get(token, `/api/invoices/payable?tab=all&except=${left.order_id}`);
    expect(sums.body.data).toMatchObject({ orders: but.orders, total: but.total });
    expect(all).toMatchObject({ orders: 3, left_out: 1 });
    const one = all.payable[0] as { order_id: string; name: string };
    expect((await preview(token, { tab: 'to_pay', q: one.name.slice(1) })).body.data).toMatchObject({
      orders: 1,
      total: each,
    });
    expect(await preview(token, { tab: 'action_needed' })).toMatchObject({
      status: 422,
      body: { code: 'order_not_payable' },
    });
    const sum = await get(token, '/api/invoices/payable?tab=all');
    expect(sum.body.data).toMatchObject({ orders: 3, total: 3 * each, own_stock: 0, currency: 'USD' });
  });

  it('are fixed by the preview: what comes later is not paid, and what costs more is refused by name', async () => {
    const it_ = await given(2, 100_000);
    const { token } = it_.person;
    const shown = (await preview(token)).body.data;
    await givenShopOrders(test, it_.store, [shopOrder([shopLine(it_.goods)], { external_id: 'late', name: '#LATE' })]);
    expect((await pay(token, shown.token, 2 * each)).status).toBe(200);
    expect(await stagesOf(it_)).toEqual({ processing: 2, awaiting_payment: 1 });

    const left = (await preview(token)).body.data;
    await newPrice(it_, 600);
    const refused = await pay(token, left.token, each);
    expect(refused).toMatchObject({ status: 422, body: { code: 'price_changed' } });
    expect(refused.body.message).toContain('#LATE: products 10.00 USD → 12.00 USD');
    expect(await pay(token, left.token, each + 200)).toMatchObject({ status: 422, body: { code: 'price_changed' } });
    expect(await cashOf(test, it_.person.account_id)).toBe(100_000 - 2 * each);
  });

  it('belong to who looked, for fifteen minutes', async () => {
    const it_ = await given(1);
    const { token, account_id } = it_.person;
    const shown = (await preview(token)).body.data;
    const other = await merchant(test);
    const colleague = await merchant(test, { account_id, role: 'manager' });
    const viewer = await merchant(test, { account_id, role: 'viewer' });
    expect((await pay(other.token, shown.token, each)).status).toBe(404);
    expect((await pay(colleague.token, shown.token, each)).status).toBe(404);
    expect((await pay(viewer.token, shown.token, each)).status).toBe(403);
    expect((await pay(token, uuid(), each)).status).toBe(404);
    await sqlRows(test, `UPDATE payment_selections SET expires_at = '2000-01-01' WHERE id = '${shown.token}'`);
    expect(await pay(token, shown.token, each)).toMatchObject({ status: 422, body: { code: 'preview_expired' } });
    expect(await stagesOf(it_)).toEqual({ awaiting_payment: 1 });
  });
});

describe('what can be paid now', () => {
  it('is one figure for dashboard, wallet, list, checkout and automatic payment, with own stock and added units', async () => {
    const it_ = await given(3, 100_000);
    const { token, account_id } = it_.person;
    const list = async () => (await get(token, '/api/shopify_orders?tab=to_pay')).body;
    const [first] = (await list()).data as { id: string; name: string }[];
    const { data: bought } = (
      await test.call('POST', '/api/invoices', {
        token,
        key: uuid(),
        body: { order_ids: [first?.id], expected_total: each },
      })
    ).body;
    expect(bought.status).toBe('paid');
    const external_id = first?.name.slice(2) ?? '';
    const more = shopOrder([shopLine(it_.goods, { quantity: 3 })], {
      external_id: `m${external_id}`,
      name: first?.name ?? '',
    });
    await givenShopOrders(test, it_.store, [more]);
    const arrival = {
      account_id,
      sku_id: it_.goods.sku_id,
      warehouse_id: yiwu,
      kind: 'receipt' as const,
      qty: 2,
      key: uuid(),
    };
    await systemEntry(test).run('all_accounts', (ctx) => takeIn(forAccount(ctx, account_id), [arrival]));
    await runTasks(test);

    const own = 2 * 500; // both units of one order
    const added = 500 + 400; // its freight goes with the rest
    const total = 2 * each - own + added;
    const { data: rows, meta } = await list();
    expect(meta).toMatchObject({ total: 3, counts: { to_pay: 3 } });
    expect(rows.map((row: { due: number }) => row.due).toSorted((a: number, b: number) => a - b)).toEqual([
      added,
      each - own,
      each,
    ]);
    expect(rows.some((row: { cost: object }) => 'own_stock' in row.cost)).toBe(true);
    expect((await get(token, '/api/invoices/payable?tab=to_pay')).body.data).toMatchObject({
      orders: 3,
      total,
      own_stock: own,
      additions: { orders: 1, total: added },
    });
    expect((await get(token, '/api/wallet')).body.data).toMatchObject({
      to_pay: total,
      to_pay_orders: 3,
      to_pay_own_stock: own,
    });
    const { work } = (await get(token, '/api/dashboard')).body.data;
    expect(work).toMatchObject({ to_pay: 3, to_pay_amount: total });
    const body = { order_ids: rows.map((row: { id: string }) => row.id) };
    const named = (await test.call('POST', '/api/invoices/checkout', { token, body })).body.data;
    expect(named).toMatchObject({ orders: 3, total, own_stock: own, refused: [] });
    expect(named.payable.map((order: { kind: string }) => order.kind).toSorted()).toEqual([
      'addition',
      'order',
      'order',
    ]);
    const [run] = (await get(token, '/api/autopay/next')).body.data;
    expect(run).toMatchObject({ considered: 3, paid: 3, total, connected: true });
    const shown = (await preview(token)).body.data;
    expect(shown).toMatchObject({ orders: 3, total, own_stock: own });
    expect((await pay(token, shown.token, total)).status).toBe(200);
    expect((await get(token, '/api/wallet')).body.data).toMatchObject({ to_pay: 0, to_pay_orders: 0 });
    expect(await cashOf(test, account_id)).toBe(100_000 - each - total);
  });
});

describe(`more than ${manyOrders} orders`, () => {
  it('are paid by a job, all with one invoice, also when it is taken again', { tags: ['D6-07'] }, async () => {
    const it_ = await given(many);
    const { token, account_id } = it_.person;
    const { data } = (await preview(token)).body;
    expect(data).toMatchObject({ orders: many, total: many * each, background: true });
    expect(data.payable).toHaveLength(100);
    expect(data.payable[0].channel).toBe('Air line');
    const begun = (await pay(token, data.token, data.total)).body.data;
    expect(begun).toMatchObject({ invoice: null, job: { kind: 'payment', state: 'queued' } });
    expect(await stagesOf(it_)).toEqual({ paying: many });
    expect((await preview(token)).status).toBe(422); // nothing waits any more
    expect((await get(token, '/api/wallet')).body.data).toMatchObject({ to_pay: 0, to_pay_orders: 0 });
    await runTasks(test);
    const job = (await get(token, `/api/jobs/${begun.job.id}`)).body.data;
    expect(job).toMatchObject({ state: 'done', result: { orders: many, total: many * each } });
    await runPayment(systemEntry(test), { account_id, id: begun.job.id }); // as after a crash behind the commit
    expect((await pay(token, data.token, data.total)).body.data.invoice).toEqual({
      ...job.result.invoice,
      orders: many,
      total: many * each,
      currency: 'USD',
    });
    expect(await stagesOf(it_)).toEqual({ processing: many });
    expect(await cashOf(test, account_id)).toBe(0);
    expect((await invoicesOf(it_)).data).toMatchObject([{ orders: many, total: many * each, status: 'paid' }]);
    expect(await checkLedger(test, account_id)).toEqual({ ok: true, transactions: 2 });
    const [sums] = await sqlRows<{ lines: number; total: number; paid: number; in_order: boolean }>(
      test,
      `SELECT (SELECT count(*)::int FROM invoice_lines WHERE account_id = '${account_id}') AS lines,
        (SELECT sum(total)::int FROM invoice_orders WHERE account_id = '${account_id}') AS total,
        (SELECT sum(paid_quantity)::int FROM order_lines WHERE account_id = '${account_id}') AS paid,
        (SELECT bool_and(codes = '{1 goods,2 freight}' AND amounts = o.total) FROM invoice_orders o CROSS JOIN LATERAL (
           SELECT array_agg(l.line || ' ' || l.code ORDER BY l.line) AS codes, sum(l.amount) AS amounts FROM invoice_lines l
           WHERE l.account_id = o.account_id AND l.invoice_order_id = o.id) x WHERE o.account_id = '${account_id}') AS in_order`,
    );
    expect(sums).toEqual({ lines: 2 * many, total: many * each, paid: 2 * many, in_order: true });
  });

  it('are all left when one changed meanwhile, and wait again as they are now', async () => {
    const it_ = await given(many, 10 * many * each);
    const { token, account_id } = it_.person;
    const shown = (await preview(token)).body.data;
    await newPrice(it_, 600);
    const begun = (await pay(token, shown.token, shown.total)).body.data;
    await runTasks(test);
    const job = (await get(token, `/api/jobs/${begun.job.id}`)).body.data;
    expect(job).toMatchObject({ state: 'failed', result: null });
    expect(job.failure).toMatch(
      new RegExp(`^${many} of ${many} orders changed since the preview \\(#M\\d+: 20.00 USD → 22.00 USD, .*…\\)`),
    );
    expect(await stagesOf(it_)).toEqual({ awaiting_payment: many });
    expect(await cashOf(test, account_id)).toBe(10 * many * each);
    expect((await invoicesOf(it_)).meta.total).toBe(0);
    expect(await pay(token, shown.token, shown.total)).toMatchObject({
      status: 422,
      body: { code: 'preview_expired' },
    });

    // what the orders keep is what they cost now: the next look is right
    const again = (await preview(token)).body.data;
    expect(again.total).toBe(many * (each + 200));
    const next = (await pay(token, again.token, again.total)).body.data;
    const crash = atMoney(() => {
      throw new Error('the machine stopped');
    });
    await expect(runPayment(crash, { account_id, id: next.job.id })).rejects.toThrow('the machine stopped');
    expect(await stagesOf(it_)).toEqual({ paying: many });
    expect((await invoicesOf(it_)).meta.total).toBe(0);
    await runTasks(test);
    expect((await get(token, `/api/jobs/${next.job.id}`)).body.data.state).toBe('done');
    expect((await invoicesOf(it_)).meta.total).toBe(1);
    expect(await cashOf(test, account_id)).toBe(10 * many * each - again.total);
  });

  it('are all left when one changes between its evaluation and the money', async () => {
    const it_ = await given(many);
    const { token, account_id } = it_.person;
    const shown = (await preview(token)).body.data;
    const begun = (await pay(token, shown.token, shown.total)).body.data;
    const name = `#M${external}`;
    const change = atMoney(() =>
      sqlRows(test, `UPDATE orders SET version = version + 1 WHERE account_id = '${account_id}' AND name = '${name}'`),
    );
    await runPayment(change, { account_id, id: begun.job.id });
    const job = (await get(token, `/api/jobs/${begun.job.id}`)).body.data;
    expect(job).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining(`1 of ${many} orders changed since the preview (${name})`),
    });
    expect(await stagesOf(it_)).toEqual({ awaiting_payment: many });
    expect(await cashOf(test, account_id)).toBe(many * each);
  });

  it('are refused at once without the money, and given back when it is gone before the job', async () => {
    const it_ = await given(many, many * each - 1);
    const { token, account_id } = it_.person;
    const shown = (await preview(token)).body.data;
    expect(shown.missing).toBe(1);
    expect(await pay(token, shown.token, shown.total)).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance' },
    });
    expect(await stagesOf(it_)).toEqual({ awaiting_payment: many });
    await givenMoney(test, account_id, 1);
    const begun = (await pay(token, shown.token, shown.total)).body.data;
    await givenMoney(test, account_id, -1);
    await runTasks(test);
    const job = (await get(token, `/api/jobs/${begun.job.id}`)).body.data;
    expect(job).toMatchObject({ state: 'failed', failure: expect.stringContaining('0.01 USD short') });
    expect(await stagesOf(it_)).toEqual({ awaiting_payment: many });
    const input = await systemEntry(test).run('all_accounts', (ctx) => jobInput(ctx, { account_id, id: begun.job.id }));
    expect(input?.state).toBe('failed');
  });
});
