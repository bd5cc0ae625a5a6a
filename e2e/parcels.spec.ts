import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 as uuid } from 'uuid';
import { systemClock } from '#server/lib/clock.ts';
import { enqueueTask, sqlRows } from '#testing/sql-rows.ts';
import { type Channel, givenChannel, inAccount } from '#testing/order-fixtures.ts';
import { type Caller, givenShipped } from '#testing/parcel-fixtures.ts';
import { type Person, staff } from '#testing/people.ts';
import { givenStock, yiwu } from '#testing/stock-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { enterAs, knownMerchant } from './known-merchant.ts';

const number = 'YT7100000001';
const longAgo = new Date(Date.now() - 20 * 86_400_000);
let stage: Stage;
let visitor: Visitor;
let owner: Person;
let order: string;
let packer: { token: string };
let channel: Channel;

/** The portal as fixtures call it: over the network. */
const caller = (): Caller => ({
  ground: stage.ground,
  clock: systemClock,
  async call(method, path, { token = '', body, key = uuid() } = {}) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
    const answer = await fetch(stage.url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Awaited<ReturnType<Caller['call']>>['body'] };
  },
});

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  packer = await staff(caller(), 'warehouse');
  await stage.sandbox.carrier.plan(number, 'silent_ten_days', { beginsAt: longAgo });
  channel = await givenChannel(caller());
  const shipped = await givenShipped(caller(), owner, { channel, packer, numbers: [number] });
  order = shipped.name;
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

/** The only row says why its order is an exception, and since when. */
async function showsWhy(column: string): Promise<void> {
  const { page } = visitor;
  await page.locator('tbody').getByText('No updates for 10 days').waitFor();
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const cell = (name: string) => page.locator('tbody tr td, tbody tr th').nth(heads.indexOf(name));
  expect(await cell(column).innerText()).toContain('No updates for 10 days');
  const since = await cell('Since').locator('time').getAttribute('datetime');
  const silent = (Date.now() - Date.parse(since ?? '')) / 86_400_000;
  expect([since, silent > 0 && silent < 20]).toEqual([since, true]); // from what the carrier said last, or since it is silent
}

/** What says that something was done covers neither title nor next action of the drawer in which it was done. */
async function toastLeavesHead(drawer: Locator): Promise<void> {
  const { page } = visitor;
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    await drawer.getByRole('button', { name: `Copy ${number}` }).click();
    const toast = page.locator('[data-kind]').first();
    await toast.waitFor();
    const [head, said] = [await drawer.locator('header').boundingBox(), await toast.boundingBox()];
    expect(said?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? size.height));
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(size.height);
    await page.mouse.move(1, 1); // a pointer on it stops its clock
    await toast.waitFor({ state: 'detached' });
  }
}

