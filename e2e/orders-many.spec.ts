import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyse } from '#testing/sql-rows.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { laptop } from './appearance.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let storeId: string;
const ground = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
const many = 5_000;
const atOnce = 100;
const numberIn = (text: string) => Number(text.replace(/[^\d.]/g, ''));
const colorOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).backgroundColor);
/** Every hundredth order is a gift; none of them is among the fifty newest. */
const gifts = many / 100;

const orderOf = (goods: Goods, n: number, placedAt: Date) =>
  shopOrder([shopLine(goods, { external_id: `l${n}` })], {
    external_id: String(n),
    name: `#${10_000 + n}`,
    placed_at: placedAt,
    tags: n % 100 === 0 ? ['Gift'] : [],
  });

beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  const { account_id } = owner;
  const store = await givenStore(ground(), account_id, { name: 'Lamp shop' });
  storeId = store;
  const goods = await givenVariant(ground(), { account_id, id: store });
  await givenPrice(ground(), account_id, { sku_id: goods.sku_id, channel: await givenChannel(ground()) });
  await givenMoney(ground(), account_id, 5_000_000);
  const day = Date.now() - 86_400_000;
  for (let from = 0; from < many; from += atOnce) {
    const batch = Array.from({ length: atOnce }, (_, at) =>
      orderOf(goods, from + at, new Date(day + (from + at) * 15_000)),
    );
    await inAccount(ground(), account_id, (ctx) => applyShopOrders(ctx, { account_id, id: store }, batch, 'api'));
    if (from === 0) await analyse({ url: stage.databaseUrl }); // as the database does by itself within a minute
  }
  await analyse({ url: stage.databaseUrl });
  visitor = await openBrowser(stage.url);
  await visitor.context.addCookies([{ name: 'Admin-Token', value: owner.token, url: stage.url }]);
}, 120_000);
afterAll(async () => {
  if (visitor.problems.length > 0) throw new Error(visitor.problems.join('\n'));
  await visitor.close();
  await stage.close();
});

const tab = (name: string, count: string) =>
  visitor.page.getByRole('button', { name: new RegExp(`^${name}\\s*${count}$`) }).waitFor();
const row = (name: string) => visitor.page.getByRole('row', { name: new RegExp(name) });

