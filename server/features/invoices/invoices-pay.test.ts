import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moneyText } from '#server/lib/money-text.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenStore, givenVariant } from '#testing/order-fixtures.ts';
import { hasPdfTools, pdfFaults, pdfPages } from '#testing/pdf-tools.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { askStockOrder, quoteBody, staffStockOrder } from '#testing/stock-order-fixtures.ts';
import { cashOf, checkLedger, givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let agent: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
});
afterAll(() => test.close());

type Due = { id: string; number: string; total: number; part: 'deposit' | 'balance' };

/** The deposit and the balance of a new stock order. */
async function stockOrder(owner: Person): Promise<{ deposit: Due; balance: Due }> {
  const { account_id, token } = owner;
  const lamp = await givenVariant(test, { account_id, id: await givenStore(test, account_id, { platform: 'file' }) });
  const { id } = (await askStockOrder(test, token, [{ sku_id: lamp.sku_id, quantity: 100 }])).body.data;
  const quote = await staffStockOrder(test, agent.token, { account_id, id }, 'quote', quoteBody(test, 1));
  const { version, total: expected_total } = quote.body.data;
  const body = { version, expected_total };
  const agreed = await test.call('POST', `/api/stock_orders/${id}/accept`, { token, key: uuid(), body });
  const part = (name: string) => agreed.body.data.invoices.find((one: Due) => one.part === name) as Due;
  return { deposit: part('deposit'), balance: part('balance') };
}

/** An account with two stock orders to pay. */
async function given(money = 2_000_000) {
  const owner = await merchant(test);
  if (money > 0) await givenMoney(test, owner.account_id, money);
  return { owner, account_id: owner.account_id, one: await stockOrder(owner), two: await stockOrder(owner) };
}

const pay = ({ token }: Person, due: readonly Due[], more: { key?: string; total?: number } = {}) =>
  test.call('POST', '/api/invoices/payments', {
    token,
    key: more.key ?? uuid(),
    body: { invoices: due.map(({ id, total }) => ({ id, expected_total: more.total ?? total })) },
  });
const sumOf = (due: readonly Due[]) => due.reduce((sum, { total }) => sum + total, 0);
const unpaid = async ({ token }: Person) =>
  (await test.call('GET', '/api/invoices?tab=unpaid', { token })).body.meta.total as number;

it('pays several invoices at once, deposits before their balances, and the same call only once', async () => {
  const { owner, account_id, one, two } = await given();
  const due = [one.balance, two.deposit, one.deposit];
  const before = await cashOf(test, account_id);
  const key = uuid();
  const paid = await pay(owner, due, { key });
  expect(paid).toMatchObject({ status: 200, body: { data: { total: sumOf(due), currency: 'USD' } } });
  const numbers = paid.body.data.invoices.map(({ number }: Due) => number);
  expect(numbers).toHaveLength(3);
  expect(numbers.indexOf(one.deposit.number)).toBeLessThan(numbers.indexOf(one.balance.number));
  expect(await pay(owner, due, { key })).toMatchObject({ status: 200, body: paid.body });
  expect(await cashOf(test, account_id)).toBe(before - sumOf(due));
  expect(await unpaid(owner)).toBe(1);
  expect(await checkLedger(test, account_id)).toMatchObject({ ok: true });
  const states = await sqlRows(test, `SELECT status FROM stock_orders WHERE account_id = '${account_id}'`);
  expect(states).toEqual([{ status: 'partly_paid' }, { status: 'partly_paid' }]);
});

