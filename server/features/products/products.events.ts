import type { Ctx } from '#server/db/context.ts';
import { reviewMappingsOf } from './mapping/drift.service.ts';
import { foreignFiguresSoon } from './figures/figures.service.ts';
import { catalogChanged } from '#server/features/catalog/index.ts';
import { ratesKnown } from '#server/features/exchange-rates/index.ts';

export function subscribeProducts(): void {
  catalogChanged.on(reviewChangedSku);
  ratesKnown.on(foreignFiguresSoon);
}

async function reviewChangedSku(ctx: Ctx, { skuId }: { skuId: string | null }): Promise<void> {
  if (skuId !== null) await reviewMappingsOf(ctx, skuId);
}
