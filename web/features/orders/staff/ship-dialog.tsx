import { Input, NumberInput, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { formatList } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { LineGoods, useGoodsText } from './pick-lines.tsx';
import { TrackingField, useSharedNumber } from './tracking-field.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from '../orders.module.css';
import type { StaffOrderDetail } from '../orders-types.ts';

type Values = { channel_id: string; tracking_number: string; quantities: Record<string, number> };

/** A parcel that leaves: channel, tracking number, and how much of each line is in it. */
export function ShipDialog({ order, onClose }: { order: StaffOrderDetail; onClose: () => void }) {
  const { t, i18n } = useTranslation('orders-staff');
  const channels = useApiQuery(api.shipping.channels, {}, { staleTime: 300_000 });
  const nameOf = useGoodsText(order);
  const open = order.order_lines.filter((line) => line.open_quantity > 0);
  const form = useForm<Values>({
    initialValues: {
      channel_id: order.channel?.id ?? '',
      tracking_number: '',
      quantities: Object.fromEntries(open.map((line) => [line.id, line.open_quantity])),
    },
  });
  const { values } = form;
  const lines = open
    .map((line) => ({ line_id: line.id, quantity: values.quantities[line.id] ?? 0 }))
    .filter((line) => line.quantity > 0);

  const number = useSharedNumber(values.tracking_number);
  const ship = useApiMutation(api.orders.ship, {
    form,
    onRefusal: number.onRefusal,
    refetch: ['orders'],
    onSuccess: () => toast.success(t('fulfillment.shipped', { number: values.tracking_number.trim() })),
  });
  const handleSubmit = () => {
    const { channel_id, tracking_number } = values;
    const body = { channel_id, tracking_number, shared: number.shared, lines, version: order.version };
    return ship.run({ params: { account_id: order.client.id, id: order.id }, body });
  };
  const missing = [
    values.channel_id === '' && t('fulfillment.missing.channel'),
    values.tracking_number.trim() === '' && t('fulfillment.missing.tracking'),
    lines.length === 0 && t('fulfillment.missing.units'),
  ].filter((name) => name !== false);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('fulfillment.shipTitle', { name: order.name })}
      submitLabel={t(number.shared ? 'fulfillment.shipShared' : 'fulfillment.ship')}
      missing={
        missing.length > 0 ? t('fulfillment.missing.text', { fields: formatList(missing, i18n.language) }) : undefined
      }
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <Select
        label={t('fulfillment.channel')}
        data={(channels.data ?? []).map((channel) => ({
          value: channel.id,
          label: `${channel.name} · ${channel.carrier}`,
        }))}
        allowDeselect={false}
        searchable
        {...form.getInputProps('channel_id')}
      />
      <TrackingField data-autofocus warning={number.warning} {...form.getInputProps('tracking_number')} />
      <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
        <legend style={{ padding: 0 }}>
          <Input.Label labelElement="div">{t('fulfillment.quantities')}</Input.Label>
        </legend>
        <PlainTable label={t('fulfillment.quantities')} fields>
          <tbody>
            {open.map((line) => (
              <tr key={line.id}>
                <td>
                  <LineGoods order={order} line={line} units={values.quantities[line.id] ?? 0} />
                </td>
                <td data-align="end" style={{ width: 170 }}>
                  <NumberInput
                    aria-label={nameOf(line)}
                    size="xs"
                    min={0}
                    max={line.open_quantity}
                    clampBehavior="strict"
                    allowDecimal={false}
                    value={values.quantities[line.id] ?? 0}
                    onChange={(value) => form.setFieldValue(`quantities.${line.id}`, Number(value) || 0)}
                    rightSection={
                      <span className={classes.muted}>{t('fulfillment.ofOpen', { count: line.open_quantity })}</span>
                    }
                    rightSectionWidth={60}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </fieldset>
    </FormDialog>
  );
}
