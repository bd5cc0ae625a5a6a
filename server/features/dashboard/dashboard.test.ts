import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockStepOf, lackOf } from '#contract/order-lacks.ts';
import { type BlockCode, orderBlocks } from '#contract/order-states.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { applyShopOrders } from '#server/features/orders/index.ts';
import {
  address,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';
import { givenPriced, proposePrices, staffPrices } from '#testing/price-fixtures.ts';
import { acceptQuote, answerBody, ask, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';
import { askStockOrder, dayIn, quoteBody, staffStockOrder } from '#testing/stock-order-fixtures.ts';
import { givenBank, givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('shows a new account no work', { tags: ['S7-12'] }, async () => {
  const { token } = await merchant(test);
  const { body } = await test.call('GET', '/api/dashboard', { token });
  expect(body.data).toMatchObject({
    as_of: test.clock.now().toISOString(),
    work: { action_needed: 0, to_pay: 0, to_pay_amount: 0, unmapped_products: 0 },
    blocks: [],
    wallet: { available: 0, currency: 'USD' },
    stores: { connected: 0, needs_reauth: 0, last_reconciled_at: null },
    agent: null,
  });
});

it('counts the products to map that orders wait for, says how many others there are, and the list has them all', async () => {
  const owner = await merchant(test);
  const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  const [fresh, suggested] = [
    await givenVariant(test, store, { mapping: 'unmapped' }),
    await givenVariant(test, store),
  ];
  await givenVariant(test, store);
  await sqlRows(test, `UPDATE store_products SET mapping_state = 'suggested' WHERE id = '${suggested.product_id}'`);
  const get = async (path: string) => (await test.call('GET', path, { token: owner.token })).body;
  const counted = async () => (await get('/api/dashboard')).data.work;
  expect(await counted()).toMatchObject({ unmapped_products: 0, unmapped_without_orders: 2 });
  const placed = shopOrder([shopLine(fresh)], { address });
  await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, store, [placed], 'api'));
  expect(await counted()).toMatchObject({ unmapped_products: 1, unmapped_without_orders: 1 });
  expect((await get('/api/products?orders=to_quote')).data).toMatchObject([{ id: fresh.product_id }]);
  const { data, meta } = await get('/api/products?to_map=yes');
  expect(meta.total).toBe(2);
  expect(new Set(data.map(({ id }: { id: string }) => id))).toEqual(new Set([fresh.product_id, suggested.product_id]));
});

it('leaves the wallet out for members who may not see it, and is closed without a token', async () => {
  const owner = await merchant(test);
  const support = await merchant(test, { role: 'support', account_id: owner.account_id });
  expect((await test.call('GET', '/api/dashboard', { token: support.token })).body.data.wallet).toBeNull();
  expect(await test.call('GET', '/api/dashboard')).toMatchObject({ status: 401 });
  const admin = await staff(test, 'admin');
  expect(await test.call('GET', '/api/dashboard', { token: admin.token })).toMatchObject({ status: 403 });
});

it('counts for a member only the quotes of their stores', async () => {
  const owner = await merchant(test);
  const { account_id } = owner;
  const [mine, hidden] = [await givenStore(test, account_id), await givenStore(test, account_id)];
  for (const [store, quotes] of [
    [mine, 1],
    [hidden, 2],
  ] as const) {
    for (let n = 0; n < quotes; n += 1) {
      await sqlRows(
        test,
        `INSERT INTO quotes (account_id, id, status, title, store_id, currency, sla_due_at, submitted_at)
         VALUES ('${account_id}', gen_random_uuid(), 'quoted', 'Lamp', '${store}', 'USD', now(), now())`,
      );
    }
  }
  const member = await merchant(test, { account_id, role: 'operations', stores: [mine] });
  const count = async (token: string) =>
    (await test.call('GET', '/api/dashboard', { token })).body.data.work.quotes_to_answer;
  expect([await count(owner.token), await count(member.token)]).toEqual([3, 1]);
});

it('counts an order that waits for the merchant once, be it unpaid, blocked, or both', async () => {
  const { token, account_id } = await merchant(test);
  const store = await givenStore(test, account_id);
  const order = (n: number, stage: string, blocked: boolean) =>
    sqlRows(
      test,
      `INSERT INTO orders (account_id, id, store_id, external_id, name, source, placed_at, external_updated_at, financial_status,
         fulfillment_status, currency, total, stage, stage_since, blocked, needs_merchant, created_at)
       VALUES ('${account_id}', gen_random_uuid(), '${store}', '${n}', '#${n}', 'api', now(), now(), 'paid', 'unfulfilled',
         'USD', 0, '${stage}', now(), ${blocked}, ${blocked}, now())`,
    );
  await order(1, 'awaiting_payment', false);
  await order(2, 'awaiting_payment', true);
  await order(3, 'quoting', true);
  await order(4, 'shipped', false);
  const { work } = (await test.call('GET', '/api/dashboard', { token })).body.data;
  expect(work).toMatchObject({ to_pay: 2, action_needed: 2, orders_waiting: 3 });
});

it('names three reasons of blocked orders, and says when there are more', async () => {
  const { token, account_id } = await merchant(test);
  const store = await givenStore(test, account_id);
  const [order] = await sqlRows<{ id: string }>(
    test,
    `INSERT INTO orders (account_id, id, store_id, external_id, name, source, placed_at, external_updated_at, financial_status,
       fulfillment_status, currency, total, stage, stage_since, blocked, needs_merchant, created_at)
     VALUES ('${account_id}', gen_random_uuid(), '${store}', '1', '#1', 'api', now(), now(), 'paid', 'unfulfilled',
       'USD', 0, 'imported', now(), true, true, now()) RETURNING id`,
  );
  const block = (code: string) =>
    sqlRows(
      test,
      `INSERT INTO order_blocks (account_id, order_id, code, owner, since)
       VALUES ('${account_id}', '${order?.id}', '${code}', 'merchant', now())`,
    );
  const shown = async () => {
    const { blocks, more_blocks } = (await test.call('GET', '/api/dashboard', { token })).body.data;
    return { named: blocks.length, more_blocks };
  };
  for (const code of ['ADDRESS_INCOMPLETE', 'PHONE_REQUIRED', 'STORE_UNPAID']) await block(code);
  expect(await shown()).toEqual({ named: 3, more_blocks: false });
  await block('HIGH_RISK');
  expect(await shown()).toEqual({ named: 3, more_blocks: true });
});

type Row = { id: string };
type Task = { key: string; count: number; only_id: string | null; amount: number | null };
const dashboardOf = async (token: string) => (await test.call('GET', '/api/dashboard', { token })).body.data;
/** What waits, by task. */
const tasksOf = async (token: string): Promise<Record<string, Omit<Task, 'key'>>> =>
  Object.fromEntries((await dashboardOf(token)).tasks.map(({ key, ...task }: Task) => [key, task]));
const one = (only_id: string | undefined) => ({ count: 1, only_id, amount: null });

it('asks to accept sure matches with known prices, and to request quotes for what else orders wait for', async () => {
  const owner = await merchant(test);
  const { account_id } = owner;
  const store = { account_id, id: await givenStore(test, account_id) };
  const goods = await givenVariant(test, store, { mapping: 'unmapped' });
  const { product_id, variant_id, sku_id } = goods;
  const placed = shopOrder([shopLine(goods)], { address });
  await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, store, [placed], 'api'));
  const suggest = (confidence: number) =>
    sqlRows(
      test,
      `INSERT INTO mapping_suggestions (account_id, variant_id, catalog_sku_id, confidence, source, computed_at)
       VALUES ('${account_id}', '${variant_id}', '${sku_id}', ${confidence}, 'auto_option', now())
       ON CONFLICT (account_id, variant_id, catalog_sku_id) DO UPDATE SET confidence = EXCLUDED.confidence`,
    );
  const idsOf = async (query: string): Promise<string[]> =>
    (await test.call('GET', `/api/products?${query}`, { token: owner.token })).body.data.map((row: Row) => row.id);
  const lists = async () => [await idsOf('orders=to_match'), await idsOf('orders=to_quote')];
  await sqlRows(test, `UPDATE store_variants SET mapping_state = 'suggested' WHERE id = '${variant_id}'`);
  await sqlRows(test, `UPDATE store_products SET mapping_state = 'suggested' WHERE id = '${product_id}'`);

  // what the plan of the next cut-off says of the same product
  const steps = async () => {
    const { body } = await test.call('GET', '/api/promises?horizon=next', { token: owner.token });
    type Action = { action: string; subject_id: string; label: string };
    return body.data.actions
      .filter(({ action }: Action) => action === 'accept_matches' || action === 'map_variant')
      .map(({ action, subject_id, label }: Action) => [action, subject_id, label]);
  };

  await suggest(0.99); // to goods that nobody has quoted yet
  expect(await tasksOf(owner.token)).toEqual({ request_quotes: one(product_id) });
  expect(await steps()).toEqual([['map_variant', variant_id, 'Lamp']]);
  await givenPrice(test, account_id, { sku_id, channel: await givenChannel(test) });
  expect(await tasksOf(owner.token)).toEqual({ accept_matches: one(product_id) });
  expect(await lists()).toEqual([[product_id], []]);
  expect(await steps()).toEqual([['accept_matches', product_id, 'Lamp']]);
  const found = await test.call('GET', '/api/shopify_orders?cut_off=freed&fix=accept_matches', { token: owner.token });
  expect(found.body.meta.total).toBe(1);
  await suggest(0.9); // not to be accepted unseen
  expect(await tasksOf(owner.token)).toEqual({ request_quotes: one(product_id) });
  expect(await lists()).toEqual([[], [product_id]]);
  expect(await steps()).toEqual([['map_variant', variant_id, 'Lamp']]);

  // whichever it is, the counter and its list have it
  expect((await dashboardOf(owner.token)).work.unmapped_products).toBe(1);
  expect(await idsOf('to_map=yes&orders=waiting')).toEqual([product_id]);
});

