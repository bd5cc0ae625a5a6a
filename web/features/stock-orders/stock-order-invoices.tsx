import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { toast } from '#web/api/toasts.ts';
import { invoiceTones } from '#web/components/money-tones.ts';
import { useMay } from '#web/components/session.tsx';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './stock-orders.module.css';
import type { StockOrderDetail } from './stock-orders-types.ts';

type Invoice = StockOrderDetail['invoices'][number];

/** Deposit and balance; the one that is due can be paid from the wallet. */
export function StockOrderInvoices({ order }: { order: StockOrderDetail }) {
  const { t, i18n } = useTranslation('stock-orders');
  const mayPay = useMay()('invoices', 'pay');
  const due = order.invoices.find((invoice) => invoice.status === 'open');
  const money = (amount: number) => formatMoney({ amount, currency: order.currency }, i18n.language);
  return (
    <DetailSection title={t('payment')}>
      <div className={classes.scroll}>
        <PlainTable>
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
                  <StatusChip tone={invoiceTones[invoice.status]} label={t(`invoices.${shownAs(invoice)}`)} />
                </td>
                <td data-align="end">{money(invoice.total)}</td>
                <td data-align="end">
                  {mayPay && invoice.id === due?.id && <PayButton order={order} invoice={invoice} />}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    </DetailSection>
  );
}

/** Only these states happen to invoices of stock orders. */
function shownAs({ status }: Invoice): 'open' | 'paid' | 'partly_credited' | 'credited' | 'void' {
  return status === 'paid' || status === 'partly_credited' || status === 'credited' || status === 'void'
    ? status
    : 'open';
}

function PayButton({ order, invoice }: { order: StockOrderDetail; invoice: Invoice }) {
  const { t, i18n } = useTranslation('stock-orders');
  const pay = useApiMutation(api.invoices.payOpen, {
    onSuccess: () => toast.success(t('paid', { number: invoice.number })),
  });
  const amount = formatMoney({ amount: invoice.total, currency: order.currency }, i18n.language);
  const handlePay = () => pay.run({ params: { id: invoice.id }, body: { expected_total: invoice.total } });
  return (
    <Button size="xs" loading={pay.busy} onClick={() => void handlePay()}>
      {t(`pay.${invoice.part}`, { amount })}
    </Button>
  );
}
