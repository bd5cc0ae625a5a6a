import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { defaultStoreSettings } from '#contract/store-rules.ts';
import { contract } from '#contract/index.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person } from '#testing/people.ts';
import { emptyDraft, givenOneOfEach, noAddress } from '#testing/record-stage.ts';

// One record of each kind in one account, and two people who must not reach any of them: the owner of another account,
// and a member of the same account who works for another store.
let test: TestApp;
let owner: Person;
let stranger: Person;
let member: Person;
const ids: Record<string, string> = {};
beforeAll(async () => {
  // With card payments set up, so that their page is asked for a recharge at all; nobody listens there.
  test = await startTestApp({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_URL: 'http://127.0.0.1:1' });
  owner = await merchant(test);
  stranger = await merchant(test);
  Object.assign(ids, await givenOneOfEach(test, owner));
  member = await merchant(test, { account_id: owner.account_id, role: 'manager', stores: [] });
});
afterAll(() => test.close());

const someUnit = { lines: [{ line_id: uuid(), quantity: 1 }], version: 1 };
const someOrder = { orders: [{ id: uuid(), version: 1 }], version: 1 };

/** Which record an endpoint's id names, and a body that is right but for whose record it is. */
const recordOf: Record<string, [record: string, body?: object]> = {
  'stores.get': ['store'],
  'stores.sync': ['store'],
  'autopay.runNow': ['store'],
  'autopay.runs': ['store'],
  'autopay.rows': ['store'],
  'stores.health': ['store'],
  'stores.subscriptions': ['store'],
  'stores.repair': ['store'],
  'stores.leaving': ['store'],
  'stores.disconnect': ['store', { typed: 'x' }],
  'stores.settings': ['store'],
  'stores.saveSettings': ['store', { settings: defaultStoreSettings, version: 1 }],
  'stores.pause': ['store', { paused: true }],
  'products.get': ['product'],
  'products.variants': ['product'],
  'products.skus': ['product'],
  'mappings.save': ['product'],
  'products.versions': ['product'],
  'products.prices': ['product'],
  'products.stock': ['product'],
  'products.orders': ['product'],
  'products.quotes': ['product'],
  'products.timeline': ['product'],
  'quotes.askForProduct': ['product', { destinations: ['US'] }],
  'quotes.get': ['quote'],
  'quotes.pdf': ['quote'],
  'quotes.accept': ['quote', { version: 1 }],
  'quotes.previewAccept': ['quote', { version: 1 }],
  'quotes.acceptEffect': ['quote'],
  'quotes.askForOrder': ['order'],
  'quotes.say': ['quote', { text: 'Hello' }],
  'quotes.read': ['quote', { seq: 1 }],
  'quotes.counter': ['quote', { version: 1, lines: [{ line: 1, target_price: 1 }], reason: 'Too dear' }],
  'quotes.askAgain': ['quote'],
  'quotes.takeAlternative': ['quote'],
  'quotes.sample': [
    'quote',
    { version: 1, lines: [{ line: 1, quantity: 1 }], recipient: { ...noAddress, email: null }, channel_id: null },
  ],
  'quotes.decline': ['quote', { reason: 'price' }],
  'quotes.cancel': ['quote'],
  'quotes.shareState': ['quote'],
  'quotes.share': ['quote'],
  'quotes.unshare': ['quote'],
  'prices.get': ['price'],
  'orders.get': ['order'],
  'parcels.ofOrder': ['order'],
  'orders.costs': ['order'],
  'orders.confirm': ['order', { code: 'HIGH_RISK', version: 1 }],
  'orders.hold': ['order', { held: true, version: 1 }],
  'orders.address': ['order', { address: noAddress, version: 1 }],
  'orders.shopAddress': ['order', { take: true, version: 1 }],
  'orders.channels': ['order'],
  'orders.channel': ['order', { channel_id: null, version: 1 }],
  'orders.line': ['order', { not_ours: true, version: 1 }],
  'orders.splitPreview': ['order', someUnit],
  'orders.split': ['order', { ...someUnit, expected_total: null }],
  'orders.mergeCandidates': ['order'],
  'orders.mergePreview': ['order', someOrder],
  'orders.merge': ['order', { ...someOrder, expected_total: null }],
  'orders.putBack': ['order', { version: 1 }],
  'orders.cancelFulfilment': ['order', { version: 1 }],
  'orders.releaseInStore': ['order', { version: 1 }],
  'orders.previewChange': ['order', { channel_id: null }],
  'orders.change': ['order', { channel_id: null, expected_difference: 0, version: 1 }],
  'orders.cancel': ['order', { version: 1 }],
  'orders.takeBack': ['order', { version: 1 }],
  'orders.requestCancel': ['order', { version: 1, reason: 'The buyer does not want it' }],
  'orders.withdrawCancel': ['order'],
  'orders.draft': ['draft'],
  'orders.saveDraft': ['draft', { ...emptyDraft, version: 1 }],
  'orders.removeDraft': ['draft'],
  'orders.placeDraft': ['draft', { version: 1 }],
  'orders.draftAgain': ['order'],
  'invoices.get': ['invoice'],
  'invoices.getOrder': ['invoiceOrder'],
  'invoices.pdf': ['invoice'],
  'invoices.pdfIssued': ['invoice'],
  'invoices.receipt': ['invoice'],
  'invoices.orderPdf': ['invoiceOrder'],
  'invoices.orderPdfWithAddress': ['invoiceOrder'],
  'invoices.creditNotePdf': ['creditNote'],
  'invoices.ubl': ['invoice'],
  'lineDisputes.withdraw': ['lineDispute', { version: 1 }],
  'invoices.creditNoteUbl': ['creditNote'],
  'statistics.removeAd': ['ad'],
  'statements.file': ['statement', { format: 'json' }],
  'withdrawals.get': ['withdrawal'],
  'withdrawals.sendCode': ['withdrawal'],
  'withdrawals.confirm': ['withdrawal', { code: '000000' }],
  'withdrawals.cancel': ['withdrawal', { version: 1 }],
  'withdrawals.removePayoutAccount': ['payoutAccount'],
  'paymentRequests.createForSelection': ['selection', { expected_total: 1 }],
  'paymentRequests.get': ['paymentRequest'],
  'paymentRequests.approve': ['paymentRequest', { expected_total: 1, version: 1 }],
  'paymentRequests.decline': ['paymentRequest', { reason: 'Not now', version: 1 }],
  'paymentRequests.cancel': ['paymentRequest', { version: 1 }],
  'wallet.recharge': ['recharge'],
  'wallet.prove': ['recharge'],
  'wallet.cancelRecharge': ['recharge', { version: 1 }],
  'wallet.checkout': ['recharge'],
  'jobs.get': ['job'],
  'files.link': ['file'],
  'imageSearch.get': ['imageSearch'],
  'imageSearch.picture': ['imageSearch'],
  'imageSearch.crop': ['imageSearch', { crop: { left: 0, top: 0, width: 0.5, height: 0.5 } }],
  'imageSearch.results': ['imageSearch'],
  'quotes.askForPicture': ['imageSearch', { title: 'Lamp', destinations: ['US'] }],
  'imageSearch.remove': ['imageSearch'],
  'privacy.document': ['privacyRequest'],
  'comparisons.get': ['comparison'],
  'comparisons.report': ['comparison'],
  'comparisons.verify': ['comparison'],
  'bulk.rows': ['run'],
  'bulk.retry': ['run'],
  'views.update': ['view', { name: 'Mine', version: 1 }],
  'views.remove': ['view'],
  'suggestions.removeWord': ['word'],
  'catalog.get': ['catalogProduct'],
  'publishing.retry': ['publication'],
  'invoices.payOpen': ['invoice', { expected_total: 1 }],
  'orderInvoices.decline': ['invoice', { reason: 'Not mine.' }],
  'orderInvoices.refreshed': ['invoice'],
  'orderInvoices.refresh': ['invoice', { expected_total: 1 }],
  'checkout.payMatching': ['selection', { expected_total: 1 }],
  'claims.get': ['claim'],
  'claims.claimable': ['order'],
  'orderHistory.get': ['order'],
  'conversations.list': ['order'],
  'conversations.say': ['order', { text: 'Hello' }],
  'conversations.read': ['order', { seq: 1 }],
  'claims.answer': ['claim', { version: 1, text: 'It is still not here.' }],
  'claims.withdraw': ['claim', { version: 1 }],
  'claims.appeal': ['claim', { version: 1, text: 'The table says otherwise.' }],
  'stockOrders.get': ['stock_order'],
  'stockOrders.accept': ['stock_order', { version: 1, expected_total: 1 }],
  'stockOrders.cancel': ['stock_order', { version: 1 }],
  'quotes.askForCatalogProduct': ['catalogProduct', { destinations: ['US'] }],
  'stock.withdraw': ['stockRequest'],
  'stock.setAlert': ['stockSku', { low_threshold: 1, lead_days: 1 }],
};
/** Records of the account as a whole: a store scope says nothing about them. */
const ofTheAccount = new Set([
  'recharge',
  'file',
  'word',
  'catalogProduct',
  'stockSku',
  'stock_order',
  'stockRequest',
  'price',
  'statement',
  'withdrawal',
  'payoutAccount',
]);

