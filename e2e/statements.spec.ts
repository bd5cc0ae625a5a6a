import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { type Person, staff } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callAs, enterAs, knownMerchant } from './known-merchant.ts';

// Money that is changed manually needs two people, and a merchant can verify what the ledger says of it.

let stage: Stage;
let visitor: Visitor;
let owner: Person;
const finance: Person[] = [];
const day = 86_400_000;
const before = new Date(Date.now() - 3 * day);

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  const place = { ground: stage.ground, clock: systemClock };
  for (let n = 0; n < 2; n += 1) finance.push({ ...owner, ...(await staff(place, 'finance')) });
  const past = { now: () => before };
  await givenMoney({ ground: { ...stage.ground, clock: past }, clock: past }, owner.account_id, 12_500);
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

it('adds a bonus once a colleague approves it', async () => {
  const { page } = visitor;
  const [proposer, approver] = finance;
  if (!proposer || !approver) throw new Error('finance has two members');
  const proposal = await callAs<{ number: string }>(stage, proposer, 'POST', '/api/staff/adjustments', {
    account_id: owner.account_id,
    kind: 'bonus',
    amount: 2_500,
    last_day: new Date(Date.now() + 30 * day).toISOString().slice(0, 10),
    reason: 'Goodwill for the late parcels',
  });
  await enterAs(stage, visitor, proposer);
  await page.goto('/staff/adjustments');
  await page.getByRole('button', { name: /^Waiting for a colleague/ }).click();
  await page.getByRole('button', { name: `Open ${proposal.number}` }).click();
  await page.getByText('You proposed this. A colleague has to approve or reject it.').waitFor();
  await enterAs(stage, visitor, approver);
  await page.goto('/staff/adjustments');
  await page.getByRole('button', { name: `Open ${proposal.number}` }).click();
  const drawer = page.getByRole('dialog', { name: new RegExp(`^${proposal.number}`) });
  await drawer.getByRole('button', { name: 'Approve $25.00', exact: true }).click();
  const question = page.getByRole('dialog', { name: /^Approve \$25\.00 for / });
  await question.getByRole('button', { name: 'Approve $25.00', exact: true }).click();
  await page.getByText(`${proposal.number} approved`).waitFor();
  const wallet = await callAs<{ bonus: number }>(stage, owner, 'GET', '/api/wallet');
  expect(wallet.bonus).toBe(2_500);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Propose adjustment' }).first().click();
  const form = page.getByRole('dialog', { name: 'Propose adjustment' });
  await form.getByPlaceholder('Choose a client').click();
  await page.getByRole('option').first().click();
  await form.getByLabel('Amount (USD)').fill('25');
  await form.getByLabel('Reason').fill('Goodwill for the late parcels');
  await form.getByRole('button', { name: 'Propose adjustment' }).click();
  await page.getByText(/^ADJ-\d+ proposed\. A colleague has to approve it\.$/).waitFor();
});

it('verifies a statement in a page that sends it nowhere, and names what was changed', async () => {
  const { page } = visitor;
  const to = new Date(Date.now() - 2 * day).toISOString().slice(0, 10);
  const period = { from: '2020-01-01', to };
  const { id } = await callAs<{ id: string }>(stage, owner, 'POST', '/api/statements', period);
  const { url } = await callAs<{ url: string }>(stage, owner, 'POST', `/api/statements/${id}/file`, { format: 'json' });
  const file = Buffer.from(await (await fetch(stage.url + url)).arrayBuffer());
  const response = await page.goto(`${stage.url}/verify-statement.html`);
  expect(response?.headers()['content-security-policy']).toContain("connect-src 'none'");
  const choose = (bytes: Buffer) =>
    page.setInputFiles('#files', { name: 'statement.json', mimeType: 'application/json', buffer: bytes });
  await choose(file);
  await page.getByRole('heading', { name: 'This statement is valid.' }).waitFor();
  await page.getByText('1 transaction', { exact: false }).waitFor();
  await choose(Buffer.from(file.toString().replace('"amount":12500,"bal', '"amount":12501,"bal')));
  await page.getByRole('heading', { name: 'This statement isn’t valid.' }).waitFor();
  await page.getByText(/the hash doesn’t match\. This transaction, or the one before it, was changed/).waitFor();
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('heading', { name: '该对账单无效。' }).waitFor();
  const leaves = page.evaluate(() =>
    fetch('/api/health/live').then(
      () => 'sent',
      () => 'refused',
    ),
  );
  expect(await leaves).toBe('refused');
});

it('opens that page in the language and the colours of who reads the wallet', async () => {
  const { page, context } = visitor;
  await enterAs(stage, visitor, owner);
  await page.goto('/wallet/wallet');
  await page.evaluate(() => {
    localStorage.setItem('language', JSON.stringify('zh'));
    localStorage.setItem('settings', JSON.stringify({ colorScheme: 'dark' }));
  });
  await page.reload();
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: '核验对账单' }).click(),
  ]);
  await opened.getByRole('heading', { name: '核验对账单' }).waitFor();
  expect(await opened.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(20, 24, 30)');
  await opened.close();
});
