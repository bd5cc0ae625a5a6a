import { Anchor, Button, Select, Skeleton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ClaimPolicyTable } from '#web/components/claim-policy-table.tsx';
import { formulaText } from '#web/components/freight-text.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { formatMoney, formatTime, joinWords } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './resources-page.module.css';

/** What helps with the daily work: shipping channels, file formats, the API document. */
export function ResourcesPage() {
  const { t } = useTranslation('resources');
  return (
    <Page title={t('title')}>
      <Panel title={t('channels')}>
        <p className={classes.text}>{t('channelsText')}</p>
        <ShippingTable />
      </Panel>
      <Panel title={t('policies')}>
        <p className={classes.text}>{t('policiesText')}</p>
        <Policies />
      </Panel>
      <div className={classes.columns}>
        <Panel title={t('calendar')}>
          <ProviderCalendar />
        </Panel>
        <Panel title={t('files')}>
          <h3 className={classes.head}>{t('orderFile')}</h3>
          <p className={classes.text}>{t('orderFileText')}</p>
          <div className={classes.actions}>
            <Button variant="default" component={Link} to={paths.orders}>
              {t('toOrders')}
            </Button>
            <Anchor href="/examples/orders.csv" download>
              {t('template')}
            </Anchor>
          </div>
          <h3 className={classes.head}>{t('api')}</h3>
          <p className={classes.text}>{t('apiText')}</p>
          <div className={classes.actions}>
            <Button variant="default" component={Link} to={paths.apiDocument}>
              {t('toApi')}
            </Button>
          </div>
        </Panel>
      </div>
    </Page>
  );
}

/** The provider's claim policies, as they count now. */
function Policies() {
  const { data, error, refetch } = useApiQuery(api.shipping.claimPolicies, { query: {} });
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={120} radius={6} />;
  return <ClaimPolicyTable policies={data} />;
}

/** When the warehouse does not work, and until when an order must be paid to leave the same day. */
function ProviderCalendar() {
  const { t, i18n } = useTranslation('resources');
  const { data, error, refetch } = useApiQuery(api.shipping.calendar, {});
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={120} radius={6} />;
  const zh = i18n.language.startsWith('zh');
  return (
    <>
      <h3 className={classes.head}>{t('cutOffs')}</h3>
      <ul className={classes.facts}>
        {data.cut_offs.map(({ channel, next_at }) => (
          <li key={channel.id}>
            <span>{channel.name}</span>
            <time dateTime={next_at}>{formatTime(next_at, 'y-m-d h:i')}</time>
          </li>
        ))}
      </ul>
      <h3 className={classes.head}>{t('holidays')}</h3>
      {data.holidays.length === 0 && <p className={classes.text}>{t('noHolidays')}</p>}
      <ul className={classes.facts}>
        {rangesOf(data.holidays).map(({ first, last, kind, name_en, name_zh }) => (
          <li key={first}>
            <span>{zh ? name_zh : name_en}</span>
            <span>
              {first === last ? first : `${first} – ${last}`}
              {kind === 'working' && ` · ${t('worked')}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

type Holiday = { day: string; kind: 'off' | 'working'; name_en: string; name_zh: string };
type Range = Omit<Holiday, 'day'> & { first: string; last: string };

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Days in a row of the same name read as one holiday. */
function rangesOf(days: readonly Holiday[]): Range[] {
  return days.reduce<Range[]>((ranges, { day, ...what }) => {
    const before = ranges.at(-1);
    if (before && dayAfter(before.last) === day && before.kind === what.kind && before.name_en === what.name_en) {
      return [...ranges.slice(0, -1), { ...before, last: day }];
    }
    return [...ranges, { ...what, first: day, last: day }];
  }, []);
}

type Rate = AnswerOf<Contract['shipping']['rates']>[number];

/** Kinds of goods that a channel does not carry, in words. */
const refusedOf = ({ refuses }: Rate, ts: TFunction<'shipping'>, language: string) =>
  joinWords(
    refuses.map((kind) => ts(`goods.${kind}`)),
    language,
  );

/** What each channel charges to a country, how long it takes, and what it does not carry. */
function ShippingTable() {
  const { t, i18n } = useTranslation('resources');
  const { t: ts } = useTranslation('shipping');
  const [country, setCountry] = useState('US');
  const query = useApiQuery(api.shipping.rates, { query: { destination: country } }, { keepPrevious: true });
  const places = useMemo(
    () => countries.map((code) => ({ value: code, label: countryName(code, i18n.language) })),
    [i18n.language],
  );
  const heads = {
    freight: t('columns.freight'),
    days: t('columns.days'),
    tax: t('columns.tax'),
    refuses: t('columns.refuses'),
  };
  return (
    <>
      <Select
        label={t('country')}
        w="var(--tw-lone-field, 260px)"
        mb={12}
        searchable
        allowDeselect={false}
        data={places}
        value={country}
        onChange={(value) => setCountry(value ?? country)}
      />
      {query.error !== null && query.data === undefined && (
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data === undefined && query.error === null && <Skeleton height={120} radius={6} />}
      {query.data?.length === 0 && <EmptyState title={t('noChannels')} />}
      {query.data !== undefined && query.data.length > 0 && (
        <PlainTable label={t('channels')} stacks>
          <thead>
            <tr>
              <th scope="col">{t('columns.name')}</th>
              {Object.entries(heads).map(([id, head]) => (
                <th key={id} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {query.data.map((rate) => (
              <tr key={rate.id}>
                <td data-whole>{rate.channel.name}</td>
                <td data-head={heads.freight}>
                  {formulaText(ts, rate.formula, (amount) =>
                    formatMoney({ amount, currency: rate.currency }, i18n.language),
                  )}
                </td>
                <td data-head={heads.days} data-whole>
                  {ts('rate.daysOf', { p50: rate.days_p50, p90: rate.days_p90 })}
                </td>
                <td data-head={heads.tax} data-whole>
                  {ts(`cost.tax.${rate.tax_mode}`)}
                </td>
                <td data-head={heads.refuses}>{refusedOf(rate, ts, i18n.language) || '–'}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </>
  );
}
