const longest = 120;

/** The form in which words are kept and looked up: without `#`, in lower case. */
export function termOf(text: string): string {
  return text.trim().replace(/^#/, '').toLowerCase().slice(0, longest);
}

/** Words by which an order is found: its name, the SKUs in it, its tracking numbers. */
export function termsOf(words: readonly string[]): string[] {
  return [...new Set(words.map(termOf))].filter((term) => term !== '');
}

/** What a search asks for: several words may be pasted at once, one per line or with commas. */
export function searchTerms(text: string): string[] {
  return termsOf(text.split(/[\s,;]+/)).slice(0, 500);
}

/** The words of a prefix lie between it and this end, in "C" order. */
export const endOfPrefix = (term: string) => `${term}\u{10FFFF}`;
