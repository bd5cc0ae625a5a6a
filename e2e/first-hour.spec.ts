import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoShopScope } from '#sandbox/shop/demo-shop.ts';
import { password, staff } from '#testing/people.ts';
import { enqueueTask, sqlRows } from '#testing/sql-rows.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import type { Language } from '#web/i18n/index.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { callApi } from './greeting.ts';
import { type Hands, notAllowed, watchHands } from './hands.ts';
import { textsIn } from './words.ts';

// The first hour of a merchant, with nothing but what is offered, for the provider's people as well. What is typed is
// noted in the pages and checked: names, amounts, passwords, and what stands on a receipt or a carrier's label. Addresses
// that are opened manually, other than the log-in's and those of mails, are refused.

const orders = 8;
/** Of these, what the buyer has not paid in the shop yet: it waits for the merchant from the start. */
const unpaid = 1;
/** Changes each day, so that other orders walk the way; STORY_SEED gives one. */
const seed = process.env.STORY_SEED ?? new Date().toISOString().slice(0, 10);
type Story = { name: string; language: Language; small?: boolean; pays: 'bank' | 'card' };
const stories: readonly Story[] = [
  { name: 'on a desktop', language: 'en', pays: 'bank' },
  { name: 'on a phone', language: 'en', small: true, pays: 'card' },
  { name: 'in Chinese', language: 'zh', pays: 'card' },
];

let stage: Stage;
let office: Visitor;
const hands: Hands = { typed: new Set(), mailed: new Set() };
beforeAll(async () => {
  stage = await openStage();
  await offerTransfers();
  office = await openBrowser(stage.url, desktop);
  await watchHands(office, stage.url, hands);
});
afterAll(async () => {
  await office.close();
  await stage.close();
});

/** A shop of the day whose orders go to six countries or more and order all six products. */
function shopOf(story: number): string {
  for (let turn = 0; turn < 200; turn += 1) {
    const name = `first-hour-${seed}-${story}-${turn}`;
    const { countries, products } = demoShopScope(`${name}.myshopify.com`);
    if (countries >= 6 && products === 6) return name;
  }
  throw new Error(`no shop for the seed ${seed}`);
}

