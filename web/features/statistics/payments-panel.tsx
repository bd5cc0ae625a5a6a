import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StatisticsPaid } from '#contract/statistics-figures.ts';
import { lastDayOf } from '#contract/statistics-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useFigureText } from './figure-texts.ts';
import type { Payments } from './statistics-types.ts';
import { useStepText } from './steps.ts';
import type { Period } from './use-period.ts';
import classes from './statistics.module.css';

const amounts = ['goods', 'freight', 'fees', 'other', 'returned', 'net'] as const satisfies (keyof StatisticsPaid)[];

/** What was paid in the period by the day of payment, with the way to the transactions of each step; nothing where nothing was. */
export function PaymentsPanel({ period: { days, step } }: { period: Period }) {
  const maySee = useMay()('wallet', 'view');
  const query = maySee ? { query: { ...days, ...(step && { step }) } } : null;
  const { data } = useApiQuery(api.statistics.payments, query, { keepPrevious: true });
  return data !== undefined && data.series.length > 0 && <PaymentsTable data={data} />;
}

function PaymentsTable({ data }: { data: Payments }) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const write = useStepText(data.step, data.days);
  const cells = (paid: StatisticsPaid) =>
    amounts.map((name) => (
      <td key={name} data-align="end" data-spare={name === 'net' ? undefined : true}>
        {name === 'returned' && paid.returned !== 0 ? text.money(-paid.returned) : text.money(paid[name])}
      </td>
    ));
  return (
    <Panel title={t('payments')}>
      <p className={classes.explained}>{t('paymentsText')}</p>
      <PlainTable label={t('payments')} rows={data.series.length}>
        <thead>
          <tr>
            <th>{t(`columns.${data.step}`)}</th>
            {amounts.map((name) => (
              <th key={name} data-align="end" data-spare={name === 'net' ? undefined : true}>
                {t(`paid.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.series.map(({ day, paid }) => (
            <tr key={day}>
              <td>
                <Anchor component={Link} inherit to={transactionsAt(data, day)}>
                  {write.long(day)}
                </Anchor>
              </td>
              {cells(paid)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('paid.total')}</th>
            {cells(data.totals)}
          </tr>
        </tfoot>
      </PlainTable>
    </Panel>
  );
}

/** The wallet's transactions of a step, as far as the period reaches. */
function transactionsAt({ days, step }: Payments, day: string): string {
  const last = lastDayOf(day, step);
  return withQuery(paths.wallet, {
    from: day < days.from ? days.from : day,
    to: last > days.to ? days.to : last,
  });
}
