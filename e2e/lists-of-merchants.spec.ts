import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { DemoPerson } from '#testing/demo-stage.ts';
import { visitDemo } from './demo-visit.ts';
import { still } from './appearance.ts';
import { phone } from './browser.ts';

let page: Page;
const visit = visitDemo(({ visitor }) => ({ page } = visitor));

it.each([
  ['/order/index?tab=exceptions', 'All'],
  ['/quote/index?tab=exceptions', 'All'],
  ['/invoice/invoice?tab=exceptions', 'All'],
  ['/my-product/index?tab=exceptions', 'All'],
  ['/my-product/catalog?tab=exceptions', 'All'],
  ['/Account/Account?tab=exceptions', 'Active devices'],
  ['/wallet/wallet?tab=exceptions', 'Transactions'],
  ['/ProductStock/index?tab=exceptions', 'On hand'],
])('%s names no tab: the first one shows, and the address says so', async (path, first) => {
  await visit('owner', path);
  await page.waitForURL((url) => !url.searchParams.has('tab'));
  await page.locator('main button[aria-pressed=true]', { hasText: first }).first().waitFor();
});

it.each<[DemoPerson, string]>([
  ['owner', '/order/index'],
  ['owner', '/quote/index'],
  ['owner', '/invoice/invoice'],
  ['owner', '/my-product/index'],
  ['owner', '/wallet/wallet'],
  ['owner', '/ProductStock/index'],
  ['finance', '/staff/recharges'],
  ['finance', '/staff/withdrawals'],
  ['finance', '/staff/adjustments'],
  ['finance', '/staff/bank-statements'],
  ['finance', '/staff/line-disputes'],
])('for %s every tab of %s says how many rows it has', async (who, path) => {
  await visit(who, path);
  const named = page.locator('main [role=group]:has(> button[aria-pressed])').first().locator('button');
  await named.first().filter({ hasText: /\d/ }).waitFor();
  const words = await named.allInnerTexts();
  expect(words.filter((text) => !/\d/.test(text))).toEqual([]);
});

it('a table of orders names its items whole, and its strip of statuses takes two lines at most', async () => {
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await visit('owner', '/order/index');
    const titles = page.locator('td [class*=itemTitle]');
    await titles.first().waitFor();
    // a shop's longest names end after two lines
    const cut = await titles.evaluateAll((all) =>
      all.filter(
        (one) =>
          one.scrollWidth > one.clientWidth || (one.scrollHeight > one.clientHeight + 1 && one.clientHeight < 36),
      ),
    );
    expect(cut.length, `${width}`).toBe(0);
    // with one state or two, and a name of one line or two, as high as the others
    const heights = await page.locator('tbody [data-row]').evaluateAll((all) => all.map((one) => one.clientHeight));
    if (width === 1024) expect(new Set(heights).size).toBe(1);
    else expect(Math.min(...heights)).toBe(48);
    const lines = await page
      .getByRole('note', { name: 'Order statuses' })
      .getByRole('listitem')
      .evaluateAll((all) => {
        const places = all.map((one) => one.getBoundingClientRect());
        return new Set(places.filter(({ height }) => height > 0).map(({ top }) => top)).size;
      });
    expect(lines, `${width}`).toBeLessThanOrEqual(2);
  }
});

it('a column of prices that says nothing on a page is left out, and shows for who chooses it', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const column = page.getByRole('columnheader', { name: 'Price change', exact: true });
  await visit('owner', '/quote/index?tab=price_list');
  await page.getByRole('columnheader', { name: 'Destination', exact: true }).waitFor();
  await page.locator('tbody [data-row]').first().waitFor();
  const facts = page.locator('tbody [data-row] span[data-whole]');
  const heights = await facts.evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(new Set(heights).size).toBe(1);
  expect(await column.count()).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.getByRole('checkbox', { name: 'Effective from' }).uncheck();
  await column.waitFor();
  await menu.getByRole('button', { name: 'Reset to default columns' }).click();
  await column.waitFor({ state: 'detached' });
});

