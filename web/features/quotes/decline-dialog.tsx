import { Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import classes from './quotes.module.css';
import { type DeclineReason, type QuoteDetail, useQuoteActs } from './quotes.api.ts';

const reasons: readonly DeclineReason[] = ['price', 'time', 'quality', 'other'];

/** Says no to an answered quote, with the reason that helps the agent. */
export function DeclineDialog({ quote, onClose }: { quote: QuoteDetail; onClose: () => void }) {
  const { t } = useTranslation('quotes');
  const acts = useQuoteActs();
  const form = useForm<{ reason: DeclineReason; note: string }>({ initialValues: { reason: 'price', note: '' } });
  const handleSubmit = async () => {
    const { reason, note } = form.values;
    return (await acts.decline(quote.id, { reason, ...(note.trim() !== '' && { note }) })) !== false;
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
