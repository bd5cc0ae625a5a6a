import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { inAccount, systemEntry } from '#testing/order-fixtures.ts';
import { type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callAs, enterAs, knownMerchant } from './known-merchant.ts';

// Staff move money: each act says how much, to whom and what follows, and acts once.

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let finance: Person;

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  const ground = { ground: stage.ground, clock: systemClock };
  finance = { ...owner, ...(await staff(ground, 'finance')) };
  await systemEntry(ground).run('all_accounts', ({ db }) =>
    db.updateTable('recharge_methods').set({ active: true, fee_bp: 100 }).where('code', '=', 'bank').execute(),
  );
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

/** A transfer of $500.00 whose proof is with finance. */
async function givenProven(): Promise<string> {
  const made = await callAs<{ id: string; number: string }>(stage, owner, 'POST', '/api/recharges', {
    method: 'bank',
    amount: 50_000,
  });
  await inAccount(stage, owner.account_id, ({ db }) =>
    db.updateTable('recharges').set({ status: 'submitted', external_ref: 'FT100' }).where('id', '=', made.id).execute(),
  );
  return made.number;
}

it('credits a transfer of another amount once, less the fee, after saying so', async () => {
  const { page } = visitor;
  const number = await givenProven();
  await enterAs(stage, visitor, finance);
  await page.goto('/staff/recharges');
  await page.getByRole('button', { name: `Open ${number}` }).click();
  const drawer = page.getByRole('dialog', { name: new RegExp(`^${number}`) });
  await drawer.getByLabel('Amount received (USD)').fill('480');
  await drawer.getByText('The client entered $500.00.').waitFor();
  await drawer.getByRole('button', { name: 'Credit $475.20' }).click();
  const question = page.getByRole('dialog', { name: /^Credit \$475\.20 to / });
  await question.getByText('You received $480.00; the fee of the payment method is deducted.').waitFor();
  await question.getByRole('button', { name: 'Credit $475.20' }).dblclick();
  await page.getByText(`${number} credited.`).waitFor();
  const wallet = await callAs<{ available: number }>(stage, owner, 'GET', '/api/wallet');
  expect(wallet.available).toBe(47_520);

  await enterAs(stage, visitor, owner);
  await page.goto('/wallet/wallet');
  await page.getByRole('row', { name: /^Recharge.*475\.20/ }).waitFor();
  await page.getByRole('link', { name: number, exact: true }).click();
  await page.getByText('$475.20 added to your wallet.').waitFor();
  await page.getByText('You entered $500.00; we received $480.00.').waitFor();
  expect(visitor.problems).toEqual([]);
});
