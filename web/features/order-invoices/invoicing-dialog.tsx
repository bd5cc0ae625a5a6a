import { NumberInput, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { invoicingModes, validHours } from '#contract/order-invoice-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

type Invoicing = (typeof invoicingModes)[number];
export type InvoicedClient = { id: string; name: string; invoicing: Invoicing; invoice_valid_hours: number };

/** How a client pays for orders: at checkout alone, or also by an invoice of every night. */
export function InvoicingDialog({ client, onClose }: { client: InvoicedClient; onClose: () => void }) {
  const { t } = useTranslation('order-invoices');
  const { id, name, invoicing, invoice_valid_hours } = client;
  const form = useForm({ initialValues: { invoicing, invoice_valid_hours } });
  const change = useApiMutation(api.clients.change, {
    form,
    refetch: ['clients'],
    onSuccess: () => toast.success(t('invoicing.done', { name })),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('invoicing.title', { name })}
      submitLabel={t('invoicing.save')}
      onSubmit={() => change.run({ params: { id }, body: form.values })}
      dirty={form.isDirty()}
    >
      <Radio.Group label={t('invoicing.mode')} {...form.getInputProps('invoicing')}>
        <Stack gap={8} mt={4}>
          {invoicingModes.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={t(`invoicing.modes.${mode}.label`)}
              description={t(`invoicing.modes.${mode}.help`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <NumberInput
        label={t('hours')}
        description={t('hoursHelp')}
        min={validHours.least}
        max={validHours.most}
        allowDecimal={false}
        {...form.getInputProps('invoice_valid_hours')}
      />
    </FormDialog>
  );
}
