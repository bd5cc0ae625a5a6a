import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { DemoPerson, DemoStage } from '#testing/demo-stage.ts';
import { desktop, phone, type Visitor } from './browser.ts';
import { visitDemo } from './demo-visit.ts';
import { callApi } from './greeting.ts';
import { laptop, still } from './appearance.ts';

let stage: DemoStage;
let visitor: Visitor;
let page: Page;
const visit = visitDemo((demo) => {
  ({ stage, visitor } = demo);
  ({ page } = visitor);
});
const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
const chip = (words: RegExp) => page.getByRole('button', { name: words });

it('staff choose the columns of their lists, and what is open and the tab stand in the address', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit('agent', '/staff/quotes');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Reply due' }).uncheck();
  await head('Reply due').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Quoted/ }).click();
  await page.waitForURL(/tab=quoted/);
  await still(page); // the rows of the tab before stand until its own arrive
  await page.locator('tbody button[class*="openButton"]').first().press('Enter');
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  expect(page.url()).toMatch(/tab=quoted.*quote=.*account=/);
  await page.reload();
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await head('Quote').waitFor();
  expect(await head('Reply due').count()).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset to default columns' }).click();
  await head('Reply due').waitFor();
  expect(visitor.problems.splice(0)).toEqual([]);
});

it('the wallet, prices and stock narrow by filters that stand as chips and in the address', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit('owner', '/wallet/wallet');
  await page.getByRole('button', { name: 'Add filter' }).click();
  const menu = page.getByRole('dialog', { name: 'Add filter' });
  await menu.getByRole('button', { name: 'Type' }).click();
  await menu.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Recharge', exact: true }).click();
  await chip(/^Remove filter Type: Recharge$/).waitFor();
  expect(page.url()).toContain('kind=recharge');
  await page
    .getByRole('row', { name: /Invoice payment/ })
    .first()
    .waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page
    .getByRole('row', { name: /Invoice payment/ })
    .first()
    .waitFor();

  await visit('owner', '/quote/index?tab=price_list&destination=DE');
  await chip(/^Remove filter Destination: Germany$/).waitFor();
  await page
    .getByRole('row', { name: /Germany/ })
    .first()
    .waitFor();
  expect(await page.getByRole('row', { name: /Austria/ }).count()).toBe(0);

  await visit('owner', '/ProductStock/index?as_of=2020-01-31');
  await chip(/^Remove filter As of: 2020-01-31$/).click();
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('dialog', { name: 'Add filter' }).getByRole('button', { name: /^1 / }).first().click();
  await page.getByText(/^Stock at the end of \d{4}-\d{2}-01 \(UTC\)$/).waitFor();
  await page.getByRole('button', { name: /^Movements/ }).click();
  await chip(/^Remove filter As of: /).waitFor({ state: 'detached' }); // movements have dates of their own
  expect(visitor.problems.splice(0)).toEqual([]);
});

it('a tab without rows says so where other tabs have some', async () => {
  await visit('owner', '/invoice/invoice?tab=void');
  await page.getByText('No invoices in this tab').waitFor();
  await visit('owner', '/my-product/published?tab=failed');
  await page.getByText('No products in this tab').waitFor();
  expect(await page.getByRole('button', { name: 'Columns' }).count()).toBe(0); // nothing is there to show them of
});

it('what is wider than its place scrolls by itself, by keys, under its name', async () => {
  const owner = { token: stage.tokens.get('owner') ?? '' };
  const choose = (columns: string[] | null) =>
    callApi(stage, owner, 'PUT', '/api/profile/columns', { list: 'orders', columns });
  await choose([
    'order',
    'customer',
    'items',
    'storePayment',
    'payment',
    'state',
    'shipping',
    'cost',
    'sale',
    'profit',
  ]);
  await page.setViewportSize(laptop);
  await visit('owner', '/order/index');
  const box = page.getByRole('region', { name: 'Orders' });
  // the last column stays in view, and says that there is more below it
  const inView = async (name: string) => {
    const [outer, inner] = [await box.boundingBox(), await head(name).boundingBox()];
    return inner !== null && outer !== null && inner.x + inner.width <= outer.x + outer.width + 0.5;
  };
  expect([await inView('Profit'), await inView('Order total')]).toEqual([true, false]);
  const icons = await box.locator('thead button svg').evaluateAll((all) => all.map((svg) => svg.clientWidth));
  expect(new Set(icons)).toEqual(new Set([13])); // also beside a head of two lines
  expect(await box.getAttribute('data-more')).toBe('true');
  await box.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => box.evaluate((place) => place.scrollLeft)).toBeGreaterThan(0);
  await box.evaluate((place) => place.scrollTo({ left: place.scrollWidth }));
  await expect.poll(() => box.getAttribute('data-more')).toBe('false');
  expect([await inView('Profit'), await inView('Order total')]).toEqual([true, true]);
  await choose(null);
  expect(visitor.problems.splice(0)).toEqual([]);
});

