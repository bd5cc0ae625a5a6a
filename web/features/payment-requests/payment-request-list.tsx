import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { PaymentRequestDrawer, RequestState, requestSubject } from './payment-request-drawer.tsx';

type Request = AnswerOf<Contract['paymentRequests']['list']>[number];
type Texts = TFunction<'payment-requests'>;

const rowId = (request: Request) => request.id;
/** Payments that need approval, open ones first; each opens over the list, where it is decided. */
export function PaymentRequestList() {
  const { t } = useTranslation('payment-requests');
  const ofClient = useClientEmpty();
  const list = useListPage(api.paymentRequests.list, {
    name: 'payment_requests',
    columns: useMemo(() => columns(t), [t]),
  });
  return (
    <ListPanel
      title={t('title')}
      list={list}
      rowId={rowId}
      rowName={(row) => t('rowName', { name: row.requested_by })}
      opens={{ request: rowId }}
      renderDetail={({ ids, close }) => <PaymentRequestDrawer id={ids.request} onClose={close} />}
      empty={ofClient('paymentRequests', { drawing: 'done', title: t('empty'), text: t('emptyText') })}
    />
  );
}

function columns(t: Texts): Column<Request>[] {
  return [
    {
      id: 'person',
      header: t('columns.person'),
      main: true,
      cell: (row) => <Identity title={row.requested_by} detail={requestSubject(row, t)} />,
    },
    { id: 'status', header: t('columns.status'), card: 'fact', cell: (row) => <RequestState request={row} t={t} /> },
    {
      id: 'amount',
      header: t('columns.amount'),
      align: 'end',
      card: 'fact',
      cell: (row) => <MoneyCell money={{ amount: row.total, currency: row.currency }} />,
    },
    { id: 'time', header: t('columns.time'), card: 'fact', cell: (row) => <TimeCell time={row.created_at} /> },
    { id: 'decider', header: t('columns.decider'), card: 'fact', cell: (row) => row.decided_by ?? '–' },
  ];
}
