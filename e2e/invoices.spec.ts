import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { creditOrder } from '#server/features/orders/index.ts';
import { systemClock } from '#server/lib/clock.ts';
import { givenStore, givenVariant, inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { quoteBody } from '#testing/stock-order-fixtures.ts';
import { yiwu } from '#testing/stock-fixtures.ts';
import { givenMoney, givenOrdersToPay } from '#testing/wallet-fixtures.ts';
import { desktop, openBrowser, type Visitor } from './browser.ts';
import { callAs, enterAs, knownMerchant } from './known-merchant.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
const place = () => ({ ground: stage.ground, clock: systemClock });

/** A stock order with an accepted quote: 385.00 are to be paid in two invoices. */
async function givenStockOrder(agent: Person): Promise<void> {
  const { account_id } = owner;
  const store = await givenStore(place(), account_id, { platform: 'file' });
  const { sku_id } = await givenVariant(place(), { account_id, id: store });
  const asked = { warehouse_id: yiwu, lines: [{ sku_id, quantity: 100 }] };
  const { id } = await callAs<{ id: string }>(stage, owner, 'POST', '/api/stock_orders', asked);
  const path = `/api/staff/stock_orders/${account_id}/${id}/quote`;
  type Quoted = { version: number; total: number };
  const { version, total } = await callAs<Quoted>(stage, agent, 'POST', path, quoteBody(place(), 1));
  await callAs(stage, owner, 'POST', `/api/stock_orders/${id}/accept`, { version, expected_total: total });
}

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  const agent = { ...owner, ...(await staff(place(), 'agent')) };
  await givenMoney(place(), owner.account_id, 100_000);
  for (let n = 0; n < 2; n += 1) await givenStockOrder(agent);
  visitor = await openBrowser(stage.url);
  await enterAs(stage, visitor, owner);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

// a story that ended on a phone must not leave the next one there
beforeEach(() => visitor.page.setViewportSize(desktop));

it('asks for an approval of invoices that are together above the limit of who pays', async () => {
  const { page } = visitor;
  const payer = await merchant(place(), { account_id: owner.account_id, role: 'payer' });
  const limits = { per_payment: 70_000, per_day: null, per_month: null, version: 0 };
  await callAs(stage, owner, 'PUT', `/api/sub_accounts/${payer.user_id}/limits`, limits);
  await enterAs(stage, visitor, payer);
  await page.goto('/invoice/invoice?tab=unpaid');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Pay 4 invoices · $770.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay 4 invoices' });
  await dialog.getByText('This is above your limit of $700.00 per payment, so it needs approval.').waitFor();
  await dialog.getByRole('button', { name: `Request approval from ${owner.username}` }).click();
  const told = page.getByRole('status').filter({ hasText: 'Approval for 4 invoices requested.' });
  await told.getByRole('button', { name: 'View request' }).click();
  const asked = page.getByRole('dialog', { name: /^Payment of \$770\.00/ });
  await asked.getByText('Requested', { exact: true }).first().waitFor();
  expect(await asked.getByText('Now', { exact: true }).count()).toBe(0); // they cost the same as then
  await page.goto('/invoice/invoice?tab=unpaid');
  const lower = { ...limits, per_payment: 10_000, version: 1 }; // each of them is above it
  await callAs(stage, owner, 'PUT', `/api/sub_accounts/${payer.user_id}/limits`, lower);
  await page
    .getByRole('button', { name: /^Open INV-/ })
    .last()
    .click();
  const invoice = page.getByRole('dialog', { name: /^INV-/ });
  await invoice.getByText('You requested approval for this invoice.').waitFor();
  expect(await invoice.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  await invoice.getByText(/Stock order PO-/).waitFor();
  expect(await invoice.getByRole('link', { name: /Stock order/ }).count()).toBe(0); // payers may not see stock
  await invoice.getByRole('link', { name: 'View request' }).click();
  await page.getByRole('dialog', { name: /^Payment of \$770\.00/ }).waitFor();
  await enterAs(stage, visitor, owner);
  await page.goto('/wallet/wallet?tab=approvals');
  await page.getByRole('row', { name: /4 invoices/ }).click();
  const request = page.getByRole('dialog', { name: /^Payment of \$770\.00/ });
  await request.getByRole('button', { name: 'Approve and pay 4 invoices · $770.00' }).waitFor();
  await request.getByRole('button', { name: 'Decline payment' }).waitFor();
});

it('pays the selected open invoices at once, a deposit with its balance, and says what is left', async () => {
  const { page } = visitor;
  await page.goto('/invoice/invoice?tab=unpaid');
  await page
    .getByRole('row', { name: /Balance · PO-/ })
    .first()
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Download PDF' }).waitFor();
  expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0); // its deposit comes first
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  // at the thumb of a phone every button is as wide as the bar
  await page.setViewportSize({ width: 390, height: 844 });
  const pay = page.getByRole('button', { name: 'Pay 4 invoices · $770.00' });
  const paper = page.getByRole('button', { name: 'Download PDF' });
  const placeOf = async (part: typeof pay) => {
    const { x, width } = (await part.boundingBox()) ?? expect.unreachable();
    return { x, width };
  };
  const both = async () => ({ paper: await placeOf(paper), pay: await placeOf(pay) });
  await expect.poll(both).toSatisfy(({ paper: one, pay: other }) => one.x === other.x && one.width === other.width);
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: 'Pay 4 invoices · $770.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay 4 invoices' });
  await dialog.getByText('$1,000.00').waitFor();
  await dialog.getByText('$230.00').waitFor();
  expect(await dialog.getByRole('row').count()).toBe(4);
  await dialog.getByRole('button', { name: 'Pay 4 invoices · $770.00' }).click();
  await page.getByText('4 invoices paid: $770.00.').waitFor();
  await page.getByText('No unpaid invoices').waitFor();
  expect(await callAs<{ available: number }>(stage, owner, 'GET', '/api/wallet')).toMatchObject({ available: 23_000 });
});

