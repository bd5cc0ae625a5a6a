import type { TFunction } from 'i18next';
import type { AdjustmentStatus } from '#contract/adjustment-rules.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';

export type Adjustment = AnswerOf<Contract['adjustments']['staffList']>[number];

const tones = { proposed: 'amber', approved: 'green', rejected: 'red', withdrawn: 'grey' } as const;

/** Where an adjustment stands. */
export function AdjustmentState({ status, t }: { status: AdjustmentStatus; t: TFunction<'adjustments'> }) {
  return <StatusChip tone={tones[status]} label={t(`statuses.${status}`)} />;
}
