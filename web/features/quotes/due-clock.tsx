import { useTranslation } from 'react-i18next';
import { quoteCan } from '#contract/quote-rules.ts';
import { DueChip } from '#web/components/due-chip.tsx';
import { formatTime } from '#web/lib/format.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import type { Quote } from './quotes-types.ts';

/** Time left for the answer, or how late it is; nothing once it is answered. */
export function DueClock({ quote }: { quote: Quote }) {
  const { t } = useTranslation('quotes');
  if (!quoteCan.answer(quote.status) || quote.status === 'quoted') return <span>–</span>;
  if (quote.paused_at === null) return <DueChip at={quote.sla_due_at} />;
  return <StatusChip tone="grey" label={t('paused')} title={t('pausedSince', { time: formatTime(quote.paused_at) })} />;
}
