import { Checkbox, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { OrderOutlook } from './cost-comparison.tsx';
import classes from './split-merge.module.css';
import type { OrderDetail } from '../orders-types.ts';

type Candidate = AnswerOf<Contract['orders']['mergeCandidates']>[number];

/** Takes other orders of the same buyer and address in, with what they cost as one beside what each costs alone. */
export function MergeDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useTranslation('orders-edit');
  const merge = useApiMutation(api.orders.merge, { refetch: ['orders'] });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const candidates = useApiQuery(api.orders.mergeCandidates, { params: { id: order.id } });
  const chosen = (candidates.data ?? []).filter(({ id }) => !left.has(id));
  const params = { id: order.id };
  const body = { orders: chosen.map(({ id, version }) => ({ id, version })), version: order.version };
  const preview = useApiQuery(api.orders.mergePreview, chosen.length > 0 ? { params, body } : null, {
    keepPrevious: true,
  });
  const known = chosen.length > 0 && preview.data && !preview.isPlaceholderData ? preview.data : undefined;
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  const handleSubmit = () =>
    known !== undefined && merge.run({ params, body: { ...body, expected_total: known.total } });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('merge.title', { name: order.name })}
      submitLabel={t('merge.submit')}
      missing={chosen.length === 0 ? t(candidates.data?.length === 0 ? 'merge.none' : 'merge.missing') : undefined}
      needs={chosen.length === 0 ? candidates : preview}
      onSubmit={handleSubmit}
      width={600}
    >
      {candidates.error !== null && <ErrorBox error={candidates.error} onRetry={() => void candidates.refetch()} />}
      {candidates.isPending && <Skeleton height={80} />}
      {candidates.data && candidates.data.length > 0 && (
        <p className={classes.help}>{t('merge.help', { customer: order.customer ?? '' })}</p>
      )}
      <div className={classes.lines}>
        {candidates.data?.map((one) => (
          <CandidateLine key={one.id} candidate={one} chosen={!left.has(one.id)} onToggle={() => toggle(one.id)} />
        ))}
      </div>
      {chosen.length > 0 && preview.error !== null && (
        <ErrorBox error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {chosen.length > 0 && preview.data && <OrderOutlook preview={preview.data} />}
    </FormDialog>
  );
}

type CandidateLineProps = { candidate: Candidate; chosen: boolean; onToggle: () => void };

function CandidateLine({ candidate, chosen, onToggle }: CandidateLineProps) {
  const { t } = useTranslation('orders-edit');
  const { name, items, cost, placed_at } = candidate;
  return (
    <div className={classes.line}>
      <Checkbox checked={chosen} onChange={onToggle} aria-label={t('merge.pick', { name })} />
      <span className={classes.title}>
        {name} · <TimeCell time={placed_at} />
        {items.map((item) => (
          <span key={`${item.title} ${item.variant_title ?? ''}`} className={classes.muted}>
            {t('merge.item', {
              count: item.quantity,
              title: [item.title, item.variant_title].filter(Boolean).join(' · '),
            })}
          </span>
        ))}
      </span>
      <MoneyCell money={cost && { amount: cost.total, currency: cost.currency }} />
    </div>
  );
}
