import { useTranslation } from 'react-i18next';
import { leastParcels } from '#contract/statistics-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { countryName } from '#web/lib/countries.ts';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useFigureText } from './figure-texts.ts';
import type { Deliveries, Statistics } from './statistics-types.ts';
import type { Period } from './use-period.ts';
import classes from './statistics.module.css';

type Props = { data: Statistics; period: Period };

/** How long parcels took by shipping method and country, how many were late, and the claims that came of them. */
export function DeliveriesPanel({ data, period }: Props) {
  const { t, i18n } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const { data: rows = [] } = useApiQuery(api.statistics.deliveries, { query: period.filter }, { keepPrevious: true });
  if (rows.length === 0) return null;
  const longest = Math.max(1, ...rows.map(({ p90 }) => p90));
  const share = (bp: number | null) => (bp === null ? '–' : text.percent(bp));
  return (
    <Panel title={t('deliveries')}>
      <p className={classes.explained}>{t('deliveriesText')}</p>
      <PlainTable label={t('deliveries')} maxHeight={420}>
        <thead>
          <tr>
            <th>{t('columns.channel')}</th>
            <th>{t('columns.country')}</th>
            <th data-align="end">{t('columns.delivered')}</th>
            <th>{t('columns.days')}</th>
            <th data-align="end" data-spare>
              {t('columns.onTime')}
            </th>
            <th data-align="end" data-spare>
              {t('columns.claims')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.channel.id} ${row.country}`}>
              <td>{row.channel.name}</td>
              <td>{row.country === null ? t('noCountry') : countryName(row.country, i18n.language)}</td>
              <td data-align="end">{text.count(row.delivered)}</td>
              <td>{row.delivered > 0 && <Spread row={row} longest={longest} />}</td>
              <td data-align="end" data-spare>
                {share(row.on_time_bp)}
              </td>
              <td data-align="end" data-spare>
                {share(row.claims_bp)} ({text.count(row.claims)})
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Panel>
  );
}

/** Half of the parcels by then, nine of ten by then, as bars of one scale with their days. */
function Spread({ row, longest }: { row: Deliveries[number]; longest: number }) {
  const { t } = useTranslation('statistics');
  const width = (days: number) => `${(days / longest) * 100}%`;
  return (
    <div className={classes.spread}>
      <div className={classes.spreadBar} aria-hidden>
        <span style={{ width: width(row.p90) }} data-part="p90" />
        <span style={{ width: width(row.p50) }} data-part="p50" />
      </div>
      <span>{t('withinDays', { half: row.p50, most: row.p90 })}</span>
    </div>
  );
}

/** Shipping methods that would earn more or arrive sooner, from the account's own parcels. */
export function RecommendationsPanel() {
  const { t, i18n } = useTranslation('statistics');
  const { data: rows = [] } = useApiQuery(api.statistics.recommendations, {});
  const text = useFigureText(rows[0]?.currency ?? 'USD');
  if (rows.length === 0) return null;
  return (
    <Panel title={t('recommendations')}>
      <p className={classes.explained}>{t('recommendationsText', { least: leastParcels })}</p>
      <ul className={classes.advices}>
        {rows.map(({ country, from, to, profit_per_parcel, parcels_a_month }) => (
          <li key={`${country} ${to.channel.id}`}>
            <strong>
              {t('advice', {
                country: countryName(country, i18n.language),
                from: from.channel.name,
                to: to.channel.name,
              })}
            </strong>
            <span>
              {t('adviceProfit', {
                each: text.signed(profit_per_parcel),
                month: text.signed(profit_per_parcel * parcels_a_month),
                parcels: text.count(parcels_a_month),
              })}
            </span>
            <span>
              {t('adviceDays', { half: to.p50, most: to.p90, halfNow: from.p50, mostNow: from.p90 })}{' '}
              {t('adviceClaims', { later: text.percent(to.claims_bp), now: text.percent(from.claims_bp) })}
            </span>
            <span className={classes.cardMore}>
              {t('adviceBasis', { now: text.count(from.parcels), later: text.count(to.parcels) })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
