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
  return audience.to === 'accounts' ? t('staff.accounts', { count: audience.account_ids.length }) : t('staff.everyone');
}

/** Columns of the list of notices. */
export function noticeColumns(t: TFunction<'notifications'>): Column<Notice>[] {
  return [
    {
      id: 'title',
      header: t('staff.columns.title'),
      main: true,
      cell: (notice) => (
        <Identity
          title={notice.title}
          detail={[t(`staff.kinds.${notice.kind}`), t(`severities.${notice.severity}`), ...notice.tags].join(' · ')}
        />
      ),
    },
    {
      id: 'state',
      header: t('staff.columns.state'),
      card: 'fact',
      cell: (notice) => <StatusChip tone={tones[notice.state]} label={t(`staff.states.${notice.state}`)} />,
    },
    { id: 'audience', header: t('staff.columns.audience'), card: 'fact', cell: (notice) => audienceOf(notice, t) },
    {
      id: 'shown',
      header: t('staff.columns.shown'),
      card: 'fact',
      cell: ({ starts_at, ended_at }) =>
        ended_at === null
          ? t('staff.from', { from: formatTime(starts_at) })
          : t('staff.fromTo', { from: formatTime(starts_at), to: formatTime(ended_at) }),
    },
    {
      id: 'reads',
      header: t('staff.columns.reads'),
      align: 'end',
      card: 'fact',
      cell: ({ reads, readers }) => (readers === null ? reads : t('staff.reads', { reads, readers })),
    },
    {
      id: 'author',
      from: 1280,
      header: t('staff.columns.author'),
      card: 'hidden',
      cell: (notice) => notice.created_by,
    },
  ];
}
