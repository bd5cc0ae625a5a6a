import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import type { Column } from '#web/ui/column.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity, Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { TalkDeskDrawer } from './talk-desk-drawer.tsx';
import classes from './talks.module.css';
import type { DeskTalk } from './talks-types.ts';

const tabs = ['waiting', 'all'] as const;
const rowId = (talk: DeskTalk) => talk.order.id;
const rowName = (talk: DeskTalk) => `${talk.order.name}, ${talk.client.name}`;

/** What clients of the provider wrote about their orders; whoever waits longest stands first. */
export function TalkDeskPage() {
  const { t } = useTranslation('talks');
  const url = useListUrl('waiting');
  const tab = tabs.find((known) => known === url.tab) ?? 'waiting';
  const query = useApiQuery(
    api.talks.deskList,
    { query: { page: url.page, per_page: url.per_page, q: url.q, tab } },
    { keepPrevious: true },
  );
  const columns = useColumns();
  const [id, account_id] = [url.get('order'), url.get('account')];
  return (
    <Page title={t('desk.title')} state={t('desk.state')}>
      <Panel padding="none">
        <CountTabs
          label={t('desk.title')}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'waiting' ? undefined : value })}
          tabs={tabs.map((value) => ({
            value,
            label: t(`desk.tabs.${value}`),
            count: query.data?.meta.counts?.[value],
            attention: value === 'waiting',
          }))}
        />
        <Toolbar>
          <SearchField label={t('desk.search')} value={url.q} onSearch={(q) => url.set({ q })} />
        </Toolbar>
        <DataTable
          label={t('desk.title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          openId={id}
          onOpen={(talk) => url.show({ order: talk.order.id, account: talk.client.id })}
          empty={{ drawing: 'done', title: t(tab === 'waiting' ? 'desk.empty' : 'desk.emptyAll') }}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      {id !== undefined && account_id !== undefined && (
        <TalkDeskDrawer
          key={id}
          ids={{ account_id, id }}
          onClose={() => url.show({ order: undefined, account: undefined })}
        />
      )}
    </Page>
  );
}

function useColumns(): Column<DeskTalk>[] {
  const { t } = useTranslation('talks');
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
