import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { merchant } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { enterAs, hasAsked, holdBack, sayHowToReach } from './greeting.ts';
import { forgetBeforeNext, loadPage } from './memory.ts';

// What greets somebody who is new: never over or under a dialog of the page, and the tour comes in the first session.

let stage: Stage;
let visitor: Visitor;
beforeAll(async () => {
  stage = await openStage();
  visitor = await openBrowser(stage.url, desktop, { tour: true });
});
afterEach(async () => {
  await visitor.page.unrouteAll({ behavior: 'wait' });
  await visitor.page.setViewportSize(desktop);
});
afterAll(async () => {
  expect(visitor.problems).toEqual([]); // oxlint-disable-line vitest/no-standalone-expect -- every story ends without a problem
  await visitor.close();
  await stage.close();
});

const newcomer = () => merchant({ ground: stage.ground, clock: stage.ground.clock }, { reachable: false });
const bind = (page: Page) => page.getByRole('dialog', { name: 'How can we reach you?' });
const asked = (page: Page) => hasAsked(page, 'bind-dialog');

/** Follows a link of the portal without loading it anew. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

describe('the dialog that asks how to be reached', () => {
  it.each([
    [
      'products-page',
      '/my-product/index?request=all',
      'Request quotes',
      (page: Page) => page.getByRole('status', { name: 'Loading' }),
    ],
    [
      'autopay-drawer',
      '/order/index?autopay=1',
      'Automatic payment',
      (page: Page) => page.getByRole('heading', { level: 1, name: 'Orders' }),
    ],
  ])('waits for %s and what that opens by its address', async (part, path, name, placeholder) => {
    const { page } = visitor;
    const person = await newcomer();
    await enterAs(visitor, stage, person, { path: '/my-store/index' });
    await page.getByRole('button', { name: 'Add store' }).first().waitFor();
    const release = await holdBack(page, part);
    const asking = page.waitForRequest((request) => request.url().includes(`/assets/${part}-`));
    await goInside(page, path);
    await asking;
    await placeholder(page).waitFor();
    expect([await bind(page).count(), await asked(page)]).toEqual([0, false]);
    release();
    const opened = page.getByRole('dialog', { name });
    await opened.waitFor();
    expect([await page.getByRole('dialog').count(), await asked(page)]).toEqual([1, false]);
    await page.keyboard.press('Escape');
    await bind(page).waitFor();
    await opened.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await bind(page).waitFor({ state: 'detached' });
  });

  it('waits for the list of notifications on a phone', async () => {
    const { page } = visitor;
    await page.setViewportSize(phone);
    await enterAs(visitor, stage, await newcomer(), { path: '/my-store/index' });
    await page.getByRole('button', { name: 'Notifications' }).click();
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await list.waitFor();
    await goInside(page, '/order/index');
    await page.getByRole('heading', { level: 1, name: 'Orders', includeHidden: true }).waitFor();
    expect([await page.getByRole('dialog').count(), await asked(page)]).toEqual([1, false]);
    await page.keyboard.press('Escape');
    await bind(page).waitFor();
  });
});

describe('the tour', () => {
  const tour = (page: Page) => page.locator('.driver-popover');

  it('begins in the session of the sign-up, on the dashboard, once the dialogs before it are done', async () => {
    const { page, context } = visitor;
    await context.clearCookies();
    await forgetBeforeNext(context, stage.url, { local: {} });
    await loadPage(page, stage.url, '/login#sign-up');
    await page.getByLabel('Company').fill('Lin Home');
    await page.getByLabel('Email').fill('lin@first-session.example');
    await page.getByLabel('Username').fill('lin-first');
    await page.getByRole('textbox', { name: 'Password' }).fill('a long enough secret');
    await page.getByRole('button', { name: 'Create account' }).click();
    const mail = await stage.sandbox.mail.waitFor({ to: 'lin@first-session.example' });
    await page.goto(mail.links[0] ?? '');
    await bind(page).waitFor();
    expect(await tour(page).count()).toBe(0);
    await sayHowToReach(page);
    await tour(page).getByText('1 of 6').waitFor();
    expect(new URL(page.url()).pathname).toBe('/Dashboard/index');
    await page.keyboard.press('Escape');
  });

  it('does not wait for a dialog that was left open in another tab', async () => {
    const { page, context } = visitor;
    await enterAs(visitor, stage, await newcomer(), { path: '/my-store/index' });
    await forgetBeforeNext(context, stage.url, { local: {} });
    await loadPage(page, stage.url, '/my-product/index?request=all');
    const left = page.getByRole('dialog', { name: 'Request quotes' });
    await left.waitFor();
    await goInside(page, '/Dashboard/index');
    await sayHowToReach(page);
    await tour(page).getByText('1 of 6').waitFor();
    await page.keyboard.press('Escape');
    await goInside(page, '/my-product/index?request=all');
    await left.waitFor(); // it was there all the time
  });
});
