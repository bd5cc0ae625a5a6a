import type { TFunction } from 'i18next';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sureConfidence } from '#contract/suggestion-rules.ts';
import { Picture } from '#web/components/picture.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import classes from './mapping.module.css';
import type { Suggestion } from './mapping-types.ts';

/** What a row probably is, how sure that is and why; one key or click takes it over. */
export function SuggestedLine({
  suggestion,
  onAccept,
}: {
  suggestion: Suggestion;
  onAccept: (() => void) | undefined;
}) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
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
            {[sku.code, ...reasons.map((reason) => reasonOf(t, reason))].join(' · ')}
          </span>
        </span>
      </div>
      <div className={classes.driftActs}>
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

type Texts = TFunction<'products', 'mapping'>;

function reasonOf(t: Texts, reason: Suggestion['reasons'][number]): string {
  if (reason.kind === 'words') return reason.pairs.map(([ours, theirs]) => `${ours} = ${theirs}`).join(', ');
  if (reason.kind === 'pieces') return t('suggested.pieces', { count: reason.count });
  if (reason.kind === 'title' || reason.kind === 'picture')
    return t(`suggested.${reason.kind}`, { percent: reason.percent });
  return t(`suggested.${reason.kind}`, { sku: reason.sku });
}
