import type { CatalogIndex, IndexedSku } from './catalog-index.ts';
import { compare, type Evidence, type OpenVariant } from './evidence.ts';
import { probabilities, scoreOf } from './likelihood.ts';
import { wordKinds } from './option-facts.ts';

/** Why a SKU is suggested, for the merchant to judge. */
export type Reason =
  | { kind: 'code'; sku: string }
  | { kind: 'known'; sku: string }
  | { kind: 'words'; pairs: [string, string][] }
  | { kind: 'title'; percent: number }
  | { kind: 'picture'; percent: number }
  | { kind: 'pieces'; count: number };

export type Suggestion = {
  catalog_sku_id: string;
  quantity: number;
  confidence: number;
  source: 'auto_sku' | 'auto_option' | 'image';
  reasons: Reason[];
};

/** Below this nobody is bothered with a guess. */
export const worthShowing = 0.5;
/** A bundle is asked about, however likely: how many are in it is the buyer's money. */
const bundleLimit = 0.9;
/** One proof alone (a code that was typed in, a picture that is used twice) is not enough to be sure. */
const singleProofLimit = 0.94;
const productsByTitle = 12;
const productsByPicture = 8;

function candidatesFor(index: CatalogIndex, variant: OpenVariant): IndexedSku[] {
  const products = new Set(index.productsLike(variant.words, productsByTitle));
  const named = [
    index.byCode.get(variant.sku.toUpperCase()),
    variant.known_sku_id && index.skus.get(variant.known_sku_id),
  ];
  for (const sku of named) if (sku) products.add(sku.product_id);
  const alike = [...variant.similarity]
    .sort((a, b) => b[1] - a[1])
    .flatMap(([id]) => index.skus.get(id)?.product_id ?? []);
  for (const product of [...new Set(alike)].slice(0, productsByPicture)) products.add(product);
  return [...products].flatMap((product) => index.byProduct.get(product) ?? []);
}

function proofsOf({ code, known, of_sku, of_variant, picture }: Evidence): number {
  return (
    Number(code || known) + Number(of_sku >= 0.5 && of_variant >= 0.3) + Number(picture !== null && picture >= 0.8)
  );
}

function limited(evidence: Evidence, probability: number): number {
  const limits = [evidence.pieces === 'multiple' ? bundleLimit : 1, proofsOf(evidence) < 2 ? singleProofLimit : 1];
  // A whole title with the same options is two things that agree.
  const exact = evidence.of_sku > 0.999 && wordKinds.some((kind) => evidence.options[kind].startsWith('same'));
  return Math.min(probability, exact ? (limits[0] ?? 1) : Math.min(...limits));
}

function reasonsOf(variant: OpenVariant, sku: IndexedSku, evidence: Evidence, quantity: number): Reason[] {
  const pairs = wordKinds.flatMap((kind): [string, string][] => {
    const [ours, theirs] = [variant.facts[kind], sku.facts[kind]];
    return ours && theirs && evidence.options[kind].startsWith('same') ? [[ours.text, theirs.text]] : [];
  });
  const reasons: (Reason | false)[] = [
    evidence.code && { kind: 'code', sku: variant.sku },
    evidence.known && !evidence.code && { kind: 'known', sku: variant.sku },
    pairs.length > 0 && { kind: 'words', pairs },
    evidence.of_sku >= 0.5 && { kind: 'title', percent: Math.round(evidence.of_sku * 100) },
    evidence.picture !== null &&
      evidence.picture >= 0.7 && { kind: 'picture', percent: Math.round(evidence.picture * 100) },
    quantity > 1 && { kind: 'pieces', count: quantity },
  ];
  return reasons.filter((reason) => reason !== false);
}

function sourceOf({ code, known, of_sku, picture }: Evidence): Suggestion['source'] {
  if (code || known) return 'auto_sku';
  return of_sku < 0.5 && picture !== null && picture >= 0.8 ? 'image' : 'auto_option';
}

/** What the variant most likely is, unless that was dismissed or is a mere guess. */
export function suggest(index: CatalogIndex, variant: OpenVariant, dismissed: ReadonlySet<string>): Suggestion | null {
  const candidates = candidatesFor(index, variant).map((sku) => ({ sku, evidence: compare(index, variant, sku) }));
  const chances = probabilities(candidates.map(({ evidence }) => scoreOf(evidence)));
  let best: Suggestion | null = null;
  candidates.forEach(({ sku, evidence }, at) => {
    const confidence = Math.floor(limited(evidence, chances[at] ?? 0) * 1000) / 1000;
    if (confidence < worthShowing || confidence <= (best?.confidence ?? 0) || dismissed.has(sku.id)) return;
    const quantity = evidence.pieces === 'multiple' ? variant.facts.pieces / sku.facts.pieces : 1;
    best = {
      catalog_sku_id: sku.id,
      quantity,
      confidence,
      source: sourceOf(evidence),
      reasons: reasonsOf(variant, sku, evidence, quantity),
    };
  });
  return best;
}
