import type { Store } from '#contract/stores.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portalClient } from '#testing/portal-client.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { merchant, type Person } from '#testing/people.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { proveRefusals } from './refusals.ts';

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

const woo = () => stage.sandbox.woo;

/** Opens the form for a WooCommerce shop and fills in its address. */
async function fillIn(slug: string) {
  const { page } = visitor;
  await page.goto('/my-store/index');
  await page.getByRole('button', { name: 'Add store' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('WooCommerce', { exact: true }).click();
  await dialog.getByLabel('Store URL').fill(woo().url(slug));
  return dialog;
}

/** Goes to the shop's consent page in its own tab, and answers there. */
async function consent(slug: string, answer: 'Approve' | 'Deny') {
  const { page, context } = visitor;
  const dialog = await fillIn(slug);
  const opening = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Continue to Shopify' }).click();
  const shop = await opening;
  await shop.getByRole('button', { name: answer }).click();
  await page.getByRole('button', { name: 'Got it' }).click();
  return shop;
}

it('a merchant connects a WooCommerce shop on its own page, and its orders arrive as they are placed', async () => {
  const { page } = visitor;
  const denied = await consent('harbour-lamps', 'Deny');
  await denied.getByRole('heading', { name: 'We couldn’t connect your store' }).waitFor();
  await denied.getByText('You didn’t approve the connection in your store. Nothing was changed.').waitFor();
  await denied.close();
  const shop = await consent('harbour-lamps', 'Approve');
  await shop.getByRole('heading', { name: /is connected/ }).waitFor();
  await shop.getByText('3 products and 4 orders imported.').waitFor();
  await shop.close();
  const row = page.getByRole('row', { name: /harbour lamps/ });
  await row.getByText('Connected').waitFor();
  await row.getByText('0 of 3').waitFor();
  const { id } = await woo().placeAnyOrder('harbour-lamps');
  await page.goto('/order/index');
  await page.getByText(`#${id}`).first().waitFor();
});

it('a merchant connects a shop by keys, and authorizes it again when they were taken back', async () => {
  const { page } = visitor;
  await woo().openShop('key-shop');
  const { consumer_key, consumer_secret } = await woo().createKey('key-shop');
  const dialog = await fillIn('key-shop');
  await dialog.getByLabel('Enter API keys').click();
  const connect = dialog.getByRole('button', { name: 'Connect store' });
  const key = dialog.getByLabel('Consumer key');
  const secret = dialog.getByRole('textbox', { name: 'Consumer secret' });
  await key.fill('ck_short');
  await secret.fill(consumer_secret);
  await connect.click();
  await dialog.getByText('A consumer key starts with ck_ and has 43 characters. Copy it again.').waitFor();
  await key.fill(`ck_${'0'.repeat(40)}`);
  await connect.click();
  await dialog.getByText('The store doesn’t recognize this key. Copy the key and secret again.').waitFor();
  await key.fill(consumer_key);
  await connect.click();
  const row = page.getByRole('row', { name: /key shop/ });
  await row.getByText('Connected').waitFor();
  await row.getByText('0 of 3').waitFor();

  await woo().revokeKeys('key-shop');
  const menu = page.getByRole('button', { name: /Actions for .*key/i });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Sync now' }).click();
  const sync = page.getByRole('dialog', { name: /^Sync / });
  await sync.getByRole('button', { name: 'Sync now' }).click();
  await sync.waitFor({ state: 'hidden' });
  await row.getByText('Connection issue').waitFor();
  await proveRefusals(stage);
  await row.getByText('Needs re-authorization').waitFor();
  const fresh = await woo().createKey('key-shop');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Re-authorize' }).click();
  await dialog.getByLabel('Enter API keys').click();
  await key.fill(fresh.consumer_key);
  await secret.fill(fresh.consumer_secret);
  await connect.click();
  await row.getByText('Connected').waitFor();
});

it('a store is offered what its connector can do, and the server refuses the rest', { tags: ['D1-15'] }, async () => {
  const { page } = visitor;
  const call = portalClient(stage.url, owner.token);
  const file = (
    await call('POST', '/api/stores', { platform: 'file', name: 'Market stall', currency: 'USD' }, crypto.randomUUID())
  ).data as Store;
  await woo().openShop('offer-shop');
  const { consumer_key, consumer_secret } = await woo().createKey('offer-shop');
  await call('POST', '/api/stores/woocommerce', { url: woo().url('offer-shop'), consumer_key, consumer_secret });
  await page.goto('/my-store/index');
  await page.getByRole('row', { name: /Market stall/ }).waitFor();
  // The first import gives the shop its own name in place of its domain; the list and the answer must name the same.
  await page
    .getByRole('row', { name: /offer shop/ })
    .getByText('0 of 3')
    .waitFor();
  const stores = (await call('GET', '/api/stores')).data as Store[];
  expect(new Set(stores.map((store) => store.capabilities.reads_shop))).toEqual(new Set([true, false]));
  for (const { name, capabilities: can } of stores) {
    const menu = page.getByRole('button', { name: `Actions for ${name}` });
    const offered: string[] = [];
    if ((await menu.count()) > 0) {
      await menu.click();
      await page.getByRole('menu').waitFor();
      offered.push(...(await page.getByRole('menuitem').allInnerTexts()));
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
    }
    expect([name, offered.includes('Sync now')]).toEqual([name, can.reads_shop]);
    expect([name, offered.includes('Re-authorize')]).toEqual([name, can.authorization !== 'none']);
  }
  expect(await call('POST', `/api/stores/${file.id}/sync`)).toMatchObject({ status: 422, code: 'store_not_connected' });
});
