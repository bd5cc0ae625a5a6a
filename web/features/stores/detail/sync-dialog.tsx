import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { DayField } from '#web/components/day-field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from '../stores.module.css';
import type { Store } from '../stores-types.ts';

/** Syncs a store now: all changes since the last sync, and all orders of the chosen dates. */
export function SyncDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
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
      title={t('sync.title', { name: store.name })}
      submitLabel={t('sync.submit')}
      onSubmit={handleSubmit}
    >
      <p className={classes.text}>{t('sync.text')}</p>
      <DayField label={t('sync.from')} data-autofocus {...form.getInputProps('from')} />
      <DayField label={t('sync.to')} {...form.getInputProps('to')} />
    </FormDialog>
  );
}
