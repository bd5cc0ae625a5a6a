import type { HookBody } from './hooks.ts';
import { decimal } from './money.ts';
import type { ProductRow, ShopRow, VariantRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { shopTime } from './shop-time.ts';

/** Address of a product's picture on this server. */
export function pictureUrl(base: string, shop: ShopRow, productId: string): string {
  return `${base}/${shop.domain}/cdn/${productId}.png`;
}

function variantBody(shop: ShopRow, product: ProductRow, variant: VariantRow): HookBody {
  const option = (index: number) => variant.options[index]?.value ?? null;
  return {
    id: BigInt(variant.id),
    product_id: BigInt(product.id),
    title: variant.title,
    price: decimal(variant.price, shop.currency),
    position: variant.position,
    inventory_policy: variant.policy.toLowerCase(),
    compare_at_price: variant.compare_at === null ? null : decimal(variant.compare_at, shop.currency),
    option1: option(0),
    option2: option(1),
    option3: option(2),
    created_at: shopTime(variant.created_at, shop),
    updated_at: shopTime(variant.updated_at, shop),
    taxable: true,
    barcode: variant.barcode,
    fulfillment_service: 'manual',
    grams: Math.round(variant.grams),
    inventory_management: variant.tracked ? 'shopify' : null,
    requires_shipping: variant.requires_shipping,
    sku: variant.sku,
    weight: variant.grams / 1000,
    weight_unit: 'kg',
    inventory_item_id: BigInt(variant.item_id),
    inventory_quantity: variant.quantity,
    old_inventory_quantity: variant.quantity,
    admin_graphql_api_id: `gid://shopify/ProductVariant/${variant.id}`,
    image_id: null,
  };
}

function imageBodies(rt: ShopRuntime, shop: ShopRow, product: ProductRow): HookBody[] {
  const sources =
    product.media.length > 0
      ? product.media
      : [{ id: product.id, source: pictureUrl(rt.baseUrl(), shop, product.id), alt: product.title }];
  return sources.map((media, index) => ({
    id: BigInt(media.id),
    alt: media.alt,
    position: index + 1,
    product_id: BigInt(product.id),
    created_at: shopTime(product.created_at, shop),
    updated_at: shopTime(product.updated_at, shop),
    admin_graphql_api_id: `gid://shopify/MediaImage/${media.id}`,
    width: 600,
    height: 600,
    src: media.source,
    variant_ids: [],
  }));
}

/** Body of `products/create` and `products/update`: the REST product (shopify.md §3.5). */
export function productBody(rt: ShopRuntime, shop: ShopRow, product: ProductRow, variants: VariantRow[]): HookBody {
  const images = imageBodies(rt, shop, product);
  return {
    id: BigInt(product.id),
    title: product.title,
    body_html: product.description,
    vendor: product.vendor,
    product_type: product.product_type,
    created_at: shopTime(product.created_at, shop),
    handle: product.handle,
    updated_at: shopTime(product.updated_at, shop),
    published_at: product.published && product.status === 'ACTIVE' ? shopTime(product.created_at, shop) : null,
    template_suffix: null,
    published_scope: 'web',
    tags: product.tags.join(', '),
    status: product.status.toLowerCase(),
    admin_graphql_api_id: `gid://shopify/Product/${product.id}`,
    variants: variants.map((variant) => variantBody(shop, product, variant)),
    options: product.options.map((option, index) => ({
      id: BigInt(option.id),
      product_id: BigInt(product.id),
      name: option.name,
      position: index + 1,
      values: option.values.map((value) => value.name),
    })),
    images,
    image: images[0] ?? null,
  };
}
