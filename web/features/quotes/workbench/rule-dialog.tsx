import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { decimalToMinor, minorToDecimal } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from '../quotes.module.css';
import type { QuoteCosts } from '../quotes-types.ts';

type RuleProps = {
  ids: { account_id: string; id: string };
  costs: QuoteCosts;
  currency: string;
  onClose: () => void;
};
const number = (text: string) => (/^\s*\d{1,5}(?:\.\d{1,6})?\s*$/.test(text) ? Number(text) : undefined);

/** Exchange rate of the currency and margin rule of the client, from now on. */
export function RuleDialog({ ids, costs, currency, onClose }: RuleProps) {
  const { t } = useTranslation('quotes-workbench');
  const form = useForm({
    initialValues: {
      yuan: costs.fx ? String(costs.fx.yuan) : '',
      percent: String(costs.margin.percent),
      least: minorToDecimal(costs.margin.least, currency),
    },
    validate: {
      yuan: (value) => ((number(value) ?? 0) > 0 ? null : t('costs.badRate')),
      percent: (value) => ((number(value) ?? 501) <= 500 ? null : t('costs.badPercent')),
      least: (value) => ((decimalToMinor(value, currency) ?? -1) >= 0 ? null : t('badAmount')),
    },
  });
  const setFxRate = useApiMutation(api.quotes.setFxRate, { form, refetch: ['quotes'] });
  const setMargin = useApiMutation(api.quotes.setMargin, { form, refetch: ['quotes'] });
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const [yuan, percent] = [number(form.values.yuan) ?? 0, number(form.values.percent) ?? 0];
    const least = decimalToMinor(form.values.least, currency) ?? 0;
    if (yuan !== costs.fx?.yuan && (await setFxRate.run({ body: { currency, yuan } })) === false) return false;
    const same = percent === costs.margin.percent && least === costs.margin.least;
    if (same) return true;
    const body = { percent, least, version: costs.margin.version };
    return setMargin.run({ params: { account_id: ids.account_id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('costs.ruleTitle')}
      submitLabel={t('costs.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <p className={classes.lead}>{t('costs.ruleLead')}</p>
      <TextInput label={t('costs.rateLabel', { currency })} inputMode="decimal" {...form.getInputProps('yuan')} />
      <TextInput label={t('costs.percentLabel')} inputMode="decimal" {...form.getInputProps('percent')} />
      <TextInput label={t('costs.leastLabel', { currency })} inputMode="decimal" {...form.getInputProps('least')} />
    </FormDialog>
  );
}
