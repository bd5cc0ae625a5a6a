import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderEffect } from '#contract/order-effect.ts';
import { BulkActionOnAll } from '#web/components/bulk-actions.tsx';
import { useRequestChoice } from '#web/components/requests-sent.tsx';
import { useActing, useMay } from '#web/components/session.tsx';
import { countryInText } from '#web/lib/countries.ts';
import { formatList, formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import classes from './quotes.module.css';

type EffectProps = {
  effect: OrderEffect;
  /** It has happened. */
  accepted?: boolean;
};

/** What accepting does, or did, to the orders that wait: how many can be paid, and what each of the others still lacks. */
export function AcceptEffect({ effect, accepted = false }: EffectProps) {
  const { t, i18n } = useTranslation('quotes');
  const { t: to } = useTranslation('orders');
  const mayRequest = useMay()('quotes', 'edit');
  const acting = useActing();
  const request = useRequestChoice();
  const [requested, setRequested] = useState<readonly string[]>();
  const count = effect.payable.order_ids.length;
  const amount = formatMoney({ amount: effect.payable.total, currency: effect.payable.currency }, i18n.language);
  const when = accepted ? 'became' : 'becomes';
  const lead =
    count > 0
      ? t(`effect.${when}`, { count, amount })
      : t(effect.waiting.length > 0 ? `effect.${when}None` : `effect.${when}NoOrders`);
  return (
    <div className={classes.effect} role="status">
      <p className={classes.effectLead}>{lead}</p>
      {effect.waiting.length > 0 && (
        <ul className={classes.effectList}>
          {effect.waiting.map((one) => {
            const text = lackText(one, i18n.language, t, to);
            return (
              <li key={`${one.lacks} ${one.country}`}>
                {text}
                {accepted && (
                  <>
                    {' '}
                    <Anchor
                      component={Link}
                      to={withQuery(paths.orders, placeOf(one))}
                      aria-label={`${t('effect.view')}: ${text}`}
                      inherit
                    >
                      {t('effect.view')}
                    </Anchor>
                    {one.lacks === 'COUNTRY_NOT_SERVED' && one.country !== null && mayRequest && !acting && (
                      <RequestRates text={text} onClick={() => setRequested(one.order_ids)} />
                    )}
                  </>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {/* outside of the line, which goes once the rate is requested */}
      {requested !== undefined && (
        <BulkActionOnAll
          list={{ list: 'orders', asked: { ids: requested.join(',') } }}
          choice={request}
          follows={['dashboard', 'quotes', 'products']}
          onClose={() => setRequested(undefined)}
        />
      )}
    </div>
  );
}

type Waiting = OrderEffect['waiting'][number];

function RequestRates({ text, onClick }: { text: string; onClick: () => void }) {
  const { t } = useTranslation('quotes');
  const label = t('effect.requestRates');
  return (
    <>
      {' · '}
      <Anchor component="button" type="button" inherit aria-label={`${label}: ${text}`} onClick={onClick}>
        {label}
      </Anchor>
    </>
  );
}

/** So many orders an address can name. */
const mostLinked = 50;

/** Where the orders stand that lack this: exactly these, or all of their kind where they are too many to name. */
function placeOf({ lacks, country, orders, order_ids }: Waiting): Record<string, string> {
  if (orders <= mostLinked) return { ids: order_ids.join(',') };
  if (lacks === 'held') return { tab: 'on_hold' };
  if (lacks === 'quote') return { tab: 'quoting' };
  if (lacks === 'answer' || lacks === 'accept') return { quote: lacks };
  if (lacks === 'price') return { tab: 'action_needed' };
  return country === null ? { block: lacks } : { block: lacks, country };
}

const named = 4;

/** "2 orders to Canada still need prices for Watch and Bottle." */
function lackText(
  { lacks, orders: count, products, country }: Waiting,
  language: string,
  t: TFunction<'quotes'>,
  to: TFunction<'orders'>,
): string {
  if (lacks === 'held') return t('effect.held', { count });
  const isRate = lacks === 'COUNTRY_NOT_SERVED' && country !== null;
  const isPrice = lacks === 'price' || lacks === 'quote' || lacks === 'answer' || lacks === 'accept';
  if (!isPrice && !isRate) return t('effect.blocked', { count, reason: to(`blocks.${lacks}`) });
  const names = products.slice(0, named);
  if (products.length > named) names.push(t('effect.more', { count: products.length - named }));
  const listed = formatList(names, language);
  if (lacks === 'quote' || lacks === 'answer' || lacks === 'accept')
    return t(`effect.${lacks}`, { count, products: listed });
  if (isRate) return t('effect.rate', { count, products: listed, country: countryInText(country, language) });
  return country === null
    ? t('effect.price', { count, products: listed })
    : t('effect.priceTo', { count, products: listed, country: countryInText(country, language) });
}

/** Most orders that one checkout takes. */
const mostPaid = 1000;

type PayProps = { effect: OrderEffect | undefined; onPay: (orderIds: readonly string[]) => void };

/** The next step: pays exactly the orders that became payable; leads to all orders when there are none, or too many at once. */
export function PayMoved({ effect, onPay }: PayProps) {
  const { t } = useTranslation('quotes');
  const { t: to, i18n } = useTranslation('orders');
  const mayPay = useMay()('orders', 'pay');
  const { order_ids = [], total = 0, currency = 'USD' } = effect?.payable ?? {};
  if (!mayPay || order_ids.length === 0 || order_ids.length > mostPaid)
    return (
      <Button component={Link} to={withQuery(paths.orders, { tab: 'to_pay' })} variant="default">
        {t('toOrders')}
      </Button>
    );
  return (
    <Button onClick={() => onPay(order_ids)}>
      {to('payMany', { count: order_ids.length, amount: formatMoney({ amount: total, currency }, i18n.language) })}
    </Button>
  );
}