it('a refused recharge says why in one line of its list, and whole when it is opened', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit('owner', '/wallet/recharge');
  const row = page.getByRole('row').filter({ hasText: 'Rejected' }).first();
  await row.waitFor();
  const reason = row.locator('[class*=detail]').last();
  const text = (await reason.innerText()).trim();
  expect(await reason.evaluate((line) => line.getClientRects().length)).toBe(1);
  expect(await row.evaluate((line) => line.clientHeight)).toBeLessThan(56);
  await row.click();
  await page.getByRole('dialog').getByText(text).first().waitFor();
});

it('the tables of statistics grow with the page and stand in the order of their charts', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit('owner', '/sales-statitstics/index');
  const table = page.getByRole('table', { name: 'Breakdown', exact: true });
  await table.waitFor();
  const drawn = await page.getByRole('list', { name: 'Orders · Countries' }).locator('li [title]').allInnerTexts();
  expect(drawn.length).toBe(10);
  expect(await table.locator('tbody tr:visible td:first-child').getByRole('link').allInnerTexts()).toEqual(drawn);
  expect(await table.evaluate((one) => one.parentElement?.scrollHeight === one.parentElement?.clientHeight)).toBe(true);
  const all = page.getByRole('button', { name: /^Show all \d+$/ }).first();
  const count = Number(/\d+/.exec(await all.innerText())?.[0]);
  await all.click();
  expect(await table.locator('tbody tr:visible').count()).toBe(count);
});

it('a phone’s choices take fingers, and its cards leave no hole', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('owner', '/ProductStock/index?tab=stocking');
  const choice = page.getByRole('radiogroup').first();
  await choice.waitFor();
  expect(await choice.evaluate((one) => one.clientHeight)).toBeGreaterThanOrEqual(36);
  await visit('owner', '/invoice/invoice');
  const facts = page.locator('main li[data-row] dl').first();
  await facts.waitFor();
  const hole = await facts.evaluate((list) => {
    const last = list.lastElementChild;
    return list.children.length % 2 === 1 && last !== null && last.clientWidth < list.clientWidth * 0.9;
  });
  expect(hole).toBe(false);
});

it('a list without rows offers its first one once, and nothing to search', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit('admin', '/staff/partners');
  await page.getByText('No partner links yet').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Add link' }).count()).toBe(1);
  expect(await page.getByRole('searchbox').count()).toBe(0);
});

it('the search of a list shows when there is something to search, and stays while it is asked again', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const field = page.getByRole('searchbox');
  const asked = (url: URL) => /^\/api\/staff\/(?:partner_links|clients)$/.test(url.pathname);
  let held: (() => Promise<void>)[] | undefined;
  const answer = async () => {
    const waiting = held ?? [];
    held = undefined;
    for (const one of waiting) await one();
  };
  await page.route(asked, async (route) => {
    if (held) held.push(() => route.continue());
    else await route.continue();
  });
  try {
    await visit('admin', '/staff/notices');
    held = [];
    await page.goto('/staff/partners');
    await page.locator('main [aria-busy="true"]').waitFor();
    expect(await field.isVisible()).toBe(false);
    await answer();
    await page.getByText('No partner links yet').waitFor();
    expect(await field.count()).toBe(0);

    await page.goto('/staff/clients?q=no+such+client');
    await page.getByText('No results match these filters').waitFor();
    await field.evaluate((input) => input.setAttribute('data-kept', ''));
    held = [];
    await field.press('Escape');
    await page.locator('main [aria-busy="true"]').waitFor();
    expect(await page.locator('main input[data-kept]').isVisible()).toBe(true);
    await answer();
    await page.locator('main [data-row]').first().waitFor();
    expect(await page.locator('main input[data-kept]:focus').count()).toBe(1);
  } finally {
    await answer();
    await page.unroute(asked);
  }
});

it('a page has one main action', async () => {
  for (const path of ['/my-store/index', '/wallet/wallet', '/ProductStock/index']) {
    await visit('owner', path);
    await page.locator('main h1').waitFor();
    await still(page);
    expect(await page.locator('main .mantine-Button-root[data-variant=filled]:visible').count(), path).toBeLessThan(2);
  }
});

