import { type Ctx, forAccount } from '#server/db/context.ts';
import { refreshAllSoon, refreshSoon } from './suggestions-refresh.service.ts';
import { catalogChanged } from '#server/features/catalog/index.ts';
import { picturesDescribed } from '#server/features/image-search/index.ts';
import { productsApplied } from '#server/features/products/index.ts';

export function subscribeSuggestions(): void {
  catalogChanged.on(refreshAllSoon);
  picturesDescribed.on(refreshAllSoon);
  productsApplied.on(refreshChanged);
}

async function refreshChanged(
  ctx: Ctx,
  { store, changed }: { store: { account_id: string }; changed: boolean },
): Promise<void> {
  if (changed) await refreshSoon(forAccount(ctx, store.account_id), { when: 'quiet' });
}
