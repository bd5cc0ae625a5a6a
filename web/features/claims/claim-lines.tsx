import { NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { unitsWorth } from '#contract/claim-verdict-rules.ts';
import { joinWords, minorToDecimal } from '#web/lib/format.ts';
import { Picture } from '#web/components/picture.tsx';
import { type Draft, unitsOf } from './claim-draft.ts';
import { useClaimWords } from './claim-words.ts';
import classes from './claims.module.css';
import type { ClaimGroup } from './claims-types.ts';

type Props = {
  group: ClaimGroup;
  /** Orders that send units of this one again. */
  resentAs: readonly string[];
  currency: string;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
};

/** Which units, and how much is asked for them; what is in an open claim, was sent again or given back is shown and cannot be taken. */
export function ClaimLines({ group, resentAs, currency, draft, onChange }: Props) {
  const { t } = useTranslation('claims');
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{t('lines')}</legend>
      {group.lines.map((line) => (
        <Line
          key={line.line_id}
          line={line}
          units={unitsOf(line, draft, group)}
          resentAs={resentAs}
          currency={currency}
          draft={draft}
          onChange={(change) =>
            onChange({
              lines: {
                ...draft.lines,
                [line.line_id]: { quantity: unitsOf(line, draft, group), ...draft.lines[line.line_id], ...change },
              },
            })
          }
        />
      ))}
    </fieldset>
  );
}

type LineProps = {
  resentAs: readonly string[];
  line: ClaimGroup['lines'][number];
  units: number;
  currency: string;
  draft: Draft;
  onChange: (change: { quantity?: number; asked?: string }) => void;
};

function Line({ line, units, resentAs, currency, draft, onChange }: LineProps) {
  const { t, i18n } = useTranslation('claims');
  const words = useClaimWords();
  const most = unitsWorth(line.most, units, line.quantity);
  const taken = line.open_claim !== null || line.quantity === 0;
  const title = [line.title, line.variant_title].filter(Boolean).join(' · ');
  return (
    <div className={classes.fields}>
      <Picture url={line.image_url} />
      <span className={classes.grow}>
        {title}
        <br />
        <span className={classes.muted}>
          {line.open_claim
            ? t('inClaim', { number: line.open_claim.number })
            : line.quantity > 0 && t('most', { money: words.money(units > 0 ? most : line.most, currency) })}
          {line.resent > 0 && (
            <span> {t('resent', { count: line.resent, names: joinWords(resentAs, i18n.language) })}</span>
          )}
          {line.refunded > 0 && <span> {t('refunded', { count: line.refunded })}</span>}
        </span>
      </span>
      <NumberInput
        w={110}
        label={t('unitsLabel', { count: line.quantity })}
        aria-label={t('units', { title })}
        min={0}
        max={line.quantity}
        allowDecimal={false}
        disabled={taken}
        value={units}
        onChange={(value) => onChange({ quantity: Math.min(line.quantity, Math.max(0, Number(value) || 0)) })}
      />
      {draft.wanted === 'refund' && (
        <TextInput
          w={130}
          label={t('amount', { currency })}
          inputMode="decimal"
          disabled={taken}
          value={draft.lines[line.line_id]?.asked ?? minorToDecimal(most, currency)}
          onChange={(event) => onChange({ asked: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
