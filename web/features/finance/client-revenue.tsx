import { Select } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clientRevenueSorts } from '#contract/finance-rules.ts';
import type { AnswerOf, MetaOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useGoToClient } from '#web/components/client-link.tsx';
import { ListPanel } from '#web/components/list-page.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { PeriodFields } from './period-fields.tsx';
import { useFinancePeriod } from './use-finance-period.ts';
import classes from './finance.module.css';

type Revenue = AnswerOf<Contract['finance']['clients']>[number];
type Totals = MetaOf<Contract['finance']['clients']>['totals'];

const rowId = (row: Revenue) => row.client.id;

/** Clients by what they brought in a period; each leads to the client's paid invoices of that period. */
export function ClientRevenue() {
  const { t } = useTranslation('finance');
  const period = useFinancePeriod();
  const goTo = useGoToClient();
  const { from, to } = period.days;
  const invoices = withQuery(paths.invoices, { tab: 'paid', booked_from: from, booked_to: to });
  const list = useListPage(api.finance.clients, {
    name: 'staff_client_revenue',
    columns: useMemo(() => revenueColumns(t), [t]),
    ask: (url) => ({ ...period.days, sort: sortOf(url.sort) }),
  });
  return (
    <ListPanel
      title={t('tabs.clients')}
      list={list}
      search={t('search')}
      tools={
        <>
          <PeriodFields period={period} />
          <Select
            aria-label={t('sort')}
            w={188}
            miw={188} // on a phone it takes a line of its own before its longest choice is cut
            allowDeselect={false}
            data={clientRevenueSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
            value={sortOf(list.url.sort)}
            onChange={(next) =>
              list.url.set({ sort: next === clientRevenueSorts[0] ? undefined : (next ?? undefined) })
            }
          />
        </>
      }
      aboveRows={list.meta && <TotalsLine totals={list.meta.totals} />}
      rowId={rowId}
      rowName={({ client }) => client.name}
      onOpen={({ client }) => void goTo(client, invoices)}
      openText={({ client }) => t('openInvoicesOf', { client: client.name })}
      rowActions={({ client }) => [
        { label: t('openInvoices'), onClick: () => void goTo(client, invoices) },
        { label: t('openWallet'), onClick: () => void goTo(client, paths.wallet) },
        { label: t('openStatement'), onClick: () => list.url.set({ tab: 'statement', client: client.id }) },
      ]}
      empty={{ drawing: 'search', title: t('emptyClients') }}
    />
  );
}

const sortOf = (text: string | undefined) => clientRevenueSorts.find((one) => one === text) ?? clientRevenueSorts[0];

/** Sums over all clients that match, on whatever page. */
function TotalsLine({ totals }: { totals: Totals }) {
  const { t, i18n } = useTranslation('finance');
  if (totals.length === 0) return null;
  return (
    <div className={classes.totals}>
      {totals.map(({ currency, net, balance }) => (
        <p key={currency}>
          {t('totals', {
            net: formatMoney({ amount: net, currency }, i18n.language),
            balance: formatMoney({ amount: balance, currency }, i18n.language),
          })}
        </p>
      ))}
    </div>
  );
}

/** Columns of clients with their revenue; currencies may differ, so each amount carries its own. */
function revenueColumns(t: TFunction<'finance'>): Column<Revenue>[] {
  const amount = (
    id: 'invoiced' | 'charged' | 'refunded' | 'claims' | 'net' | 'balance',
    place: Pick<Column<Revenue>, 'card' | 'from'>,
  ): Column<Revenue> => ({
    id,
    ...place,
    header: t(`columns.${id}`),
    align: 'end',
    cell: (row) => (
      <MoneyCell money={{ amount: row[id], currency: row.currency }} {...(id === 'net' && { tone: 'strong' })} />
    ),
  });
  return [
    {
      id: 'client',
      header: t('columns.client'),
      main: true,
      cell: ({ client }) => <Identity title={client.name} detail={client.number} />,
    },
    amount('invoiced', { card: 'fact' }),
    amount('charged', { card: 'hidden', from: 1280 }),
    amount('claims', { card: 'fact' }),
    amount('refunded', { card: 'hidden' }),
    amount('net', { card: 'fact' }),
    amount('balance', { card: 'fact' }),
  ];
}
