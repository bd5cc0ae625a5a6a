import type { Ctx } from '#server/db/context.ts';
import { reviewMappingsOf } from './mapping/drift.service.ts';
import { catalogChanged } from '#server/features/catalog/index.ts';

export function subscribeProducts(): void {
  catalogChanged.on(reviewChangedSku);
}

async function reviewChangedSku(ctx: Ctx, { skuId }: { skuId: string | null }): Promise<void> {
  if (skuId !== null) await reviewMappingsOf(ctx, skuId);
}
