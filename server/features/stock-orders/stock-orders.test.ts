import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenChannel, givenPrice, givenStore, givenVariant, type Goods, inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { repeatMigration, sqlRows } from '#testing/sql-rows.ts';
import { brokenLevels, levelOf, yiwu } from '#testing/stock-fixtures.ts';
import { askStockOrder, dayIn, staffStockOrder, quoteBody, uploadCheck } from '#testing/stock-order-fixtures.ts';
import { cashOf, checkLedger, givenBonus, givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let owner: Person;
let agent: { token: string };
let warehouse: { token: string };
let lamp: Goods;
let cable: Goods;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  agent = await staff(test, 'agent');
  warehouse = await staff(test, 'warehouse');
  const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { platform: 'file' }) };
  lamp = await givenVariant(test, store);
  cable = await givenVariant(test, store, { weight_g: 100 });
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: await givenChannel(test) });
  await givenMoney(test, owner.account_id, 1_000_000);
});
afterAll(() => test.close());

type Order = {
  id: string;
  version: number;
  status: string;
  total: number;
  invoices: { id: string; part: string; total: number; number: string }[];
};
const get = async (id: string, token = owner.token) => test.call('GET', `/api/stock_orders/${id}`, { token });
const read = async (id: string): Promise<Order> => (await get(id)).body.data;
const ids = (id: string) => ({ account_id: owner.account_id, id });
const asStaff = (token: string, id: string, what: string, body: object, key: string = uuid()) =>
  staffStockOrder(test, token, ids(id), what, body, key);
const accept = (id: string, body: object) =>
  test.call('POST', `/api/stock_orders/${id}/accept`, { token: owner.token, key: uuid(), body });
const pay = (invoice: { id: string; total: number } | undefined, expected = invoice?.total ?? 0) =>
  test.call('POST', `/api/invoices/${invoice?.id}/payment`, {
    token: owner.token,
    key: uuid(),
    body: { expected_total: expected },
  });
const logs = async () => (await test.call('GET', '/api/billing_logs', { token: owner.token })).body.data;
const part = (order: Order, name: string) => order.invoices.find((invoice) => invoice.part === name);
const move = async (id: string, action: string, more: object = {}) =>
  asStaff(agent.token, id, 'moves', { action, version: (await read(id)).version, ...more });
const count = async (id: string, counts: object[], more: object = {}, key: string = uuid()) =>
  asStaff(
    warehouse.token,
    id,
    'receipts',
    { version: (await read(id)).version, counts, verdict: 'passed', last: false, ...more },
    key,
  );
/** The stock orders whose production is to start, and what the agents' menu counts beside those to quote. */
async function toStart() {
  const asAgent = async (path: string) => (await test.call('GET', path, { token: agent.token })).body;
  const { data, meta } = await asAgent('/api/staff/stock_orders?tab=to_start');
  const { stock_orders } = (await asAgent('/api/staff/work')).data;
  return { orders: data.map(({ id }: Order) => id), waiting: stock_orders - meta.counts.to_quote };
}
const reported = (event: string) =>
  inAccount(test, owner.account_id, ({ db }) =>
    db.selectFrom('notifications').select('params').where('event', '=', event).execute(),
  );

/** An order that was asked for and quoted; 600 lamps and 100 cables unless set otherwise. */
async function quoted(lines?: { sku_id: string; quantity: number }[]): Promise<Order> {
  const wanted = lines ?? [
    { sku_id: lamp.sku_id, quantity: 600 },
    { sku_id: cable.sku_id, quantity: 100 },
  ];
  const { id } = (await askStockOrder(test, owner.token, wanted)).body.data;
  const answer = await asStaff(agent.token, id, 'quote', quoteBody(test, 1, wanted.length));
  expect(answer.status).toBe(200);
  return answer.body.data;
}

async function onItsWay(lines?: { sku_id: string; quantity: number }[]): Promise<string> {
  const order = await quoted(lines);
  const agreed: Order = (await accept(order.id, { version: order.version, expected_total: order.total })).body.data;
  await pay(part(agreed, 'deposit'));
  await move(order.id, 'produce');
  await pay(part(agreed, 'balance'));
  expect((await move(order.id, 'send', { eta: dayIn(test, 20), tracking: 'SF-1' })).status).toBe(200);
  return order.id;
}

