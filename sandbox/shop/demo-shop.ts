import { placeOrder } from './order-changes.ts';
import { insertProduct, type NewProduct, variantsOf } from './catalogue.ts';
import type { NewOrder } from './order-records.ts';
import { insertOrders } from './orders.ts';
import { SHOP_SCENES } from './picture.ts';
import type { Address, ShopRow, VariantRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { BUYERS, GOODS } from './sample-goods.ts';
import { createShop } from './shops.ts';
import { inTransaction } from './sql.ts';

/** A repeatable number out of a text, so that the same domain always gets the same shop. */
function seedOf(text: string): number {
  let hash = 2_166_136_261;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

function productsFor(seed: number): NewProduct[] {
  const start = seed % GOODS.length;
  return Array.from({ length: 6 }, (_, index) => GOODS[(start + index * 2) % GOODS.length]).flatMap(
    (good, index): NewProduct[] => {
      if (!good) return [];
      const code = good.title
        .replace(/[^A-Z]/g, '')
        .slice(0, 3)
        .padEnd(3, 'X');
      const [first, second] = good.options;
      const choices = (first?.values ?? ['']).flatMap((one) =>
        (second?.values ?? ['']).map((other) => [one, other].filter(Boolean)),
      );
      return [
        {
          title: good.title,
          productType: good.type,
          vendor: 'House brand',
          description: `<p>${good.text}</p>`,
          tags: [good.type.toLowerCase()],
          options: good.options,
          picture: { motif: good.motif, scene: 1 + (seed % SHOP_SCENES) },
          variants: choices.map((values, at) => ({
            values,
            sku: `${code}-${index + 1}${values
              .map(
                (value) =>
                  `-${value
                    .replace(/[^A-Za-z0-9]/g, '')
                    .slice(0, 3)
                    .toUpperCase()}`,
              )
              .join('')}`,
            price: good.price + at * 100,
            compareAt: Math.round(good.price * 1.3),
            grams: good.grams,
            stock: 20 + ((seed >>> (at % 8)) % 60),
          })),
        },
      ];
    },
  );
}

/** Address of a made-up buyer. */
export function buyerAddress(index: number): Address & { email: string } {
  const buyer = BUYERS[index % BUYERS.length];
  if (!buyer) throw new Error('there are no buyers');
  const { first_name, last_name } = buyer;
  return {
    ...buyer,
    email: `${first_name}.${last_name}@buyer.example`
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z@.]/g, ''),
  };
}

/** To how many countries the orders of a domain's demo shop go, and how many of its products they order. */
export function demoShopScope(domain: string): { countries: number; products: number } {
  const seed = seedOf(domain);
  const products = productsFor(seed).flatMap(({ variants }, product) => variants.map(() => product));
  const orders = demoOrders(seed, products.length);
  return {
    countries: new Set(orders.map(({ buyer }) => buyerAddress(buyer).country_code)).size,
    products: new Set(orders.flatMap(({ variants }) => variants.map((at) => products[at]))).size,
  };
}

/** Who orders what in the demo shop: the number of a buyer, and those of variants. */
function demoOrders(seed: number, variants: number): { buyer: number; variants: number[] }[] {
  return Array.from({ length: 8 }, (_, index) => ({
    buyer: seed + index * 3,
    variants: Array.from(
      { length: 1 + ((seed >>> index) % 3) },
      (__, line) => (seed + index * 5 + line * 7) % variants,
    ),
  }));
}

function ordersFor(rt: ShopRuntime, seed: number, variants: VariantRow[]): NewOrder[] {
  return demoOrders(seed, variants.length).map(({ buyer, variants: ordered }, index): NewOrder => {
    const { email, ...address } = buyerAddress(buyer);
    const createdAt = new Date(rt.now().getTime() - (8 - index) * 18 * 3_600_000 + (seed % 3_600) * 1_000);
    return {
      address,
      buyer: { email },
      createdAt,
      shipping: index % 2 === 0 ? 499 : 0,
      financialStatus: index === 6 ? 'PENDING' : 'PAID',
      lines: ordered.map((at, line) => ({
        variantId: variants[at]?.id ?? '',
        quantity: 1 + ((seed + index + line) % 3 === 0 ? 1 : 0),
      })),
    };
  });
}

/** A small shop with six products and eight orders of recent days; the same domain always gets the same goods. */
export async function makeDemoShop(rt: ShopRuntime, domain: string): Promise<ShopRow> {
  const shop = await createShop(rt, { domain });
  const seed = seedOf(domain);
  await inTransaction(rt.pool, async (db) => {
    const ids: string[] = [];
    for (const product of productsFor(seed))
      ids.push(
        await insertProduct(db, rt, shop, { ...product, createdAt: new Date(rt.now().getTime() - 20 * 86_400_000) }),
      );
    await insertOrders(db, rt, shop, ordersFor(rt, seed, await variantsOf(db, ids)));
  });
  return shop;
}

/** Places an order as a made-up buyer with the given lines. */
export async function placeSampleOrder(
  rt: ShopRuntime,
  shop: ShopRow,
  lines: NewOrder['lines'],
  buyer: number,
): Promise<void> {
  const { email, ...address } = buyerAddress(buyer);
  await placeOrder(rt, shop, { lines, address, buyer: { email }, shipping: 499 });
}
