import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ParcelStatus } from '#contract/parcel-rules.ts';
import { type AlertRule, shownRule } from '#contract/parcel-alerts.ts';
import { StatusChip, type StatusTone } from '../ui/status-chip.tsx';

/** The colour of each place that a parcel can be in. Pages that show them load the texts of `parcels`. */
const tones: Record<ParcelStatus, StatusTone> = {
  pending: 'grey',
  info_received: 'grey',
  in_transit: 'blue',
  out_for_delivery: 'blue',
  available_for_pickup: 'amber',
  attempt_failed: 'amber',
  exception: 'red',
  delivered: 'green',
  expired: 'grey',
  returned: 'red',
};

/** Where a parcel is, with what an exception is about. */
export function ParcelChip({ status, substatus }: { status: ParcelStatus; substatus: string | null }) {
  const { t, i18n } = useTranslation('parcels');
  const trouble = substatus !== null && i18n.exists(`parcels:troubles.${substatus}`);
  const about = trouble ? t(`troubles.${substatus}` as ParseKeys<'parcels'>) : null;
  const named = about !== null && (status === 'exception' || status === 'returned');
  return (
    <StatusChip
      tone={tones[status]}
      label={named ? `${t(`statuses.${status}`)} · ${about}` : t(`statuses.${status}`)}
    />
  );
}

/** Why a parcel is watched; of an order that has left in part, what is missing is the rest. */
export function ExceptionChip({ rule, partial = false }: { rule: AlertRule; partial?: boolean }) {
  const { t } = useTranslation('parcels');
  return (
    <StatusChip
      tone={rule === 'exception' || rule === 'returned' ? 'red' : 'amber'}
      label={t(`rules.${shownRule(rule, partial)}`)}
    />
  );
}
