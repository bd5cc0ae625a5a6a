import {
  changeRecord,
  type Doc,
  findRecord,
  insertRecord,
  newWooId,
  recordsOf,
  removeRecord,
  type WooRecord,
  type WooRuntime,
  type WooShop,
} from './woo-records.ts';
import { report } from './woo-hooks.ts';

export type WooVariation = {
  sku: string;
  price: string;
  options: Record<string, string>;
  weight?: string;
  /** Address of its own picture. */
  image?: string;
};
export type NewWooProduct = {
  name: string;
  type?: 'simple' | 'variable' | 'external' | 'grouped';
  sku?: string;
  price?: string;
  weight?: string;
  virtual?: boolean;
  status?: string;
  category?: string;
  /** What its picture shows. */
  motif?: string;
  variations?: WooVariation[];
};

const goods = (sku: string, price: string, weight: string | undefined, virtual = false): Doc => ({
  sku,
  price,
  regular_price: price,
  sale_price: '',
  weight: weight ?? '',
  virtual,
  manage_stock: false,
  stock_quantity: null,
});

/** Puts a product and its variations into a shop. */
export async function addProduct(rt: WooRuntime, shop: WooShop, product: NewWooProduct, at?: Date): Promise<WooRecord> {
  const variations = product.variations ?? [];
  const when = at ? { at } : {};
  const names = [...new Set(variations.flatMap((one) => Object.keys(one.options)))];
  const id = await newWooId(rt.pool);
  const slug = product.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const record = await insertRecord(
    rt,
    shop.slug,
    'product',
    {
      name: product.name,
      slug,
      type: product.type ?? (variations.length > 0 ? 'variable' : 'simple'),
      status: product.status ?? 'publish',
      permalink: `${rt.baseUrl()}/woo/${shop.slug}/product/${slug}/`,
      parent_id: 0,
      ...goods(product.sku ?? '', product.price ?? variations[0]?.price ?? '', product.weight, product.virtual),
      categories: product.category ? [{ id: 1, name: product.category, slug: '' }] : [],
      tags: [],
      images: [{ id, src: `${rt.baseUrl()}/woo/${shop.slug}/picture/${product.motif ?? 'thing'}-${id}.png` }],
      attributes: names.map((name) => ({
        name,
        variation: true,
        options: [...new Set(variations.map((one) => one.options[name] ?? ''))],
      })),
    },
    { id, ...when },
  );
  for (const one of variations) {
    const attributes = Object.entries(one.options).map(([name, option]) => ({ id: 0, name, option }));
    await insertRecord(
      rt,
      shop.slug,
      'variation',
      {
        ...goods(one.sku, one.price, one.weight ?? product.weight),
        attributes,
        image: one.image === undefined ? null : { id, src: one.image },
      },
      { parent: id, ...when },
    );
  }
  if (!at) await report(rt, shop, 'product.created', record);
  return record;
}

export async function changeProduct(rt: WooRuntime, shop: WooShop, id: string, change: Doc): Promise<void> {
  await changeRecord(rt, shop.slug, 'product', id, change);
  const record = await findRecord(rt.pool, shop.slug, 'product', id);
  if (record) await report(rt, shop, 'product.updated', record);
}

/** Takes a product out of the shop for good. */
export async function deleteProduct(rt: WooRuntime, shop: WooShop, id: string): Promise<void> {
  const record = await findRecord(rt.pool, shop.slug, 'product', id);
  for (const one of await recordsOf(rt.pool, shop.slug, 'variation', id))
    await removeRecord(rt.pool, shop.slug, 'variation', one.id);
  await removeRecord(rt.pool, shop.slug, 'product', id);
  if (record) await report(rt, shop, 'product.deleted', record);
}
