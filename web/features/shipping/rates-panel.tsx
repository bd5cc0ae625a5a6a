import { Button, Select } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formulaText } from '#web/components/freight-text.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useOpenRow } from '#web/components/use-open-row.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { RateDialog } from './rate-dialog.tsx';
import type { RateVersion } from './shipping-types.ts';

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
      card: 'fact',
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
export function RatesPanel() {
  const { t, i18n } = useTranslation('shipping');
  const url = useListUrl('rates');
  const [channel, destination] = [url.get('channel'), url.get('destination')];
  const { data: channels = [] } = useApiQuery(api.shipping.channels, {});
  const query = useApiQuery(
    api.shipping.deskRates,
    {
      query: {
        page: url.page,
        per_page: url.per_page,
        ...(channel && { channel_id: channel }),
        ...(destination && { destination }),
      },
    },
    { keepPrevious: true },
  );
  const columns = useMemo(() => rateColumns(t, i18n.language), [t, i18n.language]);
  const [adding, setAdding] = useState(false);
  const edited = useOpenRow(url, 'rate', query.data?.data, rowId);
  const places = useMemo(
    () => countries.map((code) => ({ value: code, label: countryName(code, i18n.language) })),
    [i18n.language],
  );
  return (
    <>
      <Toolbar end={<Button onClick={() => setAdding(true)}>{t('rate.add')}</Button>}>
        <Select
          aria-label={t('rate.channel')}
          placeholder={t('rate.allChannels')}
          clearable
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          value={channel ?? null}
          onChange={(value) => url.set({ channel: value ?? undefined })}
        />
        <Select
          aria-label={t('rate.destination')}
          placeholder={t('rate.allCountries')}
          clearable
          searchable
          data={places}
          value={destination ?? null}
          onChange={(value) => url.set({ destination: value ?? undefined })}
        />
      </Toolbar>
      <DataTable
        label={t('tabs.rates')}
        query={query}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        onOpen={edited.open}
        openId={edited.id}
        empty={{ drawing: 'search', title: t('rate.empty') }}
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
      {adding && <RateDialog rate={undefined} channels={channels} onClose={() => setAdding(false)} />}
      {edited.row && <RateDialog rate={edited.row} channels={channels} onClose={edited.close} />}
    </>
  );
}
