import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenUnpriced } from '#testing/quote-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callApi, enterAs } from './greeting.ts';
import { choose, closeButton, heading, openPage, pathOf, shownTab, startAt, tabOf, titles } from './tab-strip.ts';

// What was typed and not sent is asked about before it goes, and a tab only goes after the answer (shell 13-10).

const sample = fileURLToPath(new URL('../testing/data/shopify-orders-export.csv', import.meta.url));

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let agent: { token: string };
const ground = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
const start = (path: string, token = owner.token) => startAt(stage, visitor, token, path);
const amount = () => visitor.page.getByLabel(/^Amount/);
const question = (): Locator => visitor.page.getByRole('dialog', { name: 'Discard changes?' });
const answer = async (name: 'Cancel' | 'Discard') => {
  await question().getByRole('button', { name }).click();
  await question().waitFor({ state: 'detached' });
};
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  agent = await staff(ground(), 'agent');
  const { product_id } = await givenUnpriced(ground(), owner, 2);
  await systemEntry(ground()).run('all_accounts', ({ db }) =>
    db.updateTable('recharge_methods').set({ active: true }).where('code', '=', 'bank').execute(),
  );
  const asked = await fetch(`${stage.url}/api/products/${product_id}/inquiry`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ destinations: ['US'] }),
  });
  if (!asked.ok) throw new Error(await asked.text());
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
  if (visitor.problems.length > 0) throw new Error(visitor.problems.join('\n'));
});

describe('typed text in a tab', () => {
  it('is asked about by every way to close or refresh its tab, and stays after Cancel', async () => {
    const page = await start('/wallet/recharge');
    await amount().fill('250');
    await openPage(page, 'Orders'); // going to another tab does not ask
    const ways: (() => Promise<unknown>)[] = [
      () => closeButton(tabOf(page, 'Recharge')).click(),
      () => tabOf(page, 'Recharge').click({ button: 'middle' }),
      async () => {
        await tabOf(page, 'Recharge').focus();
        await page.keyboard.press('Delete');
      },
      () => choose(page, 'Recharge', 'Close'),
      () => choose(page, 'Orders', 'Close Others'),
      () => choose(page, 'Orders', 'Close All'),
      () => choose(page, 'Recharge', 'Refresh'),
    ];
    for (const way of ways) {
      await way();
      await question().getByText('Your unsaved changes in Recharge will be lost.').waitFor();
      await answer('Cancel');
      expect(await titles(page)).toEqual(['Dashboard', 'Recharge', 'Orders']);
      expect(pathOf(page)).toBe('/order/index');
    }
    await tabOf(page, 'Recharge').click();
    expect(await amount().inputValue()).toBe('250');
    await choose(page, 'Recharge', 'Refresh');
    await answer('Discard');
    await expect.poll(() => amount().inputValue()).toBe('');
    await closeButton(tabOf(page, 'Recharge')).click(); // nothing typed, nothing asked
    await expect.poll(() => titles(page)).toEqual(['Dashboard', 'Orders']);
  });

  it('is asked about by Log Out', async () => {
    const person = await merchant(ground());
    const page = await start('/wallet/recharge', person.token);
    await amount().fill('250');
    await openPage(page, 'Orders');
    const logOut = async () => {
      await page.getByRole('button', { name: person.username }).click();
      await page.getByRole('menuitem', { name: 'Log Out' }).click();
    };
    await logOut();
    await answer('Cancel');
    await tabOf(page, 'Recharge').click();
    expect(await amount().inputValue()).toBe('250');
    await logOut();
    await answer('Discard');
    await page.waitForURL(/\/login/);
  });

  it('is asked about by the browser before it leaves the portal', async () => {
    const page = await start('/wallet/recharge');
    await amount().click();
    await amount().fill('250');
    const asked = page.waitForEvent('dialog');
    const leaving = page.evaluate(() => location.assign('/favicon.svg')).catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
    expect(await amount().inputValue()).toBe('250');
    await amount().fill('');
    await page.goto('/favicon.svg'); // nothing typed, nothing asked
  });
});

