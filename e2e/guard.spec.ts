import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { merchant, password, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { forgetBeforeNext } from './memory.ts';

let stage: Stage;
let visitor: Visitor;
let page: Page;
let owner: Person;
const ground = () => ({ ground: stage.ground, clock: stage.ground.clock });
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
  const problems = visitor.problems.filter((line) => !/ERR_INTERNET_DISCONNECTED/.test(line)); // the browser's own lines about a connection that was cut
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
beforeEach(async () => {
  await visitor.context.clearCookies();
  page = await visitor.context.newPage();
  page.setDefaultTimeout(20_000);
});
afterEach(() => page.close());

const as = ({ token }: { token: string }) =>
  visitor.context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
const token = async () => (await visitor.context.cookies()).find(({ name }) => name === 'Admin-Token')?.value;
const address = () => new URL(page.url()).pathname + new URL(page.url()).search;
const dashboard = () => page.getByText('Get started').waitFor();

async function logIn(who: { username: string }, where = page): Promise<void> {
  await where.getByLabel('Email or username').fill(who.username);
  await where.getByRole('textbox', { name: 'Password' }).fill(password);
  await where.getByRole('button', { name: 'Log in' }).click();
}

async function logOut(who: { username: string }, where = page): Promise<void> {
  await where.getByRole('button', { name: who.username }).click();
  await where.getByRole('menuitem', { name: 'Log Out' }).click();
  await where.getByRole('heading', { name: 'Log in' }).waitFor();
}

describe('without a token', () => {
  it('any page leads to the log-in and, after it, back with its whole address', {
    tags: ['A01', 'A02', 'S2-02', 'S2-36', 'S1-02', 'S4-01', 'S7-03', 'S9-13'],
  }, async () => {
    await page.goto('/order/index?a=1&b=2');
    await page.waitForURL(/\/login\?redirect=/);
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/order/index?a=1&b=2');
    await logIn(owner);
    await page.waitForURL('**/order/index?a=1&b=2');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    expect(await token()).toMatch(/^[\w-]{40,}$/);
  });

  it('a hand-written link keeps its other parameters', { tags: ['A03'] }, async () => {
    await page.goto('/login?redirect=/order/index?a=1&b=2&utm_source=mail');
    await logIn(owner);
    await page.waitForURL('**/order/index?a=1&b=2');
  });

  it('a log-in never leads to another site', { tags: ['A04'] }, async () => {
    await page.goto(`/login?redirect=${encodeURIComponent('//evil.example')}`); // other spellings: web/lib/paths.test.ts
    await logIn(owner);
    await page.waitForURL(`${stage.url}/Dashboard/index`);
  });

  const signed = '?hmac=0&shop=lamps.myshopify.com&timestamp=1'; // an address that a shop made
  const free = [
    '/login',
    '/quoteDetail',
    `/shopify/connect${signed}`,
    '/shopify/auth?state=begun&code=0',
    '/auth-redirect',
    `/shopify/reconnect${signed}`,
    '/mysotres/gettoken',
  ];
  it.each([
    ['/shopify/connect', 'Connect your Shopify store'],
    ['/shopify/connect?shop=lamps.myshopify.com', 'lamps.myshopify.com'],
    ['/shopify/reconnect', 'Reconnect your Shopify store'],
    ['/shopify/reconnect?shop=lamps.myshopify.com', 'lamps.myshopify.com'],
    ['/shopify/auth', 'Finish connecting your store'],
    [`/shopify/auth${signed}&code=1&state=2`, 'lamps.myshopify.com'],
  ])('%s shows itself without a token and offers the log-in', { tags: ['A05', 'S2-35'] }, async (path, text) => {
    await page.goto(path);
    await page.getByRole('main').getByText(text).first().waitFor();
    expect(address()).toBe(path);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('**/login?redirect=*');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(path);
  });

  it.each(free)('%s opens without a token', { tags: ['A05', 'S2-35'] }, async (path) => {
    const begun = JSON.stringify({ state: 'begun', browser_key: 'none' }); // a log-in by way of a shop that began in this tab
    await forgetBeforeNext(visitor.context, stage.url, { session: { shop_login: begun } });
    await page.goto(path);
    await page.getByRole('main').waitFor();
    expect(address()).toBe(path);
  });

  it('the token page is free in any case and both spellings', { tags: ['A06'] }, async () => {
    for (const path of ['/MYSTORES/gettoken/', '/MySotres/GetToken']) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      expect(address().toLowerCase()).toMatch(/^\/my(stores|sotres)\/gettoken$/);
    }
  });

  it('an unknown page leads to the log-in', { tags: ['A12'] }, async () => {
    await page.goto('/nope?x=1');
    await page.waitForURL('**/login?redirect=%2Fnope%3Fx%3D1');
    await logIn(owner);
    await dashboard(); // what does not exist becomes the Dashboard
  });

  it('/auth-redirect leaves its query to the window that waits, and closes', { tags: ['A20', 'S2-03'] }, async () => {
    await page.goto('/login');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open('/auth-redirect?code=1&state=x%20y')),
    ]);
    if (!popup.isClosed()) await popup.waitForEvent('close');
    expect(await page.evaluate(() => localStorage.getItem('x-admin-oauth-code'))).toBe('code=1&state=x%20y');
    await page.goto('/auth-redirect?code=2');
    await page.getByText('You can close this window').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('x-admin-oauth-code'))).toBe('code=2');
  });
});

