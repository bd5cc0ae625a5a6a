import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#contract/spec-texts.ts';
import { merchant, type Person } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, type Visitor } from './browser.ts';
import { heading, openPage, shownTab, startAt, stripOf, tabOf, titles } from './tab-strip.ts';

// The shell as a reader of the screen tells it, and as keys alone walk through it (WCAG 2.2 AA).

let stage: Stage;
let visitor: Visitor;
let owner: Person;
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant({ ground: stage.ground, clock: stage.ground.clock });
  visitor = await openBrowser(stage.url);
});
beforeEach(() => visitor.page.setViewportSize(desktop));
afterAll(async () => {
  expect(visitor.problems).toEqual([]); // oxlint-disable-line vitest/no-standalone-expect -- every story ends without a problem
  await visitor?.close();
  await stage?.close();
});

const start = (path = '/') => startAt(stage, visitor, owner.token, path);
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const focused = (page: Page) => page.locator(':focus');
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, goal: Locator, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await isFocused(goal)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there; it stands on ${await focused(page).ariaSnapshot()}`);
}

/** Escape closes what `opener` opened, and gives the focus back to it. */
async function escapes(page: Page, opener: Locator, opened: Locator): Promise<void> {
  await opener.focus();
  await page.keyboard.press('Enter');
  await opened.waitFor();
  await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(opener)).toBe(true);
}

describe('what a reader of the screen is told', () => {
  it('landmarks, one heading of the first level, the menu with its current page, the list of tabs', {
    tags: ['S2-40'],
  }, async () => {
    const page = await start('/');
    await openPage(page, 'Orders');
    for (const [role, name] of [
      ['navigation', 'Main menu'],
      ['navigation', 'You are here'],
      ['banner', undefined],
      ['main', undefined],
    ] as const) {
      expect(await page.getByRole(role, name === undefined ? {} : { name, exact: true }).count(), role).toBe(1);
    }
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Orders']);
    expect(await mainMenu(page).locator('[aria-current=page]').allInnerTexts()).toEqual(['Orders']);
    const strip = await stripOf(page).ariaSnapshot();
    expect(strip.split('\n').map((line) => line.trim())).toEqual([
      '- tablist "Open pages":',
      '- tab "Dashboard"',
      '- tab "Orders" [selected]',
    ]);
    const bar = await page.getByRole('group', { name: 'Top bar' }).ariaSnapshot();
    for (const name of ['Close menu', 'Search', 'Size', 'Language', 'Full screen', 'Notifications', owner.username])
      expect(bar, name).toContain(`- button "${name}`);
    expect(await page.getByRole('main').getAttribute('aria-label')).toBe(null);
    expect(await page.title()).toMatch(/^Orders - /);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('every control has a name', async () => {
    const page = await start('/order/index');
    await heading(page, 'Orders').waitFor();
    const roles = 'button|link|tab|checkbox|textbox|combobox|searchbox|switch|menuitem|tablist|navigation|dialog';
    const nameless = new RegExp(`^\\s*- (${roles})(?! ")[:\\s]*(\\[.*)?$`, 'm');
    expect((await page.locator('body').ariaSnapshot()).match(nameless)).toBe(null);
  });

  it('a toast is announced, an error at once', async () => {
    const page = await start('/order/index');
    await page.getByRole('button', { name: 'Size' }).click();
    await page.getByRole('menuitem', { name: 'Medium' }).click();
    await page.getByRole('status').filter({ hasText: 'Size changed to Medium.' }).waitFor();
    await page.goto('/my-store/index?add=1');
    const adding = page.getByRole('dialog', { name: 'Add store' });
    await adding.getByRole('textbox').fill('harbour-pine.myshopify.com');
    await page.context().setOffline(true);
    try {
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: messages.networkAnomaly }).waitFor();
    } finally {
      await page.context().setOffline(false);
    }
  });
});

