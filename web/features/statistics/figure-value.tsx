import { useTranslation } from 'react-i18next';
import { Hint } from '#web/ui/hint.tsx';
import { type FigureText, isOfSales, type ShownFigure, valueOf } from './figure-texts.ts';
import type { Figures, Statistics } from './statistics-types.ts';
import { unknownReason } from './unknown-reason.ts';
import classes from './statistics.module.css';

type ValueProps = { name: ShownFigure; figures: Figures; text: FigureText };

/** A figure, marked where a part of it was converted from other currencies. */
export function FigureValue({ name, figures, text }: ValueProps) {
  const { t } = useTranslation('statistics');
  const value = valueOf(figures, name);
  if (value === null) return <FigureCell name={name} figures={figures} text={text} />;
  return (
    <>
      {figures.converted > 0 && isOfSales(name) && (
        <span title={t('approximate')} aria-label={t('approximate')} role="img">
          ≈{' '}
        </span>
      )}
      {text.text(name, value)}
    </>
  );
}

/** A figure of a table's row; where it isn't known, a dash that says why. */
export function FigureCell({
  name,
  figures,
  text,
  value = valueOf(figures, name),
}: ValueProps & { value?: number | null }) {
  const { t } = useTranslation('statistics');
  if (value !== null) return text.text(name, value);
  const { key, count } = unknownReason(name, figures);
  return <Unknown why={t(`unknown.${key}`, { count })} />;
}

/** The dash of a figure that isn't known, with the reason. */
export function Unknown({ why }: { why: string }) {
  return (
    <Hint label={why}>
      <span role="img" aria-label={why}>
        –
      </span>
    </Hint>
  );
}

type ChangeProps = { name: ShownFigure; data: Statistics; text: FigureText };

/** By how much it changed, and what it was before. */
export function FigureChange({ name, data, text }: ChangeProps) {
  const { t } = useTranslation('statistics');
  const earlier = valueOf(data.before, name);
  const change = text.change(name, valueOf(data.totals, name), earlier);
  return (
    <span className={classes.cardMore}>
      {change !== undefined && <span className={classes.change}>{change}</span>}{' '}
      {earlier === null || earlier === 0 ? t('noBefore') : t('before', { value: text.text(name, earlier) })}
    </span>
  );
}
