import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptySiteConfig, type SiteConfig } from '#contract/branding.ts';
import { tokenCookie } from '#contract/constants.ts';
import { defaultSettings } from '#contract/settings-rules.ts';
import { merchant, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';

type Session = { token: string };

let stage: Stage;
let visitor: Visitor;
let page: Page;
let admin: Session & { username: string };
let owner: Session;
let files: Server;
let elsewhere = '';
/** What the other server answers; an address without an answer hangs. */
const answers: Record<string, { status?: number; type: string; body: string }> = {
  '/brand.css': { type: 'text/css', body: 'body { --brand-css: here }' },
  '/brand.js': { type: 'text/javascript', body: 'document.documentElement.dataset.brandJs = location.hostname' },
  '/missing': { status: 404, type: 'text/plain', body: '' },
  '/logo.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"/>' },
  '/de.json': { type: 'application/json', body: JSON.stringify({ menu: { orders: 'Bestellungen' } }) },
};

beforeAll(async () => {
  files = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? '', 'http://x').pathname];
    if (answer) response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.body);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  stage = await openStage();
  const place = { ground: stage.ground, clock: stage.ground.clock };
  [admin, owner] = [await staff(place, 'admin'), await merchant(place)];
  visitor = await openBrowser(stage.url);
  page = visitor.page;
});
afterAll(async () => {
  files.closeAllConnections();
  await new Promise((resolve) => files.close(resolve));
  await visitor.close();
  await stage.close();
});
beforeEach(() => visitor.context.clearCookies());

async function call(method: string, path: string, body?: unknown): Promise<{ id: string; version: number }> {
  const answer = await fetch(stage.url + path, {
    method,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data, message } = (await answer.json()) as { data: { id: string; version: number }; message?: string };
  if (!answer.ok) throw new Error(message);
  return data;
}

let counter = 0;
/** A domain of its own with this branding; answers its address. */
async function branded(config: Partial<SiteConfig>, brand_name = 'Acme'): Promise<string> {
  counter += 1;
  const domain = `acme${counter}.localhost`;
  const site = await call('POST', '/api/staff/sites', { domain, brand_name });
  const body = { version: site.version, domain, brand_name, config: { ...emptySiteConfig, ...config } };
  await call('PUT', `/api/staff/sites/${site.id}`, body);
  return `http://${domain}:${new URL(stage.url).port}`;
}

async function logIn(site: string, { token }: Session = owner): Promise<void> {
  await visitor.context.addCookies([{ name: tokenCookie, value: token, url: site }]);
}

/** Changes the copy of the configuration kept in this browser, as an old app or a person may. */
const changeCopy = (change: Partial<SiteConfig>) =>
  page.evaluate((fields) => {
    const kept = JSON.parse(localStorage.getItem('config') ?? '{}') as object;
    localStorage.setItem('config', JSON.stringify({ ...kept, ...fields }));
  }, change);

const opened = (name = 'Dashboard') => page.getByRole('tab', { name }).waitFor();
const link = (name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });

describe('the look of a domain', () => {
  it('title, icon, description, meta url, styles and scripts come with the page of their domain', {
    tags: ['A14', 'S1-04'],
  }, async () => {
    const site = await branded({
      site_title: 'Acme portal',
      site_desc: 'Parcels & more',
      meta_url: 'https://acme.example/',
      meta_icon: `${elsewhere}/logo.svg`,
      custom_css_urls: [`${elsewhere}/brand.css`],
      custom_css_json: { body: { '--brand-rule': 'there' } },
      custom_js_urls: [`${elsewhere}/brand.js?v=1`],
      custom_js_content: 'document.documentElement.dataset.brandInline = "1"',
    });
    await page.goto(`${site}/login`);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await expect.poll(() => page.title()).toBe('Log in - Acme portal');
    const seen = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return {
        css: [style.getPropertyValue('--brand-css'), style.getPropertyValue('--brand-rule')],
        icon: document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href,
        desc: document.querySelector<HTMLMetaElement>('meta[name=description]')?.content,
        url: document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content,
        script: document.documentElement.dataset.brandJs,
        inline: document.documentElement.dataset.brandInline,
      };
    });
    expect(seen).toMatchObject({
      css: ['here', 'there'],
      icon: `${elsewhere}/logo.svg`,
      desc: 'Parcels & more',
      url: 'https://acme.example/',
    });
    expect(seen).toMatchObject({ script: new URL(site).hostname, inline: '1' });
    await page.goto(`${stage.url}/login`);
    await expect.poll(() => page.title()).toBe('Log in - Tradewind');
    expect(
      await page.evaluate(
        () => document.documentElement.dataset.brandJs ?? document.documentElement.dataset.brandInline,
      ),
    ).toBe(undefined);
  });

  it('the configuration is stored locally with its fields', { tags: ['S3-02', 'S3-10'] }, async () => {
    await page.goto(`${await branded({ site_title: 'Kept', display_referral: true })}/login`);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    const kept = await page.evaluate(
      () => JSON.parse(localStorage.getItem('config') ?? '{}') as Record<string, unknown>,
    );
    expect(kept).toMatchObject({ ...emptySiteConfig, site_title: 'Kept', display_referral: true, brand_name: 'Acme' });
  });

  it('HTML in the title is text', async () => {
    const title = '</title><img src=x onerror=a()>';
    await page.goto(`${await branded({ site_title: title })}/login`);
    await expect.poll(() => page.title()).toBe(`Log in - ${title}`);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });
});

