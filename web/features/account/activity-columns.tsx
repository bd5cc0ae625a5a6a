import type { TFunction } from 'i18next';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatTime } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { browserName } from './browser-name.ts';
import type { Place, Attempt, Visit } from './account-types.ts';

type Words = TFunction<'account'>;

/** A browser and its system, or words for none. */
export const deviceName = (agent: string | null, t: Words) => browserName(agent) ?? t('activity.unknownDevice');

export function placeColumns(t: Words): Column<Place>[] {
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

export function attemptColumns(t: Words): Column<Attempt>[] {
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

export function visitColumns(t: Words): Column<Visit>[] {
  return [
    { id: 'staff', header: t('activity.staff'), main: true, cell: (visit) => visit.staff },
    {
      id: 'did',
      header: t('activity.kind'),
      card: 'fact',
      cell: ({ kind }) => <StatusChip tone={kind === 'act' ? 'blue' : 'grey'} label={t(`activity.${kind}`)} />,
    },
    { id: 'pages', header: t('activity.pages'), card: 'fact', cell: (visit) => visit.features.join(', ') },
    { id: 'times', header: t('activity.count'), align: 'end', card: 'fact', cell: (visit) => visit.times },
    {
      id: 'last',
      header: t('activity.time'),
      card: 'fact',
      cell: (visit) => `${formatTime(visit.first_at)} – ${formatTime(visit.last_at, 'h:i:s')}`,
    },
  ];
}
