import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { merchant, type Person } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';
import type { StoresKit } from '#server/features/stores/index.ts';
import { reconcile } from './sync.service.ts';

let stage: StoreStage;
let owner: Person;
let kit: StoresKit;
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  kit = stage.kit();
});
afterAll(() => stage.close());

const system = () => entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test');
const look = (id: string) => reconcile(kit, system(), { account_id: owner.account_id, id });
const kept = async (store: string) => {
  const rows = await sqlRows(
    stage.test,
    `SELECT total::int, shop_tax::int AS tax, taxes_included AS included, shop_refunded::int AS refunded FROM orders WHERE store_id = '${store}' ORDER BY name`,
  );
  return rows.map(({ total, tax, included, refunded }) => [total, tax, included, refunded]);
};

/** A Shopify store that taxes its orders so, with an order of three cups at 10.00 and 5.00 of shipping. */
async function connected(domain: string, tax: { rate_bp: number; included: boolean }) {
  await stage.shops.createShop({
    domain,
    tax,
    products: [{ title: 'Cup', variants: [{ values: [], sku: 'CUP', price: 1000 }] }],
  });
  const variantId = (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
  const order = { lines: [{ variantId, quantity: 3 }], shipping: 500, createdAt: stage.test.clock.now() };
  const [placed] = await stage.shops.insertOrders(domain, [order]);
  await stage.shops.insertOrders(domain, [{ ...order, tax: null }]);
  const done = await stage.test.call('POST', '/api/stores/authorize', {
    token: owner.token,
    body: await stage.consent(owner, domain),
  });
  await stage.run(kit);
  return { id: done.body.data.id as string, placed };
}

describe('the tax of an order, and what the buyer got back', () => {
  it('is kept as Shopify tells it, in the prices or on top of them, and after refunds', async () => {
    for (const [domain, included] of [
      ['taxes-in.myshopify.com', true],
      ['taxes-added.myshopify.com', false],
    ] as const) {
      const { id, placed } = await connected(domain, { rate_bp: 2000, included });
      const untaxed = [3500, 0, false, 0];
      expect(await kept(id)).toEqual([included ? [3500, 583, true, 0] : [4200, 700, false, 0], untaxed]);
      await stage.shops.refund(domain, placed?.id ?? '', { [placed?.lineIds[0] ?? '']: 2 });
      await look(id);
      expect(await kept(id)).toEqual([included ? [1500, 250, true, 2000] : [1800, 300, false, 2400], untaxed]);
    }
  });

  it('is all that the buyer paid once the order is cancelled, and nothing where nobody paid', async () => {
    const { id, placed } = await connected('taxes-cancelled.myshopify.com', { rate_bp: 2000, included: false });
    const [unpaid] = await stage.shops.insertOrders('taxes-cancelled.myshopify.com', [
      {
        lines: [{ title: 'Gift', price: 900, quantity: 1 }],
        financialStatus: 'PENDING',
        createdAt: stage.test.clock.now(),
      },
    ]);
    for (const order of [placed, unpaid])
      await stage.shops.cancelOrder('taxes-cancelled.myshopify.com', order?.id ?? '');
    await look(id);
    const refunds = (await kept(id)).map((row) => [row[0], row[3]]);
    expect(refunds).toEqual([
      [0, 4200],
      [3500, 0],
      [0, 0],
    ]);
  });

  it('is told by stores of orders that were kept before, with the next look', async () => {
    const { id } = await connected('taxes-late.myshopify.com', { rate_bp: 2000, included: true });
    await sqlRows(
      stage.test,
      `UPDATE orders SET shop_tax = NULL, taxes_included = false, shop_refunded = NULL WHERE store_id = '${id}'`,
    );
    // as the migration leaves it
    await sqlRows(stage.test, `UPDATE stores SET orders_watermark = '2000-01-01' WHERE id = '${id}'`);
    await look(id);
    expect(await kept(id)).toEqual([
      [3500, 583, true, 0],
      [3500, 0, false, 0],
    ]);
  });

  it('is kept as WooCommerce tells it, whose refunds name theirs', async () => {
    await stage.woo.createShop({ slug: 'taxed', products: [{ name: 'Mug', sku: 'MUG', price: '10.00' }] });
    const body = { url: stage.woo.url('taxed'), ...(await stage.woo.createKey('taxed')) };
    const done = await stage.test.call('POST', '/api/stores/woocommerce', { token: owner.token, body });
    await stage.run(kit);
    const { id: order } = await stage.woo.placeOrder('taxed', {
      lines: [{ sku: 'MUG', quantity: 3 }],
      tax: 20,
    });
    await stage.woo.settled('taxed');
    await stage.run(kit);
    expect(await kept(done.body.data.id)).toEqual([[3600, 600, false, 0]]);
    const lines = (await stage.woo.order('taxed', order))?.line_items as { id: number }[];
    await stage.woo.refund('taxed', order, { [String(lines[0]?.id)]: 1 });
    await stage.woo.settled('taxed');
    await stage.run(kit);
    expect(await kept(done.body.data.id)).toEqual([[2400, 400, false, 1200]]);
  });
});
