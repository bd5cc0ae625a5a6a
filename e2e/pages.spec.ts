import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenCookie } from '#contract/constants.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { type DemoPerson, type DemoStage, openDemoStage } from '#testing/demo-stage.ts';

let stage: DemoStage;
let visitor: Visitor;
beforeAll(async () => {
  stage = await openDemoStage();
  visitor = await openBrowser(stage.url);
  await as('owner');
});
afterAll(async () => {
  await visitor?.close();
  await stage?.close();
});

async function as(who: DemoPerson | undefined): Promise<Page> {
  const { context, page } = visitor;
  await context.clearCookies();
  const token = who && stage.tokens.get(who);
  if (token) await context.addCookies([{ name: tokenCookie, value: token, url: stage.url }]);
  return page;
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = { Authorization: `Bearer ${stage.tokens.get('owner')}` };
  const answer = await fetch(`${stage.url}${path}`, { ...init, headers });
  const { data } = (await answer.json()) as { data: T };
  return data;
}

const shown = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).filter({ visible: true }).waitFor();

describe('every menu page of the specification', () => {
  const visit = async (path: string, heading: string, label: string) => {
    const { page } = visitor;
    await page.goto(path);
    await shown(page, heading);
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(path);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu
      .getByRole('link', { name: new RegExp(`^${label}`) })
      .first()
      .waitFor();
    expect(await menu.locator('[aria-current="page"]').getAttribute('href')).toBe(path);
  };

  it('Dashboard', { tags: ['S2-18'] }, () => visit('/Dashboard/index', 'Dashboard', 'Dashboard'));
  it('Store, where a store is added', { tags: ['S2-19'] }, async () => {
    await visit('/my-store/index', 'Store', 'Store');
    await visitor.page.getByRole('button', { name: 'Add store' }).first().click();
    await visitor.page.getByRole('dialog').waitFor();
  });
  it('Products', { tags: ['S2-21'] }, () => visit('/my-product/index', 'Products', 'Products'));
  it('product stock', { tags: ['S2-22'] }, () => visit('/ProductStock/index', 'Product stock', 'Product stock'));
  it('brand', { tags: ['S2-23'] }, () => visit('/brand/index', 'Brand', 'Brand'));
  it('quotes', { tags: ['S2-24'] }, () => visit('/quote/index', 'Quotes', 'Quotes'));
  it('orders', { tags: ['S2-26'] }, () => visit('/order/index', 'Orders', 'Orders'));
  it('invoices', { tags: ['S2-27'] }, () => visit('/invoice/invoice', 'Invoices', 'Invoices'));
  it('sales statistics', { tags: ['S2-28'] }, () =>
    visit('/sales-statitstics/index', 'Sales statistics', 'Sales statistics'),
  );
  it('wallet with the children wallet and recharge', { tags: ['S2-29'] }, async () => {
    await visit('/wallet/wallet', 'Wallet', 'Wallet');
    await visit('/wallet/recharge', 'Recharge', 'Recharge');
    await visitor.page.goto('/wallet');
    await visitor.page.waitForURL('**/wallet/wallet');
  });
  it('account', { tags: ['S2-30'] }, () => visit('/Account/Account', 'Account', 'Account'));
  it('sub-accounts', { tags: ['S2-31'] }, () => visit('/Sub-Account/Sub-Account', 'Sub-accounts', 'Sub-accounts'));
  it('resources', { tags: ['S2-33'] }, () => visit('/resource/resource', 'Resources', 'Resources'));

  it('has a clean path that the browser’s history goes back over', { tags: ['S2-01'] }, async () => {
    const { page } = visitor;
    await page.goto('/order/index');
    await shown(page, 'Orders');
    await page.getByRole('link', { name: 'Quotes' }).first().click();
    await shown(page, 'Quotes');
    expect(new URL(page.url()).hash).toBe('');
    await page.goBack();
    await shown(page, 'Orders');
    await page.reload();
    await shown(page, 'Orders');
  });

  it('the API document is not in the menu, opens by its address and lists every call', {
    tags: ['S2-20'],
  }, async () => {
    const { page } = visitor;
    await page.goto('/api-document/index');
    await shown(page, 'API document');
    await page.getByRole('heading', { name: 'Order invoices', exact: true }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main menu' }).getByText('API document').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Path or keyword' }).fill('reset_password');
    const call = page.locator('summary', { hasText: '/api/reset_password' });
    await call.click();
    await page.getByRole('cell', { name: 'old_password' }).waitFor();
  });

  it('that is in preparation says what it will do and leads to what works', async () => {
    const { page } = visitor;
    await page.goto('/brand/index');
    await page.getByRole('heading', { name: 'Planned features' }).filter({ visible: true }).waitFor();
    await page.getByRole('link', { name: 'Request a quote' }).click();
    await shown(page, 'Products');
  });
});