const named = Object.entries(contract).flatMap(([feature, map]) =>
  Object.entries<Endpoint>(map)
    .filter(([, endpoint]) => endpoint.access.kind === 'merchant' && endpoint.path.includes('{id}'))
    .map(([name, endpoint]): [string, Endpoint] => [`${feature}.${name}`, endpoint]),
);

/** Bodies that name other records themselves. */
const madeBodies: Record<string, () => object> = {
  'quotes.takeAlternative': () => ({ alternative_id: uuid() }),
  'wallet.prove': () => ({
    amount: 5_000,
    payer_name: 'Me',
    paid_on: test.clock.now().toISOString().slice(0, 10),
    external_ref: 'FT123456',
    file_ids: [ids.file],
    version: 1,
  }),
  'mappings.save': () => ({
    mode: 'commit',
    variants: [{ variant_id: ids.variant, version: 0, decision: { kind: 'not_ours' } }],
  }),
};

async function call(name: string, endpoint: Endpoint, token: string) {
  const [record = '', body = {}] = recordOf[name] ?? [];
  const path = endpoint.path.replace('{id}', ids[record] ?? '').replace('{variant_id}', ids.variant ?? '');
  return test.call(endpoint.method, path, {
    token,
    key: uuid(),
    ...(endpoint.method !== 'GET' && { body: madeBodies[name]?.() ?? body }),
  });
}

