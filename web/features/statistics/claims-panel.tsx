import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Bars } from './charts/bars.tsx';
import { productNames, useFigureText } from './figure-texts.ts';
import { Unknown } from './figure-value.tsx';
import { OrdersLink } from './step-link.tsx';
import type { Statistics } from './statistics-types.ts';
import { claimedOrdersAt, type Period } from './use-period.ts';
import classes from './statistics.module.css';

type Props = { data: Statistics; period: Period };
const mostBars = 10;

/** Of which products units were claimed, and for how many money was given back. */
export function ClaimsPanel({ data, period }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const { country: _, ...filter } = period.filter;
  const { data: rows = [] } = useApiQuery(api.statistics.productClaims, { query: filter }, { keepPrevious: true });
  if (rows.length === 0) return null;
  const most = Math.max(1, ...rows.map(({ claimed_bp }) => claimed_bp ?? 0));
  const nameOf = productNames(rows, t('noProduct'));
  const named = rows.map((row) => ({
    ...row,
    name: nameOf(row),
    to: row.product_id === null ? undefined : claimedOrdersAt(filter, row.product_id),
  }));
  return (
    <Panel title={t('claimsBy')}>
      <p className={classes.explained}>{t('claimsText')}</p>
      <div className={classes.pair}>
        <figure className={classes.figure}>
          <figcaption>
            {t('claimedShare')}
            <span className={classes.keys}>
              <span className={classes.key} data-part="under">
                {t('columns.claimed')}
              </span>
              <span className={classes.key} data-part="bar">
                {t('columns.refunded')}
              </span>
            </span>
          </figcaption>
          <Bars
            label={t('claimsBy')}
            bars={named.slice(0, mostBars).map((row) => ({
              key: row.product_id ?? '',
              name: row.name,
              share: (row.refunded_bp ?? 0) / most,
              under: (row.claimed_bp ?? 0) / most,
              value: `${text.share(row.claimed_bp)} · ${text.share(row.refunded_bp)}`,
              to: row.to,
            }))}
          />
        </figure>
        <PlainTable label={t('claimsBy')} rows={named.length}>
          <thead>
            <tr>
              <th>{t('columns.product')}</th>
              <th data-align="end" data-spare>
                {t('columns.sent')}
              </th>
              <th data-align="end">{t('columns.claimed')}</th>
              <th data-align="end">{t('columns.refunded')}</th>
              {data.costs && (
                <th data-align="end" data-spare>
                  {t('columns.granted')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {named.map((row) => (
              <tr key={row.product_id ?? ''}>
                <td>
                  <OrdersLink to={row.to} name={row.name} />
                </td>
                <td data-align="end" data-spare>
                  {text.count(row.units)}
                </td>
                <td data-align="end" data-whole>
                  {text.count(row.claimed)} (
                  {row.claimed_bp === null ? <Unknown why={t('unknown.noShipped')} /> : text.share(row.claimed_bp)})
                </td>
                <td data-align="end" data-whole>
                  {text.count(row.refunded)} (
                  {row.refunded_bp === null ? <Unknown why={t('unknown.noShipped')} /> : text.share(row.refunded_bp)})
                </td>
                {data.costs && (
                  <td data-align="end" data-spare>
                    {text.text('cost', row.granted)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    </Panel>
  );
}
