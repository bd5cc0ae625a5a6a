import { v7 as uuid } from 'uuid';
import { addressFields } from '#contract/address-rules.ts';
import { createJob } from '#server/features/jobs/jobs.service.ts';
import { creditOrder } from '#server/features/orders/index.ts';
import { receivePrivacyRequest } from '#server/features/privacy/privacy.service.ts';
import type { TestApp } from './app.ts';
import { inAccount } from './order-fixtures.ts';
import { merchant, type Person, staff } from './people.ts';
import { searchBy } from './picture-fixtures.ts';
import { acceptQuote, ask, givenUnpriced, sendAnswer } from './quote-fixtures.ts';
import { givenStock, yiwu } from './stock-fixtures.ts';
import { askStockOrder } from './stock-order-fixtures.ts';
import { givenBank, givenMoney, uploadProof } from './wallet-fixtures.ts';

export const noAddress = Object.fromEntries(addressFields.map((field) => [field, null]));
/** A manual order that nothing was written into yet. */
export const emptyDraft = {
  store_id: null,
  name: '',
  recipient: { ...noAddress, email: null },
  lines: [],
  channel_id: null,
  remark: '',
};

/** Makes one record of each kind in the account of `owner`; answers their ids by kind. */
export async function givenOneOfEach(test: TestApp, owner: Person): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
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
  const matching = await test.call('POST', '/api/invoices/selections', { token, body: { query: {} } });
  ids.selection = matching.body.data.token;
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
  const lamp = await test.call('POST', '/api/staff/catalog_products', { token: agent.token, key: uuid(), body: made });
  ids.catalogProduct = lamp.body.data.id;
  const stockSku: string = lamp.body.data.items[0].id;
  ids.stockSku = stockSku;
  await givenStock(test, account_id, stockSku, 1);
  const away = { kind: 'write_off', sku_id: stockSku, warehouse_id: yiwu, quantity: 1, reason: 'Broken' };
  ids.stockRequest = (await test.call('POST', '/api/stock_requests', { token, key: uuid(), body: away })).body.data.id;
  ids.stock_order = (await askStockOrder(test, token, [{ sku_id: stockSku, quantity: 1 }])).body.data.id;
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
  await inAccount(test, account_id, (ctx) => receivePrivacyRequest(ctx, privacyRequest));
  ids.privacyRequest = (await test.call('GET', '/api/privacy_requests', { token })).body.data[0].id;
  ids.comparison = (await test.call('POST', '/api/comparisons', { token, body: { store_id: store } })).body.data.id;
  const hold = { list: 'orders', action: 'hold', mode: 'dry_run', selection: { ids: [ids.order] } };
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
  const [billed] = (await test.call('GET', `/api/invoices/${ids.invoice}`, { token })).body.data.invoice_orders;
  const freight = billed.lines.find(({ code }: { code: string }) => code === 'freight');
  const doubt = {
    invoice_order_id: billed.id,
    line: freight.line,
    kind: 'weight',
    claimed_weight_g: 1,
    text: 'Lighter',
  };
  ids.lineDispute = (await test.call('POST', '/api/line_disputes', { token, key: uuid(), body: doubt })).body.data.id;
  const credit = {
    amount: 1,
    reason: { text: 'ledger.order_cancelled', params: { name: '#1' } },
    cause: `test:${uuid()}`,
    as: 'credit_note',
  } as const;
  await inAccount(test, account_id, (ctx) => creditOrder(ctx, orders[1].id, credit));
  ids.creditNote = (await test.call('GET', `/api/invoices/${ids.invoice}`, { token })).body.data.credits[0].id;
  const yesterday = new Date(test.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  const spent = { day: yesterday, store_id: store, platform: 'Meta', amount: { amount: 100, currency: 'USD' } };
  await test.call('PUT', '/api/statistics/ads', { token, body: spent });
  ids.ad = (await test.call('GET', '/api/statistics/ads', { token })).body.data[0].id;
  const closed = { from: yesterday, to: yesterday };
  ids.statement = (await test.call('POST', '/api/statements', { token, body: closed })).body.data.id;
  await addMoneyRecords(test, owner, ids, orders[0]);
  return ids;
}

/** Adds a payout account, a withdrawal and a payment that asks for approval. */
async function addMoneyRecords(
  test: TestApp,
  { token, account_id }: Person,
  ids: Record<string, string>,
  order: { id: string; cost: { total: number } },
): Promise<void> {
  const bank = { kind: 'bank', holder: 'Ada Miller', account: 'DE02 1203 0000 0000 2020 51', bank: 'DKB' };
  ids.payoutAccount = (
    await test.call('POST', '/api/payout_accounts', { token, key: uuid(), body: bank })
  ).body.data.id;
  const wanted = { payout_account_id: ids.payoutAccount, amount: 5_000 };
  ids.withdrawal = (await test.call('POST', '/api/withdrawals', { token, key: uuid(), body: wanted })).body.data.id;
  const payer = await merchant(test, { account_id, role: 'payer' });
  const none = { per_payment: 0, per_day: null, per_month: null, version: 0 };
  await test.call('PUT', `/api/sub_accounts/${payer.user_id}/limits`, { token, body: none });
  const asked = { order_ids: [order.id], expected_total: order.cost.total };
  const request = await test.call('POST', '/api/payment_requests', { token: payer.token, key: uuid(), body: asked });
  ids.paymentRequest = request.body.data.id;
}
