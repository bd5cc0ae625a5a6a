import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import type { TimelineEntry } from './order-history-types.ts';

type Value = TimelineEntry['inputs'][number]['value'];

const amounts = /(^|\.|_)(amount|unit_price|cost|total|paid|refund)$/;
const dates = /(_at|_from|deadline|until)$/;
const states: Record<string, string> = { store_payment: 'financial', store_fulfillment: 'fulfilments' };

/** An entry of the timeline in the reader's words. */
export function useTimelineTexts() {
  const { t, i18n } = useTranslation('order-history');
  const { t: told } = useTranslation('orders');
  const { t: way } = useTranslation('parcels');
  const { t: claimed } = useTranslation('claims');

  const money = (entry: TimelineEntry, amount: Value) =>
    typeof amount === 'number' && typeof entry.params.currency === 'string'
      ? formatMoney({ amount, currency: entry.params.currency }, i18n.language)
      : String(amount ?? '–');
  /** A word of another feature's table, or the value as it is. */
  const wordOf = (table: string, value: Value) =>
    i18n.exists(`orders:${table}.${String(value)}`)
      ? told(`${table}.${String(value)}` as ParseKeys<'orders'>) // looked up above
      : String(value);

  function paramsOf(entry: TimelineEntry): Record<string, Value> {
    const { kind, params } = entry;
    const table = states[kind];
    if (table) return { ...params, from: wordOf(table, params.from ?? null), to: wordOf(table, params.to ?? null) };
    if (kind === 'repriced')
      return { ...params, from: money(entry, params.from ?? null), to: money(entry, params.to ?? null) };
    const status = `statuses.${String(params.status)}`;
    return {
      ...params,
      ...(params.amount !== undefined && { amount: money(entry, params.amount) }),
      ...(kind === 'carrier_said' && i18n.exists(`parcels:${status}`) && { said: way(status as ParseKeys<'parcels'>) }), // looked up
    };
  }

  return {
    sentence(entry: TimelineEntry): string {
      const params = { ...paramsOf(entry), kind: entry.kind };
      if (i18n.exists(`order-history:kinds.${entry.kind}`))
        return t(`kinds.${entry.kind}` as ParseKeys<'order-history'>, params); // looked up
      const known = i18n.exists(`orders:events.${entry.kind}`);
      return told((known ? `events.${entry.kind}` : 'events.other') as ParseKeys<'orders'>, params); // looked up
    },
    inputName(name: string): string {
      const key = name.replace('formula.', '');
      return i18n.exists(`order-history:details.${key}`) ? t(`details.${key}` as ParseKeys<'order-history'>) : name; // looked up
    },
    inputValue(entry: TimelineEntry, name: string, value: Value): string {
      if (value === null) return '–';
      if (amounts.test(name)) return money(entry, value);
      if (dates.test(name) && typeof value === 'string') return formatTime(value);
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      const key = `values.${name.replace('formula.', '')}.${String(value)}`;
      if (i18n.exists(`order-history:${key}`)) return t(key as ParseKeys<'order-history'>); // looked up
      if (name === 'verdict' && i18n.exists(`claims:verdicts.${value}`))
        return claimed(`verdicts.${value}` as ParseKeys<'claims'>); // looked up
      return String(value);
    },
  };
}
