import { wordKinds } from '#contract/suggestion-rules.ts';
import { plain } from './plain-words.ts';

export { wordKinds };
export type WordKind = (typeof wordKinds)[number];
export type OptionWord = { kind: WordKind; word: string; meaning: string };

/** Meanings by word; a word may mean something in several kinds. */
export type Dictionary = ReadonlyMap<string, readonly OptionWord[]>;

/** What options or attributes say of one kind: the words as they stand, and what they mean. */
export type Said = { text: string; meaning: string; known: boolean };
export type OptionFacts = Partial<Record<WordKind, Said>> & { pieces: number };

const longestPhrase = 4;

/** Later words win: the provider's first, then the merchant's own. */
export function dictionaryOf(words: readonly OptionWord[]): Dictionary {
  const found = new Map<string, OptionWord[]>();
  for (const word of words) {
    const key = plain(word.word);
    const others = (found.get(key) ?? []).filter((other) => other.kind !== word.kind);
    found.set(key, [...others, { ...word, meaning: plain(word.meaning) }]);
  }
  return found;
}

const hints: [WordKind | 'pieces', RegExp][] = [
  ['color', /colou?r|farbe|couleur|^tone$|finish|颜色|色/],
  ['size', /size|groesse|grosse|größe|taille|talla|volume|capacity|length|尺码|尺寸|大小|容量|规格/],
  ['pieces', /^(quantity|qty|pack|pack size|pieces|bundle|count|menge|数量|件数|套装)$/],
];

const hintOf = (name: string) => hints.find(([, pattern]) => pattern.test(plain(name)))?.[0];

const packs =
  /\b(\d{1,3}) ?(?:pack|packs|pk|pcs|pc|piece|pieces|er pack|er set|pairs|stuck)\b|\b(?:pack|set|bundle|box) of (\d{1,3})\b|(\d{1,3}) ?(?:件装|个装|只装|双装|件套|片装)|\b(twin|double) pack\b/;

/** How many pieces a text speaks of: 1 unless it says something else. */
export function piecesOf(text: string): number {
  const found = packs.exec(plain(text));
  if (!found) return 1;
  const [, first, second, third, twin] = found;
  return twin === undefined ? Math.max(1, Number(first ?? second ?? third)) : 2;
}

/** What a variant's options, or a SKU's attributes, say in words that can be compared. */
export function factsOf(
  dictionary: Dictionary,
  options: readonly { name: string; value: string }[],
  texts: readonly string[],
): OptionFacts {
  const facts: OptionFacts = { pieces: 1 };
  for (const { name, value } of options) {
    if (plain(value) === 'default title' || plain(value) === '') continue;
    const hint = hintOf(name);
    const pieces = piecesOf(value);
    if (hint === 'pieces' || pieces > 1) {
      facts.pieces = Math.max(facts.pieces, pieces, /^\d{1,3}$/.test(plain(value)) ? Number(plain(value)) : 1);
      continue;
    }
    addSaid(facts, readValue(dictionary, value, hint), value);
  }
  for (const text of texts) facts.pieces = Math.max(facts.pieces, piecesOf(text));
  return facts;
}

function addSaid(facts: OptionFacts, read: Map<WordKind, { meaning: string; known: boolean }>, value: string): void {
  for (const [kind, { meaning, known }] of read) {
    const before = facts[kind];
    facts[kind] = before
      ? { text: `${before.text} / ${value}`, meaning: `${before.meaning} + ${meaning}`, known: before.known && known }
      : { text: value, meaning, known };
  }
}

/** The meanings in one value: known phrases, longest first; measures; what is left over counts as a word of its own. */
function readValue(
  dictionary: Dictionary,
  value: string,
  hint: WordKind | undefined,
): Map<WordKind, { meaning: string; known: boolean }> {
  const found = new Map<WordKind, { meaning: string; known: boolean }>();
  const add = (kind: WordKind, meaning: string, known: boolean) => {
    const before = found.get(kind);
    const meanings = new Set([...(before?.meaning.split(' + ') ?? []), meaning]); // 红/RD says red once
    found.set(kind, { meaning: [...meanings].sort().join(' + '), known: known && (before?.known ?? true) });
  };
  const measured = measuresOf(plain(value));
  for (const measure of measured.measures) add('size', measure, true);
  const left: string[] = [];
  let words = measured.rest.split(' ').filter(Boolean);
  while (words.length > 0) {
    const match = longest(dictionary, words, hint);
    if (match) add(match.word.kind, match.word.meaning, true);
    else left.push(words[0] ?? '');
    words = words.slice(match?.length ?? 1);
  }
  if (left.length > 0) add(hint ?? 'other', left.sort().join(' '), false);
  return found;
}

function longest(dictionary: Dictionary, words: readonly string[], hint: WordKind | undefined) {
  for (let length = Math.min(longestPhrase, words.length); length > 0; length -= 1) {
    const meanings = dictionary.get(words.slice(0, length).join(' ')) ?? [];
    const word = meanings.find((one) => one.kind === hint) ?? meanings[0];
    if (word) return { word, length };
  }
  return undefined;
}

const units: Record<string, [unit: string, factor: number]> = {
  mm: ['mm', 1],
  cm: ['mm', 10],
  m: ['mm', 1000],
  inch: ['mm', 25.4],
  in: ['mm', 25.4],
  ml: ['ml', 1],
  cl: ['ml', 10],
  l: ['ml', 1000],
  oz: ['ml', 29.5735],
  g: ['g', 1],
  kg: ['g', 1000],
  w: ['w', 1],
  v: ['v', 1],
  gb: ['gb', 1],
  tb: ['gb', 1024],
  mah: ['mah', 1],
};
const measure =
  /(\d+(?:\.\d+)?)(?: ?(?:x|×|by) ?(\d+(?:\.\d+)?))?(?: ?(?:x|×|by) ?(\d+(?:\.\d+)?))? ?(mm|cm|m|inch|in|ml|cl|l|oz|g|kg|w|v|gb|tb|mah)\b/g;

/** `40 x 60 cm` and `400x600mm` are one size; so are `0.5 l` and `500 ml`. */
function measuresOf(text: string): { measures: string[]; rest: string } {
  const measures: string[] = [];
  const rest = text.replace(
    measure,
    (_, first: string, second: string | undefined, third: string | undefined, unit: string) => {
      const [base, factor] = units[unit] ?? [unit, 1];
      const numbers = [first, second, third].flatMap((one) =>
        one === undefined ? [] : [Math.round(Number(one) * factor)],
      );
      measures.push(`${numbers.join('x')}${base}`);
      return ' ';
    },
  );
  return { measures, rest: rest.replace(/\s+/g, ' ').trim() };
}
