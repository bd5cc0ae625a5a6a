import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { OrderDetail } from '../orders-types.ts';

type Line = OrderDetail['order_lines'][number];

/** Whether the reader may still change what the order’s lines are. */
export const mayChangeLines = (order: OrderDetail): boolean =>
  order.acts.some(({ act, allowed }) => act === 'change_lines' && allowed);

/** What can be done with one line of an unpaid order: send another variant, or leave it to somebody else. */
export function LineMenu({ order, line }: { order: OrderDetail; line: Line }) {
  const { t } = useTranslation('orders-edit');
  const change = useApiMutation(api.orders.line, { refetch: ['orders'] });
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <RowMenu
        name={line.title}
        actions={[
          ...(line.product_id === null ? [] : [{ label: t('line.variant'), onClick: () => setChoosing(true) }]),
          {
            label: line.not_ours ? t('line.fulfillWithUs') : t('line.selfFulfilled'),
            onClick: () =>
              void change.run({
                params: { id: order.id, line: line.id },
                body: { not_ours: !line.not_ours, version: order.version },
              }),
          },
        ]}
      />
      {choosing && <VariantDialog order={order} line={line} onClose={() => setChoosing(false)} />}
    </>
  );
}

function VariantDialog({ order, line, onClose }: { order: OrderDetail; line: Line; onClose: () => void }) {
  const { t } = useTranslation('orders-edit');
  const change = useApiMutation(api.orders.line, { refetch: ['orders'] });
  const variants = useApiQuery(api.products.variants, { params: { id: line.product_id ?? '' } });
  const [variant, setVariant] = useState(line.variant_id);
  const handleSubmit = () =>
    variant !== null &&
    change.run({ params: { id: order.id, line: line.id }, body: { variant_id: variant, version: order.version } });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('line.title', { title: line.title })}
      submitLabel={t('line.save')}
      submitDisabled={variant === line.variant_id}
      onSubmit={handleSubmit}
    >
      <Select
        label={t('line.label')}
        description={t('line.help')}
        data={(variants.data ?? []).map((one) => ({
          value: one.id,
          label: [one.title, one.sku].filter((text) => text !== '').join(' · '),
        }))}
        value={variant}
        onChange={setVariant}
        allowDeselect={false}
        searchable
      />
    </FormDialog>
  );
}
