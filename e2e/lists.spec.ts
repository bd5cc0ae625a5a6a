import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyShopOrders, givenStore, inAccount, shopLine, shopOrder } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { openBrowser, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let page: Page;
let owner: Person;
const ground = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
const enter = (token: string) => visitor.context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
const day = 86_400_000;
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  const { account_id } = owner;
  const today = Math.floor(Date.now() / day) * day;
  const lamp = await givenStore(ground(), account_id, { name: 'Lamp shop' });
  const vase = await givenStore(ground(), account_id, { name: 'Vase shop' });
  for (const [store, first] of [
    [lamp, 1001],
    [vase, 2001],
  ] as const)
    await inAccount(ground(), account_id, (ctx) =>
      applyShopOrders(
        ctx,
        { account_id, id: store },
        Array.from({ length: 14 }, (_, n) =>
          shopOrder([shopLine(null)], {
            external_id: String(n),
            name: `#${first + n}`,
            placed_at: new Date(today - n * 3 * day), // whatever the hour is, three are of the last seven days
            ...(n === 13 && { cancelled_at: new Date() }),
          }),
        ),
        'api',
      ),
    );
  visitor = await openBrowser(stage.url);
  ({ page } = visitor);
  await enter(owner.token);
});
afterAll(async () => {
  if (visitor.problems.length > 0) throw new Error(visitor.problems.join('\n'));
  await visitor.close();
  await stage.close();
});