describe('the account', () => {
  it('changes the password only with the right old one, and shows log-ins', async () => {
    const page = await as('fresh');
    await page.goto('/Account/Account');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(); // the prompt of who cannot be reached
    await shown(page, 'Account');
    await page.getByRole('textbox', { name: 'Current password' }).fill('not the password');
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('another fine secret');
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill('another fine secre');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Passwords don’t match.').waitFor();
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill('another fine secret');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('textbox', { name: 'Current password' }).fill('tradewind-demo-2026');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    await page.getByRole('button', { name: 'Login history' }).click();
    await page.getByText('Successful').filter({ visible: true }).first().waitFor();
    await as('owner');
  });

  it('shows the own picture in the navbar, and keeps the line about oneself', { tags: ['S3-08'] }, async () => {
    const page = await as('owner');
    await page.goto('/Account/Account');
    await shown(page, 'Account');
    const inNavbar = page.locator('header img[src^="/api/avatars/"]');
    expect(await inNavbar.count()).toBe(0); // initials
    const circle = '<svg width="300" height="300"><circle cx="150" cy="150" r="120" fill="#b4530a"/></svg>';
    const buffer = await sharp(Buffer.from(circle)).flatten({ background: '#fff7e6' }).png().toBuffer();
    const file = { name: 'me.png', mimeType: 'image/png', buffer };
    await page.locator('input[type="file"][accept^="image/jpeg"]').setInputFiles(file);
    await inNavbar.waitFor();
    expect(await inNavbar.boundingBox()).toMatchObject({ width: 24, height: 24 });
    await page.getByRole('textbox', { name: 'About you' }).fill('Buys lamps for three shops.');
    await page.getByRole('button', { name: 'Save profile', exact: true }).click();
    await expect.poll(() => ask('/api/profile')).toMatchObject({ introduction: 'Buys lamps for three shops.' });
    await page.getByRole('button', { name: 'Remove image' }).click();
    await inNavbar.waitFor({ state: 'detached' });
  });
});

describe('a dialog over a drawer', () => {
  it('takes Escape for itself, and asks before typed text goes', async () => {
    const page = await as('warehouse');
    await page.goto('/staff/fulfillment');
    await page.locator('main tbody tr').first().locator('button[class*="openButton"]').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ship' }).first().click();
    const tracking = page.getByRole('textbox', { name: 'Tracking number' });
    await tracking.fill('TYPED123');
    const discard = page.getByRole('button', { name: 'Discard' });
    await page.keyboard.press('Escape');
    await discard.waitFor();
    await page.keyboard.press('Escape'); // answers the question with no
    await discard.waitFor({ state: 'detached' });
    expect(await tracking.inputValue()).toBe('TYPED123');
    await tracking.press('Escape');
    await discard.click();
    await tracking.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await as('owner');
  });
});

describe('paper', () => {
  it('an invoice prints with seller, buyer, lines and sums', { tags: ['S2-12'] }, async () => {
    const page = await as('owner');
    const [invoice] = await ask<{ id: string; number: string }[]>('/api/invoices');
    await page.goto('/invoice/invoice');
    await page
      .getByRole('button', { name: invoice?.number ?? '' })
      .first()
      .click();
    await page.getByRole('link', { name: 'Print', exact: true }).click();
    await shown(page, invoice?.number ?? '');
    expect(new URL(page.url()).pathname).toBe('/clientInvoice');
    await page.getByRole('heading', { name: 'Billed to' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await page.goto('/clientInvoice?id=01900000-0000-7000-8000-000000000000');
    await page.getByText('We couldn’t find this invoice in your account.').waitFor();
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0); // nothing is there to print
  });

  it('the bill of one order has a sheet of its own', { tags: ['S2-13'] }, async () => {
    const { page } = visitor;
    const [order] = await ask<{ id: string; number: string }[]>('/api/invoice_orders');
    await page.goto(`/invoiceOrderPdf?id=${order?.id}`);
    await shown(page, order?.number ?? '');
    await page.goto('/invoiceOrderPdf');
    await page.getByText('This link has no invoice number.').waitFor();
  });

  it('many bills come one after the other, foreign ones are left out and said', { tags: ['S2-14'] }, async () => {
    const { page } = visitor;
    const orders = await ask<{ id: string; number: string }[]>('/api/invoice_orders?per_page=3');
    const foreign = '01900000-0000-7000-8000-000000000000';
    await page.goto(`/batchpdf?ids=${[...orders.map(({ id }) => id), foreign].join(',')}`);
    for (const { number } of orders) await shown(page, number);
    await page.getByText('1 document isn’t in your account and was left out.').waitFor();
    expect(await page.getByRole('article').count()).toBe(orders.length);
  });

  it('a shared quote shows without a login, and nothing when its link was taken back', {
    tags: ['S2-15', 'D5-12'],
  }, async () => {
    const page = await as('owner');
    const [quote] = await ask<{ id: string; title: string }[]>('/api/quotes?tab=accepted');
    await page.goto(`/quote/index?quote=${quote?.id}`);
    const dialog = page.getByRole('dialog').first();
    await dialog.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Create link' }).click();
    const link = (await page.getByText('/quoteDetail?token=').textContent()) ?? '';
    await as(undefined);
    await page.goto(link);
    await shown(page, quote?.title ?? '');
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
    await page.getByRole('link', { name: 'Log in to accept' }).click();
    await page.waitForURL(/\/login\?redirect=%2Fquote%2Findex/);
    await ask(`/api/quotes/${quote?.id}/share`, { method: 'DELETE' });
    await page.goto(link);
    await page.getByText('This link is no longer available. Ask for a new one.').waitFor(); // the toast of the failed call
    await page.getByText('This link is no longer available', { exact: true }).waitFor();
  });
});

it('has nothing to report in the console', () => {
  expect(visitor.problems).toEqual([]);
});
