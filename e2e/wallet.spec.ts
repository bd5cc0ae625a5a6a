import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCreditLimit, spend } from '#server/features/ledger/index.ts';
import { systemClock } from '#server/lib/clock.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { givenBonus, givenMoney, givenOrdersToPay } from '#testing/wallet-fixtures.ts';
import { laptop, wideLaptop } from './appearance.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { callAs, enterAs, knownMerchant } from './known-merchant.ts';

// Staff move money: each action says how much, to whom and what follows, and acts once.

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let finance: Person;
let colleague: Person;

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  const ground = { ground: stage.ground, clock: systemClock };
  finance = { ...owner, ...(await staff(ground, 'finance')) };
  colleague = { ...owner, ...(await staff(ground, 'finance')) };
  await systemEntry(ground).run('all_accounts', ({ db }) =>
    db.updateTable('recharge_methods').set({ active: true, fee_bp: 100 }).where('code', '=', 'bank').execute(),
  );
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

/** A page of a receipt, as a scanner writes it. */
const receipt = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n%${name} is the shortest thing that is one\n`),
});

/** A transfer of $500.00, or of another amount, that the owner proves on the recharge page. */
async function givenProven(amount = 50_000, external_ref = 'FT100'): Promise<string> {
  const { page } = visitor;
  await enterAs(stage, visitor, owner);
  await page.goto('/wallet/recharge');
  await page.getByLabel('Amount (USD)').fill(String(amount / 100));
  await page.getByRole('radio', { name: /^Bank transfer/ }).click();
  await page.getByRole('button', { name: 'Show transfer details' }).click();
  const drawer = page.getByRole('dialog', { name: /^RC-/ });
  await drawer.locator('input[type=file]').setInputFiles([receipt('order.pdf'), receipt('receipt.pdf')]);
  await drawer.getByText('receipt.pdf', { exact: true }).waitFor();
  await drawer.getByLabel('Payer name').fill('Mei Lin');
  await drawer.getByLabel('Transaction number').fill(external_ref);
  await drawer.getByRole('button', { name: 'Submit for review' }).click();
  await drawer.getByText(/^We’ll review your proof by \d{4}-\d{2}-\d{2} \d{2}:\d{2}/).waitFor();
  await drawer.getByRole('button', { name: 'Open order.pdf' }).waitFor();
  await drawer.getByRole('button', { name: 'Open receipt.pdf' }).waitFor();
  return /RC-\d+/.exec(await drawer.getByRole('heading').first().innerText())?.[0] ?? '';
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
  expect(await drawer.getByRole('button', { name: /^Open proof · / }).count()).toBe(2); // both of its files
  await drawer.getByRole('button', { name: 'Credit $475.20' }).click();
  const question = page.getByRole('dialog', { name: /^Credit \$475\.20 to / });
  await question.getByText('You received $480.00; the fee of the payment method is deducted.').waitFor();
  await question.getByRole('button', { name: 'Credit $475.20' }).dblclick();
  await page.getByText(`${number} credited.`).waitFor();
  const wallet = await callAs<{ available: number }>(stage, owner, 'GET', '/api/wallet');
  expect(wallet.available).toBe(47_520);

  // what was credited stands beside what was entered, on a small screen as well
  for (const size of [laptop, phone]) {
    await page.setViewportSize(size);
    await page.goto('/staff/recharges?tab=credited');
    const row = page.locator('main').locator(size === phone ? 'ul[aria-label] > li' : 'tbody tr');
    const credited = row.filter({ hasText: number }).filter({ hasText: '$500.00' }).filter({ hasText: '$480.00' });
    await credited.filter({ visible: true }).waitFor();
  }
  await page.setViewportSize(desktop);

  await enterAs(stage, visitor, owner);
  await page.goto('/wallet/wallet');
  await page.getByRole('row', { name: /^Recharge.*Bank transfer.*Provider.*475\.20/ }).waitFor();
  for (const size of [wideLaptop, laptop]) {
    await page.setViewportSize(size); // what was charged and its fee stand whole
    const note = page.locator('tbody tr').getByText('charged $480.00, fee $4.80');
    await note.waitFor();
    expect(await note.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  }
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: `Open Recharge ${number}` }).click();
  const transaction = page.getByRole('dialog', { name: 'Recharge' });
  await transaction.getByText('Provider', { exact: true }).waitFor();
  await transaction.getByText('$475.20').first().waitFor();
  await page.keyboard.press('Escape');
  await transaction.waitFor({ state: 'detached' }); // it has the same link
  await page.getByRole('link', { name: number, exact: true }).click();
  await page.getByText('$475.20 added to your wallet.').waitFor();
  await page.getByText('You entered $500.00; we received $480.00.').waitFor();
  expect(visitor.problems).toEqual([]);
});

it('finance adds a payment method of its own, and a client adds funds by it within its limits', async () => {
  const { page } = visitor;
  await enterAs(stage, visitor, finance);
  await page.goto('/staff/recharges');
  await page.getByRole('button', { name: 'Payment methods' }).click();
  await page.getByRole('button', { name: 'Add payment method' }).click();
  const form = page.getByRole('dialog', { name: 'Add payment method' });
  await form.getByLabel('Name', { exact: true }).fill('Payoneer');
  await form.getByLabel('Account details').fill('Email: pay@tradewind.test');
  await form.getByLabel('Fee (%)').fill('1.5');
  await form.getByLabel('Minimum amount (USD)').fill('5');
  await form.getByRole('button', { name: 'Add payment method' }).click();
  await form.getByText('Enter an amount from $10.00 to $50,000.00, or leave it empty.').waitFor();
  await form.getByLabel('Minimum amount (USD)').fill('200');
  await form.getByRole('button', { name: 'Add payment method' }).click();
  await page.getByText('Payment method added.').waitFor();
  await page.getByRole('dialog', { name: 'Payment methods' }).getByText('Payoneer').waitFor();

  await enterAs(stage, visitor, owner);
  let release = () => {};
  const asked = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/wallet', async (route) => {
    await asked;
    await route.continue();
  });
  const methods = page.waitForResponse('**/api/recharge_methods');
  await page.goto('/wallet/recharge');
  await methods;
  await page.getByRole('heading', { level: 1, name: 'Recharge' }).waitFor();
  // no form before the amount that it offers is known
  await expect(page.getByRole('button', { name: 'Show transfer details' }).waitFor({ timeout: 300 })).rejects.toThrow(
    'Timeout',
  );
  release();
  await page.getByRole('radio', { name: /Payoneer.*1\.5% fee/ }).click();
  await page.unroute('**/api/wallet');
  await page.getByText('$200.00 to $50,000.00').waitFor();
  await page.getByLabel(/^Amount/).fill('150');
  await page.getByRole('button', { name: 'Show transfer details' }).click();
  await page.getByText('Enter an amount from $200.00 to $50,000.00.').waitFor();
  await page.getByLabel(/^Amount/).fill('250');
  await page.getByRole('button', { name: 'Show transfer details' }).click();
  const drawer = page.getByRole('dialog', { name: /^RC-/ });
  await drawer.getByText('pay@tradewind.test').waitFor();
  await drawer.getByRole('button', { name: 'Submit for review' }).waitFor();
  await page.keyboard.press('Escape');
  expect(visitor.problems).toEqual([]);
});

it('adds funds by a card that is declined first, then works', async () => {
  const { page } = visitor;
  const before = await callAs<{ available: number }>(stage, owner, 'GET', '/api/wallet');
  await page.goto('/wallet/recharge');
  await page.getByLabel(/^Amount/).fill('60');
  await page.getByRole('radio', { name: /card/i }).click();
  await page.getByRole('button', { name: 'Pay $60.00 by card' }).click();
  await page.waitForURL((url) => url.href.startsWith(stage.sandbox.paymentUrl));
  await page.getByLabel(/card number/i).fill('4000000000000002');
  await page.getByRole('button', { name: 'Pay $60.00' }).click();
  await page.getByText('Your card was declined.').waitFor();
  await page.getByLabel(/card number/i).fill('4242424242424242');
  await page.getByRole('button', { name: 'Pay $60.00' }).click();
  await page.waitForURL((url) => url.href.startsWith(stage.url));
  await page.getByText('$60.00 added to your wallet.').waitFor();
  await page.goto('/wallet/recharge');
  await page.getByRole('columnheader', { name: 'Added to wallet (USD)' }).waitFor();
  await page
    .getByRole('row', { name: /^RC-.*60\.00/ })
    .first()
    .waitFor();
  const after = await callAs<{ available: number }>(stage, owner, 'GET', '/api/wallet');
  expect(after.available - before.available).toBe(60_00);
});

/** What comes after a payment. */
const paidLine = () => visitor.page.getByRole('status').filter({ hasText: /^Payment complete · INV-\d+/ });

it('pays 40 of 42 orders: one invoice, and the wallet and the two others agree', async () => {
  const { page } = visitor;
  const place = { ground: stage.ground, clock: systemClock };
  const { account_id } = owner;
  const id = await givenStore(place, account_id, { name: 'Lamp shop' });
  const goods = await givenVariant(place, { account_id, id });
  await givenPrice(place, account_id, { sku_id: goods.sku_id, channel: await givenChannel(place) });
  await givenMoney(place, account_id, 1_000_00);
  const orders = Array.from({ length: 42 }, (_, n) =>
    shopOrder([shopLine(goods, { external_id: `l${n}` })], {
      external_id: String(n),
      name: `#${2_000 + n}`,
      placed_at: new Date(Date.now() - (n + 1) * 3_600_000),
    }),
  );
  await inAccount(stage, account_id, (ctx) => applyShopOrders(ctx, { account_id, id }, orders, 'api'));
  const wallet = () =>
    callAs<{ available: number; to_pay: number; to_pay_orders: number }>(stage, owner, 'GET', '/api/wallet');
  await expect.poll(async () => (await wallet()).to_pay_orders).toBe(42);
  const before = await wallet();
  const each = before.to_pay / 42;

  await page.goto('/order/index?tab=to_pay&per_page=50');
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('button', { name: /^Pay 42 orders/ }).waitFor();
  for (const name of ['#2000', '#2041']) await page.getByRole('row', { name }).getByRole('checkbox').click();
  await page.getByRole('button', { name: /^Pay 40 orders/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('heading', { name: '40 orders ready to pay' }).waitFor();
  await drawer.getByRole('button', { name: /^(Pay|Press and hold)/ }).focus();
  await page.keyboard.down('Enter');
  await page.getByText(/^Paid with invoice/).waitFor();
  await page.keyboard.up('Enter');
  await page.getByRole('button', { name: /^To pay\s*2$/ }).waitFor();
  const after = await wallet();
  expect(after).toMatchObject({ to_pay_orders: 2, to_pay: 2 * each, available: before.available - 40 * each });
  await paidLine().waitFor(); // with the next step
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: /^Dashboard/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await menu.getByRole('link', { name: /^Orders/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  expect(await paidLine().count()).toBe(0); // whoever comes back has gone on

  await page.goto('/wallet/wallet');
  await page.getByRole('row', { name: /^Invoice payment.*INV-/ }).waitFor();
  await page.getByRole('searchbox').fill('#2005');
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('row', { name: /^Invoice payment.*INV-/ }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2); // the head and the one transaction
  expect(visitor.problems).toEqual([]);
});

it('says what comes after a payment until the next payment begins or another tab is chosen', async () => {
  const { page } = visitor;
  await page.goto('/order/index?tab=to_pay');
  const drawer = page.getByRole('dialog', { name: 'Pay orders' });
  const begin = async (order: string) => {
    await page.getByRole('row', { name: order }).getByRole('checkbox').click();
    await page.getByRole('button', { name: /^Pay 1 order · / }).click();
    await drawer.getByRole('heading', { name: '1 order ready to pay' }).waitFor();
  };
  const pay = () => drawer.getByRole('button', { name: /^Pay 1 order/ }).click();
  await begin('#2000');
  await pay();
  await paidLine().waitFor();
  await page.getByRole('button', { name: /^To pay\s*1$/ }).waitFor();
  expect(await paidLine().count()).toBe(1);
  await begin('#2041');
  expect(await paidLine().count()).toBe(0);
  await pay();
  await paidLine().waitFor();
  await page.getByRole('button', { name: /^Processing/ }).click();
  await paidLine().waitFor({ state: 'detached' });
  expect(visitor.problems).toEqual([]);
});

it('credits a large transfer once a second person has approved it', async () => {
  const { page } = visitor;
  const number = await givenProven(300_000, 'FT200');
  const available = async () => (await callAs<{ available: number }>(stage, owner, 'GET', '/api/wallet')).available;
  const before = await available();
  const drawer = page.getByRole('dialog', { name: new RegExp(`^${number}`) });
  const open = async (person: Person) => {
    await enterAs(stage, visitor, person);
    await page.goto('/staff/recharges');
    await page.getByRole('button', { name: `Open ${number}` }).click();
  };
  await open(finance);
  await drawer.getByText('Amounts above $2,000.00 need two approvals.').waitFor();
  await drawer.getByRole('button', { name: 'Approve $3,000.00' }).click();
  const question = page.getByRole('dialog', { name: /^Approve \$3,000\.00 for / });
  await question.getByText('Nothing is credited yet').waitFor();
  await question.getByRole('button', { name: 'Approve $3,000.00' }).click();
  await page.getByText(`${number} approved. A second person has to approve it too.`).waitFor();
  await page.getByText('Waiting for a colleague').first().waitFor();
  await page.goto('/staff/recharges');
  await page.getByRole('button', { name: 'View 1 waiting for a colleague' }).click(); // nothing else is left to review
  await page.getByRole('button', { name: `Open ${number}` }).waitFor();
  expect(await available()).toBe(before);

  await open(colleague);
  await drawer.getByText('Needs a second approval').waitFor();
  await drawer.getByRole('button', { name: 'Credit $2,970.00' }).click();
  await page
    .getByRole('dialog', { name: /^Credit \$2,970\.00 to / })
    .getByRole('button', { name: 'Credit $2,970.00' })
    .click();
  await page.getByText(`${number} credited.`).waitFor();
  expect(await available()).toBe(before + 297_000);

  await enterAs(stage, visitor, owner);
  await page.goto('/wallet/wallet?kind=recharge');
  await page.getByText(/^\d+ transactions? · in \$[\d,.]+ · out \$0\.00 · net /).waitFor();
  expect(visitor.problems).toEqual([]);
});

it('leads finance from a client’s statement to the adjustment that moved the money', async () => {
  const { page } = visitor;
  const { account_id } = owner;
  const proposal = { account_id, kind: 'credit', amount: 12_34, reason: 'Goodwill for the late parcels' };
  const made = await callAs<{ id: string; number: string; version: number }>(
    stage,
    finance,
    'POST',
    '/api/staff/adjustments',
    proposal,
  );
  await callAs(stage, colleague, 'POST', `/api/staff/adjustments/${account_id}/${made.id}/approve`, {
    version: made.version,
  });
  await enterAs(stage, visitor, finance);
  await page.goto(`/staff/finance?tab=statement&client=${account_id}`);
  await page.getByRole('link', { name: made.number, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Trial balance', exact: true }).click();
  await page.getByRole('button', { name: 'Client statement', exact: true }).click();
  await page.getByRole('link', { name: made.number, exact: true }).click();
  await page.getByRole('dialog', { name: new RegExp(`^${made.number}`) }).waitFor();
  expect(visitor.problems).toEqual([]);
});

it('shows when each bonus expires, and how much of the credit limit is used', async () => {
  const { page } = visitor;
  const person = await knownMerchant(stage);
  const place = { ground: stage.ground, clock: systemClock };
  await inAccount(stage, person.account_id, async (ctx) => {
    await setCreditLimit(ctx, 500_00);
    await spend(ctx, {
      kind: 'invoice_payment',
      ref: { kind: 'tests', id: person.account_id, label: 'spent' },
      idempotency_key: 'spent',
      amount: 120_00,
      currency: 'USD',
      to: [{ ledger_account: 'revenue', amount: 120_00 }],
    });
  });
  await givenBonus(place, person.account_id, 30_00, '2099-12-31');
  await givenBonus(place, person.account_id, 15_00, '2099-06-30');
  await givenBonus(place, person.account_id, 5_00, '2099-06-30'); // shows with the other one of that day
  await enterAs(stage, visitor, person);
  await page.goto('/wallet/wallet');
  const available = page.locator('dl > div').filter({ hasText: 'Available' });
  await available.getByText('Credit used: $120.00 of $500.00').waitFor();
  expect(await available.innerText()).toMatch(/\$20\.00 expires on 2099-06-30\s+\$30\.00 expires on 2099-12-31/);
  expect(visitor.problems).toEqual([]);
});

it('leads to the other settings of payments, each for those who may open it', async () => {
  const { page } = visitor;
  const person = await knownMerchant(stage);
  const settings = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Payment settings' }) });
  const shown = async (who: Person) => {
    await enterAs(stage, visitor, who);
    await page.goto('/wallet/wallet');
    await settings.getByRole('link').first().waitFor();
    return settings.getByRole('link').allInnerTexts();
  };
  const place = { ground: stage.ground, clock: systemClock };
  const accountant = await merchant(place, { role: 'accountant', account_id: person.account_id });
  const support = await merchant(place, { role: 'support', account_id: person.account_id });
  expect(await shown(accountant)).toEqual(['Automatic payment']);
  expect(await shown(person)).toEqual(['Automatic payment', 'Payment limits', 'Billing details']);
  await settings.getByRole('link', { name: 'Automatic payment' }).click();
  await page.getByRole('dialog', { name: 'Automatic payment' }).getByText('Next runs').waitFor();
  await page.goto('/wallet/wallet');
  await settings.getByRole('link', { name: 'Billing details' }).click();
  await page.getByRole('heading', { name: 'Billing details' }).waitFor();
  await page.goto('/wallet/wallet');
  await settings.getByRole('link', { name: 'Payment limits' }).click();
  await page.getByRole('heading', { name: 'Sub-accounts' }).waitFor();
  await page
    .getByRole('row', { name: new RegExp(support.username) })
    .getByText('Can’t pay', { exact: true })
    .waitFor();
  expect(visitor.problems).toEqual([]);
});

it('says of auto-recharge that is off what it would do', async () => {
  const { page } = visitor;
  const person = await knownMerchant(stage);
  const settings = { enabled: false, threshold: 100_00, amount: 500_00, most_a_day: 1_000_00, most_a_month: null };
  await callAs(stage, person, 'PUT', '/api/auto_recharge', { ...settings, version: 0 });
  await enterAs(stage, visitor, person);
  await page.goto('/wallet/wallet');
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Auto-recharge' }) });
  await panel.getByText('Off', { exact: true }).waitFor();
  await panel
    .getByText(/^When on, charges \$500\.00 when .* falls below \$100\.00, up to \$1,000\.00 per day\.$/)
    .waitFor();
  const { balance } = await callAs<{ balance: number }>(stage, person, 'GET', '/api/auto_recharge');
  await panel.getByRole('button', { name: 'Edit auto-recharge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Auto-recharge' });
  await dialog.getByRole('switch', { name: 'Recharge automatically' }).check();
  const now = dialog.getByText(/so the card is charged within these limits as soon as it’s saved\.$/);
  const threshold = dialog.getByLabel('When the balance falls below (USD)');
  await threshold.fill(String(balance / 100 + 1));
  await now.waitFor();
  await threshold.fill(String(balance / 100));
  await now.waitFor({ state: 'detached' });
});

it('names the fee of a card and what it adds before a charge and while it waits', async () => {
  const { page } = visitor;
  const person = await knownMerchant(stage);
  await sqlRows(stage, `UPDATE recharge_methods SET fee_bp = 290 WHERE kind = 'card'`);
  await enterAs(stage, visitor, person);
  await page.goto('/wallet/wallet');
  await page.getByRole('button', { name: 'Set up auto-recharge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount to charge (USD)').fill('500');
  await dialog.getByText('Fee of 2.9%, included').waitFor();
  await dialog.getByText('$485.50', { exact: true }).waitFor();
  const body = { method: 'card', amount: 100_00, pays: { order_ids: [] } };
  const { id } = await callAs<{ id: string }>(stage, person, 'POST', '/api/recharges', body);
  await page.goto(`/wallet/recharge?recharge=${id}`);
  await dialog.getByText('Awaiting payment').first().waitFor();
  await dialog.getByText('Fee of 2.9%, included').waitFor();
  await dialog.getByText('$97.10', { exact: true }).waitFor();
  await sqlRows(stage, `UPDATE recharge_methods SET fee_bp = 0 WHERE kind = 'card'`);
  expect(visitor.problems).toEqual([]);
});

it('shows in an empty wallet how money flows, and that none comes from the store', async () => {
  const { page } = visitor;
  await enterAs(stage, visitor, await knownMerchant(stage));
  await page.goto('/wallet/wallet');
  await page.getByText('we can’t take money from Shopify').waitFor();
  await page.getByRole('img', { name: 'Buyers pay your store, and your store pays you.' }).waitFor();
  await page.getByRole('img', { name: 'You add funds to your wallet, which pays us.' }).waitFor();
  expect(visitor.problems).toEqual([]);
});

it('says to who adds funds for orders when recharges under review are enough for them', async () => {
  const { page } = visitor;
  const person = await knownMerchant(stage);
  const [order] = await givenOrdersToPay(stage, person.account_id, 1);
  const amount = page.getByLabel('Amount (USD)');
  await enterAs(stage, visitor, person);
  await page.goto(`/wallet/recharge?orders=${order}`);
  await page.getByText(/^You need \$[\d,.]+ to pay 1 order\.$/).waitFor();
  await sqlRows(
    stage,
    `INSERT INTO recharges (account_id, id, method, status, currency, amount, reference, expires_at, created_at, submitted_at)
     VALUES ('${person.account_id}', gen_random_uuid(), 'bank', 'submitted', 'USD', 50000, 'COVERS', now(), now(), now()) RETURNING id`,
  );
  await page.reload();
  const said =
    /^You need \$[\d,.]+ to pay 1 order\. Your pending recharges cover it: you can pay once \$500\.00 is credited\.$/;
  await page.getByText(said).waitFor();
  expect(await amount.inputValue()).toBe(''); // nothing more is proposed
  await page.goto('/wallet/recharge'); // the same for all that is to be paid
  await page.getByText(said).waitFor();
  expect(await amount.inputValue()).toBe('');
  expect(visitor.problems).toEqual([]);
});
