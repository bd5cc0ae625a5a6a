import { Anchor, Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { PaymentRequestStatus } from '#contract/payment-request-rules.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useRefetch } from '#web/api/refetch.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { isOpen, type Job, useJob } from '#web/components/use-job.ts';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailDrawer, DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import classes from './payment-requests.module.css';

type Detail = AnswerOf<Contract['paymentRequests']['get']>;
type Money = (amount: number) => string;

const follows = ['paymentRequests', 'wallet', 'orders', 'invoices'] as const;

const tones: Record<PaymentRequestStatus, StatusTone> = {
  open: 'amber',
  paying: 'blue',
  approved: 'green',
  declined: 'red',
  cancelled: 'grey',
};

/** A request's state as a chip. */
export function RequestState({ request, t }: { request: Pick<Detail, 'status'>; t: TFunction<'payment-requests'> }) {
  return <StatusChip tone={tones[request.status]} label={t(`statuses.${request.status}`)} />;
}

/** What a request is for: the one invoice by its number, else how many orders or invoices. */
export function requestSubject(
  { pays, orders }: Pick<Detail, 'pays' | 'orders'>,
  t: TFunction<'payment-requests'>,
): string {
  const [invoice] = pays;
  if (invoice === undefined) return t('orders', { count: orders });
  return pays.length === 1 ? invoiceText(invoice) : t('invoices', { count: pays.length });
}

/** "INV-1003 · PO-12". */
const invoiceText = ({ number, stock_order }: Detail['pays'][number]) =>
  [number, stock_order].filter(Boolean).join(' · ');

/** One request: what changed since it was asked for, its orders, and the buttons that decide it. */
export function PaymentRequestDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t, i18n } = useTranslation('payment-requests');
  const query = useApiQuery(api.paymentRequests.get, id === undefined ? null : { params: { id } });
  const request = query.data;
  const money: Money = (amount) => formatMoney({ amount, currency: request?.currency ?? 'USD' }, i18n.language);
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={request ? t('drawer', { amount: money(request.total) }) : t('title')}
      state={request && <RequestState request={request} t={t} />}
      action={request && <Decision request={request} money={money} onChanged={() => void query.refetch()} />}
    >
      {request && <Content request={request} money={money} onChanged={() => void query.refetch()} />}
      {!request && query.isFetching && <DetailSkeleton />}
      {!request && query.error !== null && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
    </DetailDrawer>
  );
}

function Content({ request, money, onChanged }: DecisionProps) {
  const { t } = useTranslation('payment-requests');
  const { changed, reason, invoice, pays } = request;
  const [paid] = pays;
  const due = dueNow(request);
  const facts: (Fact | false)[] = [
    { label: t('columns.person'), value: request.requested_by },
    { label: t('columns.time'), value: <TimeCell time={request.created_at} /> },
    { label: t('requested'), value: money(request.total) },
    paid !== undefined && pays.length === 1 && { label: t('paysInvoice'), value: <InvoiceLink invoice={paid} /> },
    due !== null && due.total !== request.total && { label: t('now'), value: money(due.total) },
    due !== null && { label: t('available'), value: money(due.available) },
    due !== null &&
      (due.missing > 0
        ? { label: t('missing'), value: <Short missing={due.missing} money={money} /> }
        : { label: t('after'), value: money(due.available - due.total) }),
    request.decided_by !== null && { label: t('columns.decider'), value: request.decided_by },
    invoice !== null && {
      label: t('invoice'),
      value: (
        <Anchor component={Link} to={withQuery(paths.invoices, { invoice: invoice.id })} inherit>
          {invoice.number}
        </Anchor>
      ),
    },
    reason !== null && { label: t('reason'), value: reason },
  ];
  return (
    <>
      {due !== null && changed && (
        <p className={classes.notice} role="status">
          {request.invoices_now?.refused ??
            (due.payable ? t('changed', { was: money(request.total), now: money(due.total) }) : t('nothingLeft'))}
        </p>
      )}
      {request.job !== null && <Paying job={request.job} onEnded={onChanged} />}
      <DetailSection title={t('details')}>
        <Facts facts={facts.filter((fact) => fact !== false)} />
      </DetailSection>
      {pays.length === 0 && <Orders request={request} money={money} />}
      {pays.length > 1 && <Invoices invoices={pays} money={money} />}
    </>
  );
}

/** What the wallet lacks for a payment, and the way to add just that. */
function Short({ missing, money }: { missing: number; money: Money }) {
  const { t } = useTranslation('payment-requests');
  const mayAdd = useMay()('wallet', 'pay');
  return (
    <>
      {money(missing)}
      {mayAdd && (
        <>
          {' · '}
          <Anchor component={Link} to={withQuery(paths.recharge, { short: String(missing) })} inherit>
            {t('addFunds')}
          </Anchor>
        </>
      )}
    </>
  );
}

function InvoiceLink({ invoice }: { invoice: Detail['pays'][number] }) {
  return (
    <Anchor component={Link} to={withQuery(paths.invoices, { invoice: invoice.id })} inherit>
      {invoiceText(invoice)}
    </Anchor>
  );
}

