import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelLines } from '#contract/address-rules.ts';
import { OrderState } from '#web/components/order-status.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { countryName } from '#web/lib/countries.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from '../edit/address.module.css';
import { ConfirmBlock } from './confirm-block.tsx';
import orderClasses from '../orders.module.css';
import type { OrderDetail } from '../orders-types.ts';

/** Shows a suspect beside the order that came first; nothing for other blocks. */
export function DuplicateFix({ order, block }: { order: OrderDetail; block: OrderDetail['blocks'][number] }) {
  const { t } = useTranslation('orders-edit');
  const [open, setOpen] = useState(false);
  const { order_id } = block.detail;
  if (block.code !== 'DUPLICATE_SUSPECT' || typeof order_id !== 'string') return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t('duplicate.compare')}
      </Button>
      {open && <CompareDialog order={order} duplicateId={order_id} onClose={() => setOpen(false)} />}
    </>
  );
}

type CompareDialogProps = { order: OrderDetail; duplicateId: string; onClose: () => void };

/** The two orders side by side, and the word that lets the later one go on. */
function CompareDialog({ order, duplicateId, onClose }: CompareDialogProps) {
  const { t } = useTranslation('orders-edit');
  const duplicate = useApiQuery(api.orders.get, { params: { id: duplicateId } });
  return (
    <ModalFrame opened onClose={onClose} title={t('duplicate.title')} width={720}>
      <p className={orderClasses.muted}>{t('duplicate.help', { name: order.name })}</p>
      {duplicate.error !== null && <ErrorBox error={duplicate.error} onRetry={() => void duplicate.refetch()} />}
      {!duplicate.data && duplicate.isFetching && <Skeleton height={200} />}
      {duplicate.data && (
        <div className={classes.pair}>
          <Side order={duplicate.data} heading={t('duplicate.first')} />
          <Side order={order} heading={t('duplicate.later')} />
        </div>
      )}
      <ConfirmBlock order={order} code="DUPLICATE_SUSPECT" />
    </ModalFrame>
  );
}

function Side({ order, heading }: { order: OrderDetail; heading: string }) {
  const { t, i18n } = useTranslation('orders-edit');
  const country = order.address.country ? countryName(order.address.country, i18n.language) : '';
  return (
    <section aria-label={`${heading} ${order.name}`} className={classes.side}>
      <h3 className={classes.labelTitle}>
        {heading} · {order.name}
      </h3>
      <OrderState order={order} />
      <TimeCell time={order.placed_at} />
      <address className={classes.label}>
        {[...labelLines(order.address, country), order.address.email].filter(Boolean).join('\n')}
      </address>
      <ul className={classes.goods}>
        {order.order_lines.map((line) => (
          <li key={line.id}>
            {t('duplicate.line', { count: line.current_quantity, title: line.title, sku: line.sku })}
          </li>
        ))}
      </ul>
      <MoneyCell money={order.total} />
    </section>
  );
}
