import { firstRow, rows } from '../shop/sql.ts';
import { approve, askSchema, denied } from './woo-consent.ts';
import { clearWooFaults, switchWooFault, type WooFault } from './woo-faults.ts';
import { addProduct, changeProduct, deleteProduct, type NewWooProduct } from './woo-goods.ts';
import { repeatDelivery, type WooDelivery } from './woo-hooks.ts';
import { makeKey } from './woo-keys.ts';
import { changeOrder, deleteOrder, type NewWooOrder, placeOrder, refundOrder } from './woo-orders.ts';
import { type Doc, findRecord, findShop, type Kind, recordsOf, type WooRuntime, type WooShop } from './woo-records.ts';
import { sampleProducts } from './woo-samples.ts';

export type NewWooShop = Partial<Omit<WooShop, 'slug' | 'faults'>> & { slug: string; products?: NewWooProduct[] };
export type WooControl = ReturnType<typeof makeWooControl>;

/** Steers the sandbox's WooCommerce shops from tests, from the demo and from its pages. */
export function makeWooControl(rt: WooRuntime) {
  async function shopOf(slug: string): Promise<WooShop> {
    const shop = await findShop(rt.pool, slug);
    if (!shop) throw new Error(`there is no shop ${slug}`);
    return shop;
  }
  async function createShop({ slug, products = [], ...given }: NewWooShop): Promise<WooShop> {
    const shop = {
      name: slug,
      currency: 'USD',
      weight_unit: 'kg',
      timezone: 'America/New_York',
      permalinks: true,
      plugins: [],
      ...given,
    };
    await rt.pool.query(
      'insert into woo_shops (slug, name, currency, weight_unit, timezone, permalinks, plugins) values ($1, $2, $3, $4, $5, $6, $7)',
      [slug, shop.name, shop.currency, shop.weight_unit, shop.timezone, shop.permalinks, shop.plugins],
    );
    const made = await shopOf(slug);
    for (const product of products) await addProduct(rt, made, product, rt.now());
    return made;
  }
  const recordsIn = async (slug: string, kind: Kind, parent?: string) =>
    (await recordsOf(rt.pool, slug, kind, parent)).map(({ doc }) => doc);

  return {
    /** What a merchant types. */
    url: (slug: string) => `${rt.baseUrl()}/woo/${slug}`,
    createShop,
    findShop: (slug: string) => findShop(rt.pool, slug),
    shops: () => rows<WooShop>(rt.pool, 'select * from woo_shops order by slug'),
    /** The shop, made with a few goods and orders when nobody has heard of it yet. */
    async openShop(slug: string): Promise<WooShop> {
      const known = await findShop(rt.pool, slug);
      if (known) return known;
      const shop = await createShop({ slug, name: slug.replaceAll('-', ' '), products: sampleProducts });
      for (let n = 0; n < 4; n += 1) await this.placeAnyOrder(slug);
      return shop;
    },
    async placeAnyOrder(slug: string) {
      const shop = await shopOf(slug);
      const found = await rows<{ sku: string }>(
        rt.pool,
        `select doc ->> 'sku' as sku from woo_records where shop = $1 and kind in ('product', 'variation') and doc ->> 'sku' <> '' order by id`,
        [slug],
      );
      const count = await firstRow<{ n: number }>(
        rt.pool,
        `select count(*)::int as n from woo_records where shop = $1 and kind = 'order'`,
        [slug],
      );
      const { sku } = found[(count?.n ?? 0) % found.length] ?? { sku: '' };
      return placeOrder(rt, shop, { lines: [{ sku, quantity: 1 + ((count?.n ?? 0) % 2) }] });
    },
    createKey: async (slug: string, permissions?: 'read' | 'read_write') =>
      makeKey(rt, (await shopOf(slug)).slug, permissions),
    async revokeKeys(slug: string): Promise<void> {
      await rt.pool.query('delete from woo_shop_keys where shop = $1', [slug]);
    },
    keys: (slug: string) => rows(rt.pool, 'select * from woo_shop_keys where shop = $1', [slug]),
    async setPlugins(slug: string, plugins: string[]): Promise<void> {
      await rt.pool.query('update woo_shops set plugins = $2 where slug = $1', [slug, plugins]);
    },
    setFault: async (slug: string, fault: WooFault) => switchWooFault(rt, await shopOf(slug), fault),
    clearFaults: (slug: string) => clearWooFaults(rt, slug),
    addProduct: async (slug: string, product: NewWooProduct) => addProduct(rt, await shopOf(slug), product),
    changeProduct: async (slug: string, id: string, change: Doc) => changeProduct(rt, await shopOf(slug), id, change),
    deleteProduct: async (slug: string, id: string) => deleteProduct(rt, await shopOf(slug), id),
    placeOrder: async (slug: string, order: NewWooOrder) => placeOrder(rt, await shopOf(slug), order),
    changeOrder: async (slug: string, id: string, change: Doc) => changeOrder(rt, await shopOf(slug), id, change),
    refund: async (slug: string, id: string, pieces: Record<string, number>) =>
      refundOrder(rt, await shopOf(slug), id, pieces),
    deleteOrder: async (slug: string, id: string, forGood?: boolean) =>
      deleteOrder(rt, await shopOf(slug), id, forGood),
    order: async (slug: string, id: string) => (await findRecord(rt.pool, slug, 'order', id))?.doc,
    records: recordsIn,
    /** Consents, or refuses, as the merchant would on the consent page; answers where the browser goes. */
    async consent(authorizeUrl: string, answer: 'approve' | 'deny' = 'approve'): Promise<string> {
      const url = new URL(authorizeUrl);
      const asked = askSchema.parse(Object.fromEntries(url.searchParams));
      if (answer === 'deny') return denied(asked);
      const done = await approve(rt, await shopOf(url.pathname.split('/')[2] ?? ''), asked);
      if ('error' in done) throw new Error(done.error);
      return done.url;
    },
    deliveries: (slug: string, topic?: string) =>
      rows<WooDelivery>(
        rt.pool,
        'select * from woo_deliveries where shop = $1 and ($2::text is null or topic = $2) order by id',
        [slug, topic ?? null],
      ),
    repeat: (id: string) => repeatDelivery(rt, id),
    /** Resolves once no delivery of the shop waits. */
    async settled(slug: string): Promise<void> {
      for (;;) {
        const waiting = await firstRow(rt.pool, `select 1 from woo_deliveries where shop = $1 and state = 'waiting'`, [
          slug,
        ]);
        if (!waiting) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}
