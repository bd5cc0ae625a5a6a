import { Anchor, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeliveryText } from '#web/components/delivery-days.tsx';
import { Link } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { countryInText, countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from '../orders.module.css';
import type { Way, OrderDetail } from '../orders-types.ts';

type ChangePreview = AnswerOf<Contract['orders']['previewChange']>;

type ChangeShippingProps = { order: OrderDetail; to?: Omit<Way, 'channel_id'>; onClose: () => void };

/** Shows what another channel or country costs a paid order, and pays or gives back the difference when it is confirmed. */
export function ChangeShippingDialog({ order, to, onClose }: ChangeShippingProps) {
  const { t, i18n } = useTranslation('orders-edit');
  const may = useMay()('orders', 'pay');
  const [channel, setChannel] = useState<string | null>(null);
  const way = wayOf(to, channel);
  const query = useApiQuery(api.orders.previewChange, way === null ? null : { params: { id: order.id }, body: way }, {
    retry: false,
    gcTime: 0,
  });
  const preview = query.data;
  const { confirm, changed } = useConfirm(order, way, preview, () => query.refetch());
  const missing = () => {
    if (way === null) return t('changePaid.missingChannel');
    if (!may) return t('changePaid.noRight');
    return preview !== undefined && preview.missing > 0 ? t('changePaid.missingFunds') : undefined;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={titleOf(order, to, t, i18n.language)}
      submitLabel={labelOf(preview, t, i18n.language)}
      missing={missing()}
      needs={{ isLoading: query.isFetching, error: query.error }}
      onSubmit={confirm}
      width={560}
    >
      {!to && <Channels order={order} value={channel} onChange={setChannel} />}
      <div aria-live="polite">
        {changed && <p className={classes.notice}>{t('changePaid.changed')}</p>}
        {query.error !== null && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
        {query.isLoading && <Skeleton height={160} />}
        {preview && query.error === null && <Comparison preview={preview} />}
      </div>
    </FormDialog>
  );
}

/** Nothing is asked before a channel is chosen; another address finds its channel by itself. */
function wayOf(to: ChangeShippingProps['to'], channel: string | null): Way | null {
  if (to) return { channel_id: null, ...to };
  return channel === null ? null : { channel_id: channel };
}

/** Agrees to the difference that is shown; one that changed meanwhile is shown again instead. */
function useConfirm(
  order: OrderDetail,
  way: Way | null,
  preview: ChangePreview | undefined,
  again: () => Promise<unknown>,
) {
  const [changed, setChanged] = useState(false);
  const change = useApiMutation(api.orders.change, {
    refetch: ['orders'],
    onRefusal: (error) => {
      const other = error.code === 'price_changed';
      setChanged(other);
      void again();
      return other;
    },
  });
  const confirm = () => {
    if (!way || !preview) return false;
    const body = { ...way, expected_difference: preview.difference, version: order.version };
    return change.run({ params: { id: order.id }, body });
  };
  return { confirm, changed };
}

type Say = ReturnType<typeof useTranslation<'orders-edit'>>['t'];

function labelOf(preview: ChangePreview | undefined, t: Say, language: string): string {
  if (!preview || preview.difference === 0) return t('changePaid.change');
  const amount = formatMoney({ amount: Math.abs(preview.difference), currency: preview.currency }, language);
  return t(preview.difference > 0 ? 'changePaid.payAnd' : 'changePaid.refundAnd', { amount });
}

type ChannelsProps = { order: OrderDetail; value: string | null; onChange: (channel: string) => void };

function titleOf(
  { name, address_check }: OrderDetail,
  to: ChangeShippingProps['to'],
  t: Say,
  language: string,
): string {
  if (!to) return t('changePaid.channelTitle', { name });
  const said = address_check.later ?? address_check.original;
  const code = to.address ? to.address.country : said?.country;
  return t('changePaid.countryTitle', { name, country: code ? countryInText(code.toUpperCase(), language) : '' });
}

/** Channels with a price for all of the order, but for the one it has. */
function Channels({ order, value, onChange }: ChannelsProps) {
  const { t } = useTranslation('orders-edit');
  const { days, parts } = useDeliveryText();
  const offers = useApiQuery(api.orders.channels, { params: { id: order.id } });
  if (offers.error !== null) return <ErrorBox error={offers.error} onRetry={() => void offers.refetch()} />;
  if (!offers.data) return <Skeleton height={80} />;
  return (
    <Radio.Group label={t('changePaid.channels')} value={value} onChange={onChange}>
      <Stack gap={6} mt={6}>
        {offers.data
          .filter((offer) => offer.channel.id !== order.channel?.id)
          .map((offer) => (
            <Radio
              key={offer.channel.id}
              value={offer.channel.id}
              disabled={offer.too_heavy || offer.refuses.length > 0}
              label={`${offer.channel.name} · ${days(offer.days)}`}
              description={parts(offer.days)}
            />
          ))}
      </Stack>
    </Radio.Group>
  );
}

/** Both ways side by side, and what becomes of the difference. */
function Comparison({ preview }: { preview: ChangePreview }) {
  const { t, i18n } = useTranslation('orders-edit');
  const delivery = useDeliveryText();
  const { was, becomes, difference, currency, available, missing } = preview;
  const say = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const land = (code: string | null) => (code ? countryName(code, i18n.language) : '–');
  const parts = (['goods', 'freight', 'fees', 'total'] as const).filter(
    (part) => part !== 'fees' || was.cost.fees !== 0 || becomes.cost.fees !== 0,
  );
  const outcome = difference > 0 ? 'changePaid.pays' : difference < 0 ? 'changePaid.back' : 'changePaid.same';
  return (
    <>
      <PlainTable label={t('changePaid.compared')}>
        <thead>
          <tr>
            <th aria-hidden />
            <th data-align="end">{t('changePaid.before')}</th>
            <th data-align="end">{t('changePaid.after')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('changePaid.to')}</th>
            <td data-align="end">{land(was.country)}</td>
            <td data-align="end">{land(becomes.country)}</td>
          </tr>
          <tr>
            <th scope="row">{t('changePaid.by')}</th>
            <td data-align="end">{was.channel ?? '–'}</td>
            <td data-align="end">
              {becomes.channel}
              <div className={classes.muted}>{delivery.days(becomes.days)}</div>
              <div className={classes.muted}>{delivery.parts(becomes.days)}</div>
            </td>
          </tr>
          {parts.map((part) => (
            <tr key={part}>
              <th scope="row">{t(`changePaid.${part}`)}</th>
              <td data-align="end">{say(was.cost[part])}</td>
              <td data-align="end">{say(becomes.cost[part])}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <Text size="sm" fw={600}>
        {t(outcome, { amount: say(Math.abs(difference)) })}
      </Text>
      {missing > 0 && (
        <p className={classes.notice}>
          {t('changePaid.missing', { available: say(available), missing: say(missing) })}{' '}
          <Anchor component={Link} to={withQuery(paths.recharge, { short: missing })} inherit>
            {t('changePaid.recharge')}
          </Anchor>
        </p>
      )}
    </>
  );
}
