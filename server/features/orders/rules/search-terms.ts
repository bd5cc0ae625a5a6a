import { searchEntries } from '#contract/list-rules.ts';

const longest = 120;

/** The form in which words are kept and looked up: without `#`, in lower case. */
export function termOf(text: string): string {
  return text.trim().replace(/^#/, '').toLowerCase().slice(0, longest);
}

/** Words by which an order is found: its name, the SKUs in it, its tracking numbers. */
export function termsOf(words: readonly string[]): string[] {
  return [...new Set(words.map(termOf))].filter((term) => term !== '');
}

/** The entries of a pasted list, one per line or with commas; null when the search is a single one. */
export function pastedList(text: string): string[] | null {
  const entries = searchEntries(text);
  return entries.length > 1 ? entries : null;
}

/** The words that an entry may stand for: a name may hold spaces, and so may a row of names. */
export const entryTerms = (entry: string): string[] => termsOf([entry, ...entry.split(/\s+/)]);

/** What a search asks for: the words of one entry, or those of a pasted list. */
export function searchTerms(text: string): string[] {
  const entries = pastedList(text);
  return entries ? termsOf(entries.flatMap(entryTerms)) : termsOf(text.split(/[\s,;]+/));
}

/** The words of a prefix lie between it and this end, in "C" order. */
export const endOfPrefix = (term: string) => `${term}\u{10FFFF}`;
