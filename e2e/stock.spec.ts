import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenChannel, givenPrice, givenStore, givenVariant, inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { checkPhoto, dayIn } from '#testing/stock-order-fixtures.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let code: string;
let agent: { token: string };
let warehouse: { token: string };
const clock = { now: () => new Date() };
const ground = () => ({ ground: stage.ground, clock });
const logIn = (token: string) => visitor.context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  agent = await staff(ground(), 'agent');
  warehouse = await staff(ground(), 'warehouse');
  const store = {
    account_id: owner.account_id,
    id: await givenStore(ground(), owner.account_id, { platform: 'file' }),
  };
  const lamp = await givenVariant(ground(), store);
  await givenPrice(ground(), owner.account_id, { sku_id: lamp.sku_id, channel: await givenChannel(ground()) });
  await givenMoney(ground(), owner.account_id, 500_000);
  code = await inAccount(ground(), owner.account_id, async ({ db }) => {
    const sku = await db
      .selectFrom('catalog_skus')
      .select('code')
      .where('id', '=', lamp.sku_id)
      .executeTakeFirstOrThrow();
    return sku.code;
  });
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

it('a merchant has goods stocked: asked, quoted, deposit and balance paid, counted short and damaged', {
  tags: ['D3-05', 'D3-06'],
}, async () => {
  const { page } = visitor;
  await logIn(owner.token);
  await page.goto('/ProductStock/index?tab=stocking');
  await page.getByText('No stock orders yet').waitFor();
  await page.getByRole('button', { name: 'Create stock order' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Add a SKU' }).click();
  await page.getByRole('option', { name: new RegExp(code) }).click();
  await dialog.getByLabel(new RegExp(`^${code}`)).fill('100');
  const shelf = dialog.getByRole('combobox', { name: 'Warehouse', exact: true });
  expect(await shelf.inputValue()).toMatch(/^Yiwu/); // the first of them, unless another is chosen
  await dialog.getByLabel('Custom branding').fill('Our logo on the box');
  await dialog.getByRole('button', { name: 'Create stock order' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Quote requested' });
  await drawer.getByText('Your agent is preparing a quote.').waitFor();
  await drawer.getByText('Not specified: Needed by, Note', { exact: true }).waitFor(); // only what one may specify

  await logIn(agent.token);
  await page.goto('/staff/stock');
  await page.getByRole('button', { name: /^Open PO-/ }).click();
  const bench = page.getByRole('dialog');
  await bench.getByText('Our logo on the box').waitFor();
  await bench.getByLabel(/^Unit price \(USD\) 1/).fill('2.50');
  await bench.getByRole('button', { name: 'Add price break' }).click();
  await bench.getByLabel(/^From units 2/).fill('500');
  await bench.getByLabel(/^Unit price \(USD\) 2/).fill('2.20');
  await bench.getByLabel(/^Delivery to buyer per unit/).fill('3.00');
  await bench.getByLabel('Shipping per kg (USD)').fill('3');
  await bench.getByLabel('Estimated production end').fill(dayIn({ clock }, 10));
  await bench.getByLabel('Estimated arrival').fill(dayIn({ clock }, 15));
  await bench.getByLabel('Quote valid until').fill(dayIn({ clock }, 7));
  await bench.getByRole('button', { name: 'Send quote' }).click();
  await bench.getByText('Quote ready', { exact: true }).waitFor();
  await bench.getByRole('button', { name: 'Send new quote' }).waitFor();

  await logIn(owner.token);
  await page.goto('/ProductStock/index?tab=stocking');
  await page.getByRole('button', { name: 'Stock orders 1', exact: true }).waitFor(); // as the menu says
  await page.getByRole('button', { name: /^Open PO-/ }).click();
  const order = page.getByRole('dialog');
  await order.getByText('From stock: $2.50 plus $4.20 shipping per unit', { exact: false }).waitFor(); // 1.20 of it to the warehouse
  await order.getByText('Ordering stock saves', { exact: false }).waitFor();
  await order.getByText('$370.00').waitFor(); // 100 × 2.50 and 40 kg at 3.00
  await order.getByRole('button', { name: 'Accept quote' }).click();
  await order.getByRole('button', { name: 'Pay Deposit · $111.00' }).waitFor();
  expect(await order.getByText('Quote valid until').count()).toBe(0);

  // on the dashboard, in the menu and on the page of invoices as well
  await page.goto('/');
  const next = page.getByRole('list', { name: 'Next steps' });
  await next.getByText('Pay 1 invoice').waitFor(); // the deposit: the balance waits for it
  await next.getByText('$111.00').waitFor();
  await page.getByRole('link', { name: /^Invoices.*1 to do/i }).waitFor();
  await page.getByText('$4,630.00').waitFor(); // what paying them leaves of 5,000.00
  await next.getByRole('link', { name: /^Pay/ }).click();
  await page.getByRole('dialog', { name: /^INV-/ }).getByText('Deposit', { exact: false }).first().waitFor();
  await page.keyboard.press('Escape');
  await page
    .getByRole('row', { name: /Deposit · PO-.*Unpaid/ })
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Pay $111.00' }).click();
  const paying = page.getByRole('dialog', { name: /^Pay INV-/ });
  await paying.getByText('$4,889.00').waitFor();
  await paying.getByRole('button', { name: 'Pay $111.00' }).click();
  const invoice = page.getByRole('dialog', { name: /^INV-/ });
  await invoice.getByText('Paid by').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /Balance · PO-/ }).click();
  await invoice.getByRole('button', { name: 'Pay $259.00' }).waitFor();
  expect(await invoice.getByText('Paid by').count()).toBe(0);
  await invoice.getByRole('link', { name: /^Stock order PO-/ }).click();
  await order.getByText('Deposit paid', { exact: true }).waitFor();

  await logIn(agent.token);
  await page.goto('/staff/stock'); // nothing to quote, which leads on to what is to start
  await page.getByRole('button', { name: 'View 1 to start' }).click();
  await page.getByRole('button', { name: /^Open PO-/ }).click();
  expect(await bench.getByLabel('Cancellation reason').count()).toBe(0);
  await bench.getByRole('button', { name: 'Cancel stock order' }).click();
  const cancelling = page.getByRole('dialog', { name: /^Cancel PO-\d+ of .+\?$/ });
  await cancelling.getByText('$111.00 is refunded to their wallet immediately.', { exact: false }).waitFor();
  await cancelling.getByText('Enter a reason of at least 3 characters.').waitFor();
  await cancelling.getByRole('button', { name: 'Go back' }).click();
  await cancelling.waitFor({ state: 'detached' });
  await bench.getByRole('button', { name: 'Start production' }).click();
  await bench.getByText('The client has to pay the balance of $259.00 before this can ship.').waitFor();
  expect(await bench.getByRole('button', { name: 'Mark as shipped to warehouse' }).isDisabled()).toBe(true);

  await logIn(owner.token);
  await page.goto('/ProductStock/index?tab=stocking');
  await page.getByRole('button', { name: /^Open PO-/ }).click();
  await order.getByRole('button', { name: 'Pay Balance · $259.00' }).click();
  await paying.getByRole('button', { name: 'Pay $259.00' }).click();
  await order.getByRole('button', { name: 'Pay Balance · $259.00' }).waitFor({ state: 'detached' });
  await page.goto('/wallet/wallet');
  await page.getByRole('link', { name: /^PO-/ }).first().click();
  await order.getByText('In production', { exact: true }).waitFor();

  await logIn(agent.token);
  await page.goto('/staff/stock?state=under_way');
  await page.getByRole('button', { name: /^Open PO-/ }).click();
  await page.getByRole('dialog').getByLabel('Tracking number').fill('SF100200300');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as shipped to warehouse' }).click();
  await page.getByRole('dialog').getByText('Inbound', { exact: true }).first().waitFor();

  await logIn(warehouse.token);
  await page.goto('/staff/stock'); // the warehouse begins with what arrives
  await page.getByRole('button', { name: /^Open PO-/ }).click();
  const counting = page.getByRole('dialog');
  await counting.getByText(`${code} · 100 of 100 still to come`).waitFor();
  await counting.getByText('SF100200300').waitFor(); // as the carton says
  // nothing counted yet: pressing the button does not end the order with all of it missing
  await counting.getByRole('button', { name: 'Record delivery' }).click();
  await counting.getByText('Enter how many units arrived.').waitFor();
  await counting.getByLabel(`Good units of ${code}`).fill('60');
  expect(await counting.getByLabel('This is the last delivery').isChecked()).toBe(false);
  await counting.getByRole('button', { name: 'Record delivery' }).click();
  await page.getByText(/^Delivery of PO-\d+ recorded\.$/).waitFor();
  await counting.getByText(`${code} · 40 of 100 still to come`).waitFor();
  await counting.getByText('100 ordered, 60 received, 0 damaged', { exact: false }).waitFor();
  await counting.getByLabel(`Good units of ${code}`).fill('36');
  await counting.getByLabel(`Damaged units of ${code}`).fill('4');
  expect(await counting.getByLabel('This is the last delivery').isChecked()).toBe(true);
  await counting.getByLabel(`Good units of ${code}`).fill('30');
  await counting.getByLabel('This is the last delivery').check();
  const photo = { name: 'carton.jpg', mimeType: 'image/jpeg', buffer: await checkPhoto() };
  await counting.locator('input[type=file]').setInputFiles(photo);
  await counting.getByText('1 added', { exact: false }).waitFor();
  await counting.getByRole('button', { name: 'Record delivery' }).click();
  const ending = page.getByRole('dialog', { name: /^Finish PO-\d+ with 6 units missing\?$/ });
  await ending.getByRole('button', { name: 'Record delivery' }).click();
  await counting.getByText('To complete', { exact: true }).first().waitFor();

  await logIn(owner.token);
  await page.goto('/ProductStock/index?tab=stocking');
  await page.getByRole('button', { name: /^Open PO-/ }).click();
  await order.getByText('Counting is finished: 6 units are missing. Your agent reviews a refund.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Show QC image' }).click();
  await page.getByRole('img', { name: 'QC image 1' }).waitFor();
  const deliveries = (await order.innerText()).match(/\d+ units received \d/g);
  expect(deliveries?.map((text) => Number.parseInt(text, 10))).toEqual([34, 60]); // newest first
  await page.goto('/ProductStock/index');
  const row = page.getByRole('row', { name: new RegExp(code) });
  await row.getByText('94', { exact: true }).waitFor();
  await row.getByText('90', { exact: true }).waitFor();
  await page.goto('/ProductStock/index?tab=movements');
  await page
    .getByRole('link', { name: /^PO-\d+$/ })
    .first()
    .click();
  await order.getByText('Counting is finished: 6 units are missing. Your agent reviews a refund.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByText(/^PO-\d+ counted: 90 in stock, 6 missing$/).waitFor();
  expect(visitor.problems).toEqual([]);
});

it('the warehouse writes down what it counted, which is recorded as the difference', async () => {
  const { page } = visitor;
  await logIn(warehouse.token);
  await page.goto('/staff/stock?tab=write');
  await page.getByText('Each movement changes the client’s stock immediately').waitFor();
  await page.getByText('Choose a client first.').first().waitFor(); // why the SKU cannot be chosen yet
  await page.getByText('Choose the client, the SKU, and the warehouse.').waitFor();
  await page.getByPlaceholder('Choose a client').click();
  await page.getByRole('option').first().click();
  await page.getByRole('combobox', { name: 'SKU' }).fill(code);
  await page.getByRole('option', { name: new RegExp(code) }).click();
  await page.getByRole('combobox', { name: 'Warehouse' }).click();
  await page.getByRole('option', { name: /^Yiwu/ }).click();
  await page.getByText('On record: 94 on hand, 90 available, 4 damaged.').waitFor();
  await page.getByRole('combobox', { name: 'Movement' }).click();
  await page.getByRole('option', { name: 'Adjust count' }).click();
  await page.getByLabel('Reason').fill('Shelf counted');
  const record = page.getByRole('button', { name: 'Record movement' });
  await page.getByLabel('Units counted').fill('94');
  await page.getByText('The count matches the record. There is nothing to record.').waitFor();
  expect(await record.isDisabled()).toBe(true);
  await page.getByLabel('Units counted').fill('92');
  await page.getByText('2 units fewer than on record.').waitFor();
  await record.click();
  await page.getByText('On record: 92 on hand, 88 available, 4 damaged.').waitFor();

  // what came back is stock again
  await page.getByRole('combobox', { name: 'Movement' }).click();
  await page.getByRole('option', { name: 'Return to stock' }).click();
  await page.getByText('Units that came back and can be sold again.').waitFor();
  await page.getByRole('combobox', { name: 'Order (optional)' }).fill('#404');
  await page.getByText('No shipped order of this client matches.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Units', { exact: true }).fill('1');
  await page.getByLabel('Reason').fill('Came back unopened');
  await record.click();
  await page.getByText('On record: 93 on hand, 89 available, 4 damaged.').waitFor();

  // the journal of all clients has it, with what lies there after it and a way to the document of each
  await page.getByRole('button', { name: 'View movements' }).first().click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^stock_movements_[\d-]{10}\.xlsx$/);
  const counted = page.getByRole('row', { name: /Recounted/ });
  await counted.getByRole('cell', { name: '92', exact: true }).waitFor();
  await counted.getByText('Shelf counted').waitFor();
  await page
    .getByRole('link', { name: /^PO-\d+$/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByText('Counting is finished', { exact: false })
    .or(page.getByRole('dialog').getByText('To complete', { exact: true }))
    .first()
    .waitFor();
  expect(visitor.problems).toEqual([]);
});

it('on a phone the chosen state of stock orders is in sight', async () => {
  const { page } = visitor;
  await logIn(agent.token);
  await page.setViewportSize(phone);
  await page.goto('/staff/stock?state=done');
  const states = page.getByRole('radiogroup', { name: 'Stock orders by status' });
  const chosen = states.getByText('Completed');
  await chosen.waitFor();
  const rightOf = async (one: typeof chosen) => {
    const box = await one.boundingBox();
    return box === null ? Number.NaN : box.x + box.width;
  };
  await expect.poll(async () => (await rightOf(states)) - (await rightOf(chosen))).toBeGreaterThanOrEqual(0);
  await page.setViewportSize(desktop);
  expect(visitor.problems).toEqual([]);
});
