import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useApiMutation } from '#web/api/use-api-mutation.ts';

/** Adds a domain and opens it. */
export function AddSiteDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const { t } = useTranslation('branding');
  const form = useForm({ initialValues: { domain: '', brand_name: '' } });
  const create = useApiMutation(api.branding.create, { form, andToast: true, onSuccess: ({ id }) => onAdded(id) });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('addTitle')}
      submitLabel={t('add')}
      onSubmit={() => create.run({ body: form.values })}
      dirty={form.isDirty()}
    >
      <TextInput
        label={t('fields.domain')}
        description={t('help.domain')}
        data-autofocus
        {...form.getInputProps('domain')}
      />
      <TextInput
        label={t('fields.brand_name')}
        description={t('help.brand_name')}
        {...form.getInputProps('brand_name')}
      />
    </FormDialog>
  );
}
