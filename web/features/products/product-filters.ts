import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListFilter } from '#web/components/list-filters.ts';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';

const statuses = ['active', 'draft', 'archived', 'unlisted'] as const;
const sales = ['some', 'none', 'waiting'] as const;
const same = (value: string) => ({ value, label: value });

/** Filters of the product list (domain.md §4.3). */
export function useProductFilters(): readonly ListFilter[] {
  const { t } = useTranslation('products');
  const stores = useStoreOptions().data;
  const facets = useApiQuery(api.products.facets, {}, { staleTime: 60_000 }).data;
  return useMemo(() => {
    const choice = (name: string, label: string, options: { value: string; label: string }[]): ListFilter => ({
      kind: 'choice',
      name,
      label,
      options,
    });
    const yesNo = (words: 'unpriced' | 'discontinued') => [
      { value: 'true', label: t(`filters.${words}Yes`) },
      { value: 'false', label: t(`filters.${words}No`) },
    ];
    return [
      choice(
        'store_id',
        t('facts.store'),
        (stores ?? []).map(({ id, label }) => ({ value: id, label })),
      ),
      choice(
        'status',
        t('columns.storeStatus'),
        statuses.map((value) => ({ value, label: t(`storeStatuses.${value}`) })),
      ),
      choice('vendor', t('facts.vendor'), (facets?.vendors ?? []).map(same)),
      choice('tag', t('filters.tag'), (facets?.tags ?? []).map(same)),
      choice(
        'orders',
        t('filters.orders'),
        sales.map((value) => ({ value, label: t(`filters.sales.${value}`) })),
      ),
      { kind: 'range', name: 'price', from: 'price_from', to: 'price_to', label: t('facts.price') },
      { kind: 'number', name: 'margin_below', label: t('filters.margin'), unit: '%' },
      choice('unpriced', t('filters.unpriced'), yesNo('unpriced')),
      choice('discontinued', t('filters.discontinued'), yesNo('discontinued')),
    ];
  }, [t, stores, facets]);
}
