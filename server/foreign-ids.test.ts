import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressFields } from '#contract/address-rules.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { defaultStoreSettings } from '#contract/store-rules.ts';
import { contract } from '#contract/index.ts';
import { createJob } from '#server/features/jobs/jobs.service.ts';
import { receivePrivacyRequest } from '#server/features/privacy/privacy.service.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { deskRows } from '#testing/desk-rows.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { givenStock, yiwu } from '#testing/stock-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { acceptQuote, ask, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';
import { askStocking } from '#testing/stocking-fixtures.ts';
import { searchBy } from '#testing/picture-fixtures.ts';
import { givenBank, givenMoney, uploadProof } from '#testing/wallet-fixtures.ts';

// One record of each kind in one account, and two people who must not reach any of them: the owner of another account,
// and a member of the same account who works for another store.
let test: TestApp;
let owner: Person;
let stranger: Person;
let member: Person;
const ids: Record<string, string> = {};
const noAddress = Object.fromEntries(addressFields.map((field) => [field, null]));
const emptyDraft = {
  store_id: null,
  name: '',
  recipient: { ...noAddress, email: null },
  lines: [],
  channel_id: null,
  remark: '',
};
beforeAll(async () => {
  // With card payments set up, so that their page is asked for a recharge at all; nobody listens there.
  test = await startTestApp({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_URL: 'http://127.0.0.1:1' });
  owner = await merchant(test);
  stranger = await merchant(test);
  const agent = await staff(test, 'agent');
  await givenBank(test);
  await givenMoney(test, owner.account_id, 1_000_000);
  const { store, product_id } = await givenUnpriced(test, owner);
  ids.store = store;
  ids.product = product_id;
  const { token, account_id } = owner;
  const quote: string = (await ask(test, token, product_id)).body.data.id;
  await sendAnswer(test, agent.token, { account_id, id: quote });
  await acceptQuote(test, token, quote);
  ids.quote = quote;
  ids.price = (await test.call('GET', '/api/proxy/prices', { token })).body.data[0].id;
  const orders = (await test.call('GET', '/api/shopify_orders', { token })).body.data;
  ids.order = orders[0].id;
  const paid = { order_ids: [orders[1].id], expected_total: orders[1].cost.total };
  const invoice = await test.call('POST', '/api/invoices', { token, key: uuid(), body: paid });
  ids.invoice = invoice.body.data.id;
  ids.invoiceOrder = invoice.body.data.invoice_orders[0].id;
  const unsent = (await test.call('GET', `/api/shopify_orders/${orders[1].id}/claimable`, { token })).body.data;
  const [line] = unsent.groups[0].lines;
  const claim = {
    order_id: orders[1].id,
    reason: 'cancel_after_paid',
    wanted: 'refund',
    lines: [{ line_id: line.line_id, quantity: 1 }],
  };
  ids.claim = (await test.call('POST', '/api/claims', { token, key: uuid(), body: claim })).body.data.id;
  ids.variant = (await test.call('GET', `/api/products/${product_id}/variants`, { token })).body.data[0].id;
  const recharge = { method: 'bank', amount: 5_000 };
  ids.recharge = (await test.call('POST', '/api/recharges', { token, key: uuid(), body: recharge })).body.data.id;
  ids.file = await uploadProof(test, token);
  const word = { kind: 'color', word: 'dune', meaning: 'sand' };
  const made = { title: 'Own lamp', account_id, skus: [{ title: 'Own lamp', weight_g: 10 }] };
  const lamp = await test.call('POST', '/api/desk/catalog_products', { token: agent.token, key: uuid(), body: made });
  ids.catalogProduct = lamp.body.data.id;
  const stockSku: string = lamp.body.data.items[0].id;
  ids.stockSku = stockSku;
  await givenStock(test, account_id, stockSku, 1);
  const away = { kind: 'write_off', sku_id: stockSku, warehouse_id: yiwu, quantity: 1, reason: 'Broken' };
  ids.stockRequest = (await test.call('POST', '/api/stock_requests', { token, key: uuid(), body: away })).body.data.id;
  ids.stocking = (await askStocking(test, token, [{ sku_id: stockSku, quantity: 1 }])).body.data.id;
  ids.word = (await test.call('POST', '/api/option_words', { token, body: word })).body.data.id;
  ids.job = (
    await inAccount(test, account_id, (ctx) => createJob(ctx, { account_id, kind: 'store_import', subject_id: store }))
  ).id;
  const privacyRequest = {
    topic: 'customers/data_request' as const,
    store: { account_id, id: store, name: 'Lamp shop' },
    orders: [],
    email: null,
    reinstalled: false,
  };
  const nothing = () => Promise.resolve();
  const needs = {
    eraseRecipients: () => Promise.resolve(0),
    removeBuyerFiles: nothing,
    notify: nothing,
    settle: nothing,
  };
  await inAccount(test, account_id, (ctx) => receivePrivacyRequest(ctx, needs, privacyRequest));
  ids.privacyRequest = (await test.call('GET', '/api/privacy_requests', { token })).body.data[0].id;
  ids.comparison = (await test.call('POST', '/api/comparisons', { token, body: { store_id: store } })).body.data.id;
  const hold = { list: 'orders', act: 'hold', mode: 'dry_run', selection: { ids: [ids.order] } };
  ids.run = (await test.call('POST', '/api/bulk', { token, key: uuid(), body: hold })).body.data.id;
  const view = { list: 'orders', name: 'Mine', state: { query: {}, columns: null, per_page: null } };
  ids.view = (await test.call('POST', '/api/views', { token, body: view })).body.data.id;
  const publication = uuid();
  await inAccount(test, account_id, (ctx) =>
    ctx.db
      .insertInto('publications')
      .values({
        account_id,
        id: publication,
        store_id: store,
        catalog_product_id: lamp.body.data.id,
        handle: 'own-lamp',
        title: 'Own lamp',
        description: '',
        status: 'draft',
        currency: 'USD',
        created_at: ctx.now,
        items: JSON.stringify([{ catalog_sku_id: stockSku, price: 100 }]),
      })
      .execute(),
  );
  ids.publication = publication;
  const draft = { ...emptyDraft, store_id: store };
  ids.draft = (await test.call('POST', '/api/order_drafts', { token, body: draft })).body.data.id;
  ids.imageSearch = (await searchBy(test, token)).body.data.id;
  member = await merchant(test, { account_id, role: 'manager', stores: [] });
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
  'products.saveMapping': ['product'],
  'products.versions': ['product'],
  'products.prices': ['product'],
  'products.stock': ['product'],
  'products.orders': ['product'],
  'products.quotes': ['product'],
  'products.timeline': ['product'],
  'products.inquiry': ['product', { destinations: ['US'] }],
  'quotes.get': ['quote'],
  'quotes.accept': ['quote', { version: 1 }],
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
  'imageSearch.inquiry': ['imageSearch', { title: 'Lamp', destinations: ['US'] }],
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
  'claims.get': ['claim'],
  'claims.claimable': ['order'],
  'explain.get': ['order'],
  'talks.list': ['order'],
  'talks.say': ['order', { text: 'Hello' }],
  'talks.read': ['order', { seq: 1 }],
  'claims.answer': ['claim', { version: 1, text: 'It is still not here.' }],
  'claims.withdraw': ['claim', { version: 1 }],
  'claims.appeal': ['claim', { version: 1, text: 'The table says otherwise.' }],
  'stocking.get': ['stocking'],
  'stocking.accept': ['stocking', { version: 1, expected_total: 1 }],
  'stocking.cancel': ['stocking', { version: 1 }],
  'catalog.inquiry': ['catalogProduct', { destinations: ['US'] }],
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
  'stocking',
  'stockRequest',
  'price',
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
    file_id: ids.file,
    version: 1,
  }),
  'products.saveMapping': () => ({
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

describe('another account’s id', () => {
  it.each(named)('is not found by %s', async (name, endpoint) => {
    expect(recordOf[name], `say which record ${name} is about`).toBeDefined();
    expect(await call(name, endpoint, stranger.token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each(named.filter(([name]) => !ofTheAccount.has(recordOf[name]?.[0] ?? '')))(
    'is as unknown to %s as that of a store outside the member’s scope',
    async (name, endpoint) => {
      expect(await call(name, endpoint, member.token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  );

  it('is not found inside of bodies and filters either', async () => {
    const before = await deskRows(test, 'SELECT count(*)::int AS n FROM invoices');
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
    expect(await deskRows(test, 'SELECT count(*)::int AS n FROM invoices')).toEqual(before);
  });
});
