import type { TFunction } from 'i18next';
import { withdrawalCan } from '#contract/withdrawal-rules.ts';
import { DueChip } from '#web/components/due-chip.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { withdrawalTones } from '#web/components/money-tones.ts';
import { staffTone } from '#web/components/staff-tone.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { StaffWithdrawal, Withdrawal } from './withdrawal-types.ts';

type Texts = TFunction<'withdrawals'>;

/** A withdrawal's state as a chip. */
export function WithdrawalState({ withdrawal, t }: { withdrawal: Pick<Withdrawal, 'status'>; t: Texts }) {
  return <StatusChip tone={withdrawalTones[withdrawal.status]} label={t(`statuses.${withdrawal.status}`)} />;
}

/** The same for finance: what it has to review or to pay wants it. */
export function StaffWithdrawalState({ withdrawal, t }: { withdrawal: StaffWithdrawal; t: Texts }) {
  const { status, approvals } = withdrawal;
  const waitsForSecond = withdrawalCan.approve(status) && approvals.length > 0;
  if (waitsForSecond && approvals[0]?.own === true)
    return <StatusChip tone="grey" label={t('staff.waitsForColleague')} />;
  const label = waitsForSecond ? t('staff.secondWaits') : t(`staff.statuses.${status}`);
  return <StatusChip tone={staffTone(withdrawalTones[status])} label={label} />;
}

/** The end of an account's number with its method: `Bank transfer …2051`. */
export const payoutName = (t: Texts, { kind, account }: Withdrawal['payout']) =>
  `${t(`kinds.${kind}`)} …${account.slice(-4)}`;

/** When a withdrawal was paid out, declined or cancelled; null while it is open. */
export const endOf = ({ paid_at, ended_at }: Pick<Withdrawal, 'paid_at' | 'ended_at'>) => paid_at ?? ended_at;

function EndCell({ withdrawal }: { withdrawal: Withdrawal }) {
  const at = endOf(withdrawal);
  return at === null ? '–' : <TimeCell time={at} />;
}

/** Columns of the client's list; the head names the wallet's currency. */
export function withdrawalColumns(t: Texts, currency: string): Column<Withdrawal>[] {
  return [
    {
      id: 'number',
      header: t('columns.number'),
      main: true,
      cell: (row) => <Identity title={row.number} detail={payoutName(t, row.payout)} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: (row) => <WithdrawalState withdrawal={row} t={t} />,
    },
    { id: 'by', from: 1280, header: t('columns.by'), card: 'hidden', cell: (row) => row.requested_by },
    { id: 'time', header: t('columns.time'), card: 'fact', cell: (row) => <TimeCell time={row.created_at} /> },
    { id: 'ended', header: t('columns.ended'), card: 'fact', cell: (row) => <EndCell withdrawal={row} /> },
    {
      id: 'amount',
      header: t('columns.amount', { currency }),
      align: 'end',
      card: 'fact',
      cell: (row) => <MoneyCell money={{ amount: row.amount, currency: row.currency }} form="plain" tone="strong" />,
    },
  ];
}

/** Columns of finance's list; currencies may differ, so each amount carries its own. */
export function staffWithdrawalColumns(t: Texts, tab: string): Column<StaffWithdrawal>[] {
  return [
    {
      id: 'client',
      header: t('staff.columns.client'),
      main: true,
      cell: (row) => <Identity title={row.client.name} detail={`${row.client.number} · ${row.number}`} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: (row) => <StaffWithdrawalState withdrawal={row} t={t} />,
    },
    {
      id: 'payout',
      header: t('staff.columns.payout'),
      card: 'hidden',
      cell: (row) => <Identity title={row.payout.holder} detail={payoutName(t, row.payout)} />,
    },
    {
      id: 'amount',
      header: t('staff.columns.amount'),
      align: 'end',
      card: 'fact',
      cell: (row) => <MoneyCell money={{ amount: row.amount, currency: row.currency }} tone="strong" />,
    },
    {
      id: 'time',
      from: 1280,
      header: t('columns.time'),
      card: 'hidden',
      cell: (row) => <TimeCell time={row.created_at} />,
    },
    // what is paid is due no longer
    ...(tab === 'paid'
      ? []
      : [
          {
            id: 'due',
            header: t('staff.columns.due'),
            card: tab === 'all' ? ('hidden' as const) : ('fact' as const),
            cell: (row: StaffWithdrawal) => (row.due_at === null ? '–' : <DueChip at={row.due_at} />),
          },
        ]),
  ];
}
