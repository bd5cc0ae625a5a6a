import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core';
import { IconArrowRight, IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sureConfidence } from '#contract/suggestion-rules.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { reasonText } from '#web/components/suggestion-reason.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import type { Draft, Part, Recipe } from './mapping-draft.ts';
import classes from './mapping.module.css';
import type { Disagreement } from './option-match.ts';
import { StockText } from './stock-text.tsx';
import type { Variant, Suggestion, Stock } from './mapping-types.ts';

type RowProps = {
  id: string;
  variant: Variant;
  draft: Draft | undefined;
  recipe: Recipe;
  wrong: readonly Disagreement[];
  suggestion: Suggestion | undefined;
  /** What there is of an item, as far as it is known here. */
  stockOf: (skuId: string) => Stock | null | undefined;
  active: boolean;
  mayEdit: boolean;
  onActive: () => void;
  /** Opens the catalogue over the page, where it does not stand beside it. */
  onPick: (() => void) | undefined;
  onKeys: (event: KeyboardEvent) => void;
  onAccept: () => void;
  onDecide: (draft: Draft | undefined) => void;
  onRecipe: () => void;
  onVersions: () => void;
};

const optionText = (variant: Variant) =>
  variant.options
    .filter((option) => option.value !== 'Default Title') // what shops call the only choice
    .map((option) => `${option.name}: ${option.value}`)
    .join(' · ') || variant.title;

/** One variant of the shop and what is sent for it. */
export function VariantRow(props: RowProps) {
  const { id, variant, draft, wrong, active, mayEdit, onActive, onPick, onKeys, onDecide } = props;
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const drift = draft === undefined && variant.drift.length > 0;
  return (
    <li className={classes.row} data-active={active} data-wrong={wrong.length > 0} data-changed={draft !== undefined}>
      <button
        id={id}
        type="button"
        className={classes.variant}
        aria-current={active}
        tabIndex={active ? 0 : -1}
        onClick={() => {
          onActive();
          onPick?.();
        }}
        onFocus={onActive}
        onKeyDown={onKeys}
      >
        <Picture url={variant.picture_url} size={40} />
        <span className={classes.words}>
          <span className={classes.name}>{optionText(variant)}</span>
          <span className={classes.muted}>
            {variant.sku === '' ? t('noSku') : variant.sku} · <MoneyCell money={variant.price} /> ·{' '}
            {t('orders30d', { count: variant.orders_30d })}
          </span>
        </span>
      </button>
      <IconArrowRight className={classes.arrow} size={16} aria-hidden />
      <div className={classes.sent}>
        <Sent {...props} />
        {wrong.map((one) => (
          <p key={one.option} className={classes.wrong}>
            {t('disagree', { option: one.option, value: one.value, attribute: one.attribute })}
          </p>
        ))}
        {drift && (
          <DriftNote
            variant={variant}
            onConfirm={mayEdit ? (until_sold_out) => onDecide({ kind: 'confirm', until_sold_out }) : undefined}
          />
        )}
      </div>
      {mayEdit ? <RowMenu {...props} /> : null}
    </li>
  );
}

function Sent({ variant, draft, recipe, suggestion, stockOf, mayEdit, onAccept }: RowProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  if (draft?.kind === 'not_ours' || (!draft && variant.mapping_state === 'not_ours'))
    return <StatusChip tone="grey" label={t('selfFulfilled')} />;
  if (draft?.kind === 'ours') return <StatusChip tone="blue" label={t('fulfillWithUs')} />;
  if (suggestion) return <SuggestedLine suggestion={suggestion} onAccept={mayEdit ? onAccept : undefined} />;
  if (recipe.components.length === 0) return <StatusChip tone="amber" label={t('nothing')} />;
  return (
    <>
      {recipe.components.map((part, index) => (
        <PartLine key={`${part.sku.id}-${index}`} part={part} stock={stockOf(part.sku.id)} />
      ))}
      <Origin variant={variant} draft={draft} recipe={recipe} />
    </>
  );
}

/** Who says so, how sure it is, and what else counts. */
function Origin({ variant, draft, recipe }: Pick<RowProps, 'variant' | 'draft' | 'recipe'>) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const certain = draft ? undefined : variant.confidence;
  return (
    <p className={classes.muted}>
      {draft?.kind === 'confirm' && t('confirmed')}
      {draft?.kind === 'mapped' && t(`by.${draft.by}`)}
      {certain !== undefined && certain !== null && variant.source !== null && (
        <>
          {t(`sources.${variant.source}`)}
          {certain < 1 && ` · ${t('confidence', { percent: Math.round(certain * 100) })}`}
        </>
      )}
      {recipe.rules.length > 0 && ` · ${t('rules', { count: recipe.rules.length })}`}
      {recipe.until_sold_out && ` · ${t('untilSoldOut')}`}
    </p>
  );
}

