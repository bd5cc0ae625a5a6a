import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { cashOf, checkLedger, givenMoney, givenShopOrders } from '#testing/wallet-fixtures.ts';
import { creditOrder } from '#server/features/orders/index.ts';
import { checkLine } from './line-check.ts';

let test: TestApp;
let channel: Channel;
let finance: { token: string };
let agent: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  channel = await givenChannel(test);
  [finance, agent] = [await staff(test, 'finance'), await staff(test, 'agent')];
});
afterAll(() => test.close());

type Billed = {
  person: Person;
  order: string;
  invoice: string;
  bill: string;
  line: number;
  amount: number;
  store: string;
  /** Orders one more unit in the shop and pays for it: a second bill of the same order. */
  payMore(): Promise<string>;
};
let external = 0;

/** A paid order with its shipping line. */
async function billed(): Promise<Billed> {
  const person = await merchant(test);
  const { account_id, token } = person;
  const store = await givenStore(test, account_id);
  const goods = await givenVariant(test, { account_id, id: store });
  await givenPrice(test, account_id, { sku_id: goods.sku_id, channel });
  await givenMoney(test, account_id, 100_000);
  external += 1;
  const order = shopOrder([shopLine(goods)], { external_id: `l${external}`, name: `#L${external}` });
  await givenShopOrders(test, { account_id, id: store }, [order]);
  const [{ id: orderId } = { id: '' }] = await sqlRows<{ id: string }>(
    test,
    `SELECT id FROM orders WHERE account_id = '${account_id}'`,
  );
  const pay = async (expected_total: number) => {
    const body = { order_ids: [orderId], expected_total };
    return test.call('POST', '/api/invoices', { token, key: uuid(), body });
  };
  const paid = await pay(2_000);
  const payMore = async () => {
    const [line] = order.lines;
    const lines = line ? [{ ...line, quantity: line.quantity + 1, current_quantity: line.quantity + 1 }] : [];
    const updated_at = new Date(order.updated_at.getTime() + 60_000);
    await givenShopOrders(test, { account_id, id: store }, [{ ...order, lines, updated_at }]);
    const cost = (await test.call('GET', `/api/shopify_orders/${orderId}`, { token })).body.data.blocks[0].detail.total;
    return (await pay(cost)).body.data.id as string;
  };
  const [bill] = (await test.call('GET', `/api/invoices/${paid.body.data.id}`, { token })).body.data.invoice_orders;
  const line = bill.lines.find(({ code }: { code: string }) => code === 'freight');
  return {
    person,
    order: orderId,
    payMore,
    invoice: paid.body.data.id,
    bill: bill.id,
    line: line.line,
    amount: line.amount,
    store,
  };
}

const open = ({ person, bill, line }: Billed, body: object = {}, key: string = uuid(), token = person.token) =>
  test.call('POST', '/api/line_disputes', {
    token,
    key,
    body: { invoice_order_id: bill, line, kind: 'weight', claimed_weight_g: 10, text: 'It weighs 10 g only', ...body },
  });
const list = async ({ person }: Billed, token = person.token) =>
  (await test.call('GET', '/api/line_disputes', { token })).body;
type Dispute = { id: string; version: number };
const accept = ({ person }: Billed, { id, version }: Dispute, amount: number, by = finance, key: string = uuid()) =>
  test.call('POST', `/api/staff/line_disputes/${person.account_id}/${id}/accept`, {
    token: by.token,
    key,
    body: { amount, version },
  });
const refuse = ({ person }: Billed, { id, version }: Dispute, reason = 'The carrier weighed the same', by = agent) =>
  test.call('POST', `/api/staff/line_disputes/${person.account_id}/${id}/refuse`, {
    token: by.token,
    body: { reason, version },
  });
const bell = async (token: string) =>
  (await test.call('GET', '/api/notifications', { token })).body.data.map(({ event }: { event: string }) => event);

