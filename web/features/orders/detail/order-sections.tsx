import { Anchor } from '@mantine/core';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { BlockChip, PushChip } from '#web/components/order-status.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { formatMoney } from '#web/lib/format.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { AddressFix, AddressPart, CountryFix } from './address-section.tsx';
import { ChannelChoice, ChannelFix } from './channel-choice.tsx';
import { AwaitedPrices } from './awaited-prices.tsx';
import { OrderAgain } from './order-again.tsx';
import { OrderCosts } from './order-costs.tsx';
import { ChangedAfterPayment } from './changed-block.tsx';
import { ConfirmBlock } from './confirm-block.tsx';
import { DuplicateFix } from './duplicate-compare.tsx';
import { OrderLines } from './order-lines.tsx';
import { MappingChanges } from './mapping-changes.tsx';
import classes from '../orders.module.css';
import { UnfulfilFix } from './unfulfil-fix.tsx';
import type { OrderDetail } from '../orders-types.ts';

const byProduct = new Set(['UNMAPPED_VARIANT', 'NO_PRICE', 'COUNTRY_NOT_SERVED']);

/** Amounts of a block in the reader's words. */
function moneyOf(detail: Record<string, unknown>, language: string) {
  const { was, now, currency, guard_pct } = detail;
  const say = (amount: unknown) =>
    typeof amount === 'number' && typeof currency === 'string' ? formatMoney({ amount, currency }, language) : '';
  return { was: say(was), now: say(now), guard_pct: typeof guard_pct === 'number' ? guard_pct : '' };
}

/** An amount of an event's data; a dash where there was none. */
function moneyIn({ currency, ...data }: Record<string, unknown>, name: string, language: string): string {
  const amount = data[name];
  return typeof amount === 'number' && typeof currency === 'string' ? formatMoney({ amount, currency }, language) : '–';
}

/** Each block with what to do about it. */
export function BlockedSection({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation('orders');
  if (order.blocks.length === 0) return null;
  const fieldsOf = (detail: Record<string, unknown>) => (Array.isArray(detail.fields) ? detail.fields.map(String) : []);
  return (
    <DetailSection title={t('detail.blocked')}>
      <ul className={classes.blocks}>
        {order.blocks.map((block) => (
          <li key={block.code} className={classes.block}>
            <BlockChip block={block} />
            <span>
              {block.code === 'CHANGED_AFTER_PAYMENT' ? (
                <ChangedAfterPayment order={order} detail={block.detail} />
              ) : (
                t(`blockFixes.${block.code}`, moneyOf(block.detail, i18n.language))
              )}{' '}
              {block.code === 'ADDRESS_INCOMPLETE' && (
                <span className={classes.muted}>
                  {t('detail.addressFields', {
                    fields: fieldsOf(block.detail)
                      .map((field) => t(`detail.fields.${field}` as ParseKeys<'orders'>))
                      .join(', '),
                  })}
                </span>
              )}
              {block.code === 'MAPPING_CHANGED' && <MappingChanges detail={block.detail} />}
              {block.code === 'PRICE_APPROVAL' && <AwaitedPrices detail={block.detail} />}
              <span className={classes.fixes}>
                <ConfirmBlock order={order} code={block.code} />
                <AddressFix order={order} code={block.code} />
                <UnfulfilFix order={order} code={block.code} />
                <CountryFix order={order} code={block.code} />
                <ChannelFix order={order} code={block.code} />
                <DuplicateFix order={order} block={block} />
              </span>
              {byProduct.has(block.code) && (
                <Anchor component={Link} to={paths.products} inherit>
                  {t('detail.toProducts')}
                </Anchor>
              )}
            </span>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

/** Goods, freight, fees and sum, with the lines they come from. */
export function CostSection({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const { cost } = order;
  return (
    <DetailSection title={t('detail.cost')}>
      {cost ? (
        <dl className={classes.sums}>
          <dt>{t('detail.goods')}</dt>
          <dd>
            <MoneyCell money={{ amount: cost.goods, currency: cost.currency }} />
          </dd>
          <dt>
            {t('detail.freight')}
            {order.channel && ` · ${order.channel.name}`}
            {order.days && ` · ${t('days', order.days)}`}
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
        <p className={classes.muted}>{t('detail.noCost')}</p>
      )}
      <div className={classes.fixes}>
        <ChannelChoice order={order} />
        <OrderAgain id={order.id} />
      </div>
      {cost && <OrderCosts orderId={order.id} />}
      <OrderLines order={order} />
      <Facts
        facts={[
          { label: t('detail.sale'), value: <MoneyCell money={order.total} /> },
          ...(order.note ? [{ label: t('detail.note'), value: order.note }] : []),
          ...(order.invoice ? [{ label: t('detail.invoice'), value: <InvoiceLink invoice={order.invoice} /> }] : []),
        ]}
      />
    </DetailSection>
  );
}

function InvoiceLink({ invoice }: { invoice: { id: string; number: string } }) {
  return (
    <Anchor component={Link} to={withQuery(paths.invoices, { invoice: invoice.id })} inherit>
      {invoice.number}
    </Anchor>
  );
}

/** What the store knows of a parcel. */
export function ParcelAtStore({ parcel }: { parcel: OrderDetail['parcels'][number] | undefined }) {
  const { t } = useTranslation('orders');
  if (!parcel) return null;
  return (
    <Facts
      facts={[
        { label: t('detail.shippedAt'), value: <TimeCell time={parcel.shipped_at} /> },
        { label: t('store'), value: <PushChip push={parcel.push} /> },
        ...(parcel.push_error ? [{ label: '', value: parcel.push_error }] : []),
      ]}
    />
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
  const table = stateWords[kind];
  if (table === undefined) return {};
  const say = (state: unknown) => word(`${table}.${String(state)}`) ?? state;
  return { from: say(data.from), to: say(data.to) };
}

/** The timeline, newest first. */
export function ActivitySection({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation('orders');
  const sentence = (event: OrderDetail['events'][number]) => {
    const known = i18n.exists(`orders:events.${event.kind}`);
    const text = t((known ? `events.${event.kind}` : 'events.other') as ParseKeys<'orders'>, {
      ...event.data,
      ...statesOf(
        event,
        (key) => (i18n.exists(`orders:${key}`) ? t(key as ParseKeys<'orders'>) : undefined),
        i18n.language,
      ),
      kind: event.kind,
    });
    return [text, event.data.after_payment === true && t('afterPayment'), event.actor].filter(Boolean).join(' · ');
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
