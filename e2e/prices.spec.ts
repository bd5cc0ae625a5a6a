import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { systemClock } from '#server/lib/clock.ts';
import { givenChannel } from '#testing/order-fixtures.ts';
import { type Person, staff } from '#testing/people.ts';
import { givenPriced } from '#testing/price-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callAs, enterAs, knownMerchant } from './known-merchant.ts';

let stage: Stage;
let visitor: Visitor;
let agent: Omit<Person, 'account_id'>;
let eager: Person;
let slow: Person;
beforeAll(async () => {
  stage = await openStage();
  const place = { ground: stage.ground, clock: systemClock };
  agent = await staff(place, 'agent');
  const air = await givenChannel(place);
  [eager, slow] = [await knownMerchant(stage), await knownMerchant(stage)];
  for (const { account_id } of [eager, slow]) await givenPriced(place, account_id, air, 2);
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor?.close();
  await stage?.close();
});

const patience = { timeout: 20_000 };
const enter = (who: { token: string }) => enterAs(stage, visitor, { ...eager, ...who });

/** The day of everything proposed comes now. */
async function letTheDayCome(): Promise<void> {
  const entry = entryFor(stage.ground, { kind: 'system', name: 'prices_sweep' }, 'story');
  await entry.run('all_accounts', ({ db }) =>
    sql`UPDATE price_changes SET effective_at = now() - interval '1 minute'`.execute(db),
  );
  await stage.app.tasks.prices_sweep?.(entry, {});
}

it('prices rise: proposed, told, accepted by one merchant and left by another', { tags: ['D6-09'] }, async () => {
  const { page } = visitor;
  await enter(agent);
  await page.goto('/staff/prices');
  const prices = page.getByRole('table', { name: 'Prices' });
  await prices
    .getByText(/^Shop of/)
    .nth(1)
    .waitFor();
  await prices.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Propose 2 price changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Propose 2 price changes' });
  await dialog.getByLabel('Percent (−5 decreases)').fill('10');
  await dialog.getByText('Enter a note to the client before you propose the change.').waitFor();
  await dialog.getByLabel('Note to client').fill('The factory pays more for aluminium.');
  await dialog.getByText('2 for client review, 0 accepted by rule, 0 decreased immediately, 0 unchanged').waitFor();
  await dialog.getByRole('button', { name: 'Propose 2 price changes' }).click();
  const proposed = page.getByRole('table', { name: 'Price changes' });
  await proposed.getByText('Waiting for client').nth(1).waitFor();
  await proposed.getByText('Lamp, white').first().click();
  const detail = page.getByRole('dialog', { name: /^PC-/ });
  await detail.getByText('The client has to accept or reject this before it takes effect.', { exact: false }).waitFor();
  await detail.getByText('Note to client').waitFor();

  await enter(eager);
  await page.goto('/quote/index');
  await page.getByRole('button', { name: /^Price changes/ }).click();
  const changes = page.getByRole('table', { name: 'Price changes' });
  await changes.getByText('Lamp, white').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('The factory pays more for aluminium.').waitFor();
  await drawer.getByRole('button', { name: 'Accept price' }).click();
  await page.getByText('No price changes to review').waitFor();
  const reported = await callAs<{ event: string }[]>(stage, slow, 'GET', '/api/notifications?tab=action');
  expect(JSON.stringify(reported)).toContain('price_proposed');

  await letTheDayCome();
  const costs = (who: Person) =>
    callAs<{ cost: { total: number } | null }[]>(stage, who, 'GET', '/api/shopify_orders').then((orders) =>
      orders.map((order) => order.cost?.total ?? null),
    );
  await expect.poll(() => costs(eager), patience).toEqual([1_150, 1_150]);
  await expect.poll(() => costs(slow), patience).toEqual([null, null]);

  await enter(slow);
  await page.goto('/order/index');
  await page.getByText('#1001').filter({ visible: true }).first().click();
  const order = page.getByRole('dialog');
  await order.getByText(/per unit delivered: \$11\.00 → \$11\.50/).waitFor();
  await order.getByRole('button', { name: 'Accept new price' }).click();
  await order.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await expect.poll(() => costs(slow), patience).toEqual([1_150, 1_150]);
  await order.getByRole('button', { name: 'Cost breakdown' }).click();
  await order.getByRole('link', { name: 'View price' }).first().click();
  await page
    .getByRole('dialog')
    .getByText(/PC-\d+ · Supplier price/)
    .waitFor();
  expect(visitor.problems).toEqual([]);
});
