import type { Locator, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inAccount, systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import {
  barriers,
  laptop,
  type Appearance,
  appearanceName,
  appearancesOf,
  show,
  still,
  tooWide,
} from './appearance.ts';

// Everything that opens over a page: no barrier that axe can find, nothing wider than the window, and no movement for
// who asked for less of it (look.md: motion).

type Who = 'known' | 'newcomer' | 'refused' | 'notified' | 'admin';
type Overlay = {
  name: string;
  path: string;
  who?: Who;
  /** A greeting dialog comes by itself. */
  greets?: boolean;
  /** Not on a phone. */
  wide?: boolean;
  /** Only on a phone. */
  narrow?: boolean;
  open?: (page: Page) => Promise<void>;
  shown: (page: Page) => Locator;
};

const dialog = (page: Page) => page.getByRole('dialog').first();
const menu = (page: Page) => page.getByRole('menu');
/** The menus of the shell’s bar; a page’s heading has menus too. */
const shellMenus = (page: Page) => page.getByRole('banner').locator('button[aria-haspopup="menu"]');
const userMenu = (page: Page) => shellMenus(page).last().click();
const fromUserMenu = (at: number) => async (page: Page) => {
  await userMenu(page);
  await menu(page).getByRole('menuitem').nth(at).click();
};
const mainAction = (page: Page) => page.locator('main').getByRole('button').first().click();

const overlays: readonly Overlay[] = [
  { name: 'the user menu', path: '/order/index', open: userMenu, shown: menu },
  {
    name: 'the languages',
    path: '/order/index',
    open: (page) => shellMenus(page).nth(-2).click(),
    shown: menu,
  },
  {
    name: 'the bell',
    path: '/order/index',
    open: (page) => page.getByRole('banner').locator('button[aria-haspopup="dialog"]').last().click(),
    shown: (page) => page.locator('[data-bell-list]'),
  },
  { name: 'the settings', path: '/order/index', open: fromUserMenu(0), shown: dialog },
  {
    name: 'a step of the tour',
    path: '/order/index',
    open: fromUserMenu(1),
    shown: (page) => page.locator('.driver-popover'),
  },
  {
    name: 'the palette',
    path: '/order/index',
    wide: true,
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await dialog(page).getByRole('combobox').fill('a');
    },
    shown: (page) => dialog(page).getByRole('option').first(),
  },
  {
    name: 'the menu of a tab',
    path: '/order/index',
    open: (page) => page.getByRole('tab').last().click({ button: 'right' }),
    shown: menu,
  },
  {
    name: 'the question before typed text is lost',
    path: '/wallet/recharge',
    open: async (page) => {
      await page.locator('main input').first().fill('250');
      await page.getByRole('tab').last().press('Delete');
    },
    shown: dialog,
  },
  {
    name: 'the drawer with the main menu',
    path: '/order/index',
    narrow: true,
    open: (page) => page.locator('[data-tour="hamburger"]').click(),
    shown: (page) => page.getByRole('navigation').locator('[aria-current="page"]').first(),
  },
  {
    name: 'a toast',
    path: '/order/index',
    wide: true,
    open: async (page) => {
      await page.locator('[data-tour="size"]').click();
      await menu(page).getByRole('menuitem', { disabled: false }).first().click(); // not the size it has
    },
    shown: (page) => page.locator('[data-kind="success"]'),
  },
  { name: 'the dialog that adds a store', path: '/my-store/index?add=1', shown: dialog },
  { name: 'the dialog that asks how to be reached', path: '/', who: 'newcomer', greets: true, shown: dialog },
  { name: 'the stores to authorize again', path: '/', who: 'refused', greets: true, shown: dialog },
  {
    name: 'the domain to authorize again',
    path: '/',
    who: 'refused',
    greets: true,
    open: (page) => dialog(page).getByRole('table').getByRole('button').first().click(),
    shown: (page) => page.getByRole('dialog').getByRole('textbox'),
  },
  { name: 'the notice', path: '/', who: 'notified', greets: true, shown: dialog },
  { name: 'the dialog that adds a domain', path: '/staff/branding', who: 'admin', open: mainAction, shown: dialog },
  { name: 'the dialog that adds a partner', path: '/staff/partners', who: 'admin', open: mainAction, shown: dialog },
  { name: 'the dialog that writes a notice', path: '/staff/notices', who: 'admin', open: mainAction, shown: dialog },
];

