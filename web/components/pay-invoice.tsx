import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { invoiceKinds } from '#contract/invoice-rules.ts';
import { api } from '../api/client.ts';
import { toast, type ToastAction } from '../api/toasts.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { formatMoney } from '../lib/format.ts';
import { paths, withQuery } from '../lib/paths.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { useMay } from './session.tsx';

type InvoiceKind = (typeof invoiceKinds)[number];

/** An issued invoice that can be paid from the wallet. */
export type DueInvoice = { id: string; number: string; total: number; currency: string; kind?: InvoiceKind };

type DialogProps = {
  invoice: DueInvoice;
  onClose: () => void;
  onPaid?: () => void;
};

/**
 * Asks before an issued invoice is paid: what it costs and what is left; where funds are short it leads to more, and above the
 * reader's limits it asks for an approval.
 */
export function PayInvoiceDialog({ invoice, onClose, onPaid }: DialogProps) {
  const { t } = useTranslation('invoices');
  const may = useMay();
  const wallet = useApiQuery(api.wallet.get, may('wallet', 'view') ? {} : null);
  const approval = useInvoicesApproval([invoice], onClose);
  const payment = useInvoicePayment(invoice, wallet.data?.available, onPaid);
  const step = approval ?? payment;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('pay.title', { number: invoice.number })}
      submitLabel={step.label}
      onSubmit={step.send}
      missing={step.missing}
      needs={{ isLoading: wallet.isLoading }}
      width={440}
    >
      {approval?.text && <p role="status">{approval.text}</p>}
      <PaymentFacts total={invoice.total} available={wallet.data?.available} currency={invoice.currency} />
    </FormDialog>
  );
}

/** The way on from paid invoices: to the orders that are now processed, where there are some. */
export function usePaidNext(invoices: readonly DueInvoice[]): ToastAction | undefined {
  const { t } = useTranslation('invoices');
  const navigate = useNavigate();
  const may = useMay()('orders', 'view');
  if (!may || !invoices.some(({ kind }) => kind === 'orders')) return undefined;
  return {
    label: t('pay.viewOrders'),
    go: () => void navigate(withQuery(paths.orders, { tab: 'processing' })),
  };
}

/** Paying an invoice, or adding funds where they are short. */
function useInvoicePayment(invoice: DueInvoice, available: number | undefined, onPaid?: () => void) {
  const { t, i18n } = useTranslation('invoices');
  const navigate = useNavigate();
  const mayAdd = useMay()('wallet', 'pay');
  const next = usePaidNext([invoice]);
  const pay = useApiMutation(api.invoices.payOpen, {
    onSuccess: () => {
      toast.success(t('pay.paid', { number: invoice.number }), next);
      onPaid?.();
    },
  });
  const short = available !== undefined && available < invoice.total;
  const amount = formatMoney({ amount: invoice.total, currency: invoice.currency }, i18n.language);
  const send = () => {
    if (!short) return pay.run({ params: { id: invoice.id }, body: { expected_total: invoice.total } });
    void navigate(withQuery(paths.recharge, { invoice: invoice.id }));
    return true;
  };
  return {
    label: short ? t('pay.recharge') : t('pay.button', { amount }),
    missing: short && !mayAdd ? t('pay.mayNotAdd') : undefined,
    send,
  };
}

/** Asking for an approval of invoices that are above the reader's limits together; null where they are within them. */
export function useInvoicesApproval(invoices: readonly DueInvoice[], onAsked: () => void) {
  const { t, i18n } = useTranslation('invoices');
  const navigate = useNavigate();
  const may = useMay()('orders', 'pay');
  const ids = invoices.map(({ id }) => id);
  const needed = useApiQuery(api.paymentRequests.forInvoices, may ? { body: { ids } } : null).data;
  const ask = useApiMutation(api.paymentRequests.createForInvoices, {
    refetch: ['paymentRequests'],
    onSuccess: ({ id: request }) => {
      toast.success(t('pay.requested', { count: invoices.length, number: invoices[0]?.number ?? '' }), {
        label: t('pay.viewRequest'),
        go: () => void navigate(withQuery(paths.wallet, { tab: 'approvals', request })),
      });
      onAsked();
    },
  });
  if (!needed?.approval) return null;
  const { limit, most, left, approvers } = needed.approval;
  const [approver] = approvers;
  const money = (amount: number) => formatMoney({ amount, currency: invoices[0]?.currency ?? 'USD' }, i18n.language);
  const above = t(`pay.over.${limit}`, { most: money(most), left: money(left) });
  const asked = needed.request && askedText(needed.request, invoices.length, t);
  const expected_total = invoices.reduce((sum, { total }) => sum + total, 0);
  const missing = asked ?? (approver === undefined ? `${above} ${t('pay.nobody')}` : undefined);
  return {
    text: missing === undefined && above,
    label: approver === undefined ? t('pay.askSomebody') : t('pay.ask', { name: approver }),
    missing,
    send: () => ask.run({ body: { ids, expected_total } }),
  };
}

type OpenRequest = { requested_by: string; may_cancel: boolean };

/** Who requested approval already: the reader, or a colleague. */
const askedText = (request: OpenRequest, count: number, t: TFunction<'invoices'>): string =>
  request.may_cancel ? t('pay.askedYou', { count }) : t('pay.asked', { count, name: request.requested_by });

/** The request for approval of an invoice that is open, and whether the reader has to wait for it. */
export function useOpenRequest(invoice: DueInvoice, payable: boolean) {
  const { t } = useTranslation('invoices');
  const may = useMay()('orders', 'pay');
  const { data } = useApiQuery(
    api.paymentRequests.forInvoices,
    may && payable ? { body: { ids: [invoice.id] } } : null,
  );
  const request = data?.request;
  if (!request) return null;
  const isReader = request.may_cancel || request.may_decide;
  return {
    text: askedText(request, 1, t),
    to: isReader ? withQuery(paths.wallet, { tab: 'approvals', request: request.id }) : null,
    waits: data.approval !== null,
  };
}

type ButtonProps = {
  invoice: DueInvoice;
  /** "Pay deposit · $40.00". */
  label: string;
  size?: 'xs';
};

/** The button that pays an issued invoice, after it was asked for once more. */
export function PayInvoiceButton({ invoice, label, size }: ButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...(size && { size })} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && <PayInvoiceDialog invoice={invoice} onClose={() => setAsking(false)} />}
    </>
  );
}