describe('typed text without the tab bar', () => {
  afterEach(async () => {
    await visitor.page.goto('/favicon.svg');
    await visitor.page.evaluate(() => localStorage.clear()); // the settings of the person without a bar
    await visitor.page.evaluate(() => localStorage.setItem('islogin', 'true'));
  });

  it('is asked about before another page takes its place, by a link and by Back, and never when nothing goes', async () => {
    const person = await merchant(ground());
    await callApi(stage, person, 'PUT', '/api/profile/settings', { locale: 'en', tagsView: false });
    const { page } = visitor;
    await enterAs(visitor, stage, person, { path: '/order/index' });
    await heading(page, 'Orders').waitFor();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const recharge = async () => {
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
      if (!(await menu.getByRole('link', { name: 'Recharge' }).isVisible()))
        await menu.getByRole('button', { name: 'Wallet', exact: true }).click();
      await menu.getByRole('link', { name: 'Recharge' }).click();
      await amount().fill('250');
    };
    const stays = async () => {
      await question().getByText('Your unsaved changes in Recharge will be lost.').waitFor();
      await answer('Cancel');
      await expect.poll(() => pathOf(page)).toBe('/wallet/recharge');
      expect(await amount().inputValue()).toBe('250');
    };
    await recharge();
    await menu.getByRole('link', { name: 'Quotes' }).click();
    await stays();
    for (const _ of ['once', 'and again']) {
      await page.evaluate(() => history.back());
      await stays();
    }
    await page.evaluate(() => history.back());
    await answer('Discard');
    await heading(page, 'Orders').waitFor();
    expect(pathOf(page)).toBe('/order/index');
    await page.evaluate(() => history.forward());
    await expect.poll(() => amount().inputValue()).toBe(''); // it is gone, as was said
    await amount().fill('250');
    await menu.getByRole('link', { name: 'Quotes' }).click();
    await answer('Discard');
    await heading(page, 'Quotes').waitFor();
    await menu.getByRole('link', { name: 'Products' }).click(); // nothing typed, nothing asked
    await heading(page, 'Products').waitFor();
    await page.evaluate(() => history.back());
    await heading(page, 'Quotes').waitFor();
  });
});

describe('typed text of staff', () => {
  it('is asked about before another client is chosen or left', async () => {
    const page = await start('/staff/quotes', agent.token);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const bench = page.getByRole('dialog', { name: /^Q-/ });
    const price = bench.getByLabel(/^Unit price.*Variant 11$/);
    const typeThere = async () => {
      await menu
        .getByRole('link', { name: /^Quotes/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Open Q-/ })
        .first()
        .click();
      await price.fill('4.50');
    };
    const backTo = async (name: string) => {
      await page.goBack();
      await heading(page, name).waitFor();
      await bench.waitFor({ state: 'hidden' });
    };
    const asks = async (click: () => Promise<void>) => {
      await click();
      await question().getByText('Unsaved changes on an open page will be lost').waitFor();
      await answer('Cancel');
      await click();
      await answer('Discard');
      await bench.waitFor({ state: 'detached' });
    };
    await menu.getByRole('link', { name: 'Clients' }).click();
    await heading(page, 'Clients').waitFor();
    await typeThere();
    await backTo('Clients');
    await asks(() => page.getByRole('button', { name: `Open Shop of ${owner.username}` }).click());
    await heading(page, 'Orders').waitFor();
    await typeThere();
    await backTo('Orders');
    await asks(() => page.getByRole('button', { name: 'Exit client' }).click());
    await heading(page, 'Choose a client').waitFor();
    await typeThere();
    await backTo('Choose a client');
    await asks(() =>
      page
        .getByRole('main')
        .getByRole('button', { name: `Shop of ${owner.username}` })
        .click(),
    );
    await heading(page, 'Orders').waitFor();
  });
});

