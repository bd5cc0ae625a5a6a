import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CardStage, cardStage } from './card-stage.ts';
import { merchant, type Person } from './people.ts';
import { runTasks } from './run-tasks.ts';
import { sqlRows } from './sql-rows.ts';
import { cashOf, checkLedger, givenMoney, givenOrdersToPay } from './wallet-fixtures.ts';

let stage: CardStage;
beforeAll(async () => {
  stage = await cardStage();
});
afterAll(() => stage.close());

const cost = 2_000;

it('two payers, automatic payment and a card’s money meet on one wallet: nothing is paid twice, and all books agree', async () => {
  const { test, payments } = stage;
  const { person: owner, id: recharge, session } = await stage.opened(4 * cost);
  const { account_id } = owner;
  const payer = await merchant(test, { account_id, role: 'payer' });
  await givenMoney(test, account_id, 5 * cost);
  const orders = await givenOrdersToPay(test, account_id, 12);
  await sqlRows(
    test,
    `UPDATE stores SET settings = settings || '{"pay_mode": "after_1h"}' WHERE account_id = '${account_id}'`,
  );
  const [store] = await sqlRows<{ id: string }>(test, `SELECT id FROM stores WHERE account_id = '${account_id}'`);
  test.clock.advance(2 * 3_600_000);

  const pay = (by: Person, chosen: string[]) =>
    test.call('POST', '/api/invoices', {
      token: by.token,
      key: uuid(),
      body: { order_ids: chosen, expected_total: chosen.length * cost },
    });
  const autopay = () => test.app.tasks.autopay_store?.(stage.system(), { account_id, id: store?.id });
  const [answers] = await Promise.all([
    Promise.all([
      pay(owner, orders.slice(0, 2)),
      pay(payer, orders.slice(1, 3)),
      pay(owner, orders.slice(3, 4)),
      pay(payer, orders.slice(3, 5)),
      pay(owner, orders.slice(10)),
    ]),
    payments.pay(session).then(() => stage.arrive()),
    autopay(),
    autopay(),
  ]);
  const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  expect(refusals.every((code) => ['order_not_payable', 'insufficient_balance'].includes(code ?? ''))).toBe(true);
  await stage.arrive();
  expect(await stage.recharge(owner, recharge)).toMatchObject({ status: 'credited', received_amount: 4 * cost });
  // once more, when all money is there
  test.clock.advance(3_600_000);
  await autopay();
  await runTasks(test);

  const [books] = await sqlRows<{ billed: number; distinct: number; invoiced: number; moved: number; spent: number }>(
    test,
    `SELECT (SELECT count(*)::int FROM invoice_orders WHERE account_id = '${account_id}') AS billed,
      (SELECT count(DISTINCT order_id)::int FROM invoice_orders WHERE account_id = '${account_id}') AS distinct,
      (SELECT coalesce(sum(total), 0)::float8 FROM invoices WHERE account_id = '${account_id}' AND status = 'paid') AS invoiced,
      (SELECT count(*)::int FROM orders WHERE account_id = '${account_id}' AND stage = 'processing') AS moved,
      (SELECT -coalesce(sum(e.amount), 0)::float8 FROM ledger_entries e JOIN ledger_transactions t USING (account_id, seq)
        WHERE account_id = '${account_id}' AND t.kind = 'invoice_payment' AND e.ledger_account = 'cash') AS spent`,
  );
  // nine orders' worth of money arrived, and automatic payment leaves none of it lying beside orders that wait
  expect(books).toEqual({ billed: 9, distinct: 9, invoiced: 9 * cost, moved: 9, spent: 9 * cost });
  expect(await cashOf(test, account_id)).toBe(0);
  expect((await stage.logs(owner)).filter(({ kind }) => kind === 'recharge')).toHaveLength(1);
  expect(await checkLedger(test, account_id)).toMatchObject({ ok: true });
});
