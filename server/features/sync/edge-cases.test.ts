import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { open } from '#server/lib/secrets.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';
import { sessionOf } from '#server/features/stores/index.ts';

// What shops do at their edges (each of them has cost somebody an order). Others of the kind are told beside what they
// belong to: consent in stores.test.ts, deliveries in store-webhooks.test.ts, parcels in parcel-push.test.ts.
let stage: StoreStage;
let owner: Person;
const domain = 'edges.myshopify.com';
let store: string;
/** Variants of the shop by the words of their product. */
const variants: Record<string, { id: string; product: string }> = {};

beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  const product = (title: string, sku: string) => ({ title, variants: [{ values: [], sku, price: 900 }] });
  await stage.shops.createShop({
    domain,
    name: 'Edges',
    products: [product('Cup', 'CUP'), product('Bare', ''), product('Twin', 'CUP'), product('Leaving', 'LEAVE')],
  });
  for (const { id, title, variants: own } of await stage.shops.products(domain))
    variants[title] = { id: own[0]?.id ?? '', product: id };
  store = await stage.connect(owner, domain);
});
afterAll(() => stage.close());

const system = () => entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test');
const tick = (seconds: number) => stage.test.clock.advance(seconds * 1000);
const work = async (shop = domain) => {
  await stage.shops.settled(shop);
  await stage.run(stage.kit());
};
const place = (lines: { title: string; quantity: number }[], more: object = {}) =>
  stage.shops.placeOrder(domain, {
    lines: lines.map(({ title, quantity }) => ({ variantId: variants[title]?.id ?? '', quantity })),
    ...more,
  });
const order = async (externalId: string) =>
  (
    await sqlRows(
      stage.test,
      `SELECT id, external_id, stage, payment, fulfillment_status, cancelled_at, financial_status FROM orders WHERE external_id = '${externalId}'`,
    )
  )[0];
const lines = (externalId: string) =>
  sqlRows(
    stage.test,
    `SELECT l.external_id, l.title, l.sku, l.quantity, l.current_quantity, l.external_variant_id, v.external_id AS variant
     FROM order_lines l JOIN orders o ON o.id = l.order_id LEFT JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
     WHERE o.external_id = '${externalId}' ORDER BY l.position`,
  );
const storeRow = async (id = store) =>
  (await stage.test.call('GET', `/api/stores/${id}`, { token: owner.token })).body.data;

