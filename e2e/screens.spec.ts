import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { type DemoPerson, type DemoStage, openDemoStage } from '#testing/demo-stage.ts';
import { callApi } from './greeting.ts';
import {
  barriers,
  cutOff,
  laptop,
  type Appearance,
  appearanceName,
  appearances,
  appearancesOf,
  outOfReach,
  show,
  still,
  tooWide,
  wideLaptop,
} from './appearance.ts';

// Every page with data in it: no barrier that axe can find (WCAG 2.2 A and AA, contrast included), nothing that
// scrolls sideways on a phone, no error in the console (look.md; P43: one appearance per page in rotation).

/** Looked at as it opens and, where `opens`, with the first row's detail over it. `{…}` stands for a record's id. */
type ScreenCase = { path: string; who?: DemoPerson; opens?: boolean };

const screens: readonly ScreenCase[] = [
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
  { path: '/my-product/suggestions', who: 'owner' },
  { path: '/quote/index', who: 'owner', opens: true },
  { path: '/quote/index?tab=accepted', who: 'owner', opens: true },
  { path: '/order/index', who: 'owner', opens: true },
  { path: '/order/index?tab=shipped', who: 'owner', opens: true },
  { path: '/order/index?draft=new', who: 'owner' },
  { path: '/order/index', who: 'fresh' },
  { path: '/invoice/invoice', who: 'owner', opens: true },
  { path: '/invoice/invoice?list=orders', who: 'owner', opens: true },
  { path: '/wallet/wallet', who: 'owner' },
  { path: '/wallet/wallet?tab=withdrawals', who: 'owner' },
  { path: '/wallet/recharge', who: 'owner', opens: true },
  { path: '/wallet/recharge', who: 'fresh' },
  { path: '/ProductStock/index', who: 'owner' },
  { path: '/sales-statitstics/index', who: 'owner' },
  { path: '/sales-statitstics/index', who: 'fresh' },
  { path: '/Account/Account', who: 'owner' },
  { path: '/Sub-Account/Sub-Account', who: 'owner' },
  { path: '/resource/resource', who: 'owner' },
  { path: '/api-document/index', who: 'owner' },
  { path: '/clientInvoice?id=none', who: 'owner' },
  { path: '/clientInvoice?id={invoice}', who: 'owner' },
  { path: '/invoiceOrderPdf?id={bill}', who: 'owner' },
  { path: '/batchpdf?ids={bill}', who: 'owner' },
  { path: '/quoteDetail?token=none' },
  { path: '/quoteDetail?token={share}' },
  { path: '/staff/quotes', who: 'agent', opens: true },
  { path: '/staff/recharges', who: 'finance', opens: true },
  { path: '/staff/bank-statements', who: 'finance' },
  { path: '/staff/line-disputes', who: 'finance' },
  { path: '/staff/withdrawals', who: 'finance' },
  { path: '/staff/fulfillment', who: 'warehouse', opens: true },
  { path: '/staff/claims', who: 'agent' },
  { path: '/staff/exceptions', who: 'agent' },
  { path: '/staff/stock', who: 'agent', opens: true },
  { path: '/staff/messages', who: 'agent', opens: true },
  { path: '/staff/prices', who: 'agent' },
  { path: '/staff/cancellations', who: 'warehouse' },
  { path: '/quote/index?tab=price_changes', who: 'owner' },
  { path: '/order/index?tab=watch', who: 'owner', opens: true },
  { path: '/staff/clients', who: 'admin' },
  { path: '/staff/shipping', who: 'agent', opens: true },
  { path: '/staff/branding', who: 'admin' },
  { path: '/staff/partners', who: 'admin' },
  { path: '/staff/adjustments', who: 'finance' },
  { path: '/staff/finance', who: 'finance' },
  { path: '/staff/finance?tab=liabilities', who: 'finance' },
  { path: '/staff/finance?tab=clients', who: 'finance' },
  { path: '/staff/finance?tab=statement', who: 'finance' },
  { path: '/staff/finance?tab=statement&client={client}', who: 'finance' },
  { path: '/staff/exchange-rates', who: 'finance', opens: true },
  { path: '/staff/notices', who: 'admin' },
  { path: '/order/index', who: 'agent' }, // asks which client
  { path: '/staff/clients', who: 'owner' }, // no access
  { path: '/nowhere', who: 'owner' },
  { path: '/401', who: 'owner' },
  { path: '/auth-redirect', who: 'owner' }, // without an answer
  { path: '/mystores/GetToken' }, // without a code
  { path: '/my-product/catalog', who: 'owner', opens: true },
  { path: '/staff/catalog', who: 'agent', opens: true },
  { path: '/link_to_store', who: 'owner' }, // without an install
  { path: '/woocommerce/return', who: 'owner' }, // without an answer
  { path: '/shopify/auth', who: 'owner' }, // an answer that no shop signed
  { path: '/order/index?tab=claims', who: 'owner', opens: true },
];

