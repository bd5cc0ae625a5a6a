import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoPerson, type DemoStage, openDemoStage } from '#testing/demo-stage.ts';
import { hasPdfTools } from '#testing/pdf-tools.ts';
import { desktop, openBrowser, type Visitor } from './browser.ts';
import { show } from './appearance.ts';
import {
  type Reader,
  readerOf,
  readInvoice,
  readInvoices,
  readStatement,
  readTransactions,
  readWallet,
} from './money-readings.ts';
import { readClientStatement, readFinance } from './finance-readings.ts';
import { readCreditNotes, readOrderPapers, readPeriodInvoice } from './paper-readings.ts';
import { readStatistics } from './statistics-readings.ts';
import { ShownFigures } from './shown-figures.ts';

// One source for every figure: what the pages show of the demo's accounts is read, and has to add up from page to page.

let stage: DemoStage;
let visitor: Visitor;
let page: Page;
const read = new Map<DemoPerson, ShownFigures>();
beforeAll(async () => {
  stage = await openDemoStage();
  visitor = await openBrowser(stage.url, desktop);
  ({ page } = visitor);
});
afterAll(async () => {
  await visitor?.close();
  await stage?.close();
});

const english = { scheme: 'light', language: 'en' } as const;
function as(who: DemoPerson): Reader {
  const token = stage.tokens.get(who) ?? '';
  return readerOf(stage, token, page, (path) => show(visitor, stage.url, { path, token, appearance: english }));
}
const clients = ['owner', 'small', 'fresh'] as const;

it.each(clients)('shows %s the same money in wallet, invoices, statistics, orders and files', async (who) => {
  const shown = new ShownFigures();
  const reader = as(who);
  await readWallet(shown, reader);
  const transactions = await readTransactions(shown, reader);
  const invoices = await readInvoices(shown, reader, transactions);
  // one with credit notes, and one of a stock order
  const chosen = [
    invoices.find(({ credited }) => shown.of(credited) > 0) ?? invoices[0],
    invoices.find(({ status }) => status === 'Unpaid'),
  ];
  for (const invoice of new Set(chosen)) if (invoice) await readInvoice(shown, reader, invoice, hasPdfTools);
  if (hasPdfTools && transactions.length > 0) {
    await readStatement(shown, reader, transactions);
    await readCreditNotes(shown, reader, transactions);
    await readOrderPapers(shown, reader, invoices);
  }
  if (hasPdfTools && invoices.length > 0) await readPeriodInvoice(shown, reader, invoices);
  await readStatistics(shown, reader);
  expect(shown.broken()).toEqual([]);
  expect(shown.unbound()).toEqual([]); // a cent more in any one of them would be found
  process.stdout.write(`  ${who}: ${shown.size} figures\n`);
  read.set(who, shown);
  expect(visitor.problems.splice(0)).toEqual([]);
});

it('shows finance the sums of the wallets of all clients', async () => {
  const shown = new ShownFigures();
  const wallets = clients.map((who) => {
    const own = read.get(who);
    const of = (name: string) => own?.of(`wallet: ${name}`) ?? 0;
    return shown.note(`${who}: wallet`, of('available') - of('credit limit') + of('held'));
  });
  await readFinance(shown, as('finance'), wallets);
  for (const who of clients) {
    const { account } = await as(who).get<{ account: { id: string } }>('/api/account');
    const own = read.get(who);
    const usable = (own?.of('wallet: available') ?? 0) - (own?.of('wallet: credit limit') ?? 0);
    await readClientStatement(shown, as('finance'), { who, id: account.id, usable });
  }
  expect(shown.broken()).toEqual([]);
  expect(shown.unbound()).toEqual([]);
  expect(visitor.problems.splice(0)).toEqual([]);
});

it('finds a cent that one answer has too much', async () => {
  await page.route('**/api/wallet', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { available: number } };
    body.data.available += 1;
    await route.fulfill({ response: answer, json: body });
  });
  const shown = new ShownFigures();
  await readWallet(shown, as('owner'));
  await page.unroute('**/api/wallet');
  expect(shown.broken()).toEqual([
    expect.stringMatching(/^wallet: left/),
    expect.stringMatching(/^dashboard: available/),
  ]);
});
