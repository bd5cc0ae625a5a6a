import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyChain } from '#server/features/ledger/ledger.service.ts';
import { entryFor, forAccount } from '#server/db/context.ts';
import { enqueueTask } from '#testing/sql-rows.ts';
import { password, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, type Visitor } from './browser.ts';
import { sayHowToReach } from './greeting.ts';

// The portal's main job, from an empty account to the tracking number in the merchant's shop.

const shop = 'harbour-lights.myshopify.com';
const merchantLogin = { email: 'mei@harbour.example', username: 'mei', password: 'a long enough secret' };
const tracking = 'YT2611210001CN';

let stage: Stage;
let merchant: Visitor;
let provider: Visitor;
let folder: string;
beforeAll(async () => {
  stage = await openStage();
  merchant = await openBrowser(stage.url, desktop, { motion: true });
  provider = await openBrowser(stage.url, desktop, { motion: true });
  folder = await mkdtemp(join(tmpdir(), 'tradewind-story-'));
  await offerTransfers();
});
afterAll(async () => {
  await merchant.close();
  await provider.close();
  await stage.close();
  await rm(folder, { recursive: true });
});

/** Keeps what the story looked like where STORY_SHOTS says. */
async function shot(page: Page, name: string): Promise<void> {
  const { STORY_SHOTS: shots } = process.env;
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
}