let stage: Stage;
let visitor: Visitor;
let people: Record<Who, { token: string }>;
beforeAll(async () => {
  stage = await openStage();
  visitor = await openBrowser(stage.url);
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
  await visitor.context.addInitScript(recordMovement);
  const ground = { ground: stage.ground, clock: stage.ground.clock };
  const [known, refused, notified] = [await merchant(ground), await merchant(ground), await merchant(ground)];
  const newcomer = await merchant(ground, { reachable: false });
  people = { known, refused, notified, newcomer, admin: await staff(ground, 'admin') };
  await refuse(refused);
  await report(notified);
});
afterAll(async () => {
  await visitor?.close();
  await stage?.close();
});

/** A shop that takes the portal's token no longer, with a long name. */
async function refuse({ account_id }: Person): Promise<void> {
  await inAccount(stage, account_id, ({ db }) =>
    db
      .insertInto('stores')
      .values({
        account_id,
        id: uuid(),
        platform: 'shopify',
        external_domain: `kensington-household-goods-and-fine-furniture-trading-company.myshopify.com`,
        name: 'Kensington Household Goods and Fine Furniture Trading Company',
        status: 'needs_reauth',
        created_at: stage.ground.clock.now(),
      })
      .execute(),
  );
}

/** A notice for one account. */
async function report({ account_id }: Person): Promise<void> {
  const { user_id } = await staff({ ground: stage.ground, clock: stage.ground.clock }, 'admin');
  const [notice_id, now] = [uuid(), stage.ground.clock.now()];
  await systemEntry(stage).run('all_accounts', async ({ db }) => {
    await db
      .insertInto('notices')
      .values({
        id: notice_id,
        kind: 'popup',
        severity: 'info',
        title: 'Holiday hours around the Spring Festival in all warehouses',
        tags: ['Holidays', '春节'],
        content: '<p>See <a href="https://news.example/plan">the plan</a> of <b>Tradewind</b>.</p>',
        audience: 'accounts',
        starts_at: new Date(now.getTime() - 60_000),
        created_by: user_id,
        created_at: now,
      })
      .execute();
    await db.insertInto('notice_accounts').values({ notice_id, account_id }).execute();
  });
}

/** Keeps what moves for longer than an instant, by style sheet or by script; runs in each page before its own scripts. */
function recordMovement(): void {
  const instantMs = 1;
  const moves: string[] = [];
  Object.assign(window, { moves });
  const keep = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    for (const { effect } of event.target.getAnimations()) {
      const { activeDuration } = effect?.getComputedTiming() ?? {};
      if (Number(activeDuration) > instantMs) moves.push(`${event.type} of ${event.target.className}`);
    }
  };
  for (const kind of ['transitionrun', 'animationstart']) document.addEventListener(kind, keep, true);
}

const movesOf = (page: Page) => page.evaluate(() => (window as unknown as { moves: string[] }).moves.splice(0));

/** Opens the overlay; answers what hinders. */
async function hindrances(
  { path, who = 'known', greets, open, shown }: Overlay,
  appearance: Appearance,
): Promise<string[]> {
  const { page } = visitor;
  await show(visitor, stage.url, { path, token: people[who].token, appearance, calm: greets !== true });
  await open?.(page);
  await shown(page).waitFor();
  const moves = await movesOf(page);
  await still(page);
  const found = [...(await barriers(page)), ...moves.map((move) => `moves: ${move}`)];
  for (const one of await page.getByRole('dialog').all())
    if (/^- dialog:?$/m.test(await one.ariaSnapshot())) found.push('a dialog without a name');
  const width = await tooWide(page);
  if (width > 0) found.push(`${width} px wider than the window`);
  return found;
}

describe('what opens over a page', () => {
  it.each(overlays.map((overlay, n) => [overlay.name, overlay, n] as const))('%s', async (_, overlay, n) => {
    const sizes = overlay.wide ? [desktop, laptop] : overlay.narrow ? [phone] : [desktop, phone];
    for (const [m, size] of sizes.entries()) {
      await visitor.page.setViewportSize(size);
      for (const appearance of appearancesOf(n + m)) {
        const found = await hindrances(overlay, appearance);
        expect([...found, ...visitor.problems.splice(0)], `${appearanceName(appearance)} ${size.width}`).toEqual([]);
      }
    }
  });
});
