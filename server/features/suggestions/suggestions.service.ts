import type { z } from 'zod';
import type { suggestions } from '#contract/suggestions.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, demandStore, type MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { refreshSoon } from './suggestions-refresh.service.ts';
import { markSuggested } from './suggestions.db.ts';
import * as rows from './suggestions-list.db.ts';
import { mapVariants, deriveStates } from '#server/features/products/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';

type ListQuery = z.output<typeof suggestions.list.query>;
type AcceptAll = z.output<typeof suggestions.acceptAll.body>;

function storesFor(ctx: MerchantCtx, storeId: string | undefined): readonly string[] | null {
  if (storeId) demandStore(ctx.actor, storeId);
  return storeId ? [storeId] : ctx.actor.stores;
}

/** What the member's unmapped variants probably are, surest first. */
export async function listSuggestions(ctx: MerchantCtx, query: ListQuery) {
  const accountId = accountOf(ctx);
  const stores = storesFor(ctx, query.store_id);
  const filter = { stores, q: query.q, product_ids: query.product_id ? [query.product_id] : undefined };
  const data = await rows.findSuggestions(ctx, accountId, filter, pageOf(query));
  return { data, meta: metaOf(query, (await rows.countSuggestions(ctx, accountId, filter)).variants) };
}

async function mapAs(ctx: MerchantCtx, chosen: readonly rows.Chosen[], how: object): Promise<void> {
  if (chosen.length === 0) return;
  const accountId = accountOf(ctx);
  const variantIds = chosen.map((one) => one.variant_id);
  await mapVariants(
    ctx,
    accountId,
    chosen.map(({ variant_id, source, confidence, catalog_sku_id, quantity }) => ({
      variant_id,
      source,
      confidence,
      components: [{ catalog_sku_id, quantity }],
    })),
  );
  await rows.deleteOpen(ctx, accountId, variantIds);
  await reviewOrders(ctx, accountId, { variantIds });
  await audit(ctx, {
    action: 'suggestions.accept',
    entity: 'products',
    details: { variants: variantIds.length, ...how },
  });
  await refreshSoon(ctx, accountId); // the same SKU in another store is known now
}

/** Maps variants as they were suggested; refuses when one of the suggestions is not what was seen any more. */
export async function accept(ctx: MerchantCtx, items: readonly rows.Seen[]): Promise<{ accepted: number }> {
  const chosen = await rows.lockSeen(ctx, accountOf(ctx), items);
  for (const { store_id } of chosen) demandStore(ctx.actor, store_id);
  if (chosen.length < new Set(items.map((item) => item.variant_id)).size)
    throw appError('suggestion_gone', { text: 'suggestions.changed' });
  await mapAs(ctx, chosen, {});
  return { accepted: chosen.length };
}

/** Maps every variant whose suggestion is sure enough, or says how many there are. */
export async function acceptAll(ctx: MerchantCtx, body: AcceptAll) {
  const accountId = accountOf(ctx);
  const { min_confidence, product_ids, mode } = body;
  const filter = { stores: storesFor(ctx, body.store_id), product_ids, min_confidence };
  if (mode === 'dry_run') return { ...(await rows.countSuggestions(ctx, accountId, filter)), committed: false };
  const chosen = await rows.lockMatching(ctx, accountId, filter);
  await mapAs(ctx, chosen, { min_confidence });
  const products = new Set(chosen.map((one) => one.product_id)).size;
  return { variants: chosen.length, products, committed: true };
}

/** Keeps suggestions as wrong, so that they do not come back; the next best takes their place. */
export async function dismiss(ctx: MerchantCtx, items: readonly rows.Seen[]): Promise<{ done: true }> {
  const accountId = accountOf(ctx);
  const chosen = await rows.lockSeen(ctx, accountId, items);
  for (const { store_id } of chosen) demandStore(ctx.actor, store_id);
  await rows.markDismissed(ctx, accountId, chosen, ctx.actor.user_id);
  const products = await markSuggested(
    ctx,
    accountId,
    chosen.map((one) => one.variant_id),
  );
  if (products.length > 0) await deriveStates(ctx, accountId, products);
  await audit(ctx, { action: 'suggestions.dismiss', entity: 'products', details: { variants: chosen.length } });
  await publish(ctx, { account_id: accountId, kind: 'products.changed' });
  await refreshSoon(ctx, accountId);
  return { done: true };
}