it('names a quote as what waits, from its request to its acceptance', async () => {
  const owner = await merchant(test);
  const agent = await staff(test, 'agent');
  expect(await tasksOf(owner.token)).toEqual({});
  const { product_id } = await givenUnpriced(test, owner);
  expect(await tasksOf(owner.token)).toEqual({ request_quotes: one(product_id) });
  const waits = await test.call('GET', '/api/products?orders=to_quote', { token: owner.token });
  expect(waits.body).toMatchObject({ data: [{ id: product_id }], meta: { total: 1 } });
  const id: string = (await ask(test, owner.token, product_id)).body.data.id;
  expect(await tasksOf(owner.token)).toEqual({});
  const said = { text: 'Which plug?', file_ids: [], question: true };
  const messages = `/api/staff/quotes/${owner.account_id}/${id}/messages`;
  expect((await test.call('POST', messages, { token: agent.token, key: uuid(), body: said })).status).toBe(200);
  expect(await tasksOf(owner.token)).toEqual({ answer_quotes: one(id) });
  expect((await dashboardOf(owner.token)).agent).toBeNull(); // neither the request nor a question gives the account its agent
  const { version } = (await test.call('GET', `/api/quotes/${id}`, { token: owner.token })).body.data;
  expect(
    (await sendAnswer(test, agent.token, { account_id: owner.account_id, id }, answerBody({ version }))).status,
  ).toBe(200);
  expect(await tasksOf(owner.token)).toEqual({ accept_quotes: one(id) });
  expect(await dashboardOf(owner.token)).toMatchObject({
    work: { quotes_to_answer: 1 },
    agent: { name: expect.any(String) },
  });
  expect((await acceptQuote(test, owner.token, id)).status).toBe(200);
  expect(await tasksOf(owner.token)).toEqual({});
});

