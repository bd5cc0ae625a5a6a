import { Anchor, Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { mostPaidFor } from '#contract/recharge-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { useDeliveryText } from '#web/components/delivery-days.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths, samePath, withQuery } from '#web/lib/paths.ts';
import { DetailDrawer, DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import type { ApiError } from '#web/api/api-error.ts';
import type { Job } from '#web/components/use-job.ts';
import { CheckoutChanges } from './checkout-changes.tsx';
import { ApprovalButton, ApprovalNotice, OpenRequests } from './approval.tsx';
import { CheckoutSummary, PayButton } from './checkout-summary.tsx';
import { coveredOrders } from './seen-costs.ts';
import type { CheckoutOutcome, PaidInvoice } from '#web/components/checkout-next.tsx';
import { PaymentFacts } from '#web/components/payment-facts.tsx';
import { PaymentProgress } from './payment-progress.tsx';
import classes from '../orders.module.css';
import lines from './checkout.module.css';
import type { Asked, Checkout } from '../orders-types.ts';

type Props = {
  /** What the orders cost when they were chosen. */
  seen: ReadonlyMap<string, number>;
  onClose: () => void;
  onDone: (outcome: CheckoutOutcome) => void;
};
/** Orders by their ids, or all that match a list’s filters. */
type What = { orderIds: readonly string[] } | { matching: Asked };

/** What the chosen orders cost, which cannot be paid and why, and the one button that pays (domain.md §4.8). */
export const CheckoutDrawer = ({ orderIds, ...props }: Props & { orderIds: readonly string[] }) => (
  <Checkouts what={{ orderIds }} {...props} />
);

/** The same for all orders that match a list’s filters: the preview fixes them. */
export const MatchingCheckoutDrawer = ({ matching, ...props }: Props & { matching: Asked }) => (
  <Checkouts what={{ matching }} {...props} />
);

function Checkouts({ what: chosen, seen, onClose, onDone }: Props & { what: What }) {
  const { t, i18n } = useTranslation('orders');
  const [before, setBefore] = useState<Checkout>();
  const [narrowed, setNarrowed] = useState<What>();
  const what = narrowed ?? chosen;
  const leaveOutRequested = () => {
    const matching = 'matching' in what ? what.matching : { ids: what.orderIds.join(',') };
    setNarrowed({ matching: { ...matching, approval: 'none' } });
  };
  const pay = usePayment(what, { onPaid: (invoice) => onDone({ paid: invoice }), onChange: setBefore });
  const { query, checkout } = pay;
  const funds = useFunds(pay.selection, onClose);
  const currency = currencyOf(checkout);
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  if (pay.job !== undefined)
    return (
      <DetailDrawer opened onClose={onClose} title={t('checkout.title')}>
        <PaymentProgress job={pay.job} currency={currency} onPaid={pay.finish} onAgain={pay.again} />
      </DetailDrawer>
    );
  const canPay = checkout !== undefined && checkout.orders > 0 && checkout.missing === 0;
  const approval = checkout?.approval ?? null;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={t(checkout?.orders === 0 ? 'checkout.titleNone' : 'checkout.title')}
      action={
        approval && checkout ? (
          <ApprovalButton
            checkout={checkout}
            selection={pay.selection}
            money={money}
            onAsked={(request) => onDone({ requested: request })}
          />
        ) : (
          canPay && (
            <PayButton
              label={t('payMany', { count: checkout.orders, amount: money(checkout.total) })}
              amount={checkout.total}
              money={money}
              busy={pay.busy}
              onPay={pay.run}
            />
          )
        )
      }
    >
      {query.error !== null && !checkout && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!checkout && query.isFetching && <DetailSkeleton />}
      {checkout && (
        <>
          <div className={classes.notices}>
            {approval && <ApprovalNotice approval={approval} money={money} />}
            <OpenRequests checkout={checkout} onLeaveOut={leaveOutRequested} />
          </div>
          {before !== undefined && <CheckoutChanges before={before} now={checkout} />}
          <CheckoutParts
            checkout={checkout}
            seen={seen}
            funds={funds}
            money={money}
            onPart={approval ? undefined : (ids) => setNarrowed({ orderIds: ids })}
            onClose={onClose}
          />
        </>
      )}
    </DetailDrawer>
  );
}

const currencyOf = (checkout: Checkout | undefined) => checkout?.currency ?? 'USD';

type PartsProps = {
  checkout: Checkout;
  seen: Props['seen'];
  funds: ReturnType<typeof useFunds>;
  money: (amount: number) => string;
  /** Goes on with some of the orders. */
  onPart: ((ids: readonly string[]) => void) | undefined;
  onClose: () => void;
};

/** What can't be paid and why; what can, with what the wallet has for it. */
function CheckoutParts({ checkout, seen, funds, money, onPart, onClose }: PartsProps) {
  const { t } = useTranslation('orders');
  const refused = checkout.refused.length > 0 && <Refused checkout={checkout} onLeave={onClose} />;
  if (checkout.orders === 0) return refused || <p>{t('checkout.none')}</p>;
  const covered = coveredOrders(checkout);
  return (
    <>
      <CheckoutSummary checkout={checkout} seen={seen} />
      {refused}
      <DetailSection title={t('checkout.wallet')}>
        <PaymentFacts {...checkout} />
        {checkout.missing > 0 && (
          <div className={lines.ways}>
            <Button loading={funds.busy} onClick={() => funds.go(checkout)}>
              {t('checkout.recharge')}
            </Button>
            {onPart && covered.ids.length > 0 && (
              <Button variant="default" onClick={() => onPart(covered.ids)}>
                {t('checkout.part', { count: covered.ids.length, amount: money(covered.total) })}
              </Button>
            )}
          </div>
        )}
      </DetailSection>
      <Payable checkout={checkout} seen={seen} money={money} />
    </>
  );
}

/**
 * Leads to the page that adds what is missing for exactly these orders: few are named in its address, many are those that a
 * preview has fixed. The drawer is left behind: its page stays open, and must not show orders that are paid elsewhere meanwhile.
 */
function useFunds(selection: string | undefined, onClose: () => void) {
  const navigate = useNavigate();
  const leave = (purpose: Record<string, string>) => {
    onClose();
    void navigate(withQuery(paths.recharge, purpose));
  };
  const fix = useApiMutation(api.checkout.previewMatching, { onSuccess: ({ token }) => leave({ selection: token }) });
  const go = ({ payable, orders }: Checkout) => {
    const ids = payable.map(({ order_id }) => order_id).join(',');
    if (orders <= Math.min(payable.length, mostPaidFor)) leave({ orders: ids });
    else if (selection !== undefined) leave({ selection });
    else void fix.run({ body: { query: { ids } } });
  };
  return { go, busy: fix.busy };
}

type Reported = { onPaid: (invoice: PaidInvoice) => void; onChange: (before: Checkout | undefined) => void };

/** The preview of ticked orders or of all that match, its payment, and the job that pays many. */
function usePayment(what: What, { onPaid, onChange }: Reported) {
  const { t } = useTranslation('orders');
  const [job, setJob] = useState<Job>();
  const ids = 'orderIds' in what ? what.orderIds : undefined;
  const named = useApiQuery(api.checkout.preview, ids ? { body: { order_ids: [...ids] } } : null);
  const matching = useApiQuery(
    api.checkout.previewMatching,
    'matching' in what ? { body: { query: what.matching } } : null,
    {
      enabled: 'matching' in what && job === undefined,
    },
  );
  const query = ids ? named : matching;
  const checkout: Checkout | undefined = query.data;
  const finish = (invoice: PaidInvoice) => {
    toast.success(t('checkout.paid', { number: invoice.number }));
    onPaid(invoice);
  };
  const refused = {
    onRefusal: (error: ApiError) => {
      const changed = error.code === 'price_changed';
      if (changed) onChange(checkout);
      if (error.kind === 'http') void query.refetch();
      return changed;
    },
  };
  const payNamed = useApiMutation(api.checkout.pay, { ...refused, onSuccess: finish });
  const payMatching = useApiMutation(api.checkout.payMatching, {
    ...refused,
    onSuccess: ({ invoice, job: started }) => (invoice ? finish(invoice) : setJob(started ?? undefined)),
  });
  const run = () => {
    if (!checkout) return;
    const { payable, total } = checkout;
    if (matching.data) {
      void payMatching.run({ params: { id: matching.data.token }, body: { expected_total: total } });
      return;
    }
    const order_ids = payable.map(({ order_id }) => order_id);
    const expected_orders = payable.map(({ order_id, cost: { goods, freight, fees } }) => ({
      order_id,
      goods,
      freight,
      fees,
    }));
    void payNamed.run({ body: { order_ids, expected_total: total, expected_orders } });
  };
  const again = () => {
    setJob(undefined);
    void matching.refetch();
  };
  return {
    query,
    checkout,
    selection: matching.data?.token,
    job,
    finish,
    run,
    again,
    busy: payNamed.busy || payMatching.busy,
  };
}

/** Why orders cannot be paid, each with the way to it: over the list where it stands, else in the list of all. */
function Refused({ checkout, onLeave }: { checkout: Checkout; onLeave: () => void }) {
  const { t } = useTranslation('orders');
  const { pathname, search } = useLocation();
  const placeOf = (order: string) => {
    const query = new URLSearchParams(samePath(pathname, paths.orders) ? search : '');
    query.set('order', order);
    return `${paths.orders}?${query}`;
  };
  return (
    <DetailSection title={t('checkout.refused', { count: checkout.refused.length })}>
      <ul className={`${classes.problems} ${classes.scroll}`}>
        {checkout.refused.map((order) => (
          <li key={order.order_id} className={classes.block}>
            <Anchor component={Link} to={placeOf(order.order_id)} onClick={onLeave} fw={600} inherit>
              {order.name}
            </Anchor>
            <span>{order.reason}</span>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

type PayableProps = { checkout: Checkout; seen: Props['seen']; money: (amount: number) => string };

function Payable({ checkout, seen, money }: PayableProps) {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('orders-list');
  const say = useDeliveryText();
  const { currency, orders, payable, own_stock } = checkout;
  const fees = checkout.fees === 0 ? [] : [[t('detail.fees'), checkout.fees] as const];
  // goods at their prices, less those that own stock covers
  const sums =
    own_stock === 0
      ? []
      : [
          [t('detail.goods'), checkout.goods + own_stock] as const,
          [tl('ownStock'), -own_stock] as const,
          [t('detail.freight'), checkout.freight] as const,
          ...fees,
        ];
  return (
    <DetailSection title={t('checkout.payable', { count: orders })}>
      <PlainTable label={t('checkout.payable', { count: orders })}>
        <thead>
          <tr>
            <th>{t('columns.order')}</th>
            <th data-align="end">{t('detail.goods')}</th>
            <th data-align="end">{t('detail.freight')}</th>
            <th data-align="end">{t('detail.fees')}</th>
            <th data-align="end">{t('detail.total')}</th>
          </tr>
        </thead>
        <tbody>
          {payable.map(({ order_id, name, store, kind, cost, channel, days }) => (
            <Fragment key={order_id}>
              <tr className={lines.above}>
                <td>{name}</td>
                <td data-align="end">
                  <MoneyCell money={{ amount: cost.goods, currency }} />
                </td>
                <td data-align="end">
                  <MoneyCell money={{ amount: cost.freight, currency }} />
                </td>
                <td data-align="end">
                  <MoneyCell money={{ amount: cost.fees, currency }} />
                </td>
                <td data-align="end">
                  <MoneyCell money={{ amount: cost.total, currency }} />
                  {(seen.get(order_id) ?? cost.total) !== cost.total && (
                    <div className={classes.muted}>
                      {tl('checkout.was', { amount: money(seen.get(order_id) ?? 0) })}
                    </div>
                  )}
                </td>
              </tr>
              <tr className={lines.below}>
                <td colSpan={5}>
                  <div className={lines.beside}>
                    <span>{store}</span>
                    {kind !== 'order' && <span>{tl(`checkout.kinds.${kind}`)}</span>}
                    {channel !== null && <span>{channel}</span>}
                    {days && <span>{say.whole(days)}</span>}
                    {cost.own_stock > 0 && <span>{tl('checkout.fromStock', { amount: money(cost.own_stock) })}</span>}
                  </div>
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([label, amount]) => (
            <tr key={label}>
              <th scope="row" colSpan={4}>
                {label}
              </th>
              <td data-align="end">
                <MoneyCell money={{ amount, currency }} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={4}>
              {t('checkout.sum')}
            </th>
            <td data-align="end">
              <MoneyCell money={{ amount: checkout.total, currency }} tone="strong" />
            </td>
          </tr>
        </tfoot>
      </PlainTable>
      {orders > payable.length && (
        <p className={classes.muted}>{tl('checkout.more', { count: orders - payable.length })}</p>
      )}
    </DetailSection>
  );
}
