import { useTranslation } from 'react-i18next';
import { staffTone } from '#web/components/staff-tone.ts';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import type { Claim } from './claims-types.ts';

const tones: Record<Claim['status'], StatusTone> = {
  submitted: 'blue',
  under_review: 'blue',
  need_evidence: 'amber',
  approved_refund: 'green',
  approved_partial: 'green',
  approved_reship: 'green',
  rejected: 'red',
  withdrawn: 'grey',
  expired: 'grey',
  closed: 'grey',
};
const verdictTones: Partial<Record<Claim['verdict'], StatusTone>> = { eligible: 'green', evidence_missing: 'amber' };

/** Where a claim stands. */
export function ClaimState({ status, staff = false }: { status: Claim['status']; staff?: boolean }) {
  const { t } = useTranslation('claims');
  return <StatusChip tone={staff ? staffTone(tones[status]) : tones[status]} label={t(`statuses.${status}`)} />;
}

/** What the portal thinks of a claim by itself; once decided it wants nothing of anybody. */
export function VerdictChip({ verdict, decided = false }: { verdict: Claim['verdict']; decided?: boolean }) {
  const { t } = useTranslation('claims');
  return <StatusChip tone={decided ? 'grey' : (verdictTones[verdict] ?? 'red')} label={t(`verdicts.${verdict}`)} />;
}
