import { useTranslation } from 'react-i18next';
import { formatTime } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { StatusChip } from '../ui/status-chip.tsx';

const hour = 3_600_000;
const day = 24 * hour;
const soon = 4 * hour;

/** Time left until something is due, or how late it is, with the exact time on hover. */
export function DueChip({ at }: { at: string }) {
  const { t } = useTranslation('lists');
  const left = new Date(at).getTime() - useNow().getTime();
  const distance = Math.abs(left);
  const time =
    distance < hour
      ? t('due.minutes', { count: Math.floor(distance / 60_000) })
      : distance < 2 * day
        ? t('due.hours', { count: Math.floor(distance / hour) })
        : t('due.days', { count: Math.floor(distance / day) });
  const exact = formatTime(at);
  if (left < 0) return <StatusChip tone="red" label={t('due.late', { time })} title={exact} />;
  return <StatusChip tone={left < soon ? 'amber' : 'grey'} label={t('due.left', { time })} title={exact} />;
}
