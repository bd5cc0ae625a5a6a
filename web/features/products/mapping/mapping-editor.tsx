import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useMay } from '#web/components/session.tsx';
import { Panel } from '#web/ui/page.tsx';
import { useMobile } from '#web/ui/use-mobile.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { type Draft, fromSuggestion, handedDrafts, recipeOf, withItem } from './mapping-draft.ts';
import classes from './mapping.module.css';
import { disagreements, fitOf } from './option-match.ts';
import { OptionMatcher } from './option-matcher.tsx';
import { RecipeDialog } from './recipe-dialog.tsx';
import { SaveBar } from './save-bar.tsx';
import { SkuPicker, SkuSheet } from './sku-picker.tsx';
import { type Mapping, useMapping } from './use-mapping.ts';
import { VariantRow } from './variant-row.tsx';
import { VersionsDialog } from './versions-dialog.tsx';
import type { Product, SkuChoice, Stock, Suggestion, Variant } from './mapping-types.ts';

type EditorProps = {
  product: Product;
  variants: readonly Variant[];
  /** What another page hands over for one of the variants. */
  handed: { variantId: string; sku: SkuChoice } | undefined;
};
type Shown = { kind: 'recipe' | 'versions' | 'pick'; variant: Variant };

/** Store variants beside the catalogue's items: each row says what is sent when it is sold. */
export function MappingEditor({ product, variants, handed }: EditorProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const mayEdit = useMay()('products', 'edit');
  const mobile = useMobile();
  const shipped = useMemo(() => variants.filter((variant) => variant.requires_shipping), [variants]);
  const mapping = useMapping(product, shipped, handedDrafts(shipped, handed));
  const suggested = useSuggested(product.id, shipped, mapping);
  const [activeId, setActiveId] = useState(handed?.variantId ?? shipped[0]?.id);
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>();
  const { data: found = [], isFetching } = useApiQuery(
    api.products.skus,
    { params: { id: product.id }, query: search === '' ? {} : { q: search } },
    { keepPrevious: true },
  );
  const stockOf = useStockOf(product.id, found);
  const active = shipped.find((variant) => variant.id === activeId) ?? shipped[0];
  const choices = useMemo(
    () =>
      active
        ? found.toSorted((a, b) => fitOf(active.options, b, mapping.pairs) - fitOf(active.options, a, mapping.pairs))
        : [],
    [found, active, mapping.pairs],
  );
  const move = (step: number) => {
    const next = shipped[shipped.findIndex((variant) => variant.id === active?.id) + step];
    if (!next) return;
    setActiveId(next.id);
    document.getElementById(rowId(next))?.focus();
  };
  const pick = (variant: Variant, sku: SkuChoice) => {
    const recipe = withItem(recipeOf(variant, mapping.drafts.get(variant.id)), sku);
    mapping.decide(variant, { kind: 'mapped', recipe, by: 'manual' });
    if (!mobile) move(1);
  };
  useSaveKey(mayEdit ? mapping.save : undefined);
  const handleRowKeys = (event: KeyboardEvent, variant: Variant) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && !mobile && mayEdit && choices[0]) {
      event.preventDefault();
      pick(variant, choices[0]);
    } else if (event.key.toLowerCase() === 'a' && !isChord(event) && mayEdit && suggested.of(variant)) {
      event.preventDefault();
      suggested.accept(variant);
      move(1);
    }
  };
  const rowOf = (variant: Variant) => {
    const draft = mapping.drafts.get(variant.id);
    const recipe = recipeOf(variant, draft);
    return (
      <VariantRow
        key={variant.id}
        id={rowId(variant)}
        variant={variant}
        draft={draft}
        recipe={recipe}
        wrong={recipe.components.flatMap((part) => disagreements(variant.options, part.sku.attributes, mapping.pairs))}
        suggestion={suggested.of(variant)}
        stockOf={stockOf}
        onAccept={() => suggested.accept(variant)}
        active={variant.id === active?.id}
        mayEdit={mayEdit}
        onActive={() => setActiveId(variant.id)}
        onPick={mobile ? () => setShown({ kind: 'pick', variant }) : undefined}
        onKeys={(event) => handleRowKeys(event, variant)}
        onDecide={(next: Draft | undefined) => mapping.decide(variant, next)}
        onRecipe={() => setShown({ kind: 'recipe', variant })}
        onVersions={() => setShown({ kind: 'versions', variant })}
      />
    );
  };
  const picker = active && (
    <SkuPicker
      choices={choices}
      variant={active}
      pairs={mapping.pairs}
      search={search}
      busy={isFetching}
      onSearch={setSearch}
      onPick={(sku) => {
        pick(shown?.kind === 'pick' ? shown.variant : active, sku);
        if (shown?.kind === 'pick') setShown(undefined);
      }}
    />
  );
  return (
    <div className={classes.editor}>
      <Unsaved when={mapping.changes.length > 0} />
      {mayEdit && <OptionMatcher variants={shipped} choices={found} onFill={mapping.fill} />}
      <div className={classes.columns}>
        <Panel
          title={t('variants', { count: shipped.length })}
          actions={mayEdit && <AcceptWaiting suggested={suggested} />}
          padding="none"
        >
          <ul className={classes.rows} aria-label={t('variantsLabel')}>
            {shipped.map(rowOf)}
          </ul>
        </Panel>
        {mayEdit && !mobile && <div className={classes.side}>{picker}</div>}
      </div>
      {mayEdit && <SaveBar product={product} mapping={mapping} />}
      {shown?.kind === 'pick' && <SkuSheet onClose={() => setShown(undefined)}>{picker}</SkuSheet>}
      <RowDialogs
        product={product}
        mapping={mapping}
        shown={shown}
        mayEdit={mayEdit}
        onClose={() => setShown(undefined)}
      />
    </div>
  );
}

