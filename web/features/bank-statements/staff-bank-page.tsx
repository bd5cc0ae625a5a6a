import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bankRowTabs, mostConfirmed } from '#contract/bank-statement-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { formatMoney } from '#web/lib/format.ts';
import { nextTab } from '#web/lib/next-tab.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { bankColumns } from './bank-columns.tsx';
import { BankRowDrawer } from './bank-row-drawer.tsx';
import type { BankRow } from './bank-types.ts';
import { exactParts } from './exact-parts.ts';
import { ImportDialog } from './import-dialog.tsx';

const rowId = (row: BankRow) => row.id;
/** Tabs whose payments wait for somebody; those that a colleague has to approve last. */
const workTabs = ['exact', 'to_check', 'unmatched', 'for_colleague'] as const;

/** Payments of the bank's statements, matched to the recharges of clients. */
export function StaffBankPage() {
  const { t } = useTranslation('bank-statements');
  const list = useListPage(api.bankStatements.list, {
    name: 'bank_rows',
    tabs: bankRowTabs,
    columns: useMemo(() => bankColumns(t), [t]),
  });
  const [importing, setImporting] = useState(false);
  const { exact = 0, to_check = 0, unmatched = 0, for_colleague = 0 } = list.counts ?? {};
  const open = exact + to_check + unmatched;
  const next = nextTab(workTabs, list.tab, list.counts);
  const state = [
    open > 0 ? t('state', { count: open }) : t('stateNone'),
    for_colleague > 0 && t('stateColleague', { count: for_colleague }),
  ];
  const handleShow = () => {
    setImporting(false);
    list.url.set({ tab: 'all', q: undefined });
  };
  const first = <Button onClick={() => setImporting(true)}>{t('import.open')}</Button>;
  const none =
    list.tab === 'all'
      ? ({
          drawing: 'file',
          title: t('emptyFirst'),
          text: t('emptyText'),
          action: first,
        } as const)
      : ({ drawing: 'search', title: t('empty') } as const);
  return (
    <ListPage
      title={t('title')}
      state={list.counts && state.filter(Boolean).join(' · ')}
      secondary={exact > 0 ? [{ label: t('import.open'), onClick: () => setImporting(true) }] : []}
      actions={exact > 0 ? <ConfirmExact /> : first}
      list={list}
      tabLabel={(tab) => t(`tabs.${tab}`)}
      attention={['exact', 'to_check', 'unmatched']}
      search={t('searchRows')}
      rowId={rowId}
      rowName={(row) => row.payer || row.reference || row.booked_on}
      opens={{ payment: rowId }}
      renderDetail={({ row, close }) => <BankRowDrawer row={row} onClose={close} />}
      empty={
        list.tab === 'all' || list.tab === 'done'
          ? none
          : {
              drawing: 'done',
              title: t(`emptyTabs.${list.tab ?? 'exact'}`),
              action: next && (
                <Button variant="default" onClick={() => list.url.set({ tab: next.tab })}>
                  {t(`next.${next.tab}`, { count: next.count })}
                </Button>
              ),
            }
      }
    >
      {importing && <ImportDialog onShow={handleShow} onClose={() => setImporting(false)} />}
    </ListPage>
  );
}

/** What payments come to, by currency. */
function moneyOf(rows: readonly BankRow[], language: string): string {
  const sums = new Map<string, number>();
  for (const { amount, currency } of rows) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => formatMoney({ amount, currency }, language)).join(' + ');
}

/** Confirms what matches exactly, a hundred payments at a time. */
function ConfirmExact() {
  const { t, i18n } = useTranslation('bank-statements');
  const confirm = useConfirm();
  const { data } = useApiQuery(api.bankStatements.list, { query: { tab: 'exact', per_page: mostConfirmed } });
  const { run, busy } = useApiMutation(api.bankStatements.confirmExact, {
    onSuccess: ({ confirmed, waiting, refused }) => {
      if (confirmed > 0) toast.success(t('exact.done', { count: confirmed }));
      if (waiting > 0) toast.success(t('exact.waiting', { count: waiting }));
      const [first] = refused;
      if (first) toast.error(t('exact.refused', { count: refused.length, message: first.message }));
    },
  });
  const rows = data?.data ?? [];
  if (rows.length === 0) return null;
  const language = i18n.language;
  const { button, title, credited, first } = exactParts(rows);
  const partOf = (part: readonly BankRow[]) => ({ count: part.length, money: moneyOf(part, language) });
  const label = t(`exact.${button}`, partOf(rows));
  const question = {
    title: t(`exact.${title}`, partOf(rows)),
    text: (
      <>
        {credited.length > 0 && <p>{t('exact.credited', partOf(credited))}</p>}
        {first.length > 0 && <p>{t('exact.second', partOf(first))}</p>}
      </>
    ),
    confirmLabel: label,
  };
  const handleClick = async () => {
    if (await confirm(question)) await run({ body: { ids: rows.map(rowId) } });
  };
  return (
    <Button loading={busy} onClick={() => void handleClick()}>
      {label}
    </Button>
  );
}