describe('the policy of a domain', () => {
  it('keeps out a script, a style and a connection that the branding does not name', async () => {
    const site = await branded({ custom_js_urls: [`${elsewhere}/brand.js`] });
    await page.goto(`${site}/login`);
    const blocked = page.evaluate(
      (address) =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = [];
          document.addEventListener('securitypolicyviolation', (event) => {
            seen.push(event.effectiveDirective);
            if (seen.length === 4) resolve(seen.sort());
          });
          const script = Object.assign(document.createElement('script'), { src: `${address}/other.js` });
          const inline = Object.assign(document.createElement('script'), { text: 'window.broken = 1' });
          const style = Object.assign(document.createElement('link'), {
            rel: 'stylesheet',
            href: `${address}/brand.css`,
          });
          document.head.append(script, inline, style);
          fetch(`${address}/de.json`).catch(() => undefined);
        }),
      elsewhere,
    );
    expect(await blocked).toEqual(['connect-src', 'script-src-elem', 'script-src-elem', 'style-src-elem']);
    visitor.problems.length = 0; // the browser reports each
  });
});

describe('what may go wrong', () => {
  it.each([
    ['answers 404', () => `${elsewhere}/missing`],
    ['hangs', () => `${elsewhere}/hangs`],
    ['is nobody’s', () => 'http://127.0.0.1:9/gone'],
  ])('scripts and styles whose server %s leave the app as it is', async (_what, address) => {
    const site = await branded({
      custom_css_urls: [`${address()}?a.css`, address()],
      custom_js_urls: [`${address()}?a.js`, address()],
    });
    await page.goto(`${site}/login`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    visitor.problems.length = 0; // the browser reports addresses that it cannot load
  });

  it('an inline script that throws leaves the app as it is', async () => {
    await page.goto(`${await branded({ custom_js_content: 'throw new Error("theirs")' })}/login`);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(visitor.problems.splice(0).join()).toContain('theirs');
  });

  it.each(['{', '"text"', 'null', '[]', '{"revision":"x"}'])(
    'a local configuration of %s is replaced',
    async (text) => {
      const site = await branded({ site_title: 'Whole' });
      await page.goto(`${site}/login`);
      await page.evaluate((bad) => localStorage.setItem('config', bad), text);
      await page.reload();
      await expect.poll(() => page.title()).toBe('Log in - Whole');
      expect(await page.evaluate(() => localStorage.getItem('config'))).toContain('Whole');
    },
  );
});

describe('texts', () => {
  it('custom texts rename menu, tab, breadcrumb and document title, from the provider and locally', {
    tags: ['T09', 'S17', 'S2-44'],
  }, async () => {
    const site = await branded({ site_title: 'Acme', custom_lang_json: { en: { menu: { orders: 'Deals' } } } });
    await logIn(site);
    await page.goto(`${site}/order/index`);
    await opened('Deals');
    await link('Deals').waitFor();
    await page.getByRole('navigation', { name: 'You are here' }).getByText('Deals').waitFor();
    await expect.poll(() => page.title()).toBe('Deals - Acme');
    await changeCopy({ custom_lang_json: { en: { 'menu.orders': 'Bargains' } } });
    await page.reload();
    await opened('Bargains');
    await link('Bargains').waitFor();
  });

  it('a custom language is in the menu, stands on English and falls back to it', async () => {
    const site = await branded({
      custom_lang_urls: [
        { language: 'de', name: 'Deutsch', url: `${elsewhere}/de.json` },
        { language: 'fr', name: 'Français', url: `${elsewhere}/missing` },
      ],
    });
    await logIn(site);
    await page.goto(`${site}/order/index`);
    await opened('Orders');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await opened('Bestellungen');
    await link('Quotes').waitFor();
    await page.reload();
    await opened('Bestellungen');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Français' }).click();
    await opened('Orders');
  });
});

it('the affiliate page is in the menu only where the configuration says so, and opens by its address', {
  tags: ['S19', 'S2-32'],
}, async () => {
  const [plain, referring] = [await branded({}), await branded({ display_referral: true })];
  await logIn(plain);
  await page.goto(`${plain}/affiliate/affiliate`);
  await opened('Affiliate');
  expect(await link('Affiliate').count()).toBe(0);
  await changeCopy({ display_referral: true });
  await page.reload();
  await link('Affiliate').waitFor();
  await logIn(referring);
  await page.goto(`${referring}/order/index`);
  await link('Affiliate').waitFor();
});

describe('the logo', () => {
  beforeAll(async () => {
    const answer = await fetch(`${stage.url}/api/profile/settings`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...defaultSettings, sidebarLogo: true, locale: 'en' }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  });

  it('is 50 px high, leads to the root, and is the picture alone when collapsed', {
    tags: ['S22', 'S2-46'],
  }, async () => {
    const site = await branded({ site_title: 'Acme portal', sidebar_logo: `${elsewhere}/logo.svg` });
    await logIn(site);
    await page.goto(`${site}/order/index`);
    await opened('Orders');
    const logo = page.getByRole('link', { name: 'Acme portal' });
    await logo.getByText('Acme portal').waitFor();
    expect((await logo.boundingBox())?.height).toBe(50);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await logo.getByText('Acme portal').waitFor({ state: 'detached' });
    expect(await logo.locator('img').count()).toBe(1);
    await logo.click();
    await page.waitForURL('**/Dashboard/index');
    await page.getByRole('button', { name: 'Open menu' }).click();
  });

  it('is the title where there is no picture, or none that can be shown', { tags: ['S22'] }, async () => {
    const site = await branded({ sidebar_logo: `${elsewhere}/missing` }, 'Plain Goods');
    await logIn(site);
    await page.goto(`${site}/order/index`);
    await opened('Orders');
    await page.getByRole('button', { name: 'Close menu' }).click();
    await page.getByRole('link', { name: 'Plain Goods' }).getByText('Plain Goods').waitFor();
  });
});

describe('the staff page', () => {
  const preview = () => page.frameLocator('iframe[title="Preview of the portal with this branding"]');

  it('adds a domain, shows what is typed before it is saved, and says who changed what', async () => {
    await logIn(stage.url, admin);
    await page.goto('/staff/branding');
    await page.getByRole('button', { name: 'Add domain' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Domain').fill('https://desk.localhost');
    await dialog.getByLabel('Brand name').fill('Desk & Co');
    await dialog.getByRole('button', { name: 'Add domain' }).click();
    await dialog.getByText(/This isn’t a domain/).waitFor();
    await dialog.getByLabel('Domain').fill('desk.localhost');
    await dialog.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('heading', { name: 'desk.localhost' }).waitFor();
    await page.getByLabel('Site title').fill('<b>Desk</b> portal');
    await preview().getByText('Dashboard - <b>Desk</b> portal').waitFor();
    await page.getByLabel('Custom styles').fill('{"body": {"--typed": "yes"}}');
    await page.getByLabel('Custom texts').fill('{"en": {"menu": {"orders": "Deals"}}}');
    await preview().getByRole('heading', { name: 'Deals' }).waitFor();
    await expect
      .poll(() =>
        preview()
          .locator('body')
          .evaluate((body) => getComputedStyle(body).getPropertyValue('--typed')),
      )
      .toBe('yes');
    await page.getByLabel('Inline script').fill('document.documentElement.dataset.ran = "1"');
    await page.getByRole('button', { name: 'Save branding' }).click();
    await page.getByText('Branding saved. It appears on pages opened from now on.').first().waitFor();
    await page.getByText('Site title, Custom styles, Custom texts, Inline script').waitFor();
    await page.getByText(`${admin.username} ·`).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.ran)).toBe(undefined);
    await page.goto(`http://desk.localhost:${new URL(stage.url).port}/login`);
    await expect.poll(() => page.title()).toBe('Log in - <b>Desk</b> portal');
    expect(await page.evaluate(() => document.documentElement.dataset.ran)).toBe('1');
  });

  it('says under the field what cannot be saved', async () => {
    await logIn(stage.url, admin);
    await page.goto('/staff/branding');
    await page.getByRole('button', { name: 'Add domain' }).first().click();
    await page.getByRole('dialog').getByLabel('Domain').fill('faults.localhost');
    await page.getByRole('dialog').getByLabel('Brand name').fill('Faults');
    await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('heading', { name: 'faults.localhost' }).waitFor();
    await page.getByLabel('Custom styles').fill('{"a": {"color": "red</style>"}}');
    await page.getByRole('button', { name: 'Save branding' }).click();
    await page.getByText('The value of color for “a” can’t be used.').waitFor();
    await page.getByLabel('Custom styles').fill('');
    await page.getByRole('group', { name: 'External scripts' }).getByRole('button', { name: 'Add URL' }).click();
    await page.getByRole('textbox', { name: 'URL 1' }).fill('http://plain.example/a.js');
    await page.getByRole('button', { name: 'Save branding' }).click();
    await page
      .getByText('This isn’t the https address of one file. Enter one that doesn’t end with a slash.')
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Save branding' }).isDisabled()).toBe(true);
  });
});

it('nothing unexpected was in the console', () => {
  expect(visitor.problems).toEqual([]);
});
