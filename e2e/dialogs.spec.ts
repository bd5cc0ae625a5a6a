import type { Locator, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bindSnoozeHours } from '#contract/constants.ts';
import { messages, messagesInChinese } from '#contract/spec-texts.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { callApi, enterAs, hasAsked } from './greeting.ts';

// The dialog that asks a merchant how to be reached (spec §2, §4, §5).

const snooze = 'bind_submit_time';

let stage: Stage;
let visitor: Visitor;
beforeAll(async () => {
  stage = await openStage();
  await stage.ground.db
    .insertInto('sites')
    .values({
      id: uuid(),
      domain: 'localhost',
      brand_name: 'Tradewind',
      contact: JSON.stringify([
        { type_of: 'whatsapp', label: 'Help desk', url: 'https://wa.me/8613800000000' },
        { type_of: 'wechat', label: 'WeChat', url: 'tradewind-help' },
        { type_of: 'other', label: 'Never a link', url: 'javascript:alert(1)' },
      ]),
    })
    .execute();
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  expect(visitor.problems).toEqual([]); // oxlint-disable-line vitest/no-standalone-expect -- every story ends without a problem
  await visitor.close();
  await stage.close();
});
beforeEach(() => visitor.page.setViewportSize(desktop));

const ground = () => ({ ground: stage.ground, clock: stage.ground.clock });
const newcomer = (options: Parameters<typeof merchant>[1] = {}) => merchant(ground(), { reachable: false, ...options });
const dialog = () => visitor.page.getByRole('dialog');
const bind = () => visitor.page.getByRole('dialog', { name: 'How can we reach you?' });
const submit = () => bind().getByRole('button', { name: 'Submit' }).click();
const heading = (name: string) => visitor.page.getByRole('heading', { level: 1, name });

async function enter(person: { token: string }, path = '/', memory: Record<string, string> = {}): Promise<Page> {
  await enterAs(visitor, stage, person, { path, memory });
  return visitor.page;
}

const asked = (part: string) => hasAsked(visitor.page, part);

async function pick(field: Locator, option: string): Promise<void> {
  await field.click();
  await visitor.page.getByRole('option', { name: option, exact: true }).click();
}

