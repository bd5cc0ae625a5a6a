import { useTranslation } from 'react-i18next';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useFigureText } from './figure-texts.ts';
import { FigureCell, Unknown } from './figure-value.tsx';
import { StepLink } from './step-link.tsx';
import { type StepOrders, useStepText } from './steps.ts';
import type { Statistics } from './statistics-types.ts';
import type { OrdersFilter } from './use-period.ts';

type Props = { data: Statistics; orders: StepOrders };

/** All figures of each step, with the way to its orders. */
export function SalesTable({ data, orders }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const write = useStepText(data.step, data.days);
  const lackingAt = (day: string) => (more: OrdersFilter) => orders.address(day, more);
  return (
    <PlainTable label={t('chart')} rows={data.series.length}>
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
        {data.series.map(({ day, figures, before }) => {
          return (
            <tr key={day}>
              <td>
                <StepLink day={day} name={write.long(day)} orders={orders} />
              </td>
              <td data-align="end">{text.text('orders', figures.orders)}</td>
              <td data-align="end" data-spare>
                {text.text('units', figures.units)}
              </td>
              <td data-align="end">{text.text('sales', figures.sales)}</td>
              <td data-align="end" data-spare>
                {before === null ? <Unknown why={t('noBefore')} /> : text.text('sales', before.sales)}
              </td>
              {data.costs && (
                <>
                  <td data-align="end" data-spare>
                    <FigureCell name="cost" figures={figures} text={text} ordersAt={lackingAt(day)} />
                  </td>
                  <td data-align="end">
                    <FigureCell name="profit" figures={figures} text={text} ordersAt={lackingAt(day)} />
                  </td>
                </>
              )}
            </tr>
          );
        })}
      </tbody>
    </PlainTable>
  );
}
