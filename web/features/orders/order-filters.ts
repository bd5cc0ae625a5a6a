import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countries, countryName } from '#web/lib/countries.ts';
import type { ListFilter } from '#web/components/list-filters.ts';
import type { OrderBlock } from '#web/components/order-status.tsx';
import { useStoreOptions } from '#web/components/use-store-options.ts';

const blocks = [
  'UNMAPPED_VARIANT',
  'MAPPING_CHANGED',
  'NO_PRICE',
  'COUNTRY_NOT_SERVED',
  'ADDRESS_INCOMPLETE',
  'STORE_UNPAID',
  'STORE_HOLD',
  'MARKED_FULFILLED_IN_STORE',
  'CHANGED_AFTER_PAYMENT',
] as const satisfies readonly OrderBlock['code'][];

/** Filters of the order list (domain.md §4.8). */
export function useOrderFilters(): readonly ListFilter[] {
  const { t, i18n } = useTranslation('orders');
  const stores = useStoreOptions().data;
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'store_id',
        label: t('store'),
        options: (stores ?? []).map((store) => ({ value: store.id, label: store.label })),
      },
      { kind: 'dates', name: 'placed', from: 'from', to: 'to', label: t('filters.placed') },
      {
        kind: 'choice',
        name: 'block',
        label: t('filters.block'),
        options: blocks.map((code) => ({ value: code, label: t(`blocks.${code}`) })),
      },
      {
        kind: 'choice',
        name: 'country',
        label: t('filters.country'),
        options: countries.map((code) => ({ value: code, label: countryName(code, i18n.language) })),
      },
    ],
    [t, i18n.language, stores],
  );
}