it('names all else that waits, with the list of exactly that, and only what the reader may see', async () => {
  const owner = await merchant(test);
  const { account_id, token } = owner;
  const agent = await staff(test, 'agent');
  const channel = await givenChannel(test);
  const { store, sku_id } = await givenPriced(test, account_id, channel, 2);
  const list = async (query: string) => (await test.call('GET', query, { token })).body;
  const [first, second] = (await list('/api/shopify_orders')).data.map((order: { id: string }) => order.id);
  await givenMoney(test, account_id, 5_000);
  const before = await list('/api/wallet');
  expect(before.data).toMatchObject({ to_pay: 2_200, owed: 0, left: 2_800, low: false });

  for (const order of [first, second])
    await test.call('POST', `/api/staff/messages/${account_id}/${order}`, {
      token: agent.token,
      key: uuid(),
      body: { text: 'May we send it in two parcels?' },
    });
  expect(await tasksOf(token)).toEqual({ read_messages: { count: 2, only_id: null, amount: null } });
  expect((await list('/api/shopify_orders?unread=yes')).meta.total).toBe(2);
  await test.call('POST', `/api/shopify_orders/${first}/messages/read`, { token, body: { seq: 1 } });
  expect(await tasksOf(token)).toEqual({ read_messages: one(second) });
  expect((await list('/api/shopify_orders?unread=yes')).data).toMatchObject([{ id: second }]);
  await test.call('POST', `/api/shopify_orders/${second}/messages/read`, { token, body: { seq: 1 } });

  const [claim] = await sqlRows<{ id: string }>(
    test,
    `INSERT INTO claims (account_id, id, order_id, reason, wanted, status, verdict, currency, asked, evidence_due_at, submitted_at)
     VALUES ('${account_id}', gen_random_uuid(), '${first}', 'damaged', 'refund', 'need_evidence', 'evidence_missing', 'USD', 500, now(), now()) RETURNING id`,
  );
  expect(await tasksOf(token)).toEqual({ bring_evidence: one(claim?.id) });
  expect((await list('/api/shopify_orders?claim=evidence')).data).toMatchObject([{ id: first }]);
  const viewer = await merchant(test, { account_id, role: 'viewer' });
  expect(await tasksOf(viewer.token)).toEqual({}); // sees no claims
  await sqlRows(
    test,
    `UPDATE claims SET status = 'withdrawn', evidence_due_at = NULL WHERE account_id = '${account_id}'`,
  );

  const { id } = (await askStockOrder(test, token, [{ sku_id, quantity: 100 }])).body.data;
  await staffStockOrder(test, agent.token, { account_id, id }, 'quote', quoteBody(test, 1));
  expect(await tasksOf(token)).toEqual({ accept_stock: one(id) });
  const { data, meta } = await list('/api/stock_orders?tab=to_accept');
  expect(meta.total).toBe(1);
  const body = { version: data[0].version, expected_total: data[0].total };
  await test.call('POST', `/api/stock_orders/${id}/accept`, { token, key: uuid(), body });
  const total: number = data[0].total;
  const unpaid: { id: string; total: number; payable: boolean }[] = (await list('/api/invoices?tab=unpaid')).data;
  expect(unpaid).toHaveLength(2);
  const deposit = unpaid.find(({ payable }) => payable); // the balance waits for it
  expect(await tasksOf(token)).toEqual({ pay_invoices: { count: 1, only_id: deposit?.id, amount: deposit?.total } });
  const payer = await merchant(test, { account_id, role: 'payer' });
  const limits = { per_payment: 1, per_day: null, per_month: null, version: 0 };
  const path = `/api/sub_accounts/${payer.user_id}/limits`;
  await test.call('PUT', path, { token, body: limits });
  const asked = { ids: [deposit?.id], expected_total: deposit?.total };
  const options = { token: payer.token, key: uuid(), body: asked };
  const request = (await test.call('POST', '/api/payment_requests/invoices', options)).body.data;
  expect((await tasksOf(token)).approve_payments).toEqual(one(request.id));
  expect(await tasksOf(payer.token)).not.toHaveProperty('approve_payments'); // may not approve
  const decline = { token, body: { reason: 'Not today', version: request.version } };
  await test.call('POST', `/api/payment_requests/${request.id}/decline`, decline);
  expect(await tasksOf(token)).not.toHaveProperty('approve_payments');
  const payable = { payable_invoices: 1, payable_invoices_amount: deposit?.total };
  const owed = { to_pay: 2_200, owed: total, owed_invoices: 2, ...payable, left: 2_800 - total, low: true };
  expect((await list('/api/wallet')).data).toMatchObject(owed);
  expect((await dashboardOf(token)).wallet).toMatchObject(owed);
  await sqlRows(test, `UPDATE invoices SET status = 'void' WHERE account_id = '${account_id}'`);

  const [price] = await staffPrices(test, agent.token, account_id);
  expect((await proposePrices(test, agent.token, [{ account_id, id: price?.id ?? '' }])).status).toBe(200);
  const [change] = (await list('/api/price_changes?tab=to_decide')).data;
  expect(await tasksOf(token)).toEqual({ review_prices: one(change.id) });
  await sqlRows(test, `UPDATE price_changes SET status = 'withdrawn' WHERE account_id = '${account_id}'`);
  await givenBank(test);
  const bank = { method: 'bank', amount: 50_000 };
  const recharge = (await test.call('POST', '/api/recharges', { token, key: uuid(), body: bank })).body.data;
  expect(await tasksOf(token)).toEqual({}); // is to be transferred at the client's own pace
  await sqlRows(test, `UPDATE recharges SET status = 'rejected' WHERE id = '${recharge.id}'`);
  expect(await tasksOf(token)).toEqual({ renew_proofs: one(recharge.id) });
  await test.call('POST', `/api/recharges/${recharge.id}/cancel`, { token, body: { version: recharge.version } });
  expect(await tasksOf(token)).toEqual({});
  await sqlRows(test, `UPDATE stores SET status = 'needs_reauth' WHERE id = '${store}'`);
  expect(await tasksOf(token)).toEqual({ reconnect_stores: one(store) });
  expect((await list('/api/stores?status=needs_reauth')).meta.total).toBe(1);
  const elsewhere = await merchant(test, { account_id, role: 'manager', stores: [] });
  expect(await tasksOf(elsewhere.token)).toEqual({});
});