it('five thousand orders of a day are found, paid, held and written into a file', { tags: ['D9-11'] }, async () => {
  const { page } = visitor;
  await page.goto('/order/index?tab=to_pay&per_page=50');
  await tab('To pay', '5,000');
  await page.getByRole('searchbox').fill('#10007, #14999, #77777');
  await page.getByRole('searchbox').press('Enter');
  await row('#14999').waitFor();
  await page.getByText('1 entry wasn’t found').waitFor();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('#77777', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('row', { name: /#1\d{4}/ }).count()).toBe(2);
  await page.getByRole('searchbox').fill('');
  await row('#14998').waitFor();

  // a large amount is paid by a button that is held
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('button', { name: 'Pay 50 orders · $1,000.00' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('heading', { name: '50 orders ready to pay' }).waitFor();
  expect(await drawer.getByText('can be paid').count()).toBe(0); // nothing is wrong: no alarm, and nothing said twice
  const pay = drawer.getByRole('button', { name: 'Press and hold to pay $1,000.00' });
  await pay.click(); // a click alone pays nothing
  await pay.focus();
  await page.keyboard.down('Enter');
  await page.getByText(/^Paid with invoice/).waitFor();
  await page.keyboard.up('Enter');
  await drawer.waitFor({ state: 'detached' });
  await tab('To pay', '4,950');
  await tab('Processing', '50');

  await page.goto('/order/index?tab=to_pay&tag=gift');
  await row('#14900').waitFor();
  await page.getByLabel('Select all rows on this page').click();
  // beside few words there is no room for four buttons on a small screen: they stand below, on one line
  await page.setViewportSize(laptop);
  const bar = page.getByRole('region', { name: /selected$/ });
  await bar.waitFor();
  const tops = await bar
    .getByRole('button', { name: /^(?:Hold|Release|More actions|Pay .*)$/ })
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
  expect([tops.length, new Set(tops).size]).toEqual([4, 1]);
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: `Select all ${gifts} matching rows` }).click();
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Hold orders' });
  await dialog.getByRole('button', { name: `Hold ${gifts} orders` }).click();
  const held = page.getByRole('dialog', { name: 'Orders on hold' });
  await held.getByText(`${gifts} orders are on hold.`).waitFor();
  await held.getByRole('button', { name: 'Close' }).last().click();
  await tab('On hold', String(gifts));

  await page.goto('/order/index');
  await page.getByRole('button', { name: 'Export' }).click();
  const files = page.getByRole('dialog', { name: 'Export this list' });
  await files.getByRole('combobox', { name: 'Columns' }).click();
  await files.getByRole('option', { name: 'Profit, one row per order' }).click();
  await files.getByRole('button', { name: 'Export', exact: true }).click();
  await files.getByText(/5,?000 rows/).waitFor();
});

it('all that match a search are paid by one click, a thousand of them in the background', {
  tags: ['D6-07'],
}, async () => {
  const { page } = visitor;
  await page.goto('/order/index?tab=to_pay&q=11&per_page=50');
  await row('#11998').waitFor();
  const found = (1_000 - gifts / 5).toLocaleString('en-US');
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('button', { name: /^Select all .* matching rows$/ }).click();
  await page.getByRole('button', { name: new RegExp(`^Pay ${found} orders`) }).click();
  const drawer = page.getByRole('dialog', { name: 'Pay orders' });
  await drawer.getByText(/and .* more orders/).waitFor();
  // the wallet and what is left of it stand above the orders, however many they are
  const left = await drawer.getByText('Balance after payment').boundingBox();
  const list = await drawer.getByRole('table', { name: /ready to pay$/ }).boundingBox();
  expect((left?.y ?? 0) + (left?.height ?? 0)).toBeLessThan(list?.y ?? 0);
  expect(list?.height ?? 0).toBeGreaterThan(desktop.height); // of which the drawer shows a part
  await drawer.getByRole('button', { name: /^Press and hold to pay/ }).focus();
  await page.keyboard.down('Enter');
  await drawer.getByText('Paying orders').waitFor();
  await page.keyboard.up('Enter');
  await drawer.waitFor({ state: 'detached', timeout: 60_000 });
  await page.goto('/invoice/invoice');
  await page.getByRole('row', { name: new RegExp(found) }).waitFor();
});

it('a payer above the limit requests approval of a thousand orders, and the owner pays them from the request', {
  tags: ['D6-07'],
}, async () => {
  const { page, context } = visitor;
  const payer = await merchant(ground(), { account_id: owner.account_id, role: 'payer' });
  const limited = await fetch(`${stage.url}/api/sub_accounts/${payer.user_id}/limits`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ per_payment: 2_000, per_day: null, per_month: null, version: 0 }),
  });
  expect(limited.status).toBe(200);
  const as = ({ token }: Person) => context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
  const found = 1_000 - gifts / 5;

  await as(payer);
  await page.goto('/order/index?tab=to_pay&q=12&per_page=50');
  await row('#12998').waitFor();
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('button', { name: /^Select all .* matching rows$/ }).click();
  await page.getByRole('button', { name: new RegExp(`^Pay ${found} orders`) }).click();
  const checkout = page.getByRole('dialog', { name: 'Pay orders' });
  await checkout.getByText('This is above your limit of $20.00 per payment, so it needs approval.').waitFor();
  await checkout.getByRole('button', { name: new RegExp(`^Request approval from ${owner.username}`) }).click();
  await page.getByText('Approval requested. You’ll be notified of the decision.').waitFor();
  // the page says what comes next and where the request is; nothing stays selected to be paid once more
  const next = page.getByRole('status').filter({ hasText: 'The orders are paid once it is approved.' });
  const address = await next.getByRole('link', { name: 'View request' }).getAttribute('href');
  expect(address).toMatch(/^\/wallet\/wallet\?tab=approvals&request=[0-9a-f-]{36}$/);
  expect(await page.getByRole('button', { name: 'Clear selection' }).count()).toBe(0);
  // the orders still wait to be paid, and say what they wait for
  await row('#12998').getByText('Approval requested', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Open order #12998' }).click();
  const order = page.getByRole('dialog', { name: /#12998/ });
  await order.getByText('You requested approval for this payment.').waitFor();
  await order.getByRole('button', { name: 'Pay', exact: true }).click();
  await checkout.getByText('You requested approval to pay #12998.').waitFor();
  expect(await checkout.getByRole('button', { name: /^Request approval/ }).count()).toBe(0);
  await checkout.getByRole('link', { name: 'View request' }).click();
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: /^Payment of / })
    .waitFor();

  await as(owner);
  await page.goto('/wallet/wallet?tab=approvals');
  await page.getByRole('button', { name: `Open payment request of ${payer.username}` }).click();
  const request = page.getByRole('dialog');
  const amount = `$${(found * 20).toLocaleString('en-US')}.00`;
  await request.getByRole('heading', { name: `Payment of ${amount}` }).waitFor();
  await request.getByText(`The first 100 of ${found} orders`).waitFor();
  await request.getByRole('button', { name: `Approve and pay ${found} orders · ${amount}` }).click();
  await request.getByText('Approved', { exact: true }).waitFor({ timeout: 60_000 });
  // nothing is left to decide: on a phone the head keeps no line for it
  await page.setViewportSize(phone);
  const heading = await request.getByRole('heading', { name: `Payment of ${amount}` }).boundingBox();
  const details = await request.getByRole('heading', { name: 'Details' }).boundingBox();
  expect((details?.y ?? 0) - (heading?.y ?? 0)).toBeLessThan(80);
  await page.setViewportSize(desktop);
  const invoice = request.getByRole('link', { name: /^INV-/ });
  const number = await invoice.innerText();
  await invoice.click();
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: new RegExp(number) })
    .waitFor();
  await page.goto('/invoice/invoice');
  await page
    .getByRole('row', { name: new RegExp(number) })
    .getByText(String(found))
    .first()
    .waitFor();
});

