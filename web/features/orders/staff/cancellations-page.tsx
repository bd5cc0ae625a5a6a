import { NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ClientLink } from '#web/components/client-link.tsx';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { DueChip } from '#web/components/due-chip.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { currencyDigits, decimalToMinor, formatMoney, minorToDecimal } from '#web/lib/format.ts';
import { toast } from '#web/api/toasts.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { CancelRequest } from '../orders-types.ts';

const rowId = (row: CancelRequest) => row.id;
const rowName = (row: CancelRequest) => row.order.name;
const tabs = ['open', 'answered'] as const;
const tones = { open: 'amber', accepted: 'green', rejected: 'red', withdrawn: 'grey' } as const;

function columnsOf(t: TFunction<['orders-staff', 'orders-actions']>, answered: boolean): Column<CancelRequest>[] {
  return [
    {
      id: 'order',
      header: t('cancellations.order'),
      main: true,
      cell: ({ order, client }) => <Identity title={order.name} detail={client.name} />,
    },
    {
      id: 'reason',
      header: t('cancellations.reason'),
      card: 'words',
      wraps: true,
      cell: ({ reason, units }) =>
        [reason, units === 'removed' && t('cancellations.removedUnits')].filter(Boolean).join(' · '),
    },
    {
      id: 'step',
      header: t('cancellations.step'),
      card: 'hidden',
      cell: ({ status, order: { fulfilment_step: step } }) =>
        status === 'accepted'
          ? '–' // a cancelled order has no step any more
          : t(`orders-actions:steps.${step === 'bought' || step === 'picked' || step === 'packed' ? step : 'none'}`),
    },
    {
      id: 'money',
      header: t('cancellations.money'),
      align: 'end',
      card: 'fact',
      cell: ({ refund, refundable, currency }) => <MoneyCell money={{ amount: refund ?? refundable, currency }} />,
    },
    {
      id: 'status',
      header: t('cancellations.status'),
      card: 'fact',
      cell: ({ status }) => <StatusChip tone={tones[status]} label={t(`statuses.${status}`)} />,
    },
    {
      id: 'due',
      header: answered ? t('cancellations.decided') : t('cancellations.due'),
      card: 'fact',
      cell: ({ due_at, decided_at }) => (answered ? <TimeCell time={decided_at} /> : <DueChip at={due_at} />),
    },
  ];
}

/** Cancellations that clients ask for while their order is being prepared, the one that is due first at the top. */
export function CancellationsPage() {
  const { t } = useTranslation(['orders-staff', 'orders-actions']);
  const answered = useListUrl().get('tab') === 'answered';
  const list = useListPage(api.orders.cancelRequests, {
    name: 'cancel_requests',
    tabs,
    columns: useMemo(() => columnsOf(t, answered), [t, answered]),
  });
  return (
    <ListPage
      title={t('cancellations.title')}
      state={t('cancellations.state')}
      list={list}
      tabLabel={(tab) => t(`cancellations.tabs.${tab}`)}
      attention={['open']}
      search={t('cancellations.search')}
      rowId={rowId}
      rowName={rowName}
      {...(list.tab === 'open' && { opens: { request: rowId } })}
      renderDetail={({ row, close }) => row && <DecideDialog request={row} onClose={close} />}
      empty={{ drawing: 'done', title: t(`cancellations.empty.${list.tab ?? 'open'}`) }}
    />
  );
}

/** Answers an asked cancellation: less what was spent already, or not at all, with the reason. */
function DecideDialog({ request, onClose }: { request: CancelRequest; onClose: () => void }) {
  const { t, i18n } = useTranslation('orders-staff');
  const [accept, setAccept] = useState(true);
  const [cost, setCost] = useState<number | string>(0);
  const [answer, setAnswer] = useState('');
  const minor = decimalToMinor(String(cost), request.currency) ?? 0;
  const amount = Math.max(0, request.refundable - minor);
  const refund = formatMoney({ amount, currency: request.currency }, i18n.language);
  const decide = useApiMutation(api.orders.decideCancel, {
    refetch: ['orders'],
    onSuccess: () =>
      toast.success(t(accept ? 'decide.accepted' : 'decide.rejected', { name: request.order.name, amount: refund })),
  });
  const handleSubmit = () =>
    decide.run({
      params: { account_id: request.client.id, id: request.id },
      body: accept ? { accept, cost: minor, expected_refund: amount, answer } : { accept, answer },
    });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('decide.title', { name: request.order.name, client: request.client.name })}
      submitLabel={accept ? t('decide.acceptRefund', { amount: refund }) : t('decide.reject')}
      missing={!accept && answer.trim() === '' ? t('decide.answerMissing') : undefined}
      onSubmit={handleSubmit}
      dirty={answer !== ''}
    >
      <Text size="sm">{t('decide.asks', { reason: request.reason })}</Text>
      <Text size="sm">
        <ClientLink client={request.client} to={withQuery(paths.orders, { order: request.order.id })}>
          {t('decide.order', { name: request.order.name })}
        </ClientLink>
      </Text>
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
          label={t('decide.cost', { currency: request.currency })}
          description={t('decide.goesBack', { amount: refund, client: request.client.name })}
          decimalScale={currencyDigits(request.currency)}
          min={0}
          max={Number(minorToDecimal(request.refundable, request.currency))}
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