describe('orders', () => {
  it('arrive as they are: edited after purchase, with 250 lines and more, with ids over 2^53, with blank and doubled SKUs', {
    tags: ['D1-19'],
  }, async () => {
    const placed = await place([
      { title: 'Cup', quantity: 2 },
      { title: 'Bare', quantity: 1 },
      { title: 'Twin', quantity: 3 },
    ]);
    await work();
    expect(BigInt(placed.id) > 2n ** 53n).toBe(true);
    expect(await order(placed.id)).toMatchObject({ external_id: placed.id });
    // A blank SKU stays blank, and two variants with one SKU stay two: lines are told apart by variant, not by SKU.
    expect(await lines(placed.id)).toMatchObject([
      { sku: 'CUP', quantity: 2, variant: variants.Cup?.id },
      { sku: '', quantity: 1, variant: variants.Bare?.id },
      { sku: 'CUP', quantity: 3, variant: variants.Twin?.id },
    ]);
    // Paid to us, then edited at the shop: what was paid stays, and the order says that it changed.
    await system().run('all_accounts', async ({ db }) => {
      const { id } = (await order(placed.id)) ?? {};
      await db.updateTable('orders').set({ payment: 'paid', stage: 'processing' }).where('id', '=', id).execute();
      await db
        .updateTable('order_lines')
        .set(({ ref }) => ({ paid_quantity: ref('quantity') }))
        .where('order_id', '=', id)
        .execute();
    });
    tick(60);
    const [cup = '', bare = ''] = placed.lineIds;
    await stage.shops.editOrder(domain, placed.id, {
      quantities: { [cup]: 1, [bare]: 0 },
      addLines: [{ variantId: variants.Twin?.id ?? '', quantity: 4 }],
    });
    await work();
    expect(await lines(placed.id)).toMatchObject([
      { external_id: cup, quantity: 2, current_quantity: 1 },
      { external_id: bare, quantity: 1, current_quantity: 0 },
      { current_quantity: 3 },
      { current_quantity: 4 },
    ]);
    const blocks = await sqlRows(
      stage.test,
      `SELECT b.code, b.detail FROM order_blocks b JOIN orders o ON o.id = b.order_id WHERE o.external_id = '${placed.id}'`,
    );
    expect(blocks).toContainEqual({ code: 'CHANGED_AFTER_PAYMENT', detail: expect.objectContaining({ removed: 2 }) });
    // Longer than any page of lines.
    const pieces = Array.from({ length: 255 }, (_, n) => ({ title: `Piece ${n}`, price: 100, quantity: 1 }));
    const long = await stage.shops.placeOrder(domain, { lines: pieces });
    await work();
    const arrived = await lines(long.id);
    expect(arrived).toHaveLength(255);
    expect(arrived.map(({ title }) => title)).toEqual(pieces.map(({ title }) => title));
    expect(new Set(arrived.map(({ external_id }) => external_id))).toEqual(new Set(long.lineIds));
  });

  it('keep their line when its variant is deleted at the shop', async () => {
    const placed = await place([{ title: 'Leaving', quantity: 1 }]);
    await work();
    tick(60);
    await stage.shops.removeProduct(domain, variants.Leaving?.product ?? '');
    await stage.shops.editOrder(domain, placed.id, { note: 'still wanted' });
    await work();
    expect(await lines(placed.id)).toMatchObject([{ title: 'Leaving', sku: 'LEAVE', current_quantity: 1 }]);
  });

  it('that are cancelled in part after a parcel left keep what left', async () => {
    const placed = await place([
      { title: 'Cup', quantity: 2 },
      { title: 'Twin', quantity: 1 },
    ]);
    await work();
    tick(60);
    const [, twin = ''] = placed.lineIds;
    await stage.shops.refund(domain, placed.id, { [twin]: 1 });
    await stage.shops.markFulfilledManually(domain, placed.id, { numbers: ['YT1'] });
    await expect(stage.shops.cancelOrder(domain, placed.id)).rejects.toThrow(/outstanding fulfillments/);
    await work();
    expect(await order(placed.id)).toMatchObject({ fulfillment_status: 'fulfilled', cancelled_at: null });
    expect(await lines(placed.id)).toMatchObject([{ current_quantity: 2 }, { current_quantity: 0 }]);
  });

  it('are told by a webhook that comes a day late without going back in time', async () => {
    await stage.shops.setFault(domain, { kind: 'hook_late', mode: 'next', ms: 86_400_000 });
    const placed = await place([{ title: 'Cup', quantity: 1 }]);
    tick(60);
    await stage.shops.editOrder(domain, placed.id, { financialStatus: 'REFUNDED' });
    await work();
    expect(await order(placed.id)).toMatchObject({ financial_status: 'refunded' });
    tick(86_400);
    await work();
    expect(await order(placed.id)).toMatchObject({ financial_status: 'refunded' });
    expect(await sqlRows(stage.test, `SELECT 1 FROM webhook_inbox WHERE state = 'waiting'`)).toEqual([]);
  });
});

describe('tokens', () => {
  it('are never renewed twice by two workers at once, and a renewal whose commit was lost is healed', {
    tags: ['D1-17'],
  }, async () => {
    const session = sessionOf({ account_id: owner.account_id, id: store, domain });
    const grants = vi.fn<() => void>();
    const workerOf = () => {
      const kit = stage.kit();
      const { refresh } = kit.shopify.oauth;
      kit.shopify.oauth.refresh = (...args) => {
        grants();
        return refresh(...args);
      };
      return kit;
    };
    // Two workers, each with a connector and connections of its own, and many calls at once.
    const [one, two] = [workerOf(), workerOf()];
    tick(3_500);
    const tokens = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? one : two).shopify.tokens.access(session)),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(grants).toHaveBeenCalledTimes(1);
    // The shop answers, and the worker dies before its commit: the old refresh token still works.
    tick(3_500);
    const { refresh_sealed } = await system().run('all_accounts', ({ db }) =>
      db.selectFrom('store_tokens').select('refresh_sealed').where('store_id', '=', store).executeTakeFirstOrThrow(),
    );
    const app = { client_id: stage.app.clientId, secret: stage.app.secret };
    const secret = open(one.key, refresh_sealed ?? '', `store_tokens:${store}:refresh`);
    const lost = await stage.kit().shopify.oauth.refresh(domain, app, secret);
    const healed = await one.shopify.tokens.access(session);
    expect(healed).not.toBe(tokens[0]);
    expect(healed).not.toBe(lost.access);
    await stage.test.app.tasks.store_reconcile?.(system(), { account_id: owner.account_id, id: store });
    expect(await storeRow()).toMatchObject({ status: 'connected' });
  });
});