it('tells staff how much waits on their own pages, and reads no client’s record for it', async () => {
  const work = async (role: 'admin' | 'agent' | 'finance' | 'warehouse') =>
    (await test.call('GET', '/api/staff/work', { token: (await staff(test, role)).token })).body.data;
  const { account_id, token } = await merchant(test);
  const store = await givenStore(test, account_id);
  const before = await work('admin');
  await sqlRows(
    test,
    `INSERT INTO quotes (account_id, id, status, title, store_id, currency, sla_due_at, submitted_at)
     VALUES ('${account_id}', gen_random_uuid(), 'submitted', 'Lamp', '${store}', 'USD', now(), now())`,
  );
  const nothing = {
    quotes: null,
    recharges: null,
    bank_payments: null,
    withdrawals: null,
    adjustments: null,
    orders: null,
    cancellations: null,
    claims: null,
    line_disputes: null,
    messages: null,
    stock_orders: null,
    stock_requests: null,
    deliveries: null,
  };
  expect(before).toMatchObject({ cancellations: 0, claims: 0 });
  const { messages, stock_orders }: { messages: number; stock_orders: number } = before;
  const disputes = { claims: 0, line_disputes: 0 };
  expect(await work('agent')).toEqual({
    ...nothing,
    quotes: before.quotes + 1,
    cancellations: 0,
    ...disputes,
    messages,
    stock_orders,
  });
  const money = { recharges: before.recharges, bank_payments: 0, withdrawals: 0, adjustments: 0 };
  expect(await work('finance')).toEqual({ ...nothing, ...money, ...disputes });
  expect(await work('warehouse')).toEqual({
    ...nothing,
    orders: before.orders,
    cancellations: 0,
    stock_requests: 0,
    deliveries: 0,
  });
  expect(await test.call('GET', '/api/staff/work', { token })).toMatchObject({ status: 403 });
  expect(await sqlRows(test, `SELECT 1 FROM access_log WHERE account_id = '${account_id}'`)).toEqual([]);
});

