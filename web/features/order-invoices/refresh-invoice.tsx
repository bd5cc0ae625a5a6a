import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { formatDifference, formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './order-invoices.module.css';

type Refreshed = AnswerOf<Contract['orderInvoices']['refreshed']>;
type Order = Refreshed['orders'][number];
type Props = { invoice: { id: string; number: string; payable: boolean } };

/** Leads to what an unpaid invoice of orders would cost now. */
export function RefreshInvoice({ invoice, primary }: Props & { primary: boolean }) {
  const { t } = useTranslation('order-invoices');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...(!primary && { variant: 'default' })} onClick={() => setOpen(true)}>
        {t('refresh.button')}
      </Button>
      {open && <RefreshDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Each order and line as issued and as of now, before the invoice is replaced; nothing is paid by it. */
function RefreshDialog({ invoice, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('order-invoices');
  const navigate = useNavigate();
  const params = { id: invoice.id };
  const query = useApiQuery(api.orderInvoices.refreshed, { params });
  const refresh = useApiMutation(api.orderInvoices.refresh, {
    refetch: ['invoices', 'orders'],
    onSuccess: ({ id, number }) => {
      toast.success(t('refresh.done', { old: invoice.number, number }));
      void navigate(withQuery(paths.invoices, { invoice: id }));
    },
    onRefusal: () => void query.refetch(),
  });
  const shown = query.data;
  const none = shown?.orders_now === 0 ? t('refresh.none') : undefined;
  const missing = shown !== undefined && invoice.payable && !isChanged(shown) ? t('refresh.unchanged') : none;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('refresh.title', { number: invoice.number })}
      submitLabel={t('refresh.submit')}
      missing={missing}
      needs={query}
      onSubmit={() => shown !== undefined && refresh.run({ params, body: { expected_total: shown.now } })}
      width={720}
    >
      {shown !== undefined && <Compared shown={shown} payable={invoice.payable} />}
      {shown === undefined &&
        (query.error === null ? (
          <DetailSkeleton />
        ) : (
          <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
        ))}
    </FormDialog>
  );
}

const linesOf = ({ lines }: Order) =>
  lines.filter(({ was, now }) => was?.amount !== now?.amount || was?.quantity !== now?.quantity);

/** Whether an order costs something else now, or is another one than was billed, or is left out. */
const differs = (order: Order) => order.now === null || order.changed || linesOf(order).length > 0;
const isChanged = ({ orders }: Refreshed) => orders.some(differs);

/** Orders whose cost changed show their lines; the others are said by their number. */
function Compared({ shown, payable }: { shown: Refreshed; payable: boolean }) {
  const { t, i18n } = useTranslation('order-invoices');
  const { currency, was, now, orders } = shown;
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const changed = orders.filter(differs);
  const same = orders.length - changed.length;
  const unchanged = payable && changed.length === 0;
  if (unchanged) return null;
  return (
    <>
      {shown.orders_now > 0 && <p className={classes.text}>{t('refresh.text')}</p>}
      {shown.orders_now > 0 && (
        <Facts
          facts={[
            { label: t('refresh.was'), value: money(was) },
            { label: t('refresh.now'), value: <strong>{money(now)}</strong> },
            { label: t('refresh.difference'), value: formatDifference({ amount: now - was, currency }, i18n.language) },
            { label: t('refresh.valid'), value: t('refresh.validHours', { count: shown.valid_hours }) },
          ]}
        />
      )}
      {changed.length > 0 && (
        <PlainTable label={t('refresh.changes')} maxHeight="40vh">
          <thead>
            <tr>
              <th>{t('refresh.line')}</th>
              <th data-align="end">{t('refresh.was')}</th>
              <th data-align="end">{t('refresh.now')}</th>
            </tr>
          </thead>
          {changed.map((order) => (
            <ComparedOrder key={order.order_id} order={order} currency={currency} />
          ))}
        </PlainTable>
      )}
      {same > 0 && <p className={classes.text}>{t('refresh.same', { count: same })}</p>}
    </>
  );
}

const lineAmount = (side: { quantity: number; amount: number } | null, currency: string) =>
  side === null ? '–' : <MoneyCell money={{ amount: side.amount, currency }} form="plain" />;

function ComparedOrder({ order, currency }: { order: Order; currency: string }) {
  const { t } = useTranslation('order-invoices');
  const lines = linesOf(order);
  return (
    <tbody>
      <tr>
        <th scope="row" className={classes.order}>
          {order.name}
          {order.refusal !== null && <span className={classes.refusal}>{order.refusal}</span>}
        </th>
        <td data-align="end">
          <MoneyCell money={{ amount: order.was.total, currency }} form="plain" />
        </td>
        <td data-align="end">
          {order.now === null ? (
            t('refresh.left')
          ) : (
            <MoneyCell money={{ amount: order.now.total, currency }} form="plain" />
          )}
        </td>
      </tr>
      {order.now !== null &&
        lines.map((line) => (
          <tr key={`${line.code} ${line.sku}`}>
            <td className={classes.line}>
              {line.title}
              {line.was?.quantity !== line.now?.quantity &&
                ` (${t('refresh.quantity', { was: line.was?.quantity ?? 0, now: line.now?.quantity ?? 0 })})`}
            </td>
            <td data-align="end">{lineAmount(line.was, currency)}</td>
            <td data-align="end">{lineAmount(line.now, currency)}</td>
          </tr>
        ))}
    </tbody>
  );
}