/** Asks for the record of each endpoint as somebody who must not reach it; a failed test lists all that was answered. */
async function isUnknownTo(token: string, endpoints: typeof named): Promise<void> {
  const complaints: string[] = [];
  for (const [name, endpoint] of endpoints) {
    if (!recordOf[name]) complaints.push(`say which record ${name} is about`);
    const { status, body } = await call(name, endpoint, token);
    if (status !== 404 || body.code !== 'not_found') complaints.push(`${name} answered ${status} ${body.code ?? ''}`);
  }
  expect(endpoints.length).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
}

describe('another account’s id', () => {
  it('is not found by any endpoint', () => isUnknownTo(stranger.token, named));

  it('is as unknown as that of a store outside the member’s scope', () =>
    isUnknownTo(
      member.token,
      named.filter(([name]) => !ofTheAccount.has(recordOf[name]?.[0] ?? '')),
    ));

  it('is not found inside of bodies and filters either', async () => {
    const before = await sqlRows(test, 'SELECT count(*)::int AS n FROM invoices');
    for (const { token } of [stranger, member]) {
      const post = (path: string, body: object) => test.call('POST', path, { token, key: uuid(), body });
      for (const answer of [
        await post('/api/invoices/checkout', { order_ids: [ids.order] }),
        await post('/api/invoices', { order_ids: [ids.order], expected_total: 1 }),
        await post('/api/shopify_orders/import', { file_id: ids.file, store_id: ids.store, mode: 'commit' }),
        await post('/api/comparisons', { store_id: ids.store }),
        await post('/api/order_drafts', { ...emptyDraft, store_id: ids.store }),
        await post(`/api/products/${ids.product}/inquiry`, { destinations: ['US'], variant_ids: [ids.variant] }),
      ])
        expect(answer).toMatchObject({ status: 404 });
      for (const path of [
        `/api/shopify_orders?ids=${ids.order}`,
        `/api/invoice_orders?invoice_id=${ids.invoice}`,
        '/api/shopify_orders',
        '/api/order_drafts',
        '/api/products',
        '/api/quotes',
        '/api/invoices',
        '/api/invoice_orders',
        '/api/stores',
        '/api/filters/stores',
        '/api/privacy_requests',
        '/api/comparisons',
        '/api/comparison_findings',
      ])
        expect((await test.call('GET', path, { token })).body.data, path).toEqual([]);
    }
    expect(await sqlRows(test, 'SELECT count(*)::int AS n FROM invoices')).toEqual(before);
  });
});
