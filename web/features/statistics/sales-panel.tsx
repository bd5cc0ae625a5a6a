import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { statisticsSteps } from '#contract/statistics-rules.ts';
import { Panel } from '#web/ui/page.tsx';
import { PartsChart, PartsTable } from './charts/parts-chart.tsx';
import { type Drawn, drawnOf, SalesChart } from './charts/sales-chart.tsx';
import { SalesTable } from './sales-table.tsx';
import { useStepOrders } from './steps.ts';
import type { Statistics } from './statistics-types.ts';
import type { Period } from './use-period.ts';
import classes from './statistics.module.css';

type Props = { data: Statistics; period: Period };

/** One figure over time beside the earlier period, or what sales are used for; as a chart, or all of them as a table. */
export function SalesPanel({ data, period }: Props) {
  const { t } = useTranslation('statistics');
  const orders = useStepOrders(data, period.filter);
  const offered = [...drawnOf(data), ...(data.costs ? (['parts'] as const) : [])];
  const measure: Drawn | 'parts' = offered.find((name) => name === period.get('measure')) ?? 'sales';
  const view = period.get('view') === 'table' ? 'table' : 'chart';
  return (
    <Panel
      title={t('chart')}
      actions={
        <div className={classes.controls}>
          {(view === 'chart' || measure === 'parts') && (
            <SegmentedControl
              size="xs"
              aria-label={t('measure')}
              value={measure}
              onChange={(next) => period.set({ measure: next === 'sales' ? undefined : next })}
              data={offered.map((value) => ({
                value,
                label: value === 'parts' ? t('parts.title') : t(`cards.${value}`),
              }))}
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
      {measure === 'parts' && view === 'chart' && <PartsChart data={data} orders={orders} />}
      {measure === 'parts' && view === 'table' && <PartsTable data={data} orders={orders} />}
      {measure !== 'parts' && view === 'chart' && (
        <SalesChart data={data} measure={measure} compare={period.compare} orders={orders} />
      )}
      {measure !== 'parts' && view === 'table' && <SalesTable data={data} orders={orders} />}
    </Panel>
  );
}
