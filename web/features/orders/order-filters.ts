import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countries, countryName } from '#web/lib/countries.ts';
import type { ListFilter } from '#web/components/list-filters.ts';
import type { OrderBlock } from '#web/components/order-status.tsx';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { type Order, useChannels } from './orders.api.ts';

const blocks = [
  'UNMAPPED_VARIANT',
  'MAPPING_CHANGED',
  'NO_PRICE',
  'COUNTRY_NOT_SERVED',
  'ADDRESS_INCOMPLETE',
  'STORE_UNPAID',
  'HIGH_RISK',
  'PRICE_GUARD',
  'STORE_HOLD',
  'MARKED_FULFILLED_IN_STORE',
  'OUT_OF_STOCK',
  'CHANGED_AFTER_PAYMENT',
  'COUNTRY_CHANGED',
] as const satisfies readonly OrderBlock['code'][];
const stages = [
  'imported',
  'quoting',
  'awaiting_payment',
  'processing',
  'ready_to_ship',
  'partially_shipped',
  'shipped',
  'delivered',
  'closed',
  'cancelled',
  'merged',
] as const satisfies readonly Order['stage'][];
const payments = [
  'none',
  'invoiced',
  'paying',
  'paid',
  'partly_refunded',
  'refunded',
] as const satisfies readonly Order['payment'][];

type Option = { value: string; label: string };
const choice = (name: string, label: string, options: readonly Option[]): ListFilter => ({
  kind: 'choice',
  name,
  label,
  options,
});
const days = (name: string, from: string, to: string, label: string): ListFilter => ({
  kind: 'dates',
  name,
  from,
  to,
  label,
});

/** Filters of the order list (domain.md §4.8). */
export function useOrderFilters(): readonly ListFilter[] {
  const { t, i18n } = useTranslation('orders');
  const { t: tl } = useTranslation('order-list');
  const stores = useStoreOptions().data;
  const channels = useChannels().data;
  return useMemo(() => {
    const words = <Word extends string>(all: readonly Word[], label: (word: Word) => string) =>
      all.map((value) => ({ value, label: label(value) }));
    return [
      choice(
        'store_id',
        t('store'),
        (stores ?? []).map(({ id, label }) => ({ value: id, label })),
      ),
      days('placed', 'from', 'to', t('filters.placed')),
      choice(
        'block',
        t('filters.block'),
        words(blocks, (code) => t(`blocks.${code}`)),
      ),
      choice(
        'stage',
        tl('filters.stage'),
        words(stages, (stage) => t(`stages.${stage}`)),
      ),
      choice(
        'payment',
        tl('filters.payment'),
        words(payments, (payment) => t(`payments.${payment}`)),
      ),
      choice(
        'country',
        t('filters.country'),
        words(countries, (code) => countryName(code, i18n.language)),
      ),
      choice(
        'channel_id',
        tl('filters.channel'),
        (channels ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ),
      { kind: 'text', name: 'sku', label: tl('filters.sku') },
      { kind: 'text', name: 'tag', label: tl('filters.tag') },
      { kind: 'range', name: 'cost', from: 'cost_from', to: 'cost_to', label: tl('filters.cost') },
      choice(
        'risk',
        tl('filters.risk'),
        words(['high', 'medium'] as const, (risk) => tl(`risks.${risk}`)),
      ),
      choice('late', tl('filters.late'), [{ value: 'yes', label: tl('filters.lateYes') }]),
      choice('claim', tl('filters.claim'), [{ value: 'yes', label: tl('filters.claimYes') }]),
      days('paid', 'paid_from', 'paid_to', tl('filters.paid')),
      days('shipped', 'shipped_from', 'shipped_to', tl('filters.shipped')),
    ];
  }, [t, tl, i18n.language, stores, channels]);
}
