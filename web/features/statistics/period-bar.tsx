import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { statisticsComparisons, statisticsPresets } from '#contract/statistics-rules.ts';
import { DayField } from '#web/components/day-field.tsx';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import type { Period } from './use-period.ts';
import classes from './statistics.module.css';

/** Which days, compared with which, of which store and country. */
export function PeriodBar({ period }: { period: Period }) {
  const { t, i18n } = useTranslation('statistics');
  const { data: stores = [] } = useStoreOptions();
  const { preset, days, compare, filter, set } = period;
  const codes =
    filter.country === undefined || countries.includes(filter.country) ? countries : [filter.country, ...countries];
  return (
    <div className={classes.bar}>
      <Select
        label={t('period')}
        allowDeselect={false}
        data={[...statisticsPresets, 'custom' as const].map((value) => ({ value, label: t(`presets.${value}`) }))}
        value={preset}
        onChange={(next) => period.choosePreset(next ?? preset)}
      />
      {preset === 'custom' && (
        <>
          <DayField
            label={t('from')}
            value={days.from}
            onChange={(from) => set({ from, to: from > days.to ? from : days.to })}
          />
          <DayField
            label={t('to')}
            value={days.to}
            onChange={(to) => set({ to, from: to < days.from ? to : days.from })}
          />
        </>
      )}
      <Select
        label={t('compare')}
        allowDeselect={false}
        data={statisticsComparisons.map((value) => ({ value, label: t(`compares.${value}`) }))}
        value={compare}
        onChange={(next) => set({ compare: next === 'previous' ? undefined : (next ?? undefined) })}
      />
      {stores.length > 1 && (
        <Select
          label={t('store')}
          placeholder={t('allStores')}
          clearable
          searchable
          data={stores.map(({ id, label }) => ({ value: id, label }))}
          value={filter.store_id ?? null}
          onChange={(next) => set({ store_id: next ?? undefined })}
        />
      )}
      <Select
        label={t('country')}
        placeholder={t('allCountries')}
        clearable
        searchable
        data={codes.map((code) => ({ value: code, label: countryName(code, i18n.language) }))}
        value={filter.country ?? null}
        onChange={(next) => set({ country: next ?? undefined })}
      />
    </div>
  );
}
