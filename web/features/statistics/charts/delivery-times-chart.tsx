import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deliveryStarts } from '#contract/statistics-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ChartKeys } from '#web/components/chart-keys.tsx';
import { axisTicks } from './axis-ticks.ts';
import { DeliveryTimesTable } from './delivery-times-table.tsx';
import { useFigureText } from '../figure-texts.ts';
import { Unknown } from '../figure-value.tsx';
import type { DeliveryTimes } from '../statistics-types.ts';
import { OrdersLink } from '../step-link.tsx';
import { deliveredOrdersAt, type Period } from '../use-period.ts';
import classes from '../statistics.module.css';

/** Days that bars are drawn of; parcels that took longer are one bar. */
const mostDays = 45;

/** What the order list calls the days that a parcel took. */
const daysNames = { paid: 'took', shipped: 'transit' } as const;

type Props = { period: Period; channels: readonly { id: string; name: string }[] };

/** How many parcels took how many days, from payment or from sending, of all shipping methods or of one. */
export function DeliveryTimesChart({ period, channels }: Props) {
  const { t } = useTranslation('statistics');
  const since = period.get('since') === 'shipped' ? 'shipped' : 'paid';
  const view = period.get('times') === 'table' ? 'table' : 'chart';
  const channel = channels.find(({ id }) => id === period.get('channel'));
  const { data } = useApiQuery(
    api.statistics.deliveryTimes,
    { query: { ...period.shipments, since, channel_id: channel?.id } },
    { keepPrevious: true },
  );
  const ordersOf = (least: number, most?: number) =>
    deliveredOrdersAt(period.shipments, {
      channel_id: channel?.id,
      [`${daysNames[since]}_from`]: String(least),
      [`${daysNames[since]}_to`]: most === undefined ? undefined : String(most),
    });
  return (
    <>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('daysFrom')}
          value={since}
          onChange={(next) => period.set({ since: next === 'paid' ? undefined : next })}
          data={deliveryStarts.map((value) => ({ value, label: t(`starts.${value}`) }))}
        />
        {channels.length > 1 && (
          <Select
            size="xs"
            aria-label={t('columns.channel')}
            placeholder={t('allChannels')}
            clearable
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            value={channel?.id ?? null}
            onChange={(next) => period.set({ channel: next ?? undefined })}
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label={t('deliveriesView')}
          value={view}
          onChange={(next) => period.set({ times: next === 'chart' ? undefined : next })}
          data={(['chart', 'table'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
        />
      </div>
      {data !== undefined && data.delivered > 0 && <Times data={data} view={view} ordersAt={ordersOf} />}
      {data?.delivered === 0 && <p className={classes.explained}>{t('noDeliveries')}</p>}
    </>
  );
}

/** All days from the first to the last, those without parcels too; the longest together. */
function drawnDays({ days }: DeliveryTimes) {
  const [first, last] = [days[0]?.days ?? 0, days.at(-1)?.days ?? 0];
  const end = Math.min(last, first + mostDays);
  const drawn = Array.from({ length: end - first + 1 }, (_, place) => ({ days: first + place, parcels: 0 }));
  for (const { days: took, parcels } of days) {
    const bar = drawn[Math.min(took, end) - first];
    if (bar) bar.parcels += parcels;
  }
  return { drawn, end, more: last > end };
}

type Drawn = ReturnType<typeof drawnDays>;

type HistogramProps = {
  data: DeliveryTimes;
  /** The list of the orders whose parcels took from so many days to so many, or longer. */
  ordersAt: (least: number, most?: number) => string;
};

/** The days within which most arrived. */
const marksIn = (data: DeliveryTimes) =>
  [
    [data.p50, '50%'],
    [data.p80, '80%'],
    [data.p90, '90%'],
  ] as const;

/** What follows from the days, then the days themselves. */
function Times({ data, view, ordersAt }: HistogramProps & { view: 'chart' | 'table' }) {
  const { t } = useTranslation('statistics');
  const text = useFigureText('USD');
  return (
    <>
      <dl className={classes.parts}>
        {marksIn(data).map(([days, share]) => (
          <div key={share} data-within={share}>
            <dt>{t('within', { share })}</dt>
            <dd>
              <OrdersLink name={t('daysOf', { count: days })} to={ordersAt(0, days)} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('columns.onTime')}</dt>
          <dd>{data.on_time_bp === null ? <Unknown why={t('unknown.noEstimate')} /> : text.share(data.on_time_bp)}</dd>
        </div>
        <div>
          <dt>{t('columns.delivered')}</dt>
          <dd>{text.count(data.delivered)}</dd>
        </div>
      </dl>
      {view === 'chart' ? (
        <Histogram data={data} ordersAt={ordersAt} />
      ) : (
        <DeliveryTimesTable data={data} ordersAt={ordersAt} />
      )}
    </>
  );
}

function Histogram({ data, ordersAt }: HistogramProps) {
  const navigate = useNavigate();
  const { t, i18n } = useTranslation('statistics');
  const text = useFigureText('USD');
  const drawing = drawnDays(data);
  const { drawn, end, more } = drawing;
  const ticks = axisTicks(drawn.map(({ parcels }) => parcels));
  const dayText = (days: number) =>
    `${new Intl.NumberFormat(i18n.language).format(days)}${more && days === end ? '+' : ''}`;
  const open = (days: number) => void navigate(ordersAt(days, more && days === end ? undefined : days));
  const say = (days: string | number) => ({
    name: t('daysOf', { count: Number(days) }),
    values: [t('parcelsOf', { count: drawn.find((bar) => bar.days === days)?.parcels ?? 0 })],
  });
  const label = t('deliveryChart', { start: t(`starts.${data.since}`) });
  const lines = marksOf(marksIn(data), drawing);
  return (
    <ChartKeys aria-label={label} className={classes.barsAreLinks ?? ''} say={say} open={(days) => open(Number(days))}>
      {(follower) => (
        <BarChart
          h={254}
          data={drawn}
          dataKey="days"
          maxBarWidth={40}
          tickLine="none"
          strokeDasharray="0"
          textColor="var(--tw-muted)"
          gridColor="var(--tw-border)"
          series={[{ name: 'parcels', label: t('parcels'), color: 'var(--tw-accent-line)' }]}
          valueFormatter={(value) => text.count(value)}
          barProps={{
            cursor: 'pointer',
            onClick: ({ payload }) => open((payload as Drawn['drawn'][number]).days),
          }}
          xAxisProps={{ tickFormatter: dayText, minTickGap: 12, interval: 'equidistantPreserveStart' }}
          xAxisLabel={t('daysAxis')}
          barChartProps={{
            margin: { top: 22 + Math.max(0, ...lines.map(({ level }) => level)) * markHeight, right: 20, bottom: 30 }, // below the axis stands its name
          }}
          yAxisProps={{
            width: 48,
            ticks,
            domain: [0, ticks.at(-1) ?? 0],
            tickFormatter: (value: number) => text.axis('orders', value),
          }}
          tooltipProps={{ labelFormatter: (days) => (typeof days === 'number' ? t('daysOf', { count: days }) : '') }}
          referenceLines={lines.map(({ days, name, level }) => ({
            x: days,
            color: 'var(--tw-chart-line)',
            label: { value: name, position: 'top', offset: 5 + level * markHeight, className: classes.mark ?? '' },
          }))}
        >
          {follower}
        </BarChart>
      )}
    </ChartKeys>
  );
}

/** Marks nearer to each other than this share of the days stand one above the other. */
const near = 0.14;
const markHeight = 14;

/** The marks of the same day are one; those too near to the one before stand above it. */
function marksOf(
  marks: readonly (readonly [days: number, share: string])[],
  { drawn, end }: Pick<Drawn, 'drawn' | 'end'>,
) {
  const byDay = new Map<number, string[]>();
  for (const [days, share] of marks) {
    const place = Math.min(days, end);
    byDay.set(place, [...(byDay.get(place) ?? []), share]);
  }
  const found: { days: number; name: string; level: number }[] = [];
  for (const [days, shares] of byDay) {
    const before = found.at(-1);
    const isNear = before !== undefined && (days - before.days) / drawn.length < near;
    found.push({ days, name: shares.join(', '), level: isNear ? before.level + 1 : 0 });
  }
  return found;
}
