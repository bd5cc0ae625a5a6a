import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/api/api-error.ts';
import { showFailure } from '#web/api/call.ts';
import { toast } from '#web/api/toasts.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useCareActs, useLeaving } from './store-care.api.ts';
import classes from './stores.module.css';
import type { Store } from './stores.api.ts';

/** Asks for the store's domain, typed, after saying what happens to its orders. */
export function DisconnectDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const { t } = useTranslation('store-care');
  const leaving = useLeaving(store.id).data;
  const { disconnect } = useCareActs(store.id);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const handleSubmit = async () => {
    try {
      const { shop_told } = await disconnect(typed);
      if (shop_told) toast.success(t('leave.done'));
      else toast.warning(t('leave.untold'));
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setProblem(error.message);
      else showFailure(error);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('leave.title', { name: store.name })}
      submitLabel={t('leave.submit')}
      submitDisabled={typed.trim() === ''}
      onSubmit={handleSubmit}
    >
      <div className={classes.text}>
        <p>{t('leave.text')}</p>
        {leaving && (
          <ul>
            <li>{t('leave.unpaid', { count: leaving.unpaid })}</li>
            <li>{t('leave.paid', { count: leaving.paid_open })}</li>
            {leaving.untold > 0 && <li>{t('leave.tracking', { count: leaving.untold })}</li>}
          </ul>
        )}
      </div>
      <TextInput
        label={t('leave.typed', { typed: leaving?.typed ?? '' })}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setProblem(undefined);
        }}
        error={problem}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  );
}
