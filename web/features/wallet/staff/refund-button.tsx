import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney, minorToDecimal } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import classes from '../wallet.module.css';
import type { StaffRecharge } from '../wallet-types.ts';

/** Sends money of a card recharge back to the card, for finance. */
export function RefundButton({ recharge }: { recharge: StaffRecharge }) {
  const { t } = useTranslation('wallet');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" mt={16} onClick={() => setAsking(true)}>
        {t('staff.refund')}
      </Button>
      {asking && <RefundDialog recharge={recharge} onClose={() => setAsking(false)} />}
    </>
  );
}

function RefundDialog({ recharge, onClose }: { recharge: StaffRecharge; onClose: () => void }) {
  const { t, i18n } = useTranslation('wallet');
  const { currency, received_amount, refunded, number, client } = recharge;
  const form = useForm({
    initialValues: { amount: minorToDecimal((received_amount ?? 0) - refunded, currency), reason: '' },
    validate: {
      amount: (text) => ((decimalToMinor(text, currency) ?? 0) > 0 ? null : t('staff.refundBad')),
      reason: (text) => (text.trim().length < 5 ? t('staff.reasonBad') : null),
    },
  });
  const refund = useApiMutation(api.wallet.refund, {
    form,
    onSuccess: () => toast.success(t('staff.refunded', { number })),
  });
  const amount = decimalToMinor(form.values.amount, currency) ?? 0;
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const body = { amount, reason: form.values.reason, version: recharge.version };
    return refund.run({ params: { account_id: client.id, id: recharge.id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('staff.refundTitle', { number })}
      submitLabel={t('staff.refundDo', { money: formatMoney({ amount, currency }, i18n.language) })}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <p className={classes.hint}>{t('staff.refundText', { client: client.name })}</p>
      <TextInput
        label={t('amount', { currency })}
        inputMode="decimal"
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <Textarea label={t('staff.reason')} autosize minRows={2} maxLength={300} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