const rows = () => page.getByRole('row', { name: /#\d{4}/ });
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const chip = (words: string) => page.getByRole('button', { name: `Remove filter ${words}` });
const range = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
const addFilter = async (label: string) => {
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('dialog', { name: 'Add filter' }).getByRole('button', { name: label }).click();
};
const choose = async (label: string, option: string) => {
  await addFilter(label);
  await page.getByRole('checkbox', { name: option }).click();
  await page.keyboard.press('Escape');
};

it('filters stand as chips and in the address, a pasted column finds its rows, and emptiness says why', {
  tags: ['D0-01', 'D0-04', 'D0-05', 'D0-12'],
}, async () => {
  await page.goto('/order/index');
  await range('1–10 of 28');
  await choose('Store', 'Lamp shop');
  await choose('Store', 'Vase shop'); // both
  await range('1–10 of 28');
  await chip('Store: Lamp shop and 1 more').waitFor();
  await choose('Store', 'Lamp shop'); // no more
  await range('1–10 of 14');
  await addFilter('Order date');
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await range('1–3 of 3');
  await chip('Order date: Last 7 days').waitFor();
  // sorted, and in a tab: all of it in the address
  await page.getByRole('columnheader', { name: 'Order', exact: true }).getByRole('button').click();
  await row('#2003').waitFor();
  await expect.poll(async () => rows().first().innerText()).toContain('#2003');
  const address = page.url();
  expect(address).toMatch(/store_id=.*from=.*to=.*sort=placed_at/);
  const other = await visitor.context.newPage();
  await other.goto(address);
  await other.getByRole('row', { name: /#2003/ }).waitFor();
  await expect.poll(async () => other.getByRole('row', { name: /#\d{4}/ }).count()).toBe(3);
  expect(
    await other
      .getByRole('row', { name: /#\d{4}/ })
      .first()
      .innerText(),
  ).toContain('#2003');
  await other.close();

  await chip('Order date: Last 7 days').click();
  await range('1–10 of 14');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await range('1–10 of 28');
  expect(await chip('Store: Vase shop').count()).toBe(0);

  await page.getByRole('searchbox').focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    const others = Array.from({ length: 497 }, (_, n) => `#${50_000 + n}`);
    data.setData('text', ['#1002', '#2005', '1009', ...others].join('\n'));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await chip('Any of 500 entries').waitFor();
  await range('1–3 of 3');
  await page.reload();
  await range('1–3 of 3');
  await page.getByRole('searchbox').fill('nothing-like-this');
  await page.getByText('No results match these filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await range('1–10 of 28');
  await page.getByRole('button', { name: /^Delivered/ }).click();
  await page.getByText('No results match these filters').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^All/ }).click();

  const fresh = await merchant(ground());
  await enter(fresh.token);
  await page.goto('/order/index');
  await page.getByText('Your orders appear here').waitFor();
  await enter(owner.token);
  // the database refuses this list: what failed, another try, and a number to quote
  await page.goto('/order/index?block=NO_SUCH_BLOCK');
  await page.getByRole('alert').getByText('We couldn’t load this. Nothing was changed.').waitFor();
  await page.getByRole('alert').getByText('Error ID').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
});

it('columns stay as they were chosen, and a view brings tab, filters and columns back, for colleagues too', {
  tags: ['D0-02', 'D0-03'],
}, async () => {
  await page.goto('/order/index');
  await range('1–10 of 28');
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.getByRole('checkbox', { name: 'Cost' }).uncheck();
  await page.getByRole('columnheader', { name: 'Cost' }).waitFor({ state: 'detached' });
  await menu.getByRole('button', { name: 'Move Status up' }).click();
  await page.keyboard.press('Escape');
  const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).filter((text) => text !== '');
  const chosen = await heads();
  expect(chosen).not.toContain('Cost');
  await page.reload();
  await range('1–10 of 28');
  expect(await heads()).toEqual(chosen);

  // the shop took all of its units out when it was cancelled
  await sqlRows(ground(), `UPDATE orders SET units = 0 WHERE name = '#1014' AND account_id = '${owner.account_id}'`);
  await choose('Store', 'Lamp shop');
  await page.getByRole('button', { name: /^Cancelled/ }).click();
  await row('#1014').getByText('No units left').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Lost lamps');
  await dialog.getByLabel('Share with everyone in this account').check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Lost lamps' }).waitFor();

  const colleague = await merchant(ground(), { account_id: owner.account_id, role: 'manager' });
  await enter(colleague.token);
  await page.goto('/order/index');
  await range('1–10 of 28');
  await page.getByRole('columnheader', { name: 'Cost' }).waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Lost lamps' }).click();
  await row('#1014').waitFor();
  expect(await rows().count()).toBe(1);
  expect(await heads()).toEqual(chosen);
  await page.getByRole('button', { name: 'Lost lamps' }).click();
  await page.getByRole('menuitem', { name: 'Rename or share' }).click();
  const edit = page.getByRole('dialog', { name: 'View “Lost lamps”' });
  await edit.getByLabel('Name').fill('Lamps that were lost');
  await edit.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Lamps that were lost' }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page
    .getByRole('dialog', { name: 'Delete view “Lamps that were lost”?' })
    .getByRole('button', { name: 'Delete view' })
    .click();
  await page.getByRole('button', { name: 'Views' }).waitFor();
  await enter(owner.token);
});

it('all that match are held after a trial, as a job with a reason for each that was refused', {
  tags: ['D0-06', 'D0-07'],
}, async () => {
  await page.goto('/order/index');
  await range('1–10 of 28');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Select all 28 matching rows' }).click();
  await page.getByText('All 28 selected').waitFor();
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^(?:Hold orders|Orders on hold)$/ });
  await dialog.getByText('26 orders can be put on hold.').waitFor();
  await dialog
    .getByText(/^This order (has shipped|was delivered|was cancelled)/)
    .first()
    .waitFor();
  // between the question and the answer one of them ends in the shop
  await sqlRows(
    ground(),
    `UPDATE orders SET stage = 'cancelled' WHERE name = '#1003' AND account_id = '${owner.account_id}'`,
  );
  await dialog.getByRole('button', { name: 'Hold 26 orders' }).click();
  await dialog.getByText('25 orders are on hold.').waitFor();
  await dialog.getByText('This order was cancelled. Order it again if you still need it.').waitFor();
  await sqlRows(
    ground(),
    `UPDATE orders SET stage = 'imported' WHERE name = '#1003' AND account_id = '${owner.account_id}'`,
  );
  await dialog.getByRole('button', { name: 'Retry 1 order' }).click();
  await dialog.getByText('1 order is on hold.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('All 28 selected').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^On hold\s*26/ }).click();
  await page.getByText('Paused by you or your team. They aren’t paid or shipped until they’re released.').waitFor();
  await page.getByRole('button', { name: /^Waiting for us/ }).click();
  await page.getByText(/^We’re working on these, /).waitFor();
  await page.getByRole('button', { name: /^Exceptions/ }).click();
  await page.getByText(/^Orders that ship late, and parcels that are late, stuck, or coming back\. /).waitFor();
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByText(/^Orders that ship late, /).waitFor({ state: 'detached' });
});

it('what shows is fetched as a file, with its columns', { tags: ['D0-09'] }, async () => {
  await page.goto('/order/index?q=1004');
  await row('#1004').waitFor();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export this list' });
  await dialog.getByText('CSV').click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`orders_${new Date().toISOString().slice(0, 10)}.csv`);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain('#1004,Lamp shop,');
  expect(text).not.toContain('Cost');
  await dialog.getByRole('button', { name: /^Download orders_/ }).waitFor();
  await page.keyboard.press('Escape');
});

it('keys walk, tick, open and leave the rows; ? lists them and they can be switched off', {
  tags: ['D0-11'],
}, async () => {
  await page.goto('/order/index');
  await range('1–10 of 28');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('X');
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('2 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /Order #/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('jx1005');
  expect(await page.getByRole('searchbox').inputValue()).toBe('jx1005');
  await page.keyboard.press('Escape');
  await range('1–10 of 28');

  await page.getByRole('tab', { name: 'Orders' }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await page.getByRole('heading', { name: 'Quotes' }).waitFor();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Select row').waitFor();
  await sheet.getByRole('switch').uncheck();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.keyboard.press('?');
  expect(await page.getByRole('heading', { name: 'Quotes' }).isVisible()).toBe(true);
  await page
    .getByRole('button', { name: /Search/ })
    .first()
    .focus();
});
