import type { TFunction } from 'i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import { useProfile } from '#web/components/session.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';

export type Adjustment = AnswerOf<Contract['adjustments']['staffList']>[number];

const tones = { proposed: 'amber', approved: 'green', rejected: 'red', withdrawn: 'grey' } as const;

/** Where an adjustment stands; nobody decides their own proposal. */
export function AdjustmentState({ adjustment, t }: { adjustment: Adjustment; t: TFunction<'adjustments'> }) {
  const { id } = useProfile();
  const { status, proposed_by } = adjustment;
  if (status === 'proposed' && proposed_by.id === id)
    return <StatusChip tone="grey" label={t('statuses.waitsForColleague')} />;
  return <StatusChip tone={tones[status]} label={t(`statuses.${status}`)} />;
}
