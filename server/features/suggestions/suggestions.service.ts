import type { z } from 'zod';
import { v7 as uuid } from 'uuid';
import type { suggestions } from '#contract/suggestions.ts';
import { audit } from '#server/db/audit.ts';
import {
  coveredStores,
  requireStore,
  type MerchantCtx,
  type Ctx,
  notFound,
  type StaffCtx,
} from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { refreshSoon, refreshAllSoon } from './suggestions-refresh.service.ts';
import * as rows from './suggestions-list.db.ts';
import { deriveStates, mapVariants, markSuggested } from '#server/features/products/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import type { ListQuery } from '#contract/shared.ts';
import type { OptionWord } from './option-facts.ts';
import * as words from './suggestions.db.ts';
import { plain } from './plain-words.ts';

type SuggestionQuery = z.output<typeof suggestions.list.query>;
type AcceptAll = z.output<typeof suggestions.acceptAll.body>;

/** What the member's unmapped variants probably are, surest first. */
export async function listSuggestions(ctx: MerchantCtx, query: SuggestionQuery) {
  const stores = coveredStores(ctx.actor, query.store_id);
  const filter = { stores, q: query.q, product_ids: query.product_id ? [query.product_id] : undefined };
  const data = await rows.findSuggestions(ctx, filter, pageOf(query));
  return { data, meta: metaOf(query, (await rows.countSuggestions(ctx, filter)).variants) };
}

async function mapAs(ctx: MerchantCtx, chosen: readonly rows.Chosen[], how: object): Promise<void> {
  if (chosen.length === 0) return;
  const variantIds = chosen.map((one) => one.variant_id);
  await mapVariants(
    ctx,
    chosen.map(({ variant_id, confidence, catalog_sku_id, quantity }) => ({
      variant_id,
      source: 'suggestion',
      confidence,
      components: [{ catalog_sku_id, quantity }],
    })),
  );
  await rows.deleteOpen(ctx, variantIds);
  await reviewOrders(ctx, { variantIds });
  await audit(ctx, {
    action: 'suggestions.accept',
    entity: 'products',
    details: { variants: variantIds.length, ...how },
  });
  await refreshSoon(ctx); // the same SKU in another store is known now
}

/** Maps variants as they were suggested; refuses when one of the suggestions is not what was seen any more. */
export async function accept(ctx: MerchantCtx, items: readonly rows.Seen[]): Promise<{ accepted: number }> {
  const chosen = await rows.lockSeen(ctx, items);
  for (const { store_id } of chosen) requireStore(ctx.actor, store_id);
  if (chosen.length < new Set(items.map((item) => item.variant_id)).size)
    throw appError('suggestion_gone', { text: 'suggestions.changed' });
  await mapAs(ctx, chosen, {});
  return { accepted: chosen.length };
}

/** Maps every variant whose suggestion is sure enough, or says how many there are. */
export async function acceptAll(ctx: MerchantCtx, body: AcceptAll) {
  const { min_confidence, product_ids, mode } = body;
  const filter = { stores: coveredStores(ctx.actor, body.store_id), product_ids, min_confidence };
  if (mode === 'dry_run') return { ...(await rows.countSuggestions(ctx, filter)), committed: false };
  // a computation replaces suggestions: who waited for it finds its rows with the next statement alone
  await rows.lockMatching(ctx, filter);
  const chosen = await rows.lockMatching(ctx, filter);
  await mapAs(ctx, chosen, { min_confidence });
  const products = new Set(chosen.map((one) => one.product_id)).size;
  return { variants: chosen.length, products, committed: true };
}

/** Keeps suggestions as wrong, so that they do not come back; the next best takes their place. */
export async function dismiss(ctx: MerchantCtx, items: readonly rows.Seen[]): Promise<{ done: true }> {
  const chosen = await rows.lockSeen(ctx, items);
  for (const { store_id } of chosen) requireStore(ctx.actor, store_id);
  await rows.markDismissed(ctx, chosen, ctx.actor.user_id);
  const products = await markSuggested(
    ctx,
    chosen.map((one) => one.variant_id),
  );
  if (products.length > 0) await deriveStates(ctx, products);
  await audit(ctx, { action: 'suggestions.dismiss', entity: 'products', details: { variants: chosen.length } });
  publish(ctx, { account_id: ctx.account, kind: 'products.changed' });
  await refreshSoon(ctx);
  return { done: true };
}

type WordQuery = ListQuery & words.WordFilter;

/** Words that mean the same: the provider's, and the account's own when there is one. */
export async function listWords(ctx: Ctx, query: WordQuery, accountId: string | null) {
  const data = await words.findWords(ctx, accountId, query, pageOf(query));
  return { data, meta: metaOf(query, await words.countWords(ctx, accountId, query)) };
}

/** As comparing spells it; refuses a word of signs alone. */
function speltPlainly({ kind, word, meaning }: OptionWord): OptionWord {
  const spelt = { kind, word: plain(word), meaning: plain(meaning) };
  if (spelt.word === '') throw appError('invalid_input', { text: 'suggestions.word_missing' }, 'word');
  if (spelt.meaning === '') throw appError('invalid_input', { text: 'suggestions.meaning_missing' }, 'meaning');
  return spelt;
}

const taken = (word: string) => appError('word_taken', { text: 'suggestions.word_taken', params: { word } }, 'word');

/** Adds a word of the merchant's own, which wins over the provider's. */
export async function addOwnWord(ctx: MerchantCtx, body: OptionWord) {
  const word = speltPlainly(body);
  const id = uuid();
  if (!(await words.insertOwn(ctx, { ...word, id, account_id: ctx.account, created_by: ctx.actor.user_id })))
    throw taken(body.word);
  await audit(ctx, { action: 'suggestions.addWord', entity: 'option_words', entity_id: id, details: word });
  await refreshSoon(ctx);
  return { ...word, id, own: true };
}

export async function removeOwnWord(ctx: MerchantCtx, id: string) {
  const gone = await words.deleteOwn(ctx, id);
  if (!gone) throw notFound('word');
  await audit(ctx, { action: 'suggestions.removeWord', entity: 'option_words', entity_id: id, details: gone });
  await refreshSoon(ctx);
  return { done: true as const };
}

/** Adds a word for every client. */
export async function addSharedWord(ctx: StaffCtx, body: OptionWord) {
  const word = speltPlainly(body);
  const id = uuid();
  if (!(await words.insertShared(ctx, { ...word, id }))) throw taken(body.word);
  await audit(ctx, { action: 'suggestions.addWord', entity: 'option_words', entity_id: id, details: word });
  await refreshAllSoon(ctx);
  return { ...word, id, own: false };
}

export async function removeSharedWord(ctx: StaffCtx, id: string) {
  const gone = await words.deleteShared(ctx, id);
  if (!gone) throw appError('not_found', { text: 'suggestions.no_word' });
  await audit(ctx, { action: 'suggestions.removeWord', entity: 'option_words', entity_id: id, details: gone });
  await refreshAllSoon(ctx);
  return { done: true as const };
}