type DialogsProps = {
  product: Product;
  mapping: Mapping;
  shown: Shown | undefined;
  mayEdit: boolean;
  onClose: () => void;
};

function RowDialogs({ product, mapping, shown, mayEdit, onClose }: DialogsProps) {
  if (shown?.kind === 'recipe')
    return (
      <RecipeDialog
        productId={product.id}
        variant={shown.variant}
        recipe={recipeOf(shown.variant, mapping.drafts.get(shown.variant.id))}
        onSave={(recipe) => mapping.decide(shown.variant, { kind: 'mapped', recipe, by: 'manual' })}
        onClose={onClose}
      />
    );
  if (shown?.kind !== 'versions') return null;
  return (
    <VersionsDialog
      productId={product.id}
      variant={shown.variant}
      mayEdit={mayEdit}
      onRestored={() => mapping.decide(shown.variant, undefined)}
      onClose={onClose}
    />
  );
}

/** Takes over all suggestions that the rows show; nothing is saved by it. */
function AcceptWaiting({ suggested }: { suggested: Suggested }) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  if (suggested.waiting.length === 0) return null;
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() => suggested.waiting.forEach((variant) => suggested.accept(variant))}
    >
      {t('suggested.acceptAll', { count: suggested.waiting.length })}
    </Button>
  );
}

/** What there is of the items in the rows and in the catalogue beside them; undefined while it is not known. */
function useStockOf(productId: string, found: readonly SkuChoice[]) {
  const { data } = useApiQuery(api.products.stock, { params: { id: productId } });
  return useMemo(() => {
    const free = (levels: readonly { available: number }[]) => levels.reduce((sum, level) => sum + level.available, 0);
    const known = new Map<string, Stock | null>(found.map((sku) => [sku.id, sku.stock]));
    for (const { sku, own, shared } of data ?? [])
      known.set(sku.id, own.length + shared.length === 0 ? null : { own: free(own), shared: free(shared) });
    return (skuId: string) => known.get(skuId);
  }, [data, found]);
}

const isChord = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey;
const rowId = (variant: Variant) => `variant-${variant.id}`;

type Suggested = {
  /** What a row that nobody has decided yet probably is. */
  of: (variant: Variant) => Suggestion | undefined;
  accept: (variant: Variant) => void;
  /** Rows that have one. */
  waiting: readonly Variant[];
};

/** Suggestions for the rows that consist of nothing and are not decided. */
function useSuggested(productId: string, variants: readonly Variant[], mapping: Mapping): Suggested {
  const { data } = useApiQuery(api.suggestions.list, { query: { product_id: productId, per_page: 200 } });
  const byVariant = useMemo(() => new Map((data?.data ?? []).map((one) => [one.variant.id, one])), [data]);
  const of = (variant: Variant) =>
    variant.components.length === 0 && !mapping.drafts.has(variant.id) ? byVariant.get(variant.id) : undefined;
  const accept = (variant: Variant) => {
    const suggestion = of(variant);
    if (suggestion) mapping.decide(variant, fromSuggestion(suggestion));
  };
  return { of, accept, waiting: variants.filter((variant) => of(variant) !== undefined) };
}

/** Ctrl+S (⌘S) saves while the page is the one that is shown; the browser's own dialog stays away. */
function useSaveKey(save: (() => Promise<boolean>) | undefined): void {
  const handleKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    void save?.();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
