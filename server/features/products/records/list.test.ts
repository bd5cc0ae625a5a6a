import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  address,
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  removeShopOrders,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { applyProducts, mapVariants, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { givenStock, shared } from '#testing/stock-fixtures.ts';
import { bySize } from '#testing/size.ts';

let test: TestApp;
let owner: Person;
let store: string;
let channel: Channel;
const productOf: Record<string, string> = {};
const skuOf: Record<string, string> = {};

const day = (n: number) => new Date(Date.UTC(2026, 10, n, 8));
const hoursAgo = (n: number) => new Date(test.clock.now().getTime() - n * 3_600_000);
const call = (method: string, path: string, token = owner.token) => test.call(method, path, { token });
const list = async (query: string) => (await call('GET', `/api/products?${query}`)).body;
const titles = async (query: string): Promise<string[]> =>
  (await list(query)).data.map((row: { title: string }) => row.title);
const row = async (title: string) => (await call('GET', `/api/products/${productOf[title]}`)).body.data;

/** An order of one piece of each of these variants. */
const sell = (name: string, variants: string[], more: Parameters<typeof shopOrder>[1] = {}, at = store) =>
  inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(
      ctx,
      { account_id: owner.account_id, id: at },
      [
        shopOrder(
          variants.map((id) =>
            shopLine({ external_id: id, sku: '' }, { external_id: `line-${id}`, quantity: 1, current_quantity: 1 }),
          ),
          { external_id: name, name, placed_at: hoursAgo(24), updated_at: hoursAgo(23), address, ...more },
        ),
      ],
      'api',
    ),
  );

const map = (variant_id: string, sku: string, quantity = 1) =>
  inAccount(test, owner.account_id, (ctx) =>
    mapVariants(ctx, [{ variant_id, source: 'manual', components: [{ catalog_sku_id: sku, quantity }] }]),
  );
const variantsOf = async (title: string): Promise<{ id: string }[]> =>
  (await call('GET', `/api/products/${productOf[title]}/variants`)).body.data;

beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  channel = await givenChannel(test);
  store = await givenStore(test, owner.account_id);
  const spare = await givenStore(test, owner.account_id, { name: 'Spare' });
  await applyProducts(test, owner.account_id, store, [
    shopProduct('1', [shopVariant('11', { price: 2000 }), shopVariant('12', { price: 4000 })], {
      title: 'Moon lamp',
      vendor: 'Bright',
      tags: ['lamp', 'night'],
      updated_at: day(1),
    }),
    shopProduct('2', [shopVariant('21', { price: 1000 })], {
      title: 'Sun hat',
      vendor: 'Shade',
      tags: ['hat'],
      status: 'draft',
      updated_at: day(2),
    }),
    shopProduct('3', [shopVariant('31', { price: 9900 })], { title: 'big tent', tags: [], updated_at: day(3) }),
  ]);
  for (const { id, title } of (await list('')).data as { id: string; title: string }[]) productOf[title] = id;
  for (const name of ['lamp', 'hat']) {
    const goods = await givenVariant(test, { account_id: owner.account_id, id: spare }, { weight_g: 500 });
    skuOf[name] = goods.sku_id;
    for (const [destination, unit_price] of [
      ['US', 500],
      ['DE', 600],
    ] as const)
      await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel, unit_price, destination });
  }
  await inAccount(test, owner.account_id, ({ db }) =>
    db.updateTable('store_products').set({ removed_at: new Date() }).where('store_id', '=', spare).execute(),
  );
  const lamps = await variantsOf('Moon lamp');
  await map(lamps[0]?.id ?? '', skuOf.lamp ?? '');
  await map(lamps[1]?.id ?? '', skuOf.lamp ?? '', 2);
  await map((await variantsOf('Sun hat'))[0]?.id ?? '', skuOf.hat ?? '');
  await sell('#1', ['11']);
  await sell('#2', ['11', '12'], { address: { ...address, country: 'DE' } });
  await sell('#3', ['12'], { address: { ...address, country: 'DE' } });
  await runTasks(test);
});
afterAll(() => test.close());

