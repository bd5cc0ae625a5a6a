import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenUnpriced } from '#testing/quote-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';
import {
  callsOf,
  choose,
  closeButton,
  heading,
  logInByForm,
  mark,
  marked,
  openPage,
  pathOf,
  shownTab,
  startAt,
  tabOf,
  tabsOf,
  titles,
} from './tab-strip.ts';

// How long a page lives in its tab (shell 2.7, 2.8, P17): kept, made again, restored, forgotten.

let stage: Stage;
let visitor: Visitor;
let owner: Person;
const ground = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
const start = (path = '/', token = owner.token) => startAt(stage, visitor, token, path);
const amount = () => visitor.page.getByLabel(/^Amount/);
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  await givenUnpriced(ground(), owner, 30);
  await systemEntry(ground()).run('all_accounts', ({ db }) =>
    db.updateTable('recharge_methods').set({ active: true }).where('code', '=', 'bank').execute(),
  );
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
  if (visitor.problems.length > 0) throw new Error(visitor.problems.join('\n'));
});

describe('Refresh', () => {
  it('makes the shown page again with fresh data; query, tabs and breadcrumb stay', {
    tags: ['T25', 'R04', 'S2-50'],
  }, async () => {
    const page = await start('/');
    await openPage(page, 'Quotes', 'Orders');
    await page.getByRole('button', { name: /^On hold/ }).click();
    await page.waitForURL('**/order/index?tab=on_hold');
    await mark(page);
    const calls = callsOf(page);
    await page.getByRole('navigation', { name: 'You are here' }).evaluate((crumbs) => {
      new MutationObserver(() => document.body.setAttribute('data-crumbs-moved', '')).observe(crumbs, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await choose(page, 'Orders', 'Refresh');
    await expect.poll(() => marked(page)).toBe(false);
    await expect.poll(() => calls).toContain('/api/shopify_orders');
    expect(pathOf(page)).toBe('/order/index?tab=on_hold');
    expect(await titles(page)).toEqual(['Dashboard', 'Quotes', 'Orders']);
    expect(await page.locator('[data-crumbs-moved]').count()).toBe(0);
    expect(calls).not.toContain('/api/quotes');
  });

  it('shows an inactive tab again, leaves no /redirect behind and other tabs alone', {
    tags: ['T26', 'T27', 'T28'],
  }, async () => {
    const page = await start('/wallet/recharge');
    await amount().fill('123.45');
    await openPage(page, 'Orders');
    await mark(page);
    await openPage(page, 'Quotes', 'Products');
    await choose(page, 'Orders', 'Refresh');
    await heading(page, 'Orders').waitFor();
    expect([pathOf(page), await marked(page)]).toEqual(['/order/index', false]);
    expect(await shownTab(page).innerText()).toBe('Orders');
    await page.goBack();
    await heading(page, 'Quotes').waitFor();
    expect(pathOf(page)).toBe('/quote/index');
    await tabOf(page, 'Recharge').click();
    expect(await amount().inputValue()).toBe('123.45');
  });

  it('a click on the menu item of the shown page makes it again, without its filters', async () => {
    const page = await start('/order/index?tab=on_hold');
    await heading(page, 'Orders').waitFor();
    await mark(page);
    await openPage(page, 'Orders');
    await expect.poll(() => marked(page)).toBe(false);
    expect([pathOf(page), await titles(page)]).toEqual(['/order/index', ['Dashboard', 'Orders']]);
    await page.getByRole('button', { name: /^All/, pressed: true }).waitFor();
  });

  it('/redirect leads to a page of this portal, whatever stands behind it', {
    tags: ['R01', 'R02', 'R03', 'R05', 'S2-09'],
  }, async () => {
    const page = await start('/');
    const targets: [string, string][] = [
      ['/redirect/order/index?x=1', '/order/index?x=1'],
      ['/redirect/order/index?x=1#part', '/order/index?x=1#part'],
      ['/redirect', '/Dashboard/index'],
      ['/redirect/', '/Dashboard/index'],
      ['/redirect//evil.example', '/404'],
      ['/redirect///evil.example/x', '/404'],
      ['/redirect/%5Cevil.example', '/404'],
      ['/redirect/%E0%A4%A', '/404'],
      ['/%E0%A4%A', '/404'],
    ];
    for (const [from, to] of targets) {
      await page.goto(from);
      await expect.poll(() => pathOf(page), { message: from }).toBe(to);
      await (to === '/404' ? page.getByText('Page not found') : shownTab(page)).first().waitFor();
    }
  });
});

describe('a page behind another tab', () => {
  it('keeps what was typed, also one level deeper, and fetches nothing on return', {
    tags: ['T37', 'T38', 'T39'],
  }, async () => {
    const page = await start('/order/index?tab=on_hold');
    await page.getByRole('button', { name: /^On hold/ }).waitFor();
    await openPage(page, 'Products');
    await page.goto('/wallet/recharge');
    await amount().fill('77');
    await openPage(page, 'Orders', 'Quotes');
    await page.getByText('Get prices for your products').waitFor();
    const calls = callsOf(page);
    await tabOf(page, 'Recharge').click();
    expect(await amount().inputValue()).toBe('77');
    await tabOf(page, 'Orders').click();
    await heading(page, 'Orders').waitFor();
    await openPage(page, 'Invoices');
    await expect.poll(() => calls).toContain('/api/invoices');
    const ours = ['/api/shopify_orders', '/api/recharges', '/api/wallet', '/api/products', '/api/filters/stores'];
    expect(calls.filter((path) => ours.includes(path))).toEqual([]);
  });

  it('closed and opened again is fresh', { tags: ['T40'] }, async () => {
    const page = await start('/wallet/recharge');
    await amount().fill('88');
    await amount().fill('');
    await amount().fill('88');
    await amount().fill('');
    await mark(page);
    await openPage(page, 'Orders');
    await closeButton(tabOf(page, 'Recharge')).click();
    await expect.poll(() => titles(page)).toEqual(['Dashboard', 'Orders']);
    await page.goBack();
    await amount().waitFor();
    expect([await amount().inputValue(), await marked(page)]).toEqual(['', false]);
  });

  it('comes back where it was scrolled, window and inner areas', async () => {
    const page = await start('/order/index?per_page=50');
    await page.setViewportSize({ width: 1000, height: 500 });
    await page.getByRole('row', { name: /#1020/ }).waitFor();
    const inner = () =>
      page.evaluate(() => {
        const areas = [...document.querySelectorAll('main *')].filter(
          (area) => area.scrollWidth > area.clientWidth + 20 && getComputedStyle(area).overflowX === 'auto',
        );
        return areas.find((area) => area.getClientRects().length > 0)?.scrollLeft;
      });
    await page.evaluate(() => {
      const areas = [...document.querySelectorAll('main *')].filter(
        (area) => area.scrollWidth > area.clientWidth + 20 && getComputedStyle(area).overflowX === 'auto',
      );
      areas.find((area) => area.getClientRects().length > 0)?.scrollTo({ left: 20 });
      window.scrollTo(0, 300);
    });
    const before = await inner();
    await openPage(page, 'Quotes');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await tabOf(page, 'Orders').click();
    await heading(page, 'Orders').waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
    expect(await inner()).toBe(before);
    await choose(page, 'Orders', 'Refresh');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('fetches on return what an event marked as changed, and only then', async () => {
    const asker = await merchant(ground());
    const { product_id } = await givenUnpriced(ground(), asker, 1);
    const page = await start('/quote/index', asker.token);
    await page.getByText('Get prices for your products').waitFor();
    await openPage(page, 'Dashboard');
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    const calls = callsOf(page);
    const asked = await fetch(`${stage.url}/api/products/${product_id}/inquiry`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${asker.token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ destinations: ['US'] }),
    });
    expect(asked.status).toBe(200);
    await expect.poll(() => calls, { timeout: 15_000 }).toContain('/api/dashboard'); // the page on the screen follows the event
    expect(calls).not.toContain('/api/quotes');
    await tabOf(page, 'Quotes').click();
    await page.getByRole('row', { name: /Moon lamp/ }).waitFor();
    expect(calls).toContain('/api/quotes');
  });

  it('takes its memory with it when it is closed, fifty times over', { tags: ['T47'] }, async () => {
    const page = await start('/');
    const cdp = await visitor.context.newCDPSession(page);
    await cdp.send('Performance.enable');
    const rounds = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Orders' }).click();
        await closeButton(tabOf(page, 'Orders')).click();
        await tabOf(page, 'Orders').waitFor({ state: 'detached' });
      }
      await heading(page, 'Dashboard').waitFor();
      await cdp.send('HeapProfiler.collectGarbage');
      const { metrics } = await cdp.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
      return { inPage: await page.locator('*').count(), nodes: of('Nodes'), listeners: of('JSEventListeners') };
    };
    const before = await rounds(5);
    const after = await rounds(50);
    expect(after.inPage).toBe(before.inPage);
    expect(after.nodes).toBeLessThan(before.nodes * 1.2);
    expect(after.listeners).toBeLessThan(before.listeners * 1.2);
  });
});

describe('a reload', () => {
  it('brings the tabs back in order, with query and shown page', { tags: ['T44'] }, async () => {
    const page = await start('/');
    await openPage(page, 'Quotes', 'Orders');
    await page.getByRole('button', { name: /^On hold/ }).click();
    await page.waitForURL('**/order/index?tab=on_hold');
    await openPage(page, 'Products');
    await page.reload();
    await heading(page, 'Products').waitFor();
    expect(await titles(page)).toEqual(['Dashboard', 'Quotes', 'Orders', 'Products']);
    expect(await shownTab(page).innerText()).toBe('Products');
    await tabOf(page, 'Orders').click();
    await page.waitForURL('**/order/index?tab=on_hold');
    const stored = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    expect(stored).not.toContain('#1001'); // never data
  });

  it('drops tabs of pages that are no longer permitted', { tags: ['T45'] }, async () => {
    const member = await merchant(ground(), { role: 'viewer', account_id: owner.account_id });
    const page = await start('/', member.token);
    await openPage(page, 'Quotes', 'Invoices', 'Orders');
    await systemEntry(ground()).run('all_accounts', ({ db }) =>
      db.updateTable('memberships').set({ role: 'support' }).where('user_id', '=', member.user_id).execute(),
    );
    await page.reload();
    await heading(page, 'Orders').waitFor();
    expect(await titles(page)).toEqual(['Dashboard', 'Orders']);
  });

  it('survives damaged and closed storage', async () => {
    const page = await start('/order/index');
    const texts = [
      '{broken',
      '7',
      `{"owner":"${owner.username}","tabs":[{"path":7},null,{"path":"/login"},{"path":"/nope"},{"path":"/quote/index","search":5}]}`,
    ];
    for (const text of texts) {
      await page.evaluate((value) => sessionStorage.setItem('tabs', value), text);
      await page.reload();
      await heading(page, 'Orders').waitFor();
      expect((await titles(page)).filter((title) => title !== 'Quotes')).toEqual(['Dashboard', 'Orders']);
    }
    const closed = await visitor.context.newPage();
    await closed.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('closed', 'SecurityError');
        },
      });
    });
    await closed.goto('/order/index');
    await heading(closed, 'Orders').waitFor();
    await openPage(closed, 'Quotes');
    expect(await titles(closed)).toEqual(['Dashboard', 'Orders', 'Quotes']);
    await closed.close();
  });
});

