import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage } from '#testing/stage.ts';
import { merchant, type Person } from '#testing/people.ts';
import { openBrowser, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant({ ground: stage.ground, clock: { now: () => new Date() } });
  visitor = await openBrowser(stage.url);
  await visitor.context.addCookies([{ name: 'Admin-Token', value: owner.token, url: stage.url }]);
});
afterAll(async () => {
  expect(visitor.problems).toEqual([]); // oxlint-disable-line vitest/no-standalone-expect -- the whole story ends without a problem
  await visitor.close();
  await stage.close();
});

it('without a store, orders, products and statistics lead to the dialog that connects one', async () => {
  const { page } = visitor;
  for (const path of ['/order/index', '/my-product/index', '/sales-statitstics/index']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Connect a store', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Domain name').waitFor();
    expect(new URL(page.url()).pathname).toBe('/my-store/index');
  }
});

it('a merchant adds a shop by its domain and sees its products and orders arrive', async () => {
  const { page, context } = visitor;
  await page.goto('/my-store/index');
  await page.getByText('Connect your first store').waitFor();
  await page.getByRole('button', { name: 'Add store' }).first().click();
  const dialog = page.getByRole('dialog');
  const go = dialog.getByRole('button', { name: 'Continue to Shopify' });
  await go.click();
  await dialog.getByText('Please fill in the domain name!').waitFor();
  await dialog.getByLabel('Domain name').fill('https://lamp-story.myshopify.com');
  await go.click();
  await dialog.getByText('the domain name does not need to contain "http" or "https"').waitFor();
  await dialog.getByLabel('Domain name').fill('www.brand.com');
  await go.click();
  await dialog.getByText('Settings > Domains.', { exact: false }).last().waitFor();
  await dialog.getByLabel('Domain name').fill('lamp-story');
  const opening = context.waitForEvent('page');
  await go.click();
  await page.getByText('Please log in to authorize in the newly opening page, and then click "Got it"').waitFor();
  const shop = await opening;
  await shop.getByRole('button', { name: /install/i }).click();
  await shop.getByRole('heading', { name: /is connected/ }).waitFor();
  await shop.getByText('6 products and 8 orders imported.').waitFor();
  await dialog.getByText('lamp-story.myshopify.com is connected.').waitFor();
  await dialog.getByRole('button', { name: 'Got it' }).click();
  // nothing lies over the step that comes next
  await page.getByRole('status').getByRole('link').first().click({ trial: true });
  const row = page.getByRole('row', { name: /lamp-story/ });
  await row.getByText('Connected').waitFor();
  await row.getByText('0 of 6').waitFor();
  await page.getByText(/^Last synced/).waitFor();
  await shop.close();
});

