import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { statisticsComparisons } from '#contract/statistics-rules.ts';
import { everyOf } from '#web/lib/every-of.ts';
import { currencyDigits } from '#web/lib/format.ts';
import { chartMark } from '#web/ui/chart-mark.ts';
import { ChartKeys } from '#web/components/chart-keys.tsx';
import { axisTicks } from './axis-ticks.ts';
import { isOfCosts, type ShownFigure, useFigureText, valueOf } from '../figure-texts.ts';
import { type StepOrders, useStepText } from '../steps.ts';
import type { Statistics } from '../statistics-types.ts';
import classes from '../statistics.module.css';

/** Figures that the chart can draw. */
export type Drawn = Extract<ShownFigure, 'sales' | 'orders' | 'cost' | 'profit'>;
const drawn = everyOf<Drawn>()(['sales', 'orders', 'cost', 'profit']);

const widestBar = 40;
const height = 300;
/** Around the plot: marks stay whole at its right and above it. */
const margin = { top: 20, right: 20 };
const axis = { x: 30, y: 64 };
/** Bars of more steps have no room between them. */
const mostApart = 200;

/** Those that the reader may see. */
export const drawnOf = ({ costs }: Pick<Statistics, 'costs'>): Drawn[] =>
  drawn.filter((name) => costs || !isOfCosts(name));

type Props = {
  data: Statistics;
  measure: Drawn;
  /** What the earlier days are. */
  compare: (typeof statisticsComparisons)[number];
  orders: StepOrders;
};

/** One figure of each step as bars that open its orders, with the earlier period as a thin line. */
export function SalesChart({ data, measure, compare, orders }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const write = useStepText(data.step, data.days);
  const earlier = t(`compares.${compare}`);
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
  const say = (day: string | number) => {
    const row = rows.find((one) => one.day === day);
    const before = row?.before ?? null;
    return {
      name: write.long(String(day)),
      values: [
        text.text(measure, row?.now ?? 0),
        ...(before === null ? [] : [t('partValue', { part: earlier, value: text.text(measure, before) })]),
      ],
    };
  };
  const { ref, width } = useElementSize<HTMLDivElement>();
  const mark = width > 0 ? markOf(rows, ticks, { width, say: (value) => text.text(measure, value) }) : undefined;
  const label = t('chartText', { measure: t(`cards.${measure}`), step: t(`stepNames.${data.step}`) });
  return (
    <ChartKeys ref={ref} aria-label={label} say={say} open={(day) => orders.open(String(day))}>
      {(follower) => (
        <>
          {compared && (
            <p className={`${classes.keys} ${classes.legend}`} aria-hidden>
              <span className={classes.key} data-part="line">
                {earlier}
              </span>
            </p>
          )}
          <CompositeChart
            h={height}
            data={rows}
            dataKey="day"
            maxBarWidth={widestBar}
            tickLine="none"
            strokeDasharray="0"
            textColor="var(--tw-muted)"
            gridColor="var(--tw-border)"
            series={[
              { name: 'now', label: t('now'), color: 'var(--tw-accent-line)', type: 'bar' },
              { name: 'before', label: earlier, color: 'var(--tw-chart-line)', type: 'line' },
            ]}
            barProps={{ cursor: 'pointer', onClick: ({ payload }) => orders.open((payload as { day: string }).day) }}
            strokeWidth={1.5}
            withDots={rows.length === 1} // a single point has no line
            curveType="linear"
            valueFormatter={(value) => text.text(measure, Math.round(value))}
            xAxisProps={{ tickFormatter: write.short, minTickGap: 24, interval: 'equidistantPreserveStart' }}
            composedChartProps={{
              margin: { ...margin, top: Math.max(margin.top, (mark?.reach ?? 0) - plotHeight) },
              barCategoryGap: rows.length > mostApart ? 0 : '10%',
            }}
            yAxisProps={{
              width: axis.y,
              ticks,
              domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0],
              tickFormatter: (value: number) => text.axis(measure, value),
            }}
            tooltipProps={{ labelFormatter: (day) => (typeof day === 'string' ? write.long(day) : '') }}
            referenceDots={mark ? [{ x: mark.x, y: mark.y, r: 0, label: mark.label }] : []}
          >
            {follower}
          </CompositeChart>
        </>
      )}
    </ChartKeys>
  );
}

type Row = { day: string; now: number; before: number | null };
const plotHeight = height - margin.top - axis.x;

/** The highest bar says what it is. */
function markOf(
  rows: readonly Row[],
  ticks: readonly number[],
  { width, say }: { width: number; say: (value: number) => string },
) {
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 0];
  const plot = { width: width - axis.y - margin.right };
  const outline = rows.map(({ now, before }, place) => ({
    x: ((place + 0.5) * plot.width) / rows.length,
    y: ((Math.max(now, before ?? 0) - bottom) * plotHeight) / (top - bottom),
  }));
  const highest = rows.reduce((most, { now }, place) => (now > (rows[most]?.now ?? 0) ? place : most), 0);
  const value = rows[highest]?.now ?? 0;
  const bar = { x: outline[highest]?.x ?? 0, y: ((value - bottom) * plotHeight) / (top - bottom) };
  const mark = value > 0 ? chartMark(say(value), bar, { ...plot, drawn: outline }, classes.mark) : undefined;
  return mark && { x: rows[highest]?.day, y: value, label: mark.label, reach: mark.reach };
}