it('leaves out the orders whose payment waits for an approval, and requests it for the others', async () => {
  const { page } = visitor;
  const boss = await knownMerchant(stage);
  const payer = await merchant(place(), { account_id: boss.account_id, role: 'payer' });
  const limits = { per_payment: 1_000, per_day: null, per_month: null, version: 0 };
  await callAs(stage, boss, 'PUT', `/api/sub_accounts/${payer.user_id}/limits`, limits);
  const [first = ''] = await givenOrdersToPay(place(), boss.account_id, 3);
  await callAs(stage, payer, 'POST', '/api/payment_requests', { order_ids: [first], expected_total: 2_000 });
  await enterAs(stage, visitor, payer);
  // what waits is named beside what can be paid, wherever that is counted
  await page.goto('/wallet/wallet');
  await page.getByText('1 more waits for approval: $20.00').waitFor();
  await page.goto('/dashboard/index');
  await page.getByText('1 more waits for approval', { exact: true }).waitFor();
  await page.goto('/order/index?tab=to_pay');
  const strip = page.getByRole('note', { name: 'What can be paid now' });
  await strip.getByText('2 orders ready to pay · $40.00').waitFor();
  await strip.getByRole('link', { name: '1 order waits for approval · $20.00' }).waitFor();
  await strip.getByRole('button', { name: 'Pay all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay orders' });
  await dialog.getByRole('heading', { name: '2 orders ready to pay' }).waitFor();
  expect(await dialog.getByText(/^You requested approval/).count()).toBe(0);
  await page.keyboard.press('Escape');
  // ticked with the others, it can be left out
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: /^Pay 3 orders/ }).click();
  await dialog.getByText(/^You requested approval to pay #/).waitFor();
  expect(await dialog.getByRole('button', { name: /^Request approval/ }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Leave out 1 order' }).click();
  await dialog.getByRole('heading', { name: '2 orders ready to pay' }).waitFor();
  await dialog.getByRole('button', { name: `Request approval from ${boss.username} · $40.00` }).click();
  await page.getByText('Approval requested. You’ll be notified of the decision.').waitFor();
  await enterAs(stage, visitor, owner);
});

it('lists credit notes with their reason; one opens its invoice', async () => {
  const { page } = visitor;
  const { account_id } = owner;
  const [order = ''] = await givenOrdersToPay(place(), account_id, 1);
  const paid = await callAs<{ id: string; number: string }>(stage, owner, 'POST', '/api/invoices', {
    order_ids: [order],
    expected_total: 2_000,
  });
  const reason = { text: 'ledger.order_cancelled', params: { name: '#1' } } as const;
  await inAccount(place(), account_id, (ctx) =>
    creditOrder(ctx, order, { amount: 350, reason, cause: order, as: 'credit_note' }),
  );
  await page.goto('/invoice/invoice');
  await page.getByRole('button', { name: /^Credit notes/ }).click();
  const row = page.getByRole('row', { name: new RegExp(paid.number) });
  await row.getByText('Order #1 cancelled').waitFor();
  await row.getByText('3.50', { exact: false }).waitFor();
  await row.getByRole('button', { name: /^Open CN-/ }).click();
  await page.getByRole('dialog', { name: new RegExp(`^${paid.number}`) }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: new RegExp(paid.number) }).waitFor();
});

