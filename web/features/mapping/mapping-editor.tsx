import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useMay } from '#web/components/session.tsx';
import { Panel } from '#web/ui/page.tsx';
import { useMobile } from '#web/ui/use-mobile.ts';
import { type Draft, recipeOf, withItem } from './mapping-draft.ts';
import { type Product, type SkuChoice, useChoices, type Variant } from './mapping.api.ts';
import classes from './mapping.module.css';
import { disagreements, fitOf } from './option-match.ts';
import { OptionMatcher } from './option-matcher.tsx';
import { RecipeDialog } from './recipe-dialog.tsx';
import { SaveBar } from './save-bar.tsx';
import { SkuPicker, SkuSheet } from './sku-picker.tsx';
import { useMapping } from './use-mapping.ts';
import { useSaveKey } from './use-save-key.ts';
import { VariantRow } from './variant-row.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

type Shown = { kind: 'recipe' | 'versions' | 'pick'; variant: Variant };

/** Store variants beside the catalogue's items: each row says what is sent when it is sold. */
export function MappingEditor({ product, variants }: { product: Product; variants: readonly Variant[] }) {
  const { t } = useTranslation('mapping');
  const mayEdit = useMay()('products', 'edit');
  const mobile = useMobile();
  const shipped = useMemo(() => variants.filter((variant) => variant.requires_shipping), [variants]);
  const mapping = useMapping(product, shipped);
  const [activeId, setActiveId] = useState(shipped[0]?.id);
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>();
  const { data: found = [], isFetching } = useChoices(product.id, search);
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
    mapping.decide(variant, { kind: 'mapped', recipe, by: 'hand' });
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
        <Panel title={t('variants', { count: shipped.length })} padding="none">
          <ul className={classes.rows} aria-label={t('variantsLabel')}>
            {shipped.map(rowOf)}
          </ul>
        </Panel>
        {mayEdit && !mobile && <div className={classes.side}>{picker}</div>}
      </div>
      {mayEdit && <SaveBar product={product} mapping={mapping} />}
      {shown?.kind === 'pick' && <SkuSheet onClose={() => setShown(undefined)}>{picker}</SkuSheet>}
      {shown?.kind === 'recipe' && (
        <RecipeDialog
          productId={product.id}
          variant={shown.variant}
          recipe={recipeOf(shown.variant, mapping.drafts.get(shown.variant.id))}
          onSave={(recipe) => mapping.decide(shown.variant, { kind: 'mapped', recipe, by: 'hand' })}
          onClose={() => setShown(undefined)}
        />
      )}
      {shown?.kind === 'versions' && (
        <VersionsDialog
          productId={product.id}
          variant={shown.variant}
          mayEdit={mayEdit}
          onRestored={() => mapping.decide(shown.variant, undefined)}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  );
}

const rowId = (variant: Variant) => `variant-${variant.id}`;
