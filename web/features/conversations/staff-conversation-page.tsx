import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api, type Contract } from '#web/api/client.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { TalkDeskDrawer } from './staff-conversation-drawer.tsx';
import classes from './conversations.module.css';

type DeskTalk = AnswerOf<Contract['conversations']['deskList']>[number];

const tabs = ['waiting', 'all'] as const;
const rowId = (talk: DeskTalk) => talk.order.id;
const rowName = (talk: DeskTalk) => `${talk.order.name}, ${talk.client.name}`;

/** What clients of the provider wrote about their orders; whoever waits longest stands first. */
export function TalkDeskPage() {
  const { t } = useTranslation('conversations');
  const list = useListPage(api.conversations.deskList, { tabs, columns: useColumns() });
  return (
    <ListPage
      title={t('desk.title')}
      state={t('desk.state')}
      list={list}
      tabLabel={(tab) => t(`desk.tabs.${tab}`)}
      attention={['waiting']}
      search={t('desk.search')}
      rowId={rowId}
      rowName={rowName}
      opens={{ order: rowId, account: (talk) => talk.client.id }}
      renderDetail={({ ids: { order: id, account: account_id }, close }) =>
        id !== undefined &&
        account_id !== undefined && <TalkDeskDrawer key={id} ids={{ account_id, id }} onClose={close} />
      }
      empty={{ drawing: 'done', title: t(list.tab === 'waiting' ? 'desk.empty' : 'desk.emptyAll') }}
    />
  );
}

function useColumns(): Column<DeskTalk>[] {
  const { t } = useTranslation('conversations');
  return useMemo(
    () => [
      {
        id: 'order',
        header: t('desk.columns.order'),
        main: true,
        cell: (talk) => <Identity title={talk.order.name} detail={talk.order.store} />,
      },
      { id: 'client', header: t('desk.columns.client'), card: 'fact', cell: (talk) => talk.client.name },
      {
        id: 'last',
        header: t('desk.columns.last'),
        card: 'fact',
        cell: (talk) => <span className={classes.last}>{talk.last.text || t('erased')}</span>,
      },
      {
        id: 'waiting',
        header: t('desk.columns.waiting'),
        card: 'fact',
        cell: (talk) => (talk.waiting_since ? <TimeCell time={talk.waiting_since} /> : '–'),
      },
      {
        id: 'unread',
        header: t('desk.columns.state'),
        card: 'hidden',
        cell: (talk) =>
          talk.unread > 0 ? <StatusChip tone="blue" label={t('unread', { count: talk.unread })} /> : '–',
      },
    ],
    [t],
  );
}