describe('dialogs with something typed', () => {
  it('a question for a price asks before it closes, and not after it was sent', async () => {
    const asker = await merchant(ground());
    await givenUnpriced(ground(), asker, 1);
    const page = await start('/my-product/index', asker.token);
    const dialog = page.getByRole('dialog', { name: /^Request a quote/ });
    const open = async () => {
      await page.getByRole('button', { name: 'Actions for Moon lamp' }).click();
      await page.getByRole('menuitem', { name: 'Request a quote' }).click();
    };
    await open();
    await dialog.getByRole('button', { name: 'Cancel' }).click(); // nothing typed, nothing asked
    await dialog.waitFor({ state: 'detached' });
    await open();
    await dialog.getByLabel('Note for the agent').fill('Gift box, please.');
    for (const way of ['Cancel', 'Close']) {
      await dialog.getByRole('button', { name: way }).click();
      await answer('Cancel');
    }
    expect(await dialog.getByLabel('Note for the agent').inputValue()).toBe('Gift box, please.');
    await dialog.getByRole('button', { name: 'Request a quote' }).click();
    await page.getByText(/Q-\d+ requested\./).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await question().count()).toBe(0);
  });

  it('an import with a chosen file asks before it closes', async () => {
    const page = await start('/order/index');
    await page.getByRole('button', { name: 'Import orders' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Import orders' });
    await dialog.locator('input[type=file]').setInputFiles(sample);
    await page.keyboard.press('Escape');
    await answer('Cancel');
    await dialog.getByRole('button', { name: 'Check file' }).waitFor();
    await page.keyboard.press('Escape');
    await answer('Discard');
    await dialog.waitFor({ state: 'detached' });
  });

  it('the forms of staff ask before they close', async () => {
    const admin = await staff(ground(), 'admin');
    const forms = [
      { path: '/staff/partners', opener: 'Add link', name: 'Add partner link', field: 'Name' },
      { path: '/staff/notices', opener: 'Write notice', name: 'Write notice', field: 'Title' },
      { path: '/staff/branding', opener: 'Add domain', name: 'Add domain', field: 'Domain' },
      { path: '/staff/recharges', opener: 'Payment methods', name: /^Edit /, field: 'Name' },
    ];
    for (const { path, opener, name, field } of forms) {
      const page = await start(path, admin.token);
      await page.getByRole('button', { name: opener }).first().click();
      const dialog = page.getByRole('dialog', { name });
      if (opener === 'Payment methods')
        await page.getByRole('button', { name: 'Edit payment method', exact: true }).first().click();
      await dialog.getByLabel(field, { exact: true }).fill('Harbour');
      await page.keyboard.press('Escape');
      await answer('Cancel');
      expect(await dialog.getByLabel(field, { exact: true }).inputValue()).toBe('Harbour');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await answer('Discard');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('the workbench names its tab, keeps the answer behind another tab and asks before it is lost', async () => {
    const page = await start('/staff/clients', agent.token);
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Quotes' }).first().click();
    await page
      .getByRole('button', { name: /^Open Q-/ })
      .first()
      .click();
    const bench = page.getByRole('dialog', { name: /^Q-/ });
    await bench.getByLabel(/^Unit price.*Variant 11$/).fill('4.50');
    await expect.poll(async () => (await titles(page)).at(-1)).toMatch(/^Q-\d+$/);
    const number = (await titles(page)).at(-1) ?? '';
    await expect.poll(() => page.title()).toBe(`${number} - Tradewind`);
    await page.keyboard.press('Escape');
    await answer('Cancel');
    expect(await bench.getByLabel(/^Unit price.*Variant 11$/).inputValue()).toBe('4.50');
    await page.goBack();
    await heading(page, 'Clients').waitFor();
    await bench.waitFor({ state: 'hidden' });
    await expect.poll(() => page.title()).toBe('Clients - Tradewind');
    await closeButton(tabOf(page, number)).click();
    await question().getByText(`Your unsaved changes in ${number} will be lost.`).waitFor();
    await answer('Cancel');
    await tabOf(page, number).click();
    expect(await bench.getByLabel(/^Unit price.*Variant 11$/).inputValue()).toBe('4.50');
    await page.keyboard.press('Escape');
    await answer('Discard');
    await bench.waitFor({ state: 'detached' });
    await expect.poll(async () => (await titles(page)).at(-1)).toBe('Quotes');
  });

  it('a tab’s own name survives a reload', async () => {
    const page = await start('/staff/quotes', agent.token);
    await page
      .getByRole('button', { name: /^Open Q-/ })
      .first()
      .click();
    await expect.poll(() => shownTab(page).innerText()).toMatch(/^Q-\d+$/);
    const number = await shownTab(page).innerText();
    await page.getByRole('dialog').waitFor();
    await page.evaluate(() => history.replaceState(null, '', '/staff/clients'));
    await page.reload();
    await heading(page, 'Clients').waitFor();
    expect(await titles(page)).toContain(number);
    await tabOf(page, number).click();
    await page.getByRole('dialog', { name: new RegExp(number) }).waitFor();
  });
});
