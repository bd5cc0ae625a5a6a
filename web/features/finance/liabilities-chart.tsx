import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ChartKeys } from '#web/components/chart-keys.tsx';
import { currencyDigits, formatMoney } from '#web/lib/format.ts';
import { chartMark } from '#web/ui/chart-mark.ts';
import type { Owed } from './finance-types.ts';
import classes from './finance.module.css';

const axisWidth = 72;
const right = 20;
/** Between two amounts above the line. */
const room = 160;
/** How the amount of the last day stands: where its line doesn't come from. */
const endMark = { textAnchor: 'end', className: classes.mark ?? '', offset: 8 } as const;
const [above, below] = ['top', 'bottom'] as const;

/** What is owed to clients over time, each day as it ends; the highest value and the last stand above the line. */
export function LiabilitiesChart({ owed: { currency, series } }: { owed: Owed }) {
  const { t, i18n } = useTranslation('finance');
  const money = (amount: number) => formatMoney({ amount: Math.round(amount), currency }, i18n.language);
  const short = new Intl.NumberFormat(i18n.language, {
    notation: 'compact',
    maximumFractionDigits: 1,
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const dayName = new Intl.DateTimeFormat(i18n.language, {
    month: 'short',
    day: 'numeric',
    ...(series.length > 366 && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  const write = (day: string) => dayName.format(new Date(`${day}T00:00:00Z`));
  const say = (day: string | number) => ({
    name: write(String(day)),
    values: [money(series.find((row) => row.day === day)?.total ?? 0)],
  });
  const highest = series.reduce<Owed['series'][number] | undefined>(
    (most, row) => (most === undefined || row.total > most.total ? row : most),
    undefined,
  );
  const { ref, width } = useElementSize<HTMLDivElement>();
  const plot = { width: width - axisWidth - right, drawn: [] };
  const xOf = (place: number) => (place * plot.width) / Math.max(1, series.length - 1);
  const top = highest ? series.indexOf(highest) : 0;
  // nothing is drawn higher than it
  const mark =
    highest && width > 0 ? chartMark(money(highest.total), { x: xOf(top), y: 0 }, plot, classes.mark) : undefined;
  const [last, before] = series.toReversed();
  const roomy = xOf(series.length - 1) - xOf(top) > room;
  const falls = before !== undefined && last !== undefined && before.total > last.total;
  const marks = [
    ...(mark && highest ? [{ row: highest, label: mark.label }] : []),
    ...(last && roomy
      ? [{ row: last, label: { ...endMark, value: money(last.total), position: falls ? below : above } }]
      : []),
  ].filter(({ row }) => row.total > 0);
  return (
    <ChartKeys ref={ref} className={classes.chart} aria-label={t('liabilitiesChart', { currency })} say={say}>
      {(follower) => (
        <CompositeChart
          h={260}
          data={series.map(({ day, total }) => ({ day, total }))}
          dataKey="day"
          tickLine="none"
          strokeDasharray="0"
          textColor="var(--tw-muted)"
          gridColor="var(--tw-border)"
          series={[
            { name: 'total', label: t('columns.owed', { currency }), color: 'var(--tw-accent-line)', type: 'area' },
          ]}
          strokeWidth={2}
          withDots={series.length === 1}
          curveType="linear"
          valueFormatter={money}
          xAxisProps={{
            tickFormatter: write,
            minTickGap: 24,
            interval: 'equidistantPreserveStart',
          }}
          composedChartProps={{ margin: { top: 20, right } }} // texts at the edges stay whole
          yAxisProps={{
            width: axisWidth,
            tickFormatter: (value: number) => short.format(value / 10 ** currencyDigits(currency)),
          }}
          referenceDots={marks.map(({ row, label }) => ({ x: row.day, y: row.total, r: 0, label }))}
        >
          {follower}
        </CompositeChart>
      )}
    </ChartKeys>
  );
}
