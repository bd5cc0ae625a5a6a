import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenStore, givenVariant, inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { yunExpress } from '#testing/quote-fixtures.ts';
import { currentPrices, type PriceInput, writePrices } from './prices.service.ts';

let test: TestApp;
let owner: Person;
let sku: string;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  sku = (await givenVariant(test, { account_id: owner.account_id, id: await givenStore(test, owner.account_id) }))
    .sku_id;
});
afterAll(() => test.close());

const price = (unit_price: number, destination = 'US'): PriceInput => ({
  catalog_sku_id: sku,
  destination,
  channel_id: yunExpress,
  unit_price,
  currency: 'USD',
  formula: { kind: 'flat', amount: 300 },
  days_min: 5,
  days_max: 9,
  tax_mode: 'DDU',
  locked_until: null,
  quote_id: null,
  quote_version: null,
});
const write = (prices: PriceInput[]) => inAccount(test, owner.account_id, (ctx) => writePrices(ctx, prices));
const current = (destination: string, account = owner.account_id) =>
  inAccount(test, account, (ctx) => currentPrices(ctx, [sku], destination));

it('ends the price that counted and keeps it for the bills that used it', async () => {
  await write([price(500), price(510, 'GB')]);
  test.clock.advance(1000);
  await write([price(450)]);
  expect(await current('US')).toMatchObject([{ unit_price: 450, formula: { kind: 'flat', amount: 300 } }]);
  expect(await current('GB')).toMatchObject([{ unit_price: 510 }]);
  expect(await current('FR')).toEqual([]);
  const rows = await sqlRows(
    test,
    `SELECT unit_price FROM prices WHERE catalog_sku_id = '${sku}' AND destination = 'US' AND valid_to = '${test.clock.now().toISOString()}'`,
  );
  expect(rows).toEqual([{ unit_price: 500 }]);
});

it('leaves one current price when two are written at the same moment', async () => {
  await Promise.all([write([price(1, 'DE')]), write([price(2, 'DE')]), write([price(3, 'DE')])]);
  expect(await current('DE')).toHaveLength(1);
});

it('never shows one account the prices of another, and answers nothing for nothing', async () => {
  const other = await merchant(test);
  expect(await current('US', other.account_id)).toEqual([]);
  expect(await inAccount(test, owner.account_id, (ctx) => currentPrices(ctx, [], 'US'))).toEqual([]);
  await write([]);
  await expect(
    inAccount(test, other.account_id, (ctx) => writePrices(ctx, [{ ...price(9), catalog_sku_id: uuid() }])),
  ).rejects.toThrow(/row-level security|foreign key/);
});
