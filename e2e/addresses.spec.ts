import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import {
  address,
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { enterAs, knownMerchant } from './known-merchant.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
const ground = () => ({ ground: stage.ground, clock: systemClock });
beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  await givenMoney(ground(), owner.account_id, 50_000);
  const store = {
    account_id: owner.account_id,
    id: await givenStore(ground(), owner.account_id, { platform: 'file' }),
  }; // a shop’s would ask for its scopes
  const lamp = await givenVariant(ground(), store);
  await givenPrice(ground(), owner.account_id, { sku_id: lamp.sku_id, channel: await givenChannel(ground()) });
  const placed = { placed_at: new Date(Date.now() - 3_600_000), updated_at: new Date(Date.now() - 3_600_000) };
  const wrong = { ...address, zip: '7870', address1: '1 Main St, rear door' };
  await inAccount(ground(), owner.account_id, (ctx) =>
    applyShopOrders(ctx, store, [shopOrder([shopLine(lamp)], { ...placed, address: wrong })], 'api'),
  );
  visitor = await openBrowser(stage.url);
  await enterAs(stage, visitor, owner);
});
afterAll(async () => {
  if (visitor.problems.length > 0) throw new Error(visitor.problems.join('\n'));
  await visitor.close();
  await stage.close();
});

it('a wrong address stops an order, is corrected and paid, and the parcel goes where the correction says', {
  tags: ['D8-10'],
}, async () => {
  const { page } = visitor;
  await page.goto('/order/index?tab=action_needed');
  await page.getByRole('button', { name: 'Open order #1001' }).click();
  const drawer = page.getByRole('dialog', { name: /Order #1001/ }).first();
  await drawer.getByText('Address not deliverable').first().waitFor();
  await drawer.getByRole('button', { name: 'Correct address' }).first().click();
  const form = page.getByRole('dialog', { name: 'Address of order #1001' });
  await form.getByLabel('Street and number').fill('P.O. Box 9'); // this channel’s carrier brings parcels to boxes
  await form.getByRole('button', { name: 'Save address' }).click();
  await form.getByText('This is not written as in this country.').waitFor();
  await form.getByLabel('Street and number').fill('12 Harbour Road');
  await form.getByLabel('Postcode').fill('78702');
  await form
    .getByRole('region', { name: 'The label will read' })
    .getByText(/12 Harbour Road[^]*78702 Austin Texas/)
    .waitFor();
  await form.getByRole('button', { name: 'Save address' }).click();
  await form.waitFor({ state: 'detached' });
  await drawer.getByText('Address not deliverable').waitFor({ state: 'detached' });
  await drawer
    .getByRole('region', { name: 'Corrected here. The store said:' })
    .getByText('1 Main St, rear door')
    .waitFor();

  await drawer.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: /^Pay 1 order · / }).click({ delay: 1_500 }); // held, as paying asks for
  await page
    .getByText(/^Paid with invoice/)
    .first()
    .waitFor();

  const { token } = await staff(ground(), 'warehouse');
  await enterAs(stage, visitor, { ...owner, token });
  await page.goto('/desk/fulfilment');
  await page.getByRole('button', { name: 'Open order #1001' }).click();
  await page
    .getByRole('dialog')
    .getByText(/12 Harbour Road/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  const ship = page.getByRole('dialog').filter({ hasText: 'Ship order #1001' });
  await ship.getByLabel('Tracking number').fill('YT8800000001');
  await ship.getByRole('button', { name: 'Mark shipped' }).click();
  await page.getByText('Parcel YT8800000001 noted').waitFor();

  await enterAs(stage, visitor, owner);
  await page.goto('/order/index?tab=shipped');
  await page.getByRole('button', { name: 'Open order #1001' }).click();
  await drawer.getByText('YT8800000001').first().waitFor();
  await drawer
    .getByText(/12 Harbour Road/)
    .first()
    .waitFor();
  expect(await drawer.getByRole('button', { name: 'Correct address' }).count()).toBe(0);
});

it('an order is written by hand, put aside, gone on with, placed and paid', async () => {
  const { page } = visitor;
  await page.goto('/order/index');
  await page.getByRole('button', { name: 'New order' }).click();
  const form = page.getByRole('dialog', { name: /New order|Draft/ });
  await form.getByLabel('Order number').fill('PHONE-1');
  await form.getByRole('button', { name: 'Place order' }).click();
  await form.getByText('Add what is to be sent.', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Add goods' }).click();
  await page
    .getByRole('dialog', { name: 'Add goods' })
    .getByRole('button', { name: /White · SKU/ })
    .click();
  await form.getByLabel('Quantity of Lamp').fill('3');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Byron');
  await form.getByRole('button', { name: 'Save draft' }).click();
  await form.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: '1 draft' }).click();
  await page.getByRole('button', { name: /PHONE-1 · Ada Byron/ }).click();
  await expect.poll(() => form.getByLabel('Quantity of Lamp').inputValue()).toBe('3');
  await form.getByRole('button', { name: 'Place order' }).click();
  await form.getByText('Correct the marked fields of the address.').waitFor();
  const to = {
    'Street and number': '12 Harbour Road',
    City: 'Austin',
    'State or province': 'Texas',
    Postcode: '78702',
  };
  for (const [label, value] of Object.entries(to)) await form.getByRole('textbox', { name: label }).fill(value);
  await form.getByRole('combobox', { name: 'Country' }).fill('United States');
  await page.getByRole('option', { name: 'United States (US)' }).click();
  await form.getByText(/^Freight · /).waitFor();
  await form.getByRole('button', { name: 'Place order' }).click();
  await page.getByText('Order PHONE-1 is placed. Pay it to have it sent.').first().waitFor();

  const order = page.getByRole('dialog', { name: 'Order PHONE-1' });
  await order.getByText('12 Harbour Road').waitFor();
  await order.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: /^Pay 1 order · / }).click({ delay: 1_500 });
  await page
    .getByText(/^Paid with invoice/)
    .first()
    .waitFor();
});
