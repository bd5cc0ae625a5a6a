import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { BankRowState } from '#contract/bank-statement-rules.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { formatMoney } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { differenceOf } from './bank-difference.ts';
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
  const { state, currency, candidates } = row;
  const [match] = candidates;
  const other = state === 'different' && match !== undefined && match.currency !== currency;
  return <StatusChip tone={tones[state]} label={t(other ? 'currencyDiffers' : `states.${state}`)} />;
}

type Difference = NonNullable<ReturnType<typeof differenceOf>>;
type Amount = { amount: number; currency: string };

/** What the texts of a difference name. */
export const differenceParams = ({ by }: Difference, received: Amount, requested: Amount, language: string) => ({
  money: formatMoney({ amount: by, currency: requested.currency }, language),
  received: received.currency,
  requested: requested.currency,
});

/** The state in the list; below that of a payment that differs, by how much. */
function BankRowState({ row, t }: { row: BankRow; t: TFunction<'bank-statements'> }) {
  const { i18n } = useTranslation();
  const [match] = row.candidates;
  const difference = row.state === 'different' && match !== undefined ? differenceOf(row, match) : null;
  const chip = <BankRowChip row={row} t={t} />;
  if (difference === null || match === undefined) return chip;
  const params = differenceParams(difference, row, match, i18n.language);
  return <Identity title={chip} detail={t(`differs.${difference.kind}`, params)} />;
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
      cell: (row) => <BankRowState row={row} t={t} />,
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
      id: 'declared',
      header: t('columns.declared'),
      align: 'end',
      card: 'hidden',
      cell: ({ candidates: [first, ...others] }) => (
        <MoneyCell money={first === undefined || others.length > 0 ? null : first} />
      ),
    },
  ];
}
