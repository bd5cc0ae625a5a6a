import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { toast } from '../api/toasts.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { formatMoney } from '../lib/format.ts';
import { paths, withQuery } from '../lib/paths.ts';
import { Facts } from '../ui/facts.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useMay } from './session.tsx';

/** An issued invoice that can be paid from the wallet. */
export type DueInvoice = { id: string; number: string; total: number; currency: string };

type DialogProps = {
  invoice: DueInvoice;
  onClose: () => void;
  onPaid?: () => void;
};

/** Asks before an issued invoice is paid: what it costs and what is left; where funds are short it leads to more. */
export function PayInvoiceDialog({ invoice, onClose, onPaid }: DialogProps) {
  const { t, i18n } = useTranslation('invoices');
  const navigate = useNavigate();
  const may = useMay();
  const wallet = useApiQuery(api.wallet.get, may('wallet', 'view') ? {} : null);
  const pay = useApiMutation(api.invoices.payOpen, {
    onSuccess: () => {
      toast.success(t('pay.paid', { number: invoice.number }));
      onPaid?.();
    },
  });
  const money = (amount: number) => formatMoney({ amount, currency: invoice.currency }, i18n.language);
  const after = wallet.data && wallet.data.available - invoice.total;
  const short = after !== undefined && after < 0;
  const handleSubmit = () => {
    if (!short) return pay.run({ params: { id: invoice.id }, body: { expected_total: invoice.total } });
    void navigate(withQuery(paths.recharge, { invoice: invoice.id }));
    return true;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('pay.title', { number: invoice.number })}
      submitLabel={short ? t('pay.recharge') : t('pay.button', { amount: money(invoice.total) })}
      onSubmit={handleSubmit}
      submitDisabled={wallet.isLoading || (short && !may('wallet', 'pay'))}
      width={440}
    >
      <Facts
        facts={[
          { label: t('facts.total'), value: <strong>{money(invoice.total)}</strong> },
          ...(wallet.data === undefined
            ? []
            : [
                { label: t('pay.available'), value: money(wallet.data.available) },
                { label: short ? t('pay.missing') : t('pay.after'), value: money(Math.abs(after ?? 0)) },
              ]),
        ]}
      />
    </FormDialog>
  );
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