function PartLine({ part: { sku, quantity }, stock }: { part: Part; stock: Stock | null | undefined }) {
  const attributes = Object.values(sku.attributes).join(' / ');
  return (
    <div className={classes.part}>
      <Picture url={sku.picture_url} size={32} />
      <span className={classes.words}>
        <span className={classes.name}>
          {quantity > 1 && <strong>{quantity} × </strong>}
          {sku.title}
        </span>
        <span className={classes.muted}>
          {sku.code}
          {attributes !== '' && ` · ${attributes}`}
          {stock !== undefined && (
            <>
              {' · '}
              <StockText stock={stock} />
            </>
          )}
        </span>
      </span>
    </div>
  );
}

function RowMenu({ variant, draft, onDecide, onRecipe, onVersions }: RowProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const isOurs = draft ? draft.kind !== 'not_ours' : variant.mapping_state !== 'not_ours';
  return (
    <div className={classes.actions}>
      {draft && (
        <Button size="xs" variant="subtle" onClick={() => onDecide(undefined)}>
          {t('undo')}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('rowMenu', { name: optionText(variant) })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOurs && <Menu.Item onClick={onRecipe}>{t('bundle')}</Menu.Item>}
          <Menu.Item onClick={onVersions} disabled={variant.mapping_version === null}>
            {t('versions')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => onDecide({ kind: isOurs ? 'not_ours' : 'ours' })}>
            {t(isOurs ? 'markSelfFulfilled' : 'undoSelfFulfilled')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

type Drift = Variant['drift'][number];

type DriftNoteProps = { variant: Variant; onConfirm: ((untilSoldOut: boolean) => void) | undefined };

/** What changed since the mapping was confirmed, old beside new; its orders wait until it is looked at. */
function DriftNote({ variant, onConfirm }: DriftNoteProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const gone = variant.drift.some((change) => change.kind === 'item_discontinued');
  const [untilSoldOut, setUntilSoldOut] = useState(false);
  return (
    <div className={classes.drift} role="note">
      <strong>{t('drift.heading')}</strong>
      <ul>
        {variant.drift.map((change) => (
          <li key={`${change.kind}-${change.name}`}>
            <Change change={change} variant={variant} />
          </li>
        ))}
      </ul>
      {onConfirm && (
        <div className={classes.driftActions}>
          {gone && (
            <Checkbox
              size="xs"
              label={t('drift.useUntilSoldOut')}
              checked={untilSoldOut}
              onChange={(event) => setUntilSoldOut(event.currentTarget.checked)}
            />
          )}
          <ReadyButton
            size="xs"
            variant="default"
            missing={gone && !untilSoldOut ? t('drift.confirmMissing') : undefined}
            onClick={() => onConfirm(untilSoldOut)}
          >
            {t('drift.confirm')}
          </ReadyButton>
        </div>
      )}
    </div>
  );
}

function Change({ change, variant }: { change: Drift; variant: Variant }) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const name = change.name ?? '';
  if (change.kind === 'picture')
    return (
      <span className={classes.pictures}>
        {t('drift.picture')}
        <Picture url={variant.picture_before_url} size={48} />
        <IconArrowRight size={14} aria-label={t('drift.to')} />
        <Picture url={variant.picture_url} size={48} />
      </span>
    );
  if (change.kind === 'item_discontinued') return t('drift.item_discontinued', { name });
  return t(`drift.${change.kind}`, { name, from: change.from ?? '–', to: change.to ?? '–' });
}

/** What a row probably is, how sure that is and why; one key or click takes it over. */
function SuggestedLine({ suggestion, onAccept }: { suggestion: Suggestion; onAccept: (() => void) | undefined }) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const { t: ts, i18n } = useTranslation('suggestions');
  const { sku, quantity, confidence, reasons } = suggestion;
  return (
    <>
      <div className={classes.part} data-suggested>
        <Picture url={sku.picture_url} size={32} />
        <span className={classes.words}>
          <span className={classes.name}>
            {quantity > 1 && <strong>{quantity} × </strong>}
            {sku.title}
          </span>
          <span className={classes.muted}>
            {[sku.code, ...reasons.map((reason) => reasonText(ts, reason, i18n.language))].join(' · ')}
          </span>
        </span>
      </div>
      <div className={classes.driftActions}>
        <StatusChip
          tone={confidence >= sureConfidence ? 'green' : 'amber'}
          label={t('suggested.confidence', { percent: Math.floor(confidence * 100) })}
        />
        {onAccept && (
          <Button size="xs" variant="default" onClick={onAccept} rightSection={<kbd className={classes.key}>A</kbd>}>
            {t('suggested.accept')}
          </Button>
        )}
      </div>
    </>
  );
}
