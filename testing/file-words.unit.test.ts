import { expect, it } from 'vitest';
import { claimReasons, claimStatuses } from '#contract/claim-rules.ts';
import { invoiceKinds } from '#contract/invoice-rules.ts';
import { invoiceStatuses } from '#contract/invoices.ts';
import { stages } from '#contract/order-actions.ts';
import { blockCodes, paymentStates } from '#contract/order-states.ts';
import { alertRules } from '#contract/parcel-alerts.ts';
import { mappingStates } from '#contract/products.ts';
import { quoteStatuses } from '#contract/quote-rules.ts';
import { movementKinds } from '#contract/stock-rules.ts';
import { payModes } from '#contract/store-rules.ts';
import * as files from '#server/lib/file-words.ts';

type Tree = { [key: string]: string | Tree };
const texts = import.meta.glob<Record<string, Tree>>(['../web/i18n/en/*.ts', '../web/i18n/zh/*.ts'], { eager: true });

/** What the screen shows: words of a feature at a place of its texts. */
function shownAt(language: 'en' | 'zh', feature: string, place: string): Tree {
  let tree: string | Tree | undefined = Object.values(texts[`../web/i18n/${language}/${feature}.ts`] ?? {})[0];
  for (const key of place.split('.')) tree = typeof tree === 'object' ? tree[key] : undefined;
  if (typeof tree !== 'object') throw new Error(`no texts ${feature}.${place}`);
  return tree;
}

const { HOLD, ...orderBlocks } = files.orderBlocks;
const { to_review, for_colleague, second, charged_back, ...recharges } = files.staffRecharges;
const { submitted, quoted, need_info, countered, cancelled } = files.staffQuoteStatuses;
const staffQuotes = { submitted, quoted, need_info, countered, cancelled };

it.each([
  ['orders', 'stages', files.orderStages, stages],
  ['orders', 'payments', files.orderPayments, paymentStates],
  ['orders', 'financial', files.customerPayments, []],
  ['orders', 'blocks', orderBlocks, blockCodes],
  ['orders-list', 'risks', files.orderRisks, ['high', 'medium']],
  ['parcels', 'rules', files.parcelExceptions, alertRules],
  ['claims', 'reasons', files.claimReasons, claimReasons],
  ['claims', 'statuses', files.claimStatuses, claimStatuses],
  ['quotes', 'status', files.quoteStatuses, quoteStatuses],
  ['quotes', 'staffStatus', staffQuotes, []],
  ['wallet', 'statuses', recharges, []],
  [
    'wallet',
    'staff.tabs',
    { to_review, for_colleague, credited: recharges.credited, rejected: recharges.rejected },
    [],
  ],
  ['wallet', 'staff', { needsSecond: second, waitsForColleague: for_colleague }, []],
  ['wallet', 'facts', { charged_back }, []],
  ['invoices', 'kinds', files.invoiceKinds, invoiceKinds],
  ['invoices', 'statuses', files.invoiceStatuses, invoiceStatuses],
  ['products', 'states', files.mappingStates, mappingStates],
  ['products', 'storeStatuses', files.storeProductStatuses, []],
  ['products', 'stock.states', files.productStock, []],
  ['products', 'quotes.statuses', files.productQuotes, quoteStatuses],
  ['stock', 'kinds', files.stockMovements, movementKinds],
  ['stores', 'platforms', files.platforms, []],
  ['stores', 'status', files.storeStatuses, []],
  ['stores', 'detail.pay.modes', files.payModes, payModes],
] as const)('a file says %s.%s as the screen does, for every code', (feature, place, words: files.Words, codes) => {
  for (const language of ['en', 'zh'] as const) {
    const said = Object.fromEntries(Object.entries(words).map(([code, word]) => [code, word[language]]));
    expect(shownAt(language, feature, place)).toMatchObject(said);
  }
  expect(Object.keys(words)).toEqual(expect.arrayContaining([...codes]));
});

it('a file says that an order is on hold as the screen does', () => {
  for (const language of ['en', 'zh'] as const)
    expect(Object.values(texts[`../web/i18n/${language}/orders.ts`] ?? {})[0]).toMatchObject({ held: HOLD[language] });
});
