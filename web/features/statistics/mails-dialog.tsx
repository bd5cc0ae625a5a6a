import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { statisticsMails } from '#contract/statistics-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';

/** How often the reader gets a summary by mail. */
export function MailsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('statistics');
  const mails = useApiQuery(api.statistics.mails, {});
  const { data } = mails;
  const [chosen, setChosen] = useState<string>();
  const save = useApiMutation(api.statistics.setMails, {
    refetch: ['statistics'],
    onSuccess: ({ every, email, next }) =>
      toast.success(every === null ? t('mails.stopped') : t('mails.saved', { email, day: next[every] })),
  });
  const value = chosen ?? data?.every ?? 'never';
  const every = statisticsMails.find((one) => one === value);
  const handleSubmit = () => save.run({ body: { every: every ?? null } });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('mails.title')}
      submitLabel={t('mails.save')}
      needs={mails}
      onSubmit={handleSubmit}
    >
      <Select
        label={t('mails.every')}
        description={
          data !== undefined && every !== undefined ? (
            <UnbrokenNumbers text={t('mails.next', { email: data.email, day: data.next[every] })} />
          ) : (
            t('mails.text')
          )
        }
        allowDeselect={false}
        data={(['never', ...statisticsMails] as const).map((one) => ({ value: one, label: t(`mails.${one}`) }))}
        value={value}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => setChosen(next ?? 'never')}
      />
    </FormDialog>
  );
}
