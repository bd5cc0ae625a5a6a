import { Anchor, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import hint from '#web/ui/hint.module.css';
import { Hint } from '#web/ui/hint.tsx';
import { earlierOf, type FigureText, isOfStores, type ShownFigure, valueOf } from './figure-texts.ts';
import type { Figures, Statistics } from './statistics-types.ts';
import { unknownOrders, unknownReason } from './unknown-reason.ts';
import type { OrdersFilter } from './use-period.ts';
import classes from './statistics.module.css';

type ValueProps = { name: ShownFigure; figures: Figures; text: FigureText };

/** A figure, marked where a part of it was converted from other currencies. */
export function FigureValue({ name, figures, text }: ValueProps) {
  const { t } = useTranslation('statistics');
  const value = valueOf(figures, name);
  if (value === null) return <FigureCell name={name} figures={figures} text={text} />;
  return (
    <>
      {figures.converted > 0 && isOfStores(name) && (
        <span title={t('approximate')} aria-label={t('approximate')} role="img">
          ≈{'\u00a0'}
        </span>
      )}
      {text.text(name, value)}
    </>
  );
}

/** A figure of a table's row; where it isn't known, a dash that says why and leads to the row's orders that lack it. */
export function FigureCell({
  name,
  figures,
  text,
  value = valueOf(figures, name),
  ordersAt,
}: ValueProps & { value?: number | null; ordersAt?: ((more: OrdersFilter) => string) | undefined }) {
  const { t } = useTranslation('statistics');
  if (value !== null) return text.text(name, value);
  const { key, count } = unknownReason(name, figures);
  const lacking = unknownOrders[key];
  return (
    <Unknown
      why={t(`unknown.${key}`, { count })}
      to={lacking === null || ordersAt === undefined ? undefined : ordersAt(lacking)}
    />
  );
}

/** The dash of a figure that isn't known, with the reason; where that is some orders, it leads to them. */
export function Unknown({ why, to }: { why: string; to?: string | undefined }) {
  if (to !== undefined)
    return (
      <Tooltip label={why} events={tooltipEvents} multiline maw={320}>
        <Anchor component={Link} inherit to={to} aria-label={why} className={hint.hint ?? ''}>
          –
        </Anchor>
      </Tooltip>
    );
  return (
    <Hint label={why}>
      <span role="img" aria-label={why}>
        –
      </span>
    </Hint>
  );
}

const tooltipEvents = { hover: true, focus: true, touch: true };

type ChangeProps = { name: ShownFigure; data: Statistics; text: FigureText };

/** By how much it changed, and what it was before. */
export function FigureChange({ name, data, text }: ChangeProps) {
  const { t } = useTranslation('statistics');
  const earlier = earlierOf(data.before, name);
  const change = text.change(name, valueOf(data.totals, name), earlier);
  return (
    <span className={classes.cardMore}>
      {change !== undefined && <span className={classes.change}>{change}</span>}{' '}
      {earlier === null || earlier === 0 ? t('noBefore') : t('before', { value: text.text(name, earlier) })}
    </span>
  );
}