describe('with a token', () => {
  it('the log-in shows; a new log-in takes the place of the old one', { tags: ['A07', 'S2-37'] }, async () => {
    const other = await merchant(ground());
    await as(owner);
    await page.goto('/order/index');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.goto('/login');
    await logIn(other);
    await page.getByRole('button', { name: other.username }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Dashboard']);
  });

  it('the first navigation loads the profile once and leaves one entry in the history', {
    tags: ['A08', 'S2-38', 'S7-02'],
  }, async () => {
    await page.goto('/login');
    const alone = await page.evaluate(() => history.length);
    await page.close();
    page = await visitor.context.newPage();
    await as(owner);
    const profiles: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/profile')) profiles.push(request.headers().authorization);
    });
    await page.goto('/order/index?a=1#h');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('heading', { name: 'Products' }).waitFor();
    expect(profiles).toEqual([`Bearer ${owner.token}`]);
    expect(await page.evaluate(() => history.length)).toBe(alone + 1);
  });

  it.each([
    [
      'the error’s text',
      JSON.stringify({ status: 400, code: 'bad_request', message: 'This account rests.' }),
      'This account rests.',
    ],
    ['Has Error', '<html>', 'Has Error'],
  ])(
    'a profile that fails ends at the log-in with %s and the way back',
    { tags: ['A09', 'S2-39', 'S8-11'] },
    async (_, body, text) => {
      await as(owner);
      await page.route('**/api/profile', (route) =>
        route.fulfill({ status: 400, contentType: 'application/json', body }),
      );
      await page.goto('/order/index?a=1');
      await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
      await page.waitForURL('**/login?redirect=%2Forder%2Findex%3Fa%3D1');
      expect(await page.getByRole('alert').count()).toBe(1);
      expect(await token()).toBeUndefined();
    },
  );

  it('a missing list of roles neither loops nor logs out', { tags: ['A10'] }, async () => {
    await as(owner);
    let asked = 0;
    await page.route('**/api/profile', async (route) => {
      asked += 1;
      const response = await route.fetch();
      const body = (await response.json()) as { data: object };
      await route.fulfill({ json: { ...body, data: { ...body.data, roles: undefined } } });
    });
    await page.goto('/Dashboard/index');
    await page.getByRole('button', { name: owner.username }).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect.poll(address).toBe('/Dashboard/index'); // a click on the shown page makes it again, by way of /redirect
    expect(asked).toBe(1);
  });

  it('admin sees all pages, others those open to all and those that name their role', {
    tags: ['A11', 'S4-04', 'S4-05', 'S6-01', 'S6-02', 'S6-03', 'S2-08'],
  }, async () => {
    const operations = ['/staff/quotes', '/staff/recharges', '/staff/fulfillment', '/staff/clients'];
    const links = async (who: { token: string; username: string }) => {
      await as(who);
      await page.goto('/');
      await page.getByRole('button', { name: who.username }).waitFor();
      return page
        .getByRole('navigation', { name: 'Main menu' })
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    };
    const admin = await links(await staff(ground(), 'admin'));
    expect(admin).toEqual(expect.arrayContaining([...operations, '/order/index']));
    const agent = await links(await staff(ground(), 'agent'));
    expect(agent.filter((path) => operations.includes(path))).toEqual(['/staff/quotes', '/staff/clients']);
    const merchantLinks = await links(owner);
    expect(merchantLinks).toContain('/order/index');
    expect(merchantLinks.filter((path) => operations.includes(path))).toEqual([]);
    await page.goto('/staff/clients');
    await page.waitForURL('**/401');
    await page.getByText('You don’t have access to this page').waitFor();
  });

  it('an agent finds in the menu the wallet and members of their own clients alone', async () => {
    const [mine, other] = [await staff(ground(), 'agent'), await staff(ground(), 'agent')];
    const client = await merchant(ground());
    const assign = (agent: { user_id: string }) =>
      sqlRows(
        stage,
        `UPDATE accounts SET agent_user_id = '${agent.user_id}' WHERE id = '${client.account_id}' RETURNING 1`,
      );
    await assign(mine);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const open = async (agent: { token: string }) => {
      await as(agent);
      await page.goto('/staff/clients');
      await page.getByRole('button', { name: new RegExp(`^Open .*${client.username}$`) }).click();
      await page.waitForURL('**/order/index');
    };
    await open(mine);
    await menu.getByRole('button', { name: 'Wallet' }).waitFor();
    await menu.getByRole('link', { name: 'Sub-accounts' }).waitFor();
    await open(other);
    await menu.getByRole('link', { name: 'Sub-accounts' }).waitFor({ state: 'hidden' });
    await menu.getByRole('button', { name: 'Wallet' }).waitFor({ state: 'hidden' });
    await menu.getByRole('link', { name: 'Invoices' }).waitFor();
  });

  it('an unknown page leads to /404 with its query, and from there to the root', {
    tags: ['A12', 'A13', 'S2-07', 'S2-17'],
  }, async () => {
    await as(owner);
    await page.goto('/nope?x=1');
    await page.waitForURL('**/404?x=1');
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await page.waitForURL('**/Dashboard/index');
    await dashboard();
  });

  it('Back of /401 goes back, and to the Dashboard with noGoBack', { tags: ['A19'] }, async () => {
    await as(owner);
    await page.goto('/order/index');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.goto('/staff/clients');
    await page.waitForURL('**/401');
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL('**/order/index');
    await page.goto('/401?noGoBack=1');
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL('**/Dashboard/index');
  });

  it('the root leads to the Dashboard; /redirect/login to the log-in', { tags: ['S2-16'] }, async () => {
    await as(owner);
    await page.goto('/');
    await page.waitForURL('**/Dashboard/index');
    await page.goto('/redirect/login');
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  it('never leaves this site through /redirect, whatever the slashes', async () => {
    await as(owner);
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/%5Cevil.example',
      '/%2F%2Fevil.example',
      '/%2Fevil.example',
    ]) {
      await page.goto(`/redirect${path}`);
      await page.waitForURL(/\/404/);
      expect(new URL(page.url()).origin).toBe(stage.url);
    }
  });

  it('titles the document with page and site, and follows the language', async () => {
    await as(owner);
    await page.goto('/order/index');
    await expect.poll(() => page.title()).toBe('Orders - Tradewind');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '简体中文' }).click();
    await expect.poll(() => page.title()).toBe('订单 - Tradewind');
    await page.getByRole('button', { name: '语言' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await expect.poll(() => page.title()).toBe('Orders - Tradewind');
  });
});

