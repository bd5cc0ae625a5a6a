import type { Ground } from '#server/db/context.ts';
import type { StoresKit } from '#server/features/stores/records/kit.ts';
import { storesKit } from '#server/features/stores/stores.routes.ts';
import type { Config } from '#server/lib/config.ts';

/** What speaks to the shops, and how many records they have told. */
export function kitThatCounts(from: { ground: Ground; config: Config }): { kit: StoresKit; reported: () => number } {
  let reported = 0;
  const kit = storesKit(from);
  const { changedOrders, changedProducts } = kit.shopify;
  const count = <Page extends { items: readonly unknown[] }>(page: Page) => {
    reported += page.items.length;
    return page;
  };
  const shopify = {
    ...kit.shopify,
    changedOrders: async (...args: Parameters<typeof changedOrders>) => count(await changedOrders(...args)),
    changedProducts: async (...args: Parameters<typeof changedProducts>) => count(await changedProducts(...args)),
  };
  return { kit: { ...kit, shopify }, reported: () => reported };
}
