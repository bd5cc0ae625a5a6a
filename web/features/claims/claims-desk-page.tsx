import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { everyOf } from '#web/lib/every-of.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import type { Column } from '#web/ui/column.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity, Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ClaimState, VerdictChip } from './claim-chips.tsx';
import { ClaimDeskDrawer } from './claim-desk-drawer.tsx';
import type { DeskClaim, ClaimDeskTab } from './claims-types.ts';

const tabs = everyOf<ClaimDeskTab>()(['to_decide', 'waiting', 'decided']);
const rowId = (claim: DeskClaim) => claim.id;
const rowName = (claim: DeskClaim) => `${claim.number}, ${claim.client.name}`;

/** Claims of all clients, what is due first on top, each decided with a key. */
export function ClaimsDeskPage() {
  const { t } = useTranslation('claims');
  const url = useListUrl('to_decide');
  const tab = tabs.find((known) => known === url.tab) ?? 'to_decide';
  const query = useApiQuery(
    api.claims.deskList,
    { query: { page: url.page, per_page: url.per_page, q: url.q, tab } },
    { keepPrevious: true },
  );
  const columns = useColumns();
  const [id, account_id] = [url.get('claim'), url.get('account')];
  const rows = query.data?.data ?? [];
  const next = rows[rows.findIndex((claim) => claim.id === id) + 1];
  return (
    <Page title={t('desk.title')} state={t('desk.state')}>
      <Panel padding="none">
        <CountTabs
          label={t('desk.title')}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'to_decide' ? undefined : value })}
          tabs={tabs.map((value) => ({
            value,
            label: t(`desk.tabs.${value}`),
            count: query.data?.meta.counts?.[value],
            attention: value === 'to_decide',
          }))}
        />
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        </Toolbar>
        <DataTable
          label={t('desk.title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          openId={id}
          onOpen={(claim) => url.show({ claim: claim.id, account: claim.client.id })}
          empty={{ drawing: 'done', title: t('desk.empty') }}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      {id !== undefined && account_id !== undefined && (
        <ClaimDeskDrawer
          key={id}
          ids={{ account_id, id }}
          onClose={() => url.show({ claim: undefined, account: undefined })}
          {...(next && { onNext: () => url.show({ claim: next.id, account: next.client.id }) })}
        />
      )}
    </Page>
  );
}

function useColumns(): Column<DeskClaim>[] {
  const { t } = useTranslation('claims');
  return useMemo(
    () => [
      {
        id: 'claim',
        header: t('columns.claim'),
        main: true,
        cell: (claim) => <Identity title={claim.number} detail={`${claim.order.name} · ${claim.order.store}`} />,
      },
      { id: 'client', header: t('columns.client'), card: 'fact', cell: (claim) => claim.client.name },
      { id: 'reason', header: t('columns.reason'), card: 'fact', cell: (claim) => t(`reasons.${claim.reason}`) },
      {
        id: 'verdict',
        header: t('columns.verdict'),
        card: 'hidden',
        cell: (claim) => <VerdictChip verdict={claim.verdict} />,
      },
      {
        id: 'asked',
        header: t('columns.asked'),
        align: 'end',
        card: 'fact',
        cell: (claim) => <MoneyCell money={{ amount: claim.granted ?? claim.asked, currency: claim.currency }} />,
      },
      { id: 'due', header: t('columns.due'), card: 'fact', cell: (claim) => <Due claim={claim} /> },
      {
        id: 'status',
        header: t('columns.status'),
        card: 'hidden',
        cell: (claim) => <ClaimState status={claim.status} />,
      },
    ],
    [t],
  );
}

function Due({ claim }: { claim: DeskClaim }) {
  const { t } = useTranslation('claims');
  if (claim.overdue) return <StatusChip tone="red" label={t('overdue')} />;
  const at = claim.due_at ?? claim.evidence_due_at ?? claim.decided_at;
  return at ? <TimeCell time={at} /> : '–';
}