describe('the bind dialog', () => {
  it('asks for a platform, and for what the platform needs', {
    tags: ['S2-67', 'S2-68', 'S2-69', 'S2-70', 'S2-71', 'S5-06'],
  }, async () => {
    await enter(await newcomer());
    await bind().getByLabel('Social platform').click();
    expect(await visitor.page.getByRole('option').allTextContents()).toEqual([
      'WhatsApp',
      'WhatsApp group',
      'Discord',
      'Discord group',
      'Slack',
      'Other',
    ]);
    await visitor.page.keyboard.press('Escape');
    await pick(bind().getByLabel('Social platform'), 'Other');
    await bind().getByLabel('Name of the platform').fill('Telegram');
    await pick(bind().getByLabel('Social platform'), 'WhatsApp');
    expect(await bind().getByLabel('Name of the platform').count()).toBe(0);
    await bind().getByLabel('International telephone area code').fill('德国'); // found in both languages
    expect(await visitor.page.getByRole('option').allTextContents()).toEqual(['+49 Germany']);
    await bind().getByLabel('International telephone area code').fill('+1 c');
    expect(await visitor.page.getByRole('option').allTextContents()).toEqual(['+1 Canada', '+1 Cayman Islands']);
    await visitor.page.getByRole('option', { name: '+1 Canada' }).click();
    await pick(bind().getByLabel('Social platform'), 'Other');
    expect(await bind().getByLabel('Name of the platform').inputValue()).toBe('');
    await bind().getByLabel('Contact ID or link').waitFor();
    await bind().getByLabel('Agent or market note').waitFor();
    expect(await bind().getByRole('button').filter({ hasText: /./ }).allTextContents()).toEqual([
      'Submit',
      'Go To Add Store',
    ]);
  });

  it('opens again by the Dashboard’s first steps and by the account, which shows the new contact', async () => {
    const person = await newcomer();
    const page = await enter(person);
    await bind().waitFor();
    await page.keyboard.press('Escape');
    await bind().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Add contact' }).click();
    await bind().waitFor();
    await page.keyboard.press('Escape');
    await bind().waitFor({ state: 'hidden' });
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: 'Account', exact: true })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    const add = page.getByRole('button', { name: 'Add contact' });
    await add.click();
    await pick(bind().getByLabel('Social platform'), 'Slack');
    await bind().getByLabel('Contact ID or link').fill('lamps-and-more');
    await submit();
    await page.getByRole('dialog', { name: 'Thanks' }).getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('main').getByText('lamps-and-more').waitFor();
    await expect.poll(() => add.evaluate((node) => node === document.activeElement)).toBe(true);
    await add.click(); // once more, for another
    await bind().waitFor();
    await page.keyboard.press('Escape');
    await bind().waitFor({ state: 'hidden' });
  });

  it('says the five texts at their fields, and takes the form when all is right', {
    tags: ['S5-02', 'S5-03', 'S5-04', 'S5-05'],
  }, async () => {
    const person = await newcomer();
    const page = await enter(person);
    const platform = bind().getByLabel('Social platform');
    const says = async (text: string, field: Locator) => {
      await submit();
      await bind().getByText(text, { exact: true }).waitFor();
      await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
    };
    await says(messages.bindContact, bind().getByLabel('Contact ID or link'));
    await bind().getByLabel('Contact ID or link').fill('0151 12345678');
    await says(messages.bindPlatform, platform);
    await pick(platform, 'Other');
    await says(messages.bindAlias, bind().getByLabel('Name of the platform'));
    await pick(platform, 'WhatsApp');
    const country = bind().getByLabel('International telephone area code');
    await says(messages.bindCountry, country);
    await country.fill('germ');
    await page.getByRole('option', { name: '+49 Germany' }).click();
    await submit();
    await page.getByRole('dialog', { name: 'Thanks, we’ll be in touch' }).waitFor();
    const contacts = await inAccount(stage, person.account_id, ({ db }) =>
      db.selectFrom('account_contacts').select(['type_of', 'url', 'phone_country', 'phone_country_code']).execute(),
    );
    expect(contacts).toEqual([
      { type_of: 'whatsapp', url: '+4915112345678', phone_country: 'DE', phone_country_code: '49' },
    ]);
  });

  it('thanks with the support’s contacts, copies them, and is silent for 24 hours', {
    tags: ['S2-72', 'S4-11', 'S9-11'],
  }, async () => {
    const person = await newcomer();
    const agent = await staff(ground(), 'agent');
    await inAccount(stage, person.account_id, ({ db }) =>
      db.updateTable('accounts').set({ agent_user_id: agent.user_id }).where('id', '=', person.account_id).execute(),
    );
    const page = await enter(person);
    await bind().getByLabel('Agent or market note').fill('Met Lin at the fair in 义乌');
    await submit();
    const thanks = page.getByRole('dialog', { name: 'Thanks, we’ll be in touch' });
    const link = thanks.getByRole('link', { name: 'https://wa.me/8613800000000' });
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toContain('noopener');
    await thanks.getByRole('link', { name: agent.email }).waitFor();
    expect(await thanks.getByRole('link').count()).toBe(2); // neither a bare id nor a script is a link
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await thanks.getByRole('button', { name: 'Copy tradewind-help' }).click();
    await page.getByText(messages.copied).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('tradewind-help');
    const until = Number(await page.evaluate((key) => localStorage.getItem(key), snooze));
    expect(Math.abs(until - Date.now() - bindSnoozeHours * 3_600_000)).toBeLessThan(600_000);
    await thanks.getByRole('button', { name: 'Close' }).last().click();
    await thanks.waitFor({ state: 'hidden' });
    await page.reload();
    await heading('Dashboard').waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it('asks on any page but the store page, until the snooze has passed, and survives a broken one', {
    tags: ['S4-10', 'S6-05'],
  }, async () => {
    const person = await newcomer();
    const page = await enter(person, '/My-Store/INDEX/');
    await heading('Store').waitFor();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await bind().waitFor();
    const hour = 3_600_000;
    await enter(person, '/order/index', { [snooze]: String(Date.now() + hour) });
    await heading('Orders').waitFor();
    await expect.poll(() => asked('re_authorize_stores')).toBe(true); // the sequence went past the prompt
    expect(await bind().count()).toBe(0);
    for (const past of [String(Date.now() - 1000), '{broken', '"soon"', 'null', '{"a":1}']) {
      await enter(person, '/order/index', { [snooze]: past });
      await bind().waitFor();
    }
  });

  it('sends to add a store, says nothing meanwhile, and asks again after the store page', async () => {
    const page = await enter(await newcomer());
    await bind().getByRole('button', { name: 'Go To Add Store' }).click();
    await page.waitForURL('**/my-store/index?add=1');
    await page.getByRole('dialog', { name: 'Add store' }).getByLabel('Domain name').waitFor();
    expect(await dialog().count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.pathname === '/my-store/index' && url.search === '');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await bind().waitFor();
  });

  it('keeps what was typed when the server refuses it, and when there is no connection', async () => {
    const page = await enter(await newcomer());
    await pick(bind().getByLabel('Social platform'), 'WhatsApp');
    const country = bind().getByLabel('International telephone area code');
    await country.fill('+44');
    await page.getByRole('option', { name: '+44 United Kingdom' }).click();
    await bind().getByLabel('WhatsApp number or link').fill('0000');
    await submit();
    const refusal = 'This isn’t a phone number in +44. Check the digits or choose another country code.';
    await bind().getByText(refusal).waitFor();
    await page.getByRole('alert').filter({ hasText: refusal }).waitFor();
    await bind().getByLabel('WhatsApp number or link').fill('07400 123456');
    await page.context().setOffline(true);
    try {
      await submit();
      await page.getByText(messages.networkAnomaly).waitFor();
    } finally {
      await page.context().setOffline(false);
    }
    expect(await bind().getByLabel('WhatsApp number or link').inputValue()).toBe('07400 123456');
    expect(await country.inputValue()).toBe('+44 United Kingdom');
    await submit();
    await page.getByRole('dialog', { name: 'Thanks, we’ll be in touch' }).waitFor();
  });

  it('works in a browser that keeps nothing', async () => {
    const person = await newcomer();
    const page = await visitor.context.newPage();
    try {
      await enter(person); // logged in; the page below begins with its storage closed
      await page.addInitScript(() => {
        const closed = () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        };
        Object.defineProperty(window, 'localStorage', { get: closed });
        Object.defineProperty(window, 'sessionStorage', { get: closed });
      });
      await page.goto('/');
      const asking = page.getByRole('dialog', { name: 'How can we reach you?' });
      await asking.getByLabel('Agent or market note').fill('Lin');
      await asking.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('dialog', { name: 'Thanks, we’ll be in touch' }).waitFor();
    } finally {
      await page.close();
    }
  });

  it('tells viewers whom to ask, and says nothing to staff and colleagues of who has answered', {
    tags: ['S6-05'],
  }, async () => {
    const owner = await newcomer();
    const viewer = await merchant(ground(), { account_id: owner.account_id, role: 'viewer' });
    const manager = await merchant(ground(), { account_id: owner.account_id, role: 'manager' });
    await enter(viewer, '/order/index');
    const reporting = visitor.page.getByRole('dialog', { name: 'Missing contact details' });
    await reporting.getByText('Ask the account owner or a manager').waitFor();
    expect(await dialog().count()).toBe(1);
    await reporting.getByRole('button', { name: 'Got it' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await enter(manager, '/order/index');
    await bind().waitFor();
    await callApi(stage, owner, 'POST', '/api/profile', { market_note: 'Lin' });
    await enter(manager, '/order/index');
    await heading('Orders').waitFor();
    await expect.poll(() => asked('re_authorize_stores')).toBe(true);
    expect(await dialog().count()).toBe(0);
    await enter(viewer, '/order/index');
    await expect.poll(() => asked('notifications/global')).toBe(true);
    expect(await dialog().count()).toBe(0);
    await enter(await staff(ground(), 'agent'), '/staff/quotes');
    await heading('Quotes').waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it('holds the focus, gives it back, closes by Escape for this visit and not by a click beside it', async () => {
    const page = await enter(await newcomer(), '/my-store/index');
    const orders = page.getByRole('link', { name: 'Orders', exact: true });
    await orders.press('Enter');
    await bind().waitFor();
    await bind().getByLabel('Agent or market note').fill('half a sen');
    for (let n = 0; n < 12; n += 1) {
      await page.keyboard.press('Tab');
      expect(await bind().evaluate((node) => node.contains(document.activeElement))).toBe(true);
    }
    await page.mouse.click(5, 500);
    expect(await bind().getByLabel('Agent or market note').inputValue()).toBe('half a sen');
    await page.keyboard.press('Escape');
    await bind().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.matches('main, a'))).toBe(true);
    await page.getByRole('link', { name: 'Quotes', exact: true }).click();
    await heading('Quotes').waitFor();
    expect(await dialog().count()).toBe(0);
    await page.reload();
    await bind().waitFor();
  });

  it('fits a phone, in Chinese and in the dark', async () => {
    await visitor.page.setViewportSize(phone);
    const person = await newcomer();
    await callApi(stage, person, 'PUT', '/api/profile/settings', { locale: 'zh', colorScheme: 'dark' });
    const page = await enter(person);
    const asking = page.getByRole('dialog', { name: '如何与您联系？' });
    await pick(asking.getByLabel('社交平台'), 'WhatsApp');
    await asking.getByLabel('WhatsApp 号码或链接').fill('15112345678');
    await asking.getByRole('button', { name: '提交' }).click();
    await asking.getByText(messagesInChinese.bindCountry, { exact: true }).waitFor();
    await asking.getByLabel('国际电话区号').fill('德国');
    await page.getByRole('option', { name: '+49 德国' }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await asking.getByRole('button', { name: '去添加店铺' }).click();
    await page.waitForURL('**/my-store/index?add=1');
  });
});
