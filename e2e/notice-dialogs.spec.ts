import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#contract/spec-texts.ts';
import { inAccount, systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callApi, enterAs, hasAsked, holdBack } from './greeting.ts';
import { proveRefusals } from './refusals.ts';

// What a merchant is told at the beginning of a visit: stores to authorize again, else a notice (spec §2, §4, §5).

let stage: Stage;
let visitor: Visitor;
beforeAll(async () => {
  stage = await openStage();
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  expect(visitor.problems).toEqual([]); // oxlint-disable-line vitest/no-standalone-expect -- every story ends without a problem
  await visitor.close();
  await stage.close();
});

const ground = () => ({ ground: stage.ground, clock: stage.ground.clock });
const newcomer = () => merchant(ground(), { reachable: false });
const dialog = () => visitor.page.getByRole('dialog');
const bind = () => visitor.page.getByRole('dialog', { name: 'How can we reach you?' });
const heading = (name: string) => visitor.page.getByRole('heading', { level: 1, name });
const asked = (part: string) => hasAsked(visitor.page, part);
const api = (person: Person, method: string, path: string, body?: unknown) =>
  callApi(stage, person, method, path, body);

async function enter(person: Person, path = '/'): Promise<Page> {
  await enterAs(visitor, stage, person, { path });
  return visitor.page;
}