/** The invoices that are paid together, at what they cost. */
function Invoices({ invoices, money }: { invoices: Detail['pays']; money: Money }) {
  const { t } = useTranslation('payment-requests');
  const title = t('invoices', { count: invoices.length });
  return (
    <DetailSection title={title}>
      <PlainTable label={title} maxHeight={480}>
        <thead>
          <tr>
            <th>{t('invoice')}</th>
            <th data-align="end">{t('requested')}</th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <td>
                <InvoiceLink invoice={invoice} />
              </td>
              <td data-align="end">{money(invoice.total)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </DetailSection>
  );
}

/** What an open request costs now: its orders that can be paid, or its invoices. */
function dueNow({ checkout, invoices_now }: Detail) {
  if (checkout !== null) return { ...checkout, payable: checkout.orders > 0 };
  return invoices_now && { ...invoices_now, orders: 0, payable: invoices_now.refused === null };
}

/** How far the payment of many orders is; why nothing was paid, where it could not be. */
function Paying({ job: started, onEnded }: { job: Job; onEnded: () => void }) {
  const { t } = useTranslation('payment-requests');
  const refetch = useRefetch();
  const job = useJob(started).data ?? started;
  const end = useEffectEvent(() => {
    if (job.state === 'failed') toast.error(job.failure ?? '');
    void refetch(...follows);
    onEnded();
  });
  const ended = !isOpen(job.state);
  useEffect(() => {
    if (ended) end();
  }, [ended]);
  const { progress, total } = job;
  return (
    <ProgressLine
      label={t('paying')}
      share={total === null || total === 0 ? undefined : progress / total}
      {...(total !== null && { detail: t('progress', { done: progress, total }) })}
    />
  );
}

function Orders({ request, money }: { request: Detail; money: Money }) {
  const { t } = useTranslation('payment-requests');
  const { lines, checkout, orders: count } = request;
  const differs = checkout !== null && lines.some(({ shown, now }) => now?.total !== shown.total);
  const title = lines.length < count ? t('first', { shown: lines.length, count }) : t('orders', { count });
  return (
    <DetailSection title={title}>
      <PlainTable label={title} maxHeight={480}>
        <thead>
          <tr>
            <th>{t('order')}</th>
            <th data-align="end">{t('requested')}</th>
            {differs && <th data-align="end">{t('now')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.order_id}>
              <td>
                <Anchor component={Link} to={withQuery(paths.orders, { order: line.order_id })} inherit>
                  {line.name}
                </Anchor>
                {line.refused !== null && <div className={classes.muted}>{line.refused}</div>}
              </td>
              <td data-align="end">{money(line.shown.total)}</td>
              {differs && <td data-align="end">{line.now ? money(line.now.total) : '–'}</td>}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </DetailSection>
  );
}

type DecisionProps = { request: Detail; money: Money; onChanged: () => void };

function Decision({ request, money, onChanged }: DecisionProps) {
  const { t } = useTranslation('payment-requests');
  const [declining, setDeclining] = useState(false);
  const { id, version, pays, may_decide, may_cancel } = request;
  const due = dueNow(request);
  const approve = useApiMutation(api.paymentRequests.approve, {
    refetch: [...follows],
    onSuccess: ({ invoice }) => {
      if (invoice) toast.success(t('approved', { number: invoice.number }));
      onChanged();
    },
    onRefusal: () => {
      onChanged();
      return false;
    },
  });
  const cancel = useApiMutation(api.paymentRequests.cancel, {
    refetch: ['paymentRequests'],
    onSuccess: () => toast.success(t('cancelled')),
  });
  const payable = due?.payable === true && due.missing === 0 && due.approval === null;
  return (
    <div className={classes.buttons}>
      {may_decide && due && payable && (
        <Button
          loading={approve.busy}
          onClick={() => void approve.run({ params: { id }, body: { expected_total: due.total, version } })}
        >
          {approveLabel(t, { pays, orders: due.orders, amount: money(due.total) })}
        </Button>
      )}
      {may_decide && (
        <Button variant="default" onClick={() => setDeclining(true)}>
          {t('decline')}
        </Button>
      )}
      {may_cancel && (
        <Button
          variant="default"
          loading={cancel.busy}
          onClick={() => void cancel.run({ params: { id }, body: { version } })}
        >
          {t('cancel')}
        </Button>
      )}
      {declining && <DeclineDialog request={request} onClose={() => setDeclining(false)} />}
    </div>
  );
}

function approveLabel(
  t: TFunction<'payment-requests'>,
  { pays, orders, amount }: Pick<Detail, 'pays' | 'orders'> & { amount: string },
): string {
  const [invoice] = pays;
  if (invoice === undefined) return t('approve', { count: orders, amount });
  if (pays.length > 1) return t('approveInvoices', { count: pays.length, amount });
  return t('approveInvoice', { number: invoice.number, amount });
}

/** Asks for the reason that who asked reads. */
function DeclineDialog({ request, onClose }: { request: Detail; onClose: () => void }) {
  const { t } = useTranslation('payment-requests');
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim().length < 3 ? t('reasonBad') : null) },
  });
  const decline = useApiMutation(api.paymentRequests.decline, {
    form,
    refetch: ['paymentRequests'],
    onSuccess: () => toast.success(t('declined')),
  });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    return decline.run({ params: { id: request.id }, body: { ...form.values, version: request.version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('declineTitle')}
      submitLabel={t('decline')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <Textarea
        label={t('reason')}
        description={t('reasonHelp', { name: request.requested_by })}
        autosize
        minRows={3}
        maxLength={300}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
