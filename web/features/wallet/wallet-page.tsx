import { Button, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DayField } from '#web/components/day-field.tsx';
import { useMay } from '#web/components/session.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { paths } from '#web/lib/paths.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { BalanceHead } from './balance-head.tsx';
import { kindWord, shownKinds, statementColumns } from './statement-columns.tsx';
import classes from './wallet.module.css';
import type { Log } from './wallet-types.ts';

const rowId = (log: Log) => String(log.seq);

/** The wallet: balances on top, the statement with its running balance below. */
export function WalletPage() {
  const { t } = useTranslation('wallet');
  const may = useMay();
  return (
    <Page
      title={t('title')}
      actions={
        may('wallet', 'pay') && (
          <Button component={Link} to={paths.recharge}>
            {t('recharge')}
          </Button>
        )
      }
    >
      <BalanceHead />
      <Statement />
    </Page>
  );
}

function Statement() {
  const { t } = useTranslation('wallet');
  const url = useListUrl();
  const currency = useApiQuery(api.wallet.get, {}).data?.currency ?? 'USD';
  const filter = { kind: url.get('kind'), from: url.get('from'), to: url.get('to') };
  const query = useApiQuery(
    api.wallet.billingLogs,
    { query: { page: url.page, per_page: url.per_page, ...filter } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => statementColumns(t, currency), [t, currency]);
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const clear = () => url.set({ kind: undefined, from: undefined, to: undefined });
  return (
    <Panel title={t('statement')} padding="none">
      <Toolbar
        end={
          filtered && (
            <Button variant="subtle" onClick={clear}>
              {t('clear')}
            </Button>
          )
        }
      >
        <Select
          aria-label={t('filterKind')}
          placeholder={t('allKinds')}
          w={180}
          clearable
          data={shownKinds.map((kind) => ({ value: kind, label: kindWord(t, kind) }))}
          value={filter.kind ?? null}
          onChange={(kind) => url.set({ kind: kind ?? undefined })}
        />
        <DateFilter label={t('from')} value={filter.from} onChange={(from) => url.set({ from })} />
        <DateFilter label={t('to')} value={filter.to} onChange={(to) => url.set({ to })} />
      </Toolbar>
      <DataTable
        label={t('statement')}
        query={query}
        columns={columns}
        rowId={rowId}
        rowName={(log) => `${kindWord(t, log.kind)} ${log.reference.label}`}
        empty={
          filtered
            ? {
                drawing: 'search',
                title: t('emptyFiltered'),
                action: (
                  <Button variant="default" onClick={clear}>
                    {t('clear')}
                  </Button>
                ),
              }
            : {
                drawing: 'wallet',
                title: t('empty'),
                text: t('emptyText'),
                action: (
                  <Button variant="default" component={Link} to={paths.recharge}>
                    {t('recharge')}
                  </Button>
                ),
              }
        }
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
    </Panel>
  );
}

function DateFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <DayField
      w={196}
      aria-label={label}
      leftSection={<span className={classes.dateName}>{label}</span>}
      leftSectionWidth={52}
      value={value ?? ''}
      onChange={(day) => onChange(day)}
    />
  );
}
