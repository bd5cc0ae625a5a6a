import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { hasHledger, hledgerBalances, runHledger } from '#testing/hledger.ts';
import { inAccount, systemEntry } from '#testing/order-fixtures.ts';
import { hasPdfTools, pdfPages } from '#testing/pdf-tools.ts';
import { type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { yiwu } from '#testing/stock-fixtures.ts';
import { quoteBody } from '#testing/stock-order-fixtures.ts';
import { givenMoney, givenOrdersToPay } from '#testing/wallet-fixtures.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callAs, enterAs, knownMerchant } from './known-merchant.ts';
import { amountIn, amountsIn, factsOf, rowsOf } from './shown-figures.ts';

// A merchant's papers from the first invoice to the end of the month, and the provider's books beside them.

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let finance: Person;
let orders: string[];
const day = 86_400_000;

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  const place = { ground: stage.ground, clock: systemClock };
  finance = { ...owner, ...(await staff(place, 'finance')) };
  const past = { now: () => new Date(Date.now() - 40 * day) };
  await givenMoney({ ground: { ...stage.ground, clock: past }, clock: past }, owner.account_id, 1_000_00);
  orders = await givenOrdersToPay(place, owner.account_id, 3);
  for (const id of orders) {
    const { cost } = await callAs<{ cost: { total: number } }>(stage, owner, 'GET', `/api/shopify_orders/${id}`);
    await callAs(stage, owner, 'POST', '/api/invoices', { order_ids: [id], expected_total: cost.total });
  }
  visitor = await openBrowser(stage.url);
  await enterAs(stage, visitor, owner);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

const wallet = () => callAs<{ available: number; held: number }>(stage, owner, 'GET', '/api/wallet');

/** What a click downloads. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return readFile(await download.path());
}
const paper = (file: Buffer) => pdfPages(file).join('\n');

type StockOrder = { id: string; version: number; total: number };

/** A stock order that the merchant has accepted: its deposit and its balance are invoiced. */
async function givenStockOrder(): Promise<void> {
  const agent = { ...owner, ...(await staff({ ground: stage.ground, clock: systemClock }, 'agent')) };
  const { id: sku_id } = await inAccount(stage, owner.account_id, ({ db }) =>
    db.selectFrom('catalog_skus').select('id').executeTakeFirstOrThrow(),
  );
  const lines = [{ sku_id, quantity: 100 }];
  const { id } = await callAs<StockOrder>(stage, owner, 'POST', '/api/stock_orders', { warehouse_id: yiwu, lines });
  const at = `/api/staff/stock_orders/${owner.account_id}/${id}`;
  const { version } = await callAs<StockOrder>(stage, agent, 'GET', at);
  const quote = quoteBody({ clock: systemClock }, version);
  const quoted = await callAs<StockOrder>(stage, agent, 'POST', `${at}/quote`, quote);
  const agreed = { version: quoted.version, expected_total: quoted.total };
  await callAs(stage, owner, 'POST', `/api/stock_orders/${id}/accept`, agreed);
}

it('pays the deposit and then the balance of a stock order on the page of each invoice', async () => {
  const { page } = visitor;
  await givenStockOrder();
  const before = (await wallet()).available;
  let left = before;
  for (const part of ['Deposit', 'Balance']) {
    await page.goto('/invoice/invoice?tab=unpaid');
    await page
      .getByRole('button', { name: new RegExp(`^Actions.*INV-`) })
      .first()
      .waitFor();
    await page
      .getByRole('row', { name: new RegExp(`${part} · PO-.*Unpaid`) })
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await page.waitForURL('**/clientInvoice?id=*');
    const sums = await factsOf(page.locator('article dl').last());
    const total = amountIn(sums.Total ?? '');
    const lines = await rowsOf(page.locator('article table').first());
    expect(lines.map((row) => amountIn(row.Amount ?? '')).reduce((all, one) => all + one, 0)).toBe(total);
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Pay INV-/ });
    await dialog.getByText('Balance after payment').waitFor();
    left -= total;
    const facts = await factsOf(dialog.locator('dl'));
    expect(amountIn(facts['Balance after payment'] ?? '')).toBe(left);
    await dialog.getByRole('button', { name: /^Pay \$/ }).click();
    await page.locator('article').getByText('Paid', { exact: true }).last().waitFor();
    expect(await page.getByRole('button', { name: /^Pay \$/ }).count()).toBe(0);
    expect((await wallet()).available).toBe(left);
  }
  expect(visitor.problems).toEqual([]);
});

