import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StageChip } from '#web/components/order-status.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { MergeDialog } from '../edit/merge-dialog.tsx';
import classes from '../edit/split-merge.module.css';
import type { OrderDetail } from '../orders-types.ts';

type Kin = OrderDetail['kin'][number];

/** Orders that share units with this one, each with where it stands; and those that could be merged with it. */
export function RelatedOrders({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders-edit');
  const mayMerge = order.acts.some(({ act, allowed }) => act === 'merge' && allowed);
  const candidates = useApiQuery(api.orders.mergeCandidates, { params: { id: order.id } }, { enabled: mayMerge });
  const [merging, setMerging] = useState(false);
  const kin = new Set(order.kin.map(({ id }) => id));
  const strangers = mayMerge ? (candidates.data ?? []).filter(({ id }) => !kin.has(id)) : [];
  const parts = order.kin.filter(({ kinship }) => kinship === 'part');
  const family = [order.id, ...parts.map(({ id }) => id)].sort();
  return (
    <>
      {order.kin.length > 0 && (
        <ul className={classes.family} aria-label={t('related.label')}>
          {parts.length > 0 && order.stage !== 'merged' && (
            <li>{t('related.part', { n: family.indexOf(order.id) + 1, count: family.length })}</li>
          )}
          {order.kin.map((one) => (
            <RelatedOrder key={`${one.kinship} ${one.id}`} kin={one} />
          ))}
        </ul>
      )}
      {strangers.length > 0 && (
        <div className={classes.family}>
          {t('merge.suggest', { names: strangers.map(({ name }) => name).join(', ') })}
          <Button variant="default" size="compact-sm" onClick={() => setMerging(true)}>
            {t('merge.open')}
          </Button>
        </div>
      )}
      {merging && <MergeDialog order={order} onClose={() => setMerging(false)} />}
    </>
  );
}

function RelatedOrder({ kin: { id, name, stage, units, kinship } }: { kin: Kin }) {
  const { t } = useTranslation('orders-edit');
  return (
    <li className={classes.kin}>
      {kinship === 'taken_in' && t('related.takenIn', { count: units })}
      {kinship === 'sent_with' && t('related.sentWith', { count: units })}
      <Anchor component={Link} to={withQuery(paths.orders, { order: id })} inherit>
        {name}
      </Anchor>
      {kinship !== 'taken_in' && <StageChip stage={stage} />}
    </li>
  );
}
