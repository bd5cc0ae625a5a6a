import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { LazyBoundary, lazyPart } from '#web/components/lazy-part.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import type { Owed } from './finance-types.ts';
import { PeriodFields } from './period-fields.tsx';
import { useFinancePeriod } from './use-finance-period.ts';
import classes from './finance.module.css';

// the charts' library is heavy, and only this tab draws any
const LiabilitiesChart = lazyPart(async () => (await import('./liabilities-chart.tsx')).LiabilitiesChart);

/** What the provider owes to all clients when each day ends, as a chart and as a table. */
export function Liabilities() {
  const { t } = useTranslation('finance');
  const period = useFinancePeriod();
  const { data, error, refetch } = useApiQuery(api.finance.liabilities, { query: period.days }, { keepPrevious: true });
  const shown = data?.currencies.filter(({ series }) => series.length > 0);
  return (
    <>
      <Toolbar>
        <PeriodFields period={period} />
        <span className={classes.note}>{t('liabilitiesText')}</span>
      </Toolbar>
      <div className={classes.body}>
        {shown ? (
          <>
            {shown.length === 0 && <EmptyState drawing="done" title={t('empty')} />}
            {shown.map((owed) => (
              <div key={owed.currency} className={classes.block}>
                <LazyBoundary fallback={<Skeleton height={260} radius={6} />}>
                  <LiabilitiesChart owed={owed} />
                </LazyBoundary>
                <LiabilitiesTable owed={owed} />
              </div>
            ))}
          </>
        ) : error ? (
          <ErrorBox error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={480} radius={6} />
        )}
      </div>
    </>
  );
}

function LiabilitiesTable({ owed: { currency, series } }: { owed: Owed }) {
  const { t } = useTranslation('finance');
  const cell = (amount: number) => <MoneyCell money={{ amount, currency }} form="plain" />;
  return (
    <PlainTable label={t('liabilitiesOf', { currency })} flush rows={series.length}>
      <thead>
        <tr>
          <th>{t('columns.day')}</th>
          <th data-align="end">{t('columns.cash', { currency })}</th>
          <th data-align="end" data-spare>
            {t('columns.held', { currency })}
          </th>
          <th data-align="end">{t('columns.bonus', { currency })}</th>
          <th data-align="end" data-spare>
            {t('columns.owedByClients', { currency })}
          </th>
          <th data-align="end">{t('columns.owed', { currency })}</th>
        </tr>
      </thead>
      <tbody>
        {series.toReversed().map(({ day, cash, held, bonus, owed_by_clients, total }) => (
          <tr key={day}>
            <td data-whole>{day}</td>
            <td data-align="end">{cell(cash)}</td>
            <td data-align="end" data-spare>
              {cell(held)}
            </td>
            <td data-align="end">{cell(bonus)}</td>
            <td data-align="end" data-spare>
              {cell(0 - owed_by_clients)}
            </td>
            <td data-align="end">
              <MoneyCell money={{ amount: total, currency }} form="plain" tone="strong" />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
