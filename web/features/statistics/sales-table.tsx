import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shiftDay } from '#contract/statistics-rules.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useFigureText } from './figure-texts.ts';
import { useStepText } from './step-text.ts';
import type { Statistics } from './statistics-types.ts';

type Props = {
  data: Statistics;
  /** The filter of the order list that each row leads to; its own days come on top. */
  filter: { store_id?: string | undefined; country?: string | undefined };
};

/** All figures of each step, with the way to its orders. */
export function SalesTable({ data, filter }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const write = useStepText(data.step, data.days);
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
                  to={withQuery(paths.orders, { ...filter, from, to })}
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
