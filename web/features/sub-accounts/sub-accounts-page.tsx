import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { useIsStaff } from '#web/components/session.tsx';
import { WordList } from '#web/components/word-list.tsx';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { LimitsCell, LimitsDialog, type Member } from './limits-dialog.tsx';

const rowId = (member: Member) => member.user_id;
const tones: Record<Member['status'], StatusTone> = {
  invited: 'blue',
  active: 'green',
  suspended: 'amber',
  removed: 'grey',
};

function memberColumns(t: TFunction<'sub-accounts'>, onLimit: (member: Member) => void): Column<Member>[] {
  const storesOf = ({ stores }: Member) => {
    if (stores === null) return t('allStores');
    return stores.length === 0 ? t('noStores') : <WordList words={stores} />;
  };
  return [
    {
      id: 'person',
      header: t('columns.person'),
      main: true,
      cell: (member) => <Identity title={member.name} detail={member.email} />,
    },
    { id: 'role', header: t('columns.role'), card: 'fact', cell: (member) => t(`roles.${member.role}`) },
    { id: 'stores', header: t('columns.stores'), card: 'fact', cell: storesOf },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: ({ status }) => <StatusChip tone={tones[status]} label={t(`statuses.${status}`)} />,
    },
    {
      id: 'limits',
      header: t('columns.limits'),
      card: 'fact',
      cell: (member) => <LimitsCell member={member} onEdit={onLimit} />,
    },
    { id: 'seen', header: t('columns.seen'), card: 'fact', cell: (member) => <TimeCell time={member.last_seen_at} /> },
  ];
}

/** Who works in the account, with role and stores. */
export function SubAccountsPage() {
  const { t } = useTranslation('sub-accounts');
  const ofClient = useClientEmpty();
  const isStaff = useIsStaff();
  const [limited, setLimited] = useState<Member>();
  const list = useListPage(api.subAccounts.list, {
    name: 'members',
    columns: useMemo(() => memberColumns(t, setLimited), [t]),
  });
  return (
    <ListPage
      title={t('title')}
      state={isStaff ? undefined : t('coming')}
      list={list}
      search={t('search')}
      rowId={rowId}
      rowName={(member) => member.name}
      empty={ofClient('users', { drawing: 'people', title: t('alone') })}
    >
      {limited && <LimitsDialog member={limited} onClose={() => setLimited(undefined)} />}
    </ListPage>
  );
}
