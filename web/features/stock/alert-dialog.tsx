import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { Level } from './stock-types.ts';

type Values = { low_threshold: number | string; lead_days: number | string };
const numberOf = (value: number | string) => (value === '' ? null : Number(value));

/** From how many free pieces on a SKU is low, and how long more of it takes. */
export function AlertDialog({ level, onClose }: { level: Level; onClose: () => void }) {
  const { t } = useTranslation('stock');
  const form = useForm<Values>({
    initialValues: { low_threshold: level.low_threshold ?? '', lead_days: level.lead_days ?? '' },
  });
  const save = useApiMutation(api.stock.setAlert, { form });
  const handleSubmit = () => {
    const body = { low_threshold: numberOf(form.values.low_threshold), lead_days: numberOf(form.values.lead_days) };
    return save.run({ params: { id: level.sku.id }, body });
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
