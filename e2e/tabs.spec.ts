import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { merchant, type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, type Visitor } from './browser.ts';
import { still } from './appearance.ts';
import {
  choose,
  closeButton,
  heading,
  mark,
  marked,
  openMenu,
  openPage,
  pathOf,
  shownTab,
  startAt,
  stripOf,
  tabOf,
  tabsOf,
  titles,
} from './tab-strip.ts';

// The tab bar: what it holds, how tabs close, the menu, the strip, the keys.

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let admin: { token: string };
const ground = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
const start = (path = '/', token = owner.token) => startAt(stage, visitor, token, path);
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  admin = await staff(ground(), 'admin');
  visitor = await openBrowser(stage.url, desktop);
});
beforeEach(() => visitor.page.setViewportSize(desktop));
afterAll(async () => {
  await visitor.close();
  await stage.close();
  if (visitor.problems.length > 0) throw new Error(visitor.problems.join('\n'));
});

describe('what the bar holds', () => {
  it('the first load shows the affix Dashboard tab once', { tags: ['T01', 'S1-03', 'S2-40', 'S2-47'] }, async () => {
    const page = await start('/');
    await heading(page, 'Dashboard').waitFor();
    expect(await titles(page)).toEqual(['Dashboard']);
    expect(await shownTab(page).innerText()).toBe('Dashboard');
  });

  it('every spelling of the Dashboard is one tab and one menu item', { tags: ['T02'] }, async () => {
    const page = await start('/');
    for (const path of ['/', '/dashboard/index', '/Dashboard/index', '/DASHBOARD/index/']) {
      await page.goto(path);
      await heading(page, 'Dashboard').waitFor();
      expect(await titles(page)).toEqual(['Dashboard']);
      expect(pathOf(page)).toBe('/Dashboard/index');
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      expect(await menu.locator('[aria-current=page]').allInnerTexts()).toEqual(['Dashboard']);
    }
  });

  it('a page adds a tab at the end under its menu title, and never twice', { tags: ['T03', 'T04'] }, async () => {
    const page = await start('/');
    await openPage(page, 'Orders', 'Quotes');
    expect(await titles(page)).toEqual(['Dashboard', 'Orders', 'Quotes']);
    await openPage(page, 'Orders');
    expect(await titles(page)).toEqual(['Dashboard', 'Orders', 'Quotes']);
    expect(await shownTab(page).innerText()).toBe('Orders');
  });

  it('a query change keeps one tab and the page, and the tab leads back to it', { tags: ['T05', 'T06'] }, async () => {
    const page = await start('/order/index?tab=shipped');
    await heading(page, 'Orders').waitFor();
    await mark(page);
    await page.getByRole('button', { name: /^On hold/ }).click();
    await page.waitForURL('**/order/index?tab=on_hold');
    expect(await marked(page)).toBe(true);
    await openPage(page, 'Quotes');
    expect(await titles(page)).toEqual(['Dashboard', 'Orders', 'Quotes']);
    await tabOf(page, 'Orders').click();
    await heading(page, 'Orders').waitFor();
    expect([pathOf(page), await marked(page)]).toEqual(['/order/index?tab=on_hold', true]);
  });

  it('a trailing slash or another case makes no second tab', { tags: ['T07'] }, async () => {
    const page = await start('/order/index');
    for (const path of ['/order/index/', '/ORDER/Index']) {
      await page.goto(path);
      await heading(page, 'Orders').waitFor();
      expect(await titles(page)).toEqual(['Dashboard', 'Orders']);
      expect(pathOf(page)).toBe('/order/index');
    }
  });

  it('log-in, lost and redirect pages make no tab', { tags: ['T08'] }, async () => {
    const page = await start('/order/index');
    for (const path of ['/login', '/404', '/401', '/nowhere']) await page.goto(path);
    await page.goto('/redirect/quote/index');
    await heading(page, 'Quotes').waitFor();
    expect(await titles(page)).toEqual(['Dashboard', 'Orders', 'Quotes']);
  });
});

