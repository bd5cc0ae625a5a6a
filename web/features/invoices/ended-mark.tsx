import { useTranslation } from 'react-i18next';
import { formatTime } from '#web/lib/format.ts';
import classes from './bill-sheet.module.css';
import type { BilledOrder } from './invoices-types.ts';

type Ended = Pick<BilledOrder['invoice'], 'status' | 'price_valid_until' | 'voided_at' | 'replaced_by'>;

/** Whether an invoice ended without being paid. */
export const hasEnded = ({ status }: Pick<Ended, 'status'>): boolean => status === 'expired' || status === 'void';

/** Says across a bill that its invoice ended unpaid, as its PDF does. */
export function EndedMark({ invoice }: { invoice: Ended }) {
  const { t } = useTranslation('invoices');
  if (!hasEnded(invoice)) return null;
  const { status, price_valid_until: until, voided_at: at, replaced_by } = invoice;
  const say = (time: string | null) => formatTime(time ?? '', 'y-m-d h:i');
  const text = () => {
    if (status === 'expired') return t('ended.expired', { time: say(until) });
    if (replaced_by !== null) return t('ended.replaced', { number: replaced_by.number });
    return at === null ? t('ended.void') : t('ended.voided', { time: say(at) });
  };
  return <p className={classes.mark}>{text()}</p>;
}
