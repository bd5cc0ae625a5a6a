import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { View } from './list-types.ts';

type Values = { name: string; shared: boolean };
type ViewDialogProps = {
  /** The view to rename or share; a new one when left out. */
  view?: View;
  onClose: () => void;
  /** What was wrong with the name when it was sent. */
  error: string | undefined;
  /** Answers false after a refusal. */
  onSave: (values: Values) => Promise<unknown>;
};

/** Name of a view, and whether colleagues see it. */
export function ViewDialog({ view, error, onClose, onSave }: ViewDialogProps) {
  const { t } = useTranslation('lists');
  const [values, setValues] = useState<Values>({ name: view?.name ?? '', shared: view?.shared ?? false });
  const submit = async () => (await onSave({ ...values, name: values.name.trim() })) !== false;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={view === undefined ? t('views.save') : t('views.editTitle', { name: view.name })}
      submitLabel={t('views.saveButton')}
      submitDisabled={values.name.trim() === ''}
      onSubmit={submit}
    >
      <TextInput
        label={t('views.nameLabel')}
        data-autofocus
        maxLength={60}
        value={values.name}
        error={error}
        onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
      />
      <Checkbox
        label={t('views.shareLabel')}
        description={t('views.shareHelp')}
        checked={values.shared}
        onChange={(event) => setValues({ ...values, shared: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
