import {
  presetDays,
  type StatisticsPreset,
  statisticsComparisons,
  statisticsPresets,
  statisticsSteps,
  wholeMonths,
} from '#contract/statistics-rules.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useToday } from '#web/components/use-today.ts';
import { dayOfText } from '#web/lib/day-text.ts';
import { paths, withQuery } from '#web/lib/paths.ts';

/** Filters of the order list. */
export type OrdersFilter = Partial<Record<string, string>>;

/** The address of the orders behind figures. */
export const ordersAt = (filter: OrdersFilter, more: OrdersFilter): string =>
  withQuery(paths.orders, { ...filter, ...more });

/** The orders whose parcels arrived in the months that a period touches, by which delivery times are kept. */
export function deliveredOrdersAt({ from, to, ...filter }: Period['shipments'], more: OrdersFilter): string {
  const months = wholeMonths({ from, to });
  return ordersAt({ ...filter, delivered_from: months.from, delivered_to: months.to }, more);
}

/** The claimed orders with a product that were shipped in the months that a period touches, by which claims are kept. */
export function claimedOrdersAt(
  { from, to, ...filter }: Omit<Period['filter'], 'country'>,
  product_id: string,
): string {
  const months = wholeMonths({ from, to });
  return ordersAt({ ...filter, shipped_from: months.from, shipped_to: months.to }, { product_id, claim: 'yes' });
}

const usual: StatisticsPreset = 'last_30';

const dayOf = (text = '') => dayOfText(text) || undefined; // nothing is no day either

/** Period and filters of the page, kept in its address. */
export function usePeriod() {
  const url = useListUrl();
  const today = useToday();
  const [from, to] = [dayOf(url.get('from')), dayOf(url.get('to'))];
  const custom = from !== undefined && to !== undefined;
  const preset = custom ? 'custom' : (statisticsPresets.find((one) => one === url.get('period')) ?? usual);
  const days = custom ? { from, to } : presetDays(preset === 'custom' ? usual : preset, today);
  const step = statisticsSteps.find((one) => one === url.get('step'));
  const compare = statisticsComparisons.find((one) => one === url.get('compare')) ?? 'previous';
  const stores = (url.get('store_id') ?? '').split(',').filter((one) => one !== '');
  const filter = {
    ...days,
    store_id: stores.length === 0 ? undefined : stores.join(','),
    country: url.get('country'),
    product_id: url.get('product_id'),
  };
  return {
    preset,
    days,
    step,
    compare,
    filter,
    stores,
    /** The same without the product, for what is not known of one. */
    shipments: { ...days, store_id: filter.store_id, country: filter.country },
    ordersAt: (more: OrdersFilter = {}) => ordersAt(filter, more),
    get: url.get,
    set: url.show,
    choosePreset: (next: string) =>
      url.show(
        next === 'custom'
          ? { from: days.from, to: days.to, period: undefined }
          : { from: undefined, to: undefined, period: next === usual ? undefined : next, step: undefined },
      ),
  };
}

export type Period = ReturnType<typeof usePeriod>;
