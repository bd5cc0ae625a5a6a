import { Button, Group, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { openDownload } from '#web/api/download.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { DayField } from '#web/components/day-field.tsx';
import { useToday } from '#web/components/use-today.ts';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { monthDays } from './summary-days.ts';

/** Asks for the days of a summary, says what they come to, and downloads it. */
export function SummaryDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('invoices');
  const today = useToday();
  const missing = (day: string) => (day === '' ? t('summary.missing') : null);
  const form = useForm({ initialValues: monthDays(today, 1), validate: { from: missing, to: missing } });
  const { from, to } = form.values;
  const asked = from !== '' && to !== '' && from <= to;
  const sums = useApiQuery(api.invoices.summary, asked ? { query: { from, to } } : null, { keepPrevious: true }).data;
  const { run } = useApiMutation(api.invoices.summaryPdf, { form, onSuccess: ({ url }) => openDownload(url) });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('summary.title')}
      submitLabel={t('summary.download')}
      onSubmit={() => !form.validate().hasErrors && run({ body: form.values })}
    >
      <Text>{t('summary.text')}</Text>
      <Group gap={8}>
        {([1, 0] as const).map((back) => (
          <Button key={back} variant="default" size="xs" onClick={() => form.setValues(monthDays(today, back))}>
            {t(back === 1 ? 'summary.lastMonth' : 'summary.thisMonth')}
          </Button>
        ))}
      </Group>
      <DayField label={t('summary.from')} data-autofocus {...form.getInputProps('from')} />
      <DayField label={t('summary.to')} {...form.getInputProps('to')} />
      {asked && sums !== undefined && (
        <Facts
          facts={[
            { label: t('summary.invoices'), value: formatNumber(sums.invoices, i18n.language) },
            { label: t('summary.creditNotes'), value: formatNumber(sums.credit_notes, i18n.language) },
            {
              label: t('summary.total'),
              value: <strong>{formatMoney({ amount: sums.total, currency: sums.currency }, i18n.language)}</strong>,
            },
          ]}
        />
      )}
    </FormDialog>
  );
}