it('a phone reads what a shipping method taxes and refuses, and a message over the whole card', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('owner', '/resource/resource');
  const rate = page.getByRole('table', { name: 'Shipping methods and rates' }).locator('tbody tr').first();
  await rate.locator('td[data-head=Tax]', { hasText: 'Duties prepaid' }).waitFor();
  await rate.locator('td[data-head="Not accepted"]').waitFor();
  await visit('agent', '/staff/messages?tab=all');
  const card = page.locator('main li[data-row] dl').first();
  const message = card.locator('dd [class*=last]');
  await message.waitFor();
  const [all, words] = [await card.boundingBox(), await message.boundingBox()];
  expect(words?.width).toBeGreaterThan((all?.width ?? 0) * 0.9);
});

it('what waits leaves the icons of the collapsed menu to be seen', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await visit('owner', '/order/index');
  await page.getByRole('button', { name: 'Close menu' }).click();
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Orders/ });
  await expect.poll(async () => (await link.boundingBox())?.width).toBeLessThan(60);
  const [icon, badge] = [await link.locator('svg').boundingBox(), await link.locator('[class*=badge]').boundingBox()];
  const covered = Math.max(0, (icon?.x ?? 0) + (icon?.width ?? 0) - (badge?.x ?? 0));
  expect(badge?.width).toBe(8);
  expect(covered).toBeLessThan(8);
  await page.getByRole('button', { name: 'Open menu' }).click(); // the next story begins with it
});

it('a figure of orders that wait leads to exactly these orders', async () => {
  const follow = async (link: Locator) => {
    const figure = await link.innerText();
    await link.click();
    await page.waitForURL(/\/order\/index/);
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await page
      .locator(':visible')
      .getByText(new RegExp(`^1–\\d+ of ${figure}$`))
      .waitFor();
  };
  await visit('owner', '/my-store/index');
  await page.getByRole('row', { name: /Hafen & Kiefer/ }).click();
  await follow(page.getByRole('dialog').locator('dt:has-text("Orders not mapped") + dd a'));
  await visit('owner', '/my-product/index?orders=waiting');
  await page.locator('main tbody tr:visible').first().click();
  const drawer = page.getByRole('dialog');
  // its costs are asked first for where its orders go, as its landed cost is
  const landed = await drawer.locator('dt:has-text("Landed cost per unit") + dd').innerText();
  const place = await drawer.getByRole('combobox', { name: 'Country' }).inputValue();
  expect(landed).toContain(place);
  await follow(drawer.locator('dt:has-text("Blocked orders") + dd a'));
});

it('shipping rates are cards on a phone, and names of methods keep to a line at 1024', async () => {
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await visit('owner', '/resource/resource');
    const table = page.getByRole('table', { name: 'Shipping methods and rates' });
    const cell = table.locator('tbody td').first();
    await cell.waitFor();
    const { height, display } = await cell.evaluate((one) => {
      const box = document.createRange();
      box.selectNodeContents(one);
      return { height: box.getBoundingClientRect().height, display: getComputedStyle(one).display };
    });
    expect(height).toBeLessThan(24);
    expect(display === 'table-cell').toBe(width > 768);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('on a phone what explains a part of a line takes a finger beside the line, which keeps its height', async () => {
  await page.setViewportSize(phone);
  await visit('owner', '/order/index');
  const hints = page.locator('main li button', { hasText: /^\d+–\d+ days$/ });
  await hints.first().waitFor();
  const reached = await hints.evaluateAll((all) =>
    all.map((hint) => {
      hint.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = hint.getBoundingClientRect();
      const at = (by: number) => document.elementFromPoint(left + width / 2, top + height / 2 + by);
      return height < 24 && [-14, 14].every((by) => hint.contains(at(by)));
    }),
  );
  expect(reached).not.toContain(false);
});

it('on a phone why a recharge was rejected takes the width of its card', async () => {
  await page.setViewportSize(phone);
  await visit('owner', '/wallet/recharge');
  const why = page.getByText('The picture shows no transaction number.', { exact: false }).first();
  await why.waitFor();
  const widths = await why.evaluate((words) => [words.closest('dd')?.clientWidth, words.closest('dl')?.clientWidth]);
  expect(widths[0]).toBe(widths[1]);
});
