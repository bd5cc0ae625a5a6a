import type { Locator, Page } from 'playwright-core';
import { tokenCookie } from '#contract/constants.ts';
import { password } from '#testing/people.ts';
import type { Stage } from '#testing/stage.ts';
import type { Visitor } from './browser.ts';
import { forgetBeforeNext, loadPage } from './memory.ts';

export const stripOf = (page: Page): Locator => page.getByRole('tablist', { name: 'Open pages' });
export const tabsOf = (page: Page): Locator => stripOf(page).getByRole('tab');
export const tabOf = (page: Page, name: string): Locator => stripOf(page).getByRole('tab', { name, exact: true });
export const shownTab = (page: Page): Locator => stripOf(page).getByRole('tab', { selected: true });
export const titles = (page: Page): Promise<string[]> => tabsOf(page).allInnerTexts();
export const closeButton = (tab: Locator): Locator => tab.locator('[data-close]');
export const pathOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** The menu's names and the headings of their pages. */
export const pageNames = {
  Dashboard: 'Dashboard',
  Store: 'Stores',
  Products: 'Products',
  Quotes: 'Quotes',
  Orders: 'Orders',
  Invoices: 'Invoices',
} as const;
type PageName = keyof typeof pageNames;

/** The name of a menu item, which may end with the number of what waits there. */
const menuName = (name: string) => new RegExp(`^${name}(?![A-Za-z])`);

/** Opens a page by its menu item and waits until it is there. */
export async function openPage(page: Page, ...names: PageName[]): Promise<void> {
  for (const name of names) {
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: menuName(name) })
      .click();
    await heading(page, pageNames[name]).waitFor();
  }
}

/** Logs a person in by their token, forgets the tabs of before and opens `path`. */
export async function startAt(stage: Stage, visitor: Visitor, token: string, path = '/'): Promise<Page> {
  const { page, context } = visitor;
  await forgetBeforeNext(context, stage.url);
  await context.addCookies([{ name: tokenCookie, value: token, url: stage.url }]);
  await loadPage(page, stage.url, path);
  await shownTab(page).waitFor();
  return page;
}

/** Opens the menu of a tab. */
export async function openMenu(page: Page, name: string): Promise<Locator> {
  await tabOf(page, name).click({ button: 'right' });
  const menu = page.getByRole('menu', { name: `Actions for ${name}` });
  await menu.waitFor();
  return menu;
}

export const choose = async (page: Page, tab: string, item: string): Promise<void> =>
  (await openMenu(page, tab)).getByRole('menuitem', { name: item, exact: true }).click();

/** Marks the shown instance of a page; a page made again bears no mark. */
export const mark = (page: Page): Promise<void> =>
  page
    .getByRole('heading', { level: 1 })
    .filter({ visible: true })
    .evaluate((element) => element.setAttribute('data-mark', ''));
export const marked = (page: Page): Promise<boolean> =>
  page
    .getByRole('heading', { level: 1 })
    .filter({ visible: true })
    .evaluate((element) => element.hasAttribute('data-mark'));

/** Fills the log-in form and waits for the shell. */
export async function logInByForm(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email or username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await shownTab(page).waitFor();
}

/** Paths of the calls that a page makes from now on. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
}
