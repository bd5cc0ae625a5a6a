import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { deriveStates } from './products-apply.db.ts';
import * as rows from './products-map.db.ts';

export type { MappingInput } from './products-map.db.ts';

/**
 * Says what each variant is made of: a new version per variant, the ones before stay for the orders that used them.
 * Leaves open orders alone; the caller has them reviewed when its own writing is done. Throws `mapping_invalid`.
 */
export async function mapVariants(ctx: Ctx, accountId: string, mappings: readonly rows.MappingInput[]): Promise<void> {
  if (mappings.length === 0) return;
  const variants = new Map(
    (
      await rows.lockVariants(
        ctx,
        accountId,
        mappings.map((mapping) => mapping.variant_id),
      )
    ).map((row) => [row.id, row]),
  );
  await refuseBadMappings(ctx, accountId, mappings, variants);
  const versioned = mappings.map((mapping) => ({
    ...mapping,
    version: variants.get(mapping.variant_id)?.next_version ?? 1,
  }));
  const userId = 'user_id' in ctx.actor ? ctx.actor.user_id : null;
  await rows.insertMappings(
    ctx,
    accountId,
    versioned.map(({ variant_id, version, source }) => ({ variant_id, version, source })),
    userId,
  );
  await rows.insertComponents(
    ctx,
    accountId,
    versioned.flatMap(({ variant_id, version, components }) =>
      components.map((part, index) => ({ variant_id, version, line: index + 1, ...part })),
    ),
  );
  await rows.markMapped(
    ctx,
    accountId,
    versioned.map(({ variant_id, version }) => ({ variant_id, version })),
  );
  await deriveStates(ctx, accountId, [...new Set([...variants.values()].map((variant) => variant.product_id))]);
  await publish(ctx, { account_id: accountId, kind: 'products.changed' });
}

async function refuseBadMappings(
  ctx: Ctx,
  accountId: string,
  mappings: readonly rows.MappingInput[],
  variants: ReadonlyMap<string, unknown>,
): Promise<void> {
  const skus = await rows.findUsableSkus(ctx, accountId, [
    ...new Set(mappings.flatMap((mapping) => mapping.components.map((part) => part.catalog_sku_id))),
  ]);
  const seen = new Set<string>();
  for (const { variant_id, components } of mappings) {
    if (!variants.has(variant_id))
      throw appError(
        'mapping_invalid',
        'One of the variants is gone from your store. Reload the page and choose again.',
      );
    if (seen.has(variant_id))
      throw appError('mapping_invalid', 'One variant is named twice. Give each variant one mapping.');
    if (components.length < 1 || components.length > 20)
      throw appError('mapping_invalid', 'A variant consists of 1 to 20 items. Change the list of items.');
    if (components.some((part) => part.quantity < 1 || part.quantity > 999))
      throw appError('mapping_invalid', 'Quantities go from 1 to 999. Correct the quantity.');
    if (components.some((part) => !skus.has(part.catalog_sku_id))) {
      throw appError('mapping_invalid', 'One of the items is no longer offered. Choose another one.');
    }
    seen.add(variant_id);
  }
}