describe('a disputed line', () => {
  it('is computed again by what was recorded, and its difference goes to the wallet once', async () => {
    const one = await billed();
    const before = await cashOf(test, one.person.account_id);
    const opened = await open(one);
    expect(opened).toMatchObject({ status: 200, body: { data: { status: 'open', kind: 'weight' } } });
    const dispute = opened.body.data;
    expect(dispute.number).toMatch(/^LD-\d+$/);
    expect(dispute.check).toMatchObject({ recorded: one.amount, recomputed: one.amount });
    expect(dispute.check.by_claimed).toBeLessThanOrEqual(one.amount);
    expect(new Date(dispute.due_at).getTime()).toBeGreaterThan(test.clock.now().getTime());
    expect(await bell(finance.token)).toContain('staff_dispute_opened');
    const waiting = await test.call('GET', '/api/staff/line_disputes', { token: agent.token });
    expect(waiting.body.data.find(({ id }: Dispute) => id === dispute.id)).toMatchObject({
      client: { id: one.person.account_id },
      check: dispute.check,
    });
    expect((await test.call('GET', '/api/staff/work', { token: finance.token })).body.data.line_disputes).toBe(
      waiting.body.meta.counts.open,
    );
    expect((await accept(one, dispute, one.amount + 1)).body).toMatchObject({ code: 'credit_too_much' });

    const key = uuid();
    const answers = await Promise.all([
      accept(one, dispute, 300, finance, key),
      accept(one, dispute, 300, finance, key),
      accept(one, dispute, 300, agent),
      refuse(one, dispute),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    const [{ status }] = await sqlRows<{ status: string }>(
      test,
      `SELECT status FROM line_disputes WHERE id = '${dispute.id}'`,
    ).then((rows) => rows as [{ status: string }]);
    expect(won.length).toBeGreaterThan(0);
    expect(await cashOf(test, one.person.account_id)).toBe(before + (status === 'accepted' ? 300 : 0));
    expect(await checkLedger(test, one.person.account_id)).toMatchObject({ ok: true });
    const { data: invoice } = (await test.call('GET', `/api/invoices/${one.invoice}`, { token: one.person.token }))
      .body;
    expect(invoice.credits).toHaveLength(status === 'accepted' ? 1 : 0);
    expect((await accept(one, { ...dispute, version: 2 }, 100)).body.code).toBe('dispute_closed');
    expect(await bell(one.person.token)).toContain(status === 'accepted' ? 'dispute_accepted' : 'dispute_refused');
  });

  it('is credited on the bill that holds it, though a later one was paid, and never above what is left of that bill', async () => {
    const one = await billed();
    const later = await one.payMore();
    const creditsOf = async (id: string) =>
      (await test.call('GET', `/api/invoices/${id}`, { token: one.person.token })).body.data.credits;
    const first = (await open(one)).body.data;
    expect((await accept(one, first, 300)).body.data).toMatchObject({ status: 'accepted', credited: 300 });
    expect(await creditsOf(later)).toEqual([]);
    expect(await creditsOf(one.invoice)).toMatchObject([{ amount: 300 }]);
    await inAccount(test, one.person.account_id, (ctx) =>
      creditOrder(ctx, one.order, {
        amount: 1_400,
        reason: { text: 'ledger.order_cancelled', params: { name: '#1' } },
        cause: `test:${uuid()}`,
        as: 'credit_note',
        invoice_order_id: one.bill,
      }),
    );
    const second = (await open(one)).body.data;
    const above = await accept(one, second, 301);
    expect(above.body).toMatchObject({ code: 'credit_too_much', message: expect.stringContaining('Only 3.00 USD') });
    expect((await accept(one, second, 300)).status).toBe(200);
    expect(await creditsOf(later)).toEqual([]);
    expect(await checkLedger(test, one.person.account_id)).toMatchObject({ ok: true });
  });

  it('is open once at a time, idempotent, and may be opened again after it was answered', async () => {
    const one = await billed();
    const key = uuid();
    const [first, same] = [await open(one, {}, key), await open(one, {}, key)];
    expect(same.body.data.id).toBe(first.body.data.id);
    const race = await Promise.all([open(one), open(one)]);
    expect(race.map(({ body }) => body.code)).toEqual(['dispute_refused', 'dispute_refused']);
    const second = `INSERT INTO line_disputes (account_id, id, invoice_order_id, line, kind, text, checked, due_at, created_by, created_at)
      SELECT account_id, gen_random_uuid(), invoice_order_id, line, kind, text, checked, due_at, created_by, now()
      FROM line_disputes WHERE id = '${first.body.data.id}'`;
    await expect(sqlRows(test, second)).rejects.toMatchObject({ constraint: 'line_disputes_open_key' });
    const refused = await refuse(one, first.body.data);
    expect(refused.body.data).toMatchObject({ status: 'refused', answer: 'The carrier weighed the same' });
    const again = await open(one, { kind: 'freight', claimed_weight_g: null });
    expect(again.status).toBe(200);
    const withdrawn = await test.call('POST', `/api/line_disputes/${again.body.data.id}/withdraw`, {
      token: one.person.token,
      body: { version: again.body.data.version },
    });
    expect(withdrawn.body.data.status).toBe('withdrawn');
    expect((await refuse(one, again.body.data)).body.code).toBe('dispute_closed');
    expect((await list(one)).meta).toMatchObject({ total: 2, counts: { open: 0 } });
  });

  it('is refused where nothing can be disputed, and hidden from others', async () => {
    const one = await billed();
    const stranger = await merchant(test);
    const elsewhere = await merchant(test, { account_id: one.person.account_id, role: 'manager', stores: [] });
    const viewer = await merchant(test, { account_id: one.person.account_id, role: 'viewer' });
    expect((await open(one, {}, uuid(), stranger.token)).status).toBe(404);
    expect((await open(one, {}, uuid(), elsewhere.token)).status).not.toBe(200);
    expect((await open(one, {}, uuid(), viewer.token)).status).toBe(403);
    const goods = one.line === 1 ? 2 : 1;
    expect((await open(one, { line: goods })).body.code).toBe('dispute_refused');
    expect((await open(one, { line: 99 })).status).toBe(404);
    expect((await open(one, { claimed_weight_g: null })).body.errors).toHaveProperty('claimed_weight_g');
    await open(one);
    expect((await list(one, elsewhere.token)).data).toEqual([]);
    expect((await list(one, viewer.token)).data).toHaveLength(1);
    const late = await billed();
    test.clock.advance(61 * 86_400_000);
    const later = await merchant(test, { account_id: late.person.account_id }); // sessions have ended meanwhile
    expect((await open(late, {}, uuid(), later.token)).body).toMatchObject({ code: 'dispute_refused' });
  });
});

describe('the recheck', () => {
  const formula = { kind: 'first_step' as const, first_g: 100, first_amount: 500, step_g: 100, step_amount: 200 };
  const line = (pool: object, amount: number) => ({
    amount,
    inputs: { pools: [{ formula, actual_g: 230, volume_g: 120, step_g: 50, weight_g: 250, ...pool }] },
  });
  const goods = [{ code: 'goods', quantity: 2, inputs: { weight_g: 115 } }];

  it('comes to what was charged where all was recorded rightly', () => {
    const check = checkLine(line({}, 900), goods, null);
    expect(check).toMatchObject({ goods_g: 230, recorded: 900, recomputed: 900, by_claimed: null });
  });

  it('shows what was charged too much, by recorded and by claimed weight, never below the volume', () => {
    const check = checkLine(line({ weight_g: 650 }, 1_700), goods, 40);
    expect(check.parts[0]).toMatchObject({ charged_g: 650, charged_again_g: 250 });
    expect(check).toMatchObject({ recomputed: 900, by_claimed: 700 }); // 150 g by volume
  });

  it('names no price for a claimed weight where rates share a parcel, and no sum where a weight is unknown', () => {
    const { inputs } = line({}, 900);
    const two = { amount: 900, inputs: { pools: [...inputs.pools, ...inputs.pools] } };
    expect(checkLine(two, [{ code: 'goods', quantity: 1, inputs: {} }], 40)).toMatchObject({
      goods_g: null,
      by_claimed: null,
    });
  });
});
