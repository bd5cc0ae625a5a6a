import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '#web/api/api-error.ts';
import { showFailure } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { type Level, useSetAlert } from './stock.api.ts';

type Values = { low_threshold: number | string; lead_days: number | string };
const numberOf = (value: number | string) => (value === '' ? null : Number(value));

/** From how many free pieces on a SKU is low, and how long more of it takes. */
export function AlertDialog({ level, onClose }: { level: Level; onClose: () => void }) {
  const { t } = useTranslation('stock');
  const save = useSetAlert();
  const form = useForm<Values>({
    initialValues: { low_threshold: level.low_threshold ?? '', lead_days: level.lead_days ?? '' },
  });
  const handleSubmit = async () => {
    const { low_threshold, lead_days } = form.values;
    try {
      await save(level.sku.id, { low_threshold: numberOf(low_threshold), lead_days: numberOf(lead_days) });
      return true;
    } catch (error) {
      const errors = fieldErrors(error);
      form.setErrors(errors);
      if (Object.keys(errors).length === 0) showFailure(error);
      return false;
    }
  };
  const lead = numberOf(form.values.lead_days);
  const proposed = lead === null ? null : Math.ceil((level.sold_30 / 30) * lead);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('alert.title', { code: level.sku.code })}
      submitLabel={t('alert.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <NumberInput
        label={t('alert.lead')}
        description={t('alert.leadHelp')}
        min={0}
        allowDecimal={false}
        data-autofocus
        {...form.getInputProps('lead_days')}
      />
      <NumberInput
        label={t('alert.threshold')}
        description={proposed === null ? t('alert.thresholdHelp') : t('alert.proposed', { count: proposed })}
        min={0}
        allowDecimal={false}
        {...form.getInputProps('low_threshold')}
      />
    </FormDialog>
  );
}