it('counts for staff what their lists hold, without what waits for a client', async () => {
  const agent = await staff(test, 'agent');
  const { account_id } = await merchant(test);
  const store = await givenStore(test, account_id);
  for (const status of ['submitted', 'countered', 'need_info'])
    await sqlRows(
      test,
      `INSERT INTO quotes (account_id, id, status, title, store_id, currency, sla_due_at, submitted_at)
       VALUES ('${account_id}', gen_random_uuid(), '${status}', 'Lamp', '${store}', 'USD', now(), now())`,
    );
  const get = async (path: string) => (await test.call('GET', path, { token: agent.token })).body;
  const { quotes, messages } = (await get('/api/staff/work')).data;
  const list = await get('/api/staff/quotes?per_page=200');
  expect([list.meta.total, list.meta.counts.open]).toEqual([quotes, quotes]);
  expect(list.data.map((quote: { status: string }) => quote.status)).not.toContain('need_info');
  expect((await get('/api/staff/quotes?tab=waiting')).meta.counts.waiting).toBeGreaterThan(0);
  expect((await get('/api/staff/messages')).meta.total).toBe(messages);
});

it('counts for the warehouse the orders of which only a part has left, as its list does', async () => {
  const { account_id } = await merchant(test);
  const store = { account_id, id: await givenStore(test, account_id) };
  const { token } = await staff(test, 'warehouse');
  const get = async (path: string) => (await test.call('GET', path, { token })).body;
  const before = (await get('/api/staff/work')).data.orders;
  const placed = shopOrder([shopLine(await givenVariant(test, store), { quantity: 2 })]);
  await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, store, [placed], 'api'));
  await sqlRows(
    test,
    `UPDATE orders SET stage = 'partially_shipped', paid_at = now() WHERE account_id = '${account_id}'`,
  );
  expect((await get('/api/staff/work')).data.orders).toBe(before + 1);
  expect((await get('/api/staff/orders?tab=all')).meta.total).toBe(before + 1);
});

