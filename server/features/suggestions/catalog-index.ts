import { type Dictionary, factsOf, type OptionFacts } from './option-facts.ts';
import { titleWords } from './plain-words.ts';

/** A SKU as the catalogue offers it to one account. */
export type OfferedSku = {
  id: string;
  code: string;
  /** SKUs that are the same thing in another colour or size. */
  product_id: string;
  product_title: string;
  title: string;
  attributes: Record<string, string>;
  picture: string | null;
};

/** A SKU with what can be compared of it. */
export type IndexedSku = OfferedSku & { words: readonly string[]; facts: OptionFacts };

/** The catalogue of one account, ready to be asked. */
export type CatalogIndex = {
  skus: ReadonlyMap<string, IndexedSku>;
  byCode: ReadonlyMap<string, IndexedSku>;
  byProduct: ReadonlyMap<string, readonly IndexedSku[]>;
  byPicture: ReadonlyMap<string, readonly IndexedSku[]>;
  /** How much a word tells: rare ones more than common ones. */
  weightOf(word: string): number;
  /** The products that share the most significant words with a title, best first. */
  productsLike(words: readonly string[], limit: number): string[];
};

/** Without attributes the part of the title behind its last comma is what tells SKUs apart. */
function optionsOf(sku: OfferedSku): { name: string; value: string }[] {
  const named = Object.entries(sku.attributes).map(([name, value]) => ({ name, value }));
  if (named.length > 0) return named;
  const tail = /[,|(–-]\s*([^,|()–-]+)\)?$/.exec(sku.title)?.[1];
  return tail ? [{ name: '', value: tail }] : [];
}

function grouped(skus: readonly IndexedSku[], keyOf: (sku: IndexedSku) => string | null): Map<string, IndexedSku[]> {
  const groups = new Map<string, IndexedSku[]>();
  for (const sku of skus) {
    const key = keyOf(sku);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), sku]);
  }
  return groups;
}

/** Indexes a catalogue by code, product, picture and words. */
export function indexCatalog(offered: readonly OfferedSku[], dictionary: Dictionary): CatalogIndex {
  const skus = offered.map(
    (sku): IndexedSku => ({
      ...sku,
      words: titleWords(sku.product_title),
      facts: factsOf(dictionary, optionsOf(sku), [sku.product_title, sku.title]),
    }),
  );
  const byProduct = grouped(skus, (sku) => sku.product_id);
  const productsOf = new Map<string, string[]>();
  for (const [product, [first]] of byProduct)
    for (const word of first?.words ?? []) productsOf.set(word, [...(productsOf.get(word) ?? []), product]);
  const all = Math.max(1, byProduct.size);
  const weightOf = (word: string) => Math.log(1 + all / (1 + (productsOf.get(word)?.length ?? 0)));
  return {
    skus: new Map(skus.map((sku) => [sku.id, sku])),
    byCode: new Map(skus.map((sku) => [sku.code.toUpperCase(), sku])),
    byProduct,
    byPicture: grouped(skus, (sku) => sku.picture),
    weightOf,
    productsLike(words, limit) {
      const sums = new Map<string, number>();
      for (const word of words)
        for (const product of productsOf.get(word) ?? []) sums.set(product, (sums.get(product) ?? 0) + weightOf(word));
      return [...sums]
        .sort((a, b) => b[1] - a[1])
        .slice(0, limit)
        .map(([product]) => product);
    },
  };
}
