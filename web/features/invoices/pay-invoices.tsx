import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { maxPerPage } from '#contract/constants.ts';
import { maxPaidAtOnce } from '#contract/invoice-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQueries, useApiQuery } from '#web/api/use-api-query.ts';
import { useInvoicesApproval, usePaidNext } from '#web/components/pay-invoice.tsx';
import { PaymentFacts } from '#web/components/payment-facts.tsx';
import { useMay } from '#web/components/session.tsx';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { subjectOf } from './invoice-columns.tsx';
import type { Invoice } from './invoices-types.ts';
import { PrintButtons } from './pdf-buttons.tsx';

/** The selected invoices that can be paid together, each deposit before its balance. */
export function payableTogether(selected: readonly Invoice[]): Invoice[] {
  const payable = new Set(selected.filter((invoice) => invoice.payable).map(({ id }) => id));
  const follows = ({ status, pay_first: first }: Invoice) =>
    status === 'open' && first !== null && payable.has(first.id);
  return [...selected.filter((invoice) => invoice.payable), ...selected.filter(follows)];
}

type ButtonProps = { selected: readonly Invoice[]; onPaid: () => void };

/** "Pay 3 invoices · $1,204.00": those of the selected ones that can be paid, and their sum. */
export function PayInvoicesButton({ selected, onPaid }: ButtonProps) {
  const { t, i18n } = useTranslation('invoices');
  const [asking, setAsking] = useState<readonly Invoice[]>();
  const due = payableTogether(selected).slice(0, maxPaidAtOnce);
  const [first] = due;
  if (first === undefined) return null;
  const amount = formatMoney({ amount: totalOf(due), currency: first.currency }, i18n.language);
  return (
    <>
      <Button onClick={() => setAsking(due)}>{t('pay.many', { count: due.length, amount })}</Button>
      {asking && <PayInvoicesDialog due={asking} onClose={() => setAsking(undefined)} onPaid={onPaid} />}
    </>
  );
}

type MatchingProps = {
  /** What the list is narrowed to. */
  asked: Readonly<Record<string, string>>;
  /** How many match, and which of them are taken out again. */
  matching: number;
  except: readonly string[];
  onPaid: () => void;
};

/** As many rows as a page of the list has at most: few calls read all that are paid at once. */
const rowsOfPage = maxPerPage;

/** What can be done with all unpaid invoices that match: the same as with ticked ones, as long as one payment holds them. */
export function MatchingInvoices({ asked, matching, except, onPaid }: MatchingProps) {
  const { t, i18n } = useTranslation('invoices');
  const tooMany = matching - except.length > maxPaidAtOnce;
  const pages = tooMany ? 0 : Math.ceil(matching / rowsOfPage);
  const answers = useApiQueries(
    api.invoices.list,
    Array.from({ length: pages }, (_, index) => ({
      query: { ...asked, tab: 'unpaid' as const, page: index + 1, per_page: rowsOfPage },
    })),
  );
  if (tooMany) return <span>{t('pay.tooMany', { most: formatNumber(maxPaidAtOnce, i18n.language) })}</span>;
  if (answers.some(({ data }) => data === undefined))
    return <Button loading>{t('pay.titleMany', { count: matching })}</Button>;
  const left = new Set(except);
  // an invoice that is issued between two calls moves the others, so that one may be on two pages
  const byId = new Map(answers.flatMap(({ data }) => data?.data ?? []).map((invoice) => [invoice.id, invoice]));
  const found = [...byId.values()].filter(({ id }) => !left.has(id));
  return (
    <>
      <PrintButtons ids={found.map(({ id }) => id)} of="invoices" />
      <PayInvoicesButton selected={found} onPaid={onPaid} />
    </>
  );
}

const totalOf = (due: readonly Invoice[]) => due.reduce((sum, { total }) => sum + total, 0);

type DialogProps = { due: readonly Invoice[]; onClose: () => void; onPaid: () => void };

/** Asks before several invoices are paid at once: what each costs, and the balance before and after. */
function PayInvoicesDialog({ due, onClose, onPaid }: DialogProps) {
  const { t, i18n } = useTranslation('invoices');
  const navigate = useNavigate();
  const may = useMay();
  const wallet = useApiQuery(api.wallet.get, may('wallet', 'view') ? {} : null);
  const next = usePaidNext(due);
  const pay = useApiMutation(api.invoices.payMany, {
    onSuccess: ({ invoices, total: paid, currency }) => {
      const amount = formatMoney({ amount: paid, currency }, i18n.language);
      toast.success(t('pay.paidMany', { count: invoices.length, amount }), next);
      onPaid();
    },
  });
  const approval = useInvoicesApproval(due, onClose);
  const money = (amount: number) => formatMoney({ amount, currency: due[0]?.currency ?? '' }, i18n.language);
  const total = totalOf(due);
  const available = wallet.data?.available;
  const short = available !== undefined && available < total;
  const send = () => {
    if (!short)
      return pay.run({ body: { invoices: due.map(({ id, total: expected_total }) => ({ id, expected_total })) } });
    void navigate(withQuery(paths.recharge, { short: String(total - available) }));
    return true;
  };
  const step = approval ?? {
    label: short ? t('pay.recharge') : t('pay.many', { count: due.length, amount: money(total) }),
    missing: short && !may('wallet', 'pay') ? t('pay.mayNotAdd') : undefined,
    send,
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('pay.titleMany', { count: due.length })}
      submitLabel={step.label}
      onSubmit={step.send}
      missing={step.missing}
      needs={{ isLoading: wallet.isLoading }}
      width={520}
    >
      {approval?.text && <p role="status">{approval.text}</p>}
      <PlainTable label={t('title')} maxHeight={280}>
        <tbody>
          {due.map((invoice) => (
            <tr key={invoice.id}>
              <td>{invoice.number}</td>
              <td>{subjectOf(invoice, t)}</td>
              <td data-align="end">{money(invoice.total)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <PaymentFacts total={total} available={available} currency={due[0]?.currency ?? ''} />
    </FormDialog>
  );
}
