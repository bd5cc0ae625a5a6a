import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenCookie } from '#contract/constants.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let page: Page;
const place = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
beforeAll(async () => {
  stage = await openStage();
  visitor = await openBrowser(stage.url);
  page = visitor.page;
});
afterAll(async () => {
  expect(visitor.problems).toEqual([]); // oxlint-disable-line vitest/no-standalone-expect -- every story ends without a problem
  await visitor.close();
  await stage.close();
});

/** Makes this browser the person's, or nobody's. */
async function be(person?: Person): Promise<void> {
  await page.goto('about:blank');
  await visitor.context.clearCookies();
  if (person) await visitor.context.addCookies([{ name: tokenCookie, value: person.token, url: stage.url }]);
}

async function post<T>(path: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(stage.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { data: T }).data;
}
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

/** A shop of the sandbox; of the person, when one is named. */
async function givenShop(name: string, person?: Person): Promise<string> {
  const shop = `${name}.myshopify.com`;
  await stage.sandbox.shops.createDemoShop(shop);
  if (!person) return shop;
  const asked = await fetch(`${stage.url}/api/stores/authorize_url?domain=${shop}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const { data } = (await asked.json()) as { data: { authorize_url: string } };
  const query = queryOf(await stage.sandbox.shops.consent(data.authorize_url));
  await post('/api/stores/authorize', query, person.token);
  return shop;
}

/** A click on the app in the shop's admin. */
async function openApp(shop: string): Promise<void> {
  await page.goto(`${stage.sandbox.shopUrl}/${shop}/`);
  await page.getByRole('link', { name: /(Open|Install) the app/ }).click();
}
/** The shop's log-in to its admin, as the sandbox asks for it. */
async function beStaff(email: string): Promise<void> {
  await page.getByLabel('E-mail of the staff member').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}
const storesOf = (person: Person) =>
  sqlRows<{ external_domain: string }>(
    place(),
    `SELECT external_domain FROM stores WHERE account_id = '${person.account_id}'`,
  );

describe('installing from the shop', () => {
  it('a stranger signs up, links the store by a click and sees it connected', {
    tags: ['S2-04', 'S2-06', 'S2-11', 'S7-09'],
  }, async () => {
    await be();
    await givenShop('walk-in');
    await page.goto(`${stage.sandbox.shopUrl}/`);
    await page.getByRole('link', { name: 'Install the app in Walk In' }).click();
    await page.waitForURL(/\/login\?redirect=%2Flink_to_store$/);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Company or store name').fill('Walk In Ltd');
    await page.getByLabel('Email').fill('walker@shop.example');
    await page.getByLabel('Username').fill('walker');
    await page.getByRole('textbox', { name: 'Password' }).fill('a long enough secret');
    await page.getByRole('button', { name: 'Create account' }).click();
    const mail = await stage.sandbox.mail.waitFor({ to: 'walker@shop.example', subject: 'Confirm' });
    await page.goto(mail.links[0] ?? '');
    await page.getByRole('heading', { name: 'Connect walk-in.myshopify.com?' }).waitFor();
    await page.getByRole('button', { name: 'Connect to Walk In Ltd' }).click();
    await page.getByRole('button', { name: 'Install app' }).click();
    await page.getByRole('heading', { name: /is connected/ }).waitFor();
    await page.getByText('6 products and 8 orders imported.').waitFor();
    await page.getByRole('link', { name: 'Go to Store' }).click();
    await page.getByRole('row', { name: /walk-in\.myshopify\.com/ }).waitFor();
  });

  it('whoever belongs to two accounts chooses, and works in the chosen one afterwards', {
    tags: ['S2-11'],
  }, async () => {
    const [person, other] = [await merchant(place()), await merchant(place())];
    await sqlRows(
      place(),
      `INSERT INTO memberships (account_id, user_id, role, created_at)
       VALUES ('${other.account_id}', '${person.user_id}', 'manager', now()) RETURNING 1`,
    );
    await be(person);
    await openApp(await givenShop('two-ways'));
    await page.getByRole('radio', { name: `Shop of ${other.username}` }).check();
    await page.getByRole('button', { name: `Connect to Shop of ${other.username}` }).click();
    await page.getByRole('button', { name: 'Install app' }).click();
    await page.getByRole('heading', { name: /is connected/ }).waitFor();
    expect(await storesOf(other)).toMatchObject([{ external_domain: 'two-ways.myshopify.com' }]);
    expect(await storesOf(person)).toEqual([]);
  });

  it('nothing is linked by looking, nor after Not now', async () => {
    const person = await merchant(place());
    const name = 'Northern Lights Homeware and Garden Furniture Trading Company Limited';
    await sqlRows(place(), `UPDATE accounts SET name = '${name}' WHERE id = '${person.account_id}' RETURNING 1`);
    await be(person);
    await openApp(await givenShop('not-now'));
    await page.getByRole('heading', { name: 'Connect not-now.myshopify.com?' }).waitFor();
    await page.setViewportSize(phone); // a long name makes nothing scroll sideways
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await page.setViewportSize(desktop);
    await page.getByRole('link', { name: 'Not now' }).click();
    await page.getByText('Connect your first store').waitFor();
    expect(await storesOf(person)).toEqual([]);
    await page.goto('/link_to_store');
    await page.getByRole('heading', { name: 'No store to connect' }).waitFor();
  });

  it('a store of another account, and a role that may not link, end in a sentence', async () => {
    const owner = await merchant(place());
    const taken = await givenShop('taken', owner);
    await be(await merchant(place()));
    await openApp(taken);
    await page.getByText('This store belongs to another account.', { exact: false }).waitFor();
    await be(await merchant(place(), { account_id: owner.account_id, role: 'viewer' }));
    await openApp(await givenShop('no-right'));
    await page.getByText('You don’t have permission to add stores.', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: /Connect/ }).count()).toBe(0);
  });
});

describe('opening the app of a connected store', () => {
  it('logs in whom the shop names, through the token page, and leaves no code behind', {
    tags: ['S7-05', 'S2-10'],
  }, async () => {
    const owner = await merchant(place());
    const shop = await givenShop('open-door', owner);
    await be();
    await openApp(shop);
    const seen: string[] = [];
    page.on('framenavigated', (frame) => seen.push(frame.url()));
    await beStaff(owner.email);
    await page.getByText('Get started').waitFor();
    await page.getByRole('button', { name: owner.username }).waitFor();
    expect(seen.some((url) => url.includes('/mystores/GetToken'))).toBe(true);
    expect(
      seen.filter((url) => new URL(url).searchParams.has('code')).every((url) => url.includes('/shopify/auth')),
    ).toBe(true);
    expect(page.url()).not.toContain('code=');
    expect(await page.evaluate(() => sessionStorage.getItem('shop_login'))).toBeNull();
    await page.goto(stage.sandbox.mailUrl);
    await page.getByText('New login from open-door.myshopify.com', { exact: false }).first().waitFor();
  });

  it('names what to do when nobody fits, and leads to the log-in by password', async () => {
    const shop = await givenShop('closed-door', await merchant(place()));
    await be();
    await openApp(shop);
    await beStaff('packer@shop.example');
    await page.getByRole('heading', { name: 'We couldn’t log you in' }).waitFor();
    await page.getByText('ask the owner of the account for access', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Log in with password' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });

  it('a way back from another browser, a second use and a made-up code let nobody in', async () => {
    const owner = await merchant(place());
    const shop = await givenShop('other-door', owner);
    await be();
    const query = queryOf(await stage.sandbox.shops.openApp(shop));
    const begun = await post<{ authorize_url: string }>('/api/shopify/login', { query });
    await page.goto(
      await stage.sandbox.shops.consent(begun.authorize_url, { email: owner.email, email_verified: true }),
    );
    await page.getByRole('heading', { name: 'Finish connecting other-door.myshopify.com' }).waitFor();
    expect(await visitor.context.cookies()).toEqual([]);
    await page.goto('/mystores/GetToken#code=made-up');
    await page.getByRole('heading', { name: 'We couldn’t log you in' }).waitFor();
    await page.getByText('was started in another browser', { exact: false }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(await visitor.context.cookies()).toEqual([]);
  });

  it('the token page is one under both spellings in any case, and says what it is for', {
    tags: ['S2-10'],
  }, async () => {
    await be();
    for (const path of ['/mystores/gettoken', '/MYSTORES/GETTOKEN/', '/mysotres/gettoken', '/Mysotres/GetToken']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Open the app from Shopify' }).waitFor();
    }
  });

  it('leads its owner home, and to the shop when it must be authorized again', { tags: ['S2-05'] }, async () => {
    const owner = await merchant(place());
    const shop = await givenShop('again', owner);
    await be(owner);
    await openApp(shop);
    await page.getByRole('row', { name: /again\.myshopify\.com/ }).waitFor();
    const lose = () =>
      sqlRows(
        place(),
        `UPDATE stores SET status = 'needs_reauth', status_reason = 'Authorize it again.' WHERE external_domain = '${shop}' RETURNING 1`,
      );
    await lose();
    await openApp(shop);
    await page.getByRole('heading', { name: /is connected/ }).waitFor();
    await lose();
    await page.goto(`/shopify/reconnect?shop=${shop}`);
    await page.getByRole('heading', { name: 'Re-authorize a store' }).waitFor();
    await page.getByRole('button', { name: 'Continue to Shopify' }).click(); // unsigned: only a click goes on
    await page.getByRole('heading', { name: /is connected/ }).waitFor();
  });

  it('a forged or old request opens nothing and says so; a dead session is asked like a stranger', {
    tags: ['S2-04'],
  }, async () => {
    const owner = await merchant(place());
    const shop = await givenShop('forged', owner);
    await be();
    const url = new URL(await stage.sandbox.shops.openApp(shop));
    url.searchParams.set('shop', 'other.myshopify.com');
    await page.goto(url.href);
    await page.getByRole('heading', { name: 'We couldn’t open the app' }).waitFor();
    await page.getByText('wasn’t signed by Shopify', { exact: false }).waitFor();
    await be({ ...owner, token: 'x'.repeat(43) });
    await openApp(shop);
    await beStaff(owner.email);
    await page.getByText('Get started').waitFor();
  });
});