describe('keys alone', () => {
  it('the first Tab offers the way past the menu to the page', async () => {
    const page = await start('/order/index');
    await heading(page, 'Orders').waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()); // a fresh page
    await page.keyboard.press('Tab');
    expect(await focused(page).innerText()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await isFocused(page.getByRole('main'))).toBe(true);
    await page.keyboard.press('Tab');
    expect(await focused(page).evaluate((element) => element.closest('main') !== null)).toBe(true);
  });

  it('Tab and Enter open a page from the menu, and the focus starts in it', async () => {
    const page = await start('/');
    await heading(page, 'Dashboard').waitFor();
    await tabTo(page, mainMenu(page).getByRole('link', { name: /^Quotes/ }));
    await page.keyboard.press('Enter');
    await heading(page, 'Quotes').waitFor();
    await expect.poll(() => isFocused(page.getByRole('main'))).toBe(true);
    const wallet = mainMenu(page).getByRole('button', { name: /^Wallet/ });
    await tabTo(page, wallet, 'Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await wallet.getAttribute('aria-expanded')).toBe('true');
    await mainMenu(page).getByRole('link', { name: 'Recharge' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, 'Recharge').waitFor();
  });

  it('arrows walk through the tabs, Enter opens, Delete closes, Shift F10 has the menu', {
    tags: ['T46'],
  }, async () => {
    const page = await start('/');
    await openPage(page, 'Orders', 'Quotes');
    await shownTab(page).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await isFocused(tabOf(page, 'Orders'))).toBe(true);
    await page.keyboard.press('Enter');
    await heading(page, 'Orders').waitFor();
    await shownTab(page).focus();
    await page.keyboard.press('Shift+F10');
    const items = page.getByRole('menu', { name: 'Actions for Orders' });
    await items.waitFor();
    await page.keyboard.press('Escape');
    await items.waitFor({ state: 'hidden' });
    expect(await isFocused(tabOf(page, 'Orders'))).toBe(true);
    await page.keyboard.press('Delete');
    await heading(page, 'Quotes').waitFor();
    expect(await titles(page)).toEqual(['Dashboard', 'Quotes']);
    expect(await focused(page).evaluate((element) => element.closest('[role=tablist], main') !== null)).toBe(true);
  });

  it('Escape closes each menu and dialog of the shell and gives the focus back', async () => {
    const page = await start('/order/index');
    await heading(page, 'Orders').waitFor();
    const bar = page.getByRole('group', { name: 'Top bar' });
    const menu = page.getByRole('menu');
    for (const name of ['Size', 'Language', owner.username])
      await escapes(page, bar.getByRole('button', { name, exact: true }), menu);
    await escapes(page, bar.getByRole('button', { name: 'Search' }), page.getByRole('dialog'));
    const bell = page.getByRole('dialog', { name: 'Notifications' });
    await escapes(page, bar.getByRole('button', { name: 'Notifications' }), bell);
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await escapes(page, page.getByRole('button', { name: 'Open settings' }), settings);
  });

  it('Ctrl K opens the palette from a field of the page; Escape leads back to the field', async () => {
    const page = await start('/wallet/recharge');
    const field = page.getByRole('textbox', { name: /^Amount/ });
    await field.focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('quot');
    await page.getByRole('option', { name: 'Quotes' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(field)).toBe(true);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('quot');
    await page.getByRole('option', { name: 'Quotes' }).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Quotes').waitFor();
  });

  it('the palette opens over a drawer; Escape closes it alone', async () => {
    const page = await start('/order/index?draft=new');
    const drawer = page.getByRole('dialog', { name: 'Create order' });
    await drawer.getByRole('heading').first().waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('combobox').fill('quot');
    await palette.getByRole('option', { name: 'Quotes' }).waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    await drawer.getByRole('heading').first().waitFor();
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('quot');
    await palette.getByRole('option', { name: 'Quotes' }).click(); // what lies below a drawer takes no click
    await heading(page, 'Quotes').waitFor();
  });
});
