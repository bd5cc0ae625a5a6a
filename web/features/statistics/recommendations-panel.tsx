import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { leastParcels } from '#contract/statistics-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay } from '#web/components/session.tsx';
import { countryName } from '#web/lib/countries.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { Panel } from '#web/ui/page.tsx';
import { useFigureText } from './figure-texts.ts';
import classes from './statistics.module.css';

/** Stores that a recommendation leads to: those with the most parcels. */
const mostSteps = 3;

/** Shipping methods that would earn more or arrive sooner, from the account's own parcels, with the way to where they are set. */
export function RecommendationsPanel() {
  const { t, i18n } = useTranslation('statistics');
  const { data: rows = [] } = useApiQuery(api.statistics.recommendations, {});
  const maySet = useMay()('stores', 'edit');
  const text = useFigureText(rows[0]?.currency ?? 'USD');
  if (rows.length === 0) return null;
  return (
    <Panel title={t('recommendations')}>
      <p className={classes.explained}>{t('recommendationsText', { least: leastParcels })}</p>
      <ul className={classes.advices}>
        {rows.map(({ country, from, to, profit_per_parcel, parcels_a_month, stores }) => (
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
            <span>{t('adviceDays', { half: to.p50, most: to.p90, halfNow: from.p50, mostNow: from.p90 })}</span>
            <span>{t('adviceClaims', { later: text.percent(to.claims_bp), now: text.percent(from.claims_bp) })}</span>
            <span className={classes.cardMore}>
              {t('adviceBasis', { now: text.count(from.parcels), later: text.count(to.parcels) })}
            </span>
            {maySet && (
              <div className={classes.adviceSteps}>
                {stores.slice(0, mostSteps).map(({ id, name }) => (
                  <Button
                    key={id}
                    component={Link}
                    variant="default"
                    size="xs"
                    to={withQuery(paths.stores, { store: id, view: 'settings', ship_to: country })}
                  >
                    {t('adviceStep', { store: name })}
                  </Button>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
