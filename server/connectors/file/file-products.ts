import type { ShopOrder, ShopProduct, ShopVariant } from '../connector.ts';

/**
 * The products that orders of a file speak of: a store without a shop has no other catalogue. One product per variant
 * key; a title and variant in one cell are not taken apart on a guess.
 */
export function productsOfOrders(orders: readonly ShopOrder[], now: Date): ShopProduct[] {
  const products = new Map<string, ShopProduct>();
  for (const line of orders.flatMap((order) => order.lines)) {
    const key = line.external_variant_id;
    if (key === null || products.has(key)) continue;
    const variant: ShopVariant = {
      external_id: key,
      title: line.variant_title ?? 'Default',
      sku: line.sku,
      barcode: null,
      options: [],
      price: line.unit_price,
      compare_at: null,
      weight_g: null,
      inventory_item_id: null,
      requires_shipping: line.requires_shipping,
      position: 1,
    };
    products.set(key, {
      external_id: key,
      title: line.title,
      handle: null,
      status: 'active',
      vendor: null,
      product_type: null,
      tags: [],
      url: null,
      image_url: null,
      created_at: now,
      updated_at: now,
      variants: [variant],
    });
  }
  return [...products.values()];
}
