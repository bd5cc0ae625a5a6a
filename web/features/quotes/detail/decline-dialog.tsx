import { Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { InputOf } from '#contract/endpoint.ts';
import classes from '../quotes.module.css';
import type { QuoteDetail } from '../quotes-types.ts';

type DeclineReason = InputOf<Contract['quotes']['decline']>['body']['reason'];

const reasons: readonly DeclineReason[] = ['price', 'time', 'quality', 'other'];

/** Says no to an answered quote, with the reason that helps the agent. */
export function DeclineDialog({ quote, onClose }: { quote: QuoteDetail; onClose: () => void }) {
  const { t } = useTranslation('quotes');
  const decline = useApiMutation(api.quotes.decline);
  const form = useForm<{ reason: DeclineReason; note: string }>({ initialValues: { reason: 'price', note: '' } });
  const handleSubmit = () => {
    const { reason, note } = form.values;
    const body = { reason, ...(note.trim() !== '' && { note }) };
    return decline.run({ params: { id: quote.id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('declineTitle', { number: quote.number })}
      submitLabel={t('decline')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <p className={classes.lead}>{t('declineLead')}</p>
      <Select
        label={t('declineReason')}
        allowDeselect={false}
        data={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        {...form.getInputProps('reason')}
      />
      <Textarea label={t('declineNote')} autosize minRows={2} maxLength={500} {...form.getInputProps('note')} />
    </FormDialog>
  );
}
