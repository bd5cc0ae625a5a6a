import { useTranslation } from 'react-i18next';
import { quoteCan } from '#contract/quote-rules.ts';
import { formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import type { Quote } from './quotes-types.ts';

const hour = 3_600_000;
const soon = 4 * hour;

/** Time left for the answer, or how late it is; nothing once it is answered. */
export function DueClock({ quote }: { quote: Quote }) {
  const { t } = useTranslation('quotes');
  const now = useNow();
  if (!quoteCan.answer(quote.status) || quote.status === 'quoted') return <span>–</span>;
  if (quote.paused_at !== null)
    return (
      <StatusChip tone="grey" label={t('paused')} title={t('pausedSince', { time: formatTime(quote.paused_at) })} />
    );
  const left = new Date(quote.sla_due_at).getTime() - now.getTime();
  const distance = Math.abs(left);
  const time =
    distance < hour
      ? t('clock.minutes', { count: Math.floor(distance / 60_000) })
      : t('clock.hours', { count: Math.floor(distance / hour) });
  const exact = formatTime(quote.sla_due_at);
  if (left < 0) return <StatusChip tone="red" label={t('clock.late', { time })} title={exact} />;
  return <StatusChip tone={left < soon ? 'amber' : 'grey'} label={t('clock.left', { time })} title={exact} />;
}