describe.each(stories.map((story, n) => ({ ...story, n })))(
  'the first hour $name',
  ({ n, name: story, language, small = false, pays }) => {
    const shop = shopOf(n);
    const say = textsIn(language);
    const login = { username: `lin${n}`, email: `lin${n}@first-hour.example`, password: 'a long enough secret' };
    let visitor: Visitor;
    let page: Page;
    const domain = `${shop}.myshopify.com`;
    let begunAt = 0;
    let clicks = 0;
    let transfers = 0;
    beforeAll(async () => {
      begunAt = Date.now();
      hands.typed.clear();
      console.log(`first hour: STORY_SEED=${seed}, shop ${shop}`);
      visitor = await openBrowser(stage.url, small ? phone : desktop);
      await watchHands(visitor, stage.url, hands);
      page = visitor.page;
      await visitor.context.addInitScript((tag) => localStorage.setItem('language', JSON.stringify(tag)), language);
    });
    afterAll(() => visitor.close());
    afterEach(async ({ task }) => {
      const { STORY_SHOTS: shots } = process.env;
      if (!shots || !page) return;
      await page.screenshot({ path: join(shots, `${n}-${task.name.slice(0, 40)}.png`) });
      await office.page.screenshot({ path: join(shots, `${n}-${task.name.slice(0, 40)}-office.png`) });
    });

    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };
    const button = (text: string, within: Page | Locator = page) =>
      within.getByRole('button', { name: say(text) }).or(within.getByRole('link', { name: say(text) }));

    /** Goes home by the menu. */
    async function home(): Promise<void> {
      if (small) await click(page.getByRole('button', { name: say('shell.navbar.openMenu') }));
      const menu = page.getByRole('navigation', { name: say('shell.sidebar.label') });
      await click(menu.getByRole('link', { name: say('dashboard.title') }));
      await page.getByRole('region', { name: say('dashboard.work') }).waitFor();
    }

    /** By the way that the checkout offers, until the money is there, and back to the orders that it is for. */
    async function addFunds(): Promise<void> {
      await click(button('orders.checkout.recharge', page.getByRole('dialog').last()));
      await (pays === 'bank' ? transfer() : payByCard());
      await click(button('wallet.next.orders'));
    }

    /** By the method that is chosen already: the receipt goes to finance, who credits what is entered. */
    async function transfer(): Promise<void> {
      await click(button('wallet.start.transfer'));
      const proving = page.getByRole('dialog').last();
      await proving.locator('input[type=file]').setInputFiles({
        name: 'receipt.png',
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f4f4f4' } })
          .png()
          .toBuffer(),
      });
      await proving.getByLabel(say('wallet.proof.payer')).fill('Lin Home');
      transfers += 1;
      await proving.getByLabel(say('wallet.proof.ref')).fill(`FT2611210007${transfers}`);
      await click(button('wallet.proof.send', proving));
      await proving.getByText(say('wallet.result.reviewBy')).waitFor();
      await proving.getByText(say('wallet.later.orders')).waitFor();
      const finance = await staff({ ground: stage.ground, clock: stage.ground.clock }, 'finance');
      await enterOffice(finance.username);
      // the row of a recharge, not one that stands for rows on their way
      await office.page
        .getByRole('row')
        .filter({ hasText: /RC-\d+/ })
        .first()
        .click();
      const credit = office.page.getByRole('button', { name: /^Credit \$/ });
      await credit.click();
      await office.page
        .getByRole('dialog', { name: /^Credit \$/ })
        .getByRole('button', { name: /^Credit \$/ })
        .click();
      await office.page.getByRole('dialog').first().waitFor({ state: 'hidden' });
    }

    /** To the payment provider's page and back. */
    async function payByCard(): Promise<void> {
      await click(page.getByRole('radio', { name: /card|卡/i }));
      await click(button('wallet.start.card'));
      await page.waitForURL((url) => url.href.startsWith(stage.sandbox.paymentUrl));
      await page.getByLabel(/card number/i).fill('4242424242424242');
      await click(page.getByRole('button', { name: /^Pay \$/ })); // the payment provider's own page
      await page.waitForURL((url) => url.href.startsWith(stage.url));
    }

    /** The first row of a list; on a phone, its first card. */
    const first = () =>
      page
        .locator('main')
        .locator(small ? 'ul[aria-label] > li' : 'tbody tr')
        .filter({ visible: true })
        .first();

    const tile = (counter: string) =>
      page
        .getByRole('region', { name: say('dashboard.work') })
        .getByRole('link')
        .filter({ hasText: textOf(say(`dashboard.counters.${counter}`)) });

    /** Orders of a state, as the dashboard counts them. */
    const counted = async (counter: string) => Number(/\d+/.exec(await tile(counter).innerText())?.[0]);
    /** Waits until the dashboard, which was kept, has caught up. */
    async function shows(expected: Record<string, number>): Promise<void> {
      const counts = async () =>
        Object.fromEntries(await Promise.all(Object.keys(expected).map(async (key) => [key, await counted(key)])));
      await expect.poll(counts, { timeout: 20_000 }).toEqual(expected);
    }

    it('signs up, confirms the address, and connects a store from the list of first steps', async () => {
      await page.goto('/login#sign-up');
      await page.getByLabel(say('session.signUp.company')).fill('Lin Home');
      await page.getByLabel(say('session.signUp.email')).fill(login.email);
      await page.getByLabel(say('session.signUp.username')).fill(login.username);
      await page.getByRole('textbox', { name: say('session.signUp.password') }).fill(login.password);
      await click(page.getByRole('button', { name: say('session.signUp.submit') }));
      const mail = await stage.sandbox.mail.waitFor({ to: login.email });
      for (const link of mail.links) hands.mailed.add(link);
      await page.goto(mail.links[0] ?? '');
      const asking = page.getByRole('dialog', { name: say('profile.bind.title') });
      await asking.getByLabel(say('profile.bind.note')).fill('Lin');
      await click(button('profile.bind.submit', asking));
      await click(
        button('profile.thanks.close', page.getByRole('dialog', { name: say('profile.thanks.title') })).last(),
      );
      await click(button('dashboard.steps.storeGo'));
      const adding = page.getByRole('dialog');
      await adding.getByLabel(say('stores.add.domain')).fill(shop);
      const consenting = visitor.context.waitForEvent('page');
      await click(button('stores.add.submit', adding));
      const consent = await consenting;
      await click(consent.getByRole('button', { name: 'Install app' })); // the shop's own page
      await consent.getByText(say('stores.auth.imported')).waitFor({ timeout: 60_000 });
      await consent.close();
      await click(button('stores.add.gotIt'));
      await button('lists.requestNext.go').waitFor();
    });

    it('requests quotes for all products with the button that the store offers', async () => {
      await click(button('lists.requestNext.go'));
      const asking = page.getByRole('dialog', { name: say('products.bulk.ask_price.title') });
      // the countries stand in several rows, none on the field's edge
      const field = asking.locator('.mantine-MultiSelect-input');
      const edge = (await field.boundingBox()) ?? expect.unreachable();
      const country = (await field.locator('.mantine-Pill-root').first().boundingBox()) ?? expect.unreachable();
      expect(country.y - edge.y).toBeGreaterThan(3);
      await click(button('products.bulk.ask_price.confirm', asking));
      const requested = page.getByRole('dialog', { name: say('products.bulk.ask_price.titleDone') });
      await requested.getByText(/6/).first().waitFor();
      await click(button('products.bulk.ask_price.view', requested));
      await page.getByRole('heading', { level: 1, name: say('quotes.title') }).waitFor();
      await home();
      await shows({ waiting_for_us: orders, action_needed: unpaid });
    });

    it('is quoted by an agent who types prices and weights only', async () => {
      const agent = await staff({ ground: stage.ground, clock: stage.ground.clock }, 'agent');
      await enterOffice(agent.username);
      for (let left = 6; left > 0; left -= 1) {
        await office.page.getByText(`1–${left} of ${left}`).filter({ visible: true }).waitFor();
        await office.page.getByRole('row').nth(1).click();
        const bench = office.page.getByRole('dialog');
        const prices = bench.getByRole('textbox', { name: /^Unit price/ });
        await prices.first().waitFor();
        for (const price of await prices.all()) await price.fill('6.40');
        for (const weight of await bench.getByRole('textbox', { name: /^Weight \(g\)/ }).all())
          await weight.fill('240');
        await bench.getByRole('button', { name: 'Send quote' }).click();
        await bench.waitFor({ state: 'hidden' });
      }
    });

    it('accepts all quotes at once; every order gets its cost or its own next step', async () => {
      await home();
      await click(page.getByRole('list', { name: say('dashboard.tasks.title') }).getByRole('link'));
      await page.getByRole('heading', { level: 1, name: say('quotes.title') }).waitFor(); // the dashboard has lists too
      await first().getByRole('checkbox').waitFor();
      if (small)
        for (const one of await page
          .locator('main ul[aria-label] > li')
          .filter({ visible: true })
          .getByRole('checkbox')
          .all())
          await click(one);
      else await click(page.getByRole('checkbox', { name: say('shell.ui.selectAll') }));
      await click(page.getByRole('region').getByRole('button', { name: say('quotes.bulk.confirm') }));
      const accepting = page.getByRole('dialog', { name: say('quotes.bulk.title') });
      await click(button('quotes.bulk.confirm', accepting));
      const accepted = page.getByRole('dialog', { name: say('quotes.bulk.titleDone') });
      await accepted.getByText(say('quotes.bulk.done')).waitFor();
      await click(button('orders.payMany', accepted));
    });

    it('adds the missing amount and pays', async () => {
      await addFunds(); // which leads back to the orders that it was for
      await click(button('orders.payMany', page.getByRole('dialog').last()));
      await page.getByText(say('orders.checkoutNext.paid')).waitFor();
      await home();
      await shows({ processing: orders - unpaid, action_needed: unpaid });
    });

    it('learns what the last order waits for, and pays it once its buyer has paid', async () => {
      await click(tile('action_needed'));
      await page.getByRole('heading', { level: 1, name: say('orders.title') }).waitFor();
      await first().getByText(say('orders.blocks.STORE_UNPAID')).waitFor(); // the rows of the tab before may still stand there
      await click(first());
      const drawer = page.getByRole('dialog');
      await drawer.getByText(say('orders.blockFixes.STORE_UNPAID')).waitFor();
      await drawer.locator(`a[href*="${domain}/admin/orders/"]`).waitFor();
      const name = /#\d+/.exec((await drawer.getByRole('heading').first().textContent()) ?? '')?.[0] ?? '';
      const [waiting] = await sqlRows(
        stage,
        `SELECT o.external_id AS id FROM orders o JOIN stores s ON s.id = o.store_id WHERE s.external_domain = '${domain}' AND o.name = '${name}'`,
      );
      await stage.sandbox.shops.editOrder(domain, String(waiting?.id), { financialStatus: 'PAID' });
      await click(button('orders.payMany', drawer).or(button('orders.pay', drawer)));
      const checkout = page.getByRole('dialog').last();
      await checkout.getByText(say('invoices.pay.available')).waitFor();
      if (await button('orders.checkout.recharge', checkout).isVisible()) await addFunds();
      await click(button('orders.payMany', page.getByRole('dialog').last()));
      await page.getByText(say('orders.checkoutNext.paid')).waitFor();
      await home();
      await shows({ processing: orders, action_needed: 0, to_pay: 0 });
    });

    it('is shipped by the warehouse, tracked and delivered', async () => {
      const packer = await staff({ ground: stage.ground, clock: stage.ground.clock }, 'warehouse');
      await enterOffice(packer.username);
      const { page: desk } = office;
      const numbers = Array.from({ length: orders }, (_, at) => `YT26112${n}000${at}CN`);
      for (const [at, tracking] of numbers.entries()) {
        await desk
          .getByText(`1–${orders - at} of ${orders - at}`)
          .filter({ visible: true })
          .waitFor();
        await desk.getByRole('row').nth(1).click();
        await desk.getByRole('dialog').first().getByRole('button', { name: 'Mark as shipped' }).click();
        const shipping = desk.getByRole('dialog', { name: /^Mark order/ });
        await shipping.getByLabel('Tracking number').fill(tracking);
        await shipping.getByRole('button', { name: 'Mark as shipped' }).click();
        await shipping.waitFor({ state: 'hidden' });
        await desk.keyboard.press('Escape');
        await desk.getByRole('dialog').waitFor({ state: 'hidden' });
      }
      await expect
        .poll(async () => (await stage.sandbox.shops.fulfillments(domain, { byApp: true })).length, { timeout: 30_000 })
        .toBe(orders);
      await home();
      await shows({ processing: 0, shipped: orders });
      await click(tile('shipped'));
      await page.getByRole('heading', { level: 1, name: say('orders.title') }).waitFor();
      await click(first());
      await page
        .getByRole('dialog')
        .getByText(/^YT26112/)
        .first()
        .waitFor();
      const beginsAt = new Date(Date.now() - 20 * 86_400_000);
      for (const tracking of numbers) await stage.sandbox.carrier.plan(tracking, 'smooth', { beginsAt });
      await enqueueTask(stage, 'carriers_ask'); // as each minute
      await page.getByRole('dialog').getByText(say('orders.stages.delivered')).first().waitFor();
      console.log(
        `first hour ${story}: ${clicks} clicks, ${Math.round((Date.now() - begunAt) / 1000)} s with the provider's work`,
      );
      expect([...visitor.problems, ...office.problems]).toEqual([]);
      const mayBeTyped = [...typable.map(say), ...typableByStaff];
      expect(notAllowed(hands.typed, mayBeTyped)).toEqual([]);
      expect(hands.typed.size).toBeGreaterThan(0);
    });
  },
);

