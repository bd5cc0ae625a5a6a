import { Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import {
  type AdjustmentKind,
  adjustmentKinds,
  longestReason,
  mostAdjusted,
  shortestReason,
} from '#contract/adjustment-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ClientSelect } from '#web/components/client-select.tsx';
import { DayField } from '#web/components/day-field.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

type Draft = {
  account_id: string;
  currency: string;
  kind: AdjustmentKind;
  amount: string;
  last_day: string;
  reason: string;
};
/** Shown until a client is chosen; then amounts are in the client's currency. */
const defaultCurrency = 'USD';
const empty: Draft = {
  account_id: '',
  currency: defaultCurrency,
  kind: 'credit',
  amount: '',
  last_day: '',
  reason: '',
};

/** Proposes a change to a client's money; a colleague decides it. */
export function ProposeDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('adjustments');
  const form = useForm({
    initialValues: empty,
    validate: {
      account_id: (id) => (id === '' ? t('dialog.clientMissing') : null),
      amount: (text, { kind, currency }) => {
        const minor = decimalToMinor(text, currency) ?? -1;
        const least = kind === 'credit_limit' ? 0 : 1;
        return minor >= least && minor <= mostAdjusted[kind]
          ? null
          : t('dialog.amountBad', { most: mostOf(kind, currency) });
      },
      last_day: (day, { kind }) => (kind === 'bonus' && day === '' ? t('dialog.lastDayMissing') : null),
      reason: (text) => (text.trim().length < shortestReason ? t('dialog.reasonBad') : null),
    },
  });
  const mostOf = (of: AdjustmentKind, own: string) =>
    formatMoney({ amount: mostAdjusted[of], currency: own }, i18n.language);
  const propose = useApiMutation(api.adjustments.propose, {
    form,
    refetch: ['adjustments'],
    onSuccess: ({ number }) => toast.success(t('dialog.done', { number })),
  });
  const { kind, currency } = form.values;
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const { account_id, last_day, reason } = form.values;
    const common = { account_id, amount: decimalToMinor(form.values.amount, currency) ?? 0, reason };
    return propose.run({ body: kind === 'bonus' ? { ...common, kind, last_day } : { ...common, kind } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('dialog.title')}
      submitLabel={t('propose')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <ClientSelect
        required
        label={t('columns.client')}
        value={form.values.account_id === '' ? null : form.values.account_id}
        onChange={(id, own = defaultCurrency) => form.setValues({ account_id: id ?? '', currency: own })}
        error={form.errors.account_id}
      />
      <Select
        label={t('columns.kind')}
        description={t(`help.${kind}`)}
        data={adjustmentKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      <TextInput
        label={t('dialog.amount', { currency })}
        description={t('dialog.amountHelp', { most: mostOf(kind, currency) })}
        inputMode="decimal"
        maxLength={14}
        {...form.getInputProps('amount')}
      />
      {kind === 'bonus' && (
        <DayField
          label={t('dialog.lastDay')}
          description={t('dialog.lastDayHelp')}
          {...form.getInputProps('last_day')}
        />
      )}
      <Textarea
        label={t('columns.reason')}
        description={t('dialog.reasonHelp')}
        autosize
        minRows={2}
        maxLength={longestReason}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