async function logIn(page: Page, username: string, secret: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email or username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** Waits until the list has so many rows; nothing to wait for when none is left. */
async function countShown(page: Page, rows: number): Promise<void> {
  if (rows > 0) await page.getByText(`1–${rows} of ${rows}`).filter({ visible: true }).waitFor();
}

/** Opens a page by the menu, as a person does. */
async function open(page: Page, name: string): Promise<void> {
  const link = { name: new RegExp(`^${name}`) }; // a badge of waiting work may follow
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', link).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

describe('the main job', () => {
  it('begins with an account', async () => {
    const { page } = merchant;
    await page.goto('/login#sign-up');
    await page.getByLabel('Company or store name').fill('Harbour Lights 海港灯饰');
    await page.getByLabel('Email').fill(merchantLogin.email);
    await page.getByLabel('Username').fill(merchantLogin.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(merchantLogin.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    const mail = await stage.sandbox.mail.waitFor({ to: merchantLogin.email, subject: 'Confirm' });
    await page.goto(mail.links[0] ?? '');
    await sayHowToReach(page);
    await page.getByText('Get started').waitFor();
    await shot(page, '01-dashboard-new');
  });

  it('connects a store by its domain, with consent at the shop; orders and products arrive', async () => {
    const { page, context } = merchant;
    await open(page, 'Store');
    await page.getByRole('button', { name: 'Add store' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Continue to Shopify' }).click();
    await dialog.getByText('Please fill in the domain name!').waitFor();
    await dialog.getByLabel('Domain name').fill('https://harbour');
    await dialog.getByRole('button', { name: 'Continue to Shopify' }).click();
    await dialog.getByText('the domain name does not need to contain "http" or "https"').waitFor();
    await dialog.getByLabel('Domain name').fill('harbour-lights');
    await shot(page, '02-add-store');
    const consenting = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Continue to Shopify' }).click();
    const consent = await consenting;
    await consent.waitForURL(`**/${shop}/admin/oauth/authorize?**`);
    await page.getByText('Please log in to authorize in the newly opening page, and then click "Got it"').waitFor();
    await consent.getByRole('button', { name: 'Install app' }).click();
    await consent.getByText('is connected').first().waitFor();
    await consent.getByText('6 products and 8 orders imported.').waitFor({ timeout: 60_000 });
    await shot(consent, '03-consent-done');
    await consent.close();
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await shot(page, '04-stores');
    await open(page, 'Orders');
    await page.getByText('1–8 of 8').filter({ visible: true }).waitFor();
    await shot(page, '05-orders-unpriced');
  });

  it('asks for the price of every product', async () => {
    const { page } = merchant;
    await open(page, 'Products');
    await page.getByText('1–6 of 6').filter({ visible: true }).waitFor();
    await shot(page, '06-products');
    for (let n = 0; n < 6; n += 1) {
      await page
        .getByRole('row')
        .nth(n + 1)
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Request a quote' }).click();
      const dialog = page.getByRole('dialog', { name: /^Request a quote/ });
      await dialog.getByLabel('Expected orders per day').fill('12');
      if (n === 0) {
        await dialog.getByLabel('Note for the agent').fill('Gift boxes, please. 请使用礼盒包装。');
        await shot(page, '07-ask-price');
      }
      await dialog.getByRole('button', { name: 'Request a quote' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    await open(page, 'Quotes');
    await page.getByText('1–6 of 6').filter({ visible: true }).waitFor();
  });

  it('is answered by an agent with goods price, weight and freight', async () => {
    const { page } = provider;
    const agent = await staff({ ground: stage.ground, clock: stage.ground.clock }, 'agent');
    await logIn(page, agent.username, password);
    await page.getByRole('heading', { level: 1, name: 'Quotes' }).waitFor();
    await page.getByText('1–6 of 6').filter({ visible: true }).waitFor();
    await shot(page, '08-staff-quotes');
    for (let left = 5; left >= 0; left -= 1) {
      await answerFirst(page, left === 5);
      await countShown(page, left); // or the first row is still the one just answered
    }
    await page.getByText('No quotes to answer').filter({ visible: true }).waitFor();
  });

  it('counters one answer, and the agent comes down', async () => {
    const { page } = merchant;
    await open(page, 'Quotes');
    await page.getByRole('row').nth(1).click();
    const drawer = page.getByRole('dialog').first();
    await drawer.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Make a counter-offer' }).click();
    const counter = page.getByRole('dialog', { name: /^Counter-offer to Q-/ });
    await counter
      .getByLabel(/: target price/)
      .first()
      .fill('5.90');
    await counter.getByLabel('Reason').fill('Another agent asks 5.90.');
    await counter.getByRole('button', { name: 'Send counter-offer' }).click();
    await drawer.getByText('Counter-offer sent', { exact: true }).waitFor();
    await closeDrawer(page);
    const office = provider.page;
    await office.getByRole('button', { name: /^Open Q-/ }).click();
    const bench = office.getByRole('dialog').first();
    await bench.getByRole('button', { name: /^Quote/ }).click();
    await bench
      .getByRole('textbox', { name: /^Unit price/ })
      .first()
      .fill('5.95');
    await bench.getByRole('button', { name: 'Send new version' }).click();
    await office.getByText(/Q-\d+ sent/).waitFor();
  });

  it('accepts the answers; variants are mapped and orders become payable', async () => {
    const { page } = merchant;
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
    await open(page, 'Quotes');
    await page.getByRole('button', { name: /^Ready to accept/ }).click();
    await page.getByRole('row').nth(1).click();
    const drawer = page.getByRole('dialog');
    await shot(page, '10-quote');
    await drawer.getByRole('button', { name: 'Accept quote' }).click();
    const choice = page.getByRole('dialog', { name: /^Accept version/ });
    await choice.getByRole('button', { name: 'Accept quote' }).click();
    await choice.waitFor({ state: 'hidden' });
    await drawer.getByText('Accepted', { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await countShown(page, 5);
    expect(refused).toEqual([]); // nothing is asked of the accepted quote that only an open one answers
    // the others together
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('region', { name: '5 selected' }).getByRole('button', { name: 'Accept 5 quotes' }).click();
    const many = page.getByRole('dialog', { name: 'Accept quotes' });
    await many.getByText('5 quotes can be accepted as a whole:').waitFor();
    await many.getByText(/^Accepting makes \d+ orders payable/).waitFor();
    await shot(page, '10-quotes-together');
    await many.getByRole('button', { name: 'Accept 5 quotes' }).click();
    const done = page.getByRole('dialog', { name: 'Quotes accepted' });
    await done.getByText('5 quotes accepted.').waitFor();
    await done.getByRole('button', { name: /^Pay \d+ orders · \$/ }).waitFor();
    await shot(page, '10-quotes-accepted');
    await done.getByRole('button', { name: 'Close' }).last().click();
    await done.waitFor({ state: 'hidden' });
    await countShown(page, 0);
    await open(page, 'Orders');
    await page.getByRole('button', { name: /^To pay/ }).click();
    await page.getByRole('row').nth(1).waitFor();
    await shot(page, '11-orders-to-pay');
  });

  it('recharges by bank transfer with a proof that finance approves', async () => {
    const { page } = merchant;
    const proof = join(folder, 'receipt.png');
    writeFileSync(
      proof,
      await sharp({ create: { width: 600, height: 400, channels: 3, background: '#f4f4f4' } })
        .png()
        .toBuffer(),
    );
    await openWallet(page, 'Recharge');
    await page.getByLabel(/^Amount/).fill('400');
    await shot(page, '12-recharge');
    await page.getByRole('radio', { name: /bank/i }).click();
    await page.getByRole('button', { name: 'Show transfer details' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Submit for review' }).click();
    await drawer.getByText('Upload the transfer receipt.').waitFor();
    await drawer.locator('input[type=file]').setInputFiles(proof);
    await drawer.getByText('Upload the transfer receipt.').waitFor({ state: 'detached' }); // mended: it says so at once
    await drawer.getByLabel('Payer name').fill('Mei Lin');
    await drawer.getByLabel('Transaction number').fill('FT26112100077');
    await shot(page, '13-recharge-proof');
    await drawer.getByRole('button', { name: 'Submit for review' }).click();
    await drawer.getByText('Under review').first().waitFor();
    await closeDrawer(page);

    const office = provider.page;
    const finance = await staff({ ground: stage.ground, clock: stage.ground.clock }, 'finance');
    await logIn(office, finance.username, password);
    await office.getByRole('heading', { level: 1, name: 'Recharges' }).waitFor();
    await office
      .getByRole('button', { name: /^Open RC-/ })
      .first()
      .click(); // the row itself stands there before it has a recharge
    const review = office.getByRole('dialog', { name: /^RC-/ });
    await review.getByLabel(/^Amount received/).fill('395.50');
    await shot(office, '14-recharge-review');
    await review.getByRole('button', { name: 'Credit $395.50' }).click();
    const question = office.getByRole('dialog', { name: /^Credit \$395\.50 to/ });
    await question.getByRole('button', { name: 'Credit $395.50' }).click();
    await review.waitFor({ state: 'hidden' });
    await stage.sandbox.mail.waitFor({ to: merchantLogin.email, subject: '395.50' });
  });

  it('recharges by card on the payment provider’s page', async () => {
    const { page } = merchant;
    await openWallet(page, 'Recharge');
    await page.getByLabel(/^Amount/).fill('600');
    await page.getByRole('radio', { name: /card/i }).click();
    await page.getByRole('button', { name: /^Pay .* by card/ }).click();
    await page.waitForURL((url) => url.href.startsWith(stage.sandbox.paymentUrl));
    await shot(page, '15-payment-page');
    await page.getByLabel(/card number/i).fill('4242424242424242');
    await page.getByRole('button', { name: 'Pay $600.00' }).click();
    await page.waitForURL((url) => url.href.startsWith(stage.url));
    await page
      .getByText(/added to your wallet/)
      .first()
      .waitFor({ timeout: 30_000 });
    // added for nothing named: what it says is paid, it pays
    const next = await page.getByRole('button', { name: /^Pay \d+ orders? · \$/ }).innerText();
    await page.getByRole('button', { name: next }).click();
    await page.getByText('Balance after payment').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: next, exact: true }).waitFor();
    await page.keyboard.press('Escape'); // back to the recharge
    await page
      .getByText(/added to your wallet/)
      .first()
      .waitFor();
    await closeDrawer(page);
    await openWallet(page, 'Wallet');
    await page.getByRole('row').nth(2).waitFor();
    await shot(page, '16-wallet');
  });

  it('selects orders, sees the cost and pays them with one invoice', async () => {
    const { page } = merchant;
    await open(page, 'Orders');
    await page.getByRole('button', { name: /^To pay/ }).click();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('button', { name: /^Pay \d+ orders? · \$/ }).click();
    const checkout = page.getByRole('dialog');
    await checkout.getByText('Balance after payment').waitFor();
    await shot(page, '17-checkout');
    await checkout.getByRole('button', { name: /^Pay/ }).click();
    await page
      .getByText(/Paid with invoice INV-/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'View orders in processing' }).waitFor();
    await page.getByRole('link', { name: 'View invoice' }).click();
    await page.getByRole('dialog').getByText('Paid').first().waitFor();
    await shot(page, '18-invoice');
    await closeDrawer(page);
  });

  it('is packed by the warehouse; the tracking number reaches the shop', { tags: ['S1-01'] }, async () => {
    const { page } = provider;
    const packer = await staff({ ground: stage.ground, clock: stage.ground.clock }, 'warehouse');
    await logIn(page, packer.username, password);
    await page.getByRole('heading', { level: 1, name: 'Fulfillment' }).waitFor();
    await shot(page, '19-staff-fulfillment');
    await page.getByRole('row').nth(1).click();
    const drawer = page.getByRole('dialog').first();
    const name = (await drawer.getByRole('heading', { name: /#\d+/ }).first().textContent()) ?? ''; // once it is loaded
    await drawer.getByRole('button', { name: 'Mark as shipped' }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByLabel('Tracking number').fill(tracking);
    await shot(page, '20-ship');
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await page.getByText(`Parcel ${tracking} was added`).first().waitFor();

    await expect
      .poll(async () => (await stage.sandbox.shops.fulfillments(shop, { byApp: true })).length, { timeout: 30_000 })
      .toBe(1);
    const seen = JSON.stringify(await stage.sandbox.shops.fulfillments(shop, { byApp: true }));
    expect(seen).toContain(tracking);

    const order = /#\d+/.exec(name)?.[0] ?? '';
    const shopper = merchant.page;
    await open(shopper, 'Orders');
    await shopper.getByRole('button', { name: /^Shipped/ }).click();
    await shopper.getByText(order, { exact: true }).first().click();
    const detail = shopper.getByRole('dialog');
    await detail.getByText(tracking).first().waitFor();
    await detail.getByText('Synced to store').first().waitFor();
    await shot(shopper, '21-order-shipped');
    await shopper.goto('/');
    await shopper.getByRole('region', { name: 'Open tasks' }).getByRole('link').first().waitFor();
    await shot(shopper, '22-dashboard');
  });

  it('is delivered by the word of the carrier: from quote to delivered', { tags: ['D5-16'] }, async () => {
    const { page } = merchant;
    const beginsAt = new Date(Date.now() - 20 * 86_400_000);
    await stage.sandbox.carrier.plan(tracking, 'smooth', { beginsAt });
    await enqueueTask(stage, 'carriers_ask'); // as each minute
    await open(page, 'Orders');
    await page.getByRole('button', { name: /^Delivered\s*1/ }).click();
    await countShown(page, 1); // or the first row is still one of all orders
    await page.getByRole('row').nth(1).click();
    const detail = page.getByRole('dialog');
    await detail.getByText(tracking).first().waitFor();
    await detail.getByText('Delivered', { exact: true }).first().waitFor();
    await shot(page, '23-order-delivered');
    await closeDrawer(page);
  });

  it('leaves a ledger that sums to zero and a chain that verifies', async () => {
    const entry = entryFor(stage.ground, { kind: 'system', name: 'story' }, 'story');
    const { account_id } = await entry.run('all_accounts', ({ db }) =>
      db.selectFrom('recharges').select('account_id').executeTakeFirstOrThrow(),
    );
    await entry.run('all_accounts', (ctx) => verifyChain(forAccount(ctx, account_id)));
    const sums = await entry.run('all_accounts', ({ db }) =>
      db
        .selectFrom('ledger_entries')
        .select((select) => select.fn.sum<string>('amount').as('sum'))
        .where('account_id', '=', account_id)
        .executeTakeFirstOrThrow(),
    );
    expect(Number(sums.sum)).toBe(0);
    expect([...merchant.problems, ...provider.problems]).toEqual([]);
  });
});

/** Finance enters the account that clients transfer to; until then the method is not offered. */
async function offerTransfers(): Promise<void> {
  const { token } = await staff({ ground: stage.ground, clock: stage.ground.clock }, 'finance');
  const body = {
    name: 'Bank transfer',
    fee_bp: 0,
    min_amount: null,
    max_amount: null,
    active: true,
    position: 1,
    version: 1,
    details: [{ label: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' }],
  };
  const answer = await stage.app.fastify.inject({
    method: 'PUT',
    url: '/api/staff/recharge_methods/bank',
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  });
  expect(answer.statusCode).toBe(200);
}

async function closeDrawer(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function openWallet(page: Page, name: 'Wallet' | 'Recharge'): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const link = menu.getByRole('link', { name, exact: true });
  if (!(await link.isVisible())) await menu.getByRole('button', { name: 'Wallet' }).click();
  await link.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Answers the most urgent quote: every variant at one price, freight to each wanted country as our tables have it. */
async function answerFirst(page: Page, look: boolean): Promise<void> {
  await page.getByRole('row').nth(1).click();
  const bench = page.getByRole('dialog');
  const prices = bench.getByRole('textbox', { name: /^Unit price/ });
  await prices.first().fill('6.40');
  await bench
    .getByRole('textbox', { name: /^Weight \(g\)/ })
    .first()
    .fill('240');
  const copy = bench.getByRole('button', { name: 'Copy first row down' });
  if (await copy.isVisible()) await copy.click();
  if (look) await shot(page, '09-workbench');
  await bench.getByRole('button', { name: 'Send quote' }).click();
  await bench.waitFor({ state: 'hidden' });
}
