import type { Page } from 'playwright-core';
import { tokenCookie } from '#contract/constants.ts';
import type { Stage } from '#testing/stage.ts';
import type { Visitor } from './browser.ts';
import { forgetBeforeNext, loadPage } from './memory.ts';

/** Logs a person in with a clean memory (but for the tour, which has its own stories) and opens a page. */
export async function enterAs(
  { page, context }: Visitor,
  stage: Stage,
  person: { token: string },
  { path = '/', memory = {} }: { path?: string; memory?: Record<string, string> } = {},
): Promise<void> {
  await context.clearCookies();
  await context.addCookies([{ name: tokenCookie, value: person.token, url: stage.url }]);
  await forgetBeforeNext(context, stage.url, { local: { islogin: 'true', ...memory } });
  await loadPage(page, stage.url, path);
}

/** Whether the page has asked the server for something since it was opened. */
export function hasAsked(page: Page, part: string): Promise<boolean> {
  return page.evaluate(
    (wanted) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(wanted)),
    part,
  );
}

/** A call of the API beside the browser; `data` of its answer. */
export async function callApi(
  stage: Stage,
  { token }: { token: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, string>> {
  const answer = await fetch(stage.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { data: Record<string, string> }).data; // the answers looked into are flat
}

/** A new merchant answers the dialog that asks how to be reached, and reads where support is (spec §2, dialog 3). */
export async function sayHowToReach(page: Page): Promise<void> {
  const asking = page.getByRole('dialog', { name: 'How can we reach you?' });
  await asking.getByLabel('Social platform').click();
  await page.getByRole('option', { name: 'WhatsApp', exact: true }).click();
  await asking.getByLabel('International telephone area code').fill('germany');
  await page.getByRole('option', { name: '+49 Germany' }).click();
  await asking.getByLabel('WhatsApp number or link').fill('0151 12345678');
  await asking.getByRole('button', { name: 'Submit' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thanks, we’ll be in touch' });
  await thanks.getByRole('button', { name: 'Close' }).last().click();
  await thanks.waitFor({ state: 'hidden' });
}

/** Holds back the code of a part, as a slow line does, until the returned function is called. */
export async function holdBack(page: Page, part: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(new RegExp(`/assets/${part}-[^/]*\\.js$`), async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
