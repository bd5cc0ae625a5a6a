import type { TFunction } from 'i18next';
import type { BankRowState } from '#contract/bank-statement-rules.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { BankRow } from './bank-types.ts';

const tones = {
  exact: 'blue',
  different: 'amber',
  choose: 'amber',
  second: 'amber',
  for_colleague: 'grey',
  known: 'amber',
  unmatched: 'amber',
  credited: 'green',
  ignored: 'grey',
} as const satisfies Record<BankRowState, string>;

/** How a payment of the bank stands. */
export function BankRowChip({ row, t }: { row: BankRow; t: TFunction<'bank-statements'> }) {
  const { state } = row;
  return <StatusChip tone={tones[state]} label={t(`states.${state}`)} />;
}

/** Columns of the bank's payments; currencies may differ, so each amount carries its own. */
export function bankColumns(t: TFunction<'bank-statements'>): Column<BankRow>[] {
  return [
    {
      id: 'payer',
      header: t('columns.payer'),
      main: true,
      cell: ({ payer, transaction_id, booked_on }) => (
        <Identity title={payer || t('noPayer')} detail={[booked_on, transaction_id].filter(Boolean).join(' · ')} />
      ),
    },
    {
      id: 'amount',
      header: t('columns.amount'),
      align: 'end',
      card: 'fact',
      cell: ({ amount, currency }) => <MoneyCell money={{ amount, currency }} />,
    },
    {
      id: 'reference',
      from: 1280,
      wraps: true,
      header: t('columns.reference'),
      card: 'hidden',
      cell: ({ reference }) => reference || '–',
    },
    {
      id: 'state',
      header: t('columns.state'),
      card: 'fact',
      cell: (row) => <BankRowChip row={row} t={t} />,
    },
    {
      id: 'recharge',
      header: t('columns.recharge'),
      card: 'fact',
      cell: ({ candidates: [first, ...others] }) =>
        first === undefined ? (
          '–'
        ) : (
          <Identity
            title={others.length === 0 ? first.number : t('several', { count: others.length + 1 })}
            detail={others.length === 0 ? first.client.name : undefined}
          />
        ),
    },
    {
      id: 'claimed',
      header: t('columns.claimed'),
      align: 'end',
      card: 'hidden',
      cell: ({ candidates: [first, ...others] }) => (
        <MoneyCell money={first === undefined || others.length > 0 ? null : first} />
      ),
    },
  ];
}
