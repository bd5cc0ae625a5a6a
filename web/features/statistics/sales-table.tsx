import { useTranslation } from 'react-i18next';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useFigureText } from './figure-texts.ts';
import { StepLink } from './step-link.tsx';
import type { StepOrders } from './step-orders.ts';
import { useStepText } from './step-text.ts';
import type { Statistics } from './statistics-types.ts';

type Props = { data: Statistics; orders: StepOrders };

/** All figures of each step, with the way to its orders. */
export function SalesTable({ data, orders }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const write = useStepText(data.step, data.days);
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
