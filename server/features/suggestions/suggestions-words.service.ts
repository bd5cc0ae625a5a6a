import { v7 as uuid } from 'uuid';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import type { OptionWord } from './option-facts.ts';
import * as rows from './suggestions-words.db.ts';
import { plain } from './plain-words.ts';
import { refreshAllSoon, refreshSoon } from './suggestions-refresh.service.ts';

type WordQuery = ListQuery & rows.WordFilter;

/** Words that mean the same: the provider's, and the account's own when there is one. */
export async function listWords(ctx: Ctx, query: WordQuery, accountId: string | null) {
  const data = await rows.findWords(ctx, accountId, query, pageOf(query));
  return { data, meta: metaOf(query, await rows.countWords(ctx, accountId, query)) };
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
  const account_id = accountOf(ctx);
  if (!(await rows.insertOwn(ctx, { ...word, id, account_id, created_by: ctx.actor.user_id }))) throw taken(body.word);
  await audit(ctx, { action: 'suggestions.addWord', entity: 'option_words', entity_id: id, details: word });
  await refreshSoon(ctx, account_id);
  return { ...word, id, own: true };
}

export async function removeOwnWord(ctx: MerchantCtx, id: string) {
  const gone = await rows.deleteOwn(ctx, accountOf(ctx), id);
  if (!gone) throw notFound('word');
  await audit(ctx, { action: 'suggestions.removeWord', entity: 'option_words', entity_id: id, details: gone });
  await refreshSoon(ctx, accountOf(ctx));
  return { done: true as const };
}

/** Adds a word for every client. */
export async function addSharedWord(ctx: StaffCtx, body: OptionWord) {
  const word = speltPlainly(body);
  const id = uuid();
  if (!(await rows.insertShared(ctx, { ...word, id }))) throw taken(body.word);
  await audit(ctx, { action: 'suggestions.addWord', entity: 'option_words', entity_id: id, details: word });
  await refreshAllSoon(ctx);
  return { ...word, id, own: false };
}

export async function removeSharedWord(ctx: StaffCtx, id: string) {
  const gone = await rows.deleteShared(ctx, id);
  if (!gone) throw appError('not_found', { text: 'suggestions.no_word' });
  await audit(ctx, { action: 'suggestions.removeWord', entity: 'option_words', entity_id: id, details: gone });
  await refreshAllSoon(ctx);
  return { done: true as const };
}
