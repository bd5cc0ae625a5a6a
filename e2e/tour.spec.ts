import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { merchant, password, type Person } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { enterAs, forget, knownMerchant } from './known-merchant.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  visitor = await openBrowser(stage.url, desktop, { tour: true });
  await enterAs(stage, visitor, owner);
});
afterEach(async () => {
  await visitor.page.setViewportSize(desktop);
  await forget(stage, visitor);
});
afterAll(async () => {
  expect(visitor.problems).toEqual([]); // oxlint-disable-line vitest/no-standalone-expect -- the whole story ends without a problem
  await visitor.close();
  await stage.close();
});

const titles = ['Menu', 'Breadcrumb', 'Search', 'Full screen', 'Size', 'Open pages'];
const step = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const anyStep = (page: Page) => page.locator('.driver-popover');
const flag = (page: Page) => page.evaluate(() => localStorage.getItem('islogin'));

/** A key between two steps; while the light still moves the tour takes none. */
async function pressTo(page: Page, key: string, from: string, to: string): Promise<void> {
  await expect
    .poll(async () => {
      if (await step(page, from).isVisible()) await page.keyboard.press(key);
      return step(page, to).isVisible();
    })
    .toBe(true);
}

async function begin(path = '/my-store/index'): Promise<Page> {
  const { page } = visitor;
  await page.goto(path);
  await step(page, 'Menu').waitFor();
  return page;
}

it('starts at the first log-in only, by the local flag islogin, which stays through logout', {
  tags: ['G01', 'S2-55'],
}, async () => {
  const { page, context } = visitor;
  const somebody = await knownMerchant(stage);
  await context.clearCookies();
  const logIn = async () => {
    await page.getByLabel('Email or username').fill(somebody.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: somebody.username }).waitFor();
  };
  await page.goto('/login');
  await logIn();
  await step(page, 'Menu').waitFor();
  expect(await flag(page)).toBeNull();
  await page.keyboard.press('Escape');
  await anyStep(page).waitFor({ state: 'detached' });
  expect(await flag(page)).not.toBeNull();
  await page.getByRole('button', { name: somebody.username }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL(/\/login/);
  await logIn();
  await page.reload();
  await page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor();
  expect(await flag(page)).not.toBeNull();
  expect(await anyStep(page).count()).toBe(0);
  await enterAs(stage, visitor, owner);
});

it('explains hamburger, breadcrumb, page search, full screen, size and tags view; the last step says Done', {
  tags: ['G02', 'S2-54'],
}, async () => {
  const page = await begin();
  for (const [n, title] of titles.entries()) {
    const dialog = step(page, title);
    await dialog.getByText(`${n + 1} of 6`).waitFor();
    await dialog.getByRole('button', { name: 'Close the tour' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(n === 0);
    await dialog.getByRole('button', { name: n === 5 ? 'Done' : 'Next', exact: true }).click();
  }
  await anyStep(page).waitFor({ state: 'detached' });
  expect(await flag(page)).toBe('true');
  const hamburger = page.getByRole('button', { name: 'Close menu' });
  expect(await hamburger.getAttribute('aria-expanded')).toBe('true'); // the tour gives back what it borrowed
  expect(await page.getByRole('button', { name: 'Size' }).getAttribute('aria-haspopup')).toBe('menu');
});

it('goes back and forth by arrow keys and by Previous', { tags: ['G02'] }, async () => {
  const page = await begin();
  await page.keyboard.press('ArrowLeft'); // there is nothing before the first
  await pressTo(page, 'ArrowRight', 'Menu', 'Breadcrumb');
  await pressTo(page, 'ArrowRight', 'Breadcrumb', 'Search');
  await pressTo(page, 'ArrowLeft', 'Search', 'Breadcrumb');
  await pressTo(page, 'ArrowRight', 'Breadcrumb', 'Search');
  await step(page, 'Search').getByRole('button', { name: 'Previous' }).click();
  await step(page, 'Breadcrumb').waitFor();
  await page.keyboard.press('Enter'); // the focus is on Next
  await step(page, 'Search').waitFor();
});

it.each([
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['a click outside', (page: Page) => page.mouse.click(700, 700)],
  ['Close', (page: Page) => page.getByRole('button', { name: 'Close the tour' }).click()],
])('%s ends it and sets the flag', { tags: ['G03'] }, async (_, end) => {
  const page = await begin();
  await end(page);
  await anyStep(page).waitFor({ state: 'detached' });
  expect(await flag(page)).not.toBeNull();
  await page.reload();
  await page.getByRole('button', { name: 'Add store' }).first().waitFor();
  expect(await anyStep(page).count()).toBe(0);
});

it('a phone has no search, full screen and size: the tour leaves them out and its last step says Done', {
  tags: ['G04'],
}, async () => {
  const { page } = visitor;
  await page.setViewportSize(phone);
  await begin();
  await step(page, 'Menu').getByText('Open the menu to get to any page.').waitFor(); // it never collapses to icons here
  await step(page, 'Menu').getByRole('button', { name: 'Next' }).click();
  await step(page, 'Breadcrumb').getByRole('button', { name: 'Next' }).click();
  const last = step(page, 'Open pages');
  await last.getByText('3 of 3').waitFor();
  const place = await last.boundingBox();
  expect(place?.x).toBeGreaterThanOrEqual(0);
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(390);
  await last.getByRole('button', { name: 'Done' }).click();
  await anyStep(page).waitFor({ state: 'detached' });
});

it('without the tags view the tour ends with the size', { tags: ['G04'] }, async () => {
  const { page } = visitor;
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.setItem('settings', JSON.stringify({ tagsView: false })));
  await begin();
  for (const title of titles.slice(0, 4)) await step(page, title).getByRole('button', { name: 'Next' }).click();
  await step(page, 'Size').getByRole('button', { name: 'Done' }).click();
  await anyStep(page).waitFor({ state: 'detached' });
});

it('waits while a dialog greets the user, and starts when that is closed', { tags: ['G05'] }, async () => {
  const { page } = visitor;
  const newcomer = await merchant({ ground: stage.ground, clock: systemClock }, { reachable: false });
  await enterAs(stage, visitor, newcomer);
  await page.goto('/order/index');
  const asking = page.getByRole('dialog', { name: 'How can we reach you?' });
  await asking.waitFor();
  await asking.getByRole('textbox').first().focus();
  expect(await anyStep(page).count()).toBe(0);
  expect(await flag(page)).toBeNull();
  await page.keyboard.press('Escape');
  await asking.waitFor({ state: 'detached' });
  await step(page, 'Menu').waitFor();
  await page.keyboard.press('Escape');
  await anyStep(page).waitFor({ state: 'detached' });
  await enterAs(stage, visitor, owner);
});

it('is shown again from the menu under the name, and gives the focus back', async () => {
  const page = await begin();
  await page.keyboard.press('Escape');
  await anyStep(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: owner.username }).click();
  await page.getByRole('menuitem', { name: 'Take the tour again' }).click();
  await step(page, 'Menu').waitFor();
  await page.keyboard.press('Escape');
  await anyStep(page).waitFor({ state: 'detached' });
  const name = page.getByRole('button', { name: owner.username });
  await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true);
});

it('does not move when the user wants less motion, and starts again for the other width', async () => {
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await begin();
  expect(await page.evaluate(() => document.body.classList.contains('driver-simple'))).toBe(true);
  await page.setViewportSize(phone);
  await step(page, 'Menu').getByText('1 of 3').waitFor();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
});
