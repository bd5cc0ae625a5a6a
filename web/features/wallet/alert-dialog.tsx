import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { maxRecharge } from '#contract/recharge-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney, minorToDecimal } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { WalletSettings } from './wallet-types.ts';

type AlertProps = { settings: WalletSettings; currency: string; onClose: () => void };

/** Asks below which balance the client wants to be told. */
export function AlertDialog({ settings, currency, onClose }: AlertProps) {
  const { t, i18n } = useTranslation('wallet');
  const { low_balance, version } = settings;
  const form = useForm({
    initialValues: { low_balance: low_balance === null ? '' : minorToDecimal(low_balance, currency) },
  });
  const save = useApiMutation(api.wallet.saveSettings, { form, onSuccess: () => toast.success(t('alert.saved')) });
  const handleSubmit = () => {
    const text = form.values.low_balance.trim();
    const amount = text === '' ? null : (decimalToMinor(text, currency) ?? 0);
    if (amount !== null && (amount <= 0 || amount > maxRecharge)) {
      const most = formatMoney({ amount: maxRecharge, currency }, i18n.language);
      form.setFieldError('low_balance', t('alert.bad', { most }));
      return false;
    }
    return save.run({ body: { low_balance: amount, version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('alert.title')}
      submitLabel={t('alert.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <TextInput
        label={t('alert.amount', { currency })}
        description={t('alert.help')}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('low_balance')}
      />
    </FormDialog>
  );
}
