import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import type { Column } from '#web/ui/column.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { Identity, Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from './sub-accounts-page.module.css';
import type { Member } from './sub-accounts-types.ts';

const rowId = (member: Member) => member.user_id;
const tones: Record<Member['status'], StatusTone> = {
  invited: 'blue',
  active: 'green',
  suspended: 'amber',
  removed: 'grey',
};

function memberColumns(t: TFunction<'sub-accounts'>): Column<Member>[] {
  const storesOf = ({ stores }: Member) => {
    if (stores === null) return t('allStores');
    return stores.length === 0 ? t('noStores') : stores.join(', ');
  };
  return [
    {
      id: 'person',
      header: t('columns.person'),
      main: true,
      cell: (member) => <Identity title={member.username} detail={member.email} />,
    },
    { id: 'role', header: t('columns.role'), card: 'fact', cell: (member) => t(`roles.${member.role}`) },
    { id: 'stores', header: t('columns.stores'), card: 'fact', cell: storesOf },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: ({ status }) => <StatusChip tone={tones[status]} label={t(`statuses.${status}`)} />,
    },
    { id: 'seen', header: t('columns.seen'), card: 'fact', cell: (member) => <TimeCell time={member.last_seen_at} /> },
  ];
}

/** Who works in the account, with role and stores. */
export function SubAccountsPage() {
  const { t } = useTranslation('sub-accounts');
  const url = useListUrl();
  const query = useApiQuery(
    api.subAccounts.list,
    { query: { page: url.page, per_page: url.per_page, q: url.q } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => memberColumns(t), [t]);
  return (
    <Page title={t('title')}>
      <p className={classes.note}>{t('coming')}</p>
      <Panel padding="none">
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        </Toolbar>
        <DataTable
          label={t('title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={(member) => member.username}
          empty={{ drawing: 'people', title: url.q === '' ? t('alone') : t('none') }}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
    </Page>
  );
}
