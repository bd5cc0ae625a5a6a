import type { MerchantCtx } from '#server/db/context.ts';
import { seesBuyers } from '../rules/buyers.ts';
import { entryTerms, pastedList, termOf, termsOf } from '../rules/search-terms.ts';
import { countLines, findTyped, type Search, type SearchWord } from './search.db.ts';

/** So many words narrow a search; more only cost time. */
const mostWords = 8;
const nothing: Search = { terms: [] };

/**
 * What a search means for this reader; undefined for one without words. A pasted list, or several words that each name an
 * order, is a list of orders. All else finds the orders that have every word: in their name, SKUs or tracking numbers, in
 * the titles of what was bought, and in the name of the buyer for those who may know it.
 */
export async function searchOf(ctx: MerchantCtx, text: string): Promise<Search | undefined> {
  const entries = pastedList(text);
  if (entries) return { terms: termsOf(entries.flatMap(entryTerms)) };
  const tokens = termsOf(text.split(/\s+/)).slice(0, mostWords);
  const whole = termOf(text);
  if (tokens.length === 0) return whole === '' ? undefined : nothing;
  const several = tokens.length > 1;
  const found = await findTyped(ctx, several ? [...tokens, whole] : tokens, seesBuyers(ctx.actor));
  const ofTokens = found.slice(0, tokens.length);
  if (several && ofTokens.every((token) => token.is_term)) return { terms: tokens };
  const named = several ? found.at(-1)?.term_rows : 0;
  if (named) return { words: [{ term: whole, titles: [], rows: named }] }; // a name that holds spaces
  const words = withoutImplied(ofTokens.flatMap(wordsOf).slice(0, mostWords));
  if (words.length === 0) return nothing;
  const lines = await countLines(
    ctx,
    words.map(({ titles }) => titles),
  );
  return { words: words.map((word, index) => ({ ...word, rows: word.rows + (lines[index] ?? 0) })) };
}

/** The words of a token: itself where orders are called by it, else each of its parts; none of what has only signs. */
function wordsOf({ token, term_rows, words }: Awaited<ReturnType<typeof findTyped>>[number]): SearchWord[] {
  const parts = words.map(({ word, buyer_rows, titles }) => ({
    ...(buyer_rows > 0 && { buyer: word }),
    titles,
    rows: buyer_rows,
  }));
  if (term_rows === 0) return parts;
  const [only = { titles: [], rows: 0 }] = parts.length === 1 ? parts : [];
  return [{ ...only, term: token, rows: only.rows + term_rows }];
}

/** Words without those that stand in every title in which another word does, where that one is looked for in titles alone. */
function withoutImplied(words: readonly SearchWord[]): SearchWord[] {
  const isImplied = (word: SearchWord, at: number) =>
    words.some((other, place) => {
      if (place === at || other.titles.length === 0 || other.term !== undefined || other.buyer !== undefined)
        return false;
      const inEach = other.titles.every((title) => word.titles.includes(title));
      const isSame = inEach && other.titles.length === word.titles.length;
      return isSame ? place < at : inEach;
    });
  return words.filter((word, at) => !isImplied(word, at));
}
