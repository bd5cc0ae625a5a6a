import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { clientChoice } from '#web/api/client-choice.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useIsStaff, useMay, useProfile } from '#web/components/session.tsx';
import { useStore } from '#web/lib/store.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

type Props = { invoice: { id: string; number: string } };
type Way = 'decline' | 'void';

/** Ends an unpaid invoice of orders: its client declines it, and staff make it void. */
export function EndInvoice({ invoice }: Props) {
  const { t } = useTranslation('order-invoices');
  const [open, setOpen] = useState(false);
  const way = useWay();
  if (way === null) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t(`${way}.button`)}
      </Button>
      {open && <EndDialog way={way} invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  );
}

/** How the reader may end an invoice; null where they may not. */
function useWay(): Way | null {
  const isStaff = useIsStaff();
  const { roles } = useProfile();
  const mayPay = useMay()('invoices', 'pay');
  if (isStaff) return roles.some((role) => role === 'agent' || role === 'finance' || role === 'admin') ? 'void' : null;
  return mayPay ? 'decline' : null;
}

const shortest = 3;

function EndDialog({ way, invoice, onClose }: Props & { way: Way; onClose: () => void }) {
  const { t } = useTranslation('order-invoices');
  const client = useStore(clientChoice);
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim().length < shortest ? t('reasonMissing') : null) },
  });
  const done = {
    form,
    refetch: ['invoices', 'orders'] as const,
    onSuccess: () => toast.success(t(`${way}.done`, invoice)),
  };
  const decline = useApiMutation(api.orderInvoices.decline, done);
  const cancel = useApiMutation(api.orderInvoices.void, done);
  const send = () => {
    if (form.validate().hasErrors) return false;
    const body = { reason: form.values.reason };
    const { id } = invoice;
    return way === 'decline'
      ? decline.run({ params: { id }, body })
      : cancel.run({ params: { id, account_id: client?.id ?? '' }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(`${way}.title`, invoice)}
      submitLabel={t(`${way}.button`)}
      onSubmit={send}
      cancels
      dirty={form.isDirty()}
    >
      <p style={{ margin: 0 }}>{t(`${way}.text`)}</p>
      <Textarea label={t('reason')} autosize minRows={2} data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
