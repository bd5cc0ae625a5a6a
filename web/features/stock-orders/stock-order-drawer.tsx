import { Anchor, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { stockOrderCan } from '#contract/stock-order-rules.ts';
import { PayInvoiceButton } from '#web/components/pay-invoice.tsx';
import { Picture } from '#web/components/picture.tsx';
import { useMay } from '#web/components/session.tsx';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { invoiceTones } from '#web/components/money-tones.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { StockOrderStatus } from './stock-order-columns.tsx';
import { invoiceState, missingOf, nextOf, refundedOf } from './stock-order-next.ts';
import { StockOrderOffer } from './stock-order-offer.tsx';
import { StockOrderProgress } from './stock-order-progress.tsx';
import { StockOrderReports } from './stock-order-report.tsx';
import classes from './stock-orders.module.css';
import type { StockOrderDetail } from './stock-orders-types.ts';

/** One stock order: what is next, what it costs, how far it is, what the warehouse found. */
export function StockOrderDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('stock-orders');
  const {
    data: order,
    error,
    refetch,
  } = useApiQuery(api.stockOrders.get, id === undefined ? null : { params: { id } });
  const mayEdit = useMay()('stock', 'edit');
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={order?.number ?? t('title')}
      picture={order && <Picture url={order.sku.picture_url} />}
      state={order && <StockOrderStatus order={order} t={t} />}
      action={order && mayEdit && <CancelButton order={order} />}
    >
      {error && !order ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {order && <Detail key={`${order.id} ${order.version}`} order={order} />}
    </DetailDrawer>
  );
}

function CancelButton({ order }: { order: StockOrderDetail }) {
  const { t, i18n } = useTranslation('stock-orders');
  const confirm = useConfirm();
  const cancel = useApiMutation(api.stockOrders.cancel);
  if (!stockOrderCan('cancel', order.status)) return null;
  const handleCancel = async () => {
    const amount = formatMoney({ amount: order.paid, currency: order.currency }, i18n.language);
    const question = {
      title: t('cancelTitle', { number: order.number }),
      text: order.paid > 0 ? t('cancelPaid', { amount }) : t(order.invoices.length > 0 ? 'cancelText' : 'cancelEarly'),
      confirmLabel: t('cancel'),
      cancels: true,
      destructive: true,
    };
    if (await confirm(question)) await cancel.run({ params: { id: order.id }, body: { version: order.version } });
  };
  return (
    <Button variant="default" loading={cancel.busy} onClick={() => void handleCancel()}>
      {t('cancel')}
    </Button>
  );
}

function Detail({ order }: { order: StockOrderDetail }) {
  const { t, i18n } = useTranslation('stock-orders');
  const amount = formatMoney({ amount: refundedOf(order), currency: order.currency }, i18n.language);
  /** What the agent says in the course of the order, which nobody left out of the request. */
  const theirs = [
    { label: t('columns.eta'), value: order.eta },
    { label: t('readyOn'), value: order.ready_on },
    { label: t('columns.tracking'), value: order.tracking },
  ];
  return (
    <>
      <p className={classes.next}>{t(`next.${nextOf(order)}`, { count: missingOf(order), amount })}</p>
      {order.status !== 'cancelled' && <StockOrderProgress order={order} />}
      <DetailSection title={t('goods')}>
        {order.answer !== '' && <Facts facts={[{ label: t('fromAgent'), value: order.answer }]} />}
        <StockOrderOffer order={order} />
      </DetailSection>
      {order.invoices.length > 0 && <StockOrderInvoices order={order} />}
      {(order.receipts.length > 0 || order.status === 'stocked') && <StockOrderReports order={order} />}
      <DetailSection title={t('request')}>
        <Facts
          facts={[
            { label: t('columns.warehouse'), value: order.warehouse.name },
            ...theirs.filter(({ value }) => value !== null && value !== ''),
            { label: t('wantedBy'), value: order.wanted_by },
            { label: t('branding'), value: order.branding },
            { label: t('note'), value: order.note },
          ]}
        />
      </DetailSection>
      {order.status === 'stocked' && (
        <Group>
          <Button component={Link} to={withQuery(paths.stock, { q: order.sku.code })} variant="default">
            {t('toStock')}
          </Button>
        </Group>
      )}
    </>
  );
}

type Invoice = StockOrderDetail['invoices'][number];

/** Deposit and balance; the one that is due can be paid from the wallet. */
function StockOrderInvoices({ order }: { order: StockOrderDetail }) {
  const { t, i18n } = useTranslation('stock-orders');
  const mayPay = useMay()('invoices', 'pay');
  const due = order.invoices.find((invoice) => invoice.status === 'open');
  const money = (amount: number) => formatMoney({ amount, currency: order.currency }, i18n.language);
  return (
    <DetailSection title={t('payment')}>
      <PlainTable label={t('payment')}>
        <tbody>
          {order.invoices.map((invoice) => (
            <tr key={invoice.id}>
              <td>
                {t(`parts.${invoice.part}`)}
                <span className={classes.muted}>
                  <Anchor component={Link} to={withQuery(paths.invoices, { invoice: invoice.id })} inherit>
                    {invoice.number}
                  </Anchor>
                  {invoice.paid_at !== null && ` · ${formatDate(invoice.paid_at)}`}
                  {invoice.credited > 0 && ` · ${t('credited', { amount: money(invoice.credited) })}`}
                </span>
              </td>
              <td>
                <InvoiceChip invoice={invoice} order={order} />
              </td>
              <td data-align="end">{money(invoice.total)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {mayPay && due && (
        <div className={classes.payInvoice}>
          <PayInvoiceButton
            invoice={{ ...due, currency: order.currency }}
            label={t(`pay.${due.part}`, { amount: money(due.total) })}
            size="xs"
          />
        </div>
      )}
    </DetailSection>
  );
}

function InvoiceChip({ invoice, order }: { invoice: Invoice; order: StockOrderDetail }) {
  const { t } = useTranslation('stock-orders');
  const state = invoiceState(invoice, order.invoices);
  return <StatusChip tone={state === 'later' ? 'grey' : invoiceTones[invoice.status]} label={t(`invoices.${state}`)} />;
}
