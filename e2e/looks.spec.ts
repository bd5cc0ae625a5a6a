import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenCookie } from '#contract/constants.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { type DemoPerson, type DemoStage, openDemoStage } from '#testing/demo-stage.ts';

// Every page with data in it: no barrier that axe can find (WCAG 2.2 A and AA, contrast included), nothing that
// scrolls sideways on a phone, no error in the console (look.md; decision 43: one look per page in rotation).

/** Looked at as it opens and, where `opens`, with the first row's detail over it. */
type Sight = { path: string; who?: DemoPerson; opens?: boolean };

const sights: readonly Sight[] = [
  { path: '/login' },
  { path: '/login#sign-up' },
  { path: '/login#forgot' },
  { path: '/login#create-password=none' },
  { path: '/Dashboard/index', who: 'owner' },
  { path: '/Dashboard/index', who: 'fresh' },
  { path: '/my-store/index', who: 'owner' },
  { path: '/my-store/index', who: 'fresh' },
  { path: '/my-product/index', who: 'owner', opens: true },
  { path: '/my-product/index', who: 'fresh' },
  { path: '/quote/index', who: 'owner', opens: true },
  { path: '/quote/index?tab=accepted', who: 'owner', opens: true },
  { path: '/order/index', who: 'owner', opens: true },
  { path: '/order/index?tab=shipped', who: 'owner', opens: true },
  { path: '/order/index', who: 'fresh' },
  { path: '/invoice/invoice', who: 'owner', opens: true },
  { path: '/wallet/wallet', who: 'owner' },
  { path: '/wallet/recharge', who: 'owner', opens: true },
  { path: '/wallet/recharge', who: 'fresh' },
  { path: '/ProductStock/index', who: 'owner' },
  { path: '/sales-statitstics/index', who: 'owner' },
  { path: '/Account/Account', who: 'owner' },
  { path: '/Sub-Account/Sub-Account', who: 'owner' },
  { path: '/resource/resource', who: 'owner' },
  { path: '/api-document/index', who: 'owner' },
  { path: '/clientInvoice?id=none', who: 'owner' },
  { path: '/quoteDetail?token=none' },
  { path: '/desk/quotes', who: 'agent', opens: true },
  { path: '/desk/recharges', who: 'finance', opens: true },
  { path: '/desk/fulfilment', who: 'warehouse', opens: true },
  { path: '/desk/clients', who: 'admin' },
  { path: '/desk/branding', who: 'admin' },
  { path: '/order/index', who: 'agent' }, // asks which client
  { path: '/desk/clients', who: 'owner' }, // no access
  { path: '/nowhere', who: 'owner' },
  { path: '/shopify/auth', who: 'owner' }, // an answer that no shop signed
];
const looks = [
  { scheme: 'light', language: 'en' },
  { scheme: 'dark', language: 'zh' },
  { scheme: 'dark', language: 'en' },
  { scheme: 'light', language: 'zh' },
] as const;
type Look = (typeof looks)[number];
const everyLook = process.env.EVERY_LOOK === '1';
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let stage: DemoStage;
let visitor: Visitor;
beforeAll(async () => {
  stage = await openDemoStage();
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor?.close();
  await stage?.close();
});

/** Opens a page as somebody, in a look, and waits until it stands still. */
async function show(sight: Sight, look: Look): Promise<Page> {
  const { page, context } = visitor;
  await context.clearCookies();
  const token = sight.who && stage.tokens.get(sight.who);
  if (token) await context.addCookies([{ name: tokenCookie, value: token, url: stage.url }]);
  await page.goto('/favicon.svg'); // a page of the origin that runs nothing
  await page.evaluate(({ scheme, language }) => {
    sessionStorage.clear();
    localStorage.setItem('settings', JSON.stringify({ colorScheme: scheme }));
    localStorage.setItem('language', JSON.stringify(language));
    localStorage.setItem('bind_submit_time', String(Date.now() + 86_400_000)); // the prompt has stories of its own
  }, look);
  await page.goto(sight.path);
  await page.locator('h1, h2, main p').filter({ visible: true }).first().waitFor();
  await still(page);
  return page;
}

/** No skeleton, no list on its way, no movement. */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]') === null &&
      document.getAnimations().every((one) => one.playState !== 'running'),
  );
}

/** Opens the first row's detail by its button, as keys and readers of the screen do. */
async function openFirst(page: Page): Promise<void> {
  const row = page.locator('main tbody tr, main ul[aria-label] > li').first();
  await row.locator('button[class*="openButton"]').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('heading').nth(1).waitFor();
  await still(page);
}

/** Closes the detail by Escape; the focus must be where it was. */
async function leaveDetail(page: Page): Promise<string[]> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const isBack = await page.evaluate(() => document.activeElement?.className.includes('openButton') === true);
  return isBack ? [] : ['detail: the focus did not return to its row'];
}

/** What axe finds, one line per kind of barrier with the places. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(
    (tags) =>
      (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly: tags,
        resultTypes: ['violations'],
      }),
    rules,
  );
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}

/** By how many pixels the page is wider than the window, in itself or in the part that scrolls. */
function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('main, [role="dialog"]')];
    return Math.max(
      window.innerWidth - document.documentElement.clientWidth,
      ...parts.map((part) => part.scrollWidth - part.clientWidth),
    );
  });
}

const nameOf = ({ path, who, opens }: Sight) => `${path} as ${who ?? 'nobody'}${opens ? ', and the first detail' : ''}`;
const looksOf = (n: number) => (everyLook ? looks : looks.slice(n % looks.length, (n % looks.length) + 1));

describe('barriers and errors', () => {
  it.each(sights.map((sight, n) => [nameOf(sight), sight, looksOf(n)] as const))('%s', async (_, sight, shown) => {
    await visitor.page.setViewportSize(desktop);
    for (const look of shown) {
      const page = await show(sight, look);
      const found = await barriers(page);
      if (sight.opens) {
        await openFirst(page);
        found.push(...(await barriers(page)).map((text) => `detail: ${text}`));
        found.push(...(await leaveDetail(page)));
      }
      expect([...found, ...visitor.problems.splice(0)], `${look.scheme} ${look.language}`).toEqual([]);
    }
  });
});

describe('a phone', () => {
  it.each(sights.map((sight, n) => [nameOf(sight), sight, looksOf(n + 1)] as const))(
    '%s does not scroll sideways',
    async (_, sight, shown) => {
      await visitor.page.setViewportSize(phone);
      for (const look of shown) {
        const page = await show(sight, look);
        const widths = [await tooWide(page)];
        if (sight.opens) {
          await openFirst(page);
          widths.push(await tooWide(page));
        }
        expect(
          widths.filter((width) => width > 0),
          `${look.scheme} ${look.language}`,
        ).toEqual([]);
        expect(visitor.problems.splice(0)).toEqual([]);
      }
    },
  );
});
