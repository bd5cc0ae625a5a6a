import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { everyOf } from '#web/lib/every-of.ts';
import { currencyDigits } from '#web/lib/format.ts';
import { chartMark, markBeside } from '#web/ui/chart-mark.ts';
import { axisTicks } from './axis-ticks.ts';
import { isOfCosts, type ShownFigure, useFigureText, valueOf } from '../figure-texts.ts';
import { type StepOrders, useStepText } from '../steps.ts';
import type { Statistics } from '../statistics-types.ts';
import classes from '../statistics.module.css';

/** Figures that the chart can draw. */
export type Drawn = Extract<ShownFigure, 'sales' | 'orders' | 'cost' | 'profit'>;
const drawn = everyOf<Drawn>()(['sales', 'orders', 'cost', 'profit']);

const widestBar = 40;
/** Bars of more steps have no room between them. */
const mostApart = 200;

/** Those that the reader may see. */
export const drawnOf = ({ costs }: Pick<Statistics, 'costs'>): Drawn[] =>
  drawn.filter((name) => costs || !isOfCosts(name));

type Props = { data: Statistics; measure: Drawn; orders: StepOrders };

/** One figure of each step as bars that open its orders, with the earlier period as a thin line. */
export function SalesChart({ data, measure, orders }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const write = useStepText(data.step, data.days);
  const compared = data.before.orders > 0; // a line at nothing says nothing
  const rows = data.series.map(({ day, figures, before }) => ({
    day,
    now: valueOf(figures, measure) ?? 0,
    before: before === null || !compared ? null : valueOf(before, measure),
  }));
  const ticks = axisTicks(
    rows.flatMap(({ now, before }) => [now, before ?? 0]),
    measure === 'orders' ? 1 : 10 ** currencyDigits(data.currency),
  );
  const highest = rows.reduce(
    (most, row) => (row.now > most.now ? row : most),
    rows[0] ?? { day: '', now: 0, before: 0 },
  );
  const earlier = rows.reduce((most, row) => ((row.before ?? 0) > (most?.before ?? 0) ? row : most), rows[0]);
  const placeOf = ({ day }: { day: string }) => ({ place: rows.findIndex((row) => row.day === day), of: rows.length });
  const label = t('chartText', { measure: t(`cards.${measure}`), step: t(`stepNames.${data.step}`) });
  return (
    <div role="group" aria-label={label} className={classes.chart}>
      <CompositeChart
        h={300}
        data={rows}
        dataKey="day"
        maxBarWidth={widestBar}
        tickLine="none"
        strokeDasharray="0"
        textColor="var(--tw-muted)"
        gridColor="var(--tw-border)"
        series={[
          { name: 'now', label: t('now'), color: 'var(--tw-accent-line)', type: 'bar' },
          { name: 'before', label: t('earlier'), color: 'var(--tw-line)', type: 'line' },
        ]}
        barProps={{ cursor: 'pointer', onClick: ({ payload }) => orders.open((payload as { day: string }).day) }}
        strokeWidth={1.5}
        withDots={rows.length === 1} // a single point has no line
        curveType="linear"
        valueFormatter={(value) => text.text(measure, Math.round(value))}
        xAxisProps={{ tickFormatter: write.short, minTickGap: 24, interval: 'equidistantPreserveStart' }}
        composedChartProps={{
          margin: { top: 20, right: 20 }, // marks at the edges stay whole
          barCategoryGap: rows.length > mostApart ? 0 : '10%',
        }}
        yAxisProps={{
          width: 64,
          ticks,
          domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0],
          tickFormatter: (value: number) => text.axis(measure, value),
        }}
        tooltipProps={{ labelFormatter: (day) => (typeof day === 'string' ? write.long(day) : '') }}
        referenceDots={[
          ...(highest.now > 0
            ? [
                {
                  x: highest.day,
                  y: highest.now,
                  r: 0,
                  label: chartMark(text.text(measure, highest.now), placeOf(highest), classes.mark),
                },
              ]
            : []),
          ...(earlier && (earlier.before ?? 0) > 0
            ? [
                {
                  x: earlier.day,
                  y: earlier.before ?? 0,
                  r: 0,
                  label:
                    rows.length === 1
                      ? markBeside(t('earlier'), widestBar / 2, classes.quietMark)
                      : chartMark(t('earlier'), placeOf(earlier), classes.quietMark),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}
