import { z } from 'zod';
import type { ShopPage, ShopProduct, ShopSession, ShopVariant } from '../connector.ts';
import { toMinor } from '../minor-units.ts';
import { ownEntry } from '../../lib/own-entry.ts';
import { changedSince, type Cursor, nextCursor, pageSize, utc } from './paging.ts';
import type { Rest } from './rest.ts';
import type { ShopFacts } from './settings.ts';

const word = z.string().catch('');
const names = z.array(z.object({ name: z.string() })).catch([]);

const goodsSchema = z.object({
  id: z.int().transform(String),
  sku: word,
  global_unique_id: word,
  price: word,
  regular_price: word,
  sale_price: word,
  weight: word,
  /** A variation's own picture; products have a list of theirs instead. */
  image: z.object({ src: word }).nullish().catch(null),
  virtual: z.boolean().catch(false),
  attributes: z.array(z.object({ name: z.string(), option: word, variation: z.boolean().catch(false) })).catch([]),
});
type Goods = z.infer<typeof goodsSchema>;

const productSchema = goodsSchema.extend({
  name: z.string(),
  slug: word,
  type: z.string(),
  parent_id: z.int().catch(0),
  status: z.string(),
  permalink: word,
  categories: names,
  tags: names,
  brands: names,
  images: z.array(z.object({ src: word })).catch([]),
  date_created_gmt: z.string().nullable(),
  date_modified_gmt: z.string().nullable(),
});
type Product = z.infer<typeof productSchema>;

const variationSize = 100;

/** Sets of other products, and links to other people's shops: nothing that could be sent. */
const notGoods = new Set(['grouped', 'external']);
const statusOf: Record<string, ShopProduct['status']> = { publish: 'active', private: 'unlisted', future: 'draft' };

const filled = (text: string | undefined) => (text === undefined || text.trim() === '' ? null : text.trim());
const money = (text: string, currency: string) => (/^\d+(\.\d*)?$/.test(text) ? toMinor(text, currency) : null);

function variantOf(goods: Goods, options: ShopVariant['options'], position: number, facts: ShopFacts): ShopVariant {
  const price = money(goods.price, facts.currency);
  const regular = money(goods.regular_price, facts.currency);
  const weight = Number(goods.weight.replace(',', '.'));
  return {
    external_id: goods.id,
    title: options.map((option) => option.value).join(' / ') || 'Default Title',
    sku: goods.sku,
    barcode: filled(goods.global_unique_id),
    options,
    price,
    compare_at: regular !== null && price !== null && regular > price ? regular : null,
    weight_g: weight > 0 ? Math.round(weight * facts.gramsPerUnit) : null,
    inventory_item_id: null,
    requires_shipping: !goods.virtual,
    position,
    image_url: filled(goods.image?.src),
  };
}

const optionsOf = (goods: Goods) =>
  goods.attributes.flatMap(({ name, option }) => (option === '' ? [] : [{ name, value: option }]));

function productOf(product: Product, variations: readonly Goods[] | null, facts: ShopFacts): ShopProduct {
  return {
    external_id: product.id,
    title: filled(product.name) ?? `#${product.id}`,
    handle: filled(product.slug),
    status: ownEntry(statusOf, product.status) ?? 'draft',
    vendor: filled(product.brands[0]?.name),
    product_type: filled(product.categories[0]?.name),
    tags: product.tags.map((tag) => tag.name),
    url: filled(product.permalink),
    image_url: filled(product.images[0]?.src),
    created_at: product.date_created_gmt === null ? null : utc(product.date_created_gmt),
    updated_at: utc(product.date_modified_gmt ?? product.date_created_gmt),
    variants:
      variations === null
        ? [variantOf(product, [], 1, facts)]
        : variations.map((one, index) => variantOf(one, optionsOf(one), index + 1, facts)),
  };
}

/** Reads products; the variations of each are a list of their own. */
export function productReader(rest: Rest, factsOf: (shop: ShopSession) => Promise<ShopFacts>) {
  async function variationsOf(shop: ShopSession, productId: string): Promise<Goods[]> {
    const all: Goods[] = [];
    for (let page = 1; ; page += 1) {
      const query = { per_page: variationSize, page, orderby: 'menu_order', order: 'asc' };
      const found = await rest.get(shop, `products/${productId}/variations`, query, z.array(goodsSchema), {
        orNull: 'record',
      });
      all.push(...(found?.data ?? []));
      if ((found?.data.length ?? 0) < variationSize) return all;
    }
  }

  async function whole(shop: ShopSession, product: Product): Promise<ShopProduct | null> {
    if (notGoods.has(product.type)) return null;
    const variable = product.type.startsWith('variable');
    return productOf(product, variable ? await variationsOf(shop, product.id) : null, await factsOf(shop));
  }

  const listOf = (since: Date | null, cursor: Cursor) => ({
    ...changedSince(since ?? new Date(0), cursor),
    status: 'any',
  });

  return {
    async changed(shop: ShopSession, since: Date | null, cursor: Cursor): Promise<ShopPage<ShopProduct>> {
      const found = await rest.get(shop, 'products', listOf(since, cursor), z.array(productSchema));
      const products = found?.data ?? [];
      const items: ShopProduct[] = [];
      for (const product of products) {
        const read = await whole(shop, product);
        if (read) items.push(read);
      }
      const changes = products.map((product) => utc(product.date_modified_gmt ?? product.date_created_gmt));
      return { items, next: nextCursor(since ?? new Date(0), cursor, changes, pageSize) };
    },
    /** A variation has an id of the same kind: what comes back is then the product that it belongs to. */
    async one(shop: ShopSession, externalId: string): Promise<ShopProduct | null> {
      const found = await rest.get(shop, `products/${externalId}`, {}, productSchema, { orNull: 'record' });
      if (!found || found.data.status === 'trash') return null;
      const { type, parent_id } = found.data;
      if (type === 'variation' && parent_id > 0) return this.one(shop, String(parent_id));
      return whole(shop, found.data);
    },
    async count(shop: ShopSession, since: Date | null): Promise<number> {
      const query = { ...listOf(since, null), per_page: 1 };
      return (await rest.get(shop, 'products', query, z.array(z.unknown())))?.total ?? 0;
    },
  };
}
