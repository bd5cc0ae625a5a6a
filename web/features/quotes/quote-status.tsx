import { useTranslation } from 'react-i18next';
import { staffTone } from '#web/components/staff-tone.ts';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import type { Quote } from './quotes-types.ts';

const tones: Record<Quote['status'], StatusTone> = {
  submitted: 'blue',
  in_progress: 'blue',
  need_info: 'amber',
  quoted: 'amber',
  countered: 'blue',
  accepted: 'green',
  declined: 'grey',
  unavailable: 'red',
  expired: 'red',
  cancelled: 'grey',
};

/** States that staff call otherwise than the client. */
const ownWords = ['submitted', 'quoted', 'need_info', 'countered', 'cancelled'] as const;

/** Where a quote stands, in one word. For staff, a request wants the agent and an answered quote does not. */
export function QuoteStatus({ status, staff = false }: { status: Quote['status']; staff?: boolean }) {
  const { t } = useTranslation('quotes');
  const tone = staff ? staffTone(tones[status]) : tones[status];
  const own = staff && ownWords.find((one) => one === status);
  return <StatusChip tone={tone} label={own ? t(`staffStatus.${own}`) : t(`status.${status}`)} />;
}