it('the wallet’s notes follow the language at once', async () => {
  await page.setViewportSize(desktop);
  await visit('owner', '/wallet/wallet?per_page=100');
  const speak = async (menu: string, language: string) => {
    await page.getByRole('button', { name: menu, exact: true }).click();
    await page.getByRole('menuitem', { name: language }).click();
  };
  const note = (words: RegExp) => page.getByRole('cell', { name: words }).first();
  await note(/^\d+ orders$/).waitFor();
  await note(/^Bank transfer$/).waitFor();
  await speak('Language', '简体中文');
  await note(/^\d+ 个订单$/).waitFor();
  await note(/^银行转账$/).waitFor();
  await speak('语言', 'English');
  await note(/^\d+ orders$/).waitFor();
  expect(visitor.problems.splice(0)).toEqual([]);
});

it('a saved view of the catalog keeps its pictures', async () => {
  await visit('owner', '/my-product/catalog?layout=pictures');
  await page.getByRole('list', { name: 'Catalog' }).waitFor();
  await page.getByRole('button', { name: /^Priced/ }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('With prices');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'With prices' }).waitFor();
  await page.getByRole('list', { name: 'Catalog' }).waitFor();
  expect(visitor.problems.splice(0)).toEqual([]);
});

const fitting: [DemoPerson, string][] = [
  ...['', '?tab=action_needed', '?tab=processing', '?tab=shipped', '?tab=watch', '?tab=claims'].map(
    (tab): [DemoPerson, string] => ['owner', `/order/index${tab}`],
  ),
  ...[
    '/my-product/index',
    '/my-product/catalog',
    '/my-product/suggestions',
    '/my-store/index',
    '/ProductStock/index',
    '/wallet/wallet',
    '/wallet/recharge',
    '/invoice/invoice',
    '/invoice/invoice?list=orders',
    '/quote/index',
  ].map((path): [DemoPerson, string] => ['owner', path]),
  ['owner', '/quote/index?tab=price_list'],
  ...[
    'quotes',
    'fulfillment',
    'claims',
    'messages',
    'prices',
    'prices?tab=changes',
    'shipping',
    'clients',
    'catalog',
    'recharges',
    'stock',
    'exceptions',
  ].map((name): [DemoPerson, string] => ['admin', `/staff/${name}`]),
];
const small = { width: 1280, height: 800 };

/** Pictures of the rows that their frames cut off. */
const cutPictures = () =>
  page.locator('main tbody img').evaluateAll(
    (pictures) =>
      pictures.filter((picture) => {
        const frame = picture.closest('[data-identity] > div')?.getBoundingClientRect();
        const { right, bottom, width } = picture.getBoundingClientRect();
        return frame === undefined || right > frame.right + 0.5 || bottom > frame.bottom + 0.5 || width > 32;
      }).length,
  );

/** Sort marks that are squeezed, and numbers of parcels that are cut. */
const cutParts = () =>
  page.locator('main table').evaluateAll((tables) =>
    tables.flatMap((table) => [
      ...[...table.querySelectorAll('th svg')]
        .filter((mark) => mark.checkVisibility()) // not in a column that has no room
        .filter((mark) => mark.getBoundingClientRect().width < Number(mark.getAttribute('width')) - 0.5)
        .map((mark) => `mark of ${mark.parentElement?.textContent}`),
      ...[...table.querySelectorAll('[data-copyable] > span')]
        .filter((number) => number.scrollWidth > number.clientWidth)
        .map((number) => number.textContent),
    ]),
  );

it.each(fitting)('all columns fit from a small desktop on, and pictures their frames: %s, %s', async (who, path) => {
  await page.setViewportSize(laptop);
  await visit(who, path);
  await page.getByRole('row').nth(1).waitFor();
  expect(await cutPictures()).toBe(0);
  for (const size of [laptop, small, desktop]) {
    await page.setViewportSize(size);
    await still(page);
    const over = await page
      .locator('main table')
      .evaluateAll((tables) =>
        tables.map((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)).filter((width) => width > 0),
      );
    expect([size.width, ...over]).toEqual([size.width]);
    expect(await cutParts(), String(size.width)).toEqual([]);
  }
});

