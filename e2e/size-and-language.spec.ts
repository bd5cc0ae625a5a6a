import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { systemClock } from '#server/lib/clock.ts';
import { merchant, type Person } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callAs, enterAs, forget, knownMerchant } from './known-merchant.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  visitor = await openBrowser(stage.url);
  await enterAs(stage, visitor, owner);
});
beforeEach(async () => {
  await save({}); // each test begins with nobody's choices
  await forget(stage, visitor);
});
afterAll(async () => {
  expect(visitor.problems).toEqual([]); // oxlint-disable-line vitest/no-standalone-expect -- the whole story ends without a problem
  await visitor.close();
  await stage.close();
});

const save = (change: object) => callAs(stage, owner, 'PUT', '/api/profile/settings', { locale: 'en', ...change });
const kept = async () => {
  const { settings, locale } = await callAs<{ settings: object; locale: string }>(stage, owner, 'GET', '/api/profile');
  return { ...settings, locale };
};

async function typeAmount(page: Page, text: string) {
  const field = page.getByLabel('Amount (USD)');
  await field.fill(text);
  return field;
}

describe('size and language', () => {
  const sizeMenu = async (page: Page) => {
    await page.getByRole('button', { name: 'Size' }).click();
    await page.getByRole('menuitem', { name: 'Mini' }).waitFor();
  };
  const sizeCookie = async () =>
    (await visitor.context.cookies()).find((cookie) => cookie.name === 'size' && cookie.domain === 'localhost')?.value;

  it('the size is small by default; the menu has four, and the current one is disabled', {
    tags: ['N14', 'S9-08'],
  }, async () => {
    const { page } = visitor;
    await page.goto('/wallet/recharge');
    expect(await page.evaluate(() => document.documentElement.dataset.size)).toBe('small');
    await sizeMenu(page);
    const items = page.getByRole('menuitem');
    expect(await items.allTextContents()).toEqual(['Default', 'Medium', 'Small', 'Mini']);
    const disabled = await items.evaluateAll((all) => all.map((one) => one.hasAttribute('data-disabled')));
    expect(disabled).toEqual([false, false, true, false]);
  });

  it('a size sets the cookie, changes controls at once, says so, keeps what was typed, survives a reload', {
    tags: ['N15', 'N16', 'S3-10'],
  }, async () => {
    const { page } = visitor;
    await page.goto('/wallet/recharge');
    const field = await typeAmount(page, '55.50');
    const measure = () =>
      field.evaluate((one) => ({ height: one.getBoundingClientRect().height, font: getComputedStyle(one).fontSize }));
    const sizes = { Default: [40, '16px'], Medium: [36, '15px'], Mini: [28, '13px'], Small: [32, '14px'] } as const;
    for (const [name, [height, font]] of Object.entries(sizes)) {
      await sizeMenu(page);
      await page.getByRole('menuitem', { name, exact: true }).click();
      await page.getByText(`Size changed to ${name}.`).waitFor();
      await expect.poll(measure).toEqual({ height, font });
      expect(await sizeCookie()).toBe(name.toLowerCase());
      expect(await field.inputValue()).toBe('55.50');
    }
    await sizeMenu(page);
    await page.getByRole('menuitem', { name: 'Mini' }).click();
    await page.reload();
    await field.waitFor();
    expect(await measure()).toEqual({ height: 28, font: '13px' });
    await expect.poll(kept).toMatchObject({ size: 'mini' });
  });

  it('an unknown size in the cookie means small', { tags: ['N14'] }, async () => {
    const { page, context } = visitor;
    await context.addCookies([{ name: 'size', value: 'huge', url: stage.url }]);
    await page.goto('/wallet/recharge');
    await page.getByLabel('Amount (USD)').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.size)).toBe('small');
  });

  it('the language changes menu, tabs, page and document title at once and keeps what was typed', async () => {
    const { page } = visitor;
    await page.goto('/wallet/recharge');
    await typeAmount(page, '12.34');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '简体中文' }).click();
    await page.getByRole('link', { name: '订单' }).waitFor();
    await page.getByRole('tab', { name: '充值' }).waitFor();
    await page.getByRole('heading', { name: '充值', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^充值 - /);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans');
    expect(await page.getByRole('textbox').filter({ visible: true }).first().inputValue()).toBe('12.34');
    await expect.poll(kept).toMatchObject({ locale: 'zh' });
    await page.getByRole('button', { name: '语言' }).click();
    expect(await page.getByRole('menuitem', { name: '简体中文' }).getAttribute('data-disabled')).toBe('true');
  });
});

