import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';
import { mapVariants } from './map-variants.service.ts';
import { findPlain, insertPlain, type PlainVariant } from './simple-mapping.db.ts';

/**
 * Variants of a store that stand for one piece of a catalogue item each, so that an order line of the item alone is like any
 * other; made when first wanted, shown in no list. Items that the account may not have are left out.
 */
export async function variantsOfSkus(
  ctx: Ctx,
  store: { account_id: string; id: string },
  skuIds: readonly string[],
): Promise<PlainVariant[]> {
  if (skuIds.length === 0) return [];
  const wanted = [...new Set(skuIds)].sort();
  const fresh = wanted.map((sku_id) => ({ sku_id, product_id: uuid(), variant_id: uuid() }));
  await insertPlain(ctx, store, fresh);
  const variants = await findPlain(ctx, store, wanted);
  await mapVariants(
    ctx,
    store.account_id,
    variants
      .filter(({ mapped }) => !mapped)
      .map(({ sku_id, variant_id }) => ({
        variant_id,
        source: 'auto_sku' as const,
        components: [{ catalog_sku_id: sku_id, quantity: 1 }],
      })),
  );
  return variants;
}
