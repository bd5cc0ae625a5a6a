import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '#testing/app.ts';
import { age, type ClaimStage, givenPaid, givenSent } from '#testing/claim-fixtures.ts';
import { givenChannel, givenPrice, givenStore, givenVariant, type Goods } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { cashOf, givenMoney } from '#testing/wallet-fixtures.ts';
import { openBrowser, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let agent: { token: string };
let order: string;
let claims: Omit<ClaimStage, 'test'> & { test: { call: typeof call } & ReturnType<typeof ground> };
let lamp: Goods;
const clock = { now: () => new Date() };
const ground = () => ({ ground: stage.ground, clock });
const logIn = (token: string) => visitor.context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);

type Options = { token?: string; body?: unknown; key?: string };
async function call(method: string, path: string, { token, body, key }: Options = {}): Promise<Answer> {
  const answer = await fetch(stage.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  agent = await staff(ground(), 'agent');
  const warehouse = await staff(ground(), 'warehouse');
  const store = {
    account_id: owner.account_id,
    id: await givenStore(ground(), owner.account_id, { platform: 'file' }),
  };
  lamp = await givenVariant(ground(), store);
  const channel = await givenChannel(ground());
  await givenPrice(ground(), owner.account_id, { sku_id: lamp.sku_id, channel });
  await givenMoney(ground(), owner.account_id, 500_000);
  const test = { call, ...ground() };
  claims = { test, owner, warehouse, store, channel };
  [order = ''] = await givenPaid(claims, [[{ goods: lamp, quantity: 2 }]]);
  await age(test, await givenSent(claims, order), 50);
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

/** A claim for an order that left long ago and never arrived. */
async function claimed(): Promise<{ id: string; number: string }> {
  const [id = ''] = await givenPaid(claims, [[{ goods: lamp, quantity: 1 }]]);
  const parcel_id = await givenSent(claims, id);
  await age(claims.test, parcel_id, 60);
  const { token } = owner;
  const [line] = (await call('GET', `/api/shopify_orders/${id}`, { token })).body.data.order_lines;
  const body = {
    order_id: id,
    parcel_id,
    reason: 'late',
    wanted: 'refund',
    lines: [{ line_id: line.id, quantity: 1 }],
  };
  return (await call('POST', '/api/claims', { token, key: uuid(), body })).body.data;
}

it('late parcel to credited claim: claimed in the order, decided with a key, in the wallet with its credit note', {
  tags: ['D11-11'],
}, async () => {
  const { page } = visitor;
  const before = await cashOf(stage, owner.account_id);
  await logIn(owner.token);
  await page.goto(`/order/index?order=${order}`);
  const drawer = page.getByRole('dialog').filter({ hasText: 'No claims for this order' });
  await drawer.getByRole('button', { name: 'Open a claim', exact: true }).click();
  const form = page.getByRole('dialog', { name: /^Claim for / });
  await form.getByRole('combobox', { name: 'Reason' }).click();
  const locked = page.getByRole('option', { name: 'Wrong item · once delivered' });
  expect(await locked.getAttribute('data-combobox-disabled')).toBe('true');
  await page.getByRole('option', { name: /^Late delivery · until/ }).click();
  await form.getByText('Covered by our claim policy', { exact: false }).waitFor();
  const units = form.getByRole('textbox', { name: /^Units of / });
  const all = await units.inputValue();
  await units.fill('0'); // an item that isn't claimed yet shows what can be claimed for it
  await form.getByText(/^Up to \$(?!0\.00)/).waitFor();
  await units.fill(all);
  await form.getByLabel('Description').fill('Still not there after seven weeks.');
  await form.getByRole('button', { name: /^Submit claim · \$/ }).click();
  const claim = page.getByRole('dialog', { name: /^CLM-/ });
  await claim.getByText('Submitted', { exact: true }).first().waitFor();

  await logIn(agent.token);
  await page.goto('/staff/claims');
  await page.getByRole('button', { name: /^Open CLM-/ }).click();
  const bench = page.getByRole('dialog');
  await bench.getByText('Still not there after seven weeks.').waitFor();
  const decision = bench.getByRole('group', { name: 'Decision' });
  await expect.poll(() => decision.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.press('a');
  const asked = page.getByRole('dialog', { name: /^Refund \$[\d.]+ to / });
  await asked.getByText('added to their wallet immediately', { exact: false }).waitFor();
  await asked.getByRole('button', { name: /^Refund \$/ }).dblclick(); // acts once
  await bench.getByText('Refunded', { exact: true }).waitFor();
  await bench.getByRole('link', { name: /^CN-\d+ · INV-/ }).click(); // on the client's page, who is chosen by it
  const credited = page.getByRole('dialog', { name: /^INV-/ });
  await credited.getByText('Net of refunds').waitFor();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/staff/claims?tab=decided'); // what became of it, and no day until which it is due
  await page.getByRole('row', { name: /Late delivery .*\$[\d.]+ .* Refunded$/ }).waitFor();
  await page.getByRole('columnheader', { name: 'Decided' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Due' }).count()).toBe(0);

  await logIn(owner.token);
  await page.goto('/order/index?tab=claims');
  await page.getByRole('button', { name: /^Claims\s*1$/ }).waitFor();
  await page.getByRole('row', { name: /^CLM-\d+ #\d+ · .* Late delivery Refunded – \$[\d.]+ Refunded/ }).waitFor();
  await page.getByRole('button', { name: /^Open CLM-/ }).click();
  const decided = page.getByRole('dialog', { name: /^CLM-/ });
  await decided.getByText('Refunded', { exact: true }).first().waitFor();
  // a history runs newest first, here as in the order
  const history = decided.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await history.first().getByText('Refund approved').waitFor();
  await history.last().getByText('Submitted').waitFor();
  await decided.getByRole('link', { name: /^#\d+$/ }).click();
  await page
    .getByRole('dialog', { name: /^Order #/ })
    .getByRole('button', { name: /^Open CLM-/ })
    .click();
  await decided.getByRole('link', { name: /^CN-\d+ · INV-/ }).click();
  await page.waitForURL('**/invoice/invoice?**');
  await page.getByText('Refunded', { exact: true }).first().waitFor();
  await page.goto('/wallet/wallet');
  await page.getByRole('link', { name: /^CN-\d+$/ }).click();
  await credited.getByText('Net of refunds').waitFor();
  const paid = (await call('GET', `/api/shopify_orders/${order}/claimable`, { token: owner.token })).body.data;
  expect(paid.credited).toBe(paid.paid);
  expect(await cashOf(stage, owner.account_id)).toBe(before + paid.paid);
  expect(visitor.problems).toEqual([]);
});

it('a parcel that arrived cannot be lost: the locked reason says when it was delivered', async () => {
  const { page } = visitor;
  const [id = ''] = await givenPaid(claims, [[{ goods: lamp, quantity: 1 }]]);
  await age(claims.test, await givenSent(claims, id), 10, 2);
  await logIn(owner.token);
  await page.goto(`/order/index?order=${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Open a claim', exact: true }).click();
  await page
    .getByRole('dialog', { name: /^Claim for / })
    .getByRole('combobox', { name: 'Reason' })
    .click();
  const lost = page.getByRole('option', { name: /^Lost in transit · delivered \d{4}-\d{2}-\d{2}$/ });
  expect(await lost.getAttribute('data-combobox-disabled')).toBe('true');
});

it('the head of a claim leads staff to the next one, also once it is decided', async () => {
  const { page } = visitor;
  const [first, second, third] = [await claimed(), await claimed(), await claimed()];
  await logIn(agent.token);
  const open = async (claim: { number: string }) => {
    await page.goto('/staff/claims');
    await page.getByRole('button', { name: `Open ${claim.number}` }).click();
  };
  await open(second);
  const bench = page.getByRole('dialog');
  const title = (claim: { number: string }) => bench.getByRole('heading', { name: new RegExp(`^${claim.number} · `) });
  const next = bench.locator('header').getByRole('button', { name: 'Next claim' });
  await title(second).waitFor();
  await next.click();
  await title(third).waitFor();
  await expect.poll(() => next.count()).toBe(0); // the last one
  const decide = async (claim: { number: string }) => {
    await open(claim);
    await bench.getByText('No messages yet').waitFor();
    await bench.getByRole('group', { name: 'Decision' }).focus();
    await page.keyboard.press('a');
    const asked = page.getByRole('dialog', { name: /^Refund \$[\d.]+ to / });
    await asked.getByRole('button', { name: /^Refund \$/ }).click();
    await bench.getByText('Refunded', { exact: true }).waitFor();
    await bench.getByText('No messages yet').waitFor({ state: 'detached' }); // nobody can write any more
    await next.click(); // it has left the list of those to decide
  };
  await decide(first);
  await title(second).waitFor();
  await decide(third); // the last of the list: the first one still waits
  await title(second).waitFor();
  expect(visitor.problems).toEqual([]);
});

it('names a kind of evidence once, with its files', async () => {
  const { page } = visitor;
  const { id } = await claimed();
  for (const _ of [1, 2])
    await sqlRows(
      ground(),
      `INSERT INTO claim_evidence (account_id, id, claim_id, kind, at)
       VALUES ('${owner.account_id}', '${uuid()}', '${id}', 'carrier_letter', now()) RETURNING id`,
    );
  await logIn(owner.token);
  await page.goto(`/order/index?tab=claims&case=${id}`);
  const lines = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'letter from the carrier' });
  await lines.first().waitFor();
  expect(await lines.allInnerTexts()).toEqual([expect.stringMatching(/File removed\s+File removed/)]);
  expect(visitor.problems).toEqual([]);
});

it('a message in an open claim reaches staff in the bell, who answer it without deciding', async () => {
  const { page } = visitor;
  const claim = await claimed();
  await logIn(owner.token);
  await page.goto(`/order/index?tab=claims&case=${claim.id}`);
  const own = page.getByRole('dialog', { name: new RegExp(`^${claim.number}`) });
  await own.getByRole('textbox', { name: 'Message' }).fill('The buyer moved last week.');
  await own.getByRole('button', { name: 'Send message' }).click();
  await own.getByText('The buyer moved last week.').waitFor();

  await logIn(agent.token);
  await page.goto('/staff/messages');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('button', { name: new RegExp(`^${claim.number}: new message from `) }).click();
  const bench = page.getByRole('dialog', { name: new RegExp(`^${claim.number}`) });
  await bench.getByText('The buyer moved last week.').waitFor();
  const field = bench.getByRole('textbox', { name: 'Message to the client' });
  const send = bench.getByRole('button', { name: 'Send message' });
  expect(await send.isDisabled()).toBe(true);
  await field.fill('Ask the carrier at the old address.');
  await bench.getByRole('button', { name: 'Add internal note' }).click();
  await bench.getByText('Internal', { exact: false }).waitFor();
  await field.fill('Please send us the new address.');
  await send.click();
  await bench.getByText('Please send us the new address.').waitFor();
  await bench.getByText('Submitted', { exact: true }).first().waitFor(); // it is not decided by that
  await expect.poll(() => field.inputValue()).toBe('');

  await logIn(owner.token);
  await page.goto(`/order/index?tab=claims&case=${claim.id}`);
  await own.getByText('Please send us the new address.').waitFor();
  expect(await own.getByText('Ask the carrier at the old address.').count()).toBe(0);
  expect(visitor.problems).toEqual([]);
});

it('a message about an order is answered by the agent, and its papers are at hand', { tags: ['D9-12'] }, async () => {
  const { page } = visitor;
  await logIn(owner.token);
  await page.goto(`/order/index?order=${order}`);
  const drawer = page.getByRole('dialog').filter({ hasText: 'No messages about this order yet' });
  await drawer.getByRole('link', { name: /^Invoice IO-\d+/ }).waitFor();
  await drawer.getByLabel('Message to your agent').fill('Could you look for it at the carrier?');
  await drawer.getByRole('button', { name: 'Send message', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'Could you look for it at the carrier?' }).waitFor();

  await logIn(agent.token);
  await page.goto('/staff/messages');
  await page.getByRole('button', { name: /^Open #/ }).click();
  const talk = page.getByRole('dialog');
  await talk.getByLabel('Message to the client').fill('They found it in Memphis.');
  await talk.getByRole('button', { name: 'Send message', exact: true }).click();
  await talk.getByRole('listitem').filter({ hasText: 'They found it in Memphis.' }).waitFor();

  await logIn(owner.token);
  await page.goto(`/order/index?order=${order}`);
  await page.getByRole('listitem').filter({ hasText: 'They found it in Memphis.' }).waitFor();
  expect(visitor.problems).toEqual([]);
});

it('an exception leads staff to the claim and the messages of its order', async () => {
  const { page } = visitor;
  const parcel = `SELECT account_id, order_id, id, id, 'silent', now(), now() FROM parcels WHERE order_id = '${order}'`;
  await sqlRows(
    stage,
    `INSERT INTO parcel_alerts (account_id, order_id, subject, parcel_id, rule, since, told_at) ${parcel}`,
  );
  await logIn(agent.token);
  await page.goto('/staff/exceptions?tab=silent');
  await page.getByRole('button', { name: /^Open order #/ }).click();
  const exception = page.getByRole('dialog');
  const places: [link: RegExp, path: string, shows: string][] = [
    [/^Open CLM-\d+$/, '/staff/claims', 'Still not there after seven weeks.'],
    [/^Open messages$/, '/staff/messages', 'They found it in Memphis.'],
  ];
  for (const [link, path, shows] of places) {
    await exception.getByRole('link', { name: link }).click();
    await page.waitForURL((url) => url.pathname === path);
    await page.getByRole('dialog').filter({ visible: true }).getByText(shows).first().waitFor();
    await page.goBack();
    await exception.getByRole('button', { name: 'Refresh tracking' }).waitFor();
  }
  expect(await exception.getByRole('link', { name: 'Open in Fulfillment' }).count()).toBe(0); // not an agent's work
  expect(visitor.problems).toEqual([]);
});