describe('closing', () => {
  it('the affix tab has no ×; the × of another closes it and stays on the page', {
    tags: ['T10', 'T11', 'S2-48'],
  }, async () => {
    const page = await start('/');
    await openPage(page, 'Orders', 'Quotes');
    expect(await closeButton(tabsOf(page)).count()).toBe(2);
    expect(await closeButton(tabOf(page, 'Dashboard')).count()).toBe(0);
    await mark(page);
    await closeButton(tabOf(page, 'Orders')).click();
    await expect.poll(() => titles(page)).toEqual(['Dashboard', 'Quotes']);
    expect([pathOf(page), await marked(page)]).toEqual(['/quote/index', true]);
  });

  it('the × of the shown tab leads to the rightmost one with its query', { tags: ['T12', 'S2-51'] }, async () => {
    const page = await start('/');
    await openPage(page, 'Products', 'Invoices');
    await page.getByRole('button', { name: /^Unpaid/ }).click();
    await page.waitForURL('**/invoice/invoice?*tab=unpaid*');
    const query = pathOf(page);
    await tabOf(page, 'Products').click();
    await heading(page, 'Products').waitFor();
    await closeButton(tabOf(page, 'Products')).click();
    await heading(page, 'Invoices').waitFor();
    expect(pathOf(page)).toBe(query);
    expect(await titles(page)).toEqual(['Dashboard', 'Invoices']);
  });

  it('the middle button closes a tab, but not the affix one', { tags: ['T15', 'T16'] }, async () => {
    const page = await start('/');
    await openPage(page, 'Orders', 'Quotes');
    await tabOf(page, 'Dashboard').click({ button: 'middle' });
    await tabOf(page, 'Orders').click({ button: 'middle' });
    await expect.poll(() => titles(page)).toEqual(['Dashboard', 'Quotes']);
    await tabOf(page, 'Quotes').click({ button: 'middle' });
    await heading(page, 'Dashboard').waitFor();
    expect(await titles(page)).toEqual(['Dashboard']);
  });

  it('Close Others keeps the affix tab, its page and the chosen one, and shows the chosen', {
    tags: ['T29', 'T30', 'S2-52'],
  }, async () => {
    const page = await start('/');
    await heading(page, 'Dashboard').waitFor();
    await mark(page);
    await openPage(page, 'Orders', 'Quotes', 'Products');
    await choose(page, 'Orders', 'Close Others');
    await heading(page, 'Orders').waitFor();
    expect([await titles(page), pathOf(page)]).toEqual([['Dashboard', 'Orders'], '/order/index']);
    await tabOf(page, 'Dashboard').click();
    await heading(page, 'Dashboard').waitFor();
    expect(await marked(page)).toBe(true);
    await openPage(page, 'Quotes');
    await choose(page, 'Dashboard', 'Close Others');
    await heading(page, 'Dashboard').waitFor();
    expect(await titles(page)).toEqual(['Dashboard']);
  });

  it('Close All leads from any page to the affix tab, asked for on either tab', {
    tags: ['T31', 'T32', 'S2-53'],
  }, async () => {
    const page = await start('/');
    for (const asked of ['Orders', 'Dashboard']) {
      await openPage(page, 'Quotes', 'Orders');
      await choose(page, asked, 'Close All');
      await heading(page, 'Dashboard').waitFor();
      expect([await titles(page), pathOf(page)]).toEqual([['Dashboard'], '/Dashboard/index']);
      expect(await shownTab(page).innerText()).toBe('Dashboard');
    }
  });

  it('Close All on the affix page stays there and keeps the page', { tags: ['T33'] }, async () => {
    const page = await start('/');
    await openPage(page, 'Orders', 'Dashboard');
    await mark(page);
    await choose(page, 'Orders', 'Close All');
    await expect.poll(() => titles(page)).toEqual(['Dashboard']);
    expect([await marked(page), pathOf(page)]).toEqual([true, '/Dashboard/index']);
  });
});

describe('the menu', () => {
  it('a right click has four actions, three on the affix tab, and no menu of the browser', {
    tags: ['T17', 'T18', 'S2-49'],
  }, async () => {
    const page = await start('/');
    await openPage(page, 'Orders', 'Dashboard');
    await page.evaluate(() =>
      window.addEventListener('contextmenu', (event) => {
        document.body.dataset.suppressed = String(event.defaultPrevented);
      }),
    );
    const items = async (name: string) => (await openMenu(page, name)).getByRole('menuitem').allInnerTexts();
    expect(await items('Orders')).toEqual(['Refresh', 'Close', 'Close Others', 'Close All']);
    expect(await page.evaluate(() => document.body.dataset.suppressed)).toBe('true');
    expect(await shownTab(page).innerText()).toBe('Dashboard'); // asking shows nothing else
    expect(await items('Dashboard')).toEqual(['Refresh', 'Close Others', 'Close All']);
    expect(await page.getByRole('menu').count()).toBe(1);
  });

  it('the menu stands 15 px right of the pointer and is 105 px wide', { tags: ['T19', 'S9-05'] }, async () => {
    const page = await start('/');
    await openPage(page, 'Orders');
    const tab = (await tabOf(page, 'Orders').boundingBox()) ?? expect.unreachable();
    await page.mouse.click(tab.x + 20, tab.y + 10, { button: 'right' });
    const box = await page.getByRole('menu').boundingBox();
    expect(box).toMatchObject({ x: Math.floor(tab.x + 20) + 15, y: Math.floor(tab.y + 10), width: 105 });
  });

  it('the menu closes on a click, Escape, a right click elsewhere, resize, blur and another page', {
    tags: ['T22', 'T24'],
  }, async () => {
    const page = await start('/');
    await openPage(page, 'Quotes', 'Orders');
    const menu = page.getByRole('menu');
    const actions: (() => Promise<unknown>)[] = [
      () => page.locator('main').click({ position: { x: 300, y: 500 } }),
      () => page.keyboard.press('Escape'),
      () => page.locator('main').click({ button: 'right', position: { x: 300, y: 500 } }),
      () => page.setViewportSize({ width: 1300, height: 800 }),
      () => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
      () => page.goBack(),
    ];
    for (const action of actions) {
      await openMenu(page, 'Orders');
      await action();
      await menu.waitFor({ state: 'detached' });
    }
  });
});

