import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokenCookie } from '#contract/constants.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenUnpriced } from '#testing/quote-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let page: Page;
let owner: Person;
let accountant: Person;
let agent: { token: string };
beforeAll(async () => {
  stage = await openStage();
  const place = { ground: stage.ground, clock: stage.ground.clock };
  owner = await merchant(place);
  accountant = await merchant(place, { account_id: owner.account_id, role: 'accountant' });
  agent = await staff(place, 'agent');
  await givenUnpriced(place, owner);
  await sqlRows(
    stage,
    `INSERT INTO quotes (account_id, id, number, status, title, currency, sla_due_at, submitted_at)
     VALUES ('${owner.account_id}', gen_random_uuid(), 4711, 'submitted', 'Sun lamp', 'USD', now(), now())`,
  );
  await sqlRows(
    stage,
    `INSERT INTO partner_links (id, name, link, position) VALUES (gen_random_uuid(), 'Harbour Freight', '${stage.url}/api/health/live', 1)`,
  );
  visitor = await openBrowser(stage.url);
  page = visitor.page;
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});
beforeEach(() => enter(owner.token));

const enter = (token: string) => visitor.context.addCookies([{ name: tokenCookie, value: token, url: stage.url }]);
const crumbs = () => page.getByRole('navigation', { name: 'You are here' });
const searchButton = () => page.getByRole('button', { name: 'Search' });
const field = () => page.getByRole('combobox', { name: 'Search' });
const options = () => page.getByRole('listbox', { name: 'Search' }).getByRole('option');
const group = (name: string) => page.getByRole('group', { name, exact: true });

async function open(path: string): Promise<void> {
  await page.goto(path);
  await crumbs().getByRole('listitem').first().waitFor();
}

async function search(text: string): Promise<void> {
  await searchButton().click();
  await field().fill(text);
}

describe('the breadcrumb', () => {
  it('says Dashboard / page, and the last is no link', { tags: ['N01'] }, async () => {
    await open('/order/index');
    expect(await crumbs().getByRole('listitem').allInnerTexts()).toEqual(['Dashboard', 'Orders']);
    expect(await crumbs().getByRole('link').allInnerTexts()).toEqual(['Dashboard']);
    await open('/wallet/recharge');
    expect(await crumbs().getByRole('listitem').allInnerTexts()).toEqual(['Dashboard', 'Wallet', 'Recharge']);
    expect(await crumbs().getByRole('link').allInnerTexts()).toEqual(['Dashboard']);
  });

  it('has one word on the Dashboard', { tags: ['N02'] }, async () => {
    await open('/');
    expect(await crumbs().getByRole('listitem').allInnerTexts()).toEqual(['Dashboard']);
  });

  it('its Dashboard leads to the Dashboard', { tags: ['N03'] }, async () => {
    await open('/order/index');
    await crumbs().getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/Dashboard/index');
  });
});

describe('the page search', () => {
  it('the field in the top bar and Ctrl K open it with the focus in it, and close it again', {
    tags: ['N05'],
  }, async () => {
    await open('/order/index');
    await searchButton().click();
    await expect.poll(() => field().evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await field().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await expect.poll(() => field().evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
  });

  it('loses no letter of who types on at once, and gives the focus back', { tags: ['N05'] }, async () => {
    await open('/wallet/recharge');
    const place = page.getByRole('textbox', { name: /^Amount/ });
    await place.focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('invoices');
    await expect.poll(() => field().inputValue()).toBe('invoices');
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
    await expect.poll(() => place.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it('finds Orders by a typing error, and Enter goes there', { tags: ['N06'] }, async () => {
    await open('/');
    await search('ordr');
    await options().filter({ hasText: 'Orders' }).waitFor();
    expect(await options().first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/order/index');
    await field().waitFor({ state: 'detached' });
  });

  it('names the parents of a page', { tags: ['N07'] }, async () => {
    await open('/');
    await search('recharge');
    await options().getByText('Wallet > Recharge', { exact: true }).waitFor();
  });

  it('does not find what is not in the menu', { tags: ['N08'] }, async () => {
    await open('/');
    for (const text of ['api document', 'cancellations']) {
      await search(text);
      await page.getByText('No results').waitFor();
      await page.keyboard.press('Escape');
      await field().waitFor({ state: 'detached' });
    }
  });

  it('a click outside closes and clears it', { tags: ['N09'] }, async () => {
    await open('/order/index');
    await search('quote');
    await options().first().waitFor();
    await page.mouse.click(20, 880);
    await field().waitFor({ state: 'detached' });
    await searchButton().click();
    expect(await field().inputValue()).toBe('');
    expect(await options().count()).toBe(0);
  });

  it('says that zzz finds nothing, and shows nothing for an empty text', { tags: ['N10'] }, async () => {
    await open('/');
    await search('zzz');
    await page.getByText('No results').waitFor();
    await field().fill('');
    expect(await options().count()).toBe(0);
    expect(await page.getByText('No results').count()).toBe(0);
  });

  it('opens a partner in a new tab of the browser', { tags: ['N11'] }, async () => {
    await open('/order/index');
    await search('harbour');
    await options().filter({ hasText: 'Harbour Freight' }).waitFor();
    const [popup] = await Promise.all([visitor.context.waitForEvent('page'), page.keyboard.press('Enter')]);
    await popup.waitForURL('**/api/health/live');
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    await popup.close();
    expect(page.url()).toContain('/order/index');
  });
});

describe('records', () => {
  it('are found by number and name, in groups, and open with their detail', async () => {
    await open('/');
    await search('#1002');
    await group('Orders')
      .getByRole('option', { name: /^#1002/ })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/order\/index\?order=/);
    await page.getByRole('dialog', { name: /#1002/ }).waitFor();
    await page.keyboard.press('Escape');
    await search('lamp');
    await group('Products')
      .getByRole('option', { name: /Moon lamp/ })
      .waitFor();
    await group('Store')
      .getByRole('option', { name: /Lamp shop/ })
      .waitFor();
    await group('Quotes')
      .getByRole('option', { name: /Sun lamp/ })
      .click();
    await page.waitForURL(/\/quote\/index\?quote=/);
    await page.getByRole('dialog').getByText('Sun lamp').first().waitFor();
  });

  it('Enter before the answer goes to the first when it comes; arrows walk across groups', async () => {
    await open('/');
    await search('Q-4711');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/quote\/index\?quote=/);
    await open('/');
    await search('quot');
    await options().first().waitFor();
    const count = await options().count();
    await page.keyboard.press('ArrowUp');
    expect(
      await options()
        .nth(count - 1)
        .getAttribute('aria-selected'),
    ).toBe('true');
  });

  it('are only those that a member may see', async () => {
    await enter(accountant.token); // who sees no products
    await open('/');
    await search('#1002');
    await group('Orders').getByRole('option').waitFor();
    await field().fill('Moon lamp');
    await page.getByText('No results').waitFor();
  });

  it('are for staff those of their own lists, and a client’s once one is chosen', async () => {
    await enter(agent.token);
    await open('/staff/quotes');
    await search('4711');
    await group('Quotes')
      .getByRole('option', { name: /Q-4711/ })
      .click();
    await page.waitForURL(/\/staff\/quotes\?.*quote=/);
    await page.getByText('Sun lamp').first().waitFor();
    await open('/staff/clients');
    await page
      .getByRole('row', { name: new RegExp(owner.username) })
      .first()
      .click();
    await page.waitForURL('**/order/index');
    await search('#1001');
    await group('Orders')
      .getByRole('option', { name: /^#1001/ })
      .waitFor();
    expect(visitor.problems).toEqual([]);
  });
});
