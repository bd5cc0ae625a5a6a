import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokenCookie } from '#contract/constants.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let page: Page;
let owner: Person;
let admin: { token: string };
beforeAll(async () => {
  stage = await openStage();
  const place = { ground: stage.ground, clock: stage.ground.clock };
  owner = await merchant(place);
  admin = await staff(place, 'admin');
  visitor = await openBrowser(stage.url);
  page = visitor.page;
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});
beforeEach(async () => {
  await sqlRows(stage, 'DELETE FROM partner_links');
  await visitor.context.clearCookies();
  await enter(owner.token);
});

const enter = (token: string) => visitor.context.addCookies([{ name: tokenCookie, value: token, url: stage.url }]);
const sidebar = () => page.getByRole('navigation', { name: 'Main menu' });
const link = (name: string) => sidebar().getByRole('link', { name, exact: true });
const submenu = (name: string) => sidebar().getByRole('button', { name, exact: true });
const hamburger = () => page.getByRole('button', { name: /(Open|Close) menu/ });
const width = async (item: Locator) => Math.round((await item.boundingBox())?.width ?? 0);
const cookie = async () => (await visitor.context.cookies()).find((one) => one.name === 'sidebarStatus')?.value;
const current = () => sidebar().locator('[aria-current=page]').allInnerTexts();

async function open(path: string): Promise<void> {
  await page.goto(path);
  await sidebar().waitFor();
}

