import type { TFunction } from 'i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { DisputeStatus } from '#contract/line-dispute-rules.ts';
import type { Contract } from '#web/api/client.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';

export type Dispute = AnswerOf<Contract['lineDisputes']['list']>[number];
export type StaffDispute = AnswerOf<Contract['lineDisputes']['staffList']>[number];

/** To the merchant an open one is ours; to staff it wants them. */
const tones = { open: 'blue', accepted: 'green', refused: 'red', withdrawn: 'grey' } as const;

export function DisputeState({
  status,
  staff = false,
  t,
}: {
  status: DisputeStatus;
  staff?: boolean;
  t: TFunction<'line-disputes'>;
}) {
  const tone = staff && status === 'open' ? 'amber' : tones[status];
  return <StatusChip tone={tone} label={t(`statuses.${status}`)} />;
}
