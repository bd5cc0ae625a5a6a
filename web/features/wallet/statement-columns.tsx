import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import type { wallet } from '#web/i18n/en/wallet.ts';
import type { Log } from './wallet-types.ts';

type Kind = keyof typeof wallet.kinds;
/** Kinds that the statement can be filtered by now. */
export const shownKinds: readonly Kind[] = ['recharge', 'invoice_payment', 'chargeback', 'adjustment'];

/** The word for a kind of movement; a new one of the server shows its code until it has a word. */
export function kindWord(t: TFunction<'wallet'>, kind: string): string {
  return t(`kinds.${kind as Kind}`, { defaultValue: kind });
}

function Reference({ log }: { log: Log }) {
  const { kind, id, label } = log.reference;
  const target = {
    recharges: withQuery(paths.recharge, { recharge: id }),
    invoices: withQuery(paths.invoices, { invoice: id }),
  }[kind];
  if (target === undefined) return label;
  return (
    <Anchor component={Link} to={target} inherit>
      {label}
    </Anchor>
  );
}

/** Columns of the statement; the heads name the wallet's currency. */
export function statementColumns(t: TFunction<'wallet'>, currency: string): Column<Log>[] {
  const only = (log: Log, sign: 1 | -1) =>
    Math.sign(log.amount) === sign ? { amount: Math.abs(log.amount), currency } : null;
  return [
    {
      id: 'what',
      header: t('columns.what'),
      main: true,
      cell: (log) => <Identity title={kindWord(t, log.kind)} detail={<Reference log={log} />} />,
    },
    { id: 'memo', header: t('columns.memo'), card: 'hidden', cell: (log) => log.memo },
    { id: 'time', header: t('columns.time'), card: 'fact', cell: (log) => <TimeCell time={log.at} /> },
    { id: 'entry', header: t('columns.entry'), align: 'end', card: 'hidden', cell: (log) => log.seq },
    {
      id: 'in',
      header: t('columns.in', { currency }),
      align: 'end',
      card: 'fact',
      cell: (log) => <MoneyCell money={only(log, 1)} form="plain" />,
    },
    {
      id: 'out',
      header: t('columns.out', { currency }),
      align: 'end',
      card: 'fact',
      cell: (log) => <MoneyCell money={only(log, -1)} form="plain" />,
    },
    {
      id: 'balance',
      header: t('columns.balance', { currency }),
      align: 'end',
      card: 'fact',
      cell: (log) => <MoneyCell money={{ amount: log.balance_after, currency }} form="plain" tone="strong" />,
    },
  ];
}