describe('a stock order', () => {
  it('is asked for, quoted by quantity, paid by deposit and balance through invoices, received and stocked', {
    tags: ['D3-05'],
  }, async () => {
    expect((await askStockOrder(test, owner.token, [{ sku_id: lamp.sku_id, quantity: 0 }])).status).toBe(422);
    const order = await quoted();
    // 600 × 2.20 + 100 × 2.50, 250 kg at 3.00, branding 15.00
    expect(order).toMatchObject({ status: 'quoted', total: 132_000 + 25_000 + 75_000 + 1_500 });
    expect((await reported('stock_order_quoted'))[0]?.params).toMatchObject({ pieces: 700, amount: 233_500 });
    const wrong = await accept(order.id, { version: order.version, expected_total: 1 });
    expect(wrong.body).toMatchObject({ code: 'price_changed', errors: { expected_total: [expect.any(String)] } });
    const odd = { version: order.version, expected_total: 1, quantities: [{ line: 1, quantity: 55 }] };
    expect((await accept(order.id, odd)).body.errors).toEqual({
      'quantities.1': ['This SKU comes in packs of 10. Order 50 or 60.'],
    });
    // fewer lamps cost more each: 400 × 2.50 + 100 × 2.50, 170 kg at 3.00, branding 15.00
    const total = 100_000 + 25_000 + 51_000 + 1_500;
    const fewer = { version: order.version, expected_total: total, quantities: [{ line: 1, quantity: 400 }] };
    const agreed: Order = (await accept(order.id, fewer)).body.data;
    const [deposit, balance] = [part(agreed, 'deposit'), part(agreed, 'balance')];
    expect(agreed.status).toBe('open');
    expect((deposit?.total ?? 0) + (balance?.total ?? 0)).toBe(total);
    expect(deposit?.total).toBe(total * 0.3);
    const before = await cashOf(test, owner.account_id);
    expect((await pay(balance)).body.message).toContain('Pay the deposit first');
    expect((await pay(deposit, 1)).body.code).toBe('price_changed');
    const paid = (await pay(deposit)).body.data;
    expect(paid).toMatchObject({ status: 'paid', stock_order: { id: order.id, part: 'deposit' }, credits: [] });
    expect(paid.items.reduce((sum: number, item: { amount: number }) => sum + item.amount, 0)).toBe(deposit?.total);
    expect(paid.items.map((item: { title: string }) => item.title)).toEqual([
      `Deposit of 30%: PO-1001, 500 units of 2 SKUs`,
      expect.stringMatching(/^Deposit of 30%: shipping to /),
      'Deposit of 30%: branding',
    ]);
    expect((await pay(deposit)).body.message).toContain('is already paid');
    expect(await read(order.id)).toMatchObject({ status: 'partly_paid' });
    expect(await toStart()).toEqual({ orders: [order.id], waiting: 1 });
    expect((await move(order.id, 'send')).body.message).toContain('is waiting for production');
    expect((await move(order.id, 'produce')).status).toBe(200);
    expect(await toStart()).toEqual({ orders: [], waiting: 0 });
    expect((await move(order.id, 'send')).body.message).toContain(balance?.number);
    expect((await pay(balance)).status).toBe(200);
    expect(await cashOf(test, owner.account_id)).toBe(before - total);
    const incoming = await test.call('GET', '/api/incoming_stock', { token: owner.token });
    expect(incoming.body.data).toMatchObject([{ pieces: 400, eta: dayIn(test, 15) }, { pieces: 100 }]);
    const skus = await test.call('GET', '/api/stock_order_skus', { token: owner.token });
    expect(skus.body.data).toMatchObject([{ id: lamp.sku_id, incoming: 400 }]);
    expect((await move(order.id, 'send', { tracking: 'SF-77' })).body.data.tracking).toBe('SF-77');
    const all = [
      { line: 1, good_qty: 400, damaged_qty: 0 },
      { line: 2, good_qty: 100, damaged_qty: 0 },
    ];
    expect((await count(order.id, all, { last: true })).body.data.status).toBe('stocked');
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ on_hand: 400, available: 400 });
    const arrived = await test.call('GET', '/api/stock_movements', { token: owner.token });
    const subject = { kind: 'stock_orders', id: order.id };
    expect(arrived.body.data).toMatchObject([{ reference: 'PO-1001', subject }, { subject }]);
    expect((await reported('stock_order_stocked'))[0]?.params).toMatchObject({ good_qty: 500, short: 0, damaged: 0 });
    expect(await reported('staff_stock_order_short')).toEqual([]);
    expect((await move(order.id, 'close')).body.data.status).toBe('closed');
    expect((await test.call('GET', '/api/incoming_stock', { token: owner.token })).body.data).toEqual([]);
    expect(await checkLedger(test, owner.account_id)).toMatchObject({ ok: true });
    const events = (await get(order.id)).body.data.events.map((event: { status: string }) => event.status);
    expect([...new Set(events)]).toEqual([
      'requested',
      'quoted',
      'open',
      'partly_paid',
      'producing',
      'inbound',
      'stocked',
      'closed',
    ]);
  });

  it('is on its way in the levels and received in parts, each once: short, over and damaged pieces, a verdict with its pictures', {
    tags: ['D3-02', 'D3-06'],
  }, async () => {
    const id = await onItsWay([{ sku_id: cable.sku_id, quantity: 100 }]);
    const had = await levelOf(test, owner.account_id, cable.sku_id);
    const levels = (await test.call('GET', '/api/stock', { token: owner.token })).body.data;
    const level = levels.find(({ sku }: { sku: { id: string } }) => sku.id === cable.sku_id);
    expect(level).toMatchObject({ incoming: 100, eta: dayIn(test, 20), on_hand: had.on_hand });
    const photo = (await uploadCheck(test, warehouse.token, owner.account_id)).body.data.id;
    expect((await uploadCheck(test, warehouse.token, owner.account_id, Buffer.from('no picture'))).status).toBe(422);
    expect((await uploadCheck(test, warehouse.token, uuid())).status).toBe(404);
    expect((await uploadCheck(test, owner.token, owner.account_id)).status).toBe(403);
    expect((await count(id, [{ line: 1, good_qty: 0, damaged_qty: 0 }])).body.message).toContain(
      'how many units arrived',
    );
    expect((await count(id, [{ line: 7, good_qty: 1, damaged_qty: 0 }])).body.code).toBe('stock_order_invalid');
    expect((await count(id, [{ line: 1, good_qty: 1, damaged_qty: 0 }], { file_ids: [uuid()] })).status).toBe(404);
    const first = {
      version: (await read(id)).version,
      verdict: 'partly',
      last: false,
      note: 'Two cartons wet.',
      file_ids: [photo],
    };
    const body = { ...first, counts: [{ line: 1, good_qty: 50, damaged_qty: 6 }] };
    const key = uuid();
    const answers = await Promise.all([
      asStaff(warehouse.token, id, 'receipts', body, key),
      asStaff(warehouse.token, id, 'receipts', body, key),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await levelOf(test, owner.account_id, cable.sku_id)).toMatchObject({
      on_hand: had.on_hand + 56,
      damaged: 6,
    });
    expect((await asStaff(warehouse.token, id, 'receipts', body)).body.code).toBe('stale_version');
    expect((await reported('stock_qc_failed'))[0]?.params).toMatchObject({ damaged: 6, received: 56 });
    const { data } = (await get(id)).body;
    expect(data).toMatchObject({ status: 'receiving', received: 56, damaged: 6 });
    expect(data.receipts).toMatchObject([
      {
        verdict: 'partly',
        note: 'Two cartons wet.',
        counts: [{ good_qty: 50, damaged_qty: 6 }],
        pictures: [{ id: photo }],
      },
    ]);
    expect((await test.call('POST', `/api/files/${photo}/link`, { token: owner.token })).status).toBe(200);
    const done = (await count(id, [{ line: 1, good_qty: 34, damaged_qty: 0 }], { last: true })).body.data;
    // the warehouse sees units alone; ten never came and six are broken, at 2.50 each
    expect(done).toMatchObject({ status: 'stocked', received: 90, total: null, paid: null, owed: null, invoices: [] });
    expect(done.items).toMatchObject([{ quantity: 100, unit_price: null, breaks: [], today: null }]);
    const seen = async ({ token }: { token: string }, path: string) =>
      (await test.call('GET', path, { token })).body.data;
    const path = `/api/staff/stock_orders/${owner.account_id}/${id}`;
    expect(await seen(warehouse, path)).toEqual(done);
    expect(await seen(agent, path)).toMatchObject({ total: expect.any(Number), owed: 16 * 250 });
    const rows = '/api/staff/stock_orders?tab=to_complete';
    expect(await seen(warehouse, rows)).toContainEqual(expect.objectContaining({ id, total: null, paid: null }));
    expect(await seen(agent, rows)).toContainEqual(expect.objectContaining({ id, paid: expect.any(Number) }));
    expect((await reported('stock_order_stocked')).at(-1)?.params).toMatchObject({
      good_qty: 84,
      short: 10,
      damaged: 6,
    });
    expect(await brokenLevels(test)).toEqual([]);
    // its agent hears what is missing, until the order is completed
    const bell = async () =>
      (await test.call('GET', '/api/notifications', { token: agent.token })).body.data.filter(
        ({ event, link }: { event: string; link: string }) =>
          event === 'staff_stock_order_short' && link.endsWith(`&stocking=${id}`),
      );
    const [short, ...more] = await bell();
    expect(short).toMatchObject({
      params: { short: 10, damaged: 6, client: expect.any(String) },
      link: `/staff/stock?state=to_complete&account=${owner.account_id}&stocking=${id}`,
      needs_action: true,
    });
    expect(more).toEqual([]);
    expect((await move(id, 'close')).body.data.status).toBe('closed');
    expect(await bell()).not.toContainEqual(expect.objectContaining({ needs_action: true }));
  });

  it('gives back what came short as credit notes, never more than was paid, and takes what came beyond the order for nothing', async () => {
    const id = await onItsWay([{ sku_id: cable.sku_id, quantity: 50 }]);
    await count(id, [{ line: 1, good_qty: 30, damaged_qty: 0 }], { last: true });
    const order = await read(id);
    const before = await cashOf(test, owner.account_id);
    const credit = (body: object, key: string = uuid()) =>
      asStaff(
        agent.token,
        id,
        'credits',
        { version: order.version, reason: 'Twenty are missing', amount: 5_000, ...body },
        key,
      );
    expect((await credit({ amount: order.total + 1 })).body.errors).toHaveProperty('amount');
    expect((await credit({ reason: '' })).status).toBe(422);
    const key = uuid();
    expect((await credit({}, key)).status).toBe(200);
    expect((await credit({}, key)).status).toBe(200);
    expect((await credit({})).body.code).toBe('stale_version');
    expect(await cashOf(test, owner.account_id)).toBe(before + 5_000);
    const balance = part(await read(id), 'balance');
    const shown = (await test.call('GET', `/api/invoices/${balance?.id}`, { token: owner.token })).body.data;
    expect(shown).toMatchObject({
      status: 'partly_credited',
      credits: [{ number: expect.stringMatching(/^CN-\d+$/), amount: 5_000, reason: 'Twenty are missing' }],
    });
    const rest = { ...order, version: (await read(id)).version, amount: order.total - 5_000 };
    expect((await credit({ version: rest.version, amount: rest.amount })).status).toBe(200);
    expect(await cashOf(test, owner.account_id)).toBe(before + order.total);
    expect(await checkLedger(test, owner.account_id)).toMatchObject({ ok: true });
    const over = await onItsWay([{ sku_id: cable.sku_id, quantity: 50 }]);
    await count(over, [{ line: 1, good_qty: 53, damaged_qty: 0 }], { last: true });
    const journal = await test.call('GET', `/api/stock_movements?sku_id=${cable.sku_id}&per_page=2`, {
      token: owner.token,
    });
    const lines = journal.body.data as { qty: number; reason: string }[];
    expect(new Map(lines.map(({ qty, reason }) => [qty, reason]))).toEqual(
      new Map([
        [50, ''],
        [3, 'More than ordered'],
      ]),
    );
  });

  it('is cancelled until it is produced: open invoices are void, a paid deposit goes back, also bonus as bonus', async () => {
    const order = await quoted();
    const agreed: Order = (await accept(order.id, { version: order.version, expected_total: order.total })).body.data;
    const bonus = await givenBonus(test, owner.account_id, 700);
    const before = await cashOf(test, owner.account_id);
    await pay(part(agreed, 'deposit'));
    expect(await cashOf(test, owner.account_id)).toBe(before + 700 - (part(agreed, 'deposit')?.total ?? 0));
    const { id, number } = (await get(order.id)).body.data;
    expect((await logs())[0]).toMatchObject({ kind: 'stock_payment', reference: { stock_order: { id, number } } });
    const { version } = await read(order.id);
    const cancel = (body: object) =>
      test.call('POST', `/api/stock_orders/${order.id}/cancel`, { token: owner.token, body });
    expect((await cancel({ version: version - 1 })).body.code).toBe('stale_version');
    const { data } = (await cancel({ version })).body;
    expect(data.status).toBe('cancelled');
    expect(data.invoices.map(({ status }: { status: string }) => status)).toEqual(['credited', 'void']);
    expect(await cashOf(test, owner.account_id)).toBe(before);
    expect(await bonus()).toBe(700);
    expect((await pay(part(agreed, 'balance'))).body.message).toContain('is void');
    // of an invoice that was made void before its day was kept, the history of the order says it
    const voidedAt = async () => {
      const path = `/api/invoices/${part(agreed, 'balance')?.id}`;
      return (await test.call('GET', path, { token: owner.token })).body.data.voided_at;
    };
    const at = await voidedAt();
    await sqlRows(test, `UPDATE invoices SET voided_at = NULL WHERE id = '${part(agreed, 'balance')?.id}'`);
    await repeatMigration(test, 'voided_before');
    expect(await voidedAt()).toBe(at);
    const other = await onItsWay([{ sku_id: cable.sku_id, quantity: 50 }]);
    expect((await move(other, 'cancel', { note: 'Changed our mind' })).body.message).toContain('on its way');
    const third = await quoted();
    expect((await move(third.id, 'cancel')).body.errors).toHaveProperty('note');
    expect((await move(third.id, 'cancel', { note: 'The factory closed' })).body.data.status).toBe('cancelled');
  });

  it('is refused in sentences, belongs to its account, and asks for the right of each action', async () => {
    const stranger = await merchant(test);
    const order = await quoted();
    const few = await asStaff(agent.token, order.id, 'quote', quoteBody(test, order.version, 1));
    expect(few.body.message).toMatch(/^The price of .* is missing/);
    const late = await asStaff(
      agent.token,
      order.id,
      'quote',
      quoteBody(test, order.version, 2, { eta: dayIn(test, 2) }),
    );
    expect(late.body.errors).toHaveProperty('eta');
    expect((await asStaff(warehouse.token, order.id, 'quote', quoteBody(test, order.version, 2))).status).toBe(403);
    expect((await asStaff(agent.token, order.id, 'receipts', {})).status).toBe(403);
    const foreign = { account_id: stranger.account_id, id: order.id };
    expect((await staffStockOrder(test, agent.token, foreign, 'quote', quoteBody(test, 1, 2))).status).toBe(404);
    expect((await get(order.id, stranger.token)).status).toBe(404);
    expect((await askStockOrder(test, owner.token, [{ sku_id: uuid(), quantity: 5 }])).status).toBe(404);
    const twice = await askStockOrder(test, owner.token, [
      { sku_id: lamp.sku_id, quantity: 50 },
      { sku_id: lamp.sku_id, quantity: 50 },
    ]);
    expect(twice.body.errors).toHaveProperty(['lines.1.quantity']);
    const past = await askStockOrder(test, owner.token, [{ sku_id: lamp.sku_id, quantity: 50 }], {
      wanted_by: dayIn(test, 0),
    });
    expect(past.body.errors).toHaveProperty('wanted_by');
    expect((await askStockOrder(test, owner.token, [], { warehouse_id: yiwu })).status).toBe(422);
    const at = { account: owner.account_id, id: order.id };
    for (const [method, path] of [
      ['GET', '/api/stock_orders'],
      ['POST', '/api/stock_orders'],
      ['GET', '/api/stock_order_skus'],
      ['GET', '/api/incoming_stock'],
      ['GET', '/api/staff/stock_orders'],
      ['POST', `/api/staff/stock_orders/${at.account}/${at.id}/quote`],
      ['POST', `/api/staff/stock_orders/${at.account}/${at.id}/moves`],
      ['POST', `/api/staff/stock_orders/${at.account}/${at.id}/receipts`],
      ['POST', `/api/staff/stock_orders/${at.account}/${at.id}/credits`],
      ['POST', `/api/staff/files/${at.account}`],
    ] as const)
      expect((await test.call(method, path)).status, path).toBe(401);
    const list = (query: string, token = owner.token) => test.call('GET', `/api/stock_orders${query}`, { token });
    expect((await list('?tab=to_do')).body.data.map(({ id }: { id: string }) => id)).toContain(order.id);
    expect(
      (await list(`?q=${((await read(order.id)) as unknown as { number: string }).number}`)).body.data,
    ).toHaveLength(1);
    expect((await list('', stranger.token)).body.data).toEqual([]);
    const queue = await test.call('GET', '/api/staff/stock_orders?tab=under_way', { token: agent.token });
    expect(queue.body.data[0]).toMatchObject({ id: order.id, client: { id: owner.account_id } });
    const one = await test.call('GET', `/api/staff/stock_orders/${owner.account_id}/${order.id}`, {
      token: agent.token,
    });
    expect(one.body.data).toMatchObject({
      owed: 0,
      items: [{ today: { unit_price: 500, freight: 600 } }, { today: null }],
    });
    const skus = await test.call('GET', '/api/stock_order_skus?q=lamp', { token: owner.token });
    expect(skus.body.data[0]).toMatchObject({ id: lamp.sku_id, moq: 1, pack: 1, today: { unit_price: 500 } });
    test.clock.advance(9 * 86_400_000);
    const again = await merchant(test, { account_id: owner.account_id });
    const expired = await test.call('POST', `/api/stock_orders/${order.id}/accept`, {
      token: again.token,
      key: uuid(),
      body: { version: order.version, expected_total: order.total },
    });
    expect(expired.body.message).toContain('expired on');
  });
});
