import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { StaffRecharge } from './wallet-types.ts';

const shortest = 5;

/** Asks for the reason that the client reads. */
export function RejectDialog({
  recharge,
  onClose,
  onDone,
}: {
  recharge: StaffRecharge;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('wallet');
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim().length < shortest ? t('staff.reasonBad') : null) },
  });
  const reject = useApiMutation(api.wallet.reject, {
    form,
    refetch: ['wallet'],
    onSuccess: () => {
      toast.success(t('staff.rejected', { number: recharge.number }));
      onDone();
    },
  });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const params = { account_id: recharge.client.id, id: recharge.id };
    return reject.run({ params, body: { reason: form.values.reason, version: recharge.version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('staff.rejectTitle', { number: recharge.number })}
      submitLabel={t('staff.reject')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <Textarea
        label={t('staff.reason')}
        description={t('staff.reasonHelp')}
        autosize
        minRows={3}
        maxLength={300}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