it('would see a field that is no name, amount or password, and an address that nothing offered', async () => {
  const { page } = office;
  hands.typed.clear();
  await enterOffice((await staff({ ground: stage.ground, clock: stage.ground.clock }, 'agent')).username);
  const kinds = [...typable.map(textsIn('en')), ...typableByStaff];
  expect(notAllowed(hands.typed, kinds)).toEqual([]);
  expect(hands.typed.size).toBe(2); // the log-in's
  await page.getByRole('searchbox').first().fill('lamp');
  await expect.poll(() => notAllowed(hands.typed, kinds)).toHaveLength(1);
  expect(() => page.goto('/staff/quotes')).toThrow('/staff/quotes would be opened by its address');
});

/** What a merchant may type: names, passwords, and the number on the bank's receipt; amounts are offered. */
const typable = [
  'session.signUp.company',
  'session.signUp.email',
  'session.signUp.username',
  'session.signUp.password',
  'profile.bind.note',
  'stores.add.domain',
  'wallet.proof.payer',
  'wallet.proof.ref',
];
/** What staff may: who they are, prices and weights, and the number on the carrier's label. */
const typableByStaff = [/^Email or username$/, /^Password$/, /^Unit price/, /^Weight \(g\)/, /^Tracking number$/];

/** A provider takes bank transfers once finance has entered its account. */
async function offerTransfers(): Promise<void> {
  const { token } = await staff({ ground: stage.ground, clock: stage.ground.clock }, 'finance');
  const details = [{ label: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' }];
  const body = {
    name: 'Bank transfer',
    fee_bp: 0,
    min_amount: null,
    max_amount: null,
    active: true,
    position: 1,
    version: 1,
    details,
  };
  await callApi(stage, { token }, 'PUT', '/api/staff/recharge_methods/bank', body);
}

async function enterOffice(username: string): Promise<void> {
  const { page, context } = office;
  await context.clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email or username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

const textOf = (exact: RegExp) => new RegExp(exact.source.slice(1, -1));
