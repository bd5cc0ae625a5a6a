import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxUploadBytes } from '#contract/constants.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { uploadFile } from '#web/api/upload.ts';
import { DayField } from '#web/components/day-field.tsx';
import { decimalToMinor, formatDate, minorToDecimal } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { useAction } from '#web/api/use-api-mutation.ts';
import classes from './wallet.module.css';
import type { Recharge } from './wallet-types.ts';

const accept = { 'application/pdf': ['.pdf'], 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'] };
const longEnough = (text: string, least: number, most: number) =>
  text.trim().length >= least && text.trim().length <= most;

/** The receipt and what stands on it; sent for review together. */
export function ProofForm({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('wallet');
  const { currency } = recharge;
  const now = useNow();
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState(false);
  const form = useForm({
    initialValues: {
      amount: minorToDecimal(recharge.amount, currency),
      paid_on: recharge.paid_on ?? formatDate(now),
      payer_name: recharge.payer_name ?? '',
      external_ref: recharge.external_ref ?? '',
    },
    validate: {
      amount: (text) => ((decimalToMinor(text, currency) ?? 0) > 0 ? null : t('proof.amountBad')),
      paid_on: (text) => (text === '' ? t('proof.dateBad') : null),
      payer_name: (text) => (longEnough(text, 2, 100) ? null : t('proof.payerBad')),
      external_ref: (text) => (longEnough(text, 4, 64) ? null : t('proof.refBad')),
    },
  });
  const { run, busy } = useAction(
    async (receipt: File) => {
      const { id: file_id } = await uploadFile(receipt, 'recharge_proof');
      const amount = decimalToMinor(form.values.amount, currency) ?? 0;
      const body = { ...form.values, amount, file_id, version: recharge.version };
      return api.wallet.prove({ params: { id: recharge.id }, body });
    },
    { form, andToast: true, refetch: ['wallet'], onSuccess: () => toast.success(t('proof.sent')) },
  );
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (!form.validate().hasErrors && file !== undefined) void run(file);
  };
  return (
    <form className={classes.fields} onSubmit={handleSubmit} noValidate>
      <FileDrop
        label={t('proof.file')}
        hint={t('proof.fileHint')}
        buttonLabel={t('proof.choose')}
        accept={accept}
        maxBytes={maxUploadBytes}
        file={file}
        onFile={setFile}
        busy={busy}
        error={sent && file === undefined ? t('proof.fileMissing') : undefined}
      />
      <TextInput label={t('proof.amount', { currency })} inputMode="decimal" {...form.getInputProps('amount')} />
      <DayField label={t('proof.date')} {...form.getInputProps('paid_on')} />
      <TextInput label={t('proof.payer')} description={t('proof.payerHelp')} {...form.getInputProps('payer_name')} />
      <TextInput label={t('proof.ref')} description={t('proof.refHelp')} {...form.getInputProps('external_ref')} />
      <div>
        <Button type="submit" loading={busy}>
          {t('proof.send')}
        </Button>
      </div>
    </form>
  );
}