it('a language that is chosen in one tab changes the server’s sentences in the others', async () => {
  const other = await visitor.context.newPage();
  await other.goto('/wallet/recharge');
  await other.getByRole('radio', { name: /^Card/ }).waitFor();
  const { page } = visitor;
  await page.bringToFront(); // a page behind another is drawn once a second
  await page.goto('/order/index');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: '简体中文' }).click();
  await other.getByRole('radio', { name: /^银行卡/ }).waitFor();
  await other.close();
});

it('who never saved settings reads the browser’s language, and the server’s sentences in the same', async () => {
  const newcomer = await merchant({ ground: stage.ground, clock: systemClock });
  const guest = await openBrowser(stage.url);
  await guest.context.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['zh-CN'] }));
  await enterAs(stage, guest, newcomer);
  await guest.page.goto('/wallet/recharge');
  await guest.page.getByRole('radio', { name: /银行卡/ }).waitFor();
  expect(await callAs(stage, newcomer, 'GET', '/api/profile')).toMatchObject({ locale: 'zh', settings: null });
  await guest.close();
});

describe('full screen and copying', () => {
  /** Proves by the page's own clock, which the test moves, that a toast is there for 2 s (spec §9). */
  async function livesTwoSeconds(page: Page, text: string, action: () => Promise<void>): Promise<void> {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await action();
    const toast = page.getByText(text);
    await expect
      .poll(async () => {
        await page.clock.runFor(20); // it is drawn in the frames of that clock
        return toast.count();
      })
      .toBe(1);
    await page.mouse.move(300, 700); // hovering would keep it
    await page.clock.runFor(1_500);
    expect(await toast.isVisible()).toBe(true);
    await page.clock.runFor(1_500);
    await toast.waitFor({ state: 'detached' });
    await page.clock.resume();
  }

  it('full screen covers the whole document, and the icon follows a way out by Escape', { tags: ['N12'] }, async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    await page.evaluate(() => {
      const set = (element: Element | null) => {
        Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: element });
        document.dispatchEvent(new Event('fullscreenchange'));
      };
      Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true });
      Element.prototype.requestFullscreen = function request(this: Element) {
        set(this);
        return Promise.resolve();
      };
      document.exitFullscreen = () => {
        set(null);
        return Promise.resolve();
      };
      document.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') set(null); // as the browser does
      });
    });
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
    expect(await page.evaluate(() => document.fullscreenElement === document.documentElement)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    await page.getByRole('button', { name: 'Exit full screen' }).click();
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  });

  it('a browser that cannot do it is told so for 2 s', { tags: ['N13', 'S2-61'] }, async () => {
    const { page } = visitor;
    await page.goto('/my-store/index');
    await page.evaluate(() =>
      Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: false }),
    );
    const button = page.getByRole('button', { name: 'Full screen', exact: true });
    await button.waitFor();
    await livesTwoSeconds(page, 'you browser can not work', () => button.click());
  });

  it('copying says Copyed Successfully for 2 s; a refused clipboard says what to do', {
    tags: ['N18', 'S2-60'],
  }, async () => {
    const { page, context } = visitor;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const number = await aRecharge();
    await page.goto('/wallet/recharge');
    await page
      .getByRole('button', { name: new RegExp(number) })
      .first()
      .click();
    const copy = page.getByRole('dialog').getByRole('button', { name: `Copy ${number}` });
    await copy.waitFor();
    await livesTwoSeconds(page, 'Copyed Successfully', () => copy.click());
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    await page.evaluate(() =>
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('refused')) }),
    );
    await copy.click();
    await page.getByText('Your browser blocked copying.', { exact: false }).waitFor();
    expect(await page.getByText('Copyed Successfully').count()).toBe(0);
  });

  /** The number of a recharge that waits for its transfer. */
  async function aRecharge(): Promise<string> {
    const details = JSON.stringify([{ label: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' }]);
    await entryFor(stage.ground, { kind: 'system', name: 'test' }, 'test').run('all_accounts', ({ db }) =>
      db.updateTable('recharge_methods').set({ active: true, details }).where('code', '=', 'bank').execute(),
    );
    const recharge = await callAs<{ number: string }>(stage, owner, 'POST', '/api/recharges', {
      method: 'bank',
      amount: 5_000,
    });
    return recharge.number;
  }
});