it('a phone shows the first order within its first screen, with its buyer, and offers no columns', async () => {
  await page.setViewportSize(phone);
  await visit('owner', '/order/index');
  const first = page.getByRole('list', { name: 'Orders' }).getByRole('listitem').first();
  const box = (await first.boundingBox()) ?? expect.unreachable();
  expect(box.y + 100).toBeLessThan(phone.height);
  const owner = { token: stage.tokens.get('owner') ?? '' };
  const [order] = (await callApi(stage, owner, 'GET', '/api/shopify_orders')) as unknown as { customer: string }[];
  await first.getByText(order?.customer ?? 'nobody').waitFor();
  expect(await page.getByRole('button', { name: 'Columns' }).count()).toBe(0);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Automatic payment' }).click();
  await page.getByRole('dialog', { name: 'Automatic payment' }).waitFor();
  expect(visitor.problems.splice(0)).toEqual([]);
});

it('a phone takes the whole page once one card is ticked, and then all that match', async () => {
  await page.setViewportSize(phone);
  await visit('owner', '/order/index?tab=to_pay');
  const ticks = page.getByRole('list', { name: 'Orders' }).getByRole('checkbox');
  await ticks.first().check();
  await page.getByRole('status').getByText('1 selected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Select all rows on this page' }).click();
  await page
    .getByRole('status')
    .getByText(`${await ticks.count()} selected`, { exact: true })
    .waitFor();
  expect(await ticks.evaluateAll((boxes) => boxes.every((box) => box.matches(':checked')))).toBe(true);
  await page.getByRole('button', { name: /^Select all \d+ matching rows$/ }).click();
  await page
    .getByRole('status')
    .getByText(/^All \d+ selected$/)
    .waitFor();
  expect(visitor.problems.splice(0)).toEqual([]);
});

it('ticked rows stay while pages turn, and end with the tab whose actions they were ticked for', async () => {
  await page.setViewportSize(desktop);
  await visit('owner', '/order/index');
  const ticked = page.getByText('1 selected', { exact: true });
  await page.getByRole('main').locator('tbody').getByRole('checkbox').first().check();
  await ticked.waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL(/page=2/);
  await still(page);
  await ticked.waitFor();
  await page.getByRole('button', { name: /^To pay\s*\d/ }).click();
  await page.waitForURL(/tab=to_pay/);
  await ticked.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^All\s*\d/ }).click();
  await still(page);
  expect(await ticked.count()).toBe(0);
  expect(visitor.problems.splice(0)).toEqual([]);
});

it('an order that its store ships itself costs nothing, and nothing is to be paid for it', async () => {
  await page.setViewportSize(desktop);
  await visit('owner', '/order/index?stage=self_fulfilled');
  const row = page.locator('tbody tr').first();
  await row.getByText('Self-fulfilled').waitFor();
  expect(sum(await costsShown())).toBe(0);
  await row.locator('button[class*="openButton"]').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('You fulfill this order yourself, so we don’t charge you for it.').waitFor();
  expect(await drawer.getByText(/^Your payment/).count()).toBe(0);
  expect(await drawer.getByText('Profit').count()).toBe(0);
  await visit('owner', '/order/index?tab=to_pay');
  await page.locator('tbody button[class*="openButton"]').first().click();
  await drawer.getByText('Your payment: Unpaid').waitFor();
  expect(visitor.problems.splice(0)).toEqual([]);
});

/** Every amount in a text, in cents. */
const amountsIn = (text: string): number[] =>
  [...text.matchAll(/\$([\d,]+\.\d{2})/g)].map(([, digits = '']) =>
    Math.round(Number(digits.replaceAll(',', '')) * 100),
  );
const amountIn = (text: string): number => amountsIn(text)[0] ?? 0;
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
const said = (cents: number): string => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** Amounts of the column Cost, row by row, as the list shows them. */
async function costsShown(): Promise<number[]> {
  const heads = await page.locator('main thead th').allTextContents(); // also of columns that have no room
  const at = heads.findIndex((text) => text.trim() === 'Cost');
  const toPay = page.locator('tbody tr').filter({ hasNotText: 'Invoiced' }); // an invoice's orders are paid with it
  const cells = await toPay.locator(`> :nth-child(${at + 1})`).allInnerTexts();
  return cells.map(amountIn);
}

/** What a checkout says: the word of each sum with its amount. */
async function checkoutSums(): Promise<Record<string, string>> {
  const drawer = page.getByRole('dialog', { name: 'Pay orders' });
  await drawer.getByText('Available in wallet').waitFor();
  await still(page);
  const rows = await drawer.locator('tfoot tr').all();
  const sums = await Promise.all(
    rows.map(async (one) => [
      (await one.getByRole('rowheader').innerText()).trim(),
      (await one.getByRole('cell').innerText()).trim(),
    ]),
  );
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  return Object.fromEntries(sums) as Record<string, string>;
}