describe('the items', () => {
  it('after log-in there are menu, top bar with username and Log Out, open tabs and the page', {
    tags: ['N17', 'S1-03', 'S2-40'],
  }, async () => {
    await open('/order/index');
    await page.getByRole('group', { name: 'Top bar' }).waitFor();
    await page.getByRole('button', { name: 'Full screen' }).waitFor();
    await page.getByRole('button', { name: owner.username }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Open pages').first().waitFor();
    await page.getByRole('main').getByRole('heading', { name: 'Orders' }).waitFor();
  });

  it('the shown page is in sight in a menu that is longer than the window', async () => {
    await enter(admin.token);
    await page.setViewportSize({ width: 1280, height: 500 });
    await open('/staff/partners');
    const box = await sidebar().locator('[aria-current=page]').boundingBox();
    expect((box?.y ?? 500) + (box?.height ?? 0)).toBeLessThanOrEqual(500);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('a page without children is a plain link', { tags: ['S02', 'S2-42'] }, async () => {
    await open('/');
    await link('Store').waitFor();
    expect(await submenu('Store').count()).toBe(0);
    expect(await link('Store').getAttribute('href')).toBe('/my-store/index');
  });

  it('the wallet is a submenu with two items', { tags: ['S03'] }, async () => {
    await open('/order/index');
    expect(await link('Recharge').count()).toBe(0);
    await submenu('Wallet').click();
    expect(await submenu('Wallet').getAttribute('aria-expanded')).toBe('true');
    await link('Recharge').waitFor();
    expect(await sidebar().locator('a[href^="/wallet/"]').count()).toBe(2);
  });

  it('the links of a submenu stay under the pointer while it opens', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open('/order/index');
    const scrolled = await submenu('Wallet').evaluate(async (button: HTMLElement) => {
      button.click();
      let most = 0;
      for (let frame = 0; frame < 30; frame += 1) {
        await new Promise(requestAnimationFrame);
        const item = document.querySelector('a[href="/wallet/recharge"]');
        item?.scrollIntoView({ block: 'nearest' }); // as the focus does
        most = Math.max(most, item?.parentElement?.scrollTop ?? 0);
      }
      return most;
    });
    expect(scrolled).toBe(0);
    await link('Recharge').click();
    await page.waitForURL('**/wallet/recharge');
  });

  it('several submenus stay open, and the pages of the site stand together in one', { tags: ['S09'] }, async () => {
    await enter(admin.token);
    await open('/staff/clients');
    await submenu('Wallet').click();
    await submenu('Site').click();
    for (const name of ['Branding', 'Notices', 'Partner links']) await link(name).waitFor();
    await link('Partner links').click();
    await page.waitForURL('**/staff/partners');
    await link('Recharge').waitFor();
    await link('Clients').click();
    await page.waitForURL('**/staff/clients');
    await link('Recharge').waitFor();
    await link('Partner links').waitFor();
  });

  it('a hidden page opens by its address, is not in the menu, and highlights nothing', {
    tags: ['S01', 'S10', 'S2-41'],
  }, async () => {
    await open('/api-document/index');
    await page.waitForURL('**/api-document/index');
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await link('Orders').waitFor();
    expect(await sidebar().locator('a[href="/api-document/index"]').count()).toBe(0);
    expect(await current()).toEqual([]);
  });

  it('the search by picture is in the menu until the stored user info says otherwise', {
    tags: ['S18', 'S2-25'],
  }, async () => {
    const images = () => sidebar().locator('a[href="/identifyImage/index"]');
    const stored = () => page.evaluate(() => localStorage.getItem('user_info'));
    const allow = (yes: boolean) =>
      sqlRows(stage, `UPDATE accounts SET image_identify_enabled = ${yes} WHERE id = '${owner.account_id}'`);
    await open('/order/index');
    await images().waitFor();
    await expect.poll(stored).toBe('{"image_identify_enabled":true}');
    await allow(false);
    await open('/order/index');
    await link('Orders').waitFor();
    expect([await stored(), await images().count()]).toEqual(['{"image_identify_enabled":false}', 0]);
    await allow(true);
    await open('/order/index');
    await images().waitFor();
  });

  it('fore_permission limits the menu and the page search, and nothing else', { tags: ['S20', 'S6-04'] }, async () => {
    await open('/');
    await page.evaluate(() => localStorage.setItem('fore_permission', JSON.stringify(['/order/index', 'wallet'])));
    await open('/my-product/index');
    await page.getByRole('main').getByRole('heading', { name: 'Products' }).waitFor();
    const items = sidebar().getByRole('listitem').or(sidebar().locator('a[href^="/"]:not([href="/"])'));
    await expect.poll(() => items.count(), { timeout: 20_000 }).toBe(3);
    await link('Orders').waitFor();
    expect(await link('Products').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('statistics');
    await page.getByText('No results').waitFor();
    await page.evaluate(() => localStorage.setItem('fore_permission', '{"broken'));
    await open('/');
    await link('Products').waitFor();
    await page.evaluate(() => localStorage.removeItem('fore_permission'));
  });
});

describe('partner items of name, icon and link', () => {
  const send = (body: object) =>
    fetch(`${stage.url}/api/staff/partner_links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify(body),
    });

  it('they replace the entry, open in a new tab, and are gone after log-out', {
    tags: ['S21', 'S06', 'S2-34', 'S3-07', 'S2-43', 'S4-06'],
  }, async () => {
    const own = await merchant({ ground: stage.ground, clock: stage.ground.clock });
    await send({ name: 'Harbour Freight', icon: 'truck', link: `${stage.url}/api/health/live` });
    await send({ name: 'Elsewhere only', link: 'https://a.example/', domain: 'other.example' });
    await enter(own.token);
    await open('/order/index');
    const item = sidebar().getByRole('link', { name: 'Harbour Freight (opens in a new tab)' });
    await item.waitFor();
    expect(await item.getAttribute('target')).toBe('_blank');
    expect(await item.getAttribute('rel')).toContain('noopener');
    expect(await item.locator('svg').count()).toBe(1);
    expect(await sidebar().getByText('Elsewhere only').count()).toBe(0);
    const [popup] = await Promise.all([visitor.context.waitForEvent('page'), item.click()]);
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    await popup.close();
    expect(page.url()).toContain('/order/index');
    expect(JSON.parse(await page.evaluate(() => localStorage.getItem('partners') ?? ''))).toEqual([
      { name: 'Harbour Freight', icon: 'truck', link: `${stage.url}/api/health/live` },
    ]);
    await page.getByRole('button', { name: own.username }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await page.waitForURL(/\/login/);
    expect(await page.evaluate(() => [localStorage.getItem('partners'), localStorage.getItem('user_info')])).toEqual([
      null,
      null,
    ]);
  });

  it('a kept list with foreign text does no harm', async () => {
    await open('/');
    await page.evaluate(() =>
      localStorage.setItem('partners', '[{"name":1},"x",{"name":"Bad","icon":"","link":"javascript:1"}]'),
    );
    await open('/order/index');
    expect(await sidebar().getByText('Bad').count()).toBe(0);
  });

  it('an administrator adds, moves, changes and removes them', async () => {
    await enter(admin.token);
    await open('/staff/partners');
    const main = page.getByRole('main');
    for (const name of ['Alpha', 'Bravo']) {
      await main.getByRole('button', { name: 'Add link' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      if (name === 'Bravo') {
        await dialog.getByLabel('URL', { exact: true }).fill('javascript:alert(1)');
        await dialog.getByRole('button', { name: 'Add link' }).click();
        await dialog.getByText('Enter a URL that starts with https:// or http://.').waitFor();
      }
      await dialog.getByLabel('URL', { exact: true }).fill(`https://${name.toLowerCase()}.example/`);
      await dialog.getByRole('button', { name: 'Add link' }).click();
      await main.getByRole('row', { name: new RegExp(name) }).waitFor();
    }
    const act = async (name: string, item: string) => {
      await main.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const rows = async () => (await main.locator('tbody tr').allTextContents()).map((text) => text.slice(0, 5));
    await act('Bravo', 'Move up');
    await expect.poll(rows).toEqual(['Bravo', 'Alpha']);
    await act('Alpha', 'Edit link');
    await page.getByRole('dialog').getByLabel('Domain').fill('one.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Save link' }).click();
    await main.getByText('one.example').waitFor();
    await act('Alpha', 'Remove link');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove link' }).click();
    await expect.poll(rows).toEqual(['Bravo']);
    await open('/staff/partners');
    await sidebar()
      .getByRole('link', { name: /^Bravo/ })
      .waitFor();
  });
});

describe('what is highlighted and open', () => {
  it('highlights the page on the screen, and opens the parents on a deep link', {
    tags: ['S07', 'S08', 'S2-45'],
  }, async () => {
    await open('/wallet/recharge');
    await link('Recharge').waitFor();
    await expect.poll(current).toEqual(['Recharge']);
    expect(await submenu('Wallet').getAttribute('aria-expanded')).toBe('true');
    await link('Orders').click();
    await expect.poll(current).toEqual(['Orders']);
  });

  it('Ctrl-click opens a new tab of the browser', { tags: ['S23'] }, async () => {
    await open('/order/index');
    const [other] = await Promise.all([
      visitor.context.waitForEvent('page'),
      link('Products').click({ modifiers: ['Control'] }),
    ]);
    await other.waitForURL('**/my-product/index');
    await other.close();
    expect(page.url()).toContain('/order/index');
  });

  it('is walked with the arrow keys; the skip link leads past it', async () => {
    await open('/order/index');
    await link('Store').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => link('Products').evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    await expect.poll(() => link('Resources').evaluate((item) => item === document.activeElement)).toBe(true);
    await submenu('Wallet').focus();
    await page.keyboard.press('ArrowRight');
    await link('Recharge').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => link('Recharge').evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/wallet/recharge');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(new URL(page.url()).hash).toBe('');
  });
});

describe('collapsed', () => {
  it('is 54 px wide, open 180 px, and the page follows', { tags: ['S11', 'S9-04'] }, async () => {
    await open('/order/index');
    const left = async () => Math.round((await page.getByRole('main').boundingBox())?.x ?? -1);
    expect([await width(sidebar()), await left()]).toEqual([180, 180]);
    await hamburger().click();
    await expect.poll(async () => [await width(sidebar()), await left()]).toEqual([54, 54]);
    await hamburger().click();
    await expect.poll(async () => [await width(sidebar()), await left()]).toEqual([180, 180]);
  });

  it('a single item has a tooltip for pointer and keys', { tags: ['S12'] }, async () => {
    await open('/order/index');
    await hamburger().click();
    await link('Products').hover();
    await page.getByRole('tooltip', { name: 'Products' }).waitFor();
    await page.getByRole('main').hover();
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await link('Products').focus();
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip', { name: 'Product stock' }).waitFor();
  });

  it('a submenu flies out on hover, and on keys with the focus in it', { tags: ['S13'] }, async () => {
    await open('/order/index');
    await hamburger().click();
    const recharge = page.getByRole('link', { name: 'Recharge', exact: true });
    await submenu('Wallet').hover();
    await recharge.waitFor();
    await page.getByRole('main').hover();
    await recharge.waitFor({ state: 'detached' });
    await submenu('Wallet').focus();
    await page.keyboard.press('Enter');
    await recharge.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/wallet/wallet');
    await page.keyboard.press('Escape');
    await recharge.waitFor({ state: 'detached' });
    expect(await submenu('Wallet').evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await recharge.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/wallet/wallet');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/wallet/recharge');
    await recharge.waitFor({ state: 'detached' });
  });

  it('expanding opens only the parents of the page again', { tags: ['S14'] }, async () => {
    await enter(admin.token);
    await open('/wallet/recharge');
    await submenu('Site').click();
    await link('Partner links').waitFor();
    await hamburger().click();
    await hamburger().click();
    await link('Recharge').waitFor();
    expect(await submenu('Site').getAttribute('aria-expanded')).toBe('false');
  });

  it('the toggle writes 1 and 0, and a reload honours it', { tags: ['S15', 'S4-08'] }, async () => {
    await open('/order/index');
    await hamburger().click();
    await expect.poll(cookie).toBe('0');
    await open('/order/index');
    expect(await width(sidebar())).toBe(54);
    await hamburger().click();
    await expect.poll(cookie).toBe('1');
    await open('/order/index');
    expect(await width(sidebar())).toBe(180);
  });

  it('without a cookie it is open, with 0 or garbage closed', { tags: ['S16'] }, async () => {
    for (const [value, wanted] of [
      [undefined, 180],
      ['', 180],
      ['0', 54],
      ['%E0%A4%A', 180],
      ['garbage', 54],
    ] as const) {
      await visitor.context.clearCookies();
      await enter(owner.token);
      if (value !== undefined) await page.evaluate((text) => (document.cookie = `sidebarStatus=${text};path=/`), value);
      await open('/order/index');
      expect([value, await width(sidebar())]).toEqual([value, wanted]);
    }
  });
});

it('badges say how much waits, and follow the events', async () => {
  const count = (n: number, name = 'Quotes') => sidebar().getByRole('link', { name: `${name} (${n} to do)` });
  const invoice = (status: string) => `INSERT INTO invoices
      (account_id, id, kind, status, currency, goods, freight, fees, total, orders_count, billed_to, seller, issued_at)
    VALUES ('${owner.account_id}', gen_random_uuid(), 'service', '${status}', 'USD', 500, 0, 0, 500, 0, '{}', '{}', now())`;
  const quote = `INSERT INTO quotes (account_id, id, status, title, currency, sla_due_at, submitted_at)
    VALUES ('${owner.account_id}', gen_random_uuid(), 'quoted', 'Lamp', 'USD', now(), now())`;
  await sqlRows(stage, quote);
  for (const status of ['open', 'open', 'open', 'void']) await sqlRows(stage, invoice(status));
  await open('/order/index');
  await count(1).waitFor();
  await count(3, 'Invoices').waitFor(); // those that are not paid
  const place = { ground: stage.ground, clock: stage.ground.clock };
  const payer = await merchant(place, { account_id: owner.account_id, role: 'payer' });
  await sqlRows(
    stage,
    `INSERT INTO payment_requests (account_id, id, orders, total, currency, requested_by, created_at)
     VALUES ('${owner.account_id}', gen_random_uuid(), 1, 500, 'USD', '${payer.user_id}', now())`,
  );
  await sqlRows(stage, quote);
  await sqlRows(stage, `UPDATE invoices SET status = 'void' WHERE account_id = '${owner.account_id}'`);
  await sqlRows(
    stage,
    `SELECT pg_notify('tradewind_events', '{"account_id":"${owner.account_id}","kind":"quotes.answered"}')`,
  );
  await count(2).waitFor();
  expect(await sidebar().getByText('2', { exact: true }).count()).toBe(1);
  await link('Invoices').waitFor(); // none is left to pay
  await sidebar().getByRole('button', { name: 'Wallet (1 to do)' }).click();
  await count(1, 'Wallet').waitFor(); // the open menu leaves it to its page
  await sidebar().getByRole('button', { name: 'Wallet', exact: true }).click();
  expect(visitor.problems).toEqual([]);
});
