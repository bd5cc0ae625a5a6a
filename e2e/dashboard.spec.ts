import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenCookie } from '#contract/constants.ts';
import { type DemoPerson, type DemoStage, openDemoStage } from '#testing/demo-stage.ts';
import { merchant } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';

let stage: DemoStage;
let visitor: Visitor;
beforeAll(async () => {
  stage = await openDemoStage();
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor?.close();
  await stage?.close();
});

async function as(who: DemoPerson): Promise<Page> {
  const { context, page } = visitor;
  await context.clearCookies();
  await context.addCookies([{ name: tokenCookie, value: stage.tokens.get(who) ?? '', url: stage.url }]);
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const openFirst = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Open / })
    .filter({ visible: true })
    .first()
    .click();
const drawer = (page: Page) => page.getByRole('dialog').last();

describe('a merchant’s day', () => {
  it('all steps that unblock orders show where the first of them stand', async () => {
    const page = await as('owner');
    await page.goto('/Dashboard/index');
    await page.getByRole('button', { name: 'Wallet (1 to do)' }).waitFor(); // a rejected recharge
    const plan = page.getByRole('region', { name: 'Unblock more orders' });
    await plan.getByRole('button', { name: /^Show \d+ more steps?$/ }).click();
    const said = await plan.getByRole('heading').innerText();
    expect(await plan.getByRole('listitem').count()).toBe(Number(/in (\d+) steps/.exec(said)?.[1]));
    expect(await plan.getByText(/more steps?$/).count()).toBe(0);
  });

  it('who may not do a step is told who can', async () => {
    const page = await as('owner');
    const [own] = await sqlRows<{ account_id: string }>(
      stage,
      `SELECT m.account_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email LIKE 'owner@%'`,
    );
    const place = { ground: stage.ground, clock: stage.ground.clock };
    const payer = await merchant(place, { account_id: own?.account_id ?? '', role: 'payer' });
    await visitor.context.addCookies([{ name: tokenCookie, value: payer.token, url: stage.url }]);
    await page.goto('/Dashboard/index');
    const steps = page.getByRole('region', { name: 'Unblock more orders' }).getByRole('listitem');
    await steps.first().waitFor();
    await steps.getByText('Ask the owner or a manager').first().waitFor();
    const doers = steps.getByRole('link').or(steps.getByText('Ask the owner or a manager'));
    expect(await doers.count()).toBe(await steps.count());
    // whose menu counts what its reader may do alone
    await page.getByRole('link', { name: /^Invoices \(\d+ to do\)$/ }).waitFor();
    await page.getByRole('button', { name: 'Wallet', exact: true }).waitFor();
  });

  it('links and buttons in a line of text take a finger beside it', async () => {
    const page = await as('owner');
    await page.setViewportSize(phone);
    for (const [path, name] of [
      ['/Dashboard/index', /^Show \d+ more steps?$/],
      ['/Sub-Account/Sub-Account', /^No limits, /],
      ['/Account/Account', /^Show password$/],
    ] as const) {
      await page.goto(path);
      const button = page.getByRole('main').getByRole('button', { name, includeHidden: true }).first();
      await button.scrollIntoViewIfNeeded();
      const reached = await button.evaluate((node) => {
        const { top, left, width, height } = node.getBoundingClientRect();
        return [-17, 17].map((off) => document.elementFromPoint(left + width / 2, top + height / 2 + off) === node);
      });
      expect([path, ...reached]).toEqual([path, true, true]);
    }
    await page.setViewportSize(desktop);
  });

  it('pending recharges lead to the page that lists them', async () => {
    const page = await as('owner');
    await page.goto('/Dashboard/index');
    const row = page.getByRole('main').locator('dt', { hasText: 'Pending recharges' });
    await row.locator('xpath=following-sibling::dd[1]').getByRole('link').click();
    await heading(page, 'Recharge').waitFor();
  });

  it('a rejected recharge is a next step, and leads to where its proof is sent again', async () => {
    const page = await as('owner');
    await page.goto('/Dashboard/index');
    const steps = page.getByRole('list', { name: 'Next steps' });
    await steps.getByRole('link', { name: 'Upload proof, Upload a new proof for 1 rejected recharge' }).click();
    await drawer(page).getByRole('button', { name: 'Submit for review' }).waitFor();
    await page.goto('/wallet/recharge');
    await page.getByRole('link', { name: /^Recharge.*1 to do/ }).waitFor();
  });

  it('counts the orders that steps unblock where none is ready yet, and where some are', async () => {
    const page = await as('owner');
    await page.goto('/Dashboard/index');
    const plan = page.getByRole('region', { name: 'Unblock more orders' });
    await plan.getByRole('heading', { name: /^Unblock [\d,]+ orders in \d+ steps$/ }).waitFor();
  });

  it('products to map have the colour of what waits for the merchant, as their number in the menu', async () => {
    const page = await as('owner');
    await page.goto('/Dashboard/index');
    const counter = page.getByRole('main').getByRole('link', { name: /Products to map/ });
    const toPay = page.getByRole('main').getByRole('link', { name: /^\d+\s*To pay/ });
    const colour = (link: typeof counter) =>
      link
        .locator('span')
        .first()
        .evaluate((node) => getComputedStyle(node).color);
    expect(await colour(counter)).toBe(await colour(toPay));
    const count = await counter.locator('span').first().innerText();
    await page.getByRole('link', { name: new RegExp(`^Products.*${count} to do`, 'i') }).waitFor();
  });

  it('the states that orders of the list have are explained', async () => {
    const page = await as('owner');
    await page.goto('/order/index?tab=action_needed');
    await page.getByRole('row').getByText('Imported', { exact: true }).first().waitFor();
    const strip = page.getByRole('note', { name: 'Order statuses' });
    await strip.getByText('Received, not ready to pay yet').waitFor();
  });

  it('an order that can’t be paid is one click away', async () => {
    const page = await as('owner');
    await page.goto('/order/index?tab=action_needed');
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('button', { name: /^See why \d+ orders can’t be paid$/ }).click();
    await page.getByRole('dialog', { name: 'Orders that can’t be paid' }).waitFor();
    const blocked = drawer(page).getByRole('link', { name: /^#/ }).first();
    const name = await blocked.innerText();
    await blocked.click();
    await page.getByRole('dialog', { name: `Order ${name}` }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('action_needed'); // the list is the same
  });

  it('a single order that can’t be paid opens with its reason', async () => {
    const page = await as('owner');
    await page.goto('/order/index?tab=action_needed&block=ADDRESS_INCOMPLETE');
    await page
      .getByRole('checkbox', { name: /order #/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'See why it can’t be paid' }).click();
    await drawer(page).getByRole('heading', { name: 'Blocked' }).waitFor();
    await drawer(page).getByText('Address incomplete').first().waitFor();
    expect(new URL(page.url()).searchParams.get('block')).toBe('ADDRESS_INCOMPLETE');
  });

  it('a reply to the agent is seen where it was written', async () => {
    const page = await as('owner');
    await page.goto('/quote/index?tab=need_answer');
    await openFirst(page);
    await drawer(page).getByRole('textbox', { name: 'Your reply' }).fill('One layer is enough.');
    await drawer(page).getByRole('button', { name: 'Send reply' }).click();
    await drawer(page).getByText('One layer is enough.').filter({ visible: true }).waitFor();
    await drawer(page).getByText('In progress').waitFor();
    await drawer(page).getByText('One layer is enough.').filter({ visible: true }).waitFor();
    await page.keyboard.press('Escape');
    // a tab that the work has emptied speaks of itself, not of filters
    await page.getByText('No quotes in this tab').waitFor();
  });

  it('a claim that lacks evidence asks for it by that name', async () => {
    const page = await as('owner');
    await page.goto('/order/index?tab=claims&state=to_do');
    await openFirst(page);
    await drawer(page).getByRole('heading', { name: 'Add evidence' }).waitFor();
    const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f4f4f4' } })
      .png()
      .toBuffer();
    const file = { name: 'photo.png', mimeType: 'image/png', buffer };
    await drawer(page).locator('input[type=file]').first().setInputFiles(file);
    await drawer(page).getByText('Not sent yet').waitFor();
    await drawer(page).getByRole('button', { name: 'Send evidence' }).waitFor();
  });

  it('an export of the statistics is of figures, without columns of a list', async () => {
    const page = await as('owner');
    await page.goto('/sales-statitstics/index');
    await heading(page, 'Sales statistics').waitFor();
    expect(await page.getByText('Not checked').count()).toBe(0);
    const heights = () =>
      page
        .getByRole('group', { name: 'Filters' })
        .locator('.mantine-Select-wrapper, .mantine-MultiSelect-wrapper')
        .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().height)));
    await expect.poll(async () => new Set(await heights()).size).toBe(1); // filters stand in one line, once their choices are there
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('dialog', { name: 'Export statistics' }).getByText('by day').waitFor();
    expect(await drawer(page).getByText('Columns of this list').count()).toBe(0);
  });
});

describe('staff', () => {
  it('change their own password without choosing a client', async () => {
    const page = await as('agent');
    await page.goto('/Account/Account');
    await heading(page, 'Account').waitFor();
    await page.getByRole('button', { name: 'Change password' }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const order = await menu.getByText(/^(Clients|Account|Client pages|Dashboard)$/).allInnerTexts();
    expect(order).toEqual(['Clients', 'Account', 'Client pages', 'Dashboard']);
  });

  it('begin with what waits for them, each with the way there', async () => {
    const page = await as('agent');
    await page.goto('/Dashboard/index');
    const waiting = page.getByRole('navigation', { name: 'Waiting for you' });
    await waiting.getByRole('link', { name: 'Claims' }).waitFor();
    const { data } = (await (
      await fetch(`${stage.url}/api/staff/work`, { headers: { Authorization: `Bearer ${stage.tokens.get('agent')}` } })
    ).json()) as { data: { quotes: number } };
    await waiting.getByRole('link', { name: `Quotes ${data.quotes}` }).click();
    await heading(page, 'Quotes').waitFor();
    await page.goto('/order/index');
    await heading(page, 'Choose a client').waitFor();
    expect(await waiting.count()).toBe(0);
  });

  it('read the whole name of a page beside its number in the menu', async () => {
    const page = await as('finance');
    await page.goto('/Dashboard/index');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const name = menu.getByText('Bank statements', { exact: true });
    await menu.getByRole('link', { name: /^Bank statements.*\d/ }).waitFor();
    expect(await name.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  });

  it('read a client’s orders without what is said to the client', async () => {
    const page = await as('agent');
    await page.goto('/staff/clients?q=Pebble');
    await openFirst(page);
    await heading(page, 'Orders').waitFor();
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByText('Blocked until you act').count()).toBe(0);
  });

  it('of the warehouse see that what is left of an order waits', async () => {
    const page = await as('warehouse');
    await page.goto('/staff/fulfillment');
    await heading(page, 'Fulfillment').waitFor();
    const all = await fetch(`${stage.url}/api/staff/orders?tab=all`, {
      headers: { Authorization: `Bearer ${stage.tokens.get('warehouse')}` },
    });
    const { meta } = (await all.json()) as { meta: { total: number } };
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: `(${meta.total} to do)` })
      .waitFor();
  });
});

it('no page had an error', () => expect(visitor.problems).toEqual([]));
