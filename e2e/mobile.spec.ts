import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tokenCookie } from '#contract/constants.ts';
import { merchant } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  stage = await openStage();
  const owner = await merchant({ ground: stage.ground, clock: stage.ground.clock });
  visitor = await openBrowser(stage.url, phone);
  await visitor.context.addCookies([{ name: tokenCookie, value: owner.token, url: stage.url }]);
  page = visitor.page;
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});
beforeEach(async () => {
  await visitor.context.clearCookies({ name: 'sidebarStatus' });
  await page.setViewportSize(phone);
  await page.goto('/order/index');
  await hamburger().waitFor();
});

const shell = () => page.locator('[data-sidebar]');
const device = () => shell().getAttribute('data-mobile');
const drawer = () => page.getByRole('navigation', { name: 'Main menu' });
const hamburger = () => page.getByRole('button', { name: 'Open menu' });
const overlay = () => shell().locator('> button', { hasText: /^$/ }); // its name is that of the hamburger
const state = () => shell().getAttribute('data-sidebar');
const wide = (width: number) => page.setViewportSize({ width, height: 800 });
const cookie = async () =>
  (await visitor.context.cookies()).find((one) => one.name === 'sidebarStatus')?.value ?? 'none';

it('under 992 px is mobile with a closed sidebar, 992 and above are not', {
  tags: ['M01', 'S2-56', 'S9-10'],
}, async () => {
  for (const [width, mobile] of [
    [991, 'true'],
    [992, 'false'],
    [993, 'false'],
    [991, 'true'],
  ] as const) {
    await wide(width);
    await expect.poll(device).toBe(mobile);
    expect(await state()).toBe(mobile === 'true' ? 'closed' : 'open');
  }
});

it('the hamburger opens a drawer over a 30 % overlay, which closes it and gives the focus back', {
  tags: ['M02'],
}, async () => {
  expect(
    await drawer().evaluate((item) => [item.hasAttribute('inert'), item.getBoundingClientRect().right <= 0]),
  ).toEqual([true, true]);
  await hamburger().click();
  await drawer().getByRole('link', { name: 'Orders' }).waitFor();
  expect(await overlay().evaluate((item) => getComputedStyle(item).backgroundColor)).toBe('rgba(0, 0, 0, 0.3)');
  await expect.poll(async () => (await drawer().boundingBox())?.x).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Orders');
  await overlay().click({ position: { x: 350, y: 400 } });
  await expect.poll(state).toBe('closed');
  await expect.poll(() => hamburger().evaluate((item) => item === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(state).toBe('open');
  await page.keyboard.press('Escape');
  await expect.poll(state).toBe('closed');
});

it('another page closes the drawer, and so does a tap on the page that is shown', {
  tags: ['M03', 'S2-57'],
}, async () => {
  await hamburger().click();
  await drawer().getByRole('link', { name: 'Products' }).click();
  await page.waitForURL('**/my-product/index');
  await expect.poll(state).toBe('closed');
  await hamburger().click();
  await drawer().getByRole('link', { name: 'Products' }).click();
  await expect.poll(state).toBe('closed');
  await hamburger().click();
  await expect.poll(state).toBe('open');
  await page.goBack();
  await page.waitForURL('**/order/index');
  await expect.poll(state).toBe('closed');
});

it('a resize while the page is hidden changes nothing until it shows again', { tags: ['M04', 'S4-09'] }, async () => {
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await wide(1200);
  await expect.poll(device).toBe('false');
  await hide(true);
  await wide(800);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await device()).toBe('false');
  await hide(false);
  await expect.poll(device).toBe('true');
  expect(await state()).toBe('closed');
});

it('full screen and size are left out, search is an icon; menu, breadcrumb, tabs and username stay', {
  tags: ['M05'],
}, async () => {
  for (const name of ['Full screen', 'Size']) {
    expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
  }
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('combobox', { name: 'Search' }).fill('wallet');
  await palette.getByRole('option', { name: 'Wallet' }).first().click();
  await page.waitForURL('**/wallet/wallet');
  await page.getByRole('navigation', { name: 'You are here' }).waitFor();
  await page.getByLabel('Open pages').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

it('back on a desktop the page stands beside the sidebar again', { tags: ['M06'] }, async () => {
  const left = async () => Math.round((await page.getByRole('main').boundingBox())?.x ?? -1);
  expect(await left()).toBe(0);
  await page.setViewportSize(desktop);
  await expect.poll(left).toBe(180);
  await wide(600);
  await expect.poll(left).toBe(0);
});

it('what closes by itself never writes the cookie of the desktop', { tags: ['M07'] }, async () => {
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.poll(cookie).toBe('1');
  await page.setViewportSize(phone);
  await hamburger().click();
  await drawer().getByRole('link', { name: 'Products' }).click();
  await expect.poll(state).toBe('closed');
  await hamburger().click();
  await overlay().click({ position: { x: 350, y: 400 } });
  await expect.poll(state).toBe('closed');
  expect(await cookie()).toBe('1');
  await page.setViewportSize(desktop);
  await expect.poll(state).toBe('open');
  expect(visitor.problems).toEqual([]);
});
