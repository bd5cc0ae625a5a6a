import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/api/api-error.ts';
import { showFailure } from '#web/api/call.ts';
import { DayField } from '#web/components/day-field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useCareActs } from './store-care.api.ts';
import classes from './stores.module.css';
import type { Store } from './stores.api.ts';

/** Looks at the shop now: at what changed since the last look, and at all orders of the days that are named. */
export function LookDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const { t } = useTranslation('store-care');
  const { look } = useCareActs(store.id);
  const form = useForm({ initialValues: { from: '', to: '' } });
  const handleSubmit = async () => {
    const { from, to } = form.values;
    try {
      await look({ ...(from && { from }), ...(to && { to }) });
      return true;
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.errors) : [];
      for (const [field, sentences] of fields) form.setFieldError(field, sentences[0]);
      if (fields.length === 0) showFailure(error);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('look.title', { name: store.name })}
      submitLabel={t('look.submit')}
      onSubmit={handleSubmit}
    >
      <p className={classes.text}>{t('look.text')}</p>
      <DayField label={t('look.from')} data-autofocus {...form.getInputProps('from')} />
      <DayField label={t('look.to')} {...form.getInputProps('to')} />
    </FormDialog>
  );
}