it('a merchant adds a store for orders from files and pauses the shop', async () => {
  const { page } = visitor;
  await page.goto('/my-store/index');
  await page.getByRole('button', { name: 'Add store' }).first().click();
  await page.getByRole('dialog').getByText('Order files').click();
  await page.getByLabel('Store name').fill('Market stall');
  await page.getByRole('button', { name: 'Create store' }).click();
  const importing = page.getByRole('dialog', { name: 'Import orders' });
  const into = importing.getByRole('combobox', { name: 'Import to store' });
  await expect
    .poll(() => into.or(importing.getByLabel('Import to store')).first().inputValue())
    .toContain('Market stall');
  await page.keyboard.press('Escape');
  await importing.waitFor({ state: 'hidden' });
  await page.goto('/my-store/index');
  await page
    .getByRole('row', { name: /Market stall/ })
    .getByText('Order files')
    .waitFor();
  await page.getByRole('button', { name: /Actions for .*lamp/i }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page
    .getByRole('row', { name: /lamp-story/ })
    .getByText('Paused')
    .waitFor();
});

it('a merchant opens a store, changes its settings, and sees how its news arrive', {
  tags: ['D1-01', 'D1-04', 'D1-08'],
}, async () => {
  const { page } = visitor;
  await page.goto('/my-store/index');
  const row = page.getByRole('row', { name: /lamp-story/ });
  for (const column of ['Orders (30 days)', 'Orders not mapped', 'Order payment'])
    await page.getByRole('columnheader', { name: column }).waitFor();
  await row.click();
  const drawer = page.getByRole('dialog', { name: 'Lamp Story' });
  await drawer.getByText(/Imported on [-\d]+ [:\d]+\. Orders: 8 checked, 8 new/).waitFor();
  const ways = await drawer
    .getByRole('link', { name: '8', exact: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(ways).toEqual([
    expect.stringMatching(/order.*store_id=[^&]+$/),
    expect.stringMatching(/order.*store_id=.+block=UNMAPPED_VARIANT/), // none of the eight is mapped yet
  ]);
  await drawer.getByText('Settings', { exact: true }).click();
  await drawer.getByLabel('Price limit').fill('15');
  await drawer.getByText('Overview', { exact: true }).click();
  const careful = page.getByRole('dialog', { name: 'Discard changes?' });
  await careful.getByRole('button', { name: 'Cancel' }).click();
  await drawer.getByRole('combobox', { name: 'Tracking for customers' }).click();
  await page.getByRole('option', { name: 'Last mile only' }).click();
  await drawer.getByLabel('IOSS number').fill('EU1');
  await drawer.getByRole('button', { name: 'Save settings' }).click();
  await drawer.getByText('An IOSS number is IM followed by ten digits. Correct it.').waitFor();
  await drawer.getByLabel('IOSS number').fill('IM3720000224');
  await drawer.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved.').waitFor();
  await drawer.getByText('Sync health', { exact: true }).click();
  await drawer.getByText('All webhook topics are active.').waitFor();
  await stage.sandbox.shops.dropSubscription('lamp-story.myshopify.com', 'ORDERS_CREATE');
  await page.reload();
  await drawer.getByText('1 webhook topic isn’t active.').waitFor();
  await drawer.getByRole('button', { name: 'Repair webhooks' }).click();
  await drawer.getByText('All webhook topics are active.').waitFor();
  await page.keyboard.press('Escape');
});

it('a merchant syncs days of a store again, then disconnects it with its domain typed', {
  tags: ['D1-06', 'D1-07'],
}, async () => {
  const { page } = visitor;
  await page.goto('/my-store/index');
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /Actions for .*lamp/i }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Sync now');
  const dialog = page.getByRole('dialog', { name: /Sync Lamp Story/ });
  await dialog.getByLabel('Start date (optional)').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Sync now' }).click();
  await dialog.getByText(/Stores provide orders from the last 60 days/).waitFor();
  await dialog.getByLabel('Start date (optional)').fill(new Date().toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Sync now' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await choose('Disconnect store');
  const leave = page.getByRole('dialog', { name: 'Disconnect Lamp Story?' });
  await leave.getByText('8 unpaid orders stay here', { exact: false }).waitFor();
  await leave.getByLabel(/to confirm/).fill('another');
  await leave.getByRole('button', { name: 'Disconnect store' }).click();
  await leave.getByText(/Nothing was changed/).waitFor();
  await leave.getByLabel(/to confirm/).fill('lamp-story.myshopify.com');
  await leave.getByRole('button', { name: 'Disconnect store' }).click();
  await page
    .getByRole('row', { name: /lamp-story/ })
    .getByText('Disconnected')
    .waitFor();
});

it('a used or broken answer of a shop ends in a sentence, and a visitor must log in first', async () => {
  const { page, context } = visitor;
  await page.goto('/shopify/auth?code=1&hmac=0&shop=lamp-story.myshopify.com&state=x&timestamp=1');
  await page.getByRole('heading', { name: 'We couldn’t connect your store' }).waitFor();
  await page.getByText('Start again from the Store page.', { exact: false }).waitFor();
  await context.clearCookies();
  await page.goto('/shopify/connect?shop=lamp-story.myshopify.com');
  await page.getByRole('heading', { name: 'Connect lamp-story.myshopify.com' }).waitFor();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL(/\/login\?redirect=/);
});
