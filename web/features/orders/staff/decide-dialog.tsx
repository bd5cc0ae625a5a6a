import { NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { CancelRequest } from '../orders-types.ts';

/** Answers an asked cancellation: less what was spent already, or not at all, with the reason. */
export function DecideDialog({ request, onClose }: { request: CancelRequest; onClose: () => void }) {
  const { t, i18n } = useTranslation('orders-staff');
  const decide = useApiMutation(api.orders.decideCancel, { refetch: ['orders'] });
  const [accept, setAccept] = useState(true);
  const [cost, setCost] = useState<number | string>(0);
  const [answer, setAnswer] = useState('');
  const minor = Math.round(Number(cost) * 100);
  const money = (amount: number) => formatMoney({ amount, currency: request.currency }, i18n.language);
  const handleSubmit = () =>
    decide.run({
      params: { account_id: request.client.id, id: request.id },
      body: { accept, cost: accept ? minor : 0, answer },
    });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('decide.title', { name: request.order.name, client: request.client.name })}
      submitLabel={t(accept ? 'decide.accept' : 'decide.reject')}
      submitDisabled={!accept && answer.trim() === ''}
      onSubmit={handleSubmit}
      dirty={answer !== ''}
    >
      <Text size="sm">{t('decide.asks', { reason: request.reason })}</Text>
      <Radio.Group
        label={t('decide.choice')}
        value={accept ? 'accept' : 'reject'}
        onChange={(value) => setAccept(value === 'accept')}
      >
        <Stack gap={6} mt={4}>
          <Radio value="accept" label={t('decide.accept')} data-autofocus />
          <Radio value="reject" label={t('decide.reject')} />
        </Stack>
      </Radio.Group>
      {accept && (
        <NumberInput
          label={t('decide.cost')}
          description={t('decide.goesBack', { amount: money(Math.max(0, request.refundable - minor)) })}
          decimalScale={2}
          min={0}
          max={request.refundable / 100}
          value={cost}
          onChange={setCost}
        />
      )}
      <TextInput
        label={t(accept ? 'decide.note' : 'decide.why')}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
        maxLength={500}
        autoComplete="off"
      />
    </FormDialog>
  );
}
