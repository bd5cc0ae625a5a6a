import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '#contract/settings-rules.ts';
import { password, type Person } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { contrast } from '#web/ui/accent.ts';
import { openBrowser, phone, type Visitor } from './browser.ts';
import { callAs, enterAs, forget, knownMerchant } from './known-merchant.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  visitor = await openBrowser(stage.url, undefined, { scrollBars: true });
  await enterAs(stage, visitor, owner);
});
beforeEach(async () => {
  await visitor.page.goto('about:blank'); // the page of the test before saves a moment after its last change
  await save({}); // each test begins with nobody's choices
  await forget(stage, visitor);
});
afterAll(async () => {
  expect(visitor.problems).toEqual([]); // oxlint-disable-line vitest/no-standalone-expect -- the whole story ends without a problem
  await visitor.close();
  await stage.close();
});

const save = (change: object) => callAs(stage, owner, 'PUT', '/api/profile/settings', { locale: 'en', ...change });
const kept = async () => {
  const { settings, locale } = await callAs<{ settings: object; locale: string }>(stage, owner, 'GET', '/api/profile');
  return { ...settings, locale };
};

const handle = (page: Page) => page.getByRole('button', { name: 'Open settings' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const tabList = (page: Page) => page.getByRole('tablist', { name: 'Open pages' });

async function openPanel(page: Page): Promise<void> {
  await handle(page).click();
  await panel(page).getByRole('heading', { name: 'Settings' }).waitFor();
}

async function closePanel(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
}

async function flip(page: Page, name: string): Promise<void> {
  await openPanel(page);
  await panel(page).getByRole('switch', { name }).click();
  await closePanel(page);
}

async function typeAmount(page: Page, text: string) {
  const field = page.getByLabel('Amount (USD)');
  await field.fill(text);
  return field;
}

const variable = (page: Page, name: string) =>
  page.evaluate((key) => getComputedStyle(document.documentElement).getPropertyValue(key), name);

/** `#rrggbb` of an element's computed colour. */
async function colorOf(page: Page, selector: string, property: string): Promise<string> {
  const text = await page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const parts = text.match(/\d+/g) ?? [];
  return `#${parts
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;
}

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).first().boundingBox();
  if (found === null) throw new Error(`${selector} is not on the screen`);
  return found;
};

describe('the panel', () => {
  it('the handle opens the panel; outside click, handle and Escape close it', { tags: ['P01', 'S2-58'] }, async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    await handle(page).waitFor();
    const { innerWidth } = await page.evaluate(() => ({ innerWidth: document.documentElement.clientWidth }));
    const place = await handle(page).boundingBox();
    expect(place).toEqual({ x: innerWidth - 48, y: 250, width: 48, height: 48 });
    // calm: a tone of the greys, not the accent
    expect(await handle(page).evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(236, 239, 243)',
    );
    await openPanel(page);
    await expect.poll(async () => (await panel(page).boundingBox())?.width).toBeLessThanOrEqual(260);
    await page.mouse.click(400, 500);
    await panel(page).waitFor({ state: 'detached' });
    await openPanel(page);
    await page.getByRole('button', { name: 'Close settings' }).click();
    await panel(page).waitFor({ state: 'detached' });
    await handle(page).focus();
    await page.keyboard.press('Enter');
    await panel(page).getByRole('heading').waitFor();
    await closePanel(page);
    await expect.poll(() => handle(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('is in the menu under the name as well, on a phone and when the handle is switched off', async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    await flip(page, 'Settings button at the edge');
    await expect.poll(() => handle(page).count()).toBe(0);
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: owner.username }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await panel(page).getByRole('button', { name: 'Reset to defaults' }).click();
    await closePanel(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await handle(page).waitFor();
  });

  it('a theme colour recolours buttons, tab, menu and links at once, without network, readable in both schemes', {
    tags: ['P02', 'S2-58'],
  }, async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    await page.getByRole('button', { name: 'Add store' }).first().waitFor();
    expect(await variable(page, '--tw-accent')).toBe('#1890ff');
    const button = 'main .mantine-Button-root[data-variant="filled"], main .mantine-Button-root:not([data-variant])';
    const before = await colorOf(page, button, 'background-color');
    await openPanel(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await panel(page).getByRole('radio', { name: 'Violet' }).check();
    await expect.poll(() => variable(page, '--tw-accent')).toBe('#7c3aed');
    await expect.poll(() => colorOf(page, button, 'background-color')).not.toBe(before);
    const after = await colorOf(page, button, 'background-color');
    expect(contrast(after, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(await colorOf(page, '[aria-label="Close settings"]', 'background-color')).toBe('#eceff3'); // calm in any accent
    const inMenu = await colorOf(page, 'nav [aria-current="page"] svg', 'color');
    expect(contrast(inMenu, '#172030')).toBeGreaterThanOrEqual(4.5);
    await panel(page).getByLabel('Custom color').fill('#ffd400');
    await page.keyboard.press('Enter');
    await expect.poll(() => variable(page, '--tw-accent')).toBe('#ffd400');
    for (const scheme of ['Light', 'Dark'] as const) {
      await panel(page).getByText(scheme, { exact: true }).click();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme))
        .toBe(scheme.toLowerCase());
      const surface = scheme === 'Light' ? '#ffffff' : '#1a1f28';
      expect(contrast(await variable(page, '--tw-accent-text'), surface)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(await colorOf(page, button, 'background-color'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
    }
    await expect.poll(kept).toMatchObject({ theme: '#ffd400', colorScheme: 'dark' });
    expect(new Set(asked)).toEqual(new Set(['PUT /api/profile/settings']));
  });

  it('without the tags view the bar is gone, the page keeps its state, nothing is added; on again the tabs are back', {
    tags: ['P03', 'S2-59'],
  }, async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    await tabList(page).getByRole('tab', { name: 'Store' }).waitFor();
    await page.goto('/wallet/recharge');
    const field = await typeAmount(page, '123.45');
    await expect.poll(() => tabList(page).getByRole('tab').count()).toBe(3);
    await flip(page, 'Page tabs');
    await expect.poll(() => tabList(page).count()).toBe(0);
    expect(await field.inputValue()).toBe('123.45');
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/order/index');
    await page.goBack();
    await page.waitForURL('**/wallet/recharge');
    expect(await field.inputValue()).toBe('123.45');
    await flip(page, 'Page tabs');
    await expect
      .poll(() => tabList(page).getByRole('tab').allTextContents())
      .toEqual(['Dashboard', 'Store', 'Recharge']);
    expect(await field.inputValue()).toBe('123.45');
  });

  it('a page opened without the bar keeps its state when the bar comes back', { tags: ['P03'] }, async () => {
    const { page } = visitor;
    await save({ tagsView: false });
    await page.goto('/wallet/recharge');
    const field = await typeAmount(page, '77');
    await expect.poll(() => tabList(page).count()).toBe(0);
    await flip(page, 'Page tabs');
    await tabList(page).getByRole('tab', { name: 'Recharge' }).waitFor();
    expect(await field.inputValue()).toBe('77');
  });

  it('the sidebar logo shows when it is switched on', { tags: ['S2-59'] }, async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    const logo = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tradewind' });
    await handle(page).waitFor();
    expect(await logo.count()).toBe(0);
    await flip(page, 'Sidebar logo');
    await logo.waitFor();
    await flip(page, 'Sidebar logo');
    await expect.poll(() => logo.count()).toBe(0);
  });
});

describe('the fixed header', () => {
  /** Makes any page long enough to scroll. */
  async function scrollDown(page: Page): Promise<void> {
    await page.addStyleTag({ content: 'main { min-height: 3000px }' });
    await page.mouse.move(800, 600);
    await page.mouse.wheel(0, 700);
    await page.waitForFunction(() => window.scrollY > 300);
  }

  it('stays on scroll, as wide as the page beside the open or closed sidebar; off, it scrolls away', {
    tags: ['P04', 'S2-59'],
  }, async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    await page.getByRole('button', { name: 'Add store' }).first().waitFor();
    await scrollDown(page);
    expect((await box(page, 'header')).y).toBeLessThan(-84);
    await flip(page, 'Fixed header');
    const whole = await page.evaluate(() => document.documentElement.clientWidth);
    await expect.poll(() => box(page, 'header')).toEqual({ x: 180, y: 0, width: whole - 180, height: 84 });
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect.poll(() => box(page, 'header')).toEqual({ x: 54, y: 0, width: whole - 54, height: 84 });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await flip(page, 'Page tabs');
    await expect.poll(() => box(page, 'header')).toEqual({ x: 180, y: 0, width: whole - 180, height: 50 });
    await page.setViewportSize(phone);
    await expect.poll(async () => (await box(page, 'header')).x).toBe(0);
    expect((await box(page, 'header')).y).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('does not move when a dialog opens, and the page behind it does not scroll', { tags: ['P05'] }, async () => {
    const { page } = visitor;
    await save({ fixedHeader: true });
    await page.goto('/my-store/index');
    await page.getByRole('button', { name: 'Add store' }).first().waitFor();
    const scrollBar = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
    expect(scrollBar).toBeGreaterThan(0);
    await scrollDown(page);
    const places = async () => [await box(page, 'header'), await box(page, 'main'), await box(page, 'nav')];
    const before = await places();
    await openPanel(page);
    expect(await places()).toEqual(before);
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, 500);
    await page.keyboard.press('End');
    await closePanel(page);
    expect(await places()).toEqual(before);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(await places()).toEqual(before);
  });

  it('judges a phone by the body beside its scroll bar, which a dialog takes away without switching', {
    tags: ['S2-56', 'M01'],
  }, async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    await page.getByRole('button', { name: 'Add store' }).first().waitFor();
    const device = () => page.evaluate(() => document.documentElement.dataset.device);
    const bar = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
    await page.setViewportSize({ width: 992 + bar, height: 400 });
    await expect.poll(device).toBe('desktop');
    await page.setViewportSize({ width: 991 + bar, height: 400 });
    await expect.poll(device).toBe('mobile'); // the window is wider than 992, the body is not
    await page.getByRole('button', { name: 'Add store' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await device()).toBe('mobile');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await device()).toBe('mobile');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(device).toBe('desktop');
  });
});

describe('whose settings they are', () => {
  it('settings and size survive a reload, before anything is painted', { tags: ['P06', 'S3-10'] }, async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    await openPanel(page);
    await panel(page).getByRole('radio', { name: 'Teal' }).check();
    await panel(page).getByText('Dark', { exact: true }).click();
    await panel(page).getByRole('switch', { name: 'Fixed header' }).click();
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
    await expect.poll(() => variable(page, '--tw-accent')).toBe('#0d9488');
    await handle(page).waitFor();
    expect(
      await page
        .locator('header')
        .first()
        .evaluate((one) => getComputedStyle(one).position),
    ).toBe('sticky');
    await expect.poll(kept).toMatchObject({ theme: '#0d9488', colorScheme: 'dark', fixedHeader: true });
    await openPanel(page);
    await panel(page).getByRole('button', { name: 'Reset to defaults' }).click();
    await expect.poll(kept).toEqual({ ...defaultSettings, locale: 'en' });
  });

  it('follow the user to another browser, and do not stay for the next user of this one', async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    await openPanel(page);
    await panel(page).getByRole('radio', { name: 'Green' }).check();
    await closePanel(page);
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '简体中文' }).click();
    await expect.poll(kept).toMatchObject({ theme: '#16a34a', locale: 'zh' });
    const other = await openBrowser(stage.url);
    try {
      await enterAs(stage, other, owner);
      await other.page.goto('/my-store/index');
      await other.page.getByRole('link', { name: '订单' }).waitFor();
      expect(await variable(other.page, '--tw-accent')).toBe('#16a34a');
      const guest = await knownMerchant(stage);
      await page.goto('about:blank'); // what is open here would hear of the log-out, and leave with the next cookie
      await other.page.getByRole('button', { name: owner.username }).click();
      await other.page.getByRole('menuitem').last().click();
      await other.page.waitForURL(/\/login/);
      await other.page.locator('input').first().fill(guest.username);
      await other.page.locator('input[type="password"]').fill(password);
      await other.page.keyboard.press('Enter');
      await other.page.getByRole('button', { name: guest.username }).waitFor();
      expect(await variable(other.page, '--tw-accent')).toBe('#1890ff');
      expect(other.problems).toEqual([]);
    } finally {
      await other.close();
      await enterAs(stage, visitor, (owner = await knownMerchant(stage))); // logging out ended the session of both browsers
    }
  });

  it('stay in step between the tabs of one browser', async () => {
    const { page, context } = visitor;
    await page.goto('/my-store/index');
    const second = await context.newPage();
    await second.goto('/order/index');
    await handle(second).waitFor();
    await page.bringToFront(); // a page behind another is drawn once a second
    await openPanel(page);
    await panel(page).getByRole('radio', { name: 'Pink' }).check();
    await panel(page).getByRole('switch', { name: 'Page tabs' }).click();
    await closePanel(page);
    await expect.poll(() => variable(second, '--tw-accent')).toBe('#db2777');
    await expect.poll(() => tabList(second).count()).toBe(0);
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '简体中文' }).click();
    await second.getByRole('link', { name: '订单' }).waitFor();
    await expect.poll(kept).toMatchObject({ theme: '#db2777', tagsView: false, locale: 'zh' });
    await second.close();
  });

  it('work without the server, which gets them at the next start', async () => {
    const { page, context } = visitor;
    await page.goto('/my-store/index');
    await openPanel(page);
    await context.setOffline(true);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/profile/settings'));
    await panel(page).getByRole('radio', { name: 'Orange' }).check();
    await expect.poll(() => variable(page, '--tw-accent')).toBe('#ea580c');
    await failed;
    await context.setOffline(false);
    await page.reload();
    await handle(page).waitFor();
    expect(await variable(page, '--tw-accent')).toBe('#ea580c');
    await expect.poll(kept).toMatchObject({ theme: '#ea580c' });
    visitor.problems.splice(0); // the browser's own words about the missing network
  });

  it('survive local copies that nobody wrote', async () => {
    const { page } = visitor;
    for (const text of ['{', '{"theme":"red","tagsView":"no","size":7}']) {
      await page.goto('/favicon.svg');
      await page.evaluate((copy) => localStorage.setItem('settings', copy), text);
      await page.goto('/my-store/index');
      await handle(page).waitFor();
      expect(await variable(page, '--tw-accent')).toBe('#1890ff');
      expect(await tabList(page).count()).toBe(1);
    }
  });
});

it('reduced motion stills the shell', async () => {
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/my-store/index');
  await handle(page).waitFor();
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('body *')].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return `${transitionDuration},${animationDuration}`.split(',').map((text) => Number.parseFloat(text));
      }),
    ),
  );
  expect(longest).toBeLessThan(0.001);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
});
