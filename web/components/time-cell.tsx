import { useTranslation } from 'react-i18next';
import { useNow } from '../lib/now.ts';
import { formatRelative, formatTime } from '../lib/format.ts';

/** A time: relative under a day, with the exact time on hover (look.md: words). */
export function TimeCell({ time }: { time: string | null | undefined }) {
  const { i18n } = useTranslation();
  const now = useNow(time);
  if (time === null || time === undefined) return <span>–</span>;
  return (
    <time dateTime={time} title={formatTime(time)} style={{ whiteSpace: 'nowrap' }}>
      {formatRelative(time, now, i18n.language)}
    </time>
  );
}
