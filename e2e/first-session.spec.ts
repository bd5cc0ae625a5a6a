import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { merchant } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { enterAs, hasAsked } from './greeting.ts';

// What greets somebody who is new: never over or under a dialog of the page.

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

/** Holds back the code of a part, as a slow line does, until the returned function is called. */
async function holdBack(page: Page, part: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(new RegExp(`/assets/${part}-[^/]*\\.js$`), async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

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
