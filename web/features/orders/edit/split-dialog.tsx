import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ItemPicture } from '../order-columns.tsx';
import { OrderOutlook } from './cost-comparison.tsx';
import classes from './split-merge.module.css';
import type { OrderDetail } from '../orders-types.ts';

type Line = OrderDetail['order_lines'][number];
const movable = (line: Line) => line.requires_shipping && !line.not_ours && line.current_quantity > 0;

/** Makes some units of an order an order of their own, with what both cost then beside what it costs as one. */
export function SplitDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useTranslation('orders-edit');
  const split = useApiMutation(api.orders.split, { refetch: ['orders'] });
  const [chosen, setChosen] = useState<Record<string, number>>({});
  const lines = order.order_lines.filter(movable);
  const units = lines.flatMap(({ id }) => {
    const quantity = chosen[id] ?? 0;
    return quantity > 0 ? [{ line_id: id, quantity }] : [];
  });
  const picked = units.reduce((sum, { quantity }) => sum + quantity, 0);
  const possible = picked > 0 && picked < lines.reduce((sum, line) => sum + line.current_quantity, 0);
  const missing = possible ? undefined : t(picked > 0 ? 'split.tooMany' : 'split.missing');
  const params = { id: order.id };
  const body = { lines: units, version: order.version };
  const preview = useApiQuery(api.orders.splitPreview, possible ? { params, body } : null, { keepPrevious: true });
  const known = possible && preview.data && !preview.isPlaceholderData ? preview.data : undefined;
  const handleSubmit = () =>
    known !== undefined && split.run({ params, body: { ...body, expected_total: known.total } });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('split.title', { name: order.name })}
      submitLabel={t('split.submit')}
      missing={missing}
      needs={possible ? preview : undefined}
      onSubmit={handleSubmit}
      dirty={picked > 0}
      width={600}
    >
      <p className={classes.help}>{t('split.help')}</p>
      <div className={classes.lines}>
        {lines.map((line) => (
          <div key={line.id} className={classes.line}>
            <ItemPicture url={line.image_url} />
            <span className={classes.title}>
              {line.title}
              <span className={classes.muted}>{[line.variant_title, line.sku].filter(Boolean).join(' · ')}</span>
            </span>
            <NumberInput
              w={96}
              aria-label={t('split.units', { title: line.title })}
              description={t('split.of', { count: line.current_quantity })}
              inputWrapperOrder={['input', 'description']}
              min={0}
              max={line.current_quantity}
              allowDecimal={false}
              clampBehavior="strict"
              value={chosen[line.id] ?? 0}
              onChange={(value) => setChosen({ ...chosen, [line.id]: Number(value) || 0 })}
            />
          </div>
        ))}
      </div>
      {possible && preview.error !== null && <ErrorBox error={preview.error} onRetry={() => void preview.refetch()} />}
      {possible && preview.data && <OrderOutlook preview={preview.data} />}
    </FormDialog>
  );
}
