import { Anchor, Button, Skeleton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { providerZone } from '#contract/constants.ts';
import type { AnswerOf, MetaOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { openDownload } from '#web/api/download.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ClientSelect } from '#web/components/client-select.tsx';
import { ClientLink } from '#web/components/client-link.tsx';
import { noteBeside, transactionNote } from '#web/components/transaction-note.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import type { wallet } from '#web/i18n/en/wallet.ts';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { type Column, lacksRoom } from '#web/ui/column.ts';
import { useWindowWidth } from '#web/ui/use-window-width.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Identity, Toolbar } from '#web/ui/toolbar.tsx';
import classes from './finance.module.css';
import { PeriodFields } from './period-fields.tsx';
import { useFinancePeriod } from './use-finance-period.ts';

type Log = AnswerOf<Contract['statements']['staffGet']>[number];
type Meta = MetaOf<Contract['statements']['staffGet']>;
type Kind = keyof typeof wallet.kinds;

const rowId = (log: Log) => String(log.seq);

/** The wallet of one client between days: balances, movements, and the same as a file. */
export function ClientStatement() {
  const { t } = useTranslation('finance');
  const url = useListUrl();
  const client = url.get('client');
  const zone = useClientZone(client);
  const period = useFinancePeriod(zone);
  return (
    <>
      <Toolbar>
        <ClientSelect
          bare
          required
          label={t('statement.client')}
          value={client ?? null}
          onChange={(id) => url.set({ client: id ?? undefined })}
        />
        <PeriodFields period={period} />
        {client !== undefined && zone !== undefined && <Files client={client} days={period.days} />}
      </Toolbar>
      {client === undefined ? (
        <EmptyState drawing="search" title={t('statement.choose')} />
      ) : zone === undefined ? (
        <Skeleton height={320} radius={6} />
      ) : (
        <Movements client={client} days={period.days} />
      )}
    </>
  );
}

/** The time zone that the client's days begin and end in, as the statement says it; undefined until it is known. */
function useClientZone(client: string | undefined): string | undefined {
  const { data, isError } = useApiQuery(
    api.statements.staffGet,
    client === undefined ? null : { params: { account_id: client }, query: { per_page: 1 } },
  );
  return isError ? providerZone : data?.meta.time_zone; // what was refused is refused below as well, with its reason
}

type Asked = { client: string; days: { from: string; to: string } };

function Files({ client, days }: Asked) {
  const link = useApiMutation(api.statements.staffFile);
  const handleTake = async (format: 'csv' | 'pdf') => {
    const { from, to } = days;
    const file = await link.run({ params: { account_id: client }, body: { from, to, format } });
    if (file !== false) openDownload(file.url, file.name);
  };
  return (
    <div className={classes.files}>
      {(['pdf', 'csv'] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          loading={link.busy && link.input?.body.format === format}
          disabled={link.busy}
          onClick={() => void handleTake(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  );
}

function Movements({ client, days }: Asked) {
  const { t } = useTranslation('finance');
  const { t: tWallet } = useTranslation('wallet');
  const url = useListUrl();
  const { from, to } = days;
  const { page, per_page } = url;
  const query = useApiQuery(
    api.statements.staffGet,
    { params: { account_id: client }, query: { from, to, page, per_page } },
    { keepPrevious: true },
  );
  const meta = query.data?.meta;
  const currency = meta?.currency ?? '';
  const of = meta?.client;
  const columns = useMemo(() => statementColumns({ t, tWallet }, currency, of), [t, tWallet, currency, of]);
  return (
    <>
      {meta && <Balances meta={meta} t={t} />}
      <DataTable
        label={t('tabs.statement')}
        query={query}
        columns={columns}
        rowId={rowId}
        rowName={(log) => log.reference.label}
        empty={{ drawing: 'wallet', title: t('statement.empty') }}
        onPage={(next) => url.set({ page: String(next) })}
        onPerPage={(next) => url.set({ per_page: String(next) })}
      />
    </>
  );
}

/** Opening balance, what moved, and closing balance. */
function Balances({ meta, t }: { meta: Meta; t: TFunction<'finance'> }) {
  const { i18n } = useTranslation();
  const { currency, time_zone, opening, money_in, money_out, closing } = meta;
  const figures = [
    [t('statement.opening'), opening],
    [t('statement.moneyIn'), money_in],
    [t('statement.moneyOut'), money_out],
    [t('statement.closing'), closing],
  ] as const;
  return (
    <div className={classes.statement}>
      <dl className={classes.figures}>
        {figures.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney({ amount, currency }, i18n.language)}</dd>
          </div>
        ))}
      </dl>
      <span className={classes.note}>{t('statement.zone', { zone: time_zone })}</span>
    </div>
  );
}

type Client = Meta['client'];

/** The document that the money is about, with a link where finance has a page of it, and the note. */
function Reference({ log, client }: { log: Log; client: Client | undefined }) {
  const { t, i18n } = useTranslation('wallet');
  const width = useWindowWidth();
  const { reference } = log;
  const notes = [transactionNote(t, log, i18n.language), noteBeside(log, !lacksRoom(methodFrom, width))];
  const { kind, id, label, invoice_id } = reference;
  const found = { tab: 'all', q: label };
  const invoice = kind === 'invoices' ? id : invoice_id;
  const target = {
    recharges: withQuery(paths.staffRecharges, { ...found, recharge: id }),
    withdrawals: withQuery(paths.staffWithdrawals, { ...found, withdrawal: id }),
    adjustments: withQuery(paths.staffAdjustments, { ...found, adjustment: id }),
  }[kind];
  const link =
    target === undefined ? (
      label
    ) : (
      <Anchor component={Link} to={target} underline="always" inherit>
        {label}
      </Anchor>
    );
  return (
    <>
      {invoice === null ? (
        link
      ) : (
        <ClientLink client={client} to={withQuery(paths.invoices, { invoice })} underline="always">
          {label}
        </ClientLink>
      )}
      {notes.map((text) => (text ? ` · ${text}` : ''))}
    </>
  );
}

/** Where there is room for the method it has a column of its own. */
const methodFrom = { from: 1280 } as const;

type Texts = { t: TFunction<'finance'>; tWallet: TFunction<'wallet'> };

function statementColumns({ t, tWallet }: Texts, currency: string, client: Client | undefined): Column<Log>[] {
  return [
    {
      id: 'what',
      header: t('statement.what'),
      main: true,
      cell: (log) => (
        <Identity
          title={tWallet(`kinds.${log.kind as Kind}`, { defaultValue: log.kind })}
          detail={<Reference log={log} client={client} />}
          wraps
        />
      ),
    },
    {
      id: 'method',
      ...methodFrom,
      header: tWallet('columns.method'),
      card: 'hidden',
      cell: ({ method }) => method ?? '–',
    },
    {
      id: 'actor',
      from: 1280,
      header: tWallet('columns.actor'),
      card: 'hidden',
      cell: ({ actor }) => actor.name ?? tWallet(actor.kind === 'staff' ? 'actors.staff' : 'actors.system'),
    },
    { id: 'time', header: t('statement.time'), card: 'fact', cell: ({ at }) => formatTime(at) },
    {
      id: 'amount',
      header: t('statement.amount', { currency }),
      align: 'end',
      card: 'fact',
      cell: (log) => <MoneyCell money={log.amount === 0 ? null : log} form="plain" />,
    },
    {
      id: 'balance',
      header: t('statement.balance', { currency }),
      align: 'end',
      card: 'fact',
      cell: ({ balance_after: amount }) => <MoneyCell money={{ amount, currency }} form="plain" />,
    },
  ];
}
