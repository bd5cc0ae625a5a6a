import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { ItemPicture } from '../order-columns.tsx';
import type { OrderDetail } from '../orders-types.ts';

type Line = OrderDetail['order_lines'][number];

/** Lines of an order: what, how many, how many have left, what one costs. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(['orders', 'orders-edit']);
  const currency = order.cost?.currency;
  const editable = mayChangeLines(order);
  const takenIn = new Set(order.related.flatMap(({ id, relation }) => (relation === 'taken_in' ? [id] : [])));
  const detailOf = (line: Line) =>
    [
      line.variant_title,
      line.sku,
      line.not_ours && t('detail.selfFulfilled'),
      !line.requires_shipping && t('detail.noShipping'),
      line.from && takenIn.has(line.from.id) && t('orders-edit:related.from', { name: line.from.name }),
      line.moved_quantity > 0 && t('orders-edit:related.moved', { count: line.moved_quantity }),
      line.replaced_quantity > 0 && t('detail.replaced', { count: line.replaced_quantity }),
      line.current_quantity === 0 && line.moved_quantity === 0 && t('detail.removed'),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <PlainTable label={t('detail.lines')}>
      <thead>
        <tr>
          <th>{t('detail.line')}</th>
          <th data-align="end">{t('detail.quantity')}</th>
          <th data-align="end">{t('detail.shipped')}</th>
          <th data-align="end">{t('detail.unitCost')}</th>
          {editable && <th aria-label={t('detail.lineActions')} />}
        </tr>
      </thead>
      <tbody>
        {order.order_lines.map((line) => (
          <tr key={line.id}>
            <td>
              <Identity picture={<ItemPicture url={line.image_url} />} title={line.title} detail={detailOf(line)} />
            </td>
            <td data-align="end">{line.current_quantity}</td>
            <td data-align="end">{line.shipped_quantity}</td>
            <td data-align="end">
              <MoneyCell money={line.unit_cost === null || !currency ? null : { amount: line.unit_cost, currency }} />
            </td>
            {editable && (
              <td data-align="end">
                <LineMenu order={order} line={line} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

/** Whether the reader may still change what the order’s lines are. */
const mayChangeLines = (order: OrderDetail): boolean =>
  order.actions.some(({ action, allowed }) => action === 'change_lines' && allowed);

/** What can be done with one line of an unpaid order: send another variant, or leave it to somebody else. */
function LineMenu({ order, line }: { order: OrderDetail; line: Line }) {
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
      missing={variant === line.variant_id ? t('line.missing') : undefined}
      needs={variants}
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