describe('the strip', () => {
  // it scrolls smoothly, which browser tests switch off elsewhere: frames take processor time
  beforeAll(() => visitor.page.emulateMedia({ reducedMotion: 'no-preference' }));
  afterAll(() => visitor.page.emulateMedia({ reducedMotion: 'reduce' }));

  /** A dozen tabs in a bar too narrow for them; those that a story before has opened come back with the load. */
  async function crowded() {
    const { page } = visitor;
    const open = await tabsOf(page).evaluateAll((all) => all.map((tab) => tab.getAttribute('data-key') ?? '/'));
    await page.setViewportSize({ width: 1000, height: 700 });
    if (open.length > 11) await page.goto(open.at(-1) ?? '/');
    else await openEveryPage();
    await page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor();
    await expect.poll(() => tabsOf(page).count()).toBeGreaterThan(11);
    await still(page); // the page that comes in last moves the strip to its tab
    await atRest();
    return page;
  }

  async function openEveryPage() {
    const page = await start('/staff/quotes', admin.token);
    const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
    await page.getByRole('button', { name: 'Wallet', exact: true }).click();
    await links.and(page.getByRole('link', { name: 'Recharge', exact: true })).waitFor();
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '/'));
    for (const path of new Set(paths)) {
      await links
        .and(page.locator(`[href="${path}"]`))
        .last()
        .click();
      await page.waitForURL(`**${path}`);
    }
  }
  const scrolled = () =>
    stripOf(visitor.page).evaluate(({ scrollLeft, scrollWidth, clientWidth }) => ({
      left: scrollLeft,
      most: scrollWidth - clientWidth,
    }));

  /** Scrolls the strip to one of its ends and waits until the arrow there says so. */
  async function toEnd(end: 'first' | 'last') {
    const arrow = visitor.page.getByRole('button', { name: end === 'first' ? 'Previous tabs' : 'Next tabs' });
    await stripOf(visitor.page).evaluate(
      (strip, left) => strip.scrollTo({ left }),
      end === 'first' ? 0 : Number.MAX_SAFE_INTEGER,
    );
    await expect.poll(() => arrow.getAttribute('aria-disabled')).toBe('true');
    await atRest();
  }

  /** The strip glides: until it has stood still for ten frames. */
  async function atRest() {
    await stripOf(visitor.page).evaluate(async (strip) => {
      for (let frames = 0, left = strip.scrollLeft; frames < 10; ) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        frames = strip.scrollLeft === left ? frames + 1 : 0;
        left = strip.scrollLeft;
      }
    });
  }

  it('the shown tab and its neighbours are in view with 4 px beside them; first and last show the ends', {
    tags: ['T34', 'T35', 'S9-06'],
  }, async () => {
    const page = await crowded();
    const count = await tabsOf(page).count();
    const reach = async (index: number) => {
      const strip = (await stripOf(page).boundingBox()) ?? expect.unreachable();
      const box = (await tabsOf(page).nth(index).boundingBox()) ?? expect.unreachable();
      return { left: box.x - strip.x, right: strip.x + strip.width - box.x - box.width };
    };
    const go = async (index: number) => {
      const key = await tabsOf(page).nth(index).getAttribute('data-key');
      await page.getByRole('navigation', { name: 'Main menu' }).locator(`[href="${key}"]`).last().click();
      await page.waitForURL(`**${key}`);
    };
    await go(count - 1);
    const { most } = await scrolled();
    await expect.poll(async () => most - (await scrolled()).left).toBeLessThanOrEqual(1); // positions are whole pixels
    await go(5);
    await expect.poll(async () => (await reach(4)).left).toBeGreaterThanOrEqual(3.5);
    await go(0);
    await expect.poll(async () => (await scrolled()).left).toBe(0);
    await go(6);
    await expect.poll(async () => (await reach(7)).right).toBeGreaterThanOrEqual(3.5);
  });

  it('the shown tab stays whole in view when the window or the strip beside the arrows becomes narrower', async () => {
    const page = await crowded();
    const shown = stripOf(page).getByRole('tab', { selected: true });
    const hidden = async () => {
      const strip = (await stripOf(page).boundingBox()) ?? expect.unreachable();
      const tab = (await shown.boundingBox()) ?? expect.unreachable();
      return Math.max(strip.x - tab.x, tab.x + tab.width - strip.x - strip.width, 0);
    };
    for (const width of [1440, 1200, 1024, 700, 390]) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(hidden).toBeLessThan(1);
    }
  });

  it('the wheel moves the strip and not the page, and closes the menu', { tags: ['T36', 'T23'] }, async () => {
    const page = await crowded();
    await page.setViewportSize({ width: 1000, height: 400 });
    await toEnd('first');
    await tabsOf(page).nth(1).click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    await tabsOf(page).nth(2).hover();
    await page.mouse.wheel(0, 240);
    await expect.poll(async () => (await scrolled()).left).toBe(60);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.mouse.wheel(0, -240);
    await expect.poll(async () => (await scrolled()).left).toBe(0);
  });

  it('the menu stays within the bar’s end and within a small window', { tags: ['T20', 'T21'] }, async () => {
    const page = await crowded();
    await page.setViewportSize({ width: 500, height: 160 });
    await toEnd('last');
    const last = (await tabsOf(page).last().boundingBox()) ?? expect.unreachable();
    await page.mouse.click(last.x + last.width - 2, last.y + last.height - 2, { button: 'right' });
    const box = (await page.getByRole('menu').boundingBox()) ?? expect.unreachable();
    expect([box.x, box.width]).toEqual([500 - 105, 105]);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(160);
  });

  it('arrows stand beside an overflowing strip only', async () => {
    const page = await crowded();
    const later = page.getByRole('button', { name: 'Next tabs' });
    await toEnd('first');
    await later.click();
    await expect.poll(async () => (await scrolled()).left).toBeGreaterThan(0);
    await toEnd('last');
    await page.getByRole('button', { name: 'Previous tabs' }).click();
    await expect.poll(async () => (await scrolled()).left < (await scrolled()).most).toBe(true);
    await choose(page, 'Dashboard', 'Close All');
    await later.waitFor({ state: 'detached' });
  });

  it('a tab is dragged to another place, which a reload keeps; a short pull is a click', async () => {
    const page = await start('/');
    await openPage(page, 'Orders', 'Quotes', 'Invoices');
    const at = async (name: string) => {
      const box = (await tabOf(page, name).boundingBox()) ?? expect.unreachable();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [from, to] = [await at('Invoices'), await at('Orders')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x - 4, to.y, { steps: 8 });
    await page.mouse.up();
    expect(await titles(page)).toEqual(['Dashboard', 'Invoices', 'Orders', 'Quotes']);
    expect(pathOf(page)).toBe('/invoice/invoice');
    const dashboard = await at('Dashboard');
    const orders = await at('Orders');
    await page.mouse.move(orders.x, orders.y);
    await page.mouse.down();
    await page.mouse.move(dashboard.x - 10, dashboard.y, { steps: 8 });
    await page.mouse.up();
    expect(await titles(page)).toEqual(['Dashboard', 'Orders', 'Invoices', 'Quotes']); // the affix tab keeps its place
    await page.reload();
    await shownTab(page).waitFor();
    expect(await titles(page)).toEqual(['Dashboard', 'Orders', 'Invoices', 'Quotes']);
    const quotes = await at('Quotes');
    await page.mouse.move(quotes.x, quotes.y);
    await page.mouse.down();
    await page.mouse.move(quotes.x - 3, quotes.y);
    await page.mouse.up();
    await heading(page, 'Quotes').waitFor();
  });

  it('the keys move, open, close, reorder and have the menu', { tags: ['T46'] }, async () => {
    const page = await start('/');
    await openPage(page, 'Orders', 'Quotes', 'Invoices');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await shownTab(page).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('Quotes');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Orders');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await expect.poll(() => titles(page)).toEqual(['Dashboard', 'Quotes', 'Orders', 'Invoices']);
    expect(await focused()).toBe('Orders');
    await page.keyboard.press('Enter');
    await heading(page, 'Orders').waitFor();
    await shownTab(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Delete');
    await expect.poll(() => titles(page)).toEqual(['Dashboard', 'Quotes', 'Orders']);
    await expect.poll(focused).toBe('Orders');
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu').waitFor();
    expect(await focused()).toBe('Refresh');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Close Others');
    await page.keyboard.press('Escape');
    expect([await focused(), await titles(page)]).toEqual(['Dashboard', ['Dashboard', 'Quotes', 'Orders']]);
    await page.keyboard.press('Shift+F10');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await heading(page, 'Dashboard').waitFor();
    expect(await titles(page)).toEqual(['Dashboard']);
  });
});
