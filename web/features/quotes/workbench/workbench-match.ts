import type { DraftLine } from './workbench-draft.ts';

type Titled = { id: string; title: string; similarity: number | null };

/** A SKU's title consists of its product's and, after the last comma, its options: `Striped Long Sleeve, White S`. */
function partsOf(title: string): { product: string; options: string } {
  const comma = title.lastIndexOf(',');
  return { product: title.slice(0, Math.max(comma, 0)).trim(), options: plain(title.slice(comma + 1)) };
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s/,·-]+/)
    .filter(Boolean)
    .join(' ');

/** The variants that a suggestion can still be selected for: those that don't consist of it. */
export const withoutSku = <Line extends { sku: { id: string } | null }>(lines: readonly Line[], id: string): Line[] =>
  lines.filter(({ sku }) => sku?.id !== id);

/**
 * The one product whose SKUs have the options of every variant, each variant with its SKU; the first of the suggestions where
 * several do, and as similar as the least similar of them. Undefined where no product has them all, or where there is but one variant.
 */
export function matchedVariants<Sku extends Titled>(
  lines: readonly Pick<DraftLine, 'line' | 'title'>[],
  candidates: readonly Sku[],
): { product: string; similarity: number | null; pairs: { line: number; sku: Sku }[] } | undefined {
  if (lines.length < 2) return undefined;
  const products = new Set(candidates.map(({ title }) => partsOf(title).product).filter((product) => product !== ''));
  for (const product of products) {
    const skus = candidates.filter(({ title }) => partsOf(title).product === product);
    const pairs = lines.flatMap(({ line, title }) => {
      const fitting = skus.filter((sku) => partsOf(sku.title).options === plain(title));
      const [sku] = fitting;
      return sku && fitting.length === 1 ? [{ line, sku }] : [];
    });
    if (pairs.length < lines.length) continue;
    const likeness = pairs.map(({ sku }) => sku.similarity);
    const known = likeness.filter((one) => one !== null);
    return { product, similarity: known.length === pairs.length ? Math.min(...known) : null, pairs };
  }
  return undefined;
}
