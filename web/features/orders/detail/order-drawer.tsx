import { Anchor, Button } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { Link } from 'react-router';
import { OrderState, PaymentChip, StageChip, StorePaymentChip } from '#web/components/order-status.tsx';
import { DetailDrawer, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { OrderParcels } from '#web/components/parcel-timeline.tsx';
import { useMay } from '#web/components/session.tsx';
import { formatTime, joinWords } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { MergeDialog } from '../edit/merge-dialog.tsx';
import classes from '../edit/split-merge.module.css';
import { RequestNote } from '../open-request.tsx';
import type { OrderDetail } from '../orders-types.ts';
import orderClasses from '../orders.module.css';
import { CancelNote } from './cancel-note.tsx';
import { OrderActions } from './order-actions.tsx';
import { BlockedSection } from './blocked-section.tsx';
import { ActivitySection, CostSection, ParcelFacts, ShipToSection } from './order-sections.tsx';
import { type Around, OrderSteps } from './order-steps.tsx';

type Slot = ComponentType<{ order: Pick<OrderDetail, 'id' | 'name' | 'payment'> }>;
/** Sections that other features have in the order's drawer; `web/app` hands them in. */
type OrderSlots = { Claims?: Slot; Timeline?: Slot; Conversation?: Slot; Documents?: Slot };
export type OrderDrawerProps = {
  id: string;
  around: Around;
  onClose: () => void;
  onPay: (id: string) => void;
  slots: OrderSlots;
};

/**
 * One order over the list: what is wrong, what it costs, where it is, what happened (look.md: page anatomy). Of an exception the
 * parcels are what is wrong.
 */
export function OrderDrawer({ id, around, onClose, onPay, slots }: OrderDrawerProps) {
  const { t } = useTranslation('orders');
  const { Claims, Timeline, Conversation, Documents } = slots;
  const query = useApiQuery(api.orders.get, { params: { id } });
  const order = query.data;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={order ? t('detail.title', { name: order.name }) : t('title')}
      state={order && <OrderState order={order} />}
      below={
        order && (
          <>
            <StorePaymentChip status={order.financial_status} named />
            <PaymentChip order={order} named />
            {order.payment_request && <RequestNote request={order.payment_request} className={orderClasses.next} />}
            <NextStep order={order} />
            <ReshipLinks order={order} />
          </>
        )
      }
      action={
        <>
          {order && <OrderActions order={order} onPay={onPay} />}
          <OrderSteps {...around} />
        </>
      }
    >
      {query.error !== null && !order && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!order && query.isFetching && <DetailSkeleton />}
      {order && (
        <>
          <RelatedOrders order={order} />
          <CancelNote order={order} />
          <BlockedSection order={order} />
          {order.watched && <ParcelsSection order={order} />}
          <CostSection order={order} />
          <ShipToSection order={order} />
          {!order.watched && <ParcelsSection order={order} />}
          {Claims && <Claims order={order} />}
          {Documents && <Documents order={order} />}
          {Conversation && <Conversation order={order} />}
          <ActivitySection order={order} />
          {Timeline && <Timeline order={order} />}
        </>
      )}
    </DetailDrawer>
  );
}

type Related = OrderDetail['related'][number];

/** Orders that share units with this one, each with where it stands; and those that could be merged with it. */
function RelatedOrders({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation('orders-edit');
  const mayMerge = order.actions.some(({ action, allowed }) => action === 'merge' && allowed);
  const candidates = useApiQuery(api.orders.mergeCandidates, { params: { id: order.id } }, { enabled: mayMerge });
  const [merging, setMerging] = useState(false);
  const related = new Set(order.related.map(({ id }) => id));
  const strangers = mayMerge ? (candidates.data ?? []).filter(({ id }) => !related.has(id)) : [];
  const parts = order.related.filter(({ relation }) => relation === 'part');
  const group = [order.id, ...parts.map(({ id }) => id)].sort();
  return (
    <>
      {order.related.length > 0 && (
        <ul className={classes.group} aria-label={t('related.label')}>
          {parts.length > 0 && order.stage !== 'merged' && (
            <li>{t('related.part', { n: group.indexOf(order.id) + 1, count: group.length })}</li>
          )}
          {order.related.map((one) => (
            <RelatedOrder key={`${one.relation} ${one.id}`} related={one} />
          ))}
        </ul>
      )}
      {strangers.length > 0 && (
        <div className={classes.group}>
          {t('merge.suggest', {
            names: joinWords(
              strangers.map(({ name }) => name),
              i18n.language,
            ),
          })}
          <Button variant="default" size="compact-sm" onClick={() => setMerging(true)}>
            {t('merge.open')}
          </Button>
        </div>
      )}
      {merging && <MergeDialog order={order} onClose={() => setMerging(false)} />}
    </>
  );
}

function RelatedOrder({ related: { id, name, stage, units, relation } }: { related: Related }) {
  const { t } = useTranslation('orders-edit');
  return (
    <li className={classes.related}>
      {relation === 'taken_in' && t('related.takenIn', { count: units })}
      {relation === 'sent_with' && t('related.sentWith', { count: units })}
      <Anchor component={Link} to={withQuery(paths.orders, { order: id })} inherit>
        {name}
      </Anchor>
      {relation !== 'taken_in' && <StageChip stage={stage} />}
    </li>
  );
}

/** What happens next with an order, by whom, and until when; nothing where a block says it, or at its end. */
function NextStep({ order }: { order: Pick<OrderDetail, 'next' | 'invoice'> }) {
  const { t } = useTranslation('orders-actions');
  const now = useNow();
  const { next, invoice } = order;
  if (next === null) return null;
  if (next.at === null) return <span className={orderClasses.next}>{t('next.releaseManually')}</span>;
  const pattern = next.step === 'deliver' ? 'y-m-d' : 'y-m-d h:i';
  const time = formatTime(next.at, pattern);
  const late = next.by === 'provider' && new Date(next.at) < now;
  const text = <UnbrokenNumbers text={t(late ? `next.late.${next.step}` : `next.${next.step}`, { time })} />;
  return (
    <span className={orderClasses.next} data-late={late || undefined}>
      {next.step === 'pay_invoice' && invoice !== null ? (
        <Anchor component={Link} to={withQuery(paths.invoices, { invoice: invoice.id })} inherit>
          {text}
        </Anchor>
      ) : (
        text
      )}
    </span>
  );
}

const addressOf = (id: string) => withQuery(paths.orders, { order: id });

/** The quote that it is a sample of, the order that this one replaces, and those that replace it. */
function ReshipLinks({ order: { reship_of, reships, sample_of } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  return (
    <>
      {sample_of && (
        <Anchor component={Link} to={withQuery(paths.quotes, { quote: sample_of.id })} size="sm">
          {t('detail.sampleOf', { number: sample_of.number })}
        </Anchor>
      )}
      {reship_of && (
        <Anchor component={Link} to={addressOf(reship_of.id)} size="sm">
          {t('detail.reshipOf', { name: reship_of.name })}
        </Anchor>
      )}
      {reships.map(({ id, name }) => (
        <Anchor key={id} component={Link} to={addressOf(id)} size="sm">
          {t('detail.reshipAs', { name })}
        </Anchor>
      ))}
    </>
  );
}

/** Its parcels, with what the store knows of each; whoever may claim is led there from a watched one. */
function ParcelsSection({ order }: { order: OrderDetail }) {
  const claims = useMay()('claims', 'edit');
  const at = (id: string) => <ParcelFacts order={order} id={id} />;
  return <OrderParcels orderId={order.id} claims={claims} more={at} />;
}
