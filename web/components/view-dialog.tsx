import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '#web/api/api-error.ts';
import { showFailure } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { View } from './lists.api.ts';

type Values = { name: string; shared: boolean };
type ViewDialogProps = {
  /** The view to rename or share; a new one when left out. */
  view?: View;
  onClose: () => void;
  /** Throws when it is refused. */
  onSave: (values: Values) => Promise<unknown>;
};

/** Name of a view, and whether colleagues see it. */
export function ViewDialog({ view, onClose, onSave }: ViewDialogProps) {
  const { t } = useTranslation('lists');
  const [values, setValues] = useState<Values>({ name: view?.name ?? '', shared: view?.shared ?? false });
  const [error, setError] = useState<string>();
  const submit = async () => {
    try {
      await onSave({ ...values, name: values.name.trim() });
      return true;
    } catch (problem) {
      const { name } = fieldErrors(problem);
      setError(name);
      if (name === undefined) showFailure(problem);
      return false;
    }
  };
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
