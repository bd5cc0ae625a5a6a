import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';

type Props = { count: number; onReject: (reason: string) => Promise<boolean>; onClose: () => void };

/** Says no to proposed prices, with what the agent should know. */
export function RejectDialog({ count, onReject, onClose }: Props) {
  const { t } = useTranslation('prices');
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('rejectTitle', { count })}
      submitLabel={t('reject', { count })}
      onSubmit={() => onReject(reason)}
      dirty={reason !== ''}
    >
      <p>{t('rejectLead')}</p>
      <Textarea
        label={t('rejectReason')}
        autosize
        minRows={2}
        maxLength={300}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
