import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { merchant, password, type Person } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';

const built = fileURLToPath(new URL('../dist/web', import.meta.url));

let web: string;
let stage: Stage;
let visitor: Visitor;
let page: Page;
let owner: Person;
const ground = () => ({ ground: stage.ground, clock: stage.ground.clock });
beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'tradewind-web-'));
  cpSync(built, web, { recursive: true });
  stage = await openStage({ WEB_DIR: web });
  owner = await merchant(ground());
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
  rmSync(web, { recursive: true, force: true });
  const problems = visitor.problems.filter((line) => !/Failed to load resource/.test(line)); // the browser's own lines about a server that is away
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
beforeEach(async () => {
  await visitor.context.clearCookies();
  await logInAs(owner);
  page = await visitor.context.newPage();
  page.setDefaultTimeout(30_000);
});
afterEach(() => page.close());

const logInAs = ({ token }: { token: string }) =>
  visitor.context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
const dashboard = () => page.getByText('Get started').waitFor();
const lost = () => page.getByText('You’re offline.');

describe('a server that restarts', () => {
  it('logs nobody out: a word about the connection, then everything goes on and is fetched again', async () => {
    await page.goto('/order/index');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await stage.stopPortal();
    await page.getByRole('button', { name: /^Quoting/ }).click();
    await page.getByRole('alert').getByText('Network anomaly').waitFor();
    await lost().waitFor();
    const again = page.waitForResponse((response) => response.url().includes('/api/shopify_orders') && response.ok());
    await stage.startPortal();
    await again;
    await lost().waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/order/index');
    expect(new URL(page.url()).search).toBe('?tab=quoting');
  });

  it('is waited for by the guard', async () => {
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Password' }).focus(); // what comes after the log-in is fetched ahead
    await page.waitForLoadState('networkidle');
    await stage.stopPortal();
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/profile'));
    await page.evaluate(() => {
      history.pushState({}, '', '/Dashboard/index');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await failed;
    await stage.startPortal();
    await page.getByRole('button', { name: owner.username }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/Dashboard/index');
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

it('keeps a half-filled form through a lost connection', async () => {
  await visitor.context.clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email or username').fill(owner.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await visitor.context.setOffline(true);
  await lost().waitFor();
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').getByText('Network anomaly').waitFor();
  expect(await page.getByLabel('Email or username').inputValue()).toBe(owner.username);
  await visitor.context.setOffline(false);
  await lost().waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await dashboard();
});

describe('a deploy under an open page', () => {
  const versionFile = () => join(web, 'version.json');

  it('offers to reload, quietly', async () => {
    await page.goto('/Dashboard/index');
    await dashboard();
    const before = readFileSync(versionFile());
    writeFileSync(versionFile(), '{"entry":"/assets/index-newer.js"}');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.getByText('A new version is available').waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByText('A new version is available').waitFor({ state: 'detached' });
    writeFileSync(versionFile(), before);
  });

  it('leads from code that is gone to a reload, not to a blank page', async () => {
    await page.goto('/Dashboard/index');
    await dashboard();
    const before = readFileSync(versionFile());
    writeFileSync(versionFile(), '{"entry":"/assets/index-newer.js"}');
    const assets = join(web, 'assets');
    const gone = readdirSync(assets).filter((name) => name.startsWith('quotes-with-prices'));
    expect(gone).not.toEqual([]); // or nothing would be gone
    for (const name of gone) renameSync(join(assets, name), join(web, name));
    await page.getByRole('link', { name: 'Quotes', exact: true }).click();
    await page.getByText('Reload to open this page in the new version.').waitFor();
    for (const name of gone) renameSync(join(web, name), join(assets, name));
    writeFileSync(versionFile(), before);
    await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Quotes' }).waitFor();
  });
});

describe('a browser in disorder', () => {
  it('survives foreign text in local storage, session storage and cookies', async () => {
    await page.goto('/login');
    await page.evaluate(() => {
      const keys = ['language', 'settings', 'partners', 'fore_permission', 'user_info', 'config', 'bind_submit_time'];
      for (const key of keys) localStorage.setItem(key, '{{nonsense');
      for (const key of ['client', 'tabs']) sessionStorage.setItem(key, ']]');
      for (const name of ['sidebarStatus', 'size']) document.cookie = `${name}=%E0%A4%A; path=/`;
    });
    await page.goto('/Dashboard/index');
    await dashboard();
    await page.evaluate(() => {
      localStorage.clear();
      document.cookie = 'Admin-Token=%E0%A4%A; path=/';
    });
    await page.goto('/order/index');
    await page.waitForURL('**/login?redirect=%2Forder%2Findex'); // a token that cannot be read is none
  });

  it('works without any storage', async () => {
    await page.addInitScript(() => {
      const closed = {
        get: () => {
          throw new DOMException('closed', 'SecurityError');
        },
      };
      Object.defineProperty(window, 'localStorage', closed);
      Object.defineProperty(window, 'sessionStorage', closed);
      Object.defineProperty(window, 'BroadcastChannel', closed);
    });
    await page.goto('/Dashboard/index');
    await dashboard();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
  });

  it('works without cookies for as long as the page is open', async () => {
    await visitor.context.clearCookies();
    await page.addInitScript(() => {
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    });
    await page.goto('/login');
    await page.getByLabel('Email or username').fill(owner.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await dashboard();
  });

  it.each(['/order/%E0%A4%A', '/%', '/login?redirect=%E0%A4%A', '/order/index?q=%E0%A4%A'])(
    'reads %s without breaking',
    async (path) => {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      expect(new URL(page.url()).origin).toBe(stage.url);
    },
  );
});
