import type { TFunction } from 'i18next';
import { rechargeCan } from '#contract/recharge-rules.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { rechargeTones } from '#web/components/money-tones.ts';
import { staffRechargeWord } from '#web/components/staff-recharge-word.ts';
import { staffTone } from '#web/components/staff-tone.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { Recharge, StaffRecharge } from './wallet-types.ts';

/** A recharge's state as a chip. */
export function RechargeState({
  recharge: { status, automatic, charged_back = 0 },
  t,
}: {
  recharge: Pick<Recharge, 'status' | 'automatic'> & Partial<Pick<Recharge, 'charged_back'>>;
  t: TFunction<'wallet'>;
}) {
  if (automatic && status === 'processing') return <StatusChip tone="blue" label={t('auto.states.charging')} />;
  if (charged_back > 0) return <StatusChip tone="red" label={t('facts.charged_back')} />;
  return <StatusChip tone={rechargeTones[status]} label={t(`statuses.${status}`)} />;
}

/** The state, and below it in a line what finance or the bank said of it; the open recharge has all of it. */
function StateWithNote({ recharge, t }: { recharge: Recharge; t: TFunction<'wallet'> }) {
  const state = <RechargeState recharge={recharge} t={t} />;
  const { review_note: note } = recharge;
  return note === null ? state : <Identity title={state} detail={note} />;
}

/** The state for finance: what it has to review wants it, and of two approvals the second wants somebody else. */
export function StaffRechargeState({ recharge, t }: { recharge: StaffRecharge; t: TFunction<'wallet'> }) {
  const { status, charged_back, first_approval } = recharge;
  if (charged_back > 0) return <StatusChip tone="red" label={t('facts.charged_back')} />;
  const forColleague = rechargeCan.review(status) && first_approval?.own === true;
  const tone = forColleague ? 'grey' : staffTone(rechargeTones[status]);
  return <StatusChip tone={tone} label={staffRechargeWord(recharge, t)} />;
}

/** Columns of the history; the heads name the wallet's currency. */
export function rechargeColumns(t: TFunction<'wallet'>, currency: string): Column<Recharge>[] {
  const plain = (amount: number | null) => (
    <MoneyCell money={amount === null ? null : { amount, currency }} form="plain" />
  );
  return [
    {
      id: 'number',
      header: t('historyColumns.number'),
      main: true,
      cell: (recharge) => <Identity title={recharge.number} detail={recharge.reference} />,
    },
    {
      id: 'status',
      header: t('historyColumns.status'),
      card: 'fact',
      wordy: ({ review_note: note }) => note !== null,
      cell: (recharge) => <StateWithNote recharge={recharge} t={t} />,
    },
    { id: 'method', header: t('historyColumns.method'), card: 'hidden', cell: (recharge) => recharge.method.name },
    {
      id: 'time',
      header: t('historyColumns.time'),
      card: 'fact',
      cell: (recharge) => <TimeCell time={recharge.created_at} />,
    },
    {
      id: 'decided',
      from: 1440,
      header: t('historyColumns.decided'),
      card: 'hidden',
      cell: ({ decided_at }) => (decided_at === null ? '–' : <TimeCell time={decided_at} />),
    },
    {
      id: 'claimed',
      header: t('historyColumns.claimed', { currency }),
      align: 'end',
      card: 'fact',
      cell: (recharge) => plain(recharge.amount),
    },
    {
      id: 'received',
      from: 1440,
      header: t('historyColumns.received', { currency }),
      align: 'end',
      card: 'hidden',
      cell: (recharge) => plain(recharge.received_amount),
    },
    {
      id: 'fee',
      from: 1440,
      header: t('historyColumns.fee', { currency }),
      align: 'end',
      card: 'hidden',
      cell: (recharge) => plain(recharge.fee),
    },
    {
      id: 'credited',
      header: t('historyColumns.credited', { currency }),
      align: 'end',
      card: 'fact',
      cell: ({ received_amount, fee }) => plain(received_amount === null ? null : received_amount - (fee ?? 0)),
    },
    {
      id: 'bonus',
      header: t('historyColumns.bonus', { currency }),
      blank: ({ bonus }) => bonus === null || bonus === 0,
      align: 'end',
      card: 'hidden',
      cell: (recharge) => plain(recharge.bonus),
    },
  ];
}
