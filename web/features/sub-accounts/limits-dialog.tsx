import { Anchor, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney, minorToDecimal } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import hint from '#web/ui/hint.module.css';

export type Member = AnswerOf<Contract['subAccounts']['list']>[number];

const fields = ['per_payment', 'per_day', 'per_month'] as const;

const useCurrency = () => useApiQuery(api.account.get, {}).data?.account?.currency ?? 'USD';

/** What a member may pay without approval, with the button that sets it. */
export function LimitsCell({ member, onEdit }: { member: Member; onEdit: (member: Member) => void }) {
  const { t, i18n } = useTranslation('sub-accounts');
  const currency = useCurrency();
  const words = fields.flatMap((field) => {
    const amount = member.limits[field];
    return amount === null
      ? []
      : [t(`limits.${field}_short`, { amount: formatMoney({ amount, currency }, i18n.language) })];
  });
  const text = words.length === 0 ? t('limits.none') : words.join(' · ');
  if (!member.pays) return t('limits.cannot');
  if (!member.may_limit) return text;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      className={hint.hint ?? ''}
      aria-label={`${text}, ${t('limits.edit', { name: member.name })}`}
      onClick={() => onEdit(member)}
    >
      {text}
    </Anchor>
  );
}

/** Sets what a member may pay without approval; an empty field is no limit. */
export function LimitsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('sub-accounts');
  const currency = useCurrency();
  const text = (amount: number | null) => (amount === null ? '' : minorToDecimal(amount, currency));
  const bad = (value: string) =>
    value.trim() === '' || decimalToMinor(value.trim(), currency) !== undefined ? null : t('limits.bad');
  const form = useForm({
    initialValues: {
      per_payment: text(member.limits.per_payment),
      per_day: text(member.limits.per_day),
      per_month: text(member.limits.per_month),
    },
    validate: { per_payment: bad, per_day: bad, per_month: bad },
  });
  const save = useApiMutation(api.subAccounts.setLimits, {
    form,
    refetch: ['subAccounts'],
    onSuccess: () => toast.success(t('limits.saved')),
  });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const minor = (value: string) => (value.trim() === '' ? null : (decimalToMinor(value.trim(), currency) ?? null));
    const { per_payment, per_day, per_month } = form.values;
    const body = {
      per_payment: minor(per_payment),
      per_day: minor(per_day),
      per_month: minor(per_month),
      version: member.limits.version,
    };
    return save.run({ params: { user_id: member.user_id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('limits.title', { name: member.name })}
      submitLabel={t('limits.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <Text m={0} size="sm">
        {t('limits.about')}
      </Text>
      {fields.map((field) => (
        <TextInput
          key={field}
          label={t(`limits.${field}`, { currency })}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps(field)}
        />
      ))}
    </FormDialog>
  );
}
