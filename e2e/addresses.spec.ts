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
  await drawer.getByText('Undeliverable address').first().waitFor();
  await drawer.getByRole('button', { name: 'Edit address' }).first().click();
  const form = page.getByRole('dialog', { name: 'Address of order #1001' });
  await form.getByLabel('Address line 1').fill('P.O. Box 9'); // this channel’s carrier brings parcels to boxes
  await form.getByRole('button', { name: 'Save address' }).click();
  await form.getByText('This doesn’t match the format used in this country. Check it.').waitFor();
  await form.getByLabel('Address line 1').fill('12 Harbour Road');
  await form.getByLabel('Postal code').fill('78702');
  await form
    .getByRole('region', { name: 'Label preview' })
    .getByText(/12 Harbour Road[^]*Austin Texas 78702/)
    .waitFor();
  await form.getByRole('button', { name: 'Save address' }).click();
  await form.waitFor({ state: 'detached' });
  await drawer.getByText('Undeliverable address').waitFor({ state: 'detached' });
  await drawer
    .getByRole('region', { name: 'Corrected here. Address from the store:' })
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
  await page.goto('/staff/fulfillment');
  await page.getByRole('button', { name: 'Open order #1001' }).click();
  await page
    .getByRole('dialog')
    .getByText(/12 Harbour Road/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Mark as shipped' }).click();
  const ship = page.getByRole('dialog').filter({ hasText: 'Mark order #1001 as shipped' });
  await ship.getByLabel('Tracking number').fill('YT8800000001');
  await ship.getByRole('button', { name: 'Mark as shipped' }).click();
  await page.getByText('Parcel YT8800000001 was added').waitFor();

  await enterAs(stage, visitor, owner);
  await page.goto('/order/index?tab=shipped');
  await page.getByRole('button', { name: 'Open order #1001' }).click();
  await drawer.getByText('YT8800000001').first().waitFor();
  await drawer
    .getByText(/12 Harbour Road/)
    .first()
    .waitFor();
  expect(await drawer.getByRole('button', { name: 'Edit address' }).count()).toBe(0);
});

it('an order is written manually, put aside, gone on with, placed and paid', async () => {
  const { page } = visitor;
  await page.goto('/order/index');
  await page.getByRole('button', { name: 'Create order' }).click();
  const form = page.getByRole('dialog', { name: /Create order|Draft/ });
  await form.getByLabel('Order number').fill('PHONE-1');
  await form.getByRole('button', { name: 'Place order' }).click();
  await form.getByText('Add at least one item.', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Add products' }).click();
  await page
    .getByRole('dialog', { name: 'Add products' })
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
  await form.getByText('Correct the highlighted address fields.').waitFor();
  const to = {
    'Address line 1': '12 Harbour Road',
    City: 'Austin',
    'State or province': 'Texas',
    'Postal code': '78702',
  };
  for (const [label, value] of Object.entries(to)) await form.getByRole('textbox', { name: label }).fill(value);
  await form.getByRole('combobox', { name: 'Country' }).fill('United States');
  await page.getByRole('option', { name: 'United States (US)' }).click();
  await form.getByText(/^Shipping · /).waitFor();
  await form.getByRole('button', { name: 'Place order' }).click();
  await page.getByText('Order PHONE-1 was created. Pay it so that it ships.').first().waitFor();

  const order = page.getByRole('dialog', { name: 'Order PHONE-1' });
  await order.getByText('12 Harbour Road').waitFor();
  await order.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: /^Pay 1 order · / }).click({ delay: 1_500 });
  await page
    .getByText(/^Paid with invoice/)
    .first()
    .waitFor();
});
