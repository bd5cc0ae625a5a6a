import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { attemptColumns, placeColumns, deviceName, visitColumns } from './activity-columns.tsx';
import type { Place, Attempt, Visit } from './account-types.ts';

type Paging = { page: number; per_page: number };

/** Where the user is logged in, the log-ins, and the visits of the provider's staff. */
export function ActivityPanel({ visits }: { visits: boolean }) {
  const { t } = useTranslation('account');
  const url = useListUrl('sessions');
  const tabs = visits ? (['sessions', 'log', 'staffAccess'] as const) : (['sessions', 'log'] as const);
  const tab = tabs.find((one) => one === url.tab) ?? 'sessions';
  return (
    <Panel padding="none" title={t('activity.title')}>
      <CountTabs
        label={t('activity.title')}
        tabs={tabs.map((value) => ({ value, label: t(`activity.${value}`) }))}
        value={tab}
        onChange={(value) => url.set({ tab: value === 'sessions' ? undefined : value })}
      />
      {tab === 'sessions' && <Places />}
      {tab === 'log' && <Attempts />}
      {tab === 'staffAccess' && <Visits />}
    </Panel>
  );
}

function usePaging() {
  const [paging, setPaging] = useState<Paging>({ page: 1, per_page: 10 });
  return {
    paging,
    onPage: (page: number) => setPaging((before) => ({ ...before, page })),
    onPerPage: (per_page: number) => setPaging({ page: 1, per_page }),
  };
}

const placeId = (place: Place) => place.id;
const attemptId = (attempt: Attempt) => `${attempt.at} ${attempt.ip} ${attempt.ok}`;
const visitId = (visit: Visit) => `${visit.staff} ${visit.kind} ${visit.first_at}`;

function Places() {
  const { t } = useTranslation('account');
  const { paging, ...handlers } = usePaging();
  const query = useApiQuery(api.session.sessions, { query: paging }, { keepPrevious: true });
  const end = useApiMutation(api.session.endSession, {
    refetch: ['session'],
    onSuccess: () => toast.success(t('activity.ended')),
  });
  const columns = useMemo(() => placeColumns(t), [t]);
  return (
    <DataTable
      label={t('activity.sessions')}
      query={query}
      columns={columns}
      rowId={placeId}
      rowName={(place) => deviceName(place.user_agent, t)}
      actions={(place) =>
        place.current
          ? []
          : [{ label: t('activity.end'), onClick: () => void end.run({ params: { id: place.id } }), destructive: true }]
      }
      empty={{ title: t('activity.noLog') }}
      {...handlers}
    />
  );
}

function Attempts() {
  const { t } = useTranslation('account');
  const { paging, ...handlers } = usePaging();
  const query = useApiQuery(api.session.loginLog, { query: paging }, { keepPrevious: true });
  const columns = useMemo(() => attemptColumns(t), [t]);
  return (
    <DataTable
      label={t('activity.log')}
      query={query}
      columns={columns}
      rowId={attemptId}
      rowName={(attempt) => attempt.at}
      empty={{ title: t('activity.noLog') }}
      {...handlers}
    />
  );
}

function Visits() {
  const { t } = useTranslation('account');
  const { paging, ...handlers } = usePaging();
  const query = useApiQuery(api.account.visits, { query: paging }, { keepPrevious: true });
  const columns = useMemo(() => visitColumns(t), [t]);
  return (
    <DataTable
      label={t('activity.staffAccess')}
      query={query}
      columns={columns}
      rowId={visitId}
      rowName={(visit) => visit.staff}
      empty={{ drawing: 'people', title: t('activity.noStaffAccess') }}
      {...handlers}
    />
  );
}
