import { Anchor } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FigureText, isOfCosts, type ShownFigure, shownFigures, useFigureText } from './figure-texts.ts';
import { gridOf } from './figure-grid.ts';
import { FigureName } from './figure-name.tsx';
import { FigureChange, FigureValue } from './figure-value.tsx';
import type { Figures, Statistics } from './statistics-types.ts';
import type { OrdersFilter, Period } from './use-period.ts';
import classes from './statistics.module.css';

const names = Object.keys(shownFigures) as ShownFigure[]; // its own keys

/** Each figure of the period, what it is made of, and how it was before. */
export function FigureCards({ data, period }: { data: Statistics; period: Period }) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const shown = names
    .filter((name) => data.costs || !isOfCosts(name))
    .filter((name) => name !== 'refunded' || data.totals.refunded !== null)
    .filter((name) => !isOfAds(name) || (data.totals.ads ?? 0) + (data.before.ads ?? 0) > 0);
  const { wide, narrow, phone } = gridOf(shown.length);
  const grid: CSSProperties & Record<`--${string}`, number> = {
    '--columns': wide.columns,
    '--last': wide.last,
    '--narrow-columns': narrow.columns,
    '--narrow-last': narrow.last,
    '--phone-last': phone.last,
  };
  return (
    <section aria-label={t('figures')} className={classes.cards} style={grid}>
      {shown.map((name) => (
        <FigureCard key={name} name={name} data={data} text={text} period={period} />
      ))}
    </section>
  );
}

type CardProps = { name: ShownFigure; data: Statistics; text: FigureText; period: Period };

function FigureCard({ name, data, text, period }: CardProps) {
  const orders = period.ordersAt();
  const shown = <FigureValue name={name} figures={data.totals} text={text} />;
  return (
    <div className={classes.card} data-figure={name}>
      <FigureName name={name}>{name === 'cost' && <CostParts figures={data.totals} text={text} />}</FigureName>
      <div className={classes.cardValue}>
        {name === 'orders' && orders !== undefined ? (
          <Anchor component={Link} inherit to={orders}>
            {shown}
          </Anchor>
        ) : (
          shown
        )}
      </div>
      <FigureChange name={name} data={data} text={text} />
      <Details name={name} figures={data.totals} text={text} period={period} />
    </div>
  );
}

/** What the cost is made of. */
function CostParts({ figures: { goods, freight, fees }, text }: { figures: Figures; text: FigureText }) {
  const { t } = useTranslation('statistics');
  if (goods === null || goods + (freight ?? 0) + (fees ?? 0) === 0) return null;
  const parts = { goods: text.money(goods), freight: text.money(freight ?? 0), fees: text.money(fees ?? 0) };
  return <p className={classes.costParts}>{t('costParts', parts)}</p>;
}

/** Shown once something was spent. */
const isOfAds = (name: ShownFigure) => name === 'ads' || name === 'profit_after_ads';

/** Known, and more than nothing. */
const isSome = (amount: number | null): amount is number => amount !== null && amount > 0;

/** What a figure is made of, and what it leaves out. */
function Details({ name, figures, text, period }: Omit<CardProps, 'data'> & { figures: Figures }) {
  const { t } = useTranslation('statistics');
  const listed = (more: OrdersFilter, words: string, whole?: string) => (
    <Anchor component={Link} inherit to={period.ordersAt(more)} title={whole}>
      {words}
    </Anchor>
  );
  const { cancelled, refunded_orders, no_rate, no_cost, self_fulfilled, kept } = figures;
  const lacking = (count: number) => listed({ unknown: 'cost' }, t('noCostShort', { count }), t('noCost', { count }));
  const lines: Partial<Record<ShownFigure, ReactNode[]>> = {
    sales: [
      no_rate > 0 && listed({ unknown: 'rate' }, t('noRateShort', { count: no_rate }), t('noRate', { count: no_rate })),
    ],
    orders: [cancelled > 0 && listed({ stage: 'cancelled' }, t('cancelled', { count: cancelled }))],
    cost: [isSome(no_cost) && lacking(no_cost)],
    ads: [
      figures.roas !== null && t('roas', { times: text.times(figures.roas) }),
      figures.ads_no_rate > 0 && t('adsNoRate', { count: figures.ads_no_rate }),
    ],
    refunded: [
      isSome(refunded_orders) && listed({ refunded: 'any' }, t('refundedOrders', { count: refunded_orders })),
      isSome(figures.refunded) && t('takenOff'),
    ],
    profit: [
      isSome(no_cost) && lacking(no_cost),
      isSome(kept) && t('keptOf', { money: text.money(kept) }),
      self_fulfilled > 0 &&
        listed(
          { stage: 'self_fulfilled' },
          t('selfFulfilledShort', { count: self_fulfilled }),
          t('selfFulfilled', { count: self_fulfilled }),
        ),
    ],
  };
  const shown = (lines[name] ?? []).filter(Boolean);
  return (
    shown.length > 0 && (
      <div className={classes.cardMore}>
        {shown.map((line, place) => (
          <div key={place}>{line}</div>
        ))}
      </div>
    )
  );
}