it('gives back a cancelled order by a credit note, which stands beside its invoice and on paper', async () => {
  const { page } = visitor;
  const before = (await wallet()).available;
  await page.goto(`/order/index?order=${orders[0]}`);
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel order' }).click();
  const question = page.getByRole('dialog', { name: /^Cancel order/ });
  const [item = {}] = await rowsOf(question.getByRole('table', { name: 'Units to cancel' }));
  expect(item).toMatchObject({ Item: expect.any(String), 'Units to cancel': expect.stringMatching(/^\d+$/) });
  const refunded = amountIn(await question.getByText(/is refunded to your wallet immediately/).innerText());
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(async () => (await wallet()).available).toBe(before + refunded);

  await page.goto('/wallet/wallet');
  const row = page.getByRole('row', { name: /^Credit note/ });
  await row.waitFor();
  expect(amountsIn(await row.innerText())).toEqual([refunded, before + refunded]);
  await row.getByRole('link', { name: /^CN-/ }).click();
  const invoice = page.getByRole('dialog', { name: /^INV-/ });
  await invoice.getByText('The PDF shows the invoice as issued, without later refunds.').waitFor();
  const notes = invoice.getByRole('table', { name: 'Credit note' });
  const [note = {}] = await rowsOf(notes);
  expect(amountIn(note.Amount ?? '')).toBe(-refunded);
  const facts = await factsOf(invoice.locator('dl').first());
  expect(amountIn(facts['Net of refunds'] ?? '')).toBe(amountIn(facts.Total ?? '') - refunded);
  const file = await downloaded(page, () => notes.getByRole('button', { name: /^Download CN-.* as PDF/ }).click());
  if (hasPdfTools) expect(amountsIn(paper(file)).map(Math.abs)).toContain(refunded);
  expect(visitor.problems).toEqual([]);
});

it('sums up a period as the screen does, on paper', async () => {
  const { page } = visitor;
  await page.goto('/invoice/invoice');
  await page.getByRole('button', { name: 'Period summary' }).click();
  const dialog = page.getByRole('dialog', { name: 'Period summary' });
  await dialog.getByLabel('First day').fill('2020-01-01');
  await dialog.getByLabel('Last day').fill(new Date().toISOString().slice(0, 10));
  await dialog.getByText('Total after refunds').waitFor();
  await expect.poll(async () => (await factsOf(dialog.locator('dl'))).Invoices).toBe('5');
  const facts = await factsOf(dialog.locator('dl'));
  expect(facts['Credit notes']).toBe('1');
  const file = await downloaded(page, () => dialog.getByRole('button', { name: 'Download PDF' }).click());
  if (hasPdfTools) {
    const text = paper(file);
    expect(amountsIn(text)).toContain(amountIn(facts['Total after refunds'] ?? ''));
    expect(new Set(text.match(/INV-\d+/g)).size).toBe(5);
  }
  expect(visitor.problems).toEqual([]);
});

it('ends the month: the merchant verifies a statement, the journal holds, and finance finds its books equal', async () => {
  const { page } = visitor;
  await stage.app.tasks.statements_monthly?.(systemEntry(stage), {});
  await page.goto('/wallet/wallet');
  const head = await factsOf(page.locator('main dl').first());
  const [available, held] = [amountIn(head.Available ?? ''), amountIn(head['On hold'] ?? '')];
  const statements = page.getByRole('table', { name: 'Statements' });
  const [latest = {}] = await rowsOf(statements);
  expect(amountIn(latest['Closing balance'] ?? '')).toBe(1_000_00);
  const signed = await downloaded(page, () => statements.getByRole('button', { name: 'Signed file' }).first().click());

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export this list' });
  await dialog.getByText('Journal (text)').click();
  const journal = await downloaded(page, () => dialog.getByRole('button', { name: 'Export', exact: true }).click());
  if (hasHledger) {
    runHledger(journal.toString(), 'check', '--strict');
    expect(hledgerBalances(journal.toString())['assets:wallet:cash']).toBe(available);
  }

  await page.goto('/verify-statement.html');
  await page.setInputFiles('#files', { name: 'statement.json', mimeType: 'application/json', buffer: signed });
  await page.getByRole('heading', { name: 'This statement is valid.' }).waitFor();

  await enterAs(stage, visitor, finance);
  await page.goto('/staff/finance');
  const books = page.getByRole('table', { name: 'Trial balance in USD' });
  await books.waitFor();
  const total = (await rowsOf(books)).at(-1) ?? {};
  expect(total['Debit (USD)']).toBe(total['Credit (USD)']);
  await page.getByRole('button', { name: 'Liabilities' }).click();
  const owed = page.getByRole('table', { name: 'Owed to clients in USD' });
  await owed.waitFor();
  const [now = {}] = await rowsOf(owed);
  expect(amountIn(now['Owed to clients (USD)'] ?? '')).toBe(available + held);
  // arrow keys go from day to day of the chart, and each is said
  const chart = page.getByRole('group', { name: /^Owed to clients in USD\. Use the arrow keys/ });
  await chart.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await chart
    .getByRole('status')
    .filter({ hasText: /: \$[\d,.]+$/ })
    .waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Revenue by client' }).click();
  await page.getByRole('button', { name: /^View paid invoices of / }).click();
  await page
    .getByRole('button', { name: /^Open INV-/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).search).toMatch(/^\?tab=paid&booked_from=[\d-]{10}&booked_to=[\d-]{10}$/);

  // each document of the client's statement is one click away
  await page.goto(`/staff/finance?tab=statement&client=${owner.account_id}&period=last_12_months`);
  const moved = page.getByRole('table', { name: 'Client statement' });
  await moved
    .getByRole('link', { name: /^CN-\d+$/ })
    .first()
    .waitFor();
  const link = moved.getByRole('link', { name: /^INV-\d+$/ }).first();
  const number = await link.innerText();
  await link.click();
  await page.getByRole('dialog', { name: number }).waitFor();
  expect(visitor.problems).toEqual([]);
});
