import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  address,
  applyShopOrders,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { catalogPicture } from '#testing/picture-fixtures.ts';
import { drawProducts, pictureOf } from '#testing/product-pictures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenUnpriced } from '#testing/quote-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { callAs } from './known-merchant.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let store: string;
let agent: { token: string };
const ground = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
const logIn = (token: string) => visitor.context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  agent = await staff(ground(), 'agent');
  ({ store } = await givenUnpriced(ground(), owner, 3));
  await givenMoney(ground(), owner.account_id, 10_000);
  visitor = await openBrowser(stage.url);
  await logIn(owner.token);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

const shot = async (name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await visitor.page.screenshot({ path: `${folder}/${name}.png` });
};

/** A request by a picture of something that the catalogue has. */
async function askedByPicture(title: string) {
  const [drawn] = drawProducts(1, 'workbench');
  if (!drawn) throw new Error('nothing drawn');
  const sku = await catalogPicture(stage, drawn, 'Round light');
  const form = new FormData();
  form.append('purpose', 'quote_attachment');
  form.append('file', new Blob([Uint8Array.from(await pictureOf(drawn))]), 'lamp.jpg');
  const headers = { authorization: `Bearer ${owner.token}` };
  const sent = await fetch(`${stage.url}/api/files`, { method: 'POST', headers, body: form });
  const file = ((await sent.json()) as { data: { id: string } }).data;
  const body = { title, picture_ids: [file.id], destinations: ['US', 'GB'] };
  const quote = await callAs<{ id: string; number: string }>(stage, owner, 'POST', '/api/quotes', body);
  const described = () => sqlRows(stage, 'SELECT 1 FROM picture_descriptors WHERE grids IS NOT NULL');
  await expect.poll(async () => (await described()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  return { sku, quote };
}

it('a merchant asks for the price of a product that has none', async () => {
  const { page } = visitor;
  await page.goto('/my-product/index');
  await page.getByText('Orders need a quote for 1 product.').waitFor();
  await shot('products');
  await page.getByRole('button', { name: 'Open Moon lamp' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('This product isn’t mapped yet. Map its variants or request a quote.').waitFor();
  await drawer.getByRole('button', { name: 'Variants' }).click();
  await drawer.getByText('SKU-12').waitFor();
  await shot('product-drawer');
  await drawer.getByRole('button', { name: 'Request a quote' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Your agent replies within 1 business day.' });
  await dialog.getByLabel('Target price per unit').fill('nothing');
  await dialog.getByRole('button', { name: 'Request a quote' }).click();
  await dialog.getByText('Enter an amount above zero, such as 4.50.').waitFor();
  await dialog.getByLabel('Target price per unit').fill('4.20');
  await dialog.getByLabel('Expected orders per day').fill('25');
  await dialog.getByLabel('Note for the agent').fill('Gift box, please.');
  await shot('ask-dialog');
  await dialog.getByRole('button', { name: 'Request a quote' }).click();
  await page.getByText(/Q-\d+ requested\./).waitFor(); // the message; rows say it without a full stop
  await drawer.getByRole('link', { name: /Open Q-/ }).waitFor();
});

it('an agent answers with goods and freight', async () => {
  const { page } = visitor;
  await logIn(agent.token);
  await page.goto('/staff/quotes');
  // until when the merchant was promised an answer stands below the time that is left
  await page.getByRole('row', { name: /Moon lamp .* \d+ (?:hours|days) left \d{4}-\d\d-\d\d \d\d:\d\d / }).waitFor();
  await shot('staff');
  await page.getByRole('button', { name: /^Open Q-/ }).click();
  const bench = page.getByRole('dialog');
  await bench.getByText('Gift box, please.').waitFor();
  await bench.getByRole('row', { name: 'Variant 11 SKU-11 3 6', exact: true }).waitFor();
  await bench.getByRole('button', { name: 'Send quote' }).click();
  await bench.getByText('Enter a price above zero.').first().waitFor();
  await bench.getByLabel(/^Unit price.*Variant 11$/).fill('4.50');
  await bench.getByLabel('Weight (g), Variant 11').fill('300');
  await bench.getByRole('button', { name: 'Copy first row down' }).click();
  expect(await bench.getByLabel('Weight (g), Variant 12').inputValue()).toBe('300');
  const remove = bench.getByRole('button', { name: /^Remove row/ }); // what our tables have is there already
  for (let left = await remove.count(); left > 0; left -= 1) await remove.first().click();
  await bench.getByText('No shipping rate yet:').waitFor();
  await bench.getByRole('button', { name: 'Add shipping row' }).click();
  await bench.getByRole('combobox', { name: 'Shipping method' }).click();
  await page.getByRole('option', { name: 'YunExpress Standard' }).click();
  await bench.getByLabel('Handling').fill('2.00');
  await bench.getByLabel('Per kg').fill('10');
  await bench.getByText('$5.00 · $8.00 · $11.00').waitFor();
  await shot('workbench');
  await bench.getByRole('button', { name: 'Send quote' }).click();
  await page.getByText(/Q-\d+ sent/).waitFor();
  await page.getByText('No quotes to answer').waitFor();
});

it('the merchant counters, and the agent answers with a second version', { tags: ['D5-05'] }, async () => {
  const { page } = visitor;
  await logIn(owner.token);
  await page.goto('/quote/index');
  await shot('quotes');
  // a tab that has none leads to those that are ready
  await page.getByRole('button', { name: /^Waiting for agent/ }).click();
  await page.getByText('No quotes in this tab').waitFor();
  await page.getByRole('link', { name: '1 quote is ready to accept.' }).click();
  await page.getByRole('button', { name: /^Open Q-/ }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText('Accepting makes 3 orders payable: $51.00 in total.').waitFor();
  await drawer.getByText('$9.50').waitFor(); // 4.50 goods, 2.00 handling, 300 g at 10.00 a kilogram
  await drawer.getByText('$17.00').waitFor(); // two in one parcel
  await drawer.getByText('Your margin').click();
  await drawer.getByText('$10.49').waitFor(); // the shop takes 19.99
  await shot('quote-drawer');
  await drawer.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Make a counter-offer' }).click();
  const counter = page.getByRole('dialog', { name: /^Counter-offer to Q-/ });
  await counter.getByRole('button', { name: 'Send counter-offer' }).click();
  await counter.getByText('Enter a price for at least one variant.').waitFor();
  await counter.getByLabel(/^Variant 11: target price/).fill('4.10');
  await counter.getByLabel('Reason').fill('A neighbour pays 4.10.');
  await counter.getByRole('button', { name: 'Send counter-offer' }).click();
  await drawer.getByText('Counter-offer sent', { exact: true }).waitFor();
  await drawer.getByText('A neighbour pays 4.10.').waitFor(); // what was offered is what one sees
  await page.goto('/quote/index?tab=awaiting_us');
  await page.getByText(/^Reply by \w+ \d\d:\d\d$/).waitFor();
  // the agent reads it and answers
  await sqlRows(
    stage,
    `INSERT INTO transit_windows (channel_id, country, days_p50, days_p90, samples, measured_at)
     SELECT DISTINCT channel_id, destination, 4, 6, 30, now() FROM quote_freight ON CONFLICT DO NOTHING`,
  );
  await logIn(agent.token);
  await page.goto('/staff/quotes');
  await page.getByRole('row', { name: /\$4\.10/ }).click();
  const bench = page.getByRole('dialog').first();
  await bench.getByLabel(/^Unit price.*Variant 11$/).waitFor(); // the offer stands over the prices that answer it
  await bench.getByText('Target: $4.10').waitFor();
  await bench.getByRole('button', { name: /^Messages/ }).click();
  await bench.getByText('A neighbour pays 4.10.').waitFor();
  await bench.getByRole('listitem').getByText('$4.10').filter({ visible: true }).waitFor();
  await bench.getByLabel('Message to the client').fill('We can do 4.20.');
  await bench.getByRole('button', { name: 'Send message' }).click();
  await bench.getByRole('listitem').filter({ hasText: 'We can do 4.20.' }).waitFor();
  await shot('staff-messages');
  await bench.getByRole('button', { name: /^Quote/ }).click();
  await bench.getByLabel(/^Unit price.*Variant 11$/).fill('4.20');
  await bench.getByRole('button', { name: 'Preview as client' }).click();
  const preview = page.getByRole('dialog', { name: 'Client preview' });
  await preview.getByText('$9.20').waitFor();
  // deliveries took other days lately than those of the rate, and the client sees these
  await preview
    .getByText(/\b4–6 days in transit/)
    .first()
    .waitFor();
  await preview.getByRole('button', { name: 'Close' }).click();
  await bench.getByRole('button', { name: 'Send new version' }).click();
  await page.getByText(/Q-\d+ sent/).waitFor();
});

/** The orders that an accepted quote could not make payable are a click away: they alone, or their kind where they are many. */
async function leadsToOrders(drawer: Locator): Promise<void> {
  const { page } = visitor;
  const [first, second] = ['019a0000-0000-7000-8000-00000000000a', '019a0000-0000-7000-8000-00000000000b'];
  const lacking = { orders: 60, order_ids: [], products: ['Moon lamp'], country: null };
  const waiting = [
    ...['held', 'quote', 'price', 'ADDRESS_INCOMPLETE'].map((lacks) => ({ ...lacking, lacks })),
    { ...lacking, lacks: 'HIGH_RISK', orders: 2, order_ids: [first, second] },
  ];
  const path = '**/api/quotes/*/accept/effect';
  await page.route(path, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, waiting } } });
  });
  await page.goto('/quote/index?tab=all');
  await page.getByRole('button', { name: /^Open Q-/ }).click();
  const links = drawer.getByRole('link', { name: /^View orders: \d+ orders / });
  await links.first().waitFor();
  const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(
    ['tab=on_hold', 'tab=quoting', 'tab=action_needed', 'block=ADDRESS_INCOMPLETE', `ids=${first}%2C${second}`].map(
      (query) => `/order/index?${query}`,
    ),
  );
  const orders = drawer.getByRole('link', { name: 'Go to Orders' });
  expect(await orders.getAttribute('href')).toBe('/order/index?tab=to_pay');
  await page.unroute(path);
}

it('the merchant sees both versions and what changed, accepts, and the waiting orders become payable', {
  tags: ['D5-04'],
}, async () => {
  const { page } = visitor;
  await logIn(owner.token);
  await page.goto('/quote/index');
  await page.getByText('1 new message').waitFor();
  await page.getByRole('button', { name: /^Open Q-/ }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText('We can do 4.20.').waitFor(); // unread words come first
  await drawer.getByRole('button', { name: 'Price', exact: true }).click();
  await drawer.getByRole('heading', { name: 'Changed since version 1' }).waitFor();
  const change = drawer.getByRole('listitem').filter({ hasText: 'Variant 11 · unit price' });
  expect(await change.textContent()).toContain('$4.50 → $4.20');
  await shot('quote-diff');
  await drawer.getByRole('button', { name: 'Accept quote' }).click();
  const choice = page.getByRole('dialog', { name: /^Accept version 2/ });
  await choice.getByText('Accepting makes 3 orders payable: $49.20 in total.').waitFor();
  await choice.getByRole('checkbox', { name: /^Variant 11 ·/ }).uncheck();
  await choice.getByText('Accepting doesn’t make a waiting order payable yet.').waitFor();
  await choice.getByText('3 orders to the United States still need prices for Lamp.').waitFor();
  await choice.getByRole('button', { name: /^Accept \d+ prices?$/ }).waitFor(); // not the whole quote
  await choice.getByRole('checkbox', { name: /^Variant 11 ·/ }).check();
  await choice.getByText('Accepting makes 3 orders payable: $49.20 in total.').waitFor();
  await shot('accept');
  // a form that is longer than the window keeps its button in view, over no field that has the focus
  await page.setViewportSize({ width: 1440, height: 300 });
  const [go, last] = [choice.getByRole('button', { name: 'Accept quote' }), choice.getByRole('checkbox').last()];
  const inView = async (part: typeof go) => (await part.boundingBox()) ?? expect.unreachable();
  await last.focus();
  const [button, field] = [await inView(go), await inView(last)];
  expect([button.y + button.height <= 300, field.y + field.height <= button.y]).toEqual([true, true]);
  await choice.getByRole('checkbox').first().focus();
  expect((await inView(go)).y).toBeCloseTo(button.y, 0);
  await page.setViewportSize(desktop);
  await choice.getByRole('button', { name: 'Accept quote' }).click();
  await drawer.getByText('Accepted', { exact: true }).first().waitFor();
  await drawer.getByText('3 orders became payable: $49.20 in total.').waitFor();
  // the next step opens the checkout with exactly these orders
  await drawer.getByRole('button', { name: 'Pay 3 orders · $49.20' }).click();
  const checkout = page.getByRole('dialog', { name: 'Pay orders' });
  await checkout.getByText('#1003').waitFor();
  await checkout.getByText('$49.20').first().waitFor();
  await shot('accept-checkout');
  await checkout.getByRole('button', { name: 'Pay 3 orders · $49.20' }).click();
  const next = page.getByRole('status').filter({ hasText: /^Payment complete · INV-\d+ · 3 orders · \$49\.20/ });
  await next.getByRole('link', { name: 'View invoice' }).waitFor();
  // on a phone what comes next stands below what happened, beside the button that puts it away
  await page.setViewportSize({ width: 390, height: 844 });
  const leftOf = async (part: Locator) => ((await part.boundingBox()) ?? expect.unreachable()).x;
  const [said, led, away] = [
    await leftOf(next.getByText(/^Payment complete/)),
    await leftOf(next.getByRole('link', { name: 'View orders in processing' })),
    await leftOf(next.getByRole('button', { name: 'Got it' })),
  ];
  expect(led).toBeGreaterThanOrEqual(said);
  expect(away).toBeGreaterThan(led);
  await page.setViewportSize(desktop);
  await next.getByRole('link', { name: 'View orders in processing' }).click();
  await page.getByRole('row', { name: /#1003/ }).waitFor();
  await leadsToOrders(drawer);
  await page.goto('/my-product/index?tab=mapped');
  await page
    .getByRole('row', { name: /Moon lamp/ })
    .getByText('2 of 2')
    .waitFor();
  await shot('products-mapped');
});

it('the orders to pay name the samples and what the store added to paid orders, and so does the checkout', async () => {
  const { page } = visitor;
  const { account_id } = owner;
  const quotes = await callAs<{ id: string }[]>(stage, owner, 'GET', '/api/quotes');
  const { province_code: _, ...recipient } = { ...address, tax_id: null, email: null };
  await callAs(stage, owner, 'POST', `/api/quotes/${quotes[0]?.id}/sample`, {
    version: 2,
    lines: [{ line: 1, quantity: 1 }],
    recipient,
    channel_id: null,
  });
  const added = shopOrder([shopLine({ external_id: '11', sku: 'SKU-11' }, { quantity: 3 })], {
    external_id: 'order-0',
    name: '#1001',
    address,
    updated_at: new Date(),
  });
  await inAccount(ground(), account_id, (ctx) => applyShopOrders(ctx, { account_id, id: store }, [added], 'api'));
  await page.goto('/order/index?tab=to_pay');
  const strip = page.getByRole('note', { name: 'What can be paid now' });
  await strip.getByText('2 orders ready to pay').waitFor();
  await strip.getByText(/^includes 1 sample · \$\d/).waitFor();
  await strip.getByText(/^includes added units of 1 paid order · \$\d/).waitFor();
  await strip.getByRole('button', { name: 'Pay all' }).click();
  const checkout = page.getByRole('dialog', { name: 'Pay orders' });
  // what is said of an order stands in a row of its own below it
  const below = (order: RegExp) =>
    checkout.locator('tr').filter({ hasText: order }).locator('xpath=following-sibling::tr[1]');
  await below(/-S1/).getByText('Sample', { exact: true }).waitFor();
  await below(/#1001/).getByText('Added units').waitFor();
});

it('an accepted quote says of an order that only its shipping rate is missing, and requests it', async () => {
  const { page } = visitor;
  const { account_id } = owner;
  const toCanada = { ...address, country: 'CA', province_code: 'ON', province: 'ON', zip: 'M5V 2T6', city: 'Toronto' };
  const abroad = shopOrder([shopLine({ external_id: '11', sku: 'SKU-11' }, { quantity: 1 })], {
    external_id: 'order-abroad',
    name: '#1099',
    address: toCanada,
  });
  await inAccount(ground(), account_id, (ctx) => applyShopOrders(ctx, { account_id, id: store }, [abroad], 'api'));
  const quotes = await callAs<{ id: string }[]>(stage, owner, 'GET', '/api/quotes');
  await page.goto(`/quote/index?tab=all&quote=${quotes[0]?.id}`);
  const lacking = page.getByText(/^1 order to Canada still has no shipping rate for Lamp\. /);
  await lacking.waitFor();
  await shot('accept-lacks-rate');
  const view = page.getByRole('link', { name: /^View orders: 1 order to Canada/ });
  const only = new URL((await view.getAttribute('href')) ?? '', stage.url).searchParams.get('ids');
  expect(only).toMatch(/^[\w-]{36}$/);
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/bulk'));
  await page.getByRole('button', { name: /^Request shipping rates: 1 order to Canada/ }).click();
  expect((await asked).postDataJSON()).toMatchObject({ selection: { query: { ids: only } } }); // no other that lacks a rate
  const dialog = page.getByRole('dialog', { name: 'Request quotes' });
  await dialog.getByRole('button', { name: 'Request quotes for 1 order' }).click();
  await page.getByText(/^Quotes requested for 1 order, answers by /).waitFor();
  await page.getByRole('dialog', { name: 'Quotes requested' }).getByRole('button', { name: 'Close' }).last().click();
  await lacking.waitFor({ state: 'detached' });
  await page.goto(`/order/index?ids=${only}`);
  await page.getByText('Orders: 1 selected order', { exact: true }).waitFor();
  await page.getByText('#1099').first().waitFor();
  expect(await page.getByText('#1001').count()).toBe(0);
});

it('the workbench assigns, shows candidates, prices from cost, keeps the countries when it copies, and asks before it leaves one out', {
  tags: ['D5-14'],
}, async () => {
  const { page } = visitor;
  // whoever answers first becomes the account's agent, and later requests are theirs already
  await sqlRows(stage, `UPDATE accounts SET agent_user_id = NULL WHERE id = '${owner.account_id}'`);
  const { sku, quote } = await askedByPicture('Large moon lamp');
  await logIn(agent.token);
  await page.goto('/staff/quotes');
  await page.getByRole('button', { name: `Open ${quote.number}` }).click();
  const bench = page.getByRole('dialog').first();
  expect(await bench.getByText(/^Not specified: /).innerText()).not.toMatch(/Agent|Store/); // only what its client may specify
  await bench.getByRole('button', { name: 'Assign to me' }).click();
  await bench.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'hidden' });
  await bench.getByRole('list', { name: 'Request images' }).getByRole('link').waitFor();
  const candidate = bench.getByRole('list', { name: 'Suggested catalog items' }).getByRole('listitem').first();
  await candidate.getByText(/ 100% match/).waitFor();
  await candidate.getByText('No price yet · not stocked').waitFor();
  await bench
    .getByRole('button', { name: /^Use as a starting point/ })
    .first()
    .click(); // the freight of the moon lamp, which goes to the United States alone
  const toBritain = bench.getByRole('button', { name: 'Remove row, United Kingdom' });
  await toBritain.first().waitFor();
  await bench.getByRole('button', { name: 'Remove row, United States' }).first().waitFor();
  await bench.getByText('No shipping rate yet:').waitFor({ state: 'hidden' });
  await candidate.getByRole('button', { name: `Select, ${sku.code}` }).click();
  await bench.getByRole('button', { name: sku.code, exact: true }).waitFor();
  await candidate.getByText('Selected', { exact: true }).waitFor();
  expect(await bench.getByLabel('Weight (g), Large moon lamp').inputValue()).toBe('300');
  await bench.getByRole('button', { name: 'Edit', exact: true }).click();
  const rule = page.getByRole('dialog', { name: 'Exchange rate and margin' });
  await rule.getByLabel('Yuan per 1 USD').fill('7');
  await rule.getByLabel('Margin (%)').fill('40');
  await rule.getByRole('button', { name: 'Save' }).click();
  await bench.getByText('1 USD = ¥7 · 40% margin').waitFor();
  await bench.getByLabel('Cost (¥), Large moon lamp').fill('28.70');
  await bench.getByRole('cell', { name: '$5.74' }).waitFor(); // 4.10 and 40 % of it
  await bench.getByRole('button', { name: 'Use calculated prices' }).click();
  await shot('workbench-candidates');
  await bench.getByRole('button', { name: 'Preview as client' }).click();
  const preview = page.getByRole('dialog', { name: 'Client preview' });
  await preview.getByText('$5.74').first().waitFor();
  expect(await preview.textContent()).not.toMatch(/28\.70|¥|40%/);
  await preview.getByRole('button', { name: 'Close' }).click();
  for (let left = await toBritain.count(); left > 0; left -= 1) await toBritain.first().click();
  await bench.getByText('No shipping rate yet:').waitFor();
  await bench.getByRole('button', { name: 'Send quote' }).click();
  const lacking = page.getByRole('dialog', { name: 'Send without these countries?' });
  await lacking.getByText('United Kingdom').waitFor();
  expect(await lacking.getByText('United States').count()).toBe(0);
  await lacking.getByRole('button', { name: 'Cancel' }).click();
  await lacking.waitFor({ state: 'hidden' });
  const sent = () => sqlRows(stage, `SELECT 1 FROM quote_versions WHERE quote_id = '${quote.id}'`);
  expect(await sent()).toEqual([]);
  await bench.getByRole('button', { name: 'Send quote' }).click();
  await lacking.getByRole('button', { name: 'Send anyway' }).click();
  await page.getByText(`${quote.number} sent`).waitFor();
  expect(await sent()).toHaveLength(1);
  await logIn(owner.token);
  await page.goto(`/quote/index?quote=${quote.id}`);
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText('$5.74').first().waitFor();
  expect(await page.locator('body').textContent()).not.toMatch(/28\.70|¥|40%/);
});

/** Countries in several rows do not touch the border of their field. */
async function countriesHaveRoom(dialog: Locator): Promise<void> {
  const field = dialog.locator('.mantine-MultiSelect-input');
  await field.click();
  for (let n = 0; n < 6; n += 1) await dialog.page().locator('[role=option]:visible').first().click();
  const [box, first, last] = [
    field,
    field.locator('.mantine-MultiSelect-pill').first(),
    field.locator('.mantine-MultiSelect-pill').last(),
  ];
  const [around, top, bottom] = [await box.boundingBox(), await first.boundingBox(), await last.boundingBox()];
  if (!around || !top || !bottom) throw new Error('the countries are in sight');
  expect(bottom.y).toBeGreaterThan(top.y); // several rows
  expect(top.y - around.y).toBeGreaterThanOrEqual(4);
  expect(around.y + around.height - bottom.y - bottom.height).toBeGreaterThanOrEqual(4);
  await dialog.page().keyboard.press('Tab');
}

/** Wherever the form is scrolled to, no part of a field shows through its buttons. */
async function buttonsCoverFields(dialog: Locator): Promise<void> {
  const { page } = visitor;
  await page.setViewportSize(phone);
  const through = await dialog.locator('form').evaluate((form) => {
    const actions = form.lastElementChild;
    const scroller = form.closest('[role="dialog"]');
    if (!actions || !scroller) throw new Error('the form is in a dialog');
    const found = new Set<string>();
    for (let top = 0; top < scroller.scrollHeight - scroller.clientHeight; top += 12) {
      scroller.scrollTop = top;
      const { left, right, bottom } = actions.getBoundingClientRect();
      const points = [4, 28, 52].flatMap((above) =>
        Array.from(
          { length: Math.ceil((right - left - 4) / 12) },
          (_, step) => [left + 4 + step * 12, bottom - above] as const,
        ),
      );
      for (const [x, y] of points) {
        const seen = document.elementFromPoint(x, y);
        if (seen && !actions.contains(seen)) found.add(seen.outerHTML.slice(0, 80));
      }
    }
    scroller.scrollTop = 0;
    return [...found];
  });
  expect(through).toEqual([]);
  await page.setViewportSize(desktop);
}

it('a merchant asks by the address of a page', async () => {
  const { page } = visitor;
  await page.goto('/quote/index');
  await page.getByRole('button', { name: 'Request a quote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a quote' });
  await dialog.getByText(/Request now to get a reply by/).waitFor();
  await countriesHaveRoom(dialog);
  await buttonsCoverFields(dialog);
  await dialog.getByRole('button', { name: 'Request a quote' }).click();
  await dialog.getByText('Add a link, an image, or a short description.').waitFor();
  await dialog.getByLabel('Product link').fill('https://detail.1688.com/offer/612345678901.html?spm=a2');
  await dialog.getByLabel('Product name').fill('Star lamp');
  await shot('request');
  await dialog.getByRole('button', { name: 'Request a quote' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Star lamp' });
  await drawer.getByRole('button', { name: 'Request', exact: true }).click();
  await drawer.getByRole('link', { name: 'detail.1688.com/offer/612345678901.html' }).waitFor();
  expect(visitor.problems).toEqual([]);
});

it('requests for the ticked orders say by when they are answered, and lead to what was requested', async () => {
  const { page } = visitor;
  const asker = await merchant(ground());
  const place = { account_id: asker.account_id, id: await givenStore(ground(), asker.account_id) };
  const goods = await givenVariant(ground(), place); // mapped, and without a price
  const placed = [1001, 1002].map((n) => shopOrder([shopLine(goods)], { external_id: `${n}`, name: `#${n}`, address }));
  await inAccount(ground(), place.account_id, (ctx) => applyShopOrders(ctx, place, placed, 'api'));
  await logIn(asker.token);
  await page.goto('/order/index');
  await page.getByText('#1001').waitFor();
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('region').getByRole('button', { name: 'Request quotes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request quotes' });
  await dialog.getByRole('button', { name: 'Request quotes for 2 orders' }).click();
  await page.getByText(/^Quotes requested for 2 orders, answers by .+\.$/).waitFor();
  await page.getByRole('link', { name: 'View requests' }).click();
  await page.getByRole('heading', { level: 1, name: 'Quotes' }).waitFor();
  await page.getByRole('row', { name: /Lamp/ }).waitFor();
});
