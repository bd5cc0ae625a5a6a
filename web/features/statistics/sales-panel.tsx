import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { statisticsSteps } from '#contract/statistics-rules.ts';
import { Panel } from '#web/ui/page.tsx';
import { type Drawn, drawnOf, SalesChart } from './sales-chart.tsx';
import { SalesTable } from './sales-table.tsx';
import type { Statistics } from './statistics-types.ts';
import type { Period } from './use-period.ts';
import classes from './statistics.module.css';

type Props = { data: Statistics; period: Period };

/** One figure over time, as a chart with the earlier period as a thin line, or all of them as a table. */
export function SalesPanel({ data, period }: Props) {
  const { t } = useTranslation('statistics');
  const offered = drawnOf(data);
  const measure: Drawn = offered.find((name) => name === period.get('measure')) ?? 'sales';
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
      {view === 'chart' ? (
        <SalesChart data={data} measure={measure} />
      ) : (
        <SalesTable data={data} filter={period.filter} />
      )}
    </Panel>
  );
}
