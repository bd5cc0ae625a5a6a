import { NumberInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { toast } from '#web/api/toasts.ts';
import { Picture } from '#web/components/picture.tsx';
import { useMay } from '#web/components/session.tsx';
import { staffTone } from '#web/components/staff-tone.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column, RowAction } from '#web/ui/column.ts';
import { Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Level } from './stock-types.ts';

type StockRequest = AnswerOf<Contract['stock']['requests']>[number];

const tones: Record<StockRequest['status'], StatusTone> = {
  asked: 'blue',
  done: 'green',
  declined: 'red',
  withdrawn: 'grey',
};
const rowId = (row: StockRequest) => row.id;
const rowName = (row: StockRequest) => row.sku.code;

/** What is asked for, and where. */
const requestText = ({ kind, warehouse, to_warehouse }: StockRequest, t: TFunction<'stock-orders'>) =>
  kind === 'transfer'
    ? t('transferFromTo', { from: warehouse.name, to: to_warehouse?.name ?? '' })
    : t('writeOffIn', { from: warehouse.name });

/** Columns of requests, on the merchant's page and on that of staff. */
export function requestColumns<Row extends StockRequest>(t: TFunction<'stock-orders'>, staff = false): Column<Row>[] {
  return [
    {
      id: 'sku',
      header: t('columns.sku'),
      main: true,
      cell: ({ sku }) => <Identity picture={<Picture url={sku.picture_url} />} title={sku.title} detail={sku.code} />,
    },
    {
      id: 'what',
      header: t('columns.what'),
      card: 'fact',
      cell: (row) => requestText(row, t),
    },
    { id: 'quantity', header: t('columns.units'), align: 'end', card: 'fact', cell: ({ quantity }) => quantity },
    { id: 'reason', header: t('columns.reason'), wraps: true, card: 'hidden', cell: ({ reason }) => reason },
    {
      id: 'status',
      header: t('columns.status'),
      card: staff ? 'hidden' : 'fact', // all that staff see wait for them
      cell: ({ status }) => (
        <StatusChip tone={staff ? staffTone(tones[status]) : tones[status]} label={t(`requests.${status}`)} />
      ),
    },
    { id: 'answer', header: t('columns.answer'), card: 'hidden', cell: ({ answer }) => answer || '–' },
    { id: 'asked', header: t('columns.requested'), card: 'fact', cell: ({ asked_at }) => <TimeCell time={asked_at} /> },
  ];
}

/** What the merchant asked the warehouse to do. */
export function RequestList() {
  const { t } = useTranslation('stock-orders');
  const ofClient = useClientEmpty();
  const list = useListPage(api.stock.requests, {
    name: 'stock_requests',
    columns: useMemo(() => requestColumns<StockRequest>(t), [t]),
  });
  const withdraw = useApiMutation(api.stock.withdraw);
  const mayEdit = useMay()('stock', 'edit');
  const rowActions = (row: StockRequest): RowAction[] => [
    {
      label: t('cancelRequest'),
      onClick: () => void withdraw.run({ params: { id: row.id } }),
      disabled: row.status !== 'asked',
    },
  ];
  return (
    <ListPanel
      title={t('requestsTitle')}
      list={list}
      rowId={rowId}
      rowName={rowName}
      {...(mayEdit && { rowActions })}
      empty={ofClient('stockRequests', { drawing: 'box', title: t('emptyRequests'), text: t('emptyRequestsText') })}
    />
  );
}

/** Asks for pieces to be moved or written off. */
export function RequestDialog({ level, onClose }: { level: Level; onClose: () => void }) {
  const { t } = useTranslation('stock-orders');
  const form = useForm<{
    kind: StockRequest['kind'];
    to_warehouse_id: string | null;
    quantity: number | string;
    reason: string;
  }>({
    initialValues: { kind: 'transfer', to_warehouse_id: null, quantity: '', reason: '' },
  });
  const others = (useApiQuery(api.stock.warehouses, {}).data ?? []).filter(({ id }) => id !== level.warehouse.id);
  const ask = useApiMutation(api.stock.request, { form, onSuccess: () => toast.success(t('requestSent')) });
  const handleSubmit = () => {
    const { kind, to_warehouse_id, quantity, reason } = form.values;
    const to = kind === 'transfer' && to_warehouse_id ? { to_warehouse_id } : {};
    const place = { sku_id: level.sku.id, warehouse_id: level.warehouse.id };
    return ask.run({ body: { kind, ...place, ...to, quantity: Number(quantity), reason } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('requestTitle', { code: level.sku.code, warehouse: level.warehouse.name })}
      submitLabel={t('requestSend')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Select
        label={t('columns.what')}
        allowDeselect={false}
        data={(['transfer', 'write_off'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'transfer' && (
        <Select
          label={t('toWarehouse')}
          data={others.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
          {...form.getInputProps('to_warehouse_id')}
        />
      )}
      <NumberInput
        label={t('columns.units')}
        description={t('requestHelp', { available: level.available, damaged: level.damaged })}
        allowDecimal={false}
        min={1}
        {...form.getInputProps('quantity')}
      />
      <TextInput label={t('columns.reason')} maxLength={300} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

/** What staff do with a request: accepted at once, or declined with a reason. */
export function AnswerDialog({
  row,
  client,
  onAnswer,
  onClose,
}: {
  row: StockRequest;
  client: string;
  /** Answers false after a refusal. */
  onAnswer: (decision: 'accept' | 'decline', answer: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation('stock-orders');
  const [answer, setAnswer] = useState('');
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('answerTitle', { code: row.sku.code, count: row.quantity })}
      submitLabel={t('completeRequest')}
      onSubmit={() => onAnswer('accept', answer)}
      dirty={answer !== ''}
    >
      <Facts
        facts={[
          { label: t('columns.client'), value: client },
          { label: t('columns.what'), value: requestText(row, t) },
          { label: t('columns.sku'), value: `${row.sku.title} · ${row.sku.code}` },
          { label: t('columns.reason'), value: row.reason },
        ]}
      />
      <TextInput
        label={t('columns.answer')}
        description={t('answerHelp')}
        maxLength={300}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
      <div>
        <ReadyButton
          variant="default"
          missing={answer.trim().length < 3 ? t('declineMissing') : undefined}
          onClick={() => void onAnswer('decline', answer).then((done) => done !== false && onClose())}
        >
          {t('decline')}
        </ReadyButton>
      </div>
    </FormDialog>
  );
}
