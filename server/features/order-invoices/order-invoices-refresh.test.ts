import { createHmac } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disconnect } from '#server/features/stores/index.ts';
import { address, givenPrice, givenVariant, inAccount } from '#testing/order-fixtures.ts';
import { each, type Invoiced, money, openInvoicing } from '#testing/order-invoice-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { proposePrices, staffPrices, sweepPrices } from '#testing/price-fixtures.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { wrongSums } from '#testing/statistics-sums.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';

// The invoice that comes in the place of an unpaid one, and stores whose app is removed while their orders are on an open one.

let stage: StoreStage;
let on: Awaited<ReturnType<typeof openInvoicing>>;
beforeAll(async () => {
  stage = await startStoreStage();
  on = await openInvoicing(stage.test);
});
afterAll(() => stage.close());

const succeeded = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;
const openOf = async ({ owner }: Invoiced) =>
  (await on.get(owner.token, '/api/invoices?tab=unpaid')).data as { id: string; total: number; orders: number }[];
/** Every book agrees: bills, orders, wallet, stock, sales, and what is said to be owed. */
async function expectAgreement(case_: Invoiced) {
  expect(await on.contradictions(case_)).toEqual([]);
  expect(await wrongSums(stage.test, case_.owner.account_id)).toEqual([]);
  const open = await openOf(case_);
  const wallet = (await on.get(case_.owner.token, '/api/wallet')).data;
  expect(wallet).toMatchObject({
    owed: open.reduce((sum, { total }) => sum + total, 0),
    owed_invoices: open.length,
  });
}

/** A shop that is connected to the sandbox, with goods whose orders can be invoiced. */
async function connected(): Promise<Invoiced & { domain: string }> {
  const { test, shops } = stage;
  const owner = await merchant(test);
  const domain = `leaves-${uuid()}.myshopify.com`;
  await shops.createDemoShop(domain);
  const store = await stage.connect(owner, domain);
  const goods = await givenVariant(test, { account_id: owner.account_id, id: store });
  await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel: on.channel });
  await givenMoney(test, owner.account_id, money);
  return { owner, store, goods, domain };
}

/** The shop removes the app and says so; what it delivered is worked off by tasks. */
async function uninstalled({ domain }: { domain: string }) {
  await stage.shops.uninstallApp(domain);
  const payload = Buffer.from(JSON.stringify({ id: 1, myshopify_domain: domain }));
  const answer = await stage.test.app.fastify.inject({
    method: 'POST',
    url: `/api/webhooks/shopify/${stage.app.clientId}`,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'app/uninstalled',
      'x-shopify-shop-domain': domain,
      'x-shopify-webhook-id': uuid(),
      'x-shopify-triggered-at': stage.test.clock.now().toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', stage.app.secret).update(payload).digest('base64'),
    },
    payload,
  });
  expect(answer.statusCode).toBe(200);
}
const statusOf = async ({ owner, store }: Invoiced) =>
  (await on.get(owner.token, `/api/stores/${store}`)).data.status as string;

describe('an app that is removed while orders of its shop are on an open invoice', () => {
  it('leaves the invoice as it is: it is paid, or refreshed and paid, and nothing else of it changes', async () => {
    for (const refreshed of [false, true]) {
      const case_ = await connected();
      const orders = [await on.order(case_), await on.order(case_)];
      const { id } = await on.issued(case_, 2);
      await uninstalled(case_);
      await stage.run();
      expect(await statusOf(case_)).toBe('disconnected');
      expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'open', payable: true, total: 2 * each });
      for (const order of orders)
        expect(await on.orderOf(case_, order.id)).toMatchObject({ payment: 'invoiced', invoice: { id } });
      await expectAgreement(case_);
      const paying = refreshed ? (await on.refresh(case_, id, 2 * each)).body.data.id : id;
      expect(await on.pay(case_, paying, 2 * each)).toMatchObject({ status: 200 });
      for (const order of orders)
        expect(await on.orderOf(case_, order.id)).toMatchObject({ payment: 'paid', stage: 'processing' });
      await expectAgreement(case_);
    }
  });

  it('at the same moment as its payment: the money is taken once, and the store is left', async () => {
    for (const first of ['payment', 'removal']) {
      const case_ = await connected();
      const { id: order } = await on.order(case_);
      const { id } = await on.issued(case_);
      await uninstalled(case_);
      const both = [() => on.pay(case_, id), () => stage.run(), () => on.pay(case_, id)];
      const answers = await Promise.all((first === 'payment' ? both : both.toReversed()).map((begin) => begin()));
      const paid = answers.filter((answer) => answer !== undefined);
      expect(succeeded(paid)).toBe(1);
      await stage.run();
      expect(await statusOf(case_)).toBe('disconnected');
      expect(await on.orderOf(case_, order)).toMatchObject({ payment: 'paid', invoice: { id } });
      expect(await on.cash(case_)).toBe(money - each);
      await expectAgreement(case_);
    }
  });

  it('gives its orders back to checkout where the invoice ends, and they stay countable', async () => {
    const case_ = await connected();
    const { id: order } = await on.order(case_);
    const { id } = await on.issued(case_);
    await uninstalled(case_);
    await stage.run();
    await on.expire(case_, id);
    expect(await on.orderOf(case_, order)).toMatchObject({ payment: 'none', stage: 'awaiting_payment' });
    const renewed = await on.refresh(case_, id);
    expect(renewed).toMatchObject({ status: 200 });
    expect(await on.decline(case_, renewed.body.data.id)).toMatchObject({ status: 200 });
    expect(await on.checkout(case_, [order])).toMatchObject({ status: 200 });
    await expectAgreement(case_);
  });
});

