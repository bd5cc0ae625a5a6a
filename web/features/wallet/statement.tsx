import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { Link } from 'react-router';
import { isNarrowed, leavesGaps } from '#contract/transaction-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useClientEmpty } from '#web/components/client-empty.ts';
import type { ListFilter } from '#web/components/list-filters.ts';
import type { ExportChoice } from '#web/components/export-dialog.tsx';
import { ListPanel } from '#web/components/list-page.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { noteBeside, transactionNote } from '#web/components/transaction-note.ts';
import { useListPage } from '#web/components/use-list-page.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { type Column, lacksRoom } from '#web/ui/column.ts';
import { useWindowWidth } from '#web/ui/use-window-width.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { MoneyFlow } from './money-flow.tsx';
import { TransactionDrawer } from './transaction-drawer.tsx';
import { TransactionReference } from './transaction-reference.tsx';
import { actorName, type Kind, kindName } from './transaction-texts.ts';
import type { Log, LogSums } from './wallet-types.ts';
import classes from './wallet.module.css';

/** Kinds that the statement can be filtered by now. */
const shownKinds: readonly Kind[] = [
  'recharge',
  'recharge_bonus',
  'expiry_of_bonus',
  'invoice_payment',
  'stock_payment',
  'credit_note',
  'claim_refund',
  'hold',
  'release',
  'withdrawal',
  'withdrawal_return',
  'chargeback',
  'adjustment',
];

const filterNames = ['kind', 'direction', 'from', 'to', 'amount_from', 'amount_to', 'store_id'] as const;
const rowId = (log: Log) => String(log.seq);

function useStatementFilters(currency: string): readonly ListFilter[] {
  const { t } = useTranslation('wallet');
  const stores = useStoreOptions().data;
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'kind',
        label: t('filterKind'),
        options: shownKinds.map((kind) => ({ value: kind, label: kindName(t, kind) })),
      },
      {
        kind: 'choice',
        name: 'direction',
        label: t('filterDirection'),
        options: (['in', 'out'] as const).map((value) => ({ value, label: t(`directions.${value}`) })),
      },
      { kind: 'dates', name: 'time', from: 'from', to: 'to', label: t('columns.time') },
      { kind: 'range', name: 'amount', from: 'amount_from', to: 'amount_to', label: t('filterAmount', { currency }) },
      {
        kind: 'choice',
        name: 'store_id',
        label: t('filterStore'),
        options: (stores ?? []).map(({ id, label }) => ({ value: id, label })),
      },
    ],
    [t, currency, stores],
  );
}

function useStatementColumns(currency: string, gaps: boolean): Column<Log>[] {
  const { t, i18n } = useTranslation('wallet');
  const { language } = i18n;
  return useMemo(() => statementColumns(t, { currency, gaps, language }), [t, currency, gaps, language]);
}

/** Files in which accounting programs take the wallet as a bank account. */
const bankFiles = (t: TFunction<'wallet'>): ExportChoice[] =>
  (['bank_xero', 'bank_quickbooks'] as const).map((list) => ({
    value: list,
    label: t(`bankFiles.${list}.label`),
    help: t(`bankFiles.${list}.help`),
    list,
    format: 'csv',
  }));

/** Transactions of the wallet: with the balance after each, and with the sums of all that match where filters are set. */
export function Statement() {
  const { t } = useTranslation('wallet');
  const ofClient = useClientEmpty();
  const may = useMay();
  const currency = useApiQuery(api.wallet.get, {}).data?.currency ?? 'USD';
  const { q, get } = useListUrl();
  const filters = Object.fromEntries(['q', ...filterNames].map((name) => [name, name === 'q' ? q : get(name)]));
  const gaps = leavesGaps(filters);
  const list = useListPage(api.wallet.billingLogs, {
    name: 'transactions',
    columns: useStatementColumns(currency, gaps),
    filters: useStatementFilters(currency),
  });
  const narrowed = isNarrowed(filters);
  const sums = useApiQuery(api.wallet.logSums, narrowed ? { query: filters } : null, { keepPrevious: true });
  return (
    <ListPanel
      title={t('statement')}
      list={list}
      search={t('statementSearch')}
      exportChoices={bankFiles(t)}
      aboveRows={narrowed && sums.data && <SumsLine sums={sums.data} />}
      rowId={rowId}
      rowName={(log) => `${kindName(t, log.kind)} ${log.reference.label}`}
      opens={{ transaction: rowId }}
      renderDetail={({ row, close }) => <TransactionDrawer log={row} onClose={close} />}
      empty={ofClient('transactions', {
        drawing: 'wallet',
        picture: <MoneyFlow />,
        title: t('empty'),
        text: t('emptyText'),
        action: may('wallet', 'pay') && (
          <Button variant="default" component={Link} to={paths.recharge}>
            {t('recharge')}
          </Button>
        ),
      })}
    />
  );
}

/** Sums over all transactions that match, on whatever page. */
function SumsLine({ sums: { entries, currency, ...sums } }: { sums: LogSums }) {
  const { t, i18n } = useTranslation('wallet');
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  return (
    <p className={classes.sums} role="status">
      {t('sums', {
        count: entries,
        in: money(sums.money_in),
        out: money(sums.money_out),
        net: money(sums.net),
      })}
    </p>
  );
}

/** The document, and what the amounts leave out. */
function Detail({ log, note }: { log: Log; note: string | null }) {
  return (
    <>
      <TransactionReference log={log} />
      {note !== null && ` · ${note}`}
    </>
  );
}

/** Where there is room for the method it has a column of its own. */
const methodFrom = { from: 1440 } as const;

function Memo({ log }: { log: Log }) {
  const text = noteBeside(log, !lacksRoom(methodFrom, useWindowWidth()));
  return text === '' ? '–' : <UnbrokenNumbers text={text} />;
}

/** Columns of the statement; the heads name the wallet's currency. With gaps between the rows no balance shows. */
function statementColumns(
  t: TFunction<'wallet'>,
  { currency, gaps, language }: { currency: string; gaps: boolean; language: string },
): Column<Log>[] {
  const only = (log: Log, sign: 1 | -1) =>
    Math.sign(log.amount) === sign ? { amount: Math.abs(log.amount), currency } : null;
  return [
    {
      id: 'what',
      header: t('columns.what'),
      main: true,
      cell: (log) => (
        <Identity
          title={kindName(t, log.kind)}
          detail={<Detail log={log} note={transactionNote(t, log, language)} />}
          wraps
        />
      ),
    },
    {
      id: 'memo',
      header: t('columns.memo'),
      wraps: true,
      card: 'hidden',
      cell: (log) => <Memo log={log} />,
    },
    { id: 'method', ...methodFrom, header: t('columns.method'), card: 'hidden', cell: (log) => log.method ?? '–' },
    { id: 'actor', from: 1440, header: t('columns.actor'), card: 'hidden', cell: (log) => actorName(t, log.actor) },
    { id: 'time', header: t('columns.time'), card: 'fact', cell: (log) => <TimeCell time={log.at} /> },
    { id: 'entry', from: 1280, header: t('columns.entry'), align: 'end', card: 'hidden', cell: (log) => log.seq },
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
      card: gaps ? 'hidden' : 'fact',
      optional: gaps,
      cell: (log) => (
        <MoneyCell money={gaps ? null : { amount: log.balance_after, currency }} form="plain" tone="strong" />
      ),
    },
  ];
}
