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
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  const leaving = useApiQuery(api.stores.leaving, { params: { id: store.id } }).data;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const disconnect = useApiMutation(api.stores.disconnect, {
    onSuccess: ({ shop_notified }) =>
      shop_notified ? toast.success(t('disconnect.done')) : toast.warning(t('disconnect.untold')),
    onRefusal: (error) => {
      if (error.status === 422) setProblem(error.message);
      return error.status === 422;
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('disconnect.title', { name: store.name })}
      submitLabel={t('disconnect.submit')}
      missing={typed.trim() === '' ? t('disconnect.missing') : undefined}
      onSubmit={() => disconnect.run({ params: { id: store.id }, body: { typed } })}
    >
      <div className={classes.text}>
        <p>{t('disconnect.text')}</p>
        {leaving && (
          <ul>
            <li>{t('disconnect.unpaid', { count: leaving.unpaid })}</li>
            <li>{t('disconnect.paid', { count: leaving.paid_open })}</li>
            {leaving.untold > 0 && <li>{t('disconnect.tracking', { count: leaving.untold })}</li>}
          </ul>
        )}
      </div>
      <TextInput
        label={t('disconnect.typed', { typed: leaving?.typed ?? '' })}
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