describe('the invoice that comes in the place of another', () => {
  const left = ({ owner, store }: Invoiced) =>
    inAccount(stage.test, owner.account_id, (ctx) =>
      disconnect(ctx, { account_id: owner.account_id, id: store }, { text: 'stores.disconnected_by_you' }),
    );

  it('beside a store that is disconnected: one of both comes first, and the invoice is paid', async () => {
    const case_ = await on.given();
    const { id: order } = await on.order(case_);
    const { id } = await on.issued(case_);
    const [answer] = await Promise.all([on.refresh(case_, id), left(case_)]);
    expect(answer).toMatchObject({ status: 200 });
    expect(await on.pay(case_, id)).toMatchObject({ status: 422 });
    expect(await on.pay(case_, answer.body.data.id)).toMatchObject({ status: 200 });
    expect(await on.orderOf(case_, order)).toMatchObject({ payment: 'paid', invoice: { id: answer.body.data.id } });
    await expectAgreement(case_);
  });

  it('costs what the client agreed to since; the old total is refused and leaves all as it was', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    const { id: order } = await on.order(case_);
    const { id, number } = await on.issued(case_, 1, 720);
    const [price] = await staffPrices(stage.test, on.agent.token, owner.account_id);
    await proposePrices(stage.test, on.agent.token, [{ account_id: owner.account_id, id: price?.id ?? '' }]);
    const [change] = (await on.get(owner.token, '/api/price_changes?tab=to_decide')).data;
    expect(await on.post(owner.token, '/api/price_changes/accept', { ids: [change.id] })).toMatchObject({
      status: 200,
    });
    stage.test.clock.advance(9 * 24 * 3_600_000);
    await sweepPrices(stage.test);
    const now = (await on.get(owner.token, `/api/invoices/${id}/refresh`)).data.now as number;
    expect(now).toBe(each + 100);
    expect(await on.refresh(case_, id, each)).toMatchObject({ status: 422, body: { code: 'price_changed' } });
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'open', number });
    expect(await on.orderOf(case_, order)).toMatchObject({ cost: { total: each }, invoice: { id } });
    await expectAgreement(case_);
    const answers = await Promise.all([on.refresh(case_, id, now), on.refresh(case_, id, each), on.pay(case_, id)]);
    expect(succeeded(answers)).toBe(1);
    const [renewed] = await openOf(case_);
    if (renewed) {
      expect(renewed).toMatchObject({ total: now, orders: 1 });
      expect(await on.pay(case_, renewed.id, now)).toMatchObject({ status: 200 });
    }
    expect(await on.cash(case_)).toBe(money - (renewed ? now : each));
    await expectAgreement(case_);
  });

  it('twice at the same moment, beside payments of the old one: one outcome, and one bill', async () => {
    for (let time = 0; time < 4; time += 1) {
      const case_ = await on.given();
      const orders = [await on.order(case_), await on.order(case_)];
      const { id } = await on.issued(case_, 2);
      const pay = () => on.pay(case_, id, 2 * each);
      const refresh = () => on.refresh(case_, id, 2 * each);
      const key = uuid();
      const again = () => on.post(case_.owner.token, `/api/invoices/${id}/refresh`, { expected_total: 2 * each }, key);
      const calls = [
        [refresh, refresh, pay],
        [pay, refresh, refresh],
        [again, again, pay, refresh],
        [refresh, pay, () => on.decline(case_, id), () => on.voided(case_, id)],
      ][time];
      const answers = await Promise.all((calls ?? []).map((call) => call()));
      const ids = answers.flatMap(({ status, body }) => (status === 200 ? [JSON.stringify(body.data)] : []));
      expect(new Set(ids).size).toBe(1); // the same key is answered the same
      const old = await on.invoiceOf(case_, id);
      const open = await openOf(case_);
      expect(open).toHaveLength(old.replaced_by ? 1 : 0);
      for (const order of orders)
        expect((await on.orderOf(case_, order.id)).payment).toBe(
          old.status === 'paid' ? 'paid' : old.replaced_by ? 'invoiced' : 'none',
        );
      expect(await on.cash(case_)).toBe(old.status === 'paid' ? money - 2 * each : money);
      await expectAgreement(case_);
    }
  });

  it('bills a changed order as it is now, leaves out one that cannot be billed, and neither is paid with the old one', async () => {
    const case_ = await on.given();
    const { owner, goods } = case_;
    await givenPrice(stage.test, owner.account_id, {
      sku_id: goods.sku_id,
      channel: on.channel,
      destination: 'CA',
      unit_price: 800,
    });
    const [fewer, elsewhere, nowhere, same] = [
      await on.order(case_),
      await on.order(case_),
      await on.order(case_),
      await on.order(case_),
    ];
    const { id } = await on.issued(case_, 4);
    await on.order(case_, { name: fewer.name, units: 1 });
    const canada = { ...address, province: 'Ontario', province_code: 'ON', zip: 'K1A 0B1', country: 'CA' };
    await on.order(case_, { name: elsewhere.name, address: canada });
    const iceland = { ...address, city: 'Reykjavík', province: null, province_code: null, zip: '101', country: 'IS' };
    await on.order(case_, { name: nowhere.name, address: iceland });
    expect(await on.pay(case_, id, 4 * each)).toMatchObject({ status: 422 });
    const { data } = await on.get(owner.token, `/api/invoices/${id}/refresh`);
    const said = new Map(
      (data.orders as { name: string; changed: boolean; now: { total: number } | null }[]).map((one) => [
        one.name,
        one,
      ]),
    );
    expect(said.get(same.name)).toMatchObject({ changed: false, now: { total: each } });
    expect(said.get(elsewhere.name)).toMatchObject({ changed: true, now: { total: each + 600 } });
    expect(said.get(nowhere.name)).toMatchObject({ changed: true, now: null });
    const small = said.get(fewer.name)?.now?.total ?? 0;
    expect(small).toBeLessThan(each);
    expect(data).toMatchObject({ was: 4 * each, now: 2 * each + 600 + small, orders_now: 3 });
    const answers = await Promise.all([
      on.refresh(case_, id, data.now),
      on.pay(case_, id, 4 * each),
      on.refresh(case_, id, data.now),
    ]);
    expect(succeeded(answers)).toBe(1);
    const [renewed] = await openOf(case_);
    expect(renewed).toMatchObject({ total: data.now, orders: 3 });
    expect(await on.orderOf(case_, nowhere.id)).toMatchObject({ payment: 'none', invoice: null });
    await expectAgreement(case_);
    expect(await on.pay(case_, renewed?.id ?? '', data.now)).toMatchObject({ status: 200 });
    expect(await on.orderOf(case_, fewer.id)).toMatchObject({ payment: 'paid', cost: { total: small } });
    expect(await on.cash(case_)).toBe(money - data.now);
    await expectAgreement(case_);
  });

  it('of an expired one, beside the nightly run, a checkout and automatic payment, takes each order once', async () => {
    for (let time = 0; time < 2; time += 1) {
      const case_ = await on.given();
      const { owner, store } = case_;
      const orders = [await on.order(case_), await on.order(case_), await on.order(case_)];
      const { id } = await on.issued(case_, 3);
      await on.expire(case_, id);
      await sqlRows(stage.test, `UPDATE accounts SET invoicing = 'daily' WHERE id = '${owner.account_id}'`);
      stage.test.clock.advance(24 * 3_600_000);
      const calls = [
        () => on.refresh(case_, id, 3 * each),
        () => on.run('order_invoices_issue'),
        () => on.checkout(case_, [orders[0]?.id ?? '']),
        () => on.post(owner.token, `/api/autopay/${store}/run`, {}),
      ];
      await Promise.all((time === 0 ? calls : calls.toReversed()).map((call) => call()));
      await expectAgreement(case_);
      for (const { id: open, total } of await openOf(case_))
        expect(await on.pay(case_, open, total)).toMatchObject({ status: 200 });
      expect(await on.cash(case_)).toBe(money - 3 * each);
      await expectAgreement(case_);
    }
  });
});