it('a silent parcel is reported once, stands in Watch and leads to a claim, and leaves when the carrier speaks', {
  tags: ['D10-08'],
}, async () => {
  const { page } = visitor;
  await enterAs(stage, visitor, owner);
  await page.goto('/order/index?tab=watch');
  await page.getByRole('button', { name: /^Exceptions/ }).waitFor();
  await enqueueTask(stage, 'carriers_ask'); // as each minute
  const row = page.getByRole('row', { name: new RegExp(order) });
  await row.waitFor(); // by itself: the page hears of it
  await showsWhy('Exception');
  await page.getByRole('button', { name: `Open order ${order}` }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('No updates for 10 days').waitFor();
  await drawer.getByText('Departed by air').waitFor();
  const heads = await drawer.getByRole('heading').allInnerTexts();
  expect(heads.indexOf('Parcels')).toBeLessThan(heads.indexOf('Cost')); // what is wrong comes first
  await toastLeavesHead(drawer);
  const claim = drawer.getByRole('link', { name: 'Open a claim' });
  expect(await claim.getAttribute('href')).toMatch(/order=.+&case=new&parcel=.+&reason=lost/);
  const received = await caller().call('GET', '/api/notifications', { token: owner.token });
  expect(JSON.stringify(received.body.data).match(/order_watched/g)).toHaveLength(1);

  await enterAs(stage, visitor, { ...owner, ...(await staff(caller(), 'agent')) });
  await page.goto('/staff/exceptions');
  await showsWhy('Reason');
  await page.getByRole('button', { name: new RegExp(`^Open order ${order}`, 'i') }).click();
  await stage.sandbox.carrier.plan(number, 'smooth', { beginsAt: longAgo });
  const exception = page.getByRole('dialog');
  await exception.getByText('Departed by air').waitFor();
  await page.reload();
  await exception.getByRole('button', { name: 'Refresh tracking' }).click();
  await exception.getByText('Delivered', { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('No exceptions').waitFor();

  await enterAs(stage, visitor, owner);
  await page.goto('/order/index?tab=watch');
  await expect.poll(() => page.getByRole('row', { name: new RegExp(order) }).count()).toBe(0);
  expect(visitor.problems).toEqual([]);
});

/** A call of the portal that must succeed; its data. */
async function done(token: string, path: string, body: object) {
  const answer = await caller().call('POST', path, { token, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data;
}

it('C13.5 an order, a cancellation and a stock request that staff opened are open after a reload', async () => {
  const { page } = visitor;
  const { token, account_id } = owner;
  const waiting = await givenShipped(caller(), owner, { channel, packer, numbers: [] });
  const { version } = await done(packer.token, `/api/staff/orders/${account_id}/${waiting.id}/fulfilment_step`, {
    action: 'buy',
    version: (await caller().call('GET', `/api/shopify_orders/${waiting.id}`, { token })).body.data.version,
  });
  await done(token, `/api/shopify_orders/${waiting.id}/cancel_request`, { version, reason: 'Another color' });
  const sku_id = await inAccount(caller(), account_id, async ({ db }) => {
    const sku = await db.selectFrom('catalog_skus').select('id').orderBy('code').executeTakeFirstOrThrow();
    return sku.id;
  });
  await givenStock(caller(), account_id, sku_id, 5);
  const piece = { kind: 'write_off', sku_id, warehouse_id: yiwu, quantity: 1, reason: 'Out of fashion' };
  await done(token, '/api/stock_requests', piece);

  await enterAs(stage, visitor, { ...owner, token: packer.token });
  const dialog = page.getByRole('dialog');
  const lists: [path: string, row: RegExp, shows: RegExp][] = [
    ['/staff/fulfillment?tab=all', new RegExp(waiting.name), /Show timeline/],
    ['/staff/cancellations', new RegExp(waiting.name), /Another color/],
    ['/staff/stock?tab=requests', /^Open .+, /, /Out of fashion/],
  ];
  for (const [path, row, shows] of lists) {
    await page.goto(path);
    await page.getByRole('button', { name: row }).click();
    await dialog.getByText(shows).first().waitFor();
    await page.reload();
    await dialog.getByText(shows).first().waitFor();
    if (path === '/staff/cancellations') {
      await dialog.getByLabel('Costs incurred (USD)').waitFor();
      await dialog.getByRole('link', { name: `View order ${waiting.name}` }).waitFor(); // says which units
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search.replace(/^\?/, '')).toBe(path.split('?')[1] ?? '');
  }
  // the answer is said, and to which order
  await page.goto('/staff/cancellations');
  await page.getByRole('button', { name: new RegExp(waiting.name) }).click();
  await dialog.getByText('Reject request').click();
  await dialog.getByLabel('Reason for rejecting').fill('It is packed');
  await dialog.getByRole('button', { name: 'Reject request' }).click();
  await page.getByText(`Cancellation of ${waiting.name} rejected`).waitFor();
  expect(visitor.problems).toEqual([]);
});

it('a parcel that came back leads the warehouse to its stock, with all of it filled in, and is settled by that', async () => {
  const { page } = visitor;
  const back = 'YT7100000055';
  const { id, name } = await givenShipped(caller(), owner, { channel, packer, numbers: [back] });
  await sqlRows(
    stage,
    `INSERT INTO parcel_alerts (account_id, order_id, parcel_id, rule, since, subject, told_at)
     SELECT account_id, order_id, id, 'returned', now(), id, now() FROM parcels WHERE tracking_number = '${back}'`,
  );
  await enterAs(stage, visitor, { ...owner, token: packer.token });
  await page.goto('/staff/exceptions?tab=returned');
  await page.getByRole('button', { name: new RegExp(`^Open order ${name}`, 'i') }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Return to stock' }).click();
  expect(await page.getByRole('combobox', { name: 'Movement' }).inputValue()).toBe('Return to stock');
  await expect.poll(() => page.getByRole('combobox', { name: 'Client' }).inputValue()).toContain(owner.username);
  await expect.poll(() => page.getByRole('combobox', { name: 'Order (optional)' }).inputValue()).toContain(name);
  expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe(`Parcel ${back} came back.`);
  await expect.poll(() => page.getByRole('combobox', { name: 'SKU' }).inputValue()).toMatch(/^TW\d+ · Lamp/);
  expect(await page.getByLabel('Units', { exact: true }).inputValue()).toBe('1');
  await page.getByText('Choose the client, the SKU, and the warehouse.').waitFor();
  await page.getByRole('combobox', { name: 'Warehouse' }).click();
  await page.getByRole('option', { name: /^Yiwu/ }).click();
  await page.getByRole('button', { name: 'Record movement' }).click();
  await page.getByText('Movement recorded').first().waitFor();
  await page.goto('/staff/exceptions?tab=settled');
  await page.getByRole('button', { name: new RegExp(`^Open order ${name}`, 'i') }).click();
  const settled = page.getByRole('dialog');
  await settled.getByText(/^All units returned to stock on/).waitFor();
  expect(await settled.getByRole('link', { name: 'Return to stock' }).count()).toBe(0);
  await enterAs(stage, visitor, owner);
  await page.goto(`/order/index?order=${id}`);
  const shown = page.getByRole('dialog');
  await shown.getByText(/All units returned to stock on/).waitFor();
  await shown.getByRole('link', { name: 'Open a claim' }).waitFor(); // nothing of it is lost for its client
  expect(visitor.problems).toEqual([]);
});

it('the warehouse goes from order to order, sees by when each leaves, and the merchant how to reconnect a lost store', {
  tags: ['D10-08'],
}, async () => {
  const { page } = visitor;
  const orders = [];
  for (let n = 0; n < 2; n += 1)
    orders.push(await givenShipped(caller(), owner, { channel, packer, numbers: [], platform: 'shopify' }));
  const [first, second] = orders.map(({ name }) => name);
  await sqlRows(stage, `UPDATE stores SET status = 'needs_reauth' WHERE id = '${orders[0]?.store}'`);
  await enterAs(stage, visitor, { ...owner, token: packer.token });
  await page.goto('/staff/fulfillment');
  await page.getByRole('button', { name: new RegExp(`Open .*${first}\\b`) }).click();
  const drawer = page.getByRole('dialog', { name: new RegExp(`${first}\\b`) });
  await drawer.getByText(/^Ship by/).waitFor();
  await drawer.getByText(/\d+ (hours|days) left/).waitFor();
  await drawer.getByRole('button', { name: 'Mark as shipped' }).click();
  const parcel = page.getByRole('dialog', { name: `Mark order ${first} as shipped` });
  const taken = `YT${Date.now()}`;
  await parcel.getByLabel('Tracking number').fill(taken);
  await parcel.getByRole('button', { name: 'Mark as shipped' }).click();
  await parcel.waitFor({ state: 'hidden' });
  await drawer.getByText('Store needs re-authorization').waitFor();
  await drawer.getByRole('button', { name: 'Next order', exact: true }).click();
  const next = page.getByRole('dialog', { name: new RegExp(`${second}\\b`) });
  await next.getByRole('button', { name: 'Mark as shipped' }).click();
  const shared = page.getByRole('dialog', { name: `Mark order ${second} as shipped` });
  const field = shared.getByLabel('Tracking number');
  await field.fill(taken);
  await shared.getByRole('button', { name: 'Mark as shipped' }).click();
  await shared.getByText(`Also used for ${first}`).waitFor();
  await shared.getByRole('button', { name: 'Change number' }).click();
  await field.pressSequentially(`${taken}1`); // it is marked, to be written over
  expect(await field.inputValue()).toBe(`${taken}1`);
  await shared.getByRole('button', { name: 'Mark as shipped' }).waitFor();
  await field.fill(taken);
  await shared.getByRole('button', { name: 'Ship with this number' }).click();
  await shared.waitFor({ state: 'hidden' });
  await next.getByText(taken).first().waitFor();

  await enterAs(stage, visitor, owner);
  await page.goto(`/order/index?order=${orders[0]?.id}`);
  const shown = page.getByRole('dialog');
  await shown.getByText('The store has to be reconnected before it can get the tracking number.').waitFor();
  await shown.getByRole('link', { name: 'Reconnect store' }).click();
  await page.getByRole('dialog', { name: 'Re-authorize' }).waitFor();
  expect(visitor.problems).toEqual([]);
});
