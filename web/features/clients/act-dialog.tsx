import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '#web/api/client.ts';
import { chooseClient } from '#web/api/client-choice.ts';
import { useSession } from '#web/components/session.tsx';
import { paths } from '#web/lib/paths.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { Client } from './clients-types.ts';

const shortest = 10;

/** Asks for the reason that the client will read, then begins to act (P28). */
export function ActDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation('clients');
  const { reload } = useSession();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim().length < shortest ? t('reasonShort') : null) },
  });
  const begin = useApiMutation(api.session.loginAs, { form });
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const body = { account_id: client.id, reason: form.values.reason };
    if ((await begin.run({ body })) === false) return false;
    chooseClient(undefined); // from now on every page is this client's
    await reload();
    await navigate(paths.dashboard);
    return true;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('actTitle', { name: client.name })}
      submitLabel={t('start')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <p style={{ margin: 0 }}>{t('actText')}</p>
      <Textarea
        label={t('reason')}
        description={t('reasonHelp')}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
