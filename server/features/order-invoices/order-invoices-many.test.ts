import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { maxPaidAtOnce } from '#contract/invoice-rules.ts';
import { forAccount } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { applyShopOrders, inAccount, shopLine, shopOrder, systemEntry } from '#testing/order-fixtures.ts';
import { each, openInvoicing } from '#testing/order-invoice-fixtures.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { cashOf, checkLedger } from '#testing/wallet-fixtures.ts';
import { issueFor } from './order-invoices.service.ts';

let test: TestApp;
let on: Awaited<ReturnType<typeof openInvoicing>>;
beforeAll(async () => {
  test = await startTestApp();
  on = await openInvoicing(test);
});
afterAll(() => test.close());

const many = 120;

it('of more than a hundred are paid by one call, or none of them', async () => {
  const { owner, store, goods } = await on.given(many * each);
  const { account_id, token } = owner;
  const at = { placed_at: test.clock.now(), updated_at: test.clock.now() };
  const orders = Array.from({ length: many }, (_, index) =>
    shopOrder([shopLine(goods, { external_id: `l${index}` })], { external_id: `m${index}`, name: `#M${index}`, ...at }),
  );
  await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, { account_id, id: store }, orders, 'api'));
  const ids = await sqlRows<{ id: string }>(test, `SELECT id FROM orders WHERE account_id = '${account_id}'`);
  await systemEntry(test).run('all_accounts', async (ctx) => {
    for (const { id } of ids) await issueFor(forAccount(ctx, account_id), { ids: [id], valid_hours: 24 });
  });
  const due: { id: string; total: number }[] = await sqlRows(
    test,
    `SELECT id, total::int AS total FROM invoices WHERE account_id = '${account_id}'`,
  );
  expect(due).toHaveLength(many);
  const pay = (list: readonly { id: string; total: number }[]) =>
    on.post(token, '/api/invoices/payments', {
      invoices: list.map(({ id, total }) => ({ id, expected_total: total })),
    });
  const wrong = due.map((one, index) => (index === many - 1 ? { ...one, total: one.total + 1 } : one));
  expect(await pay(wrong)).toMatchObject({ status: 422, body: { code: 'price_changed' } });
  expect(await cashOf(test, account_id)).toBe(many * each);
  const [changed] = await sqlRows<{ order_id: string; number: string }>(
    test,
    `SELECT io.order_id, 'INV-' || i.number AS number FROM invoice_orders io JOIN invoices i ON i.account_id = io.account_id AND i.id = io.invoice_id
     WHERE io.account_id = '${account_id}' ORDER BY i.number DESC LIMIT 1`,
  );
  const hold = (content: string) =>
    sqlRows(test, `UPDATE invoice_orders SET content = ${content} WHERE order_id = '${changed?.order_id}'`);
  await hold(`'changed ' || content`);
  const outdated = await pay(due);
  expect(outdated).toMatchObject({ status: 422, body: { code: 'order_not_payable' } });
  expect(outdated.body.message).toContain(changed?.number);
  expect(await cashOf(test, account_id)).toBe(many * each);
  await hold(`replace(content, 'changed ', '')`);

  // their orders are read and marked together, not invoice by invoice
  const query = vi.spyOn(pg.Client.prototype, 'query');
  expect(await pay(due)).toMatchObject({ status: 200, body: { data: { total: many * each } } });
  const texts = query.mock.calls.map(([sent]: unknown[]) => JSON.stringify(sent));
  query.mockRestore();
  expect(texts.filter((text) => /UPDATE orders|FROM orders o/.test(text)).length).toBeLessThan(10);
  expect(await cashOf(test, account_id)).toBe(0);
  expect(await checkLedger(test, account_id)).toMatchObject({ ok: true });
  const stages = await sqlRows(test, `SELECT DISTINCT payment FROM orders WHERE account_id = '${account_id}'`);
  expect(stages).toEqual([{ payment: 'paid' }]);
  expect((await pay(Array.from({ length: maxPaidAtOnce + 1 }, () => ({ id: account_id, total: 1 })))).status).toBe(422);
});
