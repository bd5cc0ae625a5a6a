import type { Platform } from './connector.ts';
import { isShopDomain, shopAddress } from './shopify/shop-url.ts';

/** An order as its shop knows it. */
export type ShopOrderKey = { platform: string; domain: string | null; external_id: string };

const shopify: Platform = 'shopify';

/** Where a shop's own people see an order; null where the platform has no such page, or the order is not one of the shop's. */
export function orderPageOf({ platform, domain, external_id }: ShopOrderKey, shopUrl: string): string | null {
  if (platform !== shopify || domain === null || !isShopDomain(domain) || !/^\d+$/.test(external_id)) return null;
  return `${shopAddress(shopUrl)(domain)}/admin/orders/${external_id}`;
}
