import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueFor } from '#server/features/order-invoices/order-invoices.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { givenMoney, givenOrdersToPay } from '#testing/wallet-fixtures.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callAs, enterAs, knownMerchant } from './known-merchant.ts';

// Invoices that the provider issues: two orders from the agent's click to the warehouse, once in time and once too late.

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let agent: Person;
const place = () => ({ ground: stage.ground, clock: systemClock });

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  agent = { ...owner, ...(await staff(place(), 'agent')) };
  await givenMoney(place(), owner.account_id, 100_00);
  await givenOrdersToPay(place(), owner.account_id, 2);
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

/** The agent's way from the list of clients to the issued invoice. */
async function issue(orders: string): Promise<string> {
  const { page } = visitor;
  await enterAs(stage, visitor, agent);
  await page.goto('/staff/clients');
  const client = page.getByRole('row', { name: new RegExp(owner.username) });
  await client.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Issue invoice' }).click();
  const dialog = page.getByRole('dialog', { name: /^Issue an invoice to / });
  await dialog.getByText('$40.00').waitFor();
  const until = dialog.getByLabel('Orders placed to');
  await until.fill('2020-01-31');
  await until.press('Tab');
  await dialog.getByText('No order placed on these days can be invoiced now.', { exact: false }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Issue invoice' }).isDisabled()).toBe(true);
  await until.fill('');
  await until.press('Tab');
  const most = dialog.getByLabel('Up to an amount (USD)');
  await most.fill('39.99');
  await dialog.getByText('1 order above the amount').waitFor();
  await dialog.getByText('$20.00').waitFor();
  await most.fill('1');
  await dialog.getByText('The oldest of these orders costs more', { exact: false }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Issue invoice' }).isDisabled()).toBe(true);
  await most.fill('');
  await dialog.getByText('$40.00').waitFor();
  await dialog.getByLabel('Note to the client (optional)').fill('Orders of this week.');
  await dialog.getByRole('button', { name: 'Issue invoice' }).click();
  const toast = await page.getByText(new RegExp(`^INV-\\d+ issued for ${orders}\\.$`)).textContent();
  const number = /INV-\d+/.exec(toast ?? '')?.[0] ?? '';
  // the next page is the invoice, where staff can take it back and nobody of them pays
  const drawer = page.getByRole('dialog', { name: number });
  await drawer.getByRole('button', { name: 'Void invoice' }).waitFor();
  expect(await drawer.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  return number;
}

it('is issued by the agent, said by the bell and every order on it, and declined by the client', async () => {
  const { page } = visitor;
  const number = await issue('2 orders');
  await enterAs(stage, visitor, owner);
  await page.goto('/order/index?tab=to_pay');
  const strip = page.getByRole('note', { name: 'What can be paid now' });
  await strip.getByRole('link', { name: '2 on unpaid invoices' }).waitFor();
  expect(await strip.getByRole('button').count()).toBe(0);
  await page
    .getByRole('row', { name: /Invoiced/ })
    .first()
    .click();
  await page.getByRole('link', { name: /^Pay the invoice by / }).click();
  const drawer = page.getByRole('dialog', { name: number });
  await drawer.getByText('Until then its prices stay as issued.', { exact: false }).waitFor();
  await drawer.getByRole('button', { name: 'Pay $40.00' }).waitFor();
  await drawer.getByText('Orders of this week.').waitFor();
  await drawer.getByRole('button', { name: 'Decline invoice' }).click();
  const dialog = page.getByRole('dialog', { name: `Decline ${number}` });
  await dialog.getByRole('button', { name: 'Decline invoice' }).click();
  await dialog.getByText('Enter a reason.').waitFor();
  await dialog.getByLabel('Reason').fill('We pay on Fridays.');
  await dialog.getByRole('button', { name: 'Decline invoice' }).click();
  await page.getByText(`${number} declined. Its orders wait for payment again.`).waitFor();
  await drawer.getByText('Void: We pay on Fridays.').waitFor();
});

it('is issued from the client’s orders to pay, where staff see that they wait', async () => {
  const { page } = visitor;
  await enterAs(stage, visitor, agent);
  await page.goto('/staff/clients');
  await page
    .getByRole('row', { name: new RegExp(owner.username) })
    .getByRole('cell')
    .first()
    .click();
  await page.waitForURL('**/order/index*');
  await page.getByRole('button', { name: /^To pay/ }).click();
  const strip = page.getByRole('note', { name: 'What can be paid now' });
  await strip.getByText('2 orders', { exact: false }).waitFor();
  await strip.getByRole('button', { name: 'Issue invoice' }).click();
  const dialog = page.getByRole('dialog', { name: /^Issue an invoice to / });
  await dialog.getByText('$40.00').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

it('is issued from the client’s page of invoices too, by the agent and by finance', async () => {
  const { page } = visitor;
  for (const role of ['agent', 'finance'] as const) {
    await enterAs(stage, visitor, { ...owner, ...(await staff(place(), role)) });
    await page.goto('/staff/clients');
    await page
      .getByRole('row', { name: new RegExp(owner.username) })
      .getByRole('cell')
      .first()
      .click();
    await page.waitForURL('**/order/index*');
    await page.goto('/invoice/invoice');
    // the orders on invoices are the other list of the page
    if (role === 'finance') await page.getByText('Invoice orders', { exact: true }).click();
    await page.getByRole('button', { name: 'Issue invoice' }).click();
    const dialog = page.getByRole('dialog', { name: /^Issue an invoice to / });
    await dialog.getByText('$40.00').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});

/** Of an expired invoice whose orders were paid otherwise, nothing is asked any more. */
async function showsNothingLeft(id: string, drawer: Locator): Promise<void> {
  const { page } = visitor;
  const path = `**/api/invoices/${id}`;
  await page.route(path, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, orders_unpaid: 0 } } });
  });
  await page.goto(`/invoice/invoice?tab=expired&invoice=${id}`);
  await drawer.getByText(/There is nothing left to pay/).waitFor();
  expect(await drawer.getByRole('button', { name: 'Refresh prices' }).count()).toBe(0);
  await page.unroute(path);
}

it('expires unpaid, shows line by line what the orders cost now, is replaced, and paid', async () => {
  const { page } = visitor;
  const number = await issue('2 orders');
  await inAccount(place(), owner.account_id, async ({ db, now }) => {
    await db.updateTable('prices').set({ unit_price: 600 }).where('account_id', '=', owner.account_id).execute();
    await db
      .updateTable('invoices')
      .set({ price_valid_until: now })
      .where('account_id', '=', owner.account_id)
      .where('status', '=', 'open')
      .execute();
  });
  await enterAs(stage, visitor, owner);
  const [expired] = await callAs<{ id: string }[]>(stage, owner, 'GET', `/api/invoices?q=${number}`);
  await page.goto(`/clientInvoice?id=${expired?.id ?? ''}`);
  await page.getByRole('button', { name: 'Refresh prices' }).waitFor();
  await page.locator('article').getByText('· not payable', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'PDF as issued' }).waitFor();
  expect(await page.getByRole('button', { name: 'E-invoice (XML)' }).count()).toBe(0); // it is none any more
  const drawer = page.getByRole('dialog', { name: number });
  await showsNothingLeft(expired?.id ?? '', drawer);
  await page.goto('/invoice/invoice?tab=expired');
  await page.getByRole('row', { name: new RegExp(number) }).click();
  expect(await drawer.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  await drawer.getByRole('button', { name: 'Refresh prices' }).click();
  const dialog = page.getByRole('dialog', { name: `Refresh the prices of ${number}` });
  const facts = dialog.locator('dl');
  await facts.getByText('$44.00').waitFor();
  await facts.getByText('$40.00').waitFor();
  await facts.getByText('+$4.00').waitFor();
  await dialog
    .getByRole('row', { name: /10\.00 12\.00$/ })
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Replace invoice' }).click();
  const toast = await page.getByText(new RegExp(`^INV-\\d+ replaces ${number}\\.$`)).textContent();
  const renewed = page.getByRole('dialog', { name: /INV-\d+/.exec(toast ?? '')?.[0] ?? '' });
  await renewed.getByRole('link', { name: number }).waitFor();
  await renewed.getByRole('button', { name: 'Pay $44.00' }).click();
  const paying = page.getByRole('dialog', { name: /^Pay INV-/ });
  await paying.getByText('Balance after payment').waitFor();
  // amounts end below each other
  const ends = await paying.locator('dd').evaluateAll((amounts) =>
    amounts.map((amount) => {
      const range = document.createRange();
      range.selectNodeContents(amount);
      return [getComputedStyle(amount).fontVariantNumeric, Math.round(range.getBoundingClientRect().right)];
    }),
  );
  const right = ends[0]?.[1];
  expect(ends).toEqual(Array.from({ length: 3 }, () => ['tabular-nums', right]));
  expect(right).toBe(Math.round(await paying.locator('dl').evaluate((list) => list.getBoundingClientRect().right)));
  await paying.getByRole('button', { name: 'Pay $44.00' }).click();
  await renewed.getByText('Paid', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'View orders in processing' }).click();
  await page.waitForURL('**/order/index?tab=processing');
  const { available } = await callAs<{ available: number }>(stage, owner, 'GET', '/api/wallet');
  expect(available).toBe(56_00);
  const orders = await callAs<{ stage: string }[]>(stage, owner, 'GET', '/api/shopify_orders');
  expect(orders.map((order) => order.stage)).toEqual(['processing', 'processing']);
});

