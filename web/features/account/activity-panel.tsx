import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { WordList } from '#web/components/word-list.tsx';
import { toast } from '#web/api/toasts.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { ListTabs, useTab } from '#web/components/list-tabs.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { Panel } from '#web/ui/page.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatTime } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { browserName } from './browser-name.ts';
import { visitedPages } from './visited-pages.ts';

type Place = AnswerOf<Contract['session']['sessions']>[number];
type Attempt = AnswerOf<Contract['session']['loginLog']>[number];
type Visit = AnswerOf<Contract['account']['visits']>[number];

/** Where the user is logged in, the log-ins, and the visits of the provider's staff. */
export function ActivityPanel({ visits }: { visits: boolean }) {
  const { t } = useTranslation('account');
  const url = useListUrl();
  const tabs = visits ? (['sessions', 'log', 'staffAccess'] as const) : (['sessions', 'log'] as const);
  const tab = useTab<'sessions' | 'log' | 'staffAccess'>(url, tabs);
  return (
    <Panel padding="none" title={t('activity.title')}>
      <ListTabs
        url={url}
        tabs={tabs}
        value={tab}
        label={t('activity.title')}
        tabLabel={(value) => t(`activity.${value}`)}
      />
      {tab === 'sessions' && <Places />}
      {tab === 'log' && <Attempts />}
      {tab === 'staffAccess' && <Visits />}
    </Panel>
  );
}

const placeId = (place: Place) => place.id;
const attemptId = (attempt: Attempt) => `${attempt.at} ${attempt.ip} ${attempt.ok}`;
const visitId = (visit: Visit) => `${visit.staff} ${visit.kind} ${visit.first_at}`;

function Places() {
  const { t } = useTranslation('account');
  const list = useListPage(api.session.sessions, { columns: useMemo(() => placeColumns(t), [t]) });
  const end = useApiMutation(api.session.endSession, {
    refetch: ['session'],
    onSuccess: () => toast.success(t('activity.ended')),
  });
  return (
    <ListPanel
      title={t('activity.sessions')}
      list={list}
      rowId={placeId}
      rowName={(place) => deviceName(place.user_agent, t)}
      rowActions={(place) =>
        place.current
          ? []
          : [{ label: t('activity.end'), onClick: () => void end.run({ params: { id: place.id } }), destructive: true }]
      }
      empty={{ title: t('activity.noLog') }}
    />
  );
}

function Attempts() {
  const { t } = useTranslation('account');
  const list = useListPage(api.session.loginLog, { columns: useMemo(() => attemptColumns(t), [t]) });
  return (
    <ListPanel
      title={t('activity.log')}
      list={list}
      rowId={attemptId}
      rowName={(attempt) => attempt.at}
      empty={{ title: t('activity.noLog') }}
    />
  );
}

function Visits() {
  const { t } = useTranslation('account');
  const list = useListPage(api.account.visits, { columns: useMemo(() => visitColumns(t), [t]) });
  return (
    <ListPanel
      title={t('activity.staffAccess')}
      list={list}
      rowId={visitId}
      rowName={(visit) => visit.staff}
      empty={{ drawing: 'people', title: t('activity.noStaffAccess') }}
    />
  );
}

type Words = TFunction<'account'>;

/** A browser and its system, or words for none. */
const deviceName = (agent: string | null, t: Words) => browserName(agent) ?? t('activity.unknownDevice');

function placeColumns(t: Words): Column<Place>[] {
  return [
    {
      id: 'place',
      header: t('activity.device'),
      main: true,
      cell: (place) => (
        <Identity title={deviceName(place.user_agent, t)} detail={place.current ? t('activity.current') : undefined} />
      ),
    },
    { id: 'ip', header: t('activity.ip'), card: 'fact', cell: (place) => place.ip ?? '–' },
    {
      id: 'seen',
      header: t('activity.lastSeen'),
      card: 'fact',
      cell: (place) => <TimeCell time={place.last_seen_at} />,
    },
    { id: 'since', header: t('activity.since'), card: 'fact', cell: (place) => formatTime(place.created_at) },
  ];
}

function attemptColumns(t: Words): Column<Attempt>[] {
  return [
    { id: 'time', header: t('activity.time'), main: true, cell: (attempt) => formatTime(attempt.at) },
    {
      id: 'result',
      header: t('activity.result'),
      card: 'fact',
      cell: ({ ok }) => <StatusChip tone={ok ? 'green' : 'red'} label={ok ? t('activity.ok') : t('activity.failed')} />,
    },
    { id: 'place', header: t('activity.device'), card: 'fact', cell: (attempt) => deviceName(attempt.user_agent, t) },
    { id: 'ip', header: t('activity.ip'), card: 'fact', cell: (attempt) => attempt.ip },
  ];
}

function Pages({ features }: Pick<Visit, 'features'>) {
  const { t } = useTranslation('shell');
  return <WordList words={visitedPages(features).map((page) => t(`menu.${page}`))} />;
}

/** From the first to the last of a day; one moment is said once. */
const timesOf = (first: string, last: string) => (first === last ? first : `${first} – ${last.slice(-8)}`);

function visitColumns(t: Words): Column<Visit>[] {
  return [
    { id: 'staff', header: t('activity.staff'), main: true, cell: (visit) => visit.staff },
    {
      id: 'did',
      header: t('activity.kind'),
      card: 'fact',
      cell: ({ kind }) => <StatusChip tone={kind === 'act' ? 'blue' : 'grey'} label={t(`activity.${kind}`)} />,
    },
    { id: 'pages', header: t('activity.pages'), card: 'fact', cell: (visit) => <Pages features={visit.features} /> },
    { id: 'times', header: t('activity.count'), align: 'end', card: 'fact', cell: (visit) => visit.times },
    {
      id: 'last',
      header: t('activity.time'),
      card: 'fact',
      cell: ({ first_at, last_at }) => timesOf(formatTime(first_at), formatTime(last_at)),
    },
  ];
}
