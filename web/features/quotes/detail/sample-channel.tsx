import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuoteVersion } from '../quotes-types.ts';

type SampleChannelProps = {
  version: QuoteVersion;
  country: string;
  value: string | null;
  onChange: (id: string | null) => void;
};

/** The channels of the offer to a country; the cheapest when none is chosen. */
export function SampleChannel({ version, country, value, onChange }: SampleChannelProps) {
  const { t } = useTranslation('quotes');
  const { t: to } = useTranslation('orders');
  const there = version.freight.filter((row) => row.destination === country);
  if (there.length < 2) return null;
  return (
    <Select
      label={t('sample.channel')}
      data={[
        { value: '', label: t('sample.cheapest') },
        ...there.map(({ channel, days_min, days_max }) => ({
          value: channel.id,
          label: `${channel.name} · ${to('days', { min: days_min, max: days_max })}`,
        })),
      ]}
      value={there.some(({ channel }) => channel.id === value) ? value : ''}
      onChange={(id) => onChange(id === '' ? null : id)}
      allowDeselect={false}
    />
  );
}
