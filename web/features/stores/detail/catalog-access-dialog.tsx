import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { DayField } from '#web/components/day-field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from '../stores.module.css';
import type { Store } from '../stores-types.ts';

/** Looks at the shop now: at what changed since the last look, and at all orders of the days that are named. */
export function LookDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const { t } = useTranslation('store-care');
  const form = useForm({ initialValues: { from: '', to: '' } });
  const sync = useApiMutation(api.stores.sync, { form });
  const handleSubmit = () => {
    const { from, to } = form.values;
    return sync.run({ params: { id: store.id }, body: { ...(from && { from }), ...(to && { to }) } });
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