describe('the re-authorize dialog', () => {
  const again = () => visitor.page.getByRole('dialog', { name: 'Stores to re-authorize' });
  const asking = () => visitor.page.getByRole('dialog', { name: 'Re-authorize' });

  /** Connects a shop, which then refuses the portal's token. */
  async function losing(person: Person, name: string): Promise<string> {
    const shop = `${name}.myshopify.com`;
    const { authorize_url } = await api(person, 'GET', `/api/stores/authorize_url?domain=${shop}`);
    const back = new URL(await stage.sandbox.shops.consent(authorize_url ?? ''));
    const { id } = await api(person, 'POST', '/api/stores/authorize', Object.fromEntries(back.searchParams));
    await stage.sandbox.shops.setFault(shop, { kind: 'unauthorized', mode: 'always' });
    await api(person, 'POST', `/api/stores/${id}/sync`, {});
    const troubled = { trouble: { reason: expect.any(String) } };
    await expect.poll(() => api(person, 'GET', `/api/stores/${id}`), { timeout: 60_000 }).toMatchObject(troubled);
    await proveRefusals(stage);
    expect(await api(person, 'GET', '/api/stores/re_authorize_stores')).toContain(shop);
    await stage.sandbox.shops.clearFaults(shop);
    return shop;
  }

  it('lists the stores and walks one through to connected', {
    tags: ['S2-64', 'S2-65', 'S2-66', 'S9-12', 'S4-12', 'S5-07', 'S5-08'],
  }, async () => {
    const owner = await merchant(ground());
    const [lamps, mugs] = [await losing(owner, 'lamps-again'), await losing(owner, 'mugs-again')];
    const page = await enter(owner);
    await again().getByText('must be re-authorized before 1 April 2023, or Shopify orders').waitFor();
    await again().getByRole('row').filter({ hasText: lamps }).getByRole('button', { name: 'Re-authorize' }).click();
    await asking().getByLabel('Domain name').fill('');
    const go = asking().getByRole('button', { name: 'Re-authorize' });
    await go.click();
    await asking().getByText(messages.domainEmpty).waitFor();
    await asking().getByLabel('Domain name').fill(`https://${lamps}`);
    await go.click();
    await asking().getByText(messages.domainHttp).waitFor();
    await asking().getByLabel('Domain name').fill(lamps);
    const opening = visitor.context.waitForEvent('page');
    const release = await holdBack(page, 'today-panel'); // which the page behind shows once it has a store
    const loading = page.waitForRequest(/\/assets\/today-panel-/);
    await go.click();
    await page.getByText(messages.reauthorizeOpened).waitFor();
    const shop = await opening;
    await shop.getByRole('heading', { name: /is connected/ }).waitFor(); // the shop knows the app and asks nothing
    expect(await shop.evaluate(() => window.opener === null)).toBe(true);
    await shop.close();
    await asking().getByText(`${lamps} is connected.`).waitFor(); // said by itself, instead of the sentence
    await asking().getByText('1 more store to re-authorize.').waitFor();
    expect(await page.getByText(messages.reauthorizeOpened).count()).toBe(0);
    await loading;
    release();
    await page.getByRole('heading', { name: 'Next cut-off', includeHidden: true }).waitFor({ state: 'attached' });
    await asking().getByText(`${lamps} is connected.`).waitFor(); // did not begin again while that was awaited
    await page.getByRole('button', { name: 'Got it' }).click();
    await again().getByText(mugs).waitFor();
    await again().getByText(lamps).waitFor({ state: 'hidden' });
    await again().getByRole('button', { name: 'Close' }).last().click();
    await dialog().waitFor({ state: 'hidden' });
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: /^Store/ })
      .click(); // with a badge
    await page
      .getByRole('row', { name: /lamps-again/ })
      .getByText('Connected')
      .waitFor();
    await page
      .getByRole('row', { name: /mugs-again/ })
      .getByText('Needs re-authorization')
      .waitFor();
    expect(await dialog().count()).toBe(0); // said once per visit
  });

  it('shows a link when the browser does not open the page, and ends when no store is left', async () => {
    const owner = await merchant(ground());
    const shop = await losing(owner, 'blocked-again');
    const page = await enter(owner);
    await page.evaluate(() => Object.defineProperty(window, 'open', { value: () => null }));
    await again()
      .getByRole('button', { name: `Re-authorize ${shop}` })
      .click();
    await page.keyboard.press('Escape'); // thinks again: back to the list
    await again()
      .getByRole('button', { name: `Re-authorize ${shop}` })
      .click();
    await asking().getByRole('button', { name: 'Re-authorize' }).click();
    const link = page.getByRole('link', { name: 'Open Shopify' });
    const opening = visitor.context.waitForEvent('page');
    await link.click();
    const tab = await opening;
    await tab.getByRole('heading', { name: /is connected/ }).waitFor();
    await tab.close();
    await asking().getByText(`${shop} is connected.`).waitFor();
    expect(await link.count()).toBe(0);
    await page.getByRole('button', { name: 'Got it' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('comes after the bind prompt, never with it, and shows a store’s name as it is written', async () => {
    const owner = await newcomer();
    const domain = '<img src=x onerror=alert(1)>.myshopify.com';
    await inAccount(stage, owner.account_id, ({ db }) =>
      db
        .insertInto('stores')
        .values({
          account_id: owner.account_id,
          id: uuid(),
          platform: 'shopify',
          external_domain: domain,
          name: '<b>Shop</b>',
          status: 'needs_reauth',
          created_at: stage.ground.clock.now(),
        })
        .execute(),
    );
    const page = await enter(owner);
    await bind().waitFor();
    expect(await dialog().count()).toBe(1);
    expect(await asked('re_authorize_stores')).toBe(false);
    await page.keyboard.press('Escape');
    await again().getByRole('cell', { name: domain, exact: true }).waitFor();
    expect(await dialog().count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('is not shown to who cannot authorize stores', async () => {
    const owner = await merchant(ground());
    await losing(owner, 'viewed-again');
    const viewer = await merchant(ground(), { account_id: owner.account_id, role: 'viewer' });
    await enter(viewer, '/order/index');
    await heading('Orders').waitFor();
    expect(await dialog().count()).toBe(0);
  });
});

describe('the notice', () => {
  const notice = () => visitor.page.getByRole('dialog', { name: 'Holiday hours' });

  /** A notice that was written past every check: straight into its row, for one account. */
  async function publish(person: Person, change: Record<string, unknown> = {}): Promise<string> {
    const author = await staff(ground(), 'admin');
    const now = stage.ground.clock.now();
    const id = uuid();
    await systemEntry(stage).run('all_accounts', async ({ db }) => {
      await db
        .insertInto('notices')
        .values({
          id,
          kind: 'popup',
          severity: 'info',
          title: 'Holiday hours',
          tags: ['Holidays', '春节'],
          content: '<p>See <a href="https://news.example/tradewind">the plan</a> of <b>Tradewind</b>.</p>',
          audience: 'accounts',
          starts_at: new Date(now.getTime() - 60_000),
          created_by: author.user_id,
          created_at: now,
          ...change,
        })
        .execute();
      await db.insertInto('notice_accounts').values({ notice_id: id, account_id: person.account_id }).execute();
    });
    return id;
  }

  it('shows title, tags and content with the domain for the brand; OK marks it read', {
    tags: ['S2-62', 'S2-63', 'S3-04', 'S4-13'],
  }, async () => {
    const person = await merchant(ground());
    const id = await publish(person);
    const page = await enter(person);
    await notice().getByText('See the plan of localhost.').waitFor();
    expect(await notice().getByRole('list', { name: 'Topics' }).getByRole('listitem').allTextContents()).toEqual([
      'Holidays',
      '春节',
    ]);
    const link = notice().getByRole('link', { name: 'the plan' });
    expect(await link.getAttribute('href')).toBe('https://news.example/tradewind'); // words only, never addresses
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await notice().getByRole('button', { name: 'OK' }).click();
    await notice().waitFor({ state: 'hidden' });
    expect(await api(person, 'GET', `/api/notifications/${id}`)).toMatchObject({ is_read: true });
    await page.reload();
    await expect.poll(() => asked('notifications/global')).toBe(true);
    await heading('Dashboard').waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it('comes after the bind prompt, stays unread when it is only closed, and ends at its end', {
    tags: ['S4-12', 'S4-13'],
  }, async () => {
    const person = await newcomer();
    const id = await publish(person);
    await publish(person, { title: 'Long past', starts_at: new Date(0), ended_at: new Date(1) });
    const page = await enter(person);
    await bind().getByLabel('Agent or market note').fill('Lin');
    expect(await dialog().count()).toBe(1);
    await bind().getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog', { name: 'Thanks' }).getByRole('button', { name: 'Close' }).last().click();
    await notice().waitFor();
    expect(await dialog().count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(await api(person, 'GET', `/api/notifications/${id}`)).toMatchObject({ is_read: false });
    await page.reload();
    await notice().waitFor();
  });

  it('runs no script, loads nothing and acts on nothing, whatever was stored', async () => {
    const person = await merchant(ground());
    const foreign = 'https://evil.example';
    await publish(person, {
      content: `<h2>Hours</h2><script>window.stolen = 1</script><img src="x" onerror="window.stolen = 2">
        <a href="javascript:window.stolen=3" onclick="window.stolen = 4">click</a><svg onload="window.stolen = 5"></svg>
        <iframe src="${foreign}"></iframe><form action="${foreign}"><input name="password"></form>
        <p style="position:fixed;inset:0" id="root" class="x">Open <em>daily</em></p><style>body{display:none}</style>`,
    });
    const page = await enter(person);
    await notice().getByText('Open daily').waitFor();
    await notice().getByText('click').click();
    const inside = await notice().evaluate((node) => ({
      tags: [...node.querySelectorAll('script, img, svg[onload], iframe, form, input, style')].length,
      attributes: [...node.querySelectorAll('[onclick], [onerror], a[href], p[style], p[id], p[class]')].length,
    }));
    expect(inside).toEqual({ tags: 0, attributes: 0 });
    expect(await page.evaluate(() => 'stolen' in window)).toBe(false);
    expect(await asked('evil.example')).toBe(false);
    // While the sanitiser reads the text, the browser says for each handler in it that the policy forbids it.
    const refusals = visitor.problems.splice(0);
    expect(refusals.filter((problem) => !problem.includes('Executing inline event handler violates'))).toEqual([]);
  });

  it('goes when it is withdrawn, and when it is read in another place', async () => {
    const person = await merchant(ground());
    const [first, second] = [await publish(person, { title: 'Second' }), await publish(person)];
    await enter(person);
    await notice()
      .or(dialog().filter({ hasText: 'Second' }))
      .waitFor();
    const withdraw = (id: string) => api(admin, 'DELETE', `/api/notifications/${id}`);
    const admin = { ...person, ...(await staff(ground(), 'admin')) };
    const [shown, other] = (await notice().isVisible()) ? [second, first] : [first, second];
    await withdraw(shown);
    await dialog()
      .filter({ hasText: shown === second ? 'Second' : 'Holiday hours' })
      .waitFor(); // the next in its place
    await api(person, 'PUT', `/api/notifications/${other}`);
    await dialog().waitFor({ state: 'hidden' });
  });

  it('stays open while it cannot be marked read', async () => {
    const person = await merchant(ground());
    await publish(person);
    const page = await enter(person);
    await notice().waitFor();
    await page.context().setOffline(true);
    try {
      await notice().getByRole('button', { name: 'OK' }).click();
      await page.getByText(messages.networkAnomaly).waitFor();
    } finally {
      await page.context().setOffline(false);
    }
    await notice().getByRole('button', { name: 'OK' }).click();
    await notice().waitFor({ state: 'hidden' });
  });
});
