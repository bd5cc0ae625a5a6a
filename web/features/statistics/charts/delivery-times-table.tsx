import { useTranslation } from 'react-i18next';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useFigureText } from '../figure-texts.ts';
import type { DeliveryTimes } from '../statistics-types.ts';
import { OrdersLink } from '../step-link.tsx';

type Props = {
  data: DeliveryTimes;
  /** The list of the orders whose parcels took from so many days to so many. */
  ordersAt: (least: number, most: number) => string;
};

/** How many parcels took how many days, and which share arrived by then; each day leads to its orders. */
export function DeliveryTimesTable({ data, ordersAt }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText('USD');
  return (
    <PlainTable label={t('deliveryTable', { start: t(`starts.${data.since}`) })} rows={data.days.length}>
      <thead>
        <tr>
          <th>{t('daysAxis')}</th>
          <th data-align="end">{t('parcels')}</th>
          <th data-align="end">{t('columns.share')}</th>
          <th data-align="end">{t('columns.byThen')}</th>
        </tr>
      </thead>
      <tbody>
        {withSums(data).map(({ days, parcels, upto }) => (
          <tr key={days}>
            <td>
              <OrdersLink name={t('daysOf', { count: days })} to={ordersAt(days, days)} />
            </td>
            <td data-align="end">{text.count(parcels)}</td>
            <td data-align="end">{text.percent(shareOf(parcels, data))}</td>
            <td data-align="end">{text.percent(shareOf(upto, data))}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

/** Hundredths of a percent of all that were delivered. */
const shareOf = (parcels: number, { delivered }: DeliveryTimes) => Math.round((parcels * 10_000) / delivered);

/** Each day with the parcels that arrived by then. */
function withSums({ days }: DeliveryTimes) {
  let upto = 0;
  return days.map((day) => {
    upto += day.parcels;
    return { ...day, upto };
  });
}
