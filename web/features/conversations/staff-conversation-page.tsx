import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientLink } from '#web/components/client-link.tsx';
import { ListPage } from '#web/components/list-page.tsx';
import { OrderParcels } from '#web/components/parcel-timeline.tsx';
import { Picture } from '#web/components/picture.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Column } from '#web/ui/column.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api, type Contract } from '#web/api/client.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { StageChip } from '#web/components/order-status.tsx';
import { DetailDrawer, DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import classes from './conversations.module.css';
import { Thread, Write } from './thread.tsx';

type StaffConversation = AnswerOf<Contract['conversations']['staffList']>[number];

const tabs = ['waiting', 'all'] as const;
const rowId = (conversation: StaffConversation) => conversation.order.id;
const rowName = (conversation: StaffConversation) => `${conversation.order.name}, ${conversation.client.name}`;

/** What clients of the provider wrote about their orders; whoever waits longest stands first. */
export function StaffConversationPage() {
  const { t } = useTranslation('conversations');
  const list = useListPage(api.conversations.staffList, {
    name: 'staff_conversations',
    tabs,
    columns: useColumns(),
  });
  return (
    <ListPage
      title={t('staff.title')}
      state={t('staff.state')}
      list={list}
      tabLabel={(tab) => t(`staff.tabs.${tab}`)}
      attention={['waiting']}
      search={t('staff.search')}
      rowId={rowId}
      rowName={rowName}
      opens={{ order: rowId, account: (conversation) => conversation.client.id }}
      renderDetail={({ ids: { order: id, account: account_id }, close }) =>
        id !== undefined &&
        account_id !== undefined && <StaffConversationDrawer key={id} ids={{ account_id, id }} onClose={close} />
      }
      empty={{ drawing: 'done', title: t(list.tab === 'waiting' ? 'staff.empty' : 'staff.emptyAll') }}
    />
  );
}

function useColumns(): Column<StaffConversation>[] {
  const { t } = useTranslation('conversations');
  return useMemo(
    () => [
      {
        id: 'order',
        header: t('staff.columns.order'),
        main: true,
        cell: (conversation) => <Identity title={conversation.order.name} detail={conversation.order.store} />,
      },
      {
        id: 'client',
        header: t('staff.columns.client'),
        card: 'fact',
        cell: (conversation) => <Identity title={conversation.client.name} />,
      },
      {
        id: 'last',
        header: t('staff.columns.last'),
        wraps: true,
        card: 'words',
        cell: (conversation) => <span className={classes.last}>{conversation.last.text || t('erased')}</span>,
      },
      {
        id: 'waiting',
        header: t('staff.columns.waiting'),
        card: 'fact',
        cell: (conversation) => (conversation.waiting_since ? <TimeCell time={conversation.waiting_since} /> : '–'),
      },
      {
        id: 'unread',
        header: t('staff.columns.state'),
        card: 'hidden',
        cell: (conversation) =>
          conversation.unread > 0 ? (
            <StatusChip tone="amber" label={t('unread', { count: conversation.unread })} />
          ) : (
            '–'
          ),
      },
    ],
    [t],
  );
}

type Ids = { account_id: string; id: string };

/** One client's conversation about an order, for staff. */
function StaffConversationDrawer({ ids, onClose }: { ids: Ids; onClose: () => void }) {
  const { t } = useTranslation('conversations');
  const { data: conversation, error, refetch } = useApiQuery(api.conversations.staffGet, { params: ids });
  const say = useApiMutation(api.conversations.staffSay);
  const reading = useApiMutation(api.conversations.staffRead, {
    refetch: ['conversations'],
    onSuccess: (_, { body }) => body.settled && toast.success(t('staff.settled')),
  });
  const read = (seq: number, settled = false) => reading.run({ params: ids, body: { seq, settled } });
  const last = conversation?.last.seq ?? 0;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={conversation ? `${conversation.order.name} · ${conversation.client.name}` : t('title')}
      state={conversation && <StageChip stage={conversation.order.stage} />}
      action={
        conversation?.waiting_since && (
          <Button variant="default" onClick={() => void read(last, true)}>
            {t('staff.markAnswered')}
          </Button>
        )
      }
    >
      {error && !conversation ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!conversation && !error && <DetailSkeleton />}
      {conversation && (
        <DetailSection title={t('title')}>
          <Thread
            messages={conversation.messages}
            unread={conversation.unread}
            side="staff"
            onRead={(seq) => read(seq)}
          />
          <Write label={t('writeClient')} busy={say.busy} onSend={(text) => say.run({ params: ids, body: { text } })} />
        </DetailSection>
      )}
      {conversation && (
        <>
          <OrderLines conversation={conversation} />
          <OrderParcels orderId={ids.id} clientId={ids.account_id} />
        </>
      )}
    </DetailDrawer>
  );
}

type OneConversation = AnswerOf<Contract['conversations']['staffGet']>;

/** What the client writes about, and the way to the order itself. */
function OrderLines({ conversation: { order, client, lines } }: { conversation: OneConversation }) {
  const { t } = useTranslation('conversations');
  return (
    <DetailSection title={t('staff.order')}>
      <Group gap={6} fz="sm">
        <ClientLink client={client} to={withQuery(paths.orders, { order: order.id })}>
          {order.name}
        </ClientLink>
        <span>· {order.store}</span>
      </Group>
      <PlainTable label={t('staff.order')}>
        <thead>
          <tr>
            <th>{t('staff.item')}</th>
            <th data-align="end">{t('staff.units')}</th>
            <th data-align="end">{t('staff.shipped')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                <Identity
                  picture={<Picture url={line.image_url} />}
                  title={line.title}
                  detail={line.variant_title ?? undefined}
                />
              </td>
              <td data-align="end">{line.quantity}</td>
              <td data-align="end">{line.shipped}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </DetailSection>
  );
}
