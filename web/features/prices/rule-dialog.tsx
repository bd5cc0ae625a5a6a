import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { decimalToMinor, minorToDecimal } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';

type Rule = AnswerOf<Contract['prices']['rule']>;

/** Up to which rise prices are accepted by themselves; closed until the rule is known. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const rule = useApiQuery(api.prices.rule, {}).data;
  const prices = useApiQuery(api.prices.list, { query: { page: 1, per_page: 1 } }, { keepPrevious: true }).data;
  if (!rule || !prices) return null;
  return <RuleForm rule={rule} currency={prices.data[0]?.currency ?? 'USD'} onClose={onClose} />;
}

type FormProps = { rule: Rule; currency: string; onClose: () => void };

function RuleForm({ rule, currency, onClose }: FormProps) {
  const { t } = useTranslation('prices');
  const form = useForm<{ percent: number | string; amount: string }>({
    initialValues: {
      percent: rule.percent_bp === null ? '' : rule.percent_bp / 100,
      amount: rule.amount === null ? '' : minorToDecimal(rule.amount, currency),
    },
  });
  const save = useApiMutation(api.prices.saveRule, { form, refetch: ['prices'] });
  const handleSubmit = () => {
    const { percent, amount } = form.values;
    const minor = amount.trim() === '' ? null : decimalToMinor(amount, currency);
    if (minor === undefined || (minor !== null && minor < 1)) {
      form.setFieldError('amount', t('rule.badAmount'));
      return false;
    }
    const percent_bp = percent === '' ? null : Math.round(Number(percent) * 100);
    return save.run({ body: { percent_bp, amount: minor } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('rule.title')}
      submitLabel={t('rule.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <p>{t('rule.lead')}</p>
      <NumberInput
        label={t('rule.percent')}
        description={t('rule.none')}
        min={0.01}
        max={100}
        decimalScale={2}
        suffix=" %"
        data-autofocus
        {...form.getInputProps('percent')}
      />
      <TextInput
        label={t('rule.amount', { currency })}
        description={t('rule.amountHelp')}
        inputMode="decimal"
        {...form.getInputProps('amount')}
      />
    </FormDialog>
  );
}
