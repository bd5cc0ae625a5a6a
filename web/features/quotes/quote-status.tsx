import { useTranslation } from 'react-i18next';
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

/** Where a quote stands, in one word. For staff, a request wants the agent and an answered quote does not. */
export function QuoteStatus({ status, staff = false }: { status: Quote['status']; staff?: boolean }) {
  const { t } = useTranslation('quotes');
  const swapped =
    staff && (status === 'quoted' || status === 'need_info')
      ? 'blue'
      : staff && tones[status] === 'blue'
        ? 'amber'
        : undefined;
  const own = staff && (status === 'submitted' || status === 'quoted');
  return (
    <StatusChip tone={swapped ?? tones[status]} label={own ? t(`staffStatus.${status}`) : t(`status.${status}`)} />
  );
}