describe('the bar at the top', () => {
  beforeEach(() => page.emulateMedia({ reducedMotion: 'no-preference' })); // the bar is animated

  const bar = () => page.getByRole('progressbar', { name: 'Loading' });

  it('runs while a page is fetched and ends with arrival, redirect, failure and a navigation elsewhere', {
    tags: ['A15'],
  }, async () => {
    await as(owner);
    await page.goto('/Dashboard/index');
    await dashboard();
    const line = await visitor.context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.setCacheDisabled', { cacheDisabled: true });
    const slow = (latency: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    await slow(700);
    await page.getByRole('link', { name: 'Quotes', exact: true }).click(); // arrival
    await bar().waitFor();
    await page.getByRole('heading', { name: 'Quotes' }).waitFor();
    await bar().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Products' }).click(); // cancelled
    await bar().waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await bar().waitFor({ state: 'detached' });
    await page.evaluate(() => {
      history.pushState({}, '', '/wallet'); // redirected to its first page
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.waitForURL('**/wallet/wallet');
    await bar().waitFor({ state: 'detached' });
    await slow(0);
    await visitor.context.setOffline(true); // failed
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.getByRole('alert').getByText('We couldn’t load this page').waitFor();
    await bar().waitFor({ state: 'detached' });
    await visitor.context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
  });

  it('what opens over a page says that its code did not come, and can be tried again or closed', async () => {
    const { context } = visitor;
    await as(owner);
    await page.goto('/order/index');
    const create = page.getByRole('button', { name: 'Create order' });
    await create.waitFor();
    const missing = page.getByRole('alert').filter({ hasText: 'We couldn’t load this part of the page' });
    await context.setOffline(true);
    await create.click();
    await missing.getByRole('button', { name: 'Close' }).click();
    await missing.waitFor({ state: 'detached' });
    await create.click();
    await missing.waitFor();
    await context.setOffline(false);
    await missing.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog', { name: 'Create order' }).waitFor();
    await missing.waitFor({ state: 'detached' });
  });
});

describe('the end of a session', () => {
  it('logging out clears token, roles, tabs and what is kept of the user; a first log-in stays one', {
    tags: ['A16', 'S4-02'],
  }, async () => {
    const leaving = await merchant(ground());
    await as(leaving);
    await page.goto('/order/index');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.evaluate(() => {
      localStorage.setItem('islogin', 'true');
      localStorage.setItem('partners', '[{"name":"P","icon":"box","link":"https://p.example"}]');
      localStorage.setItem('fore_permission', '["/order/index"]');
    });
    await logOut(leaving);
    expect(address()).toBe('/login?redirect=%2Forder%2Findex');
    expect(await token()).toBeUndefined();
    const left = await page.evaluate(() => ({
      local: Object.keys(localStorage),
      tabs: sessionStorage.getItem('tabs'),
    }));
    expect(left.tabs).toBeNull();
    expect(left.local).not.toEqual(expect.arrayContaining([expect.stringMatching(/partners|fore_permission|user/)]));
    expect(left.local).toContain('islogin');
    const answer = await fetch(`${stage.url}/api/profile`, { headers: { authorization: `Bearer ${leaving.token}` } });
    expect(answer.status).toBe(401);
  });

  it('the next user is never sent to a page of the user before', { tags: ['A17'] }, async () => {
    const admin = await staff(ground(), 'admin');
    await as(admin);
    await page.goto('/staff/clients');
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    await logOut(admin);
    expect(address()).toBe('/login?redirect=%2Fstaff%2Fclients');
    await logIn(owner);
    await dashboard();
    expect(address()).toBe('/Dashboard/index');
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Dashboard']);
  });

  it('another browser tab follows a log-out and a log-in of somebody else at once', { tags: ['A18'] }, async () => {
    const [first, second] = [await merchant(ground()), await merchant(ground())];
    await as(first);
    const other = await visitor.context.newPage();
    await other.goto('/order/index?q=typed');
    await other.getByRole('button', { name: first.username }).waitFor();
    await page.bringToFront(); // a page behind another is drawn once a second
    await page.goto('/Dashboard/index');
    await logOut(first);
    await other.waitForURL('**/login?redirect=%2Forder%2Findex');
    await logIn(second);
    await dashboard();
    await other.bringToFront();
    await logIn(second, other);
    await other.waitForURL('**/order/index');
    await other.goto('/order/index?q=typed');
    await other.getByRole('button', { name: second.username }).waitFor();
    await page.bringToFront();
    await page.goto('/login'); // somebody logs in here while the other tab shows a page of the former
    await logIn(first);
    await dashboard();
    await other.getByRole('button', { name: first.username }).waitFor();
    expect(await other.getByText(second.username, { exact: true }).count()).toBe(0);
    expect(other.url()).toBe(`${stage.url}/order/index`); // without what the former typed there
    await other.close();
  });
});