it('gives a receipt of an invoice that was paid after its issue, with the same bytes each time', async () => {
  const { owner, account_id, one } = await given();
  const { token } = owner;
  const { id } = one.deposit;
  const ask = (as = token) => test.call('POST', `/api/invoices/${id}/receipt`, { token: as });
  expect((await ask()).body).toMatchObject({
    code: 'conflict',
    message: 'This invoice isn’t paid yet, so it has no receipt. Pay it first.',
  });
  expect((await pay(owner, [one.deposit])).status).toBe(200);
  const receipt = async () => {
    const { body } = await ask();
    return test.app.fastify.inject({ method: 'GET', url: body.data.url });
  };
  const first = await receipt();
  expect(first.headers['content-disposition']).toContain(`${one.deposit.number}_receipt_`);
  await sqlRows(test, `UPDATE accounts SET name = 'Renamed', time_zone = 'Asia/Tokyo' WHERE id = '${account_id}'`);
  expect((await receipt()).rawPayload.equals(first.rawPayload)).toBe(true);
  await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${owner.user_id}'`);
  const inChinese = await receipt();
  expect((await ask((await merchant(test)).token)).status).toBe(404);
  if (!hasPdfTools) return;
  expect(pdfFaults(first.rawPayload)).toBe('');
  const { ledger_seq, paid_at, total, stock_order } = (
    await test.call('GET', `/api/invoices/${one.deposit.id}`, { token })
  ).body.data;
  const text = pdfPages(first.rawPayload).join('\n');
  for (const part of ['Receipt', one.deposit.number, moneyText(total, 'USD'), stock_order.number, paid_at.slice(0, 10)])
    expect(text).toContain(part);
  const chinese = pdfPages(inChinese.rawPayload).join('\n');
  for (const part of ['收据', one.deposit.number, moneyText(total, 'USD')]) expect(chinese).toContain(part);
  // the name of the entry takes two lines
  expect(text).toMatch(new RegExp(` ${ledger_seq}$`, 'm'));
});

it('pays none where one stands in the way, and names it', async () => {
  const { owner, account_id, one, two } = await given();
  expect((await pay(owner, [one.deposit])).status).toBe(200);
  const before = await cashOf(test, account_id);
  const { number } = one.deposit;
  expect(await pay(owner, [two.deposit, one.deposit])).toMatchObject({
    status: 422,
    body: {
      code: 'order_not_payable',
      message: `${number} is already paid. None of the selected invoices was paid.`,
    },
  });
  expect(await pay(owner, [one.balance, two.balance])).toMatchObject({
    status: 422,
    body: { code: 'order_not_payable', message: expect.stringMatching(`^${two.balance.number} .*deposit first`) },
  });
  expect(await pay(owner, [one.balance, two.deposit], { total: one.balance.total })).toMatchObject({
    status: 422,
    body: { code: 'price_changed', message: expect.stringMatching(`^${two.deposit.number} now comes to`) },
  });
  const stranger = await merchant(test);
  const foreign = await stockOrder(stranger);
  expect((await pay(owner, [one.balance, foreign.deposit])).status).toBe(404);
  expect((await pay(await merchant(test, { account_id, role: 'viewer' }), [one.balance])).status).toBe(403);
  expect(await cashOf(test, account_id)).toBe(before);
  expect(await unpaid(owner)).toBe(3);
});

it('holds the sum against the limits of the member and against the wallet', async () => {
  const { owner, account_id, one, two } = await given(0);
  const due = [one.deposit, two.deposit];
  await givenMoney(test, account_id, sumOf(due) - 1);
  expect(await pay(owner, due)).toMatchObject({ status: 422, body: { code: 'insufficient_balance' } });
  await givenMoney(test, account_id, 1);
  const payer = await merchant(test, { account_id, role: 'payer' });
  const limits = { per_payment: sumOf(due) - 1, per_day: null, per_month: null, version: 0 };
  await test.call('PUT', `/api/sub_accounts/${payer.user_id}/limits`, { token: owner.token, body: limits });
  expect(await pay(payer, due)).toMatchObject({ status: 422, body: { code: 'approval_needed' } });
  expect(await cashOf(test, account_id)).toBe(sumOf(due));
  const both = await Promise.all([pay(owner, due), pay(owner, [...due].reverse())]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(await cashOf(test, account_id)).toBe(0);
});
