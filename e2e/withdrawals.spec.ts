import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callAs, enterAs, knownMerchant } from './known-merchant.ts';

// Money leaves the wallet for the client's bank: requested, confirmed by the mail's code, approved and paid out.

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let finance: Person;

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  const place = { ground: stage.ground, clock: systemClock };
  await givenMoney(place, owner.account_id, 500_00);
  finance = { ...owner, ...(await staff(place, 'finance')) };
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

it('withdraws money to a new payout account', async () => {
  const { page } = visitor;
  await enterAs(stage, visitor, owner);
  await page.goto('/wallet/wallet?tab=withdrawals');
  await page.getByText('No withdrawals yet').waitFor();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).last().click(); // below those words
  await page.getByLabel('Account holder').fill('Ada Miller');
  await page.getByLabel('IBAN or account number').fill('DE02 1203 0000 0000 2020 51');
  await page.getByLabel('Bank name').fill('DKB');
  await page.getByLabel('IBAN or account number').fill('DE02 1203 0000 0000 2020 15');
  await page.getByRole('button', { name: 'Save payout account' }).click();
  await page.getByText('This IBAN isn’t valid. Check its letters and digits.').waitFor();
  await page.getByLabel('IBAN or account number').fill('DE02 1203 0000 0000 2020 51');
  await page.getByRole('button', { name: 'Save payout account' }).click();
  await page.getByLabel('Amount (USD)').fill('120');
  await page.getByRole('button', { name: 'Withdraw $120.00' }).click();

  const drawer = page.getByRole('dialog', { name: /^WD-/ });
  await drawer.getByText('Confirm with the code').waitFor();
  const [asked] = await callAs<{ created_at: string; code_until: string }[]>(stage, owner, 'GET', '/api/withdrawals');
  const minute = (time: number | string) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
  await drawer.getByText(`Enter it by ${minute(asked?.code_until ?? '')}, or send a new one.`).waitFor();
  const tomorrow = minute(Date.parse(asked?.created_at ?? '') + 86_400_000);
  await drawer.getByText(`without a code, we cancel the withdrawal on ${tomorrow}.`).waitFor();
  await drawer.getByText('just now', { exact: true }).waitFor(); // not “now”: it is behind us, whatever our last tick
  const mail = await stage.sandbox.mail.waitFor({ to: owner.email, subject: 'confirms your withdrawal' });
  const code = mail.subject.slice(0, 6);
  const enter = async (digits: string) => {
    await drawer.getByRole('textbox', { name: 'Code' }).fill(digits);
    await drawer.getByRole('button', { name: 'Confirm withdrawal' }).click();
  };
  await enter(code === '000000' ? '111111' : '000000');
  await drawer.getByText('This code is incorrect. You have 4 tries left.').waitFor();
  await enter(code);
  await drawer
    .getByText(/^\$120\.00 is on hold in your wallet\. We’ll review the withdrawal by \d{4}-\d{2}-\d{2} \d{2}:\d{2}\.$/)
    .waitFor();
  const wallet = () => callAs<{ available: number; held: number }>(stage, owner, 'GET', '/api/wallet');
  expect(await wallet()).toMatchObject({ available: 380_00, held: 120_00 });

  await enterAs(stage, visitor, finance);
  await page.goto('/staff/withdrawals');
  await page.getByRole('button', { name: /^Open WD-/ }).click();
  await drawer.getByRole('button', { name: 'Approve $120.00' }).click();
  const question = page.getByRole('dialog', { name: /^Approve \$120\.00 for / });
  await question.getByRole('button', { name: 'Approve $120.00' }).click();
  await page.getByText(/^WD-\d+ approved\.$/).waitFor();
  await page.getByRole('button', { name: 'Pay out 1 withdrawal' }).click();
  await page.getByRole('button', { name: /^Open WD-/ }).click();
  await drawer.getByLabel('Transaction number').fill('PAY-2026-1');
  await drawer.getByRole('button', { name: 'Record payment' }).click();
  await page.getByText(/^WD-\d+ paid out\.$/).waitFor();
  expect(await wallet()).toMatchObject({ available: 380_00, held: 0 });

  await enterAs(stage, visitor, owner);
  await page.goto('/wallet/wallet');
  await page.getByText('· $120.00 paid from funds on hold', { exact: false }).waitFor();
  await page.getByRole('link', { name: /^WD-/ }).first().click();
  await page.getByText('We sent $120.00. Transaction number: PAY-2026-1').waitFor();
  expect(visitor.problems).toEqual([]);
});
