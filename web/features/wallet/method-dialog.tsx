import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Contract } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './wallet.module.css';

type StaffMethod = AnswerOf<Contract['wallet']['staffMethods']>[number];

/** The ways to recharge, for finance: what is offered, and what payers are told. */
export function MethodsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('wallet');
  const methods = useApiQuery(api.wallet.staffMethods, {}, { enabled: true });
  const [edited, setEdited] = useState<StaffMethod>();
  if (edited) return <MethodForm method={edited} onClose={() => setEdited(undefined)} />;
  return (
    <ModalFrame opened onClose={onClose} title={t('staff.methodsTitle')}>
      {methods.data?.map((method) => (
        <div key={method.code} className={classes.methodRow}>
          <span className={classes.methodName}>{method.name}</span>
          <span className={classes.buttons}>
            <StatusChip
              tone={method.active ? 'green' : 'grey'}
              label={method.active ? t('staff.active') : t('staff.inactive')}
            />
            <Button variant="default" size="xs" onClick={() => setEdited(method)}>
              {t('staff.methodEdit')}
            </Button>
          </span>
        </div>
      ))}
    </ModalFrame>
  );
}

/** `IBAN: DE02…` per line; lines without a colon keep their text as value. */
function readLines(text: string): { label: string; value: string }[] {
  return text.split('\n').flatMap((line) => {
    const [label = '', ...rest] = line.split(':');
    const value = rest.join(':').trim();
    if (line.trim() === '') return [];
    return [value === '' ? { label: '–', value: line.trim() } : { label: label.trim() || '–', value }];
  });
}

/** Hundredths of a percent from `1.25`; undefined when it is none. */
function readPercent(text: string): number | undefined {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  const points = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
  return points !== undefined && points <= 1000 ? points : undefined;
}

function MethodForm({ method, onClose }: { method: StaffMethod; onClose: () => void }) {
  const { t } = useTranslation('wallet');
  const form = useForm({
    initialValues: {
      name: method.name,
      fee: String(method.fee_bp / 100),
      details: method.details.map((line) => `${line.label}: ${line.value}`).join('\n'),
      active: method.active,
    },
    validate: { fee: (text) => (readPercent(text) === undefined ? t('staff.methodFeeBad') : null) },
  });
  const save = useApiMutation(api.wallet.saveMethod, {
    form,
    refetch: ['wallet'],
    onSuccess: () => toast.success(t('staff.methodSaved')),
  });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const { name, fee, details, active } = form.values;
    const body = { name, fee_bp: readPercent(fee) ?? 0, details: readLines(details), active, version: method.version };
    return save.run({ params: { code: method.code }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('staff.methodTitle', { name: method.name })}
      submitLabel={t('staff.methodSave')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <TextInput label={t('staff.methodName')} {...form.getInputProps('name')} />
      <TextInput label={t('staff.methodFee')} inputMode="decimal" {...form.getInputProps('fee')} />
      {method.kind === 'transfer' && (
        <Textarea
          label={t('staff.methodDetails')}
          description={t('staff.methodDetailsHelp')}
          autosize
          minRows={4}
          {...form.getInputProps('details')}
        />
      )}
      <Switch label={t('staff.methodActive')} {...form.getInputProps('active', { type: 'checkbox' })} />
    </FormDialog>
  );
}