describe('a shop', () => {
  it('that is frozen, throttles in the middle of paging or answers by a newer version is reported and survived', {
    tags: ['D1-21'],
  }, async () => {
    const shop = 'weather.myshopify.com';
    const { productIds } = await stage.shops.createShop({
      domain: shop,
      name: 'Weather',
      products: [{ title: 'Cup', variants: [{ values: [], sku: 'CUP', price: 900 }] }],
    });
    expect(productIds).toHaveLength(1);
    const now = stage.test.clock.now().getTime();
    await stage.shops.insertOrders(
      shop,
      Array.from({ length: 60 }, (_, n) => ({
        lines: [{ title: 'Piece', price: 100, quantity: 1 }],
        createdAt: new Date(now - (60 - n) * 60_000),
      })),
    );
    const done = await stage.test.call('POST', '/api/stores/authorize', {
      token: owner.token,
      body: await stage.consent(owner, shop),
    });
    const id: string = done.body.data.id;
    // The second of three pages is refused for want of points.
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
      await pause(Math.min(ms, 50));
    };
    const kit = stage.kit({ wait });
    const { changedOrders } = kit.shopify;
    let pages = 0;
    kit.shopify = {
      ...kit.shopify,
      changedOrders: async (...args) => {
        const page = await changedOrders(...args);
        pages += 1;
        if (pages === 1) await stage.shops.setFault(shop, { kind: 'throttled', mode: 'next', count: 1 });
        return page;
      },
    };
    await stage.run(kit);
    expect(pages).toBe(3);
    expect(waits.some((ms) => ms >= 900)).toBe(true);
    expect(await storeRow(id)).toMatchObject({ orders: 60, import_job: { state: 'done' } });
    // Served by a newer version than asked for: read all the same, and the log says so.
    const warn = vi.spyOn(stage.test.ground.log, 'warn');
    await stage.shops.setFault(shop, { kind: 'newer_version', mode: 'always' });
    tick(600);
    await stage.test.app.tasks.store_reconcile?.(system(), { account_id: owner.account_id, id });
    expect(warn).toHaveBeenCalledWith(
      { shop, served: '2026-10', asked: '2026-07' },
      'Shopify answered with another API version',
    );
    warn.mockRestore();
    expect(await storeRow(id)).toMatchObject({ last_reconciled_at: stage.test.clock.now().toISOString() });
    // Frozen: the page says why, nothing is lost, and it goes on by itself.
    await stage.shops.clearFaults(shop);
    await stage.shops.setFault(shop, { kind: 'frozen', mode: 'always' });
    tick(600);
    await stage.test.app.tasks.stores_reconcile?.(system(), {});
    await stage.run(stage.kit());
    await stage.proveRefusals();
    expect(await storeRow(id)).toMatchObject({ status: 'suspended', status_reason: 'Shopify has frozen this store.' });
    await stage.shops.insertOrders(shop, [{ lines: [{ title: 'Piece', price: 100, quantity: 1 }] }]);
    await stage.shops.clearFaults(shop);
    tick(3_700);
    await stage.test.app.tasks.stores_probe?.(system(), {});
    await stage.run(stage.kit());
    expect(await storeRow(id)).toMatchObject({ status: 'connected', orders: 61 });
  });

  it('that has not routed an order yet is asked again for its work, and notified of nothing too early', async () => {
    const soon = new Date(stage.test.clock.now().getTime() + 60_000);
    const placed = await place([{ title: 'Cup', quantity: 1 }], { createdAt: soon });
    const kit = stage.kit();
    const session = sessionOf({ account_id: owner.account_id, id: store, domain });
    const shipment = {
      order_external_id: placed.id,
      carrier: 'YunExpress',
      tracking_number: 'YT1000',
      tracking_url: null,
      notify_buyer: false,
      lines: [{ line_external_id: placed.lineIds[0] ?? '', quantity: 1 }],
    };
    expect(await kit.shopify.planShipment(session, shipment, [])).toMatchObject({
      parts: [],
      missing: 1,
      reason: 'not_routed',
    });
    tick(61);
    expect(await kit.shopify.planShipment(session, shipment, [])).toMatchObject({ parts: [{}], missing: 0 });
    // Moved to another place meanwhile: the plan is made again and follows it.
    const place2 = await stage.shops.addLocation(domain, 'Second warehouse');
    const moved = await stage.shops.splitWork(domain, placed.id, placed.lineIds, place2);
    const plan = await kit.shopify.planShipment(session, shipment, []);
    expect(plan.parts.map((part) => part.fulfillment_order_id)).toEqual([moved]);
  });
});
