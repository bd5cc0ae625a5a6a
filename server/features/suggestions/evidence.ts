import type { CatalogIndex, IndexedSku } from './catalog-index.ts';
import type { OptionFacts, Said, WordKind } from './option-facts.ts';
import { plain } from './plain-words.ts';

/** A store's variant with what can be compared of it. */
export type OpenVariant = {
  id: string;
  sku: string;
  /** Another variant of the account carries the same SKU: it proves nothing. */
  sku_shared: boolean;
  /** What variants with this SKU are confirmed to be in the account's other stores. */
  known_sku_id: string | null;
  words: readonly string[];
  facts: OptionFacts;
  /** Likeness of pictures, 0 to 1, by SKU; absent where nothing can be compared. */
  similarity: ReadonlyMap<string, number>;
};

export type Agreement = 'same_word' | 'same_meaning' | 'unclear' | 'conflict' | 'only_variant' | 'only_sku' | 'silent';

/** All that speaks for and against a variant being a SKU. */
export type Evidence = {
  code: boolean;
  known: boolean;
  options: Record<WordKind, Agreement>;
  pieces: 'same' | 'multiple' | 'conflict';
  /** Share of the significant words of one title that the other has, too. */
  of_sku: number;
  of_variant: number;
  picture: number | null;
};

function agreement(kind: WordKind, variant: Said | undefined, sku: Said | undefined): Agreement {
  if (!variant && !sku) return 'silent';
  if (!variant) return sku?.meaning === 'one size' ? 'silent' : 'only_sku';
  if (!sku) return variant.meaning === 'one size' ? 'silent' : 'only_variant';
  if (plain(variant.text) === plain(sku.text)) return 'same_word';
  if (variant.meaning === sku.meaning) return 'same_meaning';
  // Two sizes that are written differently are different; an unknown word may be another name of a known colour.
  if (kind !== 'size' && !(variant.known && sku.known)) return 'unclear';
  return 'conflict';
}

function pieces(variant: number, sku: number): Evidence['pieces'] {
  if (variant === sku) return 'same';
  return variant > sku && variant % sku === 0 ? 'multiple' : 'conflict';
}

function shares(index: CatalogIndex, variant: readonly string[], sku: readonly string[]): [number, number] {
  const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + index.weightOf(word), 0);
  const shared = weigh(variant.filter((word) => sku.includes(word)));
  return [shared / Math.max(weigh(sku), 0.001), shared / Math.max(weigh(variant), 0.001)];
}

/** Compares a variant with a SKU. */
export function compare(index: CatalogIndex, variant: OpenVariant, sku: IndexedSku): Evidence {
  const [of_sku, of_variant] = shares(index, variant.words, sku.words);
  const code = !variant.sku_shared && variant.sku !== '' && variant.sku.toUpperCase() === sku.code.toUpperCase();
  return {
    code,
    known: !variant.sku_shared && variant.known_sku_id === sku.id,
    options: {
      color: agreement('color', variant.facts.color, sku.facts.color),
      size: agreement('size', variant.facts.size, sku.facts.size),
      other: agreement('other', variant.facts.other, sku.facts.other),
    },
    pieces: pieces(variant.facts.pieces, sku.facts.pieces),
    of_sku,
    of_variant,
    picture: variant.similarity.get(sku.id) ?? null,
  };
}