it('counts for the warehouse deliveries that are due, not those that come later', async () => {
  const { account_id } = await merchant(test);
  const { token } = await staff(test, 'warehouse');
  const due = async () => (await test.call('GET', '/api/staff/work', { token })).body.data.deliveries;
  const [warehouse] = await sqlRows<{ id: string }>(test, 'SELECT id FROM warehouses LIMIT 1');
  const place = (status: string, days: number) =>
    sqlRows(
      test,
      `INSERT INTO stock_orders (account_id, id, number, status, warehouse_id, currency, requested_at, deposit_percent, freight_kg, eta, total)
       SELECT '${account_id}', gen_random_uuid(), coalesce(max(number), 0) + 1, '${status}', '${warehouse?.id}', 'USD', now(), 30, 0, '${dayIn(test, days)}', 0 FROM stock_orders`,
    );
  for (const [status, days] of [
    ['inbound', 3],
    ['producing', -1],
    ['stocked', -1],
  ] as const)
    await place(status, days);
  expect(await due()).toBe(0);
  await place('inbound', 0);
  await place('receiving', 3);
  expect(await due()).toBe(2);
});

it('says of orders without a price what they wait for, as their rows say it, and leads to as many', async () => {
  const client = await merchant(test);
  const agent = await staff(test, 'agent');
  const { product_id } = await givenUnpriced(test, client, 2);
  const get = async (path: string) => (await test.call('GET', path, { token: client.token })).body;
  const steps = ['request', 'answer', 'accept', 'wait'] as const;
  /** What the dashboard says, how many the list has of each step, and what the blocks themselves say. */
  const now = async () => {
    const { blocks } = (await get('/api/dashboard')).data;
    const listed = await Promise.all(
      steps.map(async (step) => (await get(`/api/shopify_orders?quote=${step}`)).meta.total as number),
    );
    const { data } = await get('/api/shopify_orders');
    const said = data.flatMap((order: { blocks: { code: BlockCode; detail: Record<string, unknown> }[] }) =>
      order.blocks
        .filter(({ code }) => orderBlocks[code].fix === 'quote')
        .flatMap(({ detail }) => lackOf(detail) ?? [])
        .map(({ lines }) => blockStepOf(lines)),
    );
    expect(steps.map((step) => said.filter((word: string) => word === step).length)).toEqual(listed);
    return { blocks, listed };
  };
  expect(await now()).toEqual({
    blocks: [{ code: 'UNMAPPED_VARIANT', quote: null, orders: 2 }],
    listed: [0, 0, 0, 0],
  });
  const id: string = (await ask(test, client.token, product_id)).body.data.id;
  expect(await now()).toEqual({ blocks: [], listed: [0, 0, 0, 2] });
  const question = { text: 'Which plug?', file_ids: [], question: true };
  const messages = `/api/staff/quotes/${client.account_id}/${id}/messages`;
  await test.call('POST', messages, { token: agent.token, key: uuid(), body: question });
  expect(await now()).toEqual({ blocks: [{ code: null, quote: 'answer', orders: 2 }], listed: [0, 2, 0, 0] });
  const { version } = (await get(`/api/quotes/${id}`)).data;
  await sendAnswer(test, agent.token, { account_id: client.account_id, id }, answerBody({ version }));
  expect(await now()).toEqual({ blocks: [{ code: null, quote: 'accept', orders: 2 }], listed: [0, 0, 2, 0] });
});
