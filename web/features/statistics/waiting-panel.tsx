import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Bars } from './charts/bars.tsx';
import { useFigureText } from './figure-texts.ts';
import { Unknown } from './figure-value.tsx';
import { OrdersLink } from './step-link.tsx';
import { ordersAt, type Period } from './use-period.ts';
import classes from './statistics.module.css';

/** Orders that wait for payment by the days since they were placed, with what they cost; today, whatever the period is. */
export function WaitingPanel({ period }: { period: Period }) {
  const { t } = useTranslation('statistics');
  const { store_id, country } = period.shipments;
  const { data } = useApiQuery(api.statistics.waiting, { query: { store_id, country } }, { keepPrevious: true });
  const text = useFigureText(data?.currency ?? 'USD');
  if (data === undefined || data.ages.every(({ orders }) => orders === 0)) return null;
  const most = Math.max(...data.ages.map(({ orders }) => orders));
  const costs = data.ages.some(({ no_cost }) => no_cost !== null);
  const ages = data.ages.map((age) => {
    const waiting = { stage: 'awaiting_payment', to: age.to, ...(age.from !== null && { from: age.from }) };
    const at = (count: number, more = {}) =>
      count === 0 ? undefined : ordersAt({ store_id, country }, { ...waiting, ...more });
    return { ...age, name: nameOf(age), to: at(age.orders), lacking: at(age.no_cost ?? 0, { unknown: 'cost' }) };
  });
  function nameOf({ least, most: last }: { least: number; most: number | null }): string {
    if (last === null) return t('ageFrom', { least });
    return least === last ? t('age', { count: least }) : t('ageSpan', { least, most: last });
  }
  return (
    <Panel title={t('waiting')}>
      <p className={classes.explained}>{t('waitingText')}</p>
      <div className={classes.pair}>
        <figure className={classes.figure}>
          <figcaption>{t('waitingOrders')}</figcaption>
          <Bars
            label={t('waiting')}
            bars={ages.map(({ least, name, orders, to }) => ({
              key: String(least),
              name,
              share: orders / most,
              value: text.count(orders),
              to,
            }))}
          />
        </figure>
        <PlainTable label={t('waiting')}>
          <thead>
            <tr>
              <th>{t('columns.age')}</th>
              <th data-align="end">{t('columns.orders')}</th>
              {costs && (
                <>
                  <th data-align="end">{t('columns.cost')}</th>
                  <th data-align="end" data-spare>
                    {t('columns.noCost')}
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {ages.map((age) => (
              <tr key={age.least}>
                <td>
                  <OrdersLink to={age.to} name={age.name} />
                </td>
                <td data-align="end">{text.count(age.orders)}</td>
                {costs && (
                  <>
                    <td data-align="end">
                      {age.amount === null ? (
                        <Unknown why={t('unknown.noCost', { count: age.no_cost ?? 0 })} to={age.lacking} />
                      ) : (
                        text.text('cost', age.amount)
                      )}
                    </td>
                    <td data-align="end" data-spare>
                      <OrdersLink to={age.lacking} name={text.count(age.no_cost ?? 0)} />
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    </Panel>
  );
}
