import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { changesOf, type Draft, type Drafts, recipeOf, withItem } from './mapping-draft.ts';
import { itemFor, type Pairs } from './option-match.ts';
import type { Product, Variant, SkuChoice, Save } from './mapping-types.ts';

export type Mapping = {
  drafts: Drafts;
  changes: Save['variants'];
  /** What was said about options, by which rows agree or not. */
  pairs: Pairs;
  apply: NonNullable<Save['apply']>;
  setApply: (apply: NonNullable<Save['apply']>) => void;
  /** Undefined takes back what was decided. */
  decide: (variant: Variant, draft: Draft | undefined) => void;
  /** Gives every row that was not decided manually the item that the pairs name; answers how many it filled. */
  fill: (pairs: Pairs, items: readonly SkuChoice[]) => number;
  save: () => Promise<boolean>;
  discard: () => void;
  busy: boolean;
};

/** What was decided for the variants of a product and is not saved yet. */
export function useMapping(product: Product, variants: readonly Variant[], first: Drafts): Mapping {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const { run, busy } = useApiMutation(api.mappings.save);
  const [drafts, setDrafts] = useState<Drafts>(first);
  const [pairs, setPairs] = useState<Pairs>({});
  const [apply, setApply] = useState<NonNullable<Save['apply']>>('open_orders');
  const changes = useMemo(() => changesOf(variants, drafts), [variants, drafts]);
  const decide = useCallback(
    (variant: Variant, draft: Draft | undefined) =>
      setDrafts((before) => {
        const after = new Map(before);
        if (draft) after.set(variant.id, draft);
        else after.delete(variant.id);
        return after;
      }),
    [],
  );
  const fill = (said: Pairs, items: readonly SkuChoice[]) => {
    const filled = variants.flatMap((variant): [string, Draft][] => {
      const before = drafts.get(variant.id);
      if (before && !(before.kind === 'mapped' && before.by === 'options')) return [];
      const sku = itemFor(variant.options, items, said);
      const recipe = recipeOf(variant, before);
      if (!sku || (recipe.components.length === 1 && recipe.components[0]?.sku.id === sku.id)) return [];
      return [[variant.id, { kind: 'mapped', recipe: withItem(recipe, sku), by: 'options' }]];
    });
    setPairs(said);
    setDrafts((before) => new Map([...before, ...filled]));
    return filled.length;
  };
  const save = async () => {
    if (busy || changes.length === 0) return false;
    const saved = await run({ params: { id: product.id }, body: { mode: 'commit', apply, variants: changes } });
    if (saved === false) return false;
    setDrafts(new Map());
    toast.success(
      saved.payable > 0 ? t('savedPayable', { count: saved.payable }) : t('saved', { count: saved.changed }),
    );
    return true;
  };
  return { drafts, changes, pairs, apply, setApply, decide, fill, save, discard: () => setDrafts(new Map()), busy };
}