it('an open order is stepped through by keys and says what happens next and when', { tags: ['D9-09'] }, async () => {
  const { page } = visitor;
  await page.goto('/order/index?tab=processing');
  await page.getByRole('button', { name: 'Open order #14998' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('heading', { name: 'Order #14998' }).waitFor();
  await drawer
    .getByText(/by .*\d{2}:\d{2}/)
    .first()
    .waitFor();
  await page.keyboard.press(']');
  await drawer.getByRole('heading', { name: 'Order #14997' }).waitFor();
  await page.keyboard.press('[');
  await drawer.getByRole('heading', { name: 'Order #14998' }).waitFor();
  await page.keyboard.press('[');
  await drawer.getByRole('heading', { name: 'Order #14999' }).waitFor();
  expect(await drawer.getByRole('button', { name: 'Previous order ([)' }).isDisabled()).toBe(true);
  await drawer.getByRole('button', { name: 'Next order (])' }).click();
  await drawer.getByRole('heading', { name: 'Order #14998' }).waitFor();
});

it('the drawer of payment names what each order costs, what changed since, what is left out, and what remains', {
  tags: ['D9-06'],
}, async () => {
  const { page } = visitor;
  const { account_id } = owner;
  const store = { account_id, id: storeId };
  const vase = await givenVariant(ground(), store);
  await givenPrice(ground(), account_id, {
    sku_id: vase.sku_id,
    channel: await givenChannel(ground()),
    unit_price: 700,
  });
  const reported = [1, 2, 3].map((n) => orderOf(vase, 90_000 + n, new Date(Date.now() - n * 1000)));
  await inAccount(ground(), account_id, (ctx) => applyShopOrders(ctx, store, reported, 'api'));
  await page.goto('/order/index?q=%23100001%0A%23100002%0A%23100003&per_page=50');
  await row('#100001').waitFor();
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('button', { name: 'Pay 3 orders · $72.00' }).waitFor();
  // meanwhile the price rises by a dollar, and somebody holds one of them
  const ids = { account_id, sku: vase.sku_id };
  await inAccount(ground(), ids.account_id, async ({ db }) => {
    await db.updateTable('prices').set({ unit_price: 800 }).where('catalog_sku_id', '=', ids.sku).execute();
    await db.updateTable('orders').set({ held: true }).where('name', '=', '#100003').execute();
  });
  await page.getByRole('button', { name: 'Pay 3 orders · $72.00' }).click();
  const drawer = page.getByRole('dialog', { name: 'Pay orders' });
  await drawer.getByText('2 of 3 can be paid').waitFor();
  expect(await drawer.getByRole('status').textContent()).toBe(
    '2 of 3 can be paid · 1 can’t be paid now · 2 orders cost more than shown in the list: +$4.00 in total',
  );
  expect(await colorOf(drawer.getByRole('status'))).not.toBe('rgba(0, 0, 0, 0)');
  await drawer.getByText('1 order can’t be paid').waitFor();
  await drawer.getByRole('listitem').filter({ hasText: '#100003' }).getByText(/hold/).waitFor();
  const cells = drawer.getByRole('row', { name: /#100001/ }).getByRole('cell');
  expect(await cells.allInnerTexts()).toEqual([
    '#100001',
    ...['16.00 USD', '10.00 USD', '0.00 USD'].map((text) => expect.stringContaining(text.slice(0, -4))),
    expect.stringMatching(/26\.00[^]*was \$24\.00/),
  ]);
  // of which a line of its own, across its columns, says the store, the shipping method and the days
  await drawer
    .getByRole('row', { name: /^Lamp shop\s*Air line\s*10–15 days/ })
    .first()
    .waitFor();
  const total = drawer.getByRole('row', { name: /^Total/ }).getByRole('cell');
  const sum = numberIn(await total.innerText());
  const [due, available = 0, after] = (await drawer.getByRole('definition').allInnerTexts()).map(numberIn);
  expect([sum, due, after]).toEqual([52, sum, available - sum]);
  const right = (cell: Locator) => cell.evaluate((element) => Math.round(element.getBoundingClientRect().right));
  expect(await right(total)).toBe(await right(cells.last()));
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
});

it('a wallet with enough for some of the orders pays these, without adding funds first', async () => {
  const { page, context } = visitor;
  const { account_id, token } = await merchant(ground());
  const store = { account_id, id: await givenStore(ground(), account_id) };
  const vase = await givenVariant(ground(), store);
  const price = { sku_id: vase.sku_id, channel: await givenChannel(ground()), unit_price: 700 };
  await givenPrice(ground(), account_id, price);
  await givenMoney(ground(), account_id, 5_000);
  const placed = [1, 2, 3].map((n) => orderOf(vase, 80_000 + n, new Date(Date.now() - n * 1000)));
  await inAccount(ground(), account_id, (ctx) => applyShopOrders(ctx, store, placed, 'api'));
  await context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
  await page.goto('/order/index?tab=to_pay');
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('button', { name: 'Pay 3 orders · $72.00' }).click();
  const drawer = page.getByRole('dialog', { name: 'Pay orders' });
  await drawer.getByText('Shortfall').waitFor();
  await drawer.getByRole('button', { name: 'Continue with 2 orders · $48.00' }).click();
  await drawer.getByText('Balance after payment').waitFor();
  await drawer.getByRole('button', { name: 'Pay 2 orders · $48.00' }).click();
  await drawer.waitFor({ state: 'detached' });
  await tab('To pay', '1');
  await context.addCookies([{ name: 'Admin-Token', value: owner.token, url: stage.url }]);
});

it('the columns show the states, reason, channel, cost, profit, tracking and age, are chosen, and are kept', {
  tags: ['D9-02'],
}, async () => {
  const { page } = visitor;
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.goto('/order/index');
  const heads = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');
  await row('#100003').waitFor();
  const usual = [
    'Order',
    'Customer',
    'Items',
    'Customer payment',
    'Status',
    'Shipping',
    'Cost',
    'Order total',
    'Profit',
  ];
  expect(await heads()).toEqual(usual);
  for (const text of ['On hold', 'Air line', '10–15 days']) await row('#100003').getByText(text).first().waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  const added = ['Your payment', 'Last updated', 'Order status', 'Blocked by', 'Tracking number'];
  for (const name of added) await menu.getByRole('checkbox', { name, exact: true }).check();
  await menu.getByRole('checkbox', { name: 'Customer', exact: true }).uncheck();
  await page.keyboard.press('Escape');
  const chosen = [...usual.filter((name) => name !== 'Customer'), ...added];
  await expect.poll(heads).toEqual(chosen);
  await page.reload();
  await row('#100003').waitFor();
  await expect.poll(heads).toEqual(chosen);
  await page.setViewportSize({ width: 1440, height: 900 });
});