it('is paid with all others that match, up to 500 by one preview', async () => {
  const { page } = visitor;
  const person = await knownMerchant(stage);
  const { account_id } = person;
  const orders = await givenOrdersToPay(place(), account_id, 13);
  await givenMoney(place(), account_id, 13 * 20_00);
  await inAccount(place(), account_id, async (ctx) => {
    for (const id of orders) await issueFor(ctx, { ids: [id], valid_hours: 24 });
  });
  await enterAs(stage, visitor, person);
  await page.goto('/invoice/invoice?tab=unpaid');
  const all = page.getByRole('checkbox', { name: 'Select all' });
  await all.check();
  await page.getByRole('button', { name: 'Pay 10 invoices · $200.00' }).waitFor();
  await page.getByRole('button', { name: 'Select all 13 matching rows' }).click();
  await page.getByRole('button', { name: 'Pay 13 invoices · $260.00' }).waitFor();
  await page
    .getByRole('checkbox', { name: /^Select .*INV-/ })
    .first()
    .uncheck();
  await page.getByRole('button', { name: 'Pay 12 invoices · $240.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay 12 invoices' });
  expect(await dialog.getByRole('row').count()).toBe(12);
  await dialog.getByRole('button', { name: 'Pay 12 invoices · $240.00' }).click();
  await page.getByText('12 invoices paid: $240.00.').waitFor();
  const left = await callAs<{ id: string }[]>(stage, person, 'GET', '/api/invoices?tab=unpaid');
  expect(left).toHaveLength(1);
  // more than one payment holds
  await inAccount(place(), account_id, (ctx) =>
    sql`INSERT INTO invoices (account_id, id, number, kind, status, currency, goods, freight, fees, total, orders_count, billed_to, seller, issued_at, price_valid_until)
      SELECT account_id, gen_random_uuid(), 900000 + n, kind, status, currency, goods, freight, fees, total, orders_count, billed_to, seller, issued_at, price_valid_until
      FROM invoices, generate_series(1, 500) n WHERE account_id = ${account_id} AND id = ${left[0]?.id}`.execute(
      ctx.db,
    ),
  );
  await page.reload();
  await all.check();
  await page.getByRole('button', { name: 'Select all 501 matching rows' }).click();
  await page.getByText('You can pay up to 500 invoices at once. Narrow the list', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  // one less than that is one payment, read by three calls
  await page
    .getByRole('checkbox', { name: /^Select .*INV-/ })
    .first()
    .uncheck();
  await page.getByRole('button', { name: 'Pay 500 invoices · $10,000.00' }).waitFor();
  expect(visitor.problems).toEqual([]);
});
