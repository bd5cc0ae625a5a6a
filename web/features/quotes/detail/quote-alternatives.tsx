import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import classes from '../quotes.module.css';
import type { QuoteDetail } from '../quotes-types.ts';

type Alternative = QuoteDetail['alternatives'][number];
const tones = { cheaper: 'green', same: 'grey', better: 'blue' } as const;

type AlternativesProps = {
  quote: Pick<QuoteDetail, 'alternatives' | 'currency'>;
  /** What can be done with one that was not taken; nothing when left out. */
  action?: { label: string; onAction: (alternative: Alternative) => void };
  /** What choosing one means now. */
  hint?: string | undefined;
};

/** Other goods that would do, as cards. */
export function QuoteAlternatives({ quote, action, hint }: AlternativesProps) {
  const { t } = useTranslation('quotes');
  if (quote.alternatives.length === 0) return null;
  return (
    <DetailSection title={t('alternatives.title')}>
      {hint !== undefined && <p className={classes.muted}>{hint}</p>}
      <ul className={classes.cards}>
        {quote.alternatives.map((one) => (
          <li key={one.id} className={classes.card}>
            <Identity
              picture={<Picture url={one.sku.picture_url} />}
              title={one.sku.title}
              detail={`${one.sku.code} · ${t('detail.grams', { count: one.sku.weight_g })}`}
            />
            <StatusChip tone={tones[one.kind]} label={t(`alternatives.${one.kind}`)} />
            <p className={classes.offer}>
              <MoneyCell money={{ amount: one.unit_price, currency: quote.currency }} tone="strong" />
              <span className={classes.muted}>{t('alternatives.terms', { count: one.lead_days, moq: one.moq })}</span>
            </p>
            {one.note !== '' && <p className={classes.words}>{one.note}</p>}
            {one.taken_version !== null && (
              <span className={classes.muted}>{t('alternatives.chosen', { version: one.taken_version })}</span>
            )}
            {action && one.taken_version === null && (
              <Button variant="default" size="compact-sm" onClick={() => action.onAction(one)}>
                {action.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