let stage: DemoStage;
let visitor: Visitor;
let records: Record<string, string>;
beforeAll(async () => {
  stage = await openDemoStage();
  visitor = await openBrowser(stage.url);
  records = await recordsToShow();
});
afterAll(async () => {
  await visitor?.close();
  await stage?.close();
});

/** An invoice, a billed order and a shared quote of the demo's owner, and a client. */
async function recordsToShow(): Promise<Record<string, string>> {
  const owner = { token: stage.tokens.get('owner') ?? '' };
  const finance = { token: stage.tokens.get('finance') ?? '' };
  const firstOf = async (path: string, who = owner) => {
    const [first] = (await callApi(stage, who, 'GET', path)) as unknown as { id: string }[]; // a list
    return first?.id ?? '';
  };
  const quote = await firstOf('/api/quotes?tab=accepted');
  const { url = '' } = await callApi(stage, owner, 'POST', `/api/quotes/${quote}/share`, {});
  return {
    invoice: await firstOf('/api/invoices'),
    bill: await firstOf('/api/invoice_orders'),
    client: await firstOf('/api/filters/clients', finance),
    share: new URL(url).searchParams.get('token') ?? '',
  };
}

/** Opens a page as somebody, in an appearance. */
async function visit({ path, who }: ScreenCase, appearance: Appearance): Promise<Page> {
  const filled = path.replace(/\{(\w+)\}/, (_, name: string) => records[name] ?? 'missing');
  await show(visitor, stage.url, { path: filled, token: who && stage.tokens.get(who), appearance });
  return visitor.page;
}

/** Opens the first row's detail by its button, as keys and readers of the screen do. */
async function openFirst(page: Page): Promise<void> {
  const row = page.locator('main tbody tr, main ul[aria-label] > li').first();
  await row.locator('button[class*="openButton"]').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading').nth(1).or(dialog.getByRole('textbox')).first().waitFor(); // a detail, or a form
  await still(page);
}

/** Closes the detail by Escape; the focus must be where it was. */
async function leaveDetail(page: Page): Promise<string[]> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const isBack = await page.evaluate(() => document.activeElement?.className.includes('openButton') === true);
  return isBack ? [] : ['detail: the focus did not return to its row'];
}

const nameOf = ({ path, who, opens }: ScreenCase) =>
  `${path} as ${who ?? 'nobody'}${opens ? ', and the first detail' : ''}`;

