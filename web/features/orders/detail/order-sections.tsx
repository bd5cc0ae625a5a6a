import { Anchor, Button } from '@mantine/core';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDeliveryText } from '#web/components/delivery-days.tsx';
import { ConvertedMoney } from '#web/components/converted.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { PushChip } from '#web/components/order-status.tsx';
import { useMay } from '#web/components/session.tsx';
import { orderEventKey } from '#web/components/order-event-key.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { formatMoney } from '#web/lib/format.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { AddressPart } from './address-section.tsx';
import { ChannelChoice } from './channel-choice.tsx';
import { OrderCosts } from './order-costs.tsx';
import { OrderLines } from './order-lines.tsx';
import { Profit } from '../order-chosen-columns.tsx';
import { ParcelItems } from '../parcel-items.tsx';
import classes from '../orders.module.css';
import type { OrderDetail } from '../orders-types.ts';

/** An amount of an event's data; a dash where there was none. */
function moneyIn({ currency, ...data }: Record<string, unknown>, name: string, language: string): string {
  const amount = data[name];
  return typeof amount === 'number' && typeof currency === 'string' ? formatMoney({ amount, currency }, language) : '–';
}

/** Goods, freight, fees and sum, with the lines they come from. */
export function CostSection({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const say = useDeliveryText();
  const { t: tl } = useTranslation('orders-list');
  const { cost, stage } = order;
  return (
    <DetailSection title={t('detail.cost')}>
      {cost ? (
        <dl className={classes.sums}>
          <dt>{t('detail.goods')}</dt>
          <dd>
            <MoneyCell money={{ amount: cost.goods + cost.own_stock, currency: cost.currency }} />
          </dd>
          {cost.own_stock > 0 && (
            <>
              <dt>{tl('ownStock')}</dt>
              <dd>
                <MoneyCell money={{ amount: -cost.own_stock, currency: cost.currency }} />
              </dd>
            </>
          )}
          <dt>
            {t('detail.freight')}
            {order.channel && ` · ${order.channel.name}`}
            {order.days && <span className={classes.from}>{say.whole(order.days)}</span>}
          </dt>
          <dd>
            <MoneyCell money={{ amount: cost.freight, currency: cost.currency }} />
          </dd>
          {cost.fees !== 0 && (
            <>
              <dt>{t('detail.fees')}</dt>
              <dd>
                <MoneyCell money={{ amount: cost.fees, currency: cost.currency }} />
              </dd>
            </>
          )}
          <dt className={classes.strong}>{t('detail.total')}</dt>
          <dd className={classes.strong}>
            <MoneyCell money={{ amount: cost.total, currency: cost.currency }} />
          </dd>
        </dl>
      ) : (
        <p className={classes.muted}>
          {stage === 'self_fulfilled' || stage === 'cancelled' || stage === 'merged'
            ? t(`detail.noCostEver.${stage}`)
            : t('detail.noCost')}
        </p>
      )}
      <dl className={classes.sums}>
        <SaleFacts order={order} />
        {cost && (
          <>
            {order.credited !== 0 && (
              <>
                <dt>{t('detail.credited')}</dt>
                <dd>
                  <MoneyCell money={{ amount: order.credited, currency: cost.currency }} />
                </dd>
              </>
            )}
            <dt>{t('detail.profit')}</dt>
            <dd>
              <Profit order={order} />
            </dd>
          </>
        )}
      </dl>
      {cost && (
        <OrderCosts orderId={order.id}>
          <ChannelChoice order={order} />
        </OrderCosts>
      )}
      <OrderLines order={order} />
      <Facts
        facts={[
          ...(order.note ? [{ label: t('detail.note'), value: order.note }] : []),
          ...(order.invoice ? [{ label: t('detail.invoice'), value: <InvoiceLink invoice={order.invoice} /> }] : []),
        ]}
      />
    </DetailSection>
  );
}

/** What the buyer pays, and what of it is the store's own: the rest is tax. */
function SaleFacts({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const { total, tax, sale, source, buyer_refund: refund } = order;
  return (
    <>
      <dt>
        {t('detail.orderTotal')}
        {tax === null && source !== 'manual' && <span className={classes.from}>{t('detail.taxUnknown')}</span>}
      </dt>
      <dd>
        <MoneyCell money={total} />
      </dd>
      {refund && (
        <>
          <dt>
            {t('detail.buyerRefund')}
            <span className={classes.from}>{t('detail.buyerRefundHelp')}</span>
          </dt>
          <dd>
            <MoneyCell money={{ ...refund.money, amount: -refund.money.amount }} />
            {refund.conversion && refund.converted && (
              <span className={classes.from}>
                <ConvertedMoney
                  money={{ ...refund.converted, amount: -refund.converted.amount }}
                  conversion={refund.conversion}
                />
              </span>
            )}
          </dd>
        </>
      )}
      {tax !== null && tax !== 0 && (
        <>
          <dt>
            {t('detail.tax')}
            <span className={classes.from}>{t('detail.taxHelp')}</span>
          </dt>
          <dd>
            <MoneyCell money={{ amount: -tax, currency: total.currency }} />
          </dd>
          <dt>{t('detail.sale')}</dt>
          <dd>
            <MoneyCell money={sale} />
          </dd>
        </>
      )}
    </>
  );
}

function InvoiceLink({ invoice }: { invoice: { id: string; number: string } }) {
  return (
    <Anchor component={Link} to={withQuery(paths.invoices, { invoice: invoice.id })} inherit>
      {invoice.number}
    </Anchor>
  );
}

type ParcelFactsProps = { order: OrderDetail; id: string };

/** What is in a parcel, and what the store knows of it; one that has to be reconnected first, with the way to it. */
export function ParcelFacts({ order, id }: ParcelFactsProps) {
  const { t } = useTranslation('orders');
  const mayConnect = useMay()('stores', 'edit');
  const parcel = order.parcels.find((one) => one.id === id);
  if (!parcel) return null;
  const lost = parcel.push === 'reconnect' && mayConnect;
  return (
    <Facts
      facts={[
        { label: t('detail.parcelItems'), value: <ParcelItems order={order} parcel={parcel} /> },
        { label: t('detail.shippedAt'), value: <TimeCell time={parcel.shipped_at} /> },
        { label: t('store'), value: <PushChip push={parcel.push} /> },
        ...(parcel.push_error
          ? [
              {
                label: '',
                value: (
                  <>
                    {parcel.push_error} {lost && <ReconnectButton store={order.store.id} />}
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function ReconnectButton({ store }: { store: string }) {
  const { t } = useTranslation('orders');
  return (
    <Button component={Link} to={withQuery(paths.stores, { reconnect: store })} variant="default" size="compact-sm">
      {t('reconnectStore')}
    </Button>
  );
}

/** Recipient. */
export function ShipToSection({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  return (
    <DetailSection title={t('detail.shipTo')}>
      <AddressPart order={order} />
    </DetailSection>
  );
}

const stateWords: Record<string, string> = { store_payment: 'financial', store_fulfillment: 'fulfilments' };

/** The states between which an event moved the order, in the words of their chips. */
function statesOf(
  { kind, data }: OrderDetail['events'][number],
  word: (key: string) => string | undefined,
  language: string,
) {
  if (kind === 'way_changed') return { now: moneyIn(data, 'now', language), was: moneyIn(data, 'was', language) };
  if (kind === 'addition_paid') return { amount: moneyIn(data, 'total', language) };
  if (kind === 'repriced') return { from: moneyIn(data, 'from', language), to: moneyIn(data, 'to', language) };
  if (kind === 'credited' || kind === 'invoiced') return { amount: moneyIn(data, 'amount', language) };
  const table = stateWords[kind];
  if (table === undefined) return {};
  const say = (state: unknown) => word(`${table}.${String(state)}`) ?? state;
  return { from: say(data.from), to: say(data.to) };
}

/** The timeline, newest first. */
export function ActivitySection({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation('orders');
  const sentence = (event: OrderDetail['events'][number]) => {
    const said = orderEventKey(event.kind, event.data.to, (one) => i18n.exists(`orders:${one}`));
    const text = t(said as ParseKeys<'orders'>, {
      ...event.data,
      ...(typeof event.data.units === 'number' && { units: t('units', { count: event.data.units }) }),
      ...statesOf(
        event,
        (key) => (i18n.exists(`orders:${key}`) ? t(key as ParseKeys<'orders'>) : undefined),
        i18n.language,
      ),
      kind: event.kind,
    });
    // what is sent is fulfilled in the store by us; where others did it, the order is blocked by that
    const isLater = event.data.after_payment === true && event.data.to !== 'fulfilled';
    return [text, isLater && t('afterPayment'), event.actor].filter(Boolean).join(' · ');
  };
  return (
    <DetailSection title={t('detail.activity')}>
      <ol className={classes.timeline}>
        {order.events.map((event) => (
          <li key={event.id} className={classes.event}>
            <span className={classes.muted}>
              <TimeCell time={event.at} />
            </span>
            <span>{sentence(event)}</span>
          </li>
        ))}
      </ol>
    </DetailSection>
  );
}