describe('what a row says', () => {
  it('prices one piece to where most of its orders go as an order of it is priced, and says what is left of the price', async () => {
    await sell('#one', ['11'], { address: { ...address, country: 'DE' } });
    const orders = (await call('GET', `/api/shopify_orders?q=%23one`)).body.data;
    const lamp = await row('Moon lamp');
    expect(lamp.landed.country).toBe('DE');
    expect(lamp.landed.min).toEqual({ amount: orders[0].cost.total, currency: 'USD' });
    // two pieces in one parcel: handling once, 1 kg, two goods
    expect(lamp.landed.max.amount).toBe(2 * 600 + 200 + 1000);
    const left = (price: number, cost: number) => Math.round(((price - cost) / price) * 1000) / 10;
    expect(lamp.margin).toEqual({
      low: Math.min(left(2000, lamp.landed.min.amount), left(4000, 2400)),
      high: Math.max(left(2000, lamp.landed.min.amount), left(4000, 2400)),
      conversion: null,
    });
    expect(lamp).toMatchObject({ unpriced: false, discontinued: false, orders_30d: 4, orders_waiting: 0 });
    // without orders of its own: where the account sells most
    expect((await row('Sun hat')).landed.country).toBe('DE');
    expect(await row('big tent')).toMatchObject({ landed: null, margin: null, unpriced: true, cost_min: null });
  });

  it('follows prices, items and the store’s own price', async () => {
    const hat = await row('Sun hat');
    expect(hat.margin).toEqual({ low: -30, high: -30, conversion: null }); // 600 + 200 + 500 of 1000
    await applyProducts(test, owner.account_id, store, [
      shopProduct('2', [shopVariant('21', { price: 2600 })], {
        title: 'Sun hat',
        vendor: 'Shade',
        tags: ['hat'],
        status: 'draft',
        updated_at: new Date(day(2).getTime() + 1000),
      }),
    ]);
    await runTasks(test);
    expect((await row('Sun hat')).margin).toEqual({ low: 50, high: 50, conversion: null });
  });

  it('says what there is in stock of what it consists of', async () => {
    expect((await row('Sun hat')).stock).toEqual({ state: 'none', own: 0, shared: 0 });
    await givenStock(test, owner.account_id, skuOf.lamp ?? '', 1);
    expect((await row('Moon lamp')).stock).toEqual({ state: 'partly', own: 1, shared: 0 });
    await givenStock(test, shared, skuOf.lamp ?? '', 5);
    expect((await row('Moon lamp')).stock).toEqual({ state: 'in_stock', own: 1, shared: 5 });
    const items = (await call('GET', `/api/products/${productOf['Moon lamp']}/stock`)).body.data;
    expect(items).toMatchObject([
      {
        sku: { id: skuOf.lamp, weight_g: 500, lead_days: 3 },
        variants: 2,
        own: [{ warehouse: { code: 'YIW' }, on_hand: 1, available: 1, committed: 0 }],
        shared: [{ warehouse: { code: 'YIW' }, available: 5 }],
      },
    ]);
    expect(items[0].shared[0]).not.toHaveProperty('on_hand'); // how much others hold is theirs
    const path = `/api/products/${productOf['Moon lamp']}/stock`;
    expect((await test.call('GET', path)).status).toBe(401);
    expect((await call('GET', path, (await merchant(test)).token)).status).toBe(404);
    expect((await call('GET', `/api/products/${uuid()}/stock`)).status).toBe(404);
  });
});

describe('narrowing and sorting', () => {
  it.each([
    ['tab=mapped', ['Sun hat', 'Moon lamp']],
    ['tab=unmapped', ['big tent']],
    ['status=draft', ['Sun hat']],
    ['vendor=Shade', ['Sun hat']],
    ['vendor=shad', []],
    ['tag=night', ['Moon lamp']],
    ['tag=Bright', []],
    ['orders=some', ['Moon lamp']],
    ['orders=none', ['big tent', 'Sun hat']],
    ['price_from=30', ['big tent', 'Moon lamp']],
    ['price_to=39.99', ['Sun hat', 'Moon lamp']],
    ['price_from=45&price_to=90', []],
    ['margin_below=50', ['Moon lamp']],
    ['margin_below=0', []],
    ['unpriced=true', ['big tent']],
    ['unpriced=false&status=active', ['Moon lamp']],
    ['discontinued=true', []],
    ['q=lamp%0Abig', ['big tent', 'Moon lamp']],
    ['q=SKU-21%0A31', ['big tent', 'Sun hat']],
    ['sort=title', ['big tent', 'Moon lamp', 'Sun hat']],
    ['sort=-title', ['Sun hat', 'Moon lamp', 'big tent']],
    ['sort=price', ['Moon lamp', 'Sun hat', 'big tent']],
    ['sort=-price', ['big tent', 'Sun hat', 'Moon lamp']],
    ['sort=-orders&per_page=1', ['Moon lamp']],
    ['sort=changed', ['Moon lamp', 'Sun hat', 'big tent']],
  ])('%s answers %j', { tags: ['D2-02'] }, async (query, expected) => {
    const { data, meta } = await list(query);
    expect(data.map((one: { title: string }) => one.title)).toEqual(expected);
    if (!query.includes('per_page')) expect(meta.total).toBe(expected.length);
  });

  it('finds products of a discontinued item, whatever rule it stands in', async () => {
    const setStatus = (status: string) =>
      test.ground.db.transaction().execute(async (db) => {
        await sql`SET LOCAL ROLE tradewind_desk`.execute(db);
        await db
          .updateTable('catalog_skus')
          .set({ status })
          .where('id', '=', skuOf.hat ?? '')
          .execute();
      });
    await setStatus('discontinued');
    await map((await variantsOf('big tent'))[0]?.id ?? '', skuOf.lamp ?? '');
    await runTasks(test);
    await test.app.tasks.products_figures_all?.(systemEntry(test), {}); // the night heals what nobody reported
    await runTasks(test);
    expect(await titles('discontinued=true')).toEqual(['Sun hat']);
    await setStatus('active');
  });

  it('names vendors and tags, and refuses nonsense', async () => {
    expect((await call('GET', '/api/products/facets')).body.data).toEqual({
      vendors: ['Bright', 'Shade'],
      tags: ['hat', 'lamp', 'night'],
    });
    const stranger = await merchant(test);
    expect((await call('GET', '/api/products/facets', stranger.token)).body.data).toEqual({ vendors: [], tags: [] });
    expect((await test.call('GET', '/api/products/facets')).status).toBe(401);
    for (const bad of ['status=sold', 'orders=many', 'margin_below=x', 'price_from=-1'])
      expect((await call('GET', `/api/products?${bad}`)).status).toBe(400);
  });
});

