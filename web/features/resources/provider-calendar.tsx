import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { formatTime } from '#web/lib/format.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from './resources-page.module.css';

/** When the warehouse does not work, and until when an order must be paid to leave the same day. */
export function ProviderCalendar() {
  const { t, i18n } = useTranslation('resources');
  const { data, error, refetch } = useApiQuery(api.shipping.calendar, {});
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={120} radius={6} />;
  const zh = i18n.language.startsWith('zh');
  return (
    <>
      <h3 className={classes.head}>{t('cutOffs')}</h3>
      <ul className={classes.facts}>
        {data.cut_offs.map(({ channel, next_at }) => (
          <li key={channel.id}>
            <span>{channel.name}</span>
            <time dateTime={next_at}>{formatTime(next_at)}</time>
          </li>
        ))}
      </ul>
      <h3 className={classes.head}>{t('holidays')}</h3>
      {data.holidays.length === 0 && <p className={classes.text}>{t('noHolidays')}</p>}
      <ul className={classes.facts}>
        {rangesOf(data.holidays).map(({ first, last, kind, name_en, name_zh }) => (
          <li key={first}>
            <span>{zh ? name_zh : name_en}</span>
            <span>
              {first === last ? first : `${first} – ${last}`}
              {kind === 'working' && ` · ${t('worked')}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

type Holiday = { day: string; kind: 'off' | 'working'; name_en: string; name_zh: string };
type Range = Omit<Holiday, 'day'> & { first: string; last: string };

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Days in a row of the same name read as one holiday. */
function rangesOf(days: readonly Holiday[]): Range[] {
  return days.reduce<Range[]>((ranges, { day, ...what }) => {
    const before = ranges.at(-1);
    if (before && dayAfter(before.last) === day && before.kind === what.kind && before.name_en === what.name_en) {
      return [...ranges.slice(0, -1), { ...before, last: day }];
    }
    return [...ranges, { ...what, first: day, last: day }];
  }, []);
}
