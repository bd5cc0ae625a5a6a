import type { ShopProduct } from '#server/connectors/connector.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import * as rows from './publishing.db.ts';
import { mapVariants } from '#server/features/products/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';

type Born = {
  variant_id: string;
  source: 'published';
  until_sold_out: boolean;
  components: { catalog_sku_id: string; quantity: number }[];
};
/**
 * Maps the variants of published products as they arrive, by whichever way they come first: the shop's answer, its webhook or
 * a look at it. The row is locked and its state changed with the mapping, so that it happens once.
 */
export async function adoptPublished(
  ctx: Ctx,
  { store, products }: { store: { account_id: string; id: string }; products: readonly ShopProduct[] },
): Promise<void> {
  const byHandle = new Map(products.map((product) => [product.handle ?? '', product]));
  const expected = await rows.lockExpected(ctx, store.account_id, store.id, [...byHandle.keys()]);
  for (const publication of expected) {
    const product = byHandle.get(publication.handle);
    if (product) await adopt(ctx, store, publication, product);
  }
}

async function adopt(
  ctx: Ctx,
  { account_id, id }: { account_id: string; id: string },
  publication: rows.Sending,
  { external_id }: ShopProduct,
): Promise<void> {
  const variants = await rows.findArrived(ctx, account_id, id, external_id);
  const [first] = variants;
  if (!first) return;
  const skus = await rows.findSkus(ctx, account_id, publication.catalog_product_id);
  const chosen = new Set(publication.items.map((item) => item.catalog_sku_id));
  const byCode = new Map(skus.filter((sku) => chosen.has(sku.id)).map((sku) => [sku.code, sku]));
  const born = variants.flatMap((variant): Born[] => {
    const sku = variant.unmapped ? byCode.get(variant.sku) : undefined;
    if (!sku) return [];
    const components = [{ catalog_sku_id: sku.id, quantity: 1 }];
    return [{ variant_id: variant.id, source: 'published', until_sold_out: sku.discontinued, components }];
  });
  await mapVariants(ctx, account_id, born);
  if (born.length > 0) await reviewOrders(ctx, account_id, { variantIds: born.map((one) => one.variant_id) });
  const { product_id } = first;
  const arrived = { state: 'published' as const, reason: null, external_id, product_id, published_at: ctx.now };
  await rows.updatePublication(ctx, account_id, publication.id, arrived);
  await audit(ctx, {
    action: 'publishing.arrive',
    entity: 'publications',
    entity_id: publication.id,
    account_id,
    details: { variants: variants.length, mapped: born.length },
  });
  await publish(ctx, { account_id, kind: 'products.changed' });
}
