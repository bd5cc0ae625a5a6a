import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { Anchor, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shiftDay, statisticsSteps } from '#contract/statistics-rules.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { everyOf } from '#web/lib/every-of.ts';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { isOfCosts, type ShownFigure, useFigureText, valueOf } from './figure-texts.ts';
import { useStepText } from './step-text.ts';
import type { Statistics } from './statistics-types.ts';
import type { Period } from './use-period.ts';
import classes from './statistics.module.css';

/** Figures that the chart can draw. */
type Drawn = Extract<ShownFigure, 'sales' | 'orders' | 'cost' | 'profit'>;
const drawn = everyOf<Drawn>()(['sales', 'orders', 'cost', 'profit']);

type Props = { data: Statistics; period: Period };

/** One figure over time, as a chart with the earlier period as a thin line, or all of them as a table. */
export function SalesPanel({ data, period }: Props) {
  const { t } = useTranslation('statistics');
  const offered = drawn.filter((name) => data.costs || !isOfCosts(name));
  const measure = offered.find((name) => name === period.get('measure')) ?? 'sales';
  const view = period.get('view') === 'table' ? 'table' : 'chart';
  return (
    <Panel
      title={t('chart')}
      actions={
        <div className={classes.controls}>
          {view === 'chart' && (
            <SegmentedControl
              size="xs"
              aria-label={t('measure')}
              value={measure}
              onChange={(next) => period.set({ measure: next === 'sales' ? undefined : next })}
              data={offered.map((value) => ({ value, label: t(`cards.${value}`) }))}
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label={t('step')}
            value={data.step}
            onChange={(next) => period.set({ step: next })}
            data={statisticsSteps.map((value) => ({ value, label: t(`steps.${value}`) }))}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('view')}
            value={view}
            onChange={(next) => period.set({ view: next === 'chart' ? undefined : next })}
            data={(['chart', 'table'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
          />
        </div>
      }
    >
      {view === 'chart' ? <SalesChart data={data} measure={measure} /> : <SalesTable data={data} period={period} />}
    </Panel>
  );
}

function SalesChart({ data, measure }: { data: Statistics; measure: Drawn }) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const write = useStepText(data.step);
  const rows = data.series.map(({ day, figures, before }) => ({
    day,
    now: valueOf(figures, measure) ?? 0,
    before: before === null ? null : valueOf(before, measure),
  }));
  const highest = rows.reduce(
    (most, row) => (row.now > most.now ? row : most),
    rows[0] ?? { day: '', now: 0, before: 0 },
  );
  const earlier = rows.reduce((most, row) => ((row.before ?? 0) > (most?.before ?? 0) ? row : most), rows[0]);
  const label = t('chartText', { measure: t(`cards.${measure}`), step: t(`stepNames.${data.step}`) });
  return (
    <div role="group" aria-label={label}>
      <CompositeChart
        h={300}
        data={rows}
        dataKey="day"
        maxBarWidth={40}
        tickLine="none"
        strokeDasharray="0"
        textColor="var(--tw-muted)"
        gridColor="var(--tw-border)"
        series={[
          { name: 'now', label: t('now'), color: 'var(--tw-accent-line)', type: 'bar' },
          { name: 'before', label: t('earlier'), color: 'var(--tw-line)', type: 'line' },
        ]}
        strokeWidth={1.5}
        withDots={false}
        curveType="linear"
        valueFormatter={(value) => text.text(measure, Math.round(value))}
        xAxisProps={{ tickFormatter: write.short, minTickGap: 24, interval: 'preserveStartEnd' }}
        yAxisProps={{ width: 72, tickFormatter: (value: number) => text.axis(measure, value) }}
        tooltipProps={{ labelFormatter: (day) => (typeof day === 'string' ? write.long(day) : '') }}
        referenceDots={[
          ...(highest.now > 0
            ? [
                {
                  x: highest.day,
                  y: highest.now,
                  r: 0,
                  label: {
                    value: text.text(measure, highest.now),
                    position: 'top' as const,
                    className: classes.mark ?? '',
                  },
                },
              ]
            : []),
          ...(earlier && (earlier.before ?? 0) > 0
            ? [
                {
                  x: earlier.day,
                  y: earlier.before ?? 0,
                  r: 0,
                  label: { value: t('earlier'), position: 'top' as const, className: classes.quietMark ?? '' },
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

function SalesTable({ data, period }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const write = useStepText(data.step);
  const lastDay = (place: number) => {
    const next = data.series[place + 1];
    return next === undefined ? data.days.to : shiftDay(next.day, -1);
  };
  return (
    <PlainTable label={t('chart')} maxHeight={420}>
      <thead>
        <tr>
          <th>{t(`columns.${data.step}`)}</th>
          <th data-align="end">{t('columns.orders')}</th>
          <th data-align="end" data-spare>
            {t('columns.units')}
          </th>
          <th data-align="end">{t('columns.sales')}</th>
          <th data-align="end" data-spare>
            {t('columns.before')}
          </th>
          {data.costs && (
            <>
              <th data-align="end" data-spare>
                {t('columns.cost')}
              </th>
              <th data-align="end">{t('columns.profit')}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {data.series.map(({ day, figures, before }, place) => {
          const from = day < data.days.from ? data.days.from : day;
          const to = lastDay(place);
          return (
            <tr key={day}>
              <td>
                <Anchor
                  component={Link}
                  inherit
                  to={withQuery(paths.orders, { ...period.filter, from, to })}
                  aria-label={t('openOrders', { name: write.long(day) })}
                >
                  {write.long(day)}
                </Anchor>
              </td>
              <td data-align="end">{text.text('orders', figures.orders)}</td>
              <td data-align="end" data-spare>
                {text.text('units', figures.units)}
              </td>
              <td data-align="end">{text.text('sales', figures.sales)}</td>
              <td data-align="end" data-spare>
                {text.text('sales', before?.sales ?? null)}
              </td>
              {data.costs && (
                <>
                  <td data-align="end" data-spare>
                    {text.text('cost', figures.cost)}
                  </td>
                  <td data-align="end">{text.text('profit', figures.profit)}</td>
                </>
              )}
            </tr>
          );
        })}
      </tbody>
    </PlainTable>
  );
}
