import { MultiSelect, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mostStores } from '#contract/constants.ts';
import { statisticsComparisons, statisticsPresets } from '#contract/statistics-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { DayField } from '#web/components/day-field.tsx';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { productNames } from './figure-texts.ts';
import type { Period } from './use-period.ts';
import classes from './statistics.module.css';

/** Which days, compared with which, of which stores, country and product. */
export function PeriodBar({ period }: { period: Period }) {
  const { t, i18n } = useTranslation('statistics');
  const { t: ofLists } = useTranslation('lists');
  const { data: stores = [] } = useStoreOptions();
  const { preset, days, compare, filter, set } = period;
  const codes =
    filter.country === undefined || countries.includes(filter.country) ? countries : [filter.country, ...countries];
  return (
    <div className={classes.bar} role="group" aria-label={ofLists('filters')}>
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
        <MultiSelect
          className={classes.stores}
          label={t('store')}
          placeholder={period.stores.length === 0 ? t('allStores') : ''}
          clearable
          searchable
          maxValues={mostStores}
          data={stores.map(({ id, label }) => ({ value: id, label }))}
          value={period.stores}
          onChange={(next) => set({ store_id: next.length === 0 ? undefined : next.join(',') })}
        />
      )}
      <Select
        label={t('country')}
        placeholder={t('allCountries')}
        clearable
        searchable
        data={codes.map((code) => ({ value: code, label: countryName(code, i18n.language) }))}
        value={filter.country ?? null}
        onChange={(next) => set({ country: next ?? undefined, ...(next !== null && { product_id: undefined }) })}
      />
      <ProductField period={period} />
    </div>
  );
}

/** One of the products that sold most in the period. A product's sums are not kept by country, so that one takes the other away. */
function ProductField({ period: { days, filter, set } }: { period: Period }) {
  const { t } = useTranslation('statistics');
  const { data = [] } = useApiQuery(
    api.statistics.products,
    { query: { ...days, store_id: filter.store_id, most: 200 } },
    { keepPrevious: true },
  );
  const nameOf = productNames(data, '');
  const known = data.flatMap((row) => (row.product_id === null ? [] : [{ value: row.product_id, label: nameOf(row) }]));
  const chosen = filter.product_id;
  const options =
    chosen === undefined || known.some(({ value }) => value === chosen)
      ? known
      : [{ value: chosen, label: t('chosenProduct') }, ...known];
  return (
    <Select
      label={t('columns.product')}
      placeholder={t('allProducts')}
      clearable
      searchable
      limit={50}
      data={options}
      value={chosen ?? null}
      onChange={(next) =>
        set({ product_id: next ?? undefined, ...(next !== null && { country: undefined, by: undefined }) })
      }
    />
  );
}
