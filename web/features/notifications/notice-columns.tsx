import type { TFunction } from 'i18next';
import { formatTime } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { Notice } from './notifications-types.ts';

const tones: Record<Notice['state'], StatusTone> = {
  scheduled: 'blue',
  live: 'green',
  ended: 'grey',
  withdrawn: 'red',
};

function audienceOf({ audience }: Notice, t: TFunction<'notifications'>): string {
  if (audience.to === 'domain') return audience.domain;
  return audience.to === 'accounts' ? t('desk.accounts', { count: audience.account_ids.length }) : t('desk.everyone');
}

/** Columns of the list of notices. */
export function noticeColumns(t: TFunction<'notifications'>): Column<Notice>[] {
  return [
    {
      id: 'title',
      header: t('desk.columns.title'),
      main: true,
      cell: (notice) => (
        <Identity
          title={notice.title}
          detail={[t(`desk.kinds.${notice.kind}`), t(`severities.${notice.severity}`), ...notice.tags].join(' · ')}
        />
      ),
    },
    {
      id: 'state',
      header: t('desk.columns.state'),
      card: 'fact',
      cell: (notice) => <StatusChip tone={tones[notice.state]} label={t(`desk.states.${notice.state}`)} />,
    },
    { id: 'audience', header: t('desk.columns.audience'), card: 'fact', cell: (notice) => audienceOf(notice, t) },
    {
      id: 'shown',
      header: t('desk.columns.shown'),
      card: 'fact',
      cell: ({ starts_at, ended_at }) =>
        ended_at === null
          ? t('desk.from', { from: formatTime(starts_at) })
          : t('desk.fromTo', { from: formatTime(starts_at), to: formatTime(ended_at) }),
    },
    {
      id: 'reads',
      header: t('desk.columns.reads'),
      align: 'end',
      card: 'fact',
      cell: ({ reads, readers }) => (readers === null ? reads : t('desk.reads', { reads, readers })),
    },
    {
      id: 'author',
      from: 1280,
      header: t('desk.columns.author'),
      card: 'hidden',
      cell: (notice) => notice.created_by,
    },
  ];
}