/** What scrolls sideways or is out of reach on a phone, with the first detail too, on a small desktop and on a laptop. */
async function sidewaysScrolls(page: Page, opens = false): Promise<string[]> {
  const widths: [string, number][] = [['phone', await tooWide(page)]];
  const found = [...(await outOfReach(page)), ...(await cutOff(page))];
  if (opens) {
    await openFirst(page);
    widths.push(['detail on a phone', await tooWide(page)]);
    found.push(...(await outOfReach(page)));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  for (const [name, size] of [
    ['small desktop', laptop],
    ['laptop', wideLaptop],
  ] as const) {
    await page.setViewportSize(size);
    await still(page);
    widths.push([name, await tooWide(page)]);
    found.push(...(await outOfReach(page)), ...(await cutOff(page)));
  }
  const wide = widths.filter(([, width]) => width > 0).map(([where, width]) => `${where}: ${width} pixels too wide`);
  return [...wide, ...found];
}

/** What axe finds on a desktop, on the page and on the first detail. */
async function allBarriers(page: Page, opens = false): Promise<string[]> {
  await page.setViewportSize(desktop);
  await still(page);
  const found = await barriers(page);
  if (!opens) return found;
  await openFirst(page);
  found.push(...(await barriers(page)).map((text) => `detail: ${text}`));
  return [...found, ...(await leaveDetail(page))];
}

describe('no barrier, no error, nothing scrolls sideways', () => {
  it.each(screens.map((screen, n) => [nameOf(screen), screen, appearancesOf(n)] as const))(
    '%s',
    async (_, screen, shown) => {
      for (const appearance of shown) {
        await visitor.page.setViewportSize(phone);
        const page = await visit(screen, appearance);
        const found = [...(await sidewaysScrolls(page, screen.opens)), ...(await allBarriers(page, screen.opens))];
        expect([...found, ...visitor.problems.splice(0)], appearanceName(appearance)).toEqual([]);
      }
    },
  );
});

/** Small controls that do not take a tap 15 px from their middle, by their names; what a bar covers is left out. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll('main li :is(input[type="checkbox"], button[aria-haspopup="menu"])');
    const takes = (control: Element, x: number, y: number) => document.elementFromPoint(x, y) === control;
    return [...controls].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (y < 15 || y > innerHeight - 15 || !control.contains(document.elementFromPoint(x, y))) return [];
      const around = [-15, 15].every((by) => takes(control, x + by, y) && takes(control, x, y + by));
      return around ? [] : [control.getAttribute('aria-label') ?? control.className];
    });
  });
}

describe('in the hand', () => {
  it('a list shows its chosen tab whole, and its cards take fingers', async () => {
    await visitor.page.setViewportSize(phone);
    const page = await visit({ path: '/my-product/index?tab=not_ours', who: 'owner' }, appearances[0]);
    const chosen = page.locator('main [aria-pressed="true"]').first();
    await expect.poll(() => chosen.textContent()).toMatch(/\d$/);
    const ends = () => chosen.evaluate((tab) => tab.getBoundingClientRect().right);
    await expect.poll(ends).toBeLessThan(phone.width);

    await visit({ path: '/my-product/index', who: 'owner' }, appearances[0]);
    await page.locator('main li input[type="checkbox"]').first().waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await page.locator('main li input[type="checkbox"]').first().click();
    const bar = page.getByRole('region', { name: /selected/ });
    await bar.waitFor();
    expect((await bar.boundingBox())?.height).toBeLessThan(phone.height / 4);
  });

  it('filters and settings open within a low window, and staff who view a client’s pages keep their own menu', async () => {
    await visitor.page.setViewportSize(laptop);
    const page = await visit({ path: '/order/index', who: 'owner' }, appearances[0]);
    await page.getByRole('button', { name: 'Add filter' }).click();
    const menu = page.getByRole('dialog', { name: 'Add filter' });
    await menu.getByRole('button').last().scrollIntoViewIfNeeded();
    const ends = await menu.evaluate((place) => place.getBoundingClientRect().bottom);
    expect(ends).toBeLessThanOrEqual(laptop.height);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open settings' }).click();
    const panel = page.getByRole('dialog', { name: 'Settings' });
    await panel.getByRole('heading').waitFor();
    expect(await panel.boundingBox()).toMatchObject({ y: 0, height: laptop.height });
    await page.keyboard.press('Escape');

    await visitor.page.setViewportSize(phone);
    await visit({ path: '/staff/clients', who: 'agent' }, appearances[0]);
    await page.locator('main li button[class*="openButton"]').first().click();
    await page.waitForURL(/order\/index/);
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor(); // the page before keeps its state, unseen
    expect(await outOfReach(page)).toEqual([]);
  });

  it('the menu writes its labels out beside what waits', async () => {
    await visitor.page.setViewportSize(desktop);
    const page = await visit({ path: '/order/index', who: 'owner' }, appearances[0]);
    const labels = page.getByRole('navigation', { name: 'Main menu' }).locator('a > span:not([class*="unseen"])');
    await labels.first().waitFor();
    expect(
      await labels.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      ),
    ).toEqual([]);
  });

  it('on a phone the other language stands on the line of the name at log-in', async () => {
    await visitor.page.setViewportSize(phone);
    const page = await visit({ path: '/login' }, appearances[0]);
    const middleOf = async (item: Locator) => {
      const box = await item.boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    };
    const name = page.locator('main [class*="smallBrand"]');
    await name.waitFor();
    expect(await middleOf(page.locator('main [class*="languages"] button'))).toBe(await middleOf(name));
  });

  it('the longest label of the menu stands whole beside the longest number', async () => {
    await visitor.page.setViewportSize(desktop);
    const page = await visit({ path: '/staff/bank-statements', who: 'finance' }, appearances[0]);
    const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Bank statements/ });
    await link.locator('[class*="badge"]').evaluate((badge) => {
      badge.textContent = '99+';
    });
    const label = link.getByText('Bank statements', { exact: true });
    const hidden = () => label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await hidden()).toBe(0);
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Open menu' }).click();
    expect(await hidden()).toBe(0);
  });
});
