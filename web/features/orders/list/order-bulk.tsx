import { Select, Textarea } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { BulkResult } from '#contract/bulk.ts';
import { formatMoney } from '#web/lib/format.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from '../orders.module.css';
import type { BulkActionChoice } from '#web/components/bulk-dialog.tsx';

type Words = TFunction<'orders-list'>;
const byStores = 'stores';
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const isAsked = (found: BulkResult | undefined) => found?.ways.some(({ way }) => way === 'asked') === true;

const cancelWays = ['cancelled', 'refunded', 'asked'];
const byWay = (a: { way: string }, b: { way: string }) => cancelWays.indexOf(a.way) - cancelWays.indexOf(b.way);

/** Cancelling many: what it gives back, which of them are asked for, and why. */
function cancelChoice(t: Words, language: string): BulkActionChoice {
  const line = ({ way, count, money }: BulkResult['ways'][number]) => {
    if (way === 'asked') return t('cancel.asked', { count });
    return money
      ? t('cancel.refunded', { count, amount: formatMoney(money, language) })
      : t('cancel.cancelled', { count });
  };
  return {
    action: 'cancel',
    label: t('cancel.label'),
    title: t('cancel.title'),
    titleDone: t('cancel.titleDone'),
    confirm: (count) => t('cancel.confirm', { count }),
    dismiss: t('cancel.dismiss'),
    says: ({ ways }) => (
      <ul className={classes.ways}>
        {ways.toSorted(byWay).map((one) => (
          <li key={`${one.way}:${one.money?.currency ?? ''}`}>{line(one)}</li>
        ))}
      </ul>
    ),
    form: (input, change, found) => (
      <Textarea
        label={t(isAsked(found) ? 'cancel.reasonNeeded' : 'cancel.reason')}
        value={typeof input.reason === 'string' ? input.reason : ''}
        maxLength={300}
        required={isAsked(found)}
        autosize
        minRows={2}
        onChange={(event) => change({ ...input, reason: event.currentTarget.value })}
      />
    ),
    missing: (input, found) => (isAsked(found) && textOf(input.reason) === '' ? t('cancel.reasonMissing') : undefined),
  };
}

type Channel = { id: string; name: string };

/** Another channel for many: the channel first, then by how much they cost more or less together. */
function channelChoice(t: Words, language: string, channels: readonly Channel[]): BulkActionChoice {
  const line = (money: NonNullable<BulkResult['ways'][number]['money']>) => {
    if (money.amount === 0) return t('channel.same');
    const amount = formatMoney({ ...money, amount: Math.abs(money.amount) }, language);
    return t(money.amount > 0 ? 'channel.more' : 'channel.less', { amount });
  };
  return {
    action: 'channel',
    label: t('channel.label'),
    title: t('channel.title'),
    titleDone: t('channel.titleDone'),
    confirm: (count) => t('channel.confirm', { count }),
    first: (input, change) => (
      <Select
        label={t('channel.choose')}
        description={t('channel.help')}
        data={[
          ...channels.map(({ id, name }) => ({ value: id, label: name })),
          { value: byStores, label: t('channel.byStores') },
        ]}
        value={input.channel_id === null ? byStores : textOf(input.channel_id) || null}
        onChange={(value) => change(value === null ? {} : { channel_id: value === byStores ? null : value })}
        allowDeselect={false}
        searchable
        data-autofocus
      />
    ),
    says: ({ ways }) =>
      ways.map(
        ({ money }) =>
          money && (
            <p key={money.currency} className={classes.said}>
              {line(money)}
            </p>
          ),
      ),
    missing: (input) => (input.channel_id === undefined ? t('channel.missing') : undefined),
  };
}

/** Actions on the selected orders that change what they cost: cancelling them, and sending them by another channel. */
export function useCostlyActions(): [channel: BulkActionChoice, cancel: BulkActionChoice] {
  const { t, i18n } = useTranslation('orders-list');
  const channels = useApiQuery(api.shipping.channels, {}, { staleTime: 300_000 }).data ?? [];
  return [channelChoice(t, i18n.language, channels), cancelChoice(t, i18n.language)];
}