describe('orders per product', () => {
  const variants = ['a1', 'a2', 'b1', 'c1'];
  const action = fc.oneof(
    fc.record({
      kind: fc.constant('tell' as const),
      order: fc.integer({ min: 1, max: 4 }),
      lines: fc.uniqueArray(fc.constantFrom(...variants), { minLength: 1, maxLength: 3 }),
      left: fc.integer({ min: 0, max: 1 }),
      days: fc.constantFrom(1, 29, 31),
      cancelled: fc.boolean(),
      country: fc.constantFrom('US', 'DE'),
    }),
    fc.record({ kind: fc.constant('delete' as const), order: fc.integer({ min: 1, max: 4 }) }),
    fc.record({
      kind: fc.constant('arrive' as const),
      variant: fc.constantFrom(...variants),
      to: fc.constantFrom('a', 'b', 'c'),
    }),
  );

  /** The figures of the list, and the same counted from orders and lines. */
  const both = (at: string) =>
    inAccount(test, owner.account_id, async ({ db, now }) => {
      const { rows } = await sql<{
        listed: number;
        waits: number;
        counted: number;
        waiting: number;
        places: string;
        went: string;
      }>`
        SELECT (SELECT count(*)::int FROM order_products n WHERE n.product_id = p.id AND n.placed_at >= ${now}::timestamptz - interval '30 days') AS listed,
               (SELECT count(*)::int FROM order_products n WHERE n.product_id = p.id AND n.waiting) AS waits,
               (SELECT coalesce(string_agg(n.country, '' ORDER BY n.country), '') FROM order_products n WHERE n.product_id = p.id) AS went,
               count(DISTINCT o.id) FILTER (WHERE o.placed_at >= ${now}::timestamptz - interval '30 days')::int AS counted,
               count(DISTINCT o.id) FILTER (WHERE o.stage IN ('imported', 'quoting'))::int AS waiting,
               coalesce((SELECT string_agg(x.country, '' ORDER BY x.country) FROM (SELECT DISTINCT q.id, q.country FROM orders q
                 JOIN order_lines i ON i.account_id = q.account_id AND i.order_id = q.id AND i.current_quantity > 0
                 JOIN store_variants w ON w.account_id = i.account_id AND w.id = i.variant_id
                 WHERE w.product_id = p.id AND q.stage <> 'cancelled') x), '') AS places
        FROM store_products p
        LEFT JOIN store_variants v ON v.account_id = p.account_id AND v.product_id = p.id
        LEFT JOIN order_lines l ON l.account_id = v.account_id AND l.variant_id = v.id AND l.current_quantity > 0
        LEFT JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id AND o.stage <> 'cancelled'
        WHERE p.store_id = ${at} GROUP BY p.account_id, p.id`.execute(db);
      return {
        kept: rows.map((one) => [one.listed, one.waits, one.went]),
        live: rows.map((one) => [one.counted, one.waiting, one.places]),
      };
    });

  it('are those of a live count after orders came, changed, were cancelled or deleted, and variants arrived or moved', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
        const at = await givenStore(test, owner.account_id);
        let minutes = 0;
        const later = () => new Date(day(4).getTime() + (minutes += 1) * 60_000);
        for (const one of actions) {
          if (one.kind === 'tell') {
            const [first, ...rest] = one.lines;
            const lines = [first ?? 'a1', ...rest].map((id, index) =>
              shopLine(
                { external_id: id, sku: '' },
                { external_id: `l${id}`, quantity: 1, current_quantity: index === 0 ? one.left : 1 },
              ),
            );
            await inAccount(test, owner.account_id, (ctx) =>
              applyShopOrders(
                ctx,
                { account_id: owner.account_id, id: at },
                [
                  shopOrder(lines, {
                    external_id: `${one.order}`,
                    name: `#p${one.order}`,
                    placed_at: hoursAgo(one.days * 24),
                    updated_at: later(),
                    cancelled_at: one.cancelled ? later() : null,
                    address: { ...address, country: one.country },
                  }),
                ],
                'api',
              ),
            );
          } else if (one.kind === 'delete')
            await inAccount(test, owner.account_id, (ctx) =>
              removeShopOrders(ctx, { account_id: owner.account_id, id: at }, [`${one.order}`]),
            );
          else
            await applyProducts(
              test,
              owner.account_id,
              at,
              [shopProduct(one.to, [shopVariant(one.variant)], { updated_at: later() })],
              { partial: true },
            );
          const { kept, live } = await both(at);
          expect(kept).toEqual(live);
        }
      }),
      { numRuns: bySize(8, 200) },
    );
  });
});