describe('the end of a session', () => {
  it('Log Out forgets the tabs', { tags: ['T42', 'S4-02'] }, async () => {
    const person = await merchant(ground());
    const page = await start('/', person.token);
    await openPage(page, 'Orders', 'Quotes');
    await page.getByRole('button', { name: /^Ready to accept/ }).click();
    await page.waitForURL('**/quote/index?tab=quoted');
    await page.getByRole('button', { name: person.username }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await page.waitForURL('**/login?redirect=%2Fquote%2Findex'); // the page, without what was chosen there
    await logInByForm(page, person.username);
    await heading(page, 'Quotes').waitFor(); // where the log-out was
    expect(await titles(page)).toEqual(['Dashboard', 'Quotes']);
  });

  it('a 401 forgets tabs, pages and queries, and the next user sees none of them', { tags: ['T43'] }, async () => {
    const [first, next] = [await merchant(ground()), await merchant(ground())];
    const page = await start('/wallet/recharge', first.token);
    await amount().fill('999');
    await openPage(page, 'Orders');
    await Promise.all([
      page.waitForResponse(
        (answer) => answer.url().includes('/api/shopify_orders?') && answer.url().includes('tab=cancelled'),
      ),
      page.getByRole('button', { name: /^Cancelled/ }).click(),
    ]);
    await page.waitForURL('**/order/index?tab=cancelled');
    const asked: string[] = [];
    await fetch(`${stage.url}/api/logout`, { method: 'POST', headers: { authorization: `Bearer ${first.token}` } });
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Quotes' }).click();
    await page.waitForURL(/\/login/);
    expect(pathOf(page)).toBe('/login'); // without a way back (spec §8)
    expect(await page.evaluate(() => sessionStorage.getItem('tabs'))).toBeNull();
    page.on('request', (request) => void asked.push(request.url()));
    await logInByForm(page, next.username);
    await heading(page, 'Dashboard').waitFor();
    expect(await titles(page)).toEqual(['Dashboard']);
    expect([page.url(), ...asked].filter((url) => url.includes('tab=cancelled'))).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('tab=cancelled');
    await page.goto('/wallet/recharge');
    expect(await amount().inputValue()).toBe('');
  });
});

it('keeps at most twelve pages alive', async () => {
  const admin = await staff(ground(), 'admin');
  const page = await start('/staff/quotes', admin.token);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Wallet', exact: true }).click();
  await menu.getByRole('link', { name: 'Recharge', exact: true }).waitFor();
  const hrefs = await menu.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const paths = [...new Set(hrefs)];
  for (const path of paths) {
    await menu.locator(`a[href="${path}"]`).last().click();
    await page.waitForURL(`**${path}`);
    // a click that comes before a page is drawn leads past it, and it has no tab
    await menu.locator(`a[href="${path}"][aria-current=page]`).last().waitFor();
  }
  await expect.poll(() => tabsOf(page).count()).toBe(paths.length);
  expect(await page.locator('main > *').count()).toBeLessThanOrEqual(12);
});
