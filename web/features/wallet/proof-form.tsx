import { Button, CloseButton, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxUploadBytes } from '#contract/constants.ts';
import { mostProofs } from '#contract/recharge-rules.ts';
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

/** Currencies of transfers, the usual ones first. */
const currencies = [...new Set(['USD', 'EUR', 'GBP', 'CNY', 'HKD', ...Intl.supportedValuesOf('currency')])];

/** The receipts and what stands on them; sent for review together. */
export function ProofForm({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('wallet');
  const now = useNow();
  const [files, setFiles] = useState<File[]>([]);
  const [sent, setSent] = useState(false);
  const form = useForm({
    initialValues: {
      amount: minorToDecimal(recharge.sent?.amount ?? recharge.amount, recharge.sent?.currency ?? recharge.currency),
      currency: recharge.sent?.currency ?? recharge.currency,
      paid_on: recharge.paid_on ?? formatDate(now),
      payer_name: recharge.payer_name ?? '',
      external_ref: recharge.external_ref ?? '',
    },
    validate: {
      amount: (text, { currency }) => ((decimalToMinor(text, currency) ?? 0) > 0 ? null : t('proof.amountBad')),
      paid_on: (text) => (text === '' ? t('proof.dateBad') : null),
      payer_name: (text) => (longEnough(text, 2, 100) ? null : t('proof.payerBad')),
      external_ref: (text) => (longEnough(text, 4, 64) ? null : t('proof.refBad')),
    },
  });
  const { run, busy } = useAction(
    async (receipts: readonly File[]) => {
      const file_ids: string[] = [];
      for (const receipt of receipts) file_ids.push((await uploadFile(receipt, 'recharge_proof')).id);
      const amount = decimalToMinor(form.values.amount, form.values.currency) ?? 0;
      const body = { ...form.values, amount, file_ids, version: recharge.version };
      return api.wallet.prove({ params: { id: recharge.id }, body });
    },
    { form, andToast: true, refetch: ['wallet'], onSuccess: () => toast.success(t('proof.sent')) },
  );
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (!form.validate().hasErrors && files.length > 0) void run(files);
  };
  return (
    <form className={classes.fields} onSubmit={handleSubmit} noValidate>
      {files.length < mostProofs && (
        <FileDrop
          label={t('proof.file')}
          hint={t('proof.fileHint', { count: mostProofs })}
          buttonLabel={t('proof.choose')}
          accept={accept}
          maxBytes={maxUploadBytes}
          file={undefined}
          onFile={() => {}}
          onFiles={(chosen) => setFiles([...files, ...chosen].slice(0, mostProofs))}
          busy={busy}
          error={sent && files.length === 0 ? t('proof.fileMissing') : undefined}
        />
      )}
      <ChosenFiles files={files} onChange={setFiles} />
      <div className={classes.sent}>
        <TextInput label={t('proof.amount')} inputMode="decimal" {...form.getInputProps('amount')} />
        <Select
          label={t('proof.currency')}
          data={currencies}
          searchable
          allowDeselect={false}
          {...form.getInputProps('currency')}
        />
      </div>
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

function ChosenFiles({ files, onChange }: { files: readonly File[]; onChange: (files: File[]) => void }) {
  const { t } = useTranslation('wallet');
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map((file, place) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`}>
          <span>{file.name}</span>
          <CloseButton
            size="sm"
            aria-label={t('proof.remove', { name: file.name })}
            onClick={() => onChange(files.filter((_, other) => other !== place))}
          />
        </li>
      ))}
    </ul>
  );
}
