import { Button, Radio, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeliveryText } from '#web/components/delivery-days.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { formatMoney, joinWords } from '#web/lib/format.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { ChangeShippingDialog } from '../edit/channel-dialog.tsx';
import orderClasses from '../orders.module.css';
import type { OrderDetail } from '../orders-types.ts';

type ChannelOffer = AnswerOf<Contract['orders']['channels']>[number];

const byChannel = new Set(['CHANNEL_RESTRICTION', 'ADDRESS_NOT_DELIVERABLE']);
const mayChange = (order: OrderDetail) =>
  order.actions.some(({ action, allowed }) => action === 'change_channel' && allowed);

/** Opens the choice among the channels that have a price for the order; once it is paid, with what becomes of the difference. */
export function ChannelChoice({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders-edit');
  const [open, setOpen] = useState(false);
  if (!mayChange(order) || order.cost === null) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t('channel.change')}
      </Button>
      {open && order.payment === 'none' && <ChannelDialog order={order} onClose={() => setOpen(false)} />}
      {open && order.payment !== 'none' && <ChangeShippingDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The fix of a block that another channel may take away. */
export function ChannelFix({ order, code }: { order: OrderDetail; code: string }) {
  return byChannel.has(code) ? <ChannelChoice order={order} /> : null;
}

function ChannelDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useTranslation('orders-edit');
  const offers = useApiQuery(api.orders.channels, { params: { id: order.id } });
  const choose = useApiMutation(api.orders.channel, { refetch: ['orders'] });
  const [picked, setPicked] = useState<string>();
  const chosen = offers.data?.find((offer) => offer.chosen)?.channel.id ?? '';
  const value = picked ?? chosen;
  const handleSubmit = () =>
    choose.run({
      params: { id: order.id },
      body: { channel_id: value === '' ? null : value, version: order.version },
    });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('channel.title', { name: order.name })}
      submitLabel={t('channel.save')}
      missing={value === chosen ? t('channel.missing') : undefined}
      needs={offers}
      onSubmit={handleSubmit}
    >
      {offers.error !== null && <ErrorBox error={offers.error} onRetry={() => void offers.refetch()} />}
      {!offers.data && offers.isFetching && <Skeleton height={120} />}
      {offers.data && (
        <Radio.Group label={t('channel.label')} value={value} onChange={setPicked}>
          <Stack gap={8} mt={8}>
            <Radio value="" label={<RadioText title={t('channel.automatic')} detail={t('channel.automaticHelp')} />} />
            {offers.data.map((offer) => (
              <OfferRadio key={offer.channel.id} offer={offer} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  );
}

/** One channel with what the whole order costs on it and how long it takes, or why it does not take the goods. */
function OfferRadio({ offer }: { offer: ChannelOffer }) {
  const { t, i18n } = useTranslation('orders-edit');
  const { days, parts } = useDeliveryText();
  const say = (amount: number) => formatMoney({ amount, currency: offer.cost.currency }, i18n.language);
  const refused = offer.too_heavy || offer.refuses.length > 0;
  const kinds = joinWords(
    offer.refuses.map((kind) => t(`channel.kinds.${kind}`)),
    i18n.language,
  );
  const why = offer.too_heavy ? t('channel.tooHeavy') : t('channel.refuses', { kinds });
  return (
    <Radio
      value={offer.channel.id}
      disabled={refused}
      label={
        <RadioText
          title={`${offer.channel.name} · ${say(offer.cost.total)}`}
          detail={
            refused ? (
              why
            ) : (
              <>
                {t('channel.offer', { days: days(offer.days), freight: say(offer.cost.freight) })}
                <br />
                {parts(offer.days)}
              </>
            )
          }
        />
      }
    />
  );
}

function RadioText({ title, detail }: { title: string; detail: ReactNode }) {
  return (
    <>
      {title}
      <br />
      <span className={orderClasses.muted}>{detail}</span>
    </>
  );
}
