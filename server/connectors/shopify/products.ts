import { z } from 'zod';
import type { ShopPage, ShopProduct, ShopSession, ShopVariant } from '../connector.ts';
import { gid, numericId } from './gid.ts';
import type { Graphql } from './graphql.ts';
import { nextOf, pageInfo } from './graphql-answer.ts';
import { toMinor } from '../minor-units.ts';
import { changedSince } from './orders.ts';

const text = z.string().nullable();

const preview = z.object({ image: z.object({ url: z.string() }).nullable() }).nullable();

const variantSchema = z.object({
  legacyResourceId: z.string(),
  title: z.string(),
  sku: text,
  barcode: text,
  price: z.string(),
  compareAtPrice: text,
  position: z.number(),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
  media: z.object({ nodes: z.array(z.object({ preview })) }),
  inventoryItem: z.object({
    id: z.string(),
    requiresShipping: z.boolean(),
    measurement: z.object({
      weight: z.object({ value: z.number(), unit: z.enum(['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS']) }).nullable(),
    }),
  }),
});
type VariantNode = z.infer<typeof variantSchema>;

const variantsSchema = z.object({ nodes: z.array(variantSchema), pageInfo });
const productSchema = z.object({
  id: z.string(),
  legacyResourceId: z.string(),
  title: z.string(),
  handle: z.string(),
  status: z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED']),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  onlineStoreUrl: text,
  featuredMedia: z.object({ preview }).nullable(),
  variants: variantsSchema,
});
type ProductNode = z.infer<typeof productSchema>;

const shopCurrency = z.object({ currencyCode: z.string() });
const pageSchema = z.object({ shop: shopCurrency, products: z.object({ nodes: z.array(productSchema), pageInfo }) });
const oneSchema = z.object({ shop: shopCurrency, product: productSchema.nullable() });
const variantsPageSchema = z.object({ product: z.object({ variants: variantsSchema }).nullable() });
const countSchema = z.object({ productsCount: z.object({ count: z.number() }).nullable() });

const gramsPer = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 };

function variantOf(node: VariantNode, currency: string): ShopVariant {
  const { weight } = node.inventoryItem.measurement;
  return {
    external_id: node.legacyResourceId,
    title: node.title,
    sku: node.sku ?? '',
    barcode: node.barcode,
    options: node.selectedOptions,
    price: toMinor(node.price, currency),
    compare_at: node.compareAtPrice === null ? null : toMinor(node.compareAtPrice, currency),
    weight_g: weight && weight.value > 0 ? Math.round(weight.value * gramsPer[weight.unit]) : null,
    inventory_item_id: numericId(node.inventoryItem.id),
    requires_shipping: node.inventoryItem.requiresShipping,
    position: node.position,
    image_url: node.media.nodes[0]?.preview?.image?.url ?? null,
  };
}

const states = { ACTIVE: 'active', ARCHIVED: 'archived', DRAFT: 'draft', UNLISTED: 'unlisted' } as const;
const filled = (value: string) => (value === '' ? null : value);

function productOf(node: ProductNode, variants: readonly VariantNode[], currency: string): ShopProduct {
  return {
    external_id: node.legacyResourceId,
    title: node.title,
    handle: node.handle,
    status: states[node.status],
    vendor: filled(node.vendor),
    product_type: filled(node.productType),
    tags: node.tags,
    url: node.onlineStoreUrl,
    image_url: node.featuredMedia?.preview?.image?.url ?? null,
    created_at: new Date(node.createdAt),
    updated_at: new Date(node.updatedAt),
    variants: variants.map((variant) => variantOf(variant, currency)),
  };
}

export function productReader(graphql: Graphql) {
  async function whole(shop: ShopSession, node: ProductNode, currency: string): Promise<ShopProduct> {
    const variants = [...node.variants.nodes];
    for (let after = nextOf(node.variants.pageInfo); after !== null; ) {
      const { product } = await graphql.call(shop, 'ProductVariantsPage', { id: node.id, after }, variantsPageSchema);
      variants.push(...(product?.variants.nodes ?? []));
      after = product ? nextOf(product.variants.pageInfo) : null;
    }
    return productOf(node, variants, currency);
  }
  const searchOf = (since: Date | null) => (since === null ? null : changedSince(since));

  return {
    async changed(shop: ShopSession, since: Date | null, cursor: string | null): Promise<ShopPage<ShopProduct>> {
      const answer = await graphql.call(shop, 'ProductsPage', { search: searchOf(since), after: cursor }, pageSchema);
      const items: ShopProduct[] = [];
      for (const node of answer.products.nodes) items.push(await whole(shop, node, answer.shop.currencyCode));
      return { items, next: nextOf(answer.products.pageInfo) };
    },
    async one(shop: ShopSession, externalId: string): Promise<ShopProduct | null> {
      const answer = await graphql.call(shop, 'ProductFull', { id: gid('Product', externalId) }, oneSchema);
      return answer.product && whole(shop, answer.product, answer.shop.currencyCode);
    },
    async byHandle(shop: ShopSession, handle: string): Promise<ShopProduct | null> {
      const answer = await graphql.call(shop, 'ProductByHandle', { handle }, oneSchema);
      return answer.product && whole(shop, answer.product, answer.shop.currencyCode);
    },
    async count(shop: ShopSession, since: Date | null): Promise<number> {
      const { productsCount } = await graphql.call(shop, 'ProductsCount', { search: searchOf(since) }, countSchema);
      return productsCount?.count ?? 0;
    },
  };
}