it('lists billed orders with their invoice, finds and narrows them, and puts those that are ticked into one PDF', async () => {
  const { page } = visitor;
  await givenMoney(place(), owner.account_id, 4_000);
  const orders = await givenOrdersToPay(place(), owner.account_id, 2);
  const body = { order_ids: orders, expected_total: 4_000 };
  const paid = await callAs<{ id: string; number: string }>(stage, owner, 'POST', '/api/invoices', body);
  const path = `/api/invoice_orders?invoice_id=${paid.id}`;
  const bills = await callAs<{ id: string; number: string; order: { name: string } }[]>(stage, owner, 'GET', path);
  const [first, second] = bills;
  await page.goto('/invoice/invoice');
  await page.getByText('Invoice orders', { exact: true }).click();
  await page.waitForURL(/\?list=orders$/);
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
  const row = (number = '') => page.getByRole('row', { name: new RegExp(number) });
  await row(first?.number).getByText(paid.number).waitFor();
  await row(first?.number).getByText('$20.00').waitFor();
  expect(
    await row(first?.number)
      .getByRole('link', { name: first?.order.name ?? '', exact: true })
      .count(),
  ).toBe(1);
  const sku = (await row(first?.number).getByText(/ × 2$/).innerText()).replace(' × 2', '');
  await page.goto(`/invoice/invoice?list=orders&sku=${encodeURIComponent(sku)}`);
  await row(first?.number).waitFor();
  await page.goto('/invoice/invoice?list=orders&sku=nothing');
  await page.getByText('No results match these filters').waitFor();
  await page.getByRole('button', { name: /^Remove filter SKU/ }).click();
  await page.getByPlaceholder('Order invoice or order number').fill(second?.number ?? '');
  await row(first?.number).waitFor({ state: 'detached' });
  await page.goto('/invoice/invoice?list=orders&from=2020-01-01&to=2020-01-31');
  await page.getByText('No results match these filters').waitFor();
  await page.getByRole('button', { name: /^Remove filter Issue date/ }).click();
  for (const bill of bills) await row(bill.number).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download documents' });
  await dialog.getByText('2 documents are ready.').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^order_invoices_.*\.pdf$/);
  await page.keyboard.press('Escape');
  const [alone] = await Promise.all([
    page.waitForEvent('download'),
    row(first?.number)
      .getByRole('button', { name: `Download ${first?.number} as PDF` })
      .click(),
  ]);
  expect(alone.suggestedFilename()).toMatch(new RegExp(`^${first?.number}_.*\\.pdf$`));
  await row(first?.number)
    .getByRole('button', { name: `Open ${first?.number}` })
    .click();
  await page.getByRole('dialog', { name: new RegExp(`^${paid.number}`) }).waitFor();
  await page.keyboard.press('Escape');
  await row(first?.number).waitFor();
});

it('the printed invoice names tax ID and client number, offers a dispute, and the balance where it is open', async () => {
  const { page } = visitor;
  const { account_id } = owner;
  const billing = JSON.stringify({ address: '1 Canal Street', tax_id: 'DE123456789' });
  await inAccount(place(), account_id, ({ db }) =>
    db.updateTable('accounts').set({ billing }).where('id', '=', account_id).execute(),
  );
  const [order = ''] = await givenOrdersToPay(place(), account_id, 1);
  const body = { order_ids: [order], expected_total: 2_000 };
  const paid = await callAs<{ id: string }>(stage, owner, 'POST', '/api/invoices', body);
  await page.goto(`/clientInvoice?id=${paid.id}`);
  await page.getByText('Tax ID DE123456789').waitFor();
  await page.getByText(/^Registration number \S+$/).waitFor();
  await page.getByText(/^Client \d+$/).waitFor();
  const dispute = page.getByRole('button', { name: 'Dispute', exact: true });
  await dispute.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await dispute.isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  await dispute.click();
  await page.getByRole('dialog').waitFor();

  await givenStockOrder({ ...owner, ...(await staff(place(), 'agent')) });
  const unpaid = await callAs<{ id: string; payable: boolean }[]>(stage, owner, 'GET', '/api/invoices?tab=unpaid');
  const open = unpaid.find(({ payable }) => payable);
  await givenMoney(place(), account_id, -18_000);
  await page.goto(`/clientInvoice?id=${open?.id}`);
  await page.getByText('Available in wallet:', { exact: false }).waitFor();
  await page.getByText('Shortfall:', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Add funds' }).click();
  await page.waitForURL(/\/recharge/i);
});
