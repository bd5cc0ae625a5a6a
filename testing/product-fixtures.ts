import type { ShopProduct, ShopVariant } from '#server/connectors/connector.ts';
import { reviewAccountMappings, reviewMappingsOf } from '#server/features/products/mapping/drift.service.ts';
import { inAccount, systemEntry } from './order-fixtures.ts';
import type { Place } from './people.ts';
import { applyShopProducts } from '#server/features/products/intake/apply.service.ts';

/** The action by which variants are mapped, for tests of features that build on it. */
export { mapVariants } from '#server/features/products/mapping/map-variants.service.ts';

/** A variant as a shop reports it. */
export function shopVariant(external_id: string, more: Partial<ShopVariant> = {}): ShopVariant {
  return {
    external_id,
    title: `Variant ${external_id}`,
    sku: `SKU-${external_id}`,
    barcode: null,
    options: [{ name: 'Color', value: `Color ${external_id}` }],
    price: 1999,
    compare_at: null,
    weight_g: 300,
    inventory_item_id: null,
    requires_shipping: true,
    position: 1,
    ...more,
  };
}

/** A product as a shop reports it. */
export function shopProduct(
  external_id: string,
  variants: ShopVariant[],
  more: Partial<ShopProduct> = {},
): ShopProduct {
  return {
    external_id,
    title: `Product ${external_id}`,
    handle: `product-${external_id}`,
    status: 'active',
    vendor: 'Bright',
    product_type: null,
    tags: ['lamp'],
    url: `https://shop.example/products/${external_id}`,
    image_url: null,
    created_at: new Date('2026-11-01T08:00:00Z'),
    updated_at: new Date('2026-11-20T08:00:00Z'),
    variants,
    ...more,
  };
}

/** Applies products as the sync does. */
export function applyProducts(
  test: Pick<Place, 'ground'>,
  account_id: string,
  store: string,
  products: ShopProduct[],
  options: { partial?: boolean } = {},
) {
  return inAccount(test, account_id, (ctx) => applyShopProducts(ctx, { account_id, id: store }, products, options));
}

/** What follows when the catalogue says that an item has changed, for one account. */
export async function reviewMappings(test: Pick<Place, 'ground'>, account_id: string, sku_id: string): Promise<void> {
  await systemEntry(test).run('all_accounts', (ctx) => reviewMappingsOf(ctx, sku_id));
  await inAccount(test, account_id, (ctx) => reviewAccountMappings(ctx, sku_id));
}
