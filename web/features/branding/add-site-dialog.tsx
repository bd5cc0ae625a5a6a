import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '#web/api/api-error.ts';
import { showFailure } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useFreshBranding } from './branding.api.ts';

/** Adds a domain and opens it. */
export function AddSiteDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const { t } = useTranslation('branding');
  const fresh = useFreshBranding();
  const form = useForm({ initialValues: { domain: '', brand_name: '' } });
  const handleSubmit = async () => {
    try {
      const { id } = await api.branding.create({ body: form.values });
      await fresh();
      onAdded(id);
      return true;
    } catch (error) {
      form.setErrors(fieldErrors(error));
      showFailure(error);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('addTitle')}
      submitLabel={t('add')}
      onSubmit={handleSubmit}
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
