import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { LazyBoundary, lazyPart } from '#web/components/lazy-part.tsx';
import { countryName } from '#web/lib/countries.ts';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useFigureText } from './figure-texts.ts';
import { Unknown } from './figure-value.tsx';
import type { Deliveries, Statistics } from './statistics-types.ts';
import { OrdersLink } from './step-link.tsx';
import { deliveredOrdersAt, type Period } from './use-period.ts';
import classes from './statistics.module.css';

// the charts' library is heavy
const DeliveryTimesChart = lazyPart(async () => (await import('./charts/delivery-times-chart.tsx')).DeliveryTimesChart);

type Props = { data: Statistics; period: Period };

/** How long parcels took by shipping method and country, how many were late, and the claims that came of them. */
export function DeliveriesPanel({ data, period }: Props) {
  const { t, i18n } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const { data: rows = [] } = useApiQuery(
    api.statistics.deliveries,
    { query: period.shipments },
    { keepPrevious: true },
  );
  if (rows.length === 0) return null;
  const longest = Math.max(1, ...rows.map(({ p90 }) => p90));
  const ofSent = ({ parcels }: { parcels: number }, n: number, bp: number) =>
    t('ofSent', { share: text.share(bp), n: text.count(n), of: text.count(parcels) });
  return (
    <Panel title={t('deliveries')}>
      <p className={classes.explained}>{t('deliveriesText')}</p>
      <LazyBoundary fallback={<Skeleton height={300} radius={6} />}>
        <DeliveryTimesChart period={period} channels={channelsOf(rows)} />
      </LazyBoundary>
      <div className={classes.below}>
        <PlainTable label={t('deliveries')} rows={rows.length}>
          <thead>
            <tr>
              <th>{t('columns.channel')}</th>
              <th>{t('columns.country')}</th>
              <th data-align="end">{t('columns.delivered')}</th>
              <th>{t('columns.days')}</th>
              <th data-spare>{t('columns.daysSent')}</th>
              <th data-align="end" data-spare>
                {t('columns.onTime')}
              </th>
              <th data-align="end" data-spare>
                {t('columns.claims')}
              </th>
              <th data-align="end" data-spare>
                {t('columns.refunds')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.channel.id} ${row.country}`}>
                <td>
                  <OrdersLink
                    name={row.channel.name}
                    to={
                      row.country === null
                        ? undefined
                        : deliveredOrdersAt(period.shipments, { channel_id: row.channel.id, country: row.country })
                    }
                  />
                </td>
                <td data-whole>{row.country === null ? t('noCountry') : countryName(row.country, i18n.language)}</td>
                <td data-align="end">{text.count(row.delivered)}</td>
                <td>{row.delivered > 0 && <Spread times={row} longest={longest} />}</td>
                <td data-spare>
                  {row.from_shipping.p90 > 0 && <Spread times={row.from_shipping} longest={longest} />}
                </td>
                <td data-align="end" data-spare>
                  {row.on_time_bp === null ? <Unknown why={t('unknown.noEstimate')} /> : text.share(row.on_time_bp)}
                </td>
                <td data-align="end" data-spare>
                  {row.claims_bp === null ? (
                    <Unknown why={t('unknown.noParcels')} />
                  ) : (
                    ofSent(row, row.claims, row.claims_bp)
                  )}
                </td>
                <td data-align="end" data-spare>
                  {row.refunds_bp === null ? (
                    <Unknown why={t('unknown.noParcels')} />
                  ) : (
                    ofSent(row, row.refunded, row.refunds_bp)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    </Panel>
  );
}

type Days = Deliveries[number]['from_shipping'];

/** Shipping methods of the rows, each once. */
const channelsOf = (rows: Deliveries) => [...new Map(rows.map(({ channel }) => [channel.id, channel])).values()];

/** Half, eight and nine of ten parcels by then, as bars of one scale with their days. */
function Spread({ times, longest }: { times: Days; longest: number }) {
  const { t } = useTranslation('statistics');
  const width = (days: number) => `${(days / longest) * 100}%`;
  return (
    <div className={classes.spread}>
      <div className={classes.spreadBar} aria-hidden>
        <span style={{ width: width(times.p90) }} data-part="p90" />
        <span style={{ width: width(times.p50) }} data-part="p50" />
      </div>
      <span>{t('withinDays', { half: times.p50, more: times.p80, most: times.p90 })}</span>
    </div>
  );
}
