import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPanel } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { formulaText } from '#web/components/freight-text.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { countries, countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { RateDialog } from './rate-dialog.tsx';
import type { AddingProps, RateVersion } from './shipping-types.ts';

const noChannels: never[] = [];
const rowId = (rate: RateVersion) => rate.id;
const rowName = (rate: RateVersion) => `${rate.channel.name}, ${rate.destination}`;

function rateColumns(t: TFunction<'shipping'>, locale: string): Column<RateVersion>[] {
  return [
    { id: 'channel', header: t('rate.channel'), main: true, cell: (rate) => rate.channel.name },
    {
      id: 'destination',
      header: t('rate.destination'),
      card: 'fact',
      cell: (rate) => countryName(rate.destination, locale),
    },
    {
      id: 'formula',
      header: t('rate.formula'),
      wraps: 'whole',
      card: 'words',
      cell: (rate) =>
        rate.offered
          ? formulaText(t, rate.formula, (amount) => formatMoney({ amount, currency: rate.currency }, locale))
          : t('rate.notOffered'),
    },
    {
      id: 'days',
      header: t('rate.days'),
      card: 'fact',
      cell: (rate) => t('rate.daysOf', { p50: rate.days_p50, p90: rate.days_p90 }),
    },
    { id: 'tax', header: t('rate.tax'), from: 1280, cell: (rate) => rate.tax_mode },
    {
      id: 'state',
      header: t('rate.state'),
      card: 'fact',
      cell: (rate) => (
        <StatusChip tone={rate.state === 'planned' ? 'blue' : 'green'} label={t(`rate.states.${rate.state}`)} />
      ),
    },
    { id: 'since', header: t('rate.since'), from: 1680, cell: (rate) => <TimeCell time={rate.valid_from} /> },
  ];
}

/** What each channel charges to each country, now and planned. */
export function RatesPanel({ adding, onAdded }: AddingProps) {
  const { t, i18n } = useTranslation('shipping');
  const { data: channels = noChannels } = useApiQuery(api.shipping.channels, {});
  const list = useListPage(api.shipping.staffRates, {
    name: 'rates',
    columns: useMemo(() => rateColumns(t, i18n.language), [t, i18n.language]),
    filters: useMemo(
      () => [
        {
          kind: 'choice',
          name: 'channel_id',
          label: t('rate.channel'),
          options: channels.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          kind: 'choice',
          name: 'destination',
          label: t('rate.destination'),
          options: countries.map((value) => ({ value, label: countryName(value, i18n.language) })),
        },
      ],
      [t, channels, i18n.language],
    ),
    ask: () => ({ tab: undefined }),
  });
  return (
    <>
      <ListPanel
        title={t('tabs.rates')}
        list={list}
        rowId={rowId}
        rowName={rowName}
        opens={{ rate: rowId }}
        renderDetail={({ row, close }) => row && <RateDialog rate={row} channels={channels} onClose={close} />}
        empty={{ drawing: 'box', title: t('rate.emptyFirst'), text: t('rate.emptyText') }}
      />
      {adding && <RateDialog rate={undefined} channels={channels} onClose={onAdded} />}
    </>
  );
}