it.each(['owner', 'small', 'fresh'] as const)(
  'shows %s one amount for the orders to pay: tile, wallet, list, bar, details, checkout, automatic payment',
  async (who) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(who, '/Dashboard/index');
    const tile = (await page.locator('a[href*="tab=to_pay"]').filter({ hasText: 'To pay' }).first().innerText()).trim();
    const orders = Number(/^\D*([\d,]+)/.exec(tile)?.[1]?.replaceAll(',', ''));
    const total = amountIn(tile);
    expect(orders > 0).toBe(who !== 'fresh');
    const invoiced = Number(/(\d+) more on (?:an invoice|invoices)/.exec(tile)?.[1] ?? 0);
    expect(invoiced > 0).toBe(who === 'small');

    await visit(who, '/wallet/wallet');
    const wallet = await page.locator('dl > div').filter({ hasText: 'Orders to pay' }).innerText();
    expect(amountIn(wallet)).toBe(total);
    if (orders > 0) expect(wallet).toContain(`${orders} order`);

    await visit(who, '/order/index?tab=to_pay&per_page=50');
    await page.getByRole('button', { name: 'Automatic payment' }).click();
    const runs = page.getByRole('dialog', { name: 'Automatic payment' });
    await runs.getByRole('heading', { name: 'Next runs' }).waitFor();
    await still(page);
    const stores = runs.locator('section').filter({ hasText: 'Next runs' }).locator('p, li').filter({ hasText: '$' });
    const [all = '', ...parts] = await stores.allInnerTexts();
    if (orders > 0) expect(all).toContain(`${orders} order`);
    expect([orders > 0 ? amountIn(all) : 0, sum(parts.flatMap(amountsIn))]).toEqual([total, total]);
    await page.keyboard.press('Escape');
    await runs.waitFor({ state: 'detached' });
    if (orders === 0) {
      expect(await page.getByRole('note', { name: 'What can be paid now' }).count()).toBe(0);
      return;
    }
    await page.getByRole('button', { name: new RegExp(`^To pay\\s*${orders + invoiced}$`) }).waitFor();
    const strip = await page.getByRole('note', { name: 'What can be paid now' }).innerText();
    expect([strip.includes(`${orders} order`), amountIn(strip)]).toEqual([true, total]);
    const own = /(\$[\d.,]+) covered by your stock/.exec(strip)?.[1] ?? '';
    expect(wallet.includes(own) && (own !== '') === (who === 'owner')).toBe(true);
    expect(sum(await costsShown())).toBe(total);

    await page.getByLabel('Select all rows on this page').click();
    const pay = page.getByRole('button', { name: `Pay ${orders} order${orders === 1 ? '' : 's'} · ${said(total)}` });
    await pay.click();
    const named = await checkoutSums();
    expect(named).toMatchObject({
      Total: said(total),
      ...(own !== '' && { 'Products from your stock': `−\u2060${own}` }),
    });

    // each order by itself: its details say what its row says
    const costs = await costsShown();
    for (const index of [0, costs.length - 1]) {
      await page.locator('tbody button[class*="openButton"]').nth(index).click();
      const drawer = page.getByRole('dialog');
      const details = drawer.locator('dl').filter({ hasText: 'Total' }).first();
      await details.waitFor();
      const cost = details.locator('dt', { hasText: /^Total$/ }).locator('xpath=following-sibling::dd[1]');
      expect(amountIn(await cost.innerText())).toBe(costs[index]);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
    }

    // all that match, on whatever page: the bar keeps Pay
    await visit(who, '/order/index?tab=to_pay&per_page=10');
    if (orders > 10) {
      await page.getByLabel('Select all rows on this page').click();
      await page.getByRole('button', { name: `Select all ${orders} matching rows` }).click();
      await pay.click();
    } else await page.getByRole('button', { name: 'Pay all' }).click();
    expect(await checkoutSums()).toEqual(named);
    expect(visitor.problems.splice(0)).toEqual([]);
  },
);

it('a list that has nothing says what belongs there and offers the next step', async () => {
  await page.setViewportSize(desktop);
  const main = page.getByRole('main');
  for (const [who, path, text] of [
    ['admin', '/staff/branding', /^Add a domain to give clients/],
    ['admin', '/staff/notices', /^Announce holidays/],
    ['admin', '/staff/partners', /^Link to apps, agencies/],
    ['fresh', '/order/index', /^Connect a store or import an order file/],
    ['fresh', '/my-product/index', /^Products sync automatically/],
  ] as const) {
    await visit(who, path);
    await main.getByText(text).waitFor();
  }
  await visit('admin', '/staff/partners');
  await main.getByRole('button', { name: 'Add link' }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Harbor Freight');
  await dialog.getByLabel('URL', { exact: true }).fill('https://freight.example/');
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await main.getByRole('row', { name: /Harbor Freight/ }).waitFor();
  expect(visitor.problems.splice(0)).toEqual([]);
});
