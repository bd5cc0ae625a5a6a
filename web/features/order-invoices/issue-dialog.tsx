import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxInvoiceNote, maxOrdersOfInvoice, validHours } from '#contract/order-invoice-rules.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { DayField } from '#web/components/day-field.tsx';
import { decimalToMinor, formatMoney, formatNumber } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

type Props = {
  client: { id: string; name: string };
  /** Leads to a page of that client. */
  goTo: (page: string) => void;
  onClose: () => void;
};

/** Asks before orders of a client that wait for payment are invoiced, all, of some days or up to an amount; leads to the invoice. */
export function IssueDialog({ client, goTo, onClose }: Props) {
  const { t } = useTranslation('order-invoices');
  const params = { id: client.id };
  const { days, setDays, amount, setAmount, wrong, asked, currency, query } = useAsked(params);
  const { from, to } = days;
  const waiting = query.data;
  const [note, setNote] = useState('');
  const [hours, setHours] = useState<number>();
  const valid_hours = hours ?? waiting?.valid_hours ?? validHours.usual;
  const issue = useApiMutation(api.orderInvoices.issue, {
    onSuccess: ({ invoices, orders }) => {
      const numbers = invoices.map(({ number }) => number).join(', ');
      toast.success(t('issue.done', { count: orders, numbers }));
      goTo(withQuery(paths.invoices, invoices.length === 1 ? { invoice: invoices[0]?.id } : { tab: 'unpaid' }));
    },
    onRefusal: () => void query.refetch(),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('issue.title', { name: client.name })}
      submitLabel={t('issue.submit')}
      missing={
        wrong
          ? t('issue.upToBad')
          : waiting?.orders === 0
            ? t(nothingKey(waiting, from !== '' || to !== ''))
            : undefined
      }
      needs={query}
      onSubmit={() =>
        waiting && issue.run({ params, body: { ...asked, expected_total: waiting.total, valid_hours, note } })
      }
    >
      <p style={{ margin: 0 }}>{t('issue.text')}</p>
      <DayField label={t('issue.from')} value={from} onChange={(day) => setDays({ from: day, to })} />
      <DayField label={t('issue.to')} value={to} onChange={(day) => setDays({ from, to: day })} />
      <TextInput
        label={t('issue.upTo', { currency })}
        description={t('issue.upToHelp')}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        error={wrong && t('issue.upToBad')}
      />
      {waiting === undefined &&
        (query.error === null ? (
          <DetailSkeleton />
        ) : (
          <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
        ))}
      {waiting !== undefined && waiting.orders > 0 && <Covered waiting={waiting} />}
      {waiting !== undefined && waiting.orders > 0 && (
        <>
          <NumberInput
            label={t('hours')}
            description={t('hoursHelp')}
            min={validHours.least}
            max={validHours.most}
            allowDecimal={false}
            value={valid_hours}
            onChange={(value) => setHours(typeof value === 'number' ? value : validHours.usual)}
          />
          <Textarea
            label={t('issue.note')}
            description={t('issue.noteHelp')}
            autosize
            minRows={2}
            maxLength={maxInvoiceNote}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What is to be invoiced, days and an amount, and what waits of it. */
function useAsked(params: { id: string }) {
  const [days, setDays] = useState({ from: '', to: '' });
  const [amount, setAmount] = useState('');
  const [currency, setCurrency] = useState('USD');
  const upTo = amount.trim() === '' ? undefined : (decimalToMinor(amount, currency) ?? 0);
  const wrong = upTo !== undefined && upTo <= 0;
  const asked = {
    ...(days.from !== '' && { from: days.from }),
    ...(days.to !== '' && { to: days.to }),
    ...(upTo !== undefined && !wrong && { up_to: upTo }),
  };
  const query = useApiQuery(api.orderInvoices.waiting, { params, query: asked }, { keepPrevious: true });
  if (query.data !== undefined && query.data.currency !== currency) setCurrency(query.data.currency);
  return { days, setDays, amount, setAmount, wrong, asked, currency, query };
}

type Waiting = AnswerOf<Contract['orderInvoices']['waiting']>;

/** Why there is nothing to issue. */
function nothingKey({ beyond }: Waiting, days: boolean) {
  if (beyond > 0) return 'issue.firstAbove';
  return days ? 'issue.nothingThen' : 'issue.nothing';
}

/** What the invoices would cover and come to. */
function Covered({ waiting }: { waiting: Waiting }) {
  const { t, i18n } = useTranslation('order-invoices');
  const { orders, total, beyond, by_client, currency } = waiting;
  const left = [
    ...(beyond > 0 ? [t('issue.beyond', { count: beyond })] : []),
    ...(by_client > 0 ? [t('issue.byClient', { count: by_client })] : []),
  ];
  return (
    <>
      <Facts
        facts={[
          { label: t('issue.orders'), value: formatNumber(orders, i18n.language) },
          {
            label: t('issue.total'),
            value: <strong>{formatMoney({ amount: total, currency }, i18n.language)}</strong>,
          },
          ...left.map((value) => ({ label: t('issue.notIncluded'), value })),
        ]}
      />
      {orders > maxOrdersOfInvoice && (
        <p style={{ margin: 0 }}>{t('issue.several', { most: formatNumber(maxOrdersOfInvoice, i18n.language) })}</p>
      )}
    </>
  );
}
