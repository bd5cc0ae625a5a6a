import { useTranslation } from 'react-i18next';
import { quoteCan } from '#contract/quote-rules.ts';
import { DueChip } from '#web/components/due-chip.tsx';
import { formatTime } from '#web/lib/format.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { Quote } from './quotes-types.ts';

const waits = ({ status }: Quote) => quoteCan.answer(status) && status !== 'quoted';

/** Time left for the answer, or how late it is; nothing once it is answered. */
export function DueClock({ quote }: { quote: Quote }) {
  const { t } = useTranslation('quotes');
  if (!waits(quote)) return null;
  if (quote.paused_at === null) return <DueChip at={quote.sla_due_at} />;
  return <StatusChip tone="grey" label={t('paused')} title={t('pausedSince', { time: formatTime(quote.paused_at) })} />;
}

/** Whether the agent's clock runs. */
export const isAwaited = (quote: Quote): boolean => waits(quote) && quote.paused_at === null;

/** The same in a list, above the time until which the merchant was promised an answer. */
export function DueCell({ quote }: { quote: Quote }) {
  const clock = waits(quote) ? <DueClock quote={quote} /> : <span>–</span>;
  if (!isAwaited(quote)) return clock;
  return <Identity title={clock} detail={formatTime(quote.sla_due_at, 'y-m-d h:i')} />;
}
