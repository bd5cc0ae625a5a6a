import type { Platform } from './connector.ts';
import { isShopDomain, shopAddress } from './shopify/shop-url.ts';
import { urlOfDomain } from './woocommerce/store-url.ts';

/** An order as its shop knows it. */
export type ShopOrderKey = { platform: string; domain: string | null; external_id: string };

const pages: Partial<Record<Platform, (domain: string, id: string, shopUrl: string) => string | null>> = {
  shopify: (domain, id, shopUrl) =>
    isShopDomain(domain) ? `${shopAddress(shopUrl)(domain)}/admin/orders/${id}` : null,
  // the page of a post: shops that keep orders in tables of their own lead on from there
  woocommerce: (domain, id) => {
    const url = urlOfDomain(domain);
    return url && `${url}/wp-admin/post.php?post=${id}&action=edit`;
  },
};

/** Where a shop's own people see an order; null where the platform has no such page, or the order is not one of the shop's. */
export function orderPageOf({ platform, domain, external_id }: ShopOrderKey, shopUrl: string): string | null {
  if (domain === null || !/^\d+$/.test(external_id)) return null;
  return pages[platform as Platform]?.(domain, external_id, shopUrl) ?? null;
}
