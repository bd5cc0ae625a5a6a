import type { Variant, SkuChoice, Suggestion, Save } from './mapping-types.ts';

type Decision = Save['variants'][number]['decision'];

export type Item = Variant['components'][number]['sku'] & Partial<Pick<SkuChoice, 'cost'>>;
export type Part = { sku: Item; quantity: number };
export type Rule = { countries: string[]; valid_from: string | null; valid_to: string | null; components: Part[] };
export type Recipe = { components: Part[]; rules: Rule[]; until_sold_out: boolean };

/** How a mapping was chosen, as it is kept. */
const sources = { manual: 'manual', options: 'auto_option', suggestion: 'suggestion' } as const;

/** What the person has decided about a variant and not saved yet. */
export type Draft =
  | { kind: 'mapped'; recipe: Recipe; by: keyof typeof sources }
  | { kind: 'not_ours' }
  | { kind: 'ours' }
  | { kind: 'confirm'; until_sold_out: boolean };
export type Drafts = ReadonlyMap<string, Draft>;

/** What a variant consists of when the drafts are saved. */
export function recipeOf(variant: Variant, draft: Draft | undefined): Recipe {
  if (draft?.kind === 'mapped') return draft.recipe;
  if (draft?.kind === 'not_ours' || draft?.kind === 'ours') return { components: [], rules: [], until_sold_out: false };
  const { components, rules } = variant;
  return {
    components,
    rules,
    until_sold_out: draft?.kind === 'confirm' ? draft.until_sold_out : variant.until_sold_out,
  };
}

const idsOf = (parts: readonly Part[]) => parts.map(({ sku, quantity }) => ({ catalog_sku_id: sku.id, quantity }));

function decisionOf(draft: Draft): Decision {
  if (draft.kind !== 'mapped') return draft;
  const { components, rules, until_sold_out } = draft.recipe;
  return {
    kind: 'mapped',
    components: idsOf(components),
    rules: rules.map((rule) => ({ ...rule, components: idsOf(rule.components) })),
    until_sold_out,
    source: sources[draft.by],
  };
}

/** The drafts as the server takes them; a variant without items is left out. */
export function changesOf(variants: readonly Variant[], drafts: Drafts): Save['variants'] {
  return variants.flatMap((variant) => {
    const draft = drafts.get(variant.id);
    if (!draft || (draft.kind === 'mapped' && draft.recipe.components.length === 0)) return [];
    return [{ variant_id: variant.id, version: variant.mapping_version ?? 0, decision: decisionOf(draft) }];
  });
}

/** One piece of an item, in the place of the first component; bundles and rules stay as they are. */
export function withItem(recipe: Recipe, sku: Item): Recipe {
  const [first, ...others] = recipe.components;
  return { ...recipe, components: [{ sku, quantity: first?.quantity ?? 1 }, ...others] };
}

/** A suggestion taken over as the decision. */
export function fromSuggestion({ sku, quantity }: Suggestion): Draft {
  const recipe = { components: [{ sku, quantity }], rules: [], until_sold_out: false };
  return { kind: 'mapped', recipe, by: 'suggestion' };
}

/** The first decisions when another page hands over an item for a variant; none when it is so already. */
export function handedDrafts(
  variants: readonly Variant[],
  handed: { variantId: string; sku: Item } | undefined,
): Drafts {
  const variant = handed && variants.find((one) => one.id === handed.variantId);
  if (!handed || !variant) return new Map();
  const [first, second] = variant.components;
  if (first?.sku.id === handed.sku.id && !second && variant.mapping_state === 'mapped') return new Map();
  return new Map([
    [variant.id, { kind: 'mapped', recipe: withItem(recipeOf(variant, undefined), handed.sku), by: 'manual' }],
  ]);
}
