import { ActionIcon, Group, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { countries, countryName } from '#web/lib/countries.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from '../stores.module.css';
import type { SettingsForm } from '../stores-types.ts';

/** The channel of each named country; all others go by the cheapest. */
export function CountryChannels({ form }: { form: SettingsForm }) {
  const { t, i18n } = useTranslation('stores', { keyPrefix: 'detail' });
  const channels = useApiQuery(api.shipping.channels, {}, { staleTime: 300_000 }).data ?? [];
  const named = form.values.default_channels;
  const nameOf = (code: string) => countryName(code, i18n.language);
  const set = (next: Record<string, string>) => form.setFieldValue('default_channels', next);
  const without = (code: string) => Object.fromEntries(Object.entries(named).filter(([one]) => one !== code));
  const first = channels[0];
  return (
    <div className={classes.column}>
      {Object.entries(named).map(([code, channel]) => (
        <Group key={code} gap={8} align="end" wrap="nowrap">
          <Select
            className={classes.grows}
            label={t('ship.channelOf', { country: nameOf(code) })}
            allowDeselect={false}
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            value={channel}
            onChange={(value) => value !== null && set({ ...named, [code]: value })}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('ship.removeChannel', { country: nameOf(code) })}
            onClick={() => set(without(code))}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Select
        label={t('ship.channels')}
        description={t('ship.channelsHelp')}
        placeholder={t('ship.addCountry')}
        searchable
        disabled={first === undefined}
        data={countries
          .filter((code) => !(code in named))
          .map((code) => ({ value: code, label: `${nameOf(code)} (${code})` }))}
        value={null}
        onChange={(code) => code !== null && first !== undefined && set({ ...named, [code]: first.id })}
        error={form.errors.default_channels}
      />
    </div>
  );
}
