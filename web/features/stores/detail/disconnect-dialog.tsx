import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from '../stores.module.css';
import type { Store } from '../stores-types.ts';

/** Asks for the store's domain, typed, after saying what happens to its orders. */
export function DisconnectDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const { t } = useTranslation('store-care');
  const leaving = useApiQuery(api.stores.leaving, { params: { id: store.id } }).data;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const disconnect = useApiMutation(api.stores.disconnect, {
    onSuccess: ({ shop_told }) => (shop_told ? toast.success(t('leave.done')) : toast.warning(t('leave.untold'))),
    onRefusal: (error) => {
      if (error.status === 422) setProblem(error.message);
      return error.status === 422;
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('leave.title', { name: store.name })}
      submitLabel={t('leave.submit')}
      submitDisabled={typed.trim() === ''}
      onSubmit={() => disconnect.run({ params: { id: store.id }, body: { typed } })}
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
